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
    export_reader(checkpoint, tmp_path / "reader.onnx", len(FACES), 64)
    reader = OnnxReader(ReaderSpec(tmp_path / "reader.onnx", FACES, 64, 1.3))
    shares = reader.probabilities(np.zeros((3, 64, 64, 3), np.uint8))

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
    varied = vary(tensor, torch.ones(16, dtype=torch.bool), 64, torch.Generator().manual_seed(1))
    seen = plain(tensor, 64)

    assert tuple(varied.shape) == (16, 3, 64, 64)
    assert 0 <= float(varied.min()) <= float(varied.max()) <= 1
    assert float(seen[:, 2].min()) == 1.0
    assert float(seen[:, :2].max()) == 0.0
