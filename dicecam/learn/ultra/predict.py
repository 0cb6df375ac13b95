"""Times Ultralytics' own `predict` with our detector: `python -m dicecam.learn.ultra.predict`.

What a user would otherwise write, for the comparison of `dicecam bench`. Its output is one JSON
object.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dicecam.learn.ultra.detector import DEFAULT_YAML, build_detector
from dicecam.sight import Image
from dicecam.vision.crops import crop_square
from dicecam.vision.files import ClipSource
from dicecam.vision.photos import load_photo, photo_paths
from dicecam.vision.sources import demo_clip

WARM_UP = 3
CLASSIFIER_YAML = "yolo26n-cls.yaml"
CROP_PX, CROP_SCALE = 96, 1.3
"""Crops about as large as those of the shipped reader, a size that the classifier takes."""


def load_predictor(weights: Path) -> Any:
    """Return an Ultralytics model with the weights of a detector.

    Args:
        weights: The .safetensors file beside the ONNX one.
    """
    from safetensors.torch import load_file
    from ultralytics import YOLO

    model = build_detector()
    model.load_state_dict(
        {
            key: value.float() if value.is_floating_point() else value
            for key, value in load_file(weights).items()
        }
    )
    model.names = {0: "die"}
    wrapper = YOLO(str(DEFAULT_YAML), task="detect", verbose=False)
    wrapper.model = model
    return wrapper


def predict_ms(predictor: Any, frames: Sequence[Image], long_side_px: int) -> float:
    """Return the median time of `predict`, ms, after a few frames to warm up."""
    times = []
    for frame in (*frames[:WARM_UP], *frames):
        start = time.perf_counter()
        predictor.predict(frame, imgsz=long_side_px, verbose=False)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[WARM_UP:])


def load_classifier() -> Any:
    """Return Ultralytics' smallest classifier of its newest kind, untrained: only time counts."""
    from ultralytics import YOLO

    return YOLO(CLASSIFIER_YAML, task="classify", verbose=False)


def predict_both_ms(
    predictor: Any, classifier: Any, frames: Sequence[Image], long_side_px: int
) -> float:
    """Return the median time of finding the dice and classifying their crops, ms."""
    times = []
    for frame in (*frames[:WARM_UP], *frames):
        start = time.perf_counter()
        found = predictor.predict(frame, imgsz=long_side_px, verbose=False)[0].boxes.xyxy.numpy()
        crops = [crop_square(frame, box, CROP_PX, CROP_SCALE) for box in found.tolist()]
        if crops:
            classifier.predict(crops, imgsz=CROP_PX, verbose=False)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times[WARM_UP:])


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description="Times Ultralytics' predict.")
    parser.add_argument("weights", type=Path)
    parser.add_argument("--photos", type=Path)
    parser.add_argument("--frames", type=int, default=20)
    parser.add_argument("--long-side", type=int, default=640)
    arguments = parser.parse_args(argv)
    if arguments.photos is not None:
        paths = list(photo_paths([arguments.photos]))
        frames = [load_photo(path) for path in paths[:: -(-len(paths) // arguments.frames)]]
    else:
        clip = ClipSource(demo_clip())
        step = max(1, clip.frames // arguments.frames)
        frames = [frame.image for frame in clip if frame.index % step == 0][: arguments.frames]
        clip.close()
    predictor = load_predictor(arguments.weights)
    figures = {
        "predict_ms_p50": predict_ms(predictor, frames, arguments.long_side),
        "both_ms_p50": predict_both_ms(predictor, load_classifier(), frames, arguments.long_side),
        "frames": len(frames),
    }
    sys.stdout.write(json.dumps(figures) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
