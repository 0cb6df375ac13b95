"""Arithmetic of boxes as arrays `(n, 5)`: x1, y1, x2, y2, confidence.

Knows no network and no picture.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Boxes = npt.NDArray[np.float32]
"""Boxes `(n, 5)` float32: x1, y1, x2, y2 in px, confidence 0 to 1."""


def no_boxes() -> Boxes:
    """Return an array without a box."""
    return np.zeros((0, 5), np.float32)


def suppress(boxes: Boxes, iou: float, inside: float) -> Boxes:
    """Keep the surest of boxes that stand for the same die.

    Args:
        boxes: `(n, 5)`.
        iou: Boxes overlapping more than this are one die.
        inside: A box of which more than this share lies in a kept one is the same die: its top
            face, or the part of it that a tile shows.

    Returns:
        `(m, 5)`, surest first.
    """
    order = np.argsort(-boxes[:, 4], kind="stable")
    boxes = boxes[order]
    kept: list[int] = []
    alive = np.ones(len(boxes), bool)
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    for index in range(len(boxes)):
        if not alive[index]:
            continue
        kept.append(index)
        common = intersections(boxes[index], boxes)
        union = areas[index] + areas - common
        smaller = np.minimum(areas, areas[index])
        same = (common > iou * union) | (common > inside * smaller)
        alive &= ~same
    return boxes[kept]


def intersections(box: npt.NDArray[np.float32], boxes: Boxes) -> npt.NDArray[np.float32]:
    """Return the common area `(n,)` of one box `(>=4,)` with each of many `(n, >=4)`."""
    width = np.minimum(box[2], boxes[:, 2]) - np.maximum(box[0], boxes[:, 0])
    height = np.minimum(box[3], boxes[:, 3]) - np.maximum(box[1], boxes[:, 1])
    common: npt.NDArray[np.float32] = np.maximum(width, 0) * np.maximum(height, 0)
    return common


def clip(boxes: Boxes, width: int, height: int) -> Boxes:
    """Return boxes `(n, 5)` cut at the borders of a picture; those left empty are dropped."""
    boxes = boxes.copy()
    boxes[:, [0, 2]] = boxes[:, [0, 2]].clip(0, width)
    boxes[:, [1, 3]] = boxes[:, [1, 3]].clip(0, height)
    return boxes[(boxes[:, 2] - boxes[:, 0] >= 1) & (boxes[:, 3] - boxes[:, 1] >= 1)]


def longer_sides(boxes: Boxes) -> npt.NDArray[np.float32]:
    """Return the longer side `(n,)` of each box, px."""
    sides: npt.NDArray[np.float32] = np.maximum(
        boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    )
    return sides
