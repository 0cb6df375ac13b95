"""The part of the reader that tells how a die is turned, and what it is trained on."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.errors import DataSetError
from dicecam.learn.data.build import FACES
from dicecam.learn.data.store import CROP_PX, Crops
from dicecam.synth import COCKED, render_scene

pytestmark = [pytest.mark.train, pytest.mark.slow]


@pytest.fixture(scope="module")
def torch():
    return pytest.importorskip("torch", reason="the train extra is not installed")


def a_set(axes):
    """Return grey crops of dice that are turned so."""
    count = len(axes)
    return Crops(
        np.full((count, CROP_PX, CROP_PX, 3), 120, np.uint8),
        np.zeros(count, np.int64),
        FACES,
        np.full(count, 40, np.float32),
        np.full((count, 4, 2), np.nan, np.float32),
        np.full(count, np.nan, np.float32),
        np.asarray(axes, np.float32),
    )


def test_the_scene_maker_says_how_its_dice_are_turned(torch):
    """Where the table's vertical is, flat dice have a face and cocked ones none near it."""
    from dicecam.learn.ultra.leaning import lean

    flat, cocked = [], []
    for seed in range(6):
        for die in render_scene(seed, COCKED).dice:
            axes = np.array(die.axes)
            assert np.allclose(axes @ axes.T, np.eye(3), atol=1e-6)
            # A flat die's face lies as high above the line of sight as the camera above the table.
            towards = np.degrees(np.arcsin(np.abs(axes[:, 2])))
            near = np.abs(towards - die.seen_from_deg).min()
            (flat if die.flat else cocked).append(near)
    assert max(flat) < 0.01
    assert np.median(cocked) > 3

    upright = torch.eye(3)[None]
    ways = torch.tensor([[0.0, 0.0, 1.0], [0.0, -1.0, 0.0], [0.0, -0.5, 0.8660254]])
    angles = torch.rad2deg(lean(upright, ways))
    assert angles[0].tolist() == pytest.approx([0, 0, 30], abs=0.1)


def test_directions_turn_with_the_crop(torch):
    """A bright bar along an edge of the die points in the result where its direction says."""
    from dicecam.learn.ultra.leaning import turn

    crops = np.zeros((40, CROP_PX, CROP_PX, 3), np.uint8)
    for step in range(-26, 27):
        crops[:, 56 + step // 2 - 2 : 56 + step // 2 + 2, 56 + step] = 255
    way = np.array([2.0, 1.0, 0.0]) / np.sqrt(5)
    axes = np.tile([way, [-way[1], way[0], 0], [0, 0, 1]], (40, 1, 1)).astype(np.float32)
    random = torch.Generator().manual_seed(2)
    images, turned = turn(torch.from_numpy(crops), torch.from_numpy(axes), 80, random)

    checked = 0
    for image, rows in zip(images.mean(1).numpy(), turned.numpy(), strict=True):
        level = np.median(image)
        bar = np.abs(image - level) > 0.5 * np.abs(image - level).max()
        ys, xs = np.nonzero(bar)
        if len(xs) < 40 or len(xs) > 1500:
            continue  # drowned by noise
        spread = np.cov(np.stack([xs, ys]))
        along = np.linalg.eigh(spread)[1][:, 1]
        assert abs(along @ rows[0, :2]) > 0.97
        checked += 1
    assert checked > 20
    assert np.allclose(turned[:, 2].numpy(), [0, 0, 1])


def test_a_training_changes_that_part_only(torch, tmp_path):
    """The loss falls, and all else of the reader stays as it was."""
    from dicecam.learn.ultra.leaning import LeaningPlan, train_leaning
    from dicecam.learn.ultra.reader import build_reader

    axes = np.tile(np.eye(3), (8, 1, 1))
    reader = build_reader(len(FACES))
    before = {name: value.clone() for name, value in reader.state_dict().items()}
    plan = LeaningPlan(0.1, batch=8, threads=1, save_every_s=0.0)
    checkpoint = train_leaning([a_set(axes)], reader, tmp_path, plan)
    after = torch.load(checkpoint, weights_only=True)["average"]
    changed = {name.split(".")[0] for name in before if not torch.equal(before[name], after[name])}
    losses = [float(line.split(",")[3]) for line in (tmp_path / "log.csv").read_text().split()[1:]]

    assert changed == {"tilt"}
    assert losses[-1] < losses[0]


def test_crops_of_unknown_turn_teach_nothing(torch, tmp_path):
    """Photos do not say how their dice are turned; a data set of nothing else is refused."""
    from dicecam.learn.ultra.leaning import LeaningPlan, train_leaning
    from dicecam.learn.ultra.reader import build_reader

    unknown = a_set(np.full((3, 3, 3), np.nan))
    with pytest.raises(DataSetError, match="render scenes"):
        train_leaning([unknown], build_reader(len(FACES)), tmp_path, LeaningPlan(0.01))
