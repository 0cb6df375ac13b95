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
    varied, moved = vary(tensor, every, every, nowhere, 80, torch.Generator().manual_seed(1))
    seen = plain(tensor, 80)

    assert tuple(varied.shape) == (16, 3, 80, 80)
    assert 0 <= float(varied.min()) <= float(varied.max()) <= 1
    assert bool(torch.isnan(moved).all())
    assert float(seen[:, 2].min()) == 1.0
    assert float(seen[:, :2].max()) == 0.0


def test_corners_move_with_the_varied_crop(torch):
    """Laying a varied crop straight by its moved corners shows the face and nothing else."""
    from dicecam.learn.ultra.crops import vary
    from dicecam.learn.ultra.network import SHOWN, encode, straighten

    crops = np.full((64, CROP_PX, CROP_PX, 3), 20, np.uint8)
    crops[:, 40:72, 44:68] = 220
    corners = np.array([[44, 40], [68, 40], [68, 72], [44, 72]], np.float32)
    batch = torch.from_numpy(crops)
    every = torch.ones(64, dtype=torch.bool)
    places = torch.from_numpy(np.repeat(corners[None], 64, 0))
    varied, moved = vary(batch, every, every, places, 80, torch.Generator().manual_seed(3))
    faces = straighten(varied, encode(moved)).mean(1)
    rim = round(48 * (1 - 1 / SHOWN) / 4)
    middle = faces[:, 12:36, 12:36].mean((1, 2))
    around = torch.cat((faces[:, :rim].flatten(1), faces[:, -rim:].flatten(1)), 1).mean(1)

    # Recolouring may exchange light and dark, never blend the face with what lies around it.
    assert bool(((middle - around).abs() > 0.15).all())
    assert float(faces[:, 12:36, 12:36].std((1, 2)).median()) < 0.06


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
