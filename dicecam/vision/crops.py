"""Cuts the square the reader looks at out of a picture, the same way in training and in play.

It knows pictures and boxes only: no model, no file, no face.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dicecam.sight import Image
from dicecam.vision._cv2 import cv2


def crop_square(
    image: Image,
    box_xyxy: tuple[float, float, float, float],
    size_px: int,
    scale: float,
) -> Image:
    """Cut a square around a box and bring it to a fixed size.

    What lies beyond the picture is filled with its border pixels. Shrinking averages areas,
    so that small pips do not alias; enlarging is bilinear.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        box_xyxy: Edges (x1, y1, x2, y2) of the box, px.
        size_px: Side of the result, px.
        scale: Side of the square in lengths of the longer side of the box.

    Returns:
        `(size_px, size_px, 3)` uint8 BGR.
    """
    left, top, side = square_around(box_xyxy, scale)
    patch = _patch(image, left, top, side)
    if side == size_px:
        return np.ascontiguousarray(patch)
    method = cv2.INTER_AREA if side > size_px else cv2.INTER_LINEAR
    resized: Image = cv2.resize(patch, (size_px, size_px), interpolation=method).astype(
        np.uint8, copy=False
    )
    return resized


def square_around(
    box_xyxy: tuple[float, float, float, float], scale: float
) -> tuple[int, int, int]:
    """Return left, top and side of the square that `crop_square` cuts, px of the picture."""
    x1, y1, x2, y2 = box_xyxy
    side = max(1, round(scale * max(x2 - x1, y2 - y1)))
    return round((x1 + x2 - side) / 2), round((y1 + y2 - side) / 2), side


def _patch(image: Image, left: int, top: int, side: int) -> npt.NDArray[np.uint8]:
    """Return the `(side, side, 3)` square at an offset, borders replicated."""
    height, width = image.shape[:2]
    if left >= 0 and top >= 0 and left + side <= width and top + side <= height:
        return image[top : top + side, left : left + side]
    rows = np.clip(np.arange(top, top + side), 0, height - 1)
    columns = np.clip(np.arange(left, left + side), 0, width - 1)
    return image[rows[:, None], columns[None, :]]
