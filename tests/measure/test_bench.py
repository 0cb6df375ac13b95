"""Speed and memory: what is measured, and beside what."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from dicecam.cli import main
from dicecam.errors import SightError
from dicecam.measure import bench, probe, six_dice
from dicecam.vision._cv2 import cv2
from dicecam.vision.drawing import write_png
from dicecam.vision.looker import Looked, Timing
from dicecam.vision.model import DetectorSpec, Model, ReaderSpec, Reporting
from dicecam.vision.onnx_detector import LIVE_POLICY, PHOTO_POLICY

OWN = {
    "frames": 9,
    "dice": 50,
    "frame_ms_p50": 20.0,
    "frame_ms_p95": 30.0,
    "detect_ms_p50": 10.0,
    "read_ms_p50": 8.0,
    "colour_ms_p50": 2.0,
    "rss_mb": 200.123,
    "ready": 0.0,
}
KEYS = {
    "frame_ms_p50",
    "frame_ms_p95",
    "detect_ms_p50",
    "read_ms_p50",
    "ultralytics_ms_p50",
    "opencv_dnn_ms_p50",
    "speedup_vs_ultralytics",
    "ultralytics_both_ms_p50",
    "speedup_with_reader",
    "rss_mb",
    "startup_s",
}


class Steps:
    """Takes one millisecond longer with every look."""

    def __init__(self):
        self.looks = 0

    def look_closely(self, image):
        self.looks += 1
        return Looked((), (), Timing(float(self.looks), 1.0, 0.5))


def _model(folder):
    detector = DetectorSpec(folder / "detector.onnx", "test", ("die",), 416, 32, "raw", 0.2, 0.5)
    reader = ReaderSpec(folder / "reader.onnx", ("a",), 32, 1.3)
    return Model("test", folder, detector, reader, Reporting(0.4, 0.1))


def test_the_first_looks_do_not_count():
    """Three frames warm up, then all are measured."""
    looker = Steps()
    times = probe.stage_times(looker, [np.zeros((4, 4, 3), np.uint8)] * 5)

    assert looker.looks == 8
    assert times == {
        "frames": 5,
        "dice": 0,
        "frame_ms_p50": 7.5,
        "frame_ms_p95": 9.5,
        "detect_ms_p50": 6.0,
        "read_ms_p50": 1.0,
        "colour_ms_p50": 0.5,
    }


def test_photos_are_spread_over_a_folder(tmp_path):
    """At most so many, from all parts of it."""
    for index in range(10):
        write_png(tmp_path / f"{index}.png", np.full((4, 4, 3), index, np.uint8))

    assert [int(frame[0, 0, 0]) for frame in probe.frames_of(tmp_path, 4)] == [0, 3, 6, 9]


def test_frames_are_spread_over_the_demo(tmp_path, monkeypatch):
    """Every second of a clip of eight when four are asked for."""
    path = tmp_path / "demo.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for index in range(8):
        writer.write(np.full((48, 64, 3), 30 * index, np.uint8))
    writer.release()
    monkeypatch.setattr("dicecam.vision.sources.demo_clip", lambda: path)

    frames = probe.frames_of(None, 4)
    assert [round(frame.mean() / 30) for frame in frames] == [0, 2, 4, 6]


def test_the_probe_prints_one_json_object(tmp_path, monkeypatch, capsys):
    """Times, memory and what was loaded."""
    write_png(tmp_path / "a.png", np.zeros((4, 4, 3), np.uint8))
    monkeypatch.setattr(probe, "load_looker", lambda name, policy: Steps())

    assert probe.main(["--photos", str(tmp_path)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["frames"] == 1
    assert shown["rss_mb"] > 10
    assert "torch" not in shown["loaded"]


@pytest.fixture
def replaced(tmp_path, monkeypatch):
    """Put fixed figures in place of what takes time; return how the probe was run."""
    probed = []

    def run_probe(name, photos, live_rounds=0):
        probed.append((photos, live_rounds))
        faster = {"detect_ms_p50": 7.0, "read_ms_p50": 5.0} if live_rounds else {}
        return {**OWN, "startup_s": 0.8, **faster}

    monkeypatch.setattr(bench, "find_model", lambda name: _model(tmp_path))
    monkeypatch.setattr(bench, "run_probe", run_probe)
    monkeypatch.setattr(bench, "write_six_dice", lambda folder: None)
    monkeypatch.setattr(bench, "frames_of", lambda photos, most: [])
    monkeypatch.setattr(bench, "opencv_dnn_ms", lambda model, frames: 44.0)
    monkeypatch.setattr(bench, "ultralytics_ms", lambda model, photos: (35.0, 60.0))
    return probed


def test_figures_have_their_public_names(replaced, monkeypatch):
    """The speed-up is that of finding the dice; what is not installed is None."""
    figures = bench.bench()

    assert set(figures) >= KEYS
    assert figures["speedup_vs_ultralytics"] == 3.5
    assert figures["speedup_with_reader"] == pytest.approx(
        60.0 / (OWN["detect_ms_p50"] + OWN["read_ms_p50"]), abs=0.01
    )
    assert figures["rss_mb"] == 200.12
    assert figures["frames_per_s"] == 50.0
    monkeypatch.setattr(bench, "ultralytics_ms", lambda model, photos: None)
    assert bench.bench()["speedup_vs_ultralytics"] is None


def test_six_dice_are_measured_beside_the_demo(replaced, tmp_path):
    """As frames of a camera, compared in the same run; not when photos were asked for."""
    figures = bench.bench()

    assert figures["six_dice_speedup_vs_ultralytics"] == 5.0
    assert figures["six_dice_speedup_with_reader"] == 5.0
    assert figures["six_dice_frame_ms_p50"] == 20.0
    assert [(photos is None, rounds) for photos, rounds in replaced] == [(True, 0), (False, 4)]
    assert not [key for key in bench.bench(photos=tmp_path) if key.startswith("six_dice")]


def test_frames_of_six_dice_are_as_large_as_a_webcams(tmp_path, monkeypatch):
    """The same picture every time."""
    monkeypatch.setattr(six_dice, "FRAMES", 1)
    six_dice.write_six_dice(tmp_path)
    first = (tmp_path / "00.png").read_bytes()
    six_dice.write_six_dice(tmp_path)

    assert probe.frames_of(tmp_path)[0].shape == (720, 1280, 3)
    assert (tmp_path / "00.png").read_bytes() == first


def test_photos_can_be_looked_at_as_frames_of_a_camera(tmp_path, monkeypatch, capsys):
    """With the policy of running pictures, several times each."""
    write_png(tmp_path / "a.png", np.zeros((4, 4, 3), np.uint8))
    asked = []
    monkeypatch.setattr(probe, "load_looker", lambda name, policy: asked.append(policy) or Steps())
    assert probe.main(["--photos", str(tmp_path), "--live", "--rounds", "3"]) == 0
    assert probe.main(["--photos", str(tmp_path)]) == 0
    live, photo = (json.loads(line) for line in capsys.readouterr().out.splitlines())

    assert asked == [LIVE_POLICY, PHOTO_POLICY]
    assert (live["frames"], photo["frames"]) == (3, 1)


def test_a_process_that_fails_is_one_error(monkeypatch):
    """The last line of its complaint is passed on."""
    failed = subprocess.CompletedProcess([], 1, "", "Traceback\nModelMissingError: no model\n")
    monkeypatch.setattr(bench.subprocess, "run", lambda *args, **kwargs: failed)

    with pytest.raises(SightError, match="ModelMissingError: no model"):
        bench.run_probe("x", None)


def test_start_up_counts_from_the_start_of_the_process(monkeypatch, tmp_path):
    """Until the first reading was there."""
    output = json.dumps({**OWN, "ready": 103.5})
    done = subprocess.CompletedProcess([], 0, output, "")
    monkeypatch.setattr(bench.subprocess, "run", lambda *args, **kwargs: done)
    monkeypatch.setattr(bench.time, "time", lambda: 101.0)

    assert bench.run_probe("x", tmp_path)["startup_s"] == 2.5


def test_ultralytics_is_compared_when_its_weights_are_there(tmp_path, monkeypatch):
    """Without weights, or without Ultralytics, there is nothing to compare."""
    model = _model(tmp_path)
    assert bench.ultralytics_ms(model, None) is None
    (tmp_path / bench.WEIGHTS).write_bytes(b"weights")
    asked = []
    output = '{"predict_ms_p50": 70.5, "both_ms_p50": 90.0}'

    def run(command, **options):
        asked.append(command)
        return subprocess.CompletedProcess(command, len(asked) - 1, output, "")

    monkeypatch.setattr(bench.subprocess, "run", run)

    assert bench.ultralytics_ms(model, tmp_path) == (70.5, 90.0)
    assert bench.ultralytics_ms(model, None) is None
    assert asked[0][:3] == [sys.executable, "-m", "dicecam.learn.ultra.predict"]
    assert "--photos" in asked[0]


def test_a_network_opencv_cannot_read_is_no_comparison(tmp_path):
    """OpenCV's own error does not end the measurement."""
    model = _model(tmp_path)
    model.detector.path.write_bytes(b"no network")

    assert bench.opencv_dnn_ms(model, [np.zeros((8, 8, 3), np.uint8)]) is None


def test_opencv_is_timed_after_warming_up(tmp_path, monkeypatch):
    """Each frame counts once."""
    runs = []

    class Network:
        def setInput(self, tensor):  # noqa: N802
            runs.append(tensor.shape)

        def forward(self):
            pass

    monkeypatch.setattr(bench.cv2.dnn, "readNetFromONNX", lambda path: Network())
    ms = bench.opencv_dnn_ms(_model(tmp_path), [np.zeros((48, 64, 3), np.uint8)] * 4)

    assert ms >= 0
    assert runs == [(1, 3, 480, 640)] * 7


@pytest.fixture
def measured(monkeypatch):
    figures = dict.fromkeys([*KEYS, "colour_ms_p50", "frames_per_s"], 12.34)
    figures |= {"frames": 9, "dice": 50, "ultralytics_ms_p50": None}
    monkeypatch.setattr(bench, "bench", lambda name, photos: figures)
    return figures


def test_bench_prints_json(measured, capsys):
    """All figures as one object."""
    assert main(["bench", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == measured


def test_bench_prints_a_table(measured, capsys):
    """What was not measured is a dash."""
    assert main(["bench"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("9 frames with 50 dice")
    assert "-" in next(line for line in out.splitlines() if "Ultralytics predict" in line)
