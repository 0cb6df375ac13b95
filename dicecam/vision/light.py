"""Estimates the light on the table, so that colours can be seen as in daylight.

It knows pictures only. Lamps and daylight differ along one line from amber to blue; a table may
have any colour, a light may not. So the light is looked for along that line only, among what is
bright and nearly neutral, and what lies off the line (green felt, red leather) does not count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dicecam.sight import Image
from dicecam.vision._cv2 import cv2
from dicecam.vision.letterbox import shrink

Floats = npt.NDArray[np.float32]

_LUMA = np.array([0.07, 0.72, 0.21], np.float32)
"""Share of blue, green and red in brightness."""

_AMBER = np.array([0.5, -0.8], np.float32) / np.float32(np.hypot(0.5, 0.8))
"""Direction from daylight to lamp light in (log red/green, log blue/green)."""

_EDGES = np.linspace(-1.4, 1.4, 57, dtype=np.float32)
"""Edges of the bins of lights that are told apart, from very blue to very amber."""

_SIDE_PX = 80
"""Long side of the small picture that is looked at."""

_OFF_LINE = 0.16
"""How far off the line a neutral surface may lie; larger lets coloured tables pass for light."""

_ALONG_LINE = 0.75
"""How strong a cast is likely; larger takes wooden tables for lamp light."""

_SPREAD = np.exp(-((np.arange(-8, 9, dtype=np.float32) * 0.05 / 0.12) ** 2) / 2)
"""How much the colours of one light spread along the line, over bins."""

_TRUST = 0.85
"""Share of the estimated cast that is taken out."""

_WHITE_LUMA = 0.75
"""Brightness that the brightest surfaces are brought to."""

_TABLE = np.concatenate(
    [
        np.arange(11, dtype=np.float32) / 255 / 12.92,
        ((np.arange(11, 256, dtype=np.float32) / 255 + 0.055) / 1.055) ** 2.4,
    ]
).astype(np.float32)
"""Linear brightness for each of the 256 values of a pixel (sRGB)."""


@dataclass(frozen=True, slots=True)
class Light:
    """What the light does to a picture.

    Attributes:
        amber: Strength of the cast: 0 for neutral, above for lamps, below for blue.
        gains: What blue, green and red are multiplied with to undo cast and exposure, `(3,)`.
    """

    amber: float
    gains: Floats


NEUTRAL = Light(0.0, np.ones(3, np.float32))
"""Light that changes nothing."""


def linear(image: Image) -> Floats:
    """Return a picture `(..., 3)` uint8 BGR as linear brightness, 0 to 1."""
    return _TABLE[image]


def to_lab(linear_bgr: Floats) -> Floats:
    """Return CIE Lab `(n, 3)` of linear colours `(n, 3)` BGR.

    Colours brighter than white are darkened as a whole: cut channel by channel they would turn
    white.
    """
    clipped = np.maximum(linear_bgr, 0)
    clipped = clipped / np.maximum(_brightest(clipped), 1)[:, None]
    encoded = np.where(
        clipped <= 0.0031308, clipped * 12.92, 1.055 * np.power(clipped, 1 / 2.4) - 0.055
    ).astype(np.float32)
    lab = cv2.cvtColor(np.ascontiguousarray(encoded).reshape(1, -1, 3), cv2.COLOR_BGR2Lab)
    return np.asarray(lab, np.float32).reshape(-1, 3)


def _brightest(pixels: Floats) -> Floats:
    """Return the brightest channel of pixels `(n, 3)`; numpy's own way is thirty times slower."""
    return np.maximum(np.maximum(pixels[:, 0], pixels[:, 1]), pixels[:, 2])


def estimate_light(image: Image) -> Light:
    """Estimate cast and exposure of a picture `(H, W, 3)` uint8 BGR."""
    height, width = image.shape[:2]
    scale = _SIDE_PX / max(height, width)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    pixels = linear(shrink(image, *size)).reshape(-1, 3)
    amber = _amber_cast(pixels)
    along_red, along_blue = amber * _TRUST * _AMBER
    gains = np.array([np.exp(-along_blue), 1.0, np.exp(-along_red)], np.float32)
    gains /= gains @ _LUMA
    white = float(np.percentile((pixels * gains) @ _LUMA, 97))
    exposure = np.clip(_WHITE_LUMA / max(white, 0.02), 0.7, 6.0)
    return Light(amber, (gains * exposure).astype(np.float32))


def _amber_cast(pixels: Floats) -> float:
    """Return where on the line from blue to amber most bright, nearly neutral pixels lie."""
    luma = pixels @ _LUMA
    usable = (_brightest(pixels) < 0.97) & (luma > 0.01)
    if usable.sum() < 20:
        return 0.0
    pixels, luma = pixels[usable], luma[usable]
    logs = np.log(pixels + 1e-3)
    ratios = np.stack([logs[:, 2] - logs[:, 1], logs[:, 0] - logs[:, 1]], 1)
    along = ratios @ _AMBER
    off = ratios @ np.array([_AMBER[1], -_AMBER[0]], np.float32)
    bright = np.clip(luma / np.percentile(luma, 97), 0, 1) ** 1.5
    weight = bright * np.exp(-((off / _OFF_LINE) ** 2) / 2)
    weight *= np.exp(-((along / _ALONG_LINE) ** 2) / 2)
    counts = np.histogram(along, _EDGES, weights=weight)[0]
    likely = int(np.convolve(counts, _SPREAD, mode="same").argmax())
    return float(_EDGES[likely] + _EDGES[likely + 1]) / 2
