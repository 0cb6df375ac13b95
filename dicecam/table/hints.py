"""Says what spoils a picture of the table: too dark, glare, dice too small.

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
_LUMA_BGR = np.array([0.114, 0.587, 0.299], np.float32)


class Hint(StrEnum):
    """Something that spoils the picture."""

    TOO_DARK = "too_dark"
    """There is too little light to tell colours apart."""
    GLARE = "glare"
    """Part of the picture is burnt out: a lamp, a window or its reflection."""
    TOO_SMALL = "too_small"
    """The dice cover too few pixels to be read surely."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Where a picture begins to be bad.

    Attributes:
        dark_luma: Median brightness below which it is too dark, 0 to 255; larger warns sooner.
        burnt_level: A pixel whose three channels all reach this is burnt out, 0 to 255.
        burnt_share: Share of burnt pixels from which there is glare; larger warns later.
        die_px: Median die edge below which dice are too small, px of the full picture.
    """

    dark_luma: float = 50.0
    burnt_level: int = 252
    burnt_share: float = 0.02
    die_px: float = 26.0


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
    if light.burnt > limits.burnt_share:
        found.append(Hint.GLARE)
    edges = [min(box.width, box.height) for box in boxes]
    if edges and float(np.median(edges)) < limits.die_px:
        found.append(Hint.TOO_SMALL)
    return tuple(found)
