"""Procedural table tops: wood, felt, cloth, print and the like, as square textures.

A texture is drawn once a process for each (kind, variant) and tinted anew in each scene.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

from dicecam.synth.arrays import Bytes, Floats
from dicecam.synth.noise import fractal, smooth
from dicecam.synth.skins import linear

if TYPE_CHECKING:
    from collections.abc import Callable

SIDE = 768
VARIANTS = 10
_SHAPE = (SIDE, SIDE)


def _mix(low: Floats, high: Floats, weight: Floats) -> Floats:
    return np.asarray(low + (high - low) * weight[..., None], dtype=np.float32)


def _tone(rng: np.random.Generator, saturation: float = 0.8) -> Floats:
    return linear(rng.uniform(0, 360), rng.uniform(0, saturation), rng.uniform(0.12, 0.95))


def _wood_tone(rng: np.random.Generator) -> Floats:
    return linear(rng.uniform(14, 40), rng.uniform(0.12, 0.7), rng.uniform(0.3, 1.0) ** 0.7)


def _grain(rng: np.random.Generator, shape: tuple[int, int]) -> Floats:
    """Return wood grain along the rows of a texture."""
    height, width = shape
    warp = smooth(rng, shape, 4) * rng.uniform(10, 60)
    rings = np.arange(height, dtype=np.float32)[:, None] + warp
    waves = 0.5 + 0.5 * np.sin(rings * rng.uniform(0.05, 0.3))
    narrow = rng.random((height, max(4, width // 40)), dtype=np.float32)
    fibres = cv2.resize(narrow, (width, height), interpolation=cv2.INTER_LINEAR)
    return np.asarray(0.35 * waves + 0.65 * fibres, dtype=np.float32)


def _wood(rng: np.random.Generator) -> Floats:
    tone = _wood_tone(rng)
    return _mix(tone * rng.uniform(0.45, 0.85), tone, _grain(rng, _SHAPE))


def _planks(rng: np.random.Generator) -> Floats:
    tone, rows = _wood_tone(rng), int(rng.integers(3, 9))
    high = SIDE // rows + 1
    parts = []
    for _ in range(rows):
        shade = tone * rng.uniform(0.75, 1.1)
        part = _mix(shade * 0.6, shade, _grain(rng, (high, SIDE)))
        part[: int(rng.integers(2, 6))] *= 0.35
        cut = int(rng.integers(SIDE))
        part[:, cut : cut + 4] *= 0.4
        parts.append(part)
    return np.concatenate(parts)[:SIDE]


def _felt(rng: np.random.Generator) -> Floats:
    fuzz = 0.5 * rng.random(_SHAPE, dtype=np.float32) + 0.5 * fractal(rng, _SHAPE, 90, 3)
    tone = linear(
        rng.choice([130, 150, 0, 215, 350, 40]), rng.uniform(0.3, 0.9), rng.uniform(0.2, 0.7)
    )
    return _mix(tone * 0.6, tone * 1.15, fuzz)


def _cloth(rng: np.random.Generator) -> Floats:
    tone = _tone(rng)
    folds = fractal(rng, _SHAPE, 3, 2)
    steps = np.arange(SIDE, dtype=np.float32)
    period = rng.uniform(3, 8)
    threads = np.sin(steps * 2 * np.pi / period)
    fabric = 0.5 + 0.25 * threads[None] * threads[:, None]
    return _mix(tone * 0.5, tone, 0.6 * folds + 0.4 * fabric.astype(np.float32))


def _weave(rng: np.random.Generator) -> Floats:
    cell = int(rng.integers(6, 28))
    row, column = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    over = ((row // cell + column // cell) % 2).astype(np.float32)
    across = np.abs(np.sin(row / cell * np.pi))
    along = np.abs(np.sin(column / cell * np.pi))
    bump = np.where(over > 0, across, along) * 0.8 + 0.2 * rng.random(_SHAPE, dtype=np.float32)
    first = _wood_tone(rng) if rng.random() < 0.6 else _tone(rng)
    second = first * rng.uniform(0.5, 1.0) if rng.random() < 0.7 else _tone(rng)
    return np.asarray(_mix(first, second, over) * (0.35 + 0.65 * bump[..., None]))


def _carpet(rng: np.random.Generator) -> Floats:
    tufts = cv2.GaussianBlur(rng.random(_SHAPE, dtype=np.float32), (0, 0), rng.uniform(1.0, 3.5))
    tufts = np.clip((tufts - tufts.mean()) / (4 * tufts.std()) + 0.5, 0, 1)
    tone, other = _tone(rng, 0.5), _tone(rng, 0.6)
    stains = np.clip((fractal(rng, _SHAPE, 8, 3) - 0.45) * 5, 0, 1)
    pattern = (
        _mix(tone, other, stains) if rng.random() < 0.5 else np.broadcast_to(tone, (*_SHAPE, 3))
    )
    return np.asarray(pattern * (0.35 + 0.9 * tufts[..., None]), dtype=np.float32)


def _marble(rng: np.random.Generator) -> Floats:
    field = fractal(rng, _SHAPE, 4, 5)
    veins = np.clip(1 - np.abs(field - 0.5) * rng.uniform(8, 25), 0, 1)
    base = linear(rng.uniform(0, 360), rng.uniform(0, 0.2), rng.choice([0.15, 0.75, 0.92]))
    other = linear(rng.uniform(0, 360), rng.uniform(0, 0.25), rng.uniform(0.2, 0.9))
    return _mix(base, other, veins * rng.uniform(0.3, 1.0)) * (0.8 + 0.4 * field[..., None])


def _plain(rng: np.random.Generator) -> Floats:
    tone = linear(rng.uniform(0, 360), rng.uniform(0, 1) ** 3, rng.uniform(0.05, 1.0) ** 0.5)
    return _mix(tone * 0.85, tone, fractal(rng, _SHAPE, 5, 4))


def _newsprint(rng: np.random.Generator) -> Floats:
    """Draw columns of printed text, numbers, rules and boxes."""
    page = np.full(_SHAPE, 255, dtype=np.uint8)
    columns = int(rng.integers(1, 5))
    wide = SIDE // columns
    glyphs = list("abcdefghiklmnoprstuvwxyzABCDEGHMNORST0123456789.,:;-")
    for column in range(columns):
        y, left = int(rng.integers(5, 40)), column * wide + 8
        while y < SIDE:
            scale = float(rng.choice([0.35, 0.4, 0.5, 0.8, 1.4], p=[0.4, 0.3, 0.15, 0.1, 0.05]))
            count = max(3, int((wide - 16) / (19 * scale)))
            text = "".join(rng.choice(glyphs, count))
            words = "".join(" " if rng.random() < 0.16 else letter for letter in text)
            place, ink = (left, y), int(rng.integers(0, 110))
            cv2.putText(page, words, place, int(rng.integers(0, 5)), scale, ink, 1, cv2.LINE_AA)
            y += int(34 * scale + rng.integers(0, 8))
            if rng.random() < 0.08:
                tall = int(rng.integers(20, 120))
                shade = int(rng.integers(30, 220))
                filled = -1 if rng.random() < 0.5 else 2
                cv2.rectangle(page, (left, y - 10), (left + wide - 20, y + tall), shade, filled)
                y += tall + 20
    paper = linear(rng.uniform(20, 60), rng.uniform(0, 0.2), rng.uniform(0.7, 1.0))
    return _mix(paper * 0.05, paper, page.astype(np.float32) / 255)


def _leather(rng: np.random.Generator) -> Floats:
    cells = fractal(rng, _SHAPE, int(rng.integers(40, 110)), 2)
    ridges = np.clip(np.abs(cells - 0.5) * 9, 0, 1)
    hue = rng.choice([20, 25, 0, 215, 130, 280, 45])
    tone = linear(hue, rng.uniform(0.1, 0.8), rng.uniform(0.08, 0.65))
    return _mix(tone * 0.55, tone, ridges) * (0.8 + 0.4 * fractal(rng, _SHAPE, 4, 2)[..., None])


def _tiles(rng: np.random.Generator) -> Floats:
    cell = int(rng.choice([48, 64, 96, 128, 192, 256]))
    counts = SIDE // cell + 1
    shades = rng.uniform(0.8, 1.15, (counts, counts)).astype(np.float32)
    if rng.random() < 0.4:
        shades *= 1 - 0.6 * (np.indices((counts, counts)).sum(axis=0) % 2)
    row, column = np.mgrid[0:SIDE, 0:SIDE]
    base = _tone(rng, 0.4) * shades[row // cell, column // cell][..., None]
    base = base * (0.85 + 0.3 * fractal(rng, _SHAPE, 10, 4)[..., None])
    grout = int(rng.integers(2, 8))
    gap = ((row % cell < grout) | (column % cell < grout)).astype(np.float32)
    return _mix(base, _tone(rng, 0.2), cv2.GaussianBlur(gap, (0, 0), 1.0))


def _quilt(rng: np.random.Generator) -> Floats:
    cell = float(rng.uniform(40, 120))
    row, column = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    first, second = (row + column) / cell, (row - column) / cell
    puff = np.abs(np.sin(first * np.pi) * np.sin(second * np.pi)) ** 0.4
    tone = _tone(rng, 0.6)
    fuzz = rng.random(_SHAPE, dtype=np.float32)
    return _mix(tone * 0.35, tone, (0.85 * puff + 0.15 * fuzz).astype(np.float32))


def _dotted(rng: np.random.Generator) -> Floats:
    """Draw fabric with dots, rings or small flowers: a net of pip-like things."""
    cell = float(rng.uniform(18, 90))
    row, column = np.mgrid[0:SIDE, 0:SIDE].astype(np.float32)
    shift = (np.floor(row / cell) % 2) * 0.5 * rng.integers(0, 2)
    x, y = (column / cell + shift) % 1 - 0.5, (row / cell) % 1 - 0.5
    away = np.sqrt(x * x + y * y)
    if rng.random() < 0.3:
        away = away * (1 + 0.3 * np.cos(np.arctan2(y, x) * int(rng.integers(3, 8))))
    radius = rng.uniform(0.12, 0.36)
    dots = np.clip((radius - away) * cell + 0.5, 0, 1)
    if rng.random() < 0.3:
        dots = dots - np.clip((radius * 0.6 - away) * cell + 0.5, 0, 1)
    first, second = _tone(rng), _tone(rng)
    return _mix(first, second, dots.astype(np.float32)) * (
        0.8 + 0.3 * fractal(rng, _SHAPE, 60, 2)[..., None]
    )


def _tartan(rng: np.random.Generator) -> Floats:
    stripes = np.zeros((SIDE, 3), dtype=np.float32)
    stripes[:] = _tone(rng)
    for _ in range(int(rng.integers(4, 9))):
        at, wide = int(rng.integers(SIDE)), int(rng.integers(4, 60))
        stripes[at : at + wide] = _tone(rng)
    return np.asarray((stripes[None] + stripes[:, None]) / 2, dtype=np.float32)


def _terrazzo(rng: np.random.Generator) -> Floats:
    chips = np.full((*_SHAPE, 3), 0, dtype=np.float32)
    chips[:] = linear(rng.uniform(0, 60), rng.uniform(0, 0.2), rng.uniform(0.5, 0.95))
    for _ in range(int(rng.integers(200, 700))):
        centre, reach = rng.uniform(0, SIDE, 2), rng.uniform(3, 18)
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(4, 8))))
        points = centre + reach * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        cv2.fillPoly(chips, [points.astype(np.int32)], _tone(rng, 0.5).tolist(), cv2.LINE_AA)
    return chips


def _cork(rng: np.random.Generator) -> Floats:
    tone = linear(rng.uniform(22, 34), rng.uniform(0.4, 0.6), rng.uniform(0.5, 0.8))
    lumps = fractal(rng, _SHAPE, 60, 3)
    dark = np.clip((rng.random(_SHAPE, dtype=np.float32) - 0.97) * 40, 0, 1)
    dark = np.clip(cv2.GaussianBlur(dark, (0, 0), 1.6) * 5, 0, 1)
    return _mix(_mix(tone * 0.6, tone * 1.1, lumps), tone * 0.2, dark)


_MAKERS: dict[str, Callable[[np.random.Generator], Floats]] = {
    "wood": _wood,
    "planks": _planks,
    "felt": _felt,
    "cloth": _cloth,
    "weave": _weave,
    "carpet": _carpet,
    "marble": _marble,
    "plain": _plain,
    "newsprint": _newsprint,
    "leather": _leather,
    "tiles": _tiles,
    "quilt": _quilt,
    "dotted": _dotted,
    "terrazzo": _terrazzo,
    "tartan": _tartan,
    "cork": _cork,
}


@lru_cache(maxsize=200)
def texture(kind: str, variant: int) -> Bytes:
    """Return a table texture.

    Args:
        kind: a name of the group "textures".
        variant: 0 up to ``VARIANTS``; the same variant always looks the same.

    Returns:
        `(SIDE, SIDE, 3)` uint8, the square root of linear BGR.
    """
    salt = sum(ord(letter) * 31**place for place, letter in enumerate(kind)) % 100_003
    rng = np.random.default_rng([salt, variant])
    values = np.sqrt(np.clip(_MAKERS[kind](rng), 0, 1))
    return np.asarray(np.round(values * 255), dtype=np.uint8)
