"""What a still table costs, and whether hours of it grow the memory.

Half a minute of a still table at 30 frames a second, 640 x 480, with camera noise, goes through
gate, tracker and models; the process's CPU time is counted, not the clock, so that other programs
do not matter. Drawing the noise and decoding are measured apart. Then three hours of media time of
such a table go through gate and tracker in fast-forward.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import numpy as np

from dicecam.cli._line import table_looker, table_pipeline
from dicecam.sight import Frame, Image, Looker, SeenFace
from dicecam.synth import WEBCAM, render_scene
from scripts.acceptance_runs import _common

CASES = 2
FPS = 30
IDLE_S = 30.0
LONG_S = 3 * 3600.0
LONG_FPS = 4  # memory grows by frames and looks; more frames an hour only take longer
SHARE = 0.08
GROWTH = 0.05
PICTURES = 24
SEED = 61_000


@cache
def table() -> tuple[tuple[Image, ...], tuple[bytes, ...]]:
    """Return pictures of a still table that differ in their noise, and the same as JPEG."""
    still = render_scene(SEED, WEBCAM).image
    still = cv2.resize(still, (640, 480), interpolation=cv2.INTER_AREA)
    rng = np.random.default_rng(1)
    images, packed = [], []
    for _ in range(PICTURES):
        noisy = still + rng.normal(0, 2.0, still.shape)
        image = np.clip(noisy, 0, 255).astype(np.uint8)
        done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])
        assert done
        images.append(image)
        packed.append(data.tobytes())
    return tuple(images), tuple(packed)


class _Once:
    """Looks with the models once and gives that answer from then on."""

    def __init__(self, looker: Looker) -> None:
        self.looker = looker
        self.faces: tuple[SeenFace, ...] | None = None

    def look(self, image: Image) -> tuple[SeenFace, ...]:
        if self.faces is None:
            self.faces = self.looker.look(image)
        return self.faces


def run(case: int) -> dict[str, object]:
    """Measure the CPU (0) or the memory (1)."""
    return _cpu() if case == 0 else _memory()


def _cpu() -> dict[str, object]:
    images, packed = table()
    cv2.setNumThreads(1)
    pipeline = table_pipeline(table_looker("default"), live=True)
    count = round(IDLE_S * FPS)
    warm = 2 * FPS  # the votes are in by then
    for index in range(warm):
        pipeline.step(Frame(index, index / FPS, images[index % PICTURES]))
    looks = pipeline.looks
    start = time.process_time()
    for index in range(warm, warm + count):
        pipeline.step(Frame(index, index / FPS, images[index % PICTURES]))
    used_s = time.process_time() - start
    start = time.process_time()
    for index in range(count):
        cv2.imdecode(np.frombuffer(packed[index % PICTURES], np.uint8), cv2.IMREAD_COLOR)
    decoding_s = time.process_time() - start
    return {
        "idle_share_of_a_core": round(used_s / IDLE_S, 4),
        "ms_a_frame": round(1e3 * used_s / count, 2),
        "looks": pipeline.looks - looks,
        "decoding_share_of_a_core": round(decoding_s / IDLE_S, 4),
    }


def _memory() -> dict[str, object]:
    images, _ = table()
    pipeline = table_pipeline(_Once(table_looker("default")), live=True)  # type: ignore[arg-type]
    sizes = []
    count = round(LONG_S * LONG_FPS)
    for index in range(count):
        pipeline.step(Frame(index, index / LONG_FPS, images[index % PICTURES]))
        if index % (count // 100) == 0:
            sizes.append(_rss_mb())
    start, end = float(np.median(sizes[1:6])), float(np.median(sizes[-5:]))
    return {
        "hours": LONG_S / 3600,
        "frames": count,
        "rss_start_mb": round(start, 1),
        "rss_end_mb": round(end, 1),
        "rss_peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        "growth": round(end / start - 1, 4),
    }


def _rss_mb() -> float:
    """Return the memory in use now."""
    with open("/proc/self/statm", encoding="ascii") as file:
        pages = int(file.read().split()[1])
    return pages * resource.getpagesize() / 2**20


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return the figures."""
    figures: dict[str, Any] = {"model": _common.model_name()}
    for result in results:
        figures |= result
    idle = figures.get("idle_share_of_a_core", 0.0) <= SHARE
    return figures | {"passed": bool(idle and figures.get("growth", 0.0) < GROWTH)}
