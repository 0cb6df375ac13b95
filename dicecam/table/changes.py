"""What became of the dice between two rests: kept, moved, turned or thrown.

It compares two sets of lying dice; it knows neither pictures nor time nor games.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from dicecam.dice import UNREADABLE
from dicecam.sight import SeenFace
from dicecam.table.tracker import distance


class Fate(StrEnum):
    """What became of a die since the table was last at rest."""

    KEPT = "kept"
    """It lies where it lay and shows what it showed."""
    MOVED = "moved"
    """It was pushed aside and shows what it showed."""
    TURNED = "turned"
    """It shows something else, but was not thrown: tipped over or turned by hand."""
    THROWN = "thrown"
    """It rolled freely, or was away and came back, or is new."""
    FOUND = "found"
    """It is seen for the first time although nothing moved there: it had been overlooked."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far dice go without having been thrown, in mm.

    Attributes:
        kept_mm: A die no further from its old place stayed there. Larger values forgive a
            trembling picture and overlook small nudges.
        turned_mm: A die with another face further away was thrown. One edge is how far a die
            goes that is tipped over once.
        flown_mm: A die that went further without a hand near it was thrown. Larger values let
            harder flicks pass as nudges.
        nudged_mm: A die with the face it had, no further away, was nudged even when it was out
            of sight meanwhile, as in a hand.
    """

    kept_mm: float = 2.5
    turned_mm: float = 24.0
    flown_mm: float = 40.0
    nudged_mm: float = 16.0


@dataclass(frozen=True, slots=True)
class Lying:
    """A die that lies at rest.

    Attributes:
        number: Its track.
        reading: What it shows, voted.
        centre_mm: Where it lies, (x, y) mm.
        flown_mm: How far it went without a hand near it since the rest before, mm.
        untouched: True when nothing has moved there since the rest before.
    """

    number: int
    reading: SeenFace
    centre_mm: tuple[float, float]
    flown_mm: float = 0.0
    untouched: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one die.

    Attributes:
        die: The die as it lies now.
        fate: What became of it.
        before: The same die at the rest before; None for one that is new or was thrown.
    """

    die: Lying
    fate: Fate
    before: Lying | None = None


def compare(
    before: Sequence[Lying], now: Sequence[Lying], lifted: Collection[int], reach: Reach
) -> tuple[Change, ...]:
    """Tell what became of every die.

    Args:
        before: The dice of the rest before.
        now: The dice that lie now.
        lifted: Tracks of the rest before that were out of sight while no hand covered them.
        reach: How far dice go without having been thrown.

    Returns:
        A change for each die that lies now, in its order.
    """
    partner = _partners(before, now, reach)
    if _shifted(before, now, partner, reach):
        return tuple(
            Change(die, _still_or_moved(partner[index], die, reach), partner[index])
            for index, die in enumerate(now)
        )
    changes = []
    for index, die in enumerate(now):
        old = partner.get(index)
        if old is None:
            changes.append(Change(die, Fate.FOUND if die.untouched else Fate.THROWN))
            continue
        fate = _fate(old, die, old.number in lifted, reach)
        changes.append(Change(die, fate, None if fate is Fate.THROWN else old))
    if any(change.fate is Fate.THROWN for change in changes):
        return tuple(_swept_along(change, reach) for change in changes)
    return tuple(changes)


def _swept_along(change: Change, reach: Reach) -> Change:
    """Return what became of a die when others were thrown in the meantime.

    Of several dice thrown together one may show the face it had; only a die that was followed
    all the way, or lies close to its old place, was merely pushed by the others.
    """
    old, die = change.before, change.die
    if change.fate is not Fate.MOVED or old is None:
        return change
    away = distance(old.centre_mm, die.centre_mm)
    if away <= (reach.flown_mm if old.number == die.number else reach.nudged_mm):
        return change
    return Change(die, Fate.THROWN)


def _partners(before: Sequence[Lying], now: Sequence[Lying], reach: Reach) -> dict[int, Lying]:
    """Find for each die that lies now, by index, the one it was at the rest before.

    The surest reasons come first: same place and face, same track, same face and colour, and at
    last the same place.
    """
    steps: tuple[tuple[Callable[[Lying, Lying], bool], float], ...] = (
        (_same_look, reach.kept_mm),
        (_unreadable_now, reach.kept_mm),
        (lambda old, new: old.number == new.number, np.inf),
        (_same_look, np.inf),
        (_same_colour, reach.turned_mm),
    )
    partner: dict[int, Lying] = {}
    for fits, limit in steps:
        left = [index for index in range(len(now)) if index not in partner]
        taken = {old.number for old in partner.values()}
        free = [old for old in before if old.number not in taken]
        for old in free:
            options = [
                (distance(old.centre_mm, now[index].centre_mm), index)
                for index in left
                if fits(old, now[index])
            ]
            if options and min(options)[0] <= limit:
                index = min(options)[1]
                left.remove(index)
                partner[index] = old
    return partner


def _same_look(old: Lying, new: Lying) -> bool:
    return old.reading.face == new.reading.face and _same_colour(old, new)


def _unreadable_now(old: Lying, new: Lying) -> bool:
    del old
    return new.reading.face == UNREADABLE


def _same_colour(old: Lying, new: Lying) -> bool:
    """Tell whether two dice may have the same colour; an unsure colour may be any."""
    sure = min(old.reading.colour_confidence, new.reading.colour_confidence) >= 0.5
    return old.reading.colour == new.reading.colour or not sure


def _fate(old: Lying, new: Lying, lifted: bool, reach: Reach) -> Fate:
    away = distance(old.centre_mm, new.centre_mm)
    if away <= reach.kept_mm and (_same_look(old, new) or _unreadable_now(old, new)):
        return Fate.KEPT
    if new.flown_mm > reach.flown_mm:
        return Fate.THROWN
    if _same_look(old, new):
        return Fate.THROWN if lifted and away > reach.nudged_mm else Fate.MOVED
    return Fate.THROWN if lifted or away > reach.turned_mm else Fate.TURNED


def _still_or_moved(old: Lying, new: Lying, reach: Reach) -> Fate:
    near = distance(old.centre_mm, new.centre_mm) <= reach.kept_mm
    return Fate.KEPT if near else Fate.MOVED


def _shifted(
    before: Sequence[Lying], now: Sequence[Lying], partner: dict[int, Lying], reach: Reach
) -> bool:
    """Tell whether all dice went the same way together: the camera or the cloth was moved."""
    if len(now) < 2 or len(partner) != len(now) or len(before) != len(now):
        return False
    if any(not _same_look(old, now[index]) for index, old in partner.items()):
        return False
    order = range(len(now))
    old = np.array([partner[index].centre_mm for index in order])
    new = np.array([now[index].centre_mm for index in order])
    return bool(np.abs(_aligned(old, new) - new).max() <= reach.kept_mm)


def _aligned(old: npt.NDArray[np.float64], new: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Move points as one onto others; with three or more also turned and scaled."""
    start, end = old - old.mean(axis=0), new - new.mean(axis=0)
    turn = 1.0 + 0.0j
    if len(old) > 2:
        a, b = start @ (1, 1j), end @ (1, 1j)
        turn = np.vdot(a, b) / max(float(np.vdot(a, a).real), 1e-9)
    moved = (start @ (1, 1j)) * turn
    result: npt.NDArray[np.float64] = np.stack([moved.real, moved.imag], axis=1)
    result += new.mean(axis=0)
    return result
