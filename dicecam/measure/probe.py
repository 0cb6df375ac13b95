"""Times the shipped recognition in a process of its own: `python -m dicecam.measure.probe`.

A fresh process shows what a player's computer loads and how much memory it takes, with nothing
of the measuring program in it. Its output is one JSON object.
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

from dicecam.sight import Image
from dicecam.vision.looker import DiceLooker, load_looker
from dicecam.vision.onnx_detector import LIVE_POLICY, PHOTO_POLICY
from dicecam.vision.photos import load_photo, photo_paths
from dicecam.vision.sources import DEMO, open_source

MAX_FRAMES = 60
"""How many different frames are measured."""

WARM_UP = 3
"""Frames looked at before the clock counts."""


def frames_of(photos: Path | None, most: int = MAX_FRAMES) -> list[Image]:
    """Return frames spread over the demo clip, or the photos of a folder.

    Args:
        photos: The folder; None for the demo clip.
        most: How many frames at most.
    """
    if photos is not None:
        paths = list(photo_paths([photos]))
        return [load_photo(path) for path in _spread(paths, most)]
    source = open_source(DEMO)
    count = max(1, getattr(source, "frames", most))
    step = max(1, count // most)
    # Kept one by one: the whole clip would take more memory than the program itself.
    frames = [frame.image for frame in source if frame.index % step == 0][:most]
    source.close()
    return frames


def stage_times(looker: DiceLooker, frames: Sequence[Image]) -> dict[str, Any]:
    """Return the times of the parts of a look, ms.

    Args:
        looker: What looks.
        frames: Pictures to look at, one after the other.
    """
    for frame in frames[:WARM_UP]:
        looker.look_closely(frame)
    looked = [looker.look_closely(frame) for frame in frames]
    totals = sorted(one.ms.total for one in looked)
    return {
        "frames": len(frames),
        "dice": sum(len(one.faces) for one in looked),
        "frame_ms_p50": statistics.median(totals),
        "frame_ms_p95": totals[min(len(totals) - 1, round(0.95 * len(totals)))],
        "detect_ms_p50": statistics.median(one.ms.detect for one in looked),
        "read_ms_p50": statistics.median(one.ms.read for one in looked),
        "colour_ms_p50": statistics.median(one.ms.colour for one in looked),
    }


def peak_memory_mb() -> float | None:
    """Return the most memory this process ever held, MB; None where that is not told."""
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # macOS counts bytes, Linux kilobytes.
    return peak / 1e6 if sys.platform == "darwin" else peak * 1024 / 1e6


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print one JSON object."""
    parser = argparse.ArgumentParser(description="Times the recognition in this process.")
    parser.add_argument("--model", default="default")
    parser.add_argument("--photos", type=Path)
    parser.add_argument(
        "--live", action="store_true", help="look at photos as at a camera's frames"
    )
    parser.add_argument("--rounds", type=int, default=1, help="how often each frame is looked at")
    arguments = parser.parse_args(argv)
    live = arguments.live or arguments.photos is None
    policy = LIVE_POLICY if live else PHOTO_POLICY
    looker = load_looker(arguments.model, policy)
    frames = frames_of(arguments.photos)
    looker.look_closely(frames[0])
    ready = time.time()
    times = stage_times(looker, frames * arguments.rounds)
    loaded = [name for name in ("torch", "ultralytics", "PySide6") if name in sys.modules]
    result = {**times, "ready": ready, "rss_mb": peak_memory_mb(), "loaded": loaded}
    sys.stdout.write(json.dumps(result) + "\n")
    return 0


def _spread(paths: Sequence[Path], most: int) -> list[Path]:
    """Return at most so many paths, spread over all."""
    step = max(1, -(-len(paths) // most))
    return list(paths[::step])


if __name__ == "__main__":
    sys.exit(main())
