"""`dicecam bench`: how fast the recognition is here, beside what one would otherwise write."""

from __future__ import annotations

import argparse
import json
import time
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
    ("ultralytics_both_ms_p50", "the same, and YOLO26n-cls on the crops", "ms"),
    ("speedup_with_reader", "finding and reading, times faster than both", ""),
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
    parser.add_argument(
        "--gui", action="store_true", help="measure how smoothly the window answers instead"
    )
    parser.add_argument("--rules", action="store_true", help="measure the rules instead")
    parser.add_argument("--seconds", type=float, default=25.0, help="how long --gui plays the demo")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    if arguments.gui:
        return _gui(arguments)
    if arguments.rules:
        return _rules(arguments)
    from dicecam.measure.bench import bench

    figures = bench(arguments.model, arguments.photos)
    if arguments.json:
        print(json.dumps(figures))
        return 0
    print(f"{figures['frames']} frames with {figures['dice']} dice")
    for key, title, unit in _LINES:
        print(f"{title:<52}{_shown(figures[key]):>9} {unit}".rstrip())
    return 0


def _rules(arguments: argparse.Namespace) -> int:
    """Measure legal actions and apply, an event, of every game."""
    from dicecam.cli._games import load_games
    from dicecam.measure.rules_speed import rules_ms

    figures = rules_ms(load_games())
    if arguments.json:
        print(json.dumps(figures))
        return 0
    for key, ms in figures.items():
        print(f"{key:<20} median {ms['median']:.3f} ms an event, longest {ms['max']:.1f} ms")
    return 0


def _gui(arguments: argparse.Namespace) -> int:
    """Play the demo in the window, with detection running, and measure the event loop's gaps."""
    import tempfile
    from dataclasses import asdict, replace

    started_s = time.monotonic()
    from dicecam.cli import build_parser
    from dicecam.cli._games import load_games
    from dicecam.cli.play import window_parts
    from dicecam.config import Settings
    from dicecam.window.probe import measure

    play = build_parser().parse_args(["play", "qwixx", "--source", "demo"])
    parts = window_parts(play, Settings(), load_games(), "demo")
    with tempfile.TemporaryDirectory() as folder:
        parts = replace(parts, log_folder=Path(folder), save_settings=lambda new: None)
        figures = asdict(measure(parts, arguments.seconds, started_s))
    if arguments.json:
        print(json.dumps(figures))
        return 0
    for key, value in figures.items():
        print(f"{key:<20}{value:>10.1f}")
    return 0


def _shown(value: Any) -> str:
    """Return a figure as text; what is not installed was not measured."""
    return "-" if value is None else f"{value:.1f}"
