"""Things that are found like dice and show no face: one that came with a throw holds it.

A checker or a coin that lies there all the time is no die. What was not there before something
moved at its place may be one of the dice thrown, and a throw without it would be a wrong one. This
module knows boxes, readings and where something moved; no picture and no game.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicecam.dice import OTHER, UNREADABLE
from dicecam.sight import Box, SeenFace
from dicecam.table.motion import Mask, Motion

COVERED = 0.2
"""A thing that shares more than this of the smaller box with a die that was read is that die."""

SAME = 0.7
"""Boxes that overlap at least so much, intersection over union, are of a thing that lay still."""

STIRRED = 0.06
"""Share of a thing's pixels that must have changed for it to have come."""

OFTEN = 0.75
"""Share of the looks at a calm table that must find a thing."""

FAINT = 0.22
"""So sure have detector and reader to be together that something is a die when the detector alone
is not; then every look has to find it, and the reader has to name anything but `other`."""

MOST_KNOWN = 200
"""Things that are no dice and are kept in mind at most; the newest count."""


class Doubts:
    """Follows what may be dice and shows no face.

    Args:
        min_found: How sure the detector has to be.
    """

    def __init__(self, min_found: float) -> None:
        self._min_found = min_found
        self._found: list[tuple[SeenFace, int]] = []  # things and how many calm looks found them
        self._faintest: tuple[Box, ...] = ()  # where the calm looks found anything at all
        self._looks = 0
        self._known: tuple[Box, ...] = ()  # things that are no dice
        self._moved: Mask | None = None
        self._step = 1.0

    def feel(self, motion: Motion) -> None:
        """Take in what moved; when the whole picture jumps, that says nothing of any place."""
        if motion.jump or not motion.any:
            return
        self._step = motion.step
        if self._moved is None or self._moved.shape != motion.moving.shape:
            self._moved = motion.moving.copy()
        else:
            self._moved |= motion.moving

    def look(self, read: Sequence[Box], left_out: Sequence[SeenFace], calm_looks: int) -> None:
        """Take in what a look found and could not read.

        Args:
            read: Where dice are that were read, now or before.
            left_out: What shows no face.
            calm_looks: How many looks there were since something moved, with this one.
        """
        if calm_looks <= 1:
            self._found, self._looks, self._faintest = [], 0, ()
        self._looks += 1
        boxes = (thing.box for thing in left_out)
        self._faintest = (*self._faintest, *boxes)[-MOST_KNOWN:]
        for thing in left_out:
            box = thing.box
            strange = self._is_clear(thing) or _is_faint(thing)
            if not strange or any(_covers(box, die) for die in read):
                continue
            before = next((one for one in self._found if one[0].box.iou(box) >= SAME / 2), None)
            if before is not None:
                self._found.remove(before)
            self._found.append((thing, 1 if before is None else before[1] + 1))

    def accept(self) -> None:
        """Take everything that lies there for what it is: the table is calm, or was left so."""
        # A pattern of the table is found now and then, more or less surely.
        if self._faintest:
            self._known = (*self._known, *self._faintest)[-MOST_KNOWN:]
            self._faintest = ()
        self._moved = None

    @property
    def holding(self) -> tuple[SeenFace, ...]:
        """What has come with the dice and shows no face."""
        return tuple(
            SeenFace(thing.box, UNREADABLE, thing.box.confidence)
            for thing, count in self._found
            if count >= (OFTEN if self._is_clear(thing) else 1.0) * self._looks
            and self._has_come(thing.box)
            and not any(thing.box.iou(known) >= SAME for known in self._known)
        )

    def _is_clear(self, thing: SeenFace) -> bool:
        """Tell whether the detector is sure of a thing."""
        return thing.box.confidence >= self._min_found

    def _has_come(self, box: Box) -> bool:
        if self._moved is None:
            return False
        changed = Motion(self._moved, self._step).count_in(box)
        return changed >= max(2.0, STIRRED * box.area / self._step**2)


def _is_faint(thing: SeenFace) -> bool:
    """Tell whether a thing may be a die of which the detector is not sure."""
    return thing.face != OTHER and thing.box.confidence * (1 - _no_die(thing)) >= FAINT


def _no_die(thing: SeenFace) -> float:
    """Return how sure the reader is that a thing shows no face."""
    return thing.confidence if thing.face == OTHER else dict(thing.others).get(OTHER, 0.0)


def _covers(box: Box, die: Box) -> bool:
    return box.intersection(die) > COVERED * min(box.area, die.area)
