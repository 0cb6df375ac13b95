"""Collects a detector's false finds on training pictures, so that the reader learns to refuse them.

It knows a detector by its protocol and prepared detector sets; nothing of networks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicecam.dice import PIPS
from dicecam.learn.data.build import OTHER, CropCollector
from dicecam.learn.data.store import load_pictures
from dicecam.sight import Box, Detector, Reader

INCOMPLETE = frozenset({"rune55-trays", "rune55-circle"})
"""Sets in which some dice have no label: a find there may be a true one."""
UNLABELLED = 0.5
"""A find on a photo that a reader takes for pips with this confidence is a die without a label. A few
white sixes kept as `other` taught a reader within an hour to refuse white sixes."""
TOUCHING = 0.05
"""A find sharing more than this part of its area with a label is about that die."""


def false_finds(
    found: Sequence[Box], labels: npt.NDArray[np.float32], keep: int
) -> tuple[Box, ...]:
    """Return the finds that stand for no labelled die, surest first.

    Args:
        found: What the detector found.
        labels: `(n, 4)` boxes x1 y1 x2 y2 of everything labelled, px.
        keep: At most so many.
    """
    dice = [Box(*(float(value) for value in row)) for row in labels]
    wrong = [
        box
        for box in found
        if all(box.intersection(die) <= TOUCHING * min(box.area, die.area) for die in dice)
    ]
    return tuple(sorted(wrong, key=lambda box: -box.confidence)[:keep])


def mine_set(
    detector: Detector,
    prepared: Path,
    name: str,
    progress: Callable[[int, int], None],
    keep: int = 3,
    reader: Reader | None = None,
) -> int:
    """Write the false finds on one prepared detector set as reader crops of the class `other`.

    Args:
        detector: Finds dice, with a low threshold.
        prepared: Folder of the prepared data.
        name: Name of the set.
        progress: Called with the number of finished and of all pictures.
        keep: At most so many crops a picture.
        reader: Tells dice that have no label, on sets of photos; None for rendered sets, whose
            labels are complete.

    Returns:
        How many crops were written, to `read/mined_<name>.npz`.
    """
    crops = CropCollector()
    pictures = load_pictures(prepared / "detect" / name)
    for number, picture in enumerate(pictures, 1):
        height, width = picture.image.shape[:2]
        labels = picture.boxes * np.array([width, height, width, height], np.float32)
        finds = false_finds(detector.detect(picture.image), labels, keep)
        read = reader.read(picture.image, finds) if reader is not None else ()
        dice = {f.box for f in read if f.face in PIPS and f.confidence >= UNLABELLED}
        for box in finds:
            if box not in dice:
                crops.add(picture.image, box.xyxy, OTHER)
        progress(number, len(pictures))
    crops.save(prepared / "read" / f"mined_{name}.npz")
    return len(crops.labels)
