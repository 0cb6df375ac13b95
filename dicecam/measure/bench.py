"""Compares the shipped recognition with what a user would otherwise write, in one run.

The shipped one and Ultralytics each run in a process of their own, so that neither's memory and
threads are in the other's figures. This module imports neither torch nor ultralytics.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from dicecam.errors import SightError
from dicecam.measure.probe import WARM_UP, frames_of
from dicecam.measure.six_dice import write_six_dice
from dicecam.sight import Image
from dicecam.vision._cv2 import cv2
from dicecam.vision.letterbox import letterbox
from dicecam.vision.model import Model, find_model

COMPARED_PX = 640
"""Long side at which the others look, as is their default."""

COMPARED_FRAMES = 20
"""How many frames the slower ones are given."""

SIX_DICE_ROUNDS = 4
"""How often each of the rendered frames is looked at."""

TIMEOUT_S = 600

_TIMES = ("frame_ms_p50", "frame_ms_p95", "detect_ms_p50", "read_ms_p50", "colour_ms_p50")

WEIGHTS = "detector.safetensors"
"""Weights of the detector for torch, beside the ONNX file."""


def bench(name: str = "default", photos: Path | None = None) -> dict[str, Any]:
    """Measure and compare.

    Args:
        name: Name or folder of the model.
        photos: Folder of photos to measure on; None for the demo clip.

    Returns:
        The figures with their public names; None for what is not installed.

    Raises:
        SightError: The measurement did not come to its end.
    """
    model = find_model(name)
    own = run_probe(name, photos)
    frames = frames_of(photos, COMPARED_FRAMES)
    figures = {
        **{key: own[key] for key in _TIMES},
        "frames_per_s": 1000 / own["frame_ms_p50"],
        "opencv_dnn_ms_p50": opencv_dnn_ms(model, frames),
        **_beside_ultralytics(model, photos, own),
        "rss_mb": own["rss_mb"],
        "startup_s": own["startup_s"],
        "frames": own["frames"],
        "dice": own["dice"],
    }
    if photos is None:
        figures |= {f"six_dice_{key}": value for key, value in six_dice(model, name).items()}
    return {
        key: round(value, 2) if isinstance(value, float) else value
        for key, value in figures.items()
    }


def six_dice(model: Model, name: str) -> dict[str, Any]:
    """Measure and compare on rendered frames of 1280 x 720 px with six dice.

    Args:
        model: The model.
        name: Its name or folder.

    Returns:
        Times, dice found on all frames, and how many times faster than Ultralytics.

    Raises:
        SightError: The measurement did not come to its end.
    """
    with TemporaryDirectory() as written:
        folder = Path(written)
        write_six_dice(folder)
        own = run_probe(name, folder, SIX_DICE_ROUNDS)
        return {
            **{key: own[key] for key in (*_TIMES, "frames", "dice")},
            **_beside_ultralytics(model, folder, own),
        }


def _beside_ultralytics(
    model: Model, photos: Path | None, own: Mapping[str, Any]
) -> dict[str, float | None]:
    """Return Ultralytics' times on the same frames, and how many times faster these are."""
    found, both = ultralytics_ms(model, photos) or (None, None)
    return {
        "ultralytics_ms_p50": found,
        "ultralytics_both_ms_p50": both,
        "speedup_vs_ultralytics": found / own["detect_ms_p50"] if found else None,
        "speedup_with_reader": (
            both / (own["detect_ms_p50"] + own["read_ms_p50"]) if both else None
        ),
    }


def run_probe(name: str, photos: Path | None, live_rounds: int = 0) -> dict[str, Any]:
    """Return what a fresh process measured, and how long it took to the first reading.

    Args:
        name: Name or folder of the model.
        photos: Folder of photos to measure on; None for the demo clip.
        live_rounds: Look at the photos as at frames of a camera, so often at each; 0 to look at
            them as at photos.

    Raises:
        SightError: The process failed.
    """
    command = [sys.executable, "-m", "dicecam.measure.probe", "--model", name]
    if photos is not None:
        command += ["--photos", str(photos)]
    if live_rounds:
        command += ["--live", "--rounds", str(live_rounds)]
    started = time.time()
    result = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if result.returncode != 0:
        lines = result.stderr.strip().splitlines() or [f"exit status {result.returncode}"]
        msg = f"the measuring process failed: {lines[-1]}"
        raise SightError(msg)
    own: dict[str, Any] = json.loads(result.stdout)
    own["startup_s"] = own["ready"] - started
    return own


def ultralytics_ms(model: Model, photos: Path | None) -> tuple[float, float] | None:
    """Return median times of Ultralytics' `predict` in torch, ms: detector, and with a classifier.

    The detector has the shipped weights. The classifier is Ultralytics' smallest of the same
    generation on the crops of the dice found. None when Ultralytics or the weights are not there.
    """
    weights = model.folder / WEIGHTS
    if not weights.is_file():
        return None
    command = [sys.executable, "-m", "dicecam.learn.ultra.predict", str(weights)]
    command += ["--long-side", str(COMPARED_PX), "--frames", str(COMPARED_FRAMES)]
    if photos is not None:
        command += ["--photos", str(photos)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False)
    if result.returncode != 0:
        return None
    figures = json.loads(result.stdout.splitlines()[-1])
    return float(figures["predict_ms_p50"]), float(figures["both_ms_p50"])


def opencv_dnn_ms(model: Model, frames: Sequence[Image]) -> float | None:
    """Return the median time of the detector in OpenCV DNN, ms; None when it cannot run it."""
    try:
        network = cv2.dnn.readNetFromONNX(str(model.detector.path))
        times = []
        for frame in (*frames[:WARM_UP], *frames):
            start = time.perf_counter()
            scale = COMPARED_PX / max(frame.shape[:2])
            tensor, _ = letterbox(frame, scale, model.detector.stride)
            network.setInput(tensor)
            network.forward()
            times.append((time.perf_counter() - start) * 1e3)
    except cv2.error:
        return None
    return statistics.median(times[WARM_UP:])
