"""Random fields that are made once and reused: smooth noise and sensor grain."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from dicecam.synth.arrays import Floats


def smooth(rng: np.random.Generator, shape: tuple[int, int], cells: int) -> Floats:
    """Return noise of about 0..1 with ``cells`` bumps across its longer side."""
    longest = max(shape)
    small = (max(2, shape[0] * cells // longest + 1), max(2, shape[1] * cells // longest + 1))
    grid = rng.random(small, dtype=np.float32)
    grown = cv2.resize(grid, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    return np.clip(grown, 0, 1, out=grown)


def fractal(rng: np.random.Generator, shape: tuple[int, int], cells: int, octaves: int) -> Floats:
    """Return noise of about 0..1 that sums ``octaves`` of doubling fineness."""
    total = np.zeros(shape, dtype=np.float32)
    weight = 0.0
    for octave in range(octaves):
        share = 0.55**octave
        total += share * smooth(rng, shape, cells * 2**octave)
        weight += share
    return total / np.float32(weight)


@lru_cache(maxsize=1)
def grain_bank() -> Floats:
    """Return `(760, 1300, 3)` sensor grain of variance about 1, softened as demosaicing does."""
    rng = np.random.default_rng(20260101)
    raw = rng.standard_normal((760, 1300, 3), dtype=np.float32)
    soft = cv2.GaussianBlur(raw, (0, 0), 0.7)
    soft = 0.6 * soft + 0.4 * soft.mean(axis=2, keepdims=True)
    return np.asarray(soft / soft.std(), dtype=np.float32)
