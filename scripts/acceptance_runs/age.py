"""How old a result is when it comes out of the line, over ten minutes of a camera in motion.

A capture gives pictures of a rendered clip 30 times a second, whoever fetches them; something
moves all the time, so that the models look as often as they do in play. The age of a view is the
time from its picture's capture to the moment the view is there. What is looked at slowly must make
results old once, never older and older.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from dicecam.cli._line import table_looker, table_pipeline
from dicecam.sight import Image, Looker, SeenFace
from dicecam.vision.live import LiveSource
from scripts.acceptance_runs import _clips, _common, throws

CASES = 1
MINUTES = 10.0
FPS = 30.0
SLACK_S = 0.015
TREND_S = 0.005  # what the age may drift by in ten minutes; less is the machine's doing
SEED = 60_000


class _Camera:
    """A capture that shows a clip over and over in real time."""

    description = "640 x 480, rendered"

    def __init__(self, images: Sequence[Image], begin_s: float) -> None:
        self._images = images
        self._begin_s = begin_s
        self._count = 0

    def read(self) -> Image:
        self._count += 1
        time.sleep(max(0.0, self._begin_s + self._count / FPS - time.monotonic()))
        image = self._images[self._count % len(self._images)].copy()
        stamp = time.monotonic_ns().to_bytes(9, "big")
        image[0, :3] = np.frombuffer(stamp, np.uint8).reshape(3, 3)
        return image

    def close(self) -> None:
        """Nothing is held."""


class _Timed:
    """Notes how long each look took."""

    def __init__(self, looker: Looker) -> None:
        self.looker = looker
        self.took_s: list[float] = []

    def look(self, image: Image) -> tuple[SeenFace, ...]:
        start = time.monotonic()
        faces = self.looker.look(image)
        self.took_s.append(time.monotonic() - start)
        return faces


def run(case: int) -> dict[str, object]:
    """Measure ten minutes."""
    del case
    film = throws.film(SEED, heldout=False)
    busy = [image for image, truth in _clips.frames(film, f"tuneb-{SEED}") if not truth.still]
    looker = _Timed(table_looker("default"))
    pipeline = table_pipeline(looker, live=True)
    source = LiveSource("clip", lambda: _Camera(busy[:300], time.monotonic()))
    ages: list[tuple[float, float]] = []
    for frame in source:
        pipeline.step(frame)
        captured_ns = int.from_bytes(frame.image[0, :3].tobytes(), "big")
        ages.append((frame.time_s, 1e-9 * (time.monotonic_ns() - captured_ns)))
        if frame.time_s > 60 * MINUTES:
            break
    source.close()
    return _figures(np.array(ages), np.array(looker.took_s), source.dropped)


def _figures(
    ages: np.ndarray[Any, np.dtype[np.float64]],
    looks: np.ndarray[Any, np.dtype[np.float64]],
    dropped: int,
) -> dict[str, object]:
    times_s, age_s = ages[:, 0], ages[:, 1]
    third = len(age_s) // 3
    drift = float(np.median(age_s[-third:]) - np.median(age_s[:third]))
    return {
        "minutes": round(float(times_s[-1]) / 60, 1),
        "views": len(age_s),
        "dropped": dropped,
        "looks": len(looks),
        "look_median_s": round(float(np.median(looks)), 4),
        "look_p95_s": round(float(np.percentile(looks, 95)), 4),
        "age_median_s": round(float(np.median(age_s)), 4),
        "age_p95_s": round(float(np.percentile(age_s, 95)), 4),
        "drift_s": round(drift, 4),
        "platform": sys.platform,
    }


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return the figures."""
    (figures,) = results
    limit = figures["look_p95_s"] + 1 / FPS + SLACK_S
    passed = figures["age_p95_s"] <= limit and figures["drift_s"] <= TREND_S
    return {"model": _common.model_name()} | figures | {"limit_s": limit, "passed": bool(passed)}
