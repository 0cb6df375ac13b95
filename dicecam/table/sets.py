"""Dice that lie together belong together: they show faces of one set, such as pips.

A small symbol and a single pip look much alike from far away; what the other dice show tells which
it is. This module knows readings only, no game: a game that says which faces it has leaves nothing
to do here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dicecam.dice import OTHER, UNREADABLE
from dicecam.sight import SeenFace

LEADING = 0.5
"""Share of all confidence a set needs for the dice to be thought of as its dice."""

STRANGER = 0.95
"""A reading that is as sure as this stays what it is, whatever the other dice are."""


def set_of(face: str) -> str:
    """Return the set a reader class belongs to, empty for those that show no face."""
    return "" if face in (OTHER, UNREADABLE) else face.rpartition("_")[0]


def leading_set(readings: Sequence[SeenFace]) -> str:
    """Return the set that most of the dice belong to, empty when none leads.

    Args:
        readings: What the dice on the table show.
    """
    weights: dict[str, float] = {}
    for reading in readings:
        for face, share in ((reading.face, reading.confidence), *reading.others):
            if set_of(face):
                weights[set_of(face)] = weights.get(set_of(face), 0.0) + share
    name = max(weights, key=lambda each: weights[each], default="")
    return name if name and weights[name] > LEADING * sum(weights.values()) else ""


def in_set(reading: SeenFace, name: str) -> SeenFace:
    """Return what a die shows, given the set it belongs to.

    What the reading says of other sets' faces goes to the faces of the set by their shares; what
    it does not speak of counts against them. A die of which nothing in the set was read keeps its
    face with no confidence.

    Args:
        reading: What it shows as far as it was looked at alone.
        name: The set; empty for any.
    """
    if not name or set_of(reading.face) in ("", name) or reading.confidence >= STRANGER:
        return reading
    shares = ((reading.face, reading.confidence), *reading.others)
    aside = sum(share for face, share in shares if set_of(face) not in ("", name))
    ours = [(face, share) for face, share in shares if set_of(face) == name]
    if not ours:
        return replace(reading, confidence=0.0)
    left = max(1.0 - aside, 1e-9)
    (face, share), *others = sorted(ours, key=lambda item: (-item[1], item[0]))
    return replace(
        reading,
        face=face,
        confidence=min(1.0, share / left),
        others=tuple((other, min(1.0, part / left)) for other, part in others),
    )
