"""Symbols on dice: a drawing, and the way it is brought onto the face.

Twenty drawings a symbol: glyphs of free fonts, rasterised once into ``glyphs.npz``, and our own.
No symbol is ever mirrored.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from dicecam.synth.arrays import Bytes, Floats
from dicecam.synth.drawings import OWN, SIDE
from dicecam.synth.noise import fractal
from dicecam.synth.skins import Canvas
from dicecam.synth.styles import STYLES

_BANK = Path(__file__).with_name("glyphs.npz")
SHAPES = STYLES["shapes"]
FIRST = 12
"""Drawings of which every third is held back; those after them are for training alone."""


@lru_cache(maxsize=1)
def drawings() -> dict[str, tuple[Bytes, ...]]:
    """Return the drawings of each symbol in the order of ``styles.STYLES["shapes"]``."""
    found: dict[str, tuple[Bytes, ...]] = {}
    with np.load(_BANK) as bank:
        for symbol, draw in OWN.items():
            masks = _glyphs(bank[symbol])[: FIRST - 3]
            # Ours fill the rest, spread so that training and measuring both get some.
            for number in range(FIRST - len(masks)):
                masks.append(draw(np.random.default_rng([sum(map(ord, symbol)), number])))
            masks += _glyphs(bank[f"{symbol}_more"])
            for number in range(FIRST, FIRST + len(SHAPES) - len(masks)):
                masks.append(draw(np.random.default_rng([sum(map(ord, symbol)), number])))
            found[symbol] = tuple(masks)
    return found


def _glyphs(bits: Bytes) -> list[Bytes]:
    masks = np.unpackbits(bits).reshape(-1, SIDE, SIDE) * np.uint8(255)
    return [np.ascontiguousarray(mask) for mask in masks]


def _warped(mask: Bytes, size: int, rng: np.random.Generator) -> Bytes:
    """Return the drawing on a face of ``size`` px: scaled, shifted, turned by quarters."""
    scale = size / SIDE * rng.uniform(0.58, 0.9)
    turn = int(rng.integers(4)) * 90 + rng.normal(0, 3)
    matrix = cv2.getRotationMatrix2D((SIDE / 2, SIDE / 2), turn, scale)
    matrix[:, 2] = matrix[:, 2] + size / 2 - SIDE / 2 + rng.normal(0, 0.02, 2) * size
    if scale < 1:
        mask = cv2.GaussianBlur(mask, (0, 0), 0.45 / scale)
    return cv2.warpAffine(mask, matrix, (size, size), flags=cv2.INTER_LINEAR)


def _treated(mask: Bytes, how: str, size: int, rng: np.random.Generator) -> Bytes:
    """Return the drawing made thinner, thicker, hollow or broken, as the style asks."""
    reach = max(1, round(size * rng.uniform(0.012, 0.03)))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    if how == "thick":
        return cv2.dilate(mask, kernel)
    if how == "thin" and size > 60:
        return cv2.erode(mask, kernel[: reach + 1, : reach + 1])
    if how == "outlined" and size > 40:
        return cv2.subtract(cv2.dilate(mask, kernel), cv2.erode(mask, kernel))
    if how == "worn":
        holes = np.clip((fractal(rng, (size, size), 9, 3) - 0.33) * 9, 0, 1)
        return np.asarray(mask * holes, dtype=np.uint8)
    if how == "stencil":
        bar = max(1, round(size * 0.03))
        mask[:, size // 2 - bar : size // 2 + bar] //= 6
        return mask
    if how == "naive":
        sway = fractal(rng, (size, size), 4, 2) * size * 0.12
        row, column = np.mgrid[0:size, 0:size].astype(np.float32)
        return cv2.remap(mask, column + sway, row + sway.T, cv2.INTER_LINEAR)
    return mask


def paint_symbol(
    face: Canvas, symbol: str, shape: str, how: str, ink: Floats, rng: np.random.Generator
) -> None:
    """Bring a symbol onto a face.

    Args:
        face: the face to paint.
        symbol: its reader class.
        shape: which drawing, a name of the group "shapes".
        how: the treatment, a name of the group "symbols".
        ink: linear BGR `(3,)`.
        rng: draws size, place and turn.
    """
    mask = _warped(drawings()[symbol][SHAPES.index(shape)], face.size, rng)
    mask = _treated(mask, how, face.size, rng)
    cover = mask.astype(np.float32) * np.float32(1 / 255)
    if how == "inset":
        plate = face.disc(0, 0, 0.86) if rng.random() < 0.5 else _plate(face)
        cover = np.clip(plate - cover, 0, 1)
    if how == "burnt":
        halo = cv2.GaussianBlur(cover, (0, 0), face.size * 0.035)
        face.paint(np.clip(halo * 0.7, 0, 1), ink * 0.6 + np.float32(0.02))
    face.paint(cover, ink)
    if how in {"engraved", "burnt", "stencil"}:
        face.height -= cv2.GaussianBlur(cover, (0, 0), max(0.6, face.size * 0.012)) * 0.06


def _plate(face: Canvas) -> Floats:
    away = np.maximum(np.abs(face.u), np.abs(face.v))
    return np.asarray(np.clip((0.84 - away) / face.pixel + 0.5, 0.0, 1.0))
