"""Both trainings, for a few steps, end with ONNX files that the program takes."""

from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest

from dicecam.learn.data.build import FACES
from dicecam.learn.data.scenes import Part, render_part
from dicecam.learn.data.store import CROP_MARGIN, CROP_PX, load_crops, load_pictures
from dicecam.vision.model import DetectorSpec, ReaderSpec
from dicecam.vision.onnx_detector import OnnxDetector
from dicecam.vision.onnx_reader import OnnxReader

pytestmark = [pytest.mark.train, pytest.mark.slow]


@pytest.fixture(scope="module")
def torch():
    """Return torch, or skip; its import warns about things that are not ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("ultralytics", reason="the train extra is not installed")
        return pytest.importorskip("torch", reason="the train extra is not installed")


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Return a folder with a few rendered scenes."""
    folder = tmp_path_factory.mktemp("data")
    render_part(Part(folder, "scenes", 0, seed=2, count=6))
    return folder


@pytest.mark.filterwarnings("ignore")
def test_a_detector_trains_resumes_and_runs(torch, data, tmp_path):
    """Two short trainings in a row give a network that finds boxes of a sane shape."""
    from dicecam.learn.ultra.detector import DetectorPlan, train_detector
    from dicecam.learn.ultra.export import export_detector

    sets = [(load_pictures(data / "detect" / "scenes"), 1.0)]
    plan = DetectorPlan(minutes=0.05, batch=2, sizes=((64, 96),))
    train_detector(sets, tmp_path, plan)
    first = torch.load(tmp_path / "checkpoint.pt", weights_only=True)["step"]
    checkpoint = train_detector(sets, tmp_path, plan, resume=True)
    second = torch.load(checkpoint, weights_only=True)["step"]
    export_detector(checkpoint, tmp_path / "detector.onnx")
    spec = DetectorSpec(
        tmp_path / "detector.onnx", "tiny", ("die",), 320, 32, "raw", min_confidence=0.0, iou=0.5
    )
    boxes = OnnxDetector(spec).detect(sets[0][0][0].image)

    assert 0 < first < second
    assert len(boxes) > 0
    assert (tmp_path / "detector.safetensors").stat().st_size < 10 * 2**20


@pytest.mark.filterwarnings("ignore")
def test_a_reader_trains_resumes_and_runs(torch, data, tmp_path):
    """Two short trainings in a row give probabilities for every class."""
    from dicecam.learn.ultra.export import export_reader
    from dicecam.learn.ultra.reader import ReaderPlan, train_reader

    sets = [(load_crops(Path(data) / "read" / "scenes_000.npz"), 1.0)]
    plan = ReaderPlan(minutes=0.05, batch=8)
    train_reader(sets, tmp_path, plan)
    checkpoint = train_reader(sets, tmp_path, plan, resume=True)
    export_reader(checkpoint, tmp_path / "reader.onnx", len(FACES), 80)
    reader = OnnxReader(ReaderSpec(tmp_path / "reader.onnx", FACES, 80, 1.3))
    shares = reader.probabilities(np.zeros((3, 80, 80, 3), np.uint8))

    assert shares.shape == (3, len(FACES))
    assert shares.sum(1) == pytest.approx(1, abs=1e-3)


def test_varied_crops_stay_pictures(torch):
    """Augmentation keeps shape and range, and the middle of a crop is what is seen unvaried."""
    from dicecam.learn.ultra.crops import plain, vary

    crops = np.zeros((16, CROP_PX, CROP_PX, 3), np.uint8)
    side = round(CROP_PX / CROP_MARGIN)
    first = (CROP_PX - side) // 2
    crops[:, first : first + side, first : first + side, 0] = 255
    tensor = torch.from_numpy(crops)
    every = torch.ones(16, dtype=torch.bool)
    nowhere = torch.full((16, 4, 2), torch.nan)
    as_it_is = torch.ones(16)
    random = torch.Generator().manual_seed(1)
    varied, moved = vary(tensor, every, every, as_it_is, nowhere, 80, random)
    seen = plain(tensor, 80)

    assert tuple(varied.shape) == (16, 3, 80, 80)
    assert 0 <= float(varied.min()) <= float(varied.max()) <= 1
    assert bool(torch.isnan(moved).all())
    assert float(seen[:, 2].min()) == 1.0
    assert float(seen[:, :2].max()) == 0.0


def test_corners_move_with_the_varied_crop(torch):
    """Laying a varied crop straight by its moved corners shows the face and nothing else."""
    from dicecam.learn.ultra.crops import squashes, vary
    from dicecam.learn.ultra.network import SHOWN, encode, straighten

    crops = np.full((64, CROP_PX, CROP_PX, 3), 20, np.uint8)
    crops[:, 40:72, 44:68] = 220
    corners = np.array([[44, 40], [68, 40], [68, 72], [44, 72]], np.float32)
    batch = torch.from_numpy(crops)
    every = torch.ones(64, dtype=torch.bool)
    places = torch.from_numpy(np.repeat(corners[None], 64, 0))
    random = torch.Generator().manual_seed(3)
    squash = squashes(torch.full((64,), 50.0), random)
    varied, moved = vary(batch, every, every, squash, places, 80, random)
    faces = straighten(varied, encode(moved)).mean(1)
    rim = round(48 * (1 - 1 / SHOWN) / 4)
    middle = faces[:, 12:36, 12:36].mean((1, 2))
    around = torch.cat((faces[:, :rim].flatten(1), faces[:, -rim:].flatten(1)), 1).mean(1)

    # Recolouring may exchange light and dark, never blend the face with what lies around it.
    assert bool(((middle - around).abs() > 0.15).all())
    assert float(faces[:, 12:36, 12:36].std((1, 2)).median()) < 0.06


def test_a_squashed_crop_looks_seen_from_another_height(torch):
    """A square seen from 50 degrees is drawn out or squashed as told, never to more than a square."""
    from dicecam.learn.ultra.crops import squashes, vary
    from dicecam.learn.ultra.network import corners_of, encode

    high = 16 * float(np.sin(np.radians(50)))
    corners = np.array([[-16, -high], [16, -high], [16, high], [-16, high]], np.float32) + 56
    count = 200
    crops = torch.zeros(count, CROP_PX, CROP_PX, 3, dtype=torch.uint8)
    places = torch.from_numpy(np.repeat(corners[None], count, 0) * (CROP_PX / 112))
    never = torch.zeros(count, dtype=torch.bool)
    random = torch.Generator().manual_seed(4)
    squash = squashes(torch.full((count,), 50.0), random)
    _, moved = vary(crops, never, never, squash, places, 80, random)
    found = corners_of(encode(moved))
    wide = (found[:, 1] - found[:, 0]).norm(dim=1)
    tall = (found[:, 3] - found[:, 0]).norm(dim=1)
    looks = np.sin(np.radians(50)) * squash
    both = np.corrcoef((tall / wide).log().numpy(), looks.log().numpy())[0, 1]

    assert float(looks.max()) <= 1
    assert float(looks.max()) - float(looks.min()) > 0.25
    assert float((tall / wide / looks).median()) == pytest.approx(1, abs=0.03)
    assert both > 0.7


def test_a_face_is_the_same_after_a_quarter_turn(torch):
    """The six numbers do not tell which corner is the first, and give the corners back."""
    from dicecam.learn.ultra.network import directions, encode

    turn, stretch = 0.4, torch.tensor([[1.0, 0.2], [0.1, 0.8]])
    around = torch.arange(4) * torch.pi / 2 + turn
    corners = torch.stack((around.cos(), around.sin()), 1) @ stretch * 0.5 + 0.1
    numbers = encode(torch.stack([corners.roll(k, 0) for k in range(4)]))
    p, q = directions(numbers[:1])
    # A corner (-1, -1) of the face's own frame lies at centre + p z + q conj(z), z = -1 - i.
    x = numbers[0, 0] - p[0, 0] + p[0, 1] - q[0, 0] - q[0, 1]
    y = numbers[0, 1] - p[0, 0] - p[0, 1] + q[0, 0] - q[0, 1]
    nearest = (corners - torch.stack((x, y))).norm(dim=1).min()

    assert torch.allclose(numbers, numbers[:1].expand(4, -1), atol=1e-5)
    assert float(nearest) < 1e-3


def test_drawn_faces_are_pictures_of_every_known_symbol(torch):
    """Each symbol is drawn, unknown drawings are `other`, and no drawing is a held-back one."""
    from dicecam.learn.ultra.drawn import draw_faces, load_bank
    from dicecam.learn.ultra.network import FACE_PX
    from dicecam.synth.styles import HELD_OUT, STYLES
    from dicecam.synth.symbols import drawings

    bank = load_bank()
    faces, labels, kinds = draw_faces(bank, 400, torch.Generator().manual_seed(1))
    seen = {FACES[int(label)] for label in labels}
    held = [k for k, name in enumerate(STYLES["shapes"]) if name in HELD_OUT["shapes"]]
    kept_back = {masks[k].tobytes() for masks in drawings().values() for k in held}

    assert tuple(faces.shape) == (400, 3, FACE_PX, FACE_PX)
    assert 0 <= float(faces.min()) <= float(faces.max()) <= 1
    assert seen == {face for face in FACES if face.startswith(("dixe", "shelfie"))} | {"other"}
    assert int(kinds.max()) < bank.count
    assert not kept_back & {mask.numpy().tobytes() for mask in bank.masks}


def test_corners_are_found_again_from_their_numbers(torch):
    """`corners_of` undoes `encode`, but for which corner is the first."""
    from dicecam.learn.ultra.network import corners_of, encode

    square = torch.tensor([[-0.4, -0.3], [0.3, -0.35], [0.35, 0.3], [-0.35, 0.35]])
    around = encode(square[None])
    found = corners_of(around)[0]
    straight = encode(found[None])

    assert torch.allclose(straight, around, atol=1e-5)
    assert float((found - square).norm(dim=1).max()) < 0.06


@pytest.mark.filterwarnings("ignore")
def test_naming_trains_from_a_reader_and_gives_it_back(torch, data, tmp_path):
    """A few steps change the part that names faces and nothing else."""
    from dicecam.learn.ultra.names import NamesPlan, train_names
    from dicecam.learn.ultra.reader import build_reader

    sets = [(load_crops(Path(data) / "read" / "scenes_000.npz"), 1.0)]
    reader = build_reader(len(FACES))
    before = {name: value.clone() for name, value in reader.state_dict().items()}
    train_names(sets, reader, tmp_path, NamesPlan(minutes=0.05, batch=12))
    changed = {
        name.split(".")[0]
        for name, value in reader.state_dict().items()
        if not torch.equal(value, before[name])
    }

    assert changed == {"face", "name"}
    assert (tmp_path / "checkpoint.pt").is_file()


def test_a_face_seen_from_another_is_found_again(torch):
    """`compose` undoes `seen_from`; a face seen from itself is the unit square."""
    from dicecam.learn.ultra.network import compose, encode, seen_from

    random = torch.Generator().manual_seed(2)
    square = torch.tensor([[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]])
    bent = [square @ (torch.eye(2) + torch.randn(2, 2, generator=random) * 0.15) for _ in range(16)]
    numbers = encode(torch.stack(bent) + torch.randn(16, 1, 2, generator=random) * 0.1)
    outer, true = numbers[:8], numbers[8:]
    unit = torch.tensor([0.0, 0, 1, 0, 0, 0]).expand(8, -1)

    # Near an eighth of a turn the fourth root is a little off.
    assert torch.allclose(compose(outer, seen_from(outer, true)), true, atol=5e-3)
    assert torch.allclose(seen_from(outer, outer), unit, atol=1e-4)


def test_blended_weights_lie_between_two_trainings(torch, tmp_path):
    """A share of 0.25 of the second; counters and the rest of the checkpoint are the second one's."""
    from dicecam.errors import DataSetError
    from dicecam.learn.ultra.loop import blend

    for name, value in (("a", 1.0), ("b", 3.0), ("c", 3.0)):
        (tmp_path / name).mkdir()
        weights = {
            "w": torch.full((2, 2 if name != "c" else 3), value),
            "n": torch.tensor(int(value)),
        }
        torch.save({"average": weights, "step": value}, tmp_path / name / "checkpoint.pt")
        (tmp_path / name / "log.csv").write_text(name)
    path = blend(tmp_path / "a", tmp_path / "b", 0.25, tmp_path / "mix")
    state = torch.load(path, weights_only=True)

    assert state["average"]["w"].tolist() == [[1.5, 1.5]] * 2
    assert state["average"]["n"] == 3
    assert state["step"] == 3.0
    assert (tmp_path / "mix" / "log.csv").read_text() == "b"
    with pytest.raises(DataSetError, match="different networks"):
        blend(tmp_path / "a", tmp_path / "c", 0.5, tmp_path / "mix")
    with pytest.raises(DataSetError, match="no checkpoint"):
        blend(tmp_path / "none", tmp_path / "b", 0.5, tmp_path / "mix")


def test_weights_of_another_network_are_refused(torch):
    """An older reader's weights fit; those of something else do not."""
    from dicecam.errors import DataSetError
    from dicecam.learn.ultra.reader import begin_with, build_reader

    old = {k: v for k, v in build_reader(20).state_dict().items() if not k.startswith("tilt")}
    reader = build_reader(20)
    begin_with(reader, old)

    assert torch.equal(reader.state_dict()["name.weight"], old["name.weight"])
    with pytest.raises(DataSetError, match="another network"):
        begin_with(reader, build_reader(12).state_dict())


@pytest.mark.filterwarnings("ignore")
def test_a_kept_glance_stays_as_it_is(torch, data, tmp_path):
    """All of the reader but the glance and what rests on it alone may change."""
    from dicecam.learn.ultra.reader import ReaderPlan, build_reader, train_reader

    start = build_reader(len(FACES)).state_dict()
    sets = [(load_crops(Path(data) / "read" / "scenes_000.npz"), 1.0)]
    plan = ReaderPlan(0.1, batch=8, keep_glance=True)
    path = train_reader(sets, tmp_path, plan, start={k: v.clone() for k, v in start.items()})
    after = torch.load(path, weights_only=True)["average"]
    changed = {name.split(".")[0] for name in start if not torch.equal(start[name], after[name])}

    assert not changed & {"glance", "tilt"}
    assert {"face", "name", "kind", "closer", "corners"} <= changed
