"""Says what spoils a picture of the table: too dark, glare, blur, dice too small.

Numbers from one picture only; what to do about it is said elsewhere. This module knows numpy and
boxes, no window and no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from dicecam.sight import Box, Image

_LOOK_PX = 160
"""Pictures are thinned to about this many px across: light needs no detail."""
_LEAST_PX = 8
"""In smaller boxes no edge can be measured."""
_LEAST_CONTRAST = 24.0
"""Of dice with less contrast sharpness cannot be told from noise."""
_LUMA_BGR = np.array([0.114, 0.587, 0.299], np.float32)


class Hint(StrEnum):
    """Something that spoils the picture."""

    TOO_DARK = "too_dark"
    """There is too little light to tell colours apart."""
    GLARE = "glare"
    """Part of the picture, or most dice, are burnt out: a lamp, a window or its reflection."""
    TOO_SMALL = "too_small"
    """The dice cover too few pixels to be read surely."""
    BLURRED = "blurred"
    """The dice are out of focus."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a picture begins to be bad.

    Attributes:
        dark_luma: Median brightness below which it is too dark, 0 to 255; larger warns sooner.
        burnt_level: A pixel whose three channels all reach this is burnt out, 0 to 255.
        burnt_share: Share of burnt pixels from which there is glare; larger warns later.
        die_px: Median die edge below which dice are too small, px of the full picture.
        die_burnt_share: Share of burnt pixels from which a die is burnt out; half of the dice are
            needed.
        edge_share: Width of the sharpest edges on a die, in lengths of the die, above which it is
            blurred. On sharp photos it is 0.04 to 0.09, also of small dice.
    """

    dark_luma: float = 50.0
    burnt_level: int = 252
    burnt_share: float = 0.02
    die_px: float = 26.0
    die_burnt_share: float = 0.4
    edge_share: float = 0.13


@dataclass(frozen=True, slots=True)
class Light:
    """How bright a picture is.

    Attributes:
        median: Median brightness, 0 to 255.
        burnt: Share of burnt pixels, 0 to 1.
    """

    median: float
    burnt: float


def light_of(image: Image, limits: Limits | None = None) -> Light:
    """Measure the light in a picture.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        limits: Which pixels count as burnt.
    """
    level = (limits or Limits()).burnt_level
    step = max(1, max(image.shape[:2]) // _LOOK_PX)
    thin = image[::step, ::step]
    luma = thin.astype(np.float32) @ _LUMA_BGR
    burnt = np.min(thin, axis=2) >= level
    return Light(float(np.median(luma)), float(np.mean(burnt)))


def hints_for(
    image: Image, boxes: Sequence[Box] = (), limits: Limits | None = None
) -> tuple[Hint, ...]:
    """Return what spoils a picture, the worst first.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        boxes: The dice seen in it, px of the same picture; none when nothing is known of them.
        limits: Where a picture begins to be bad.
    """
    limits = limits or Limits()
    light = light_of(image, limits)
    found = []
    if light.median < limits.dark_luma:
        found.append(Hint.TOO_DARK)
    dice = [part for box in boxes if (part := _inside(image, box)).size]
    burnt = [float(np.mean(part.min(2) >= limits.burnt_level)) for part in dice]
    if light.burnt > limits.burnt_share or (
        burnt and float(np.median(burnt)) > limits.die_burnt_share
    ):
        found.append(Hint.GLARE)
    edges = [min(box.width, box.height) for box in boxes]
    if edges and float(np.median(edges)) < limits.die_px:
        found.append(Hint.TOO_SMALL)
    elif dice and float(np.median([edge_width(part) for part in dice])) > limits.edge_share:
        found.append(Hint.BLURRED)
    return tuple(found)


def _inside(image: Image, box: Box) -> Image:
    """Return the part of a picture in a box; empty when that lies outside."""
    left, top = max(0, round(box.x1)), max(0, round(box.y1))
    return image[top : max(top, round(box.y2)), left : max(left, round(box.x2))]


def edge_width(die: Image) -> float:
    """Return how wide the sharpest edges on a die are, in lengths of the die.

    Contrast divided by the steepest slope is the width of the edge between light and dark. A few
    pixels are left out at both ends, and neighbours are averaged, so that noise makes no edges.

    Args:
        die: `(h, w, 3)` uint8 BGR, the inside of its box.

    Returns:
        The width; 0 for a die without contrast, of which nothing can be said.
    """
    luma = die.astype(np.float32) @ _LUMA_BGR
    if min(luma.shape) < _LEAST_PX:
        return 0.0
    luma = (luma[:-1, :-1] + luma[1:, :-1] + luma[:-1, 1:] + luma[1:, 1:]) / 4
    across = luma[1:-1, 2:] - luma[1:-1, :-2]
    down = luma[2:, 1:-1] - luma[:-2, 1:-1]
    slope = float(np.percentile(np.hypot(across, down), 98)) / 2
    dark, bright = (float(value) for value in np.percentile(luma, (2, 98)))
    if bright - dark < _LEAST_CONTRAST:
        return 0.0
    return float((bright - dark) / max(slope, 1e-3) / max(die.shape[:2]))
