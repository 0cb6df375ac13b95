"""`dicecam bench`: how fast the recognition is here, beside what one would otherwise write."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

HELP = "measure speed and memory of the recognition"

_LINES = (
    ("frame_ms_p50", "a frame, median", "ms"),
    ("frame_ms_p95", "a frame, 95 of 100 within", "ms"),
    ("detect_ms_p50", "  finding the dice", "ms"),
    ("read_ms_p50", "  reading the faces", "ms"),
    ("colour_ms_p50", "  naming the colours", "ms"),
    ("frames_per_s", "frames a second", ""),
    ("ultralytics_ms_p50", "Ultralytics predict, torch, 640 px, same detector", "ms"),
    ("opencv_dnn_ms_p50", "OpenCV DNN, 640 px, same detector", "ms"),
    ("speedup_vs_ultralytics", "finding the dice, times faster than Ultralytics", ""),
    ("rss_mb", "memory at most", "MB"),
    ("startup_s", "from start to the first reading", "s"),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the verb."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--photos", type=Path, metavar="FOLDER", help="measure on these photos, not on the demo"
    )
    parser.add_argument("--model", default="default", metavar="NAME", help="name or folder")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.measure.bench import bench

    figures = bench(arguments.model, arguments.photos)
    if arguments.json:
        print(json.dumps(figures))
        return 0
    print(f"{figures['frames']} frames with {figures['dice']} dice")
    for key, title, unit in _LINES:
        print(f"{title:<52}{_shown(figures[key]):>9} {unit}".rstrip())
    return 0


def _shown(value: Any) -> str:
    """Return a figure as text; what is not installed was not measured."""
    return "-" if value is None else f"{value:.1f}"
