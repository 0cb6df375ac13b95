"""Makes many views of a few crops: turned, shifted, softened, lit differently; never mirrored.

A symbol photographed five times has to be known at any angle. This module knows pictures only.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dicecam.sight import Image
from dicecam.vision._cv2 import cv2
from dicecam.vision.crops import crop_square

MARGIN = 1.5
"""Stored crops are wider than what the reader sees by this factor, so that turning them shows the
table around the die and not an invented border."""


def wide_crop(
    image: Image, box_xyxy: tuple[float, float, float, float], size_px: int, scale: float
) -> Image:
    """Cut a crop with room to turn around a box.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        box_xyxy: Edges of the box, px.
        size_px: Side of the reader's input, px.
        scale: The reader's crop scale.

    Returns:
        `(S, S, 3)` uint8 BGR with S = size_px * MARGIN.
    """
    return crop_square(image, box_xyxy, round(size_px * MARGIN), scale * MARGIN)


def views(crop: Image, count: int, size_px: int, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return varied views of a wide crop; the first one is the plain middle.

    Args:
        crop: `(S, S, 3)` uint8 BGR from `wide_crop`.
        count: How many views.
        size_px: Side of the result, px.
        rng: Source of the variation.

    Returns:
        `(count, size_px, size_px, 3)` uint8 BGR.
    """
    plain = _turned(crop, size_px, 0.0, 1.0, (0.0, 0.0))
    varied = [
        _lit(
            _softened(
                _turned(
                    crop,
                    size_px,
                    rng.uniform(0, 360),
                    float(np.exp(rng.normal(0, 0.1))),
                    tuple(rng.normal(0, 0.03, 2)),
                ),
                rng,
            ),
            rng,
        )
        for _ in range(count - 1)
    ]
    return np.stack([plain, *varied])


def _turned(
    crop: Image, size_px: int, degrees: float, zoom: float, shift: tuple[float, ...]
) -> Image:
    side = crop.shape[0]
    factor = zoom * size_px * MARGIN / side
    matrix = cv2.getRotationMatrix2D((side / 2, side / 2), degrees, factor)
    matrix[:, 2] += (size_px - side) / 2 + np.asarray(shift) * size_px
    turned: Image = cv2.warpAffine(
        crop, matrix, (size_px, size_px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    ).astype(np.uint8, copy=False)
    return turned


def _softened(view: Image, rng: np.random.Generator) -> Image:
    size = view.shape[0]
    soft: cv2.typing.MatLike = view
    if rng.random() < 0.4:
        small = int(rng.uniform(0.35, 0.9) * size)
        soft = cv2.resize(soft, (small, small), interpolation=cv2.INTER_AREA)
        soft = cv2.resize(soft, (size, size), interpolation=cv2.INTER_LINEAR)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(soft, (0, 0), rng.uniform(0.4, 1.6))
    return soft.astype(np.uint8, copy=False)


def _lit(view: Image, rng: np.random.Generator) -> Image:
    light = view.astype(np.float32) / 255
    light = light ** np.exp(rng.normal(0, 0.25))
    light = (light - light.mean()) * np.exp(rng.normal(0, 0.2)) + light.mean()
    light = light * (1 + rng.normal(0, 0.07, 3)) + rng.normal(0, 0.06)
    light += rng.normal(0, 1, view.shape) * abs(rng.normal(0, 0.02))
    lit: Image = np.clip(light * 255, 0, 255).astype(np.uint8)
    return lit
