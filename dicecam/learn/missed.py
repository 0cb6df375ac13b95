"""Says how many of the dice that are being taught the detector does not find in their photos.

It knows stores and a detector; it teaches nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicecam.learn.dice_sets import DiceSet
from dicecam.learn.store import open_store
from dicecam.sight import Box, Detector

SAME = 0.5
"""Boxes that share this much of both are the same die."""
MOST_PHOTOS = 24
"""Photos that are looked at; more only take time."""


def missed_share(sets: Sequence[DiceSet], detector: Detector) -> float:
    """Return the share of the labelled dice that are not found, in photos spread over the sets.

    Raises:
        DataSetError: A photo is gone or was changed.
    """
    photos = [(store, picture) for dice in sets for store in [open_store(dice.photos)]
              for picture in store.pictures]  # fmt: skip
    step = -(-len(photos) // MOST_PHOTOS) or 1
    dice = missed = 0
    for store, picture in photos[::step]:
        found = detector.detect(store.load(picture))
        dice += len(picture.dice)
        missed += sum(
            not any(common_share(Box(*die.box), box) >= SAME for box in found)
            for die in picture.dice
        )
    return missed / max(1, dice)


def common_share(one: Box, other: Box) -> float:
    """Return what two boxes share of what they cover together."""
    width = min(one.x2, other.x2) - max(one.x1, other.x1)
    height = min(one.y2, other.y2) - max(one.y1, other.y1)
    common = max(0.0, width) * max(0.0, height)
    areas = sum((box.x2 - box.x1) * (box.y2 - box.y1) for box in (one, other))
    return common / max(1e-9, areas - common)
