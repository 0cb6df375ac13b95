"""Says which reading stands for which label, one to one.

It knows boxes only. Some label sets box the whole die, some its top face; the rule allows both.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicecam.sight import Box

MIN_IOU = 0.4
"""Boxes overlapping this much are the same die."""

MIN_INSIDE = 0.8
"""Share of the smaller box that lies in the larger when one boxes the top face only."""

MIN_AREA_RATIO = 0.3
"""Smaller area through larger area when one boxes the top face only."""


def is_match(reading: Box, label: Box) -> bool:
    """Tell whether a reading may stand for a label."""
    if reading.iou(label) >= MIN_IOU:
        return True
    x, y = label.centre
    if not (reading.x1 <= x <= reading.x2 and reading.y1 <= y <= reading.y2):
        return False
    small, large = sorted((reading.area, label.area))
    if small <= 0 or small < MIN_AREA_RATIO * large:
        return False
    return reading.intersection(label) >= MIN_INSIDE * small


def match(readings: Sequence[Box], labels: Sequence[Box]) -> dict[int, int]:
    """Match as many labels as possible, one to one, closer pairs preferred.

    Args:
        readings: Boxes found.
        labels: Boxes labelled.

    Returns:
        For each matched label its reading, both as indices.
    """
    wanted = [
        sorted(
            (index for index, reading in enumerate(readings) if is_match(reading, label)),
            key=lambda index: -readings[index].iou(label),
        )
        for label in labels
    ]
    label_of: dict[int, int] = {}

    def assign(label: int, tried: set[int]) -> bool:
        """Give a label a reading, moving others to their next choice where needed."""
        for reading in wanted[label]:
            if reading in tried:
                continue
            tried.add(reading)
            if reading not in label_of or assign(label_of[reading], tried):
                label_of[reading] = label
                return True
        return False

    closeness = [
        readings[options[0]].iou(labels[index]) if options else 0.0
        for index, options in enumerate(wanted)
    ]
    for label in sorted(range(len(labels)), key=lambda index: -closeness[index]):
        assign(label, set())
    return {label: reading for reading, label in sorted(label_of.items())}
