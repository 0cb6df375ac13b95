"""What became of dice between two rests."""

from __future__ import annotations

import pytest

from dicecam.sight import Box, SeenFace
from dicecam.table.changes import Fate, Lying, Reach, compare

REACH = Reach()


def _die(number, x, y, face="pips_1", colour="red", **more):
    reading = SeenFace(Box(0, 0, 1, 1), face, 0.9, colour, 0.9)
    return Lying(number, reading, (float(x), float(y)), **more)


@pytest.mark.parametrize(
    ("now", "lifted", "fate"),
    [
        (_die(1, 101, 100), (), Fate.KEPT),
        (_die(9, 101, 100), (1,), Fate.KEPT),
        (_die(1, 101, 100, "unreadable"), (), Fate.KEPT),
        (_die(1, 112, 100), (), Fate.MOVED),
        (_die(1, 190, 100), (), Fate.MOVED),
        (_die(9, 190, 100), (), Fate.MOVED),
        (_die(9, 110, 100), (1,), Fate.MOVED),
        (_die(1, 101, 100, "pips_2"), (), Fate.TURNED),
        (_die(1, 115, 100, "pips_2"), (), Fate.TURNED),
        (_die(9, 101, 100, "pips_2"), (), Fate.TURNED),
        (_die(1, 160, 100, flown_mm=70.0), (), Fate.THROWN),
        (_die(1, 160, 100, "pips_2"), (), Fate.THROWN),
        (_die(9, 101, 100, "pips_2"), (1,), Fate.THROWN),
        (_die(9, 190, 100), (1,), Fate.THROWN),
        (_die(9, 190, 100, colour="blue"), (), Fate.THROWN),
        (_die(9, 190, 100, colour="blue", untouched=True), (), Fate.FOUND),
    ],
)
def test_one_die(now, lifted, fate):
    """A table of places, faces and whether the die was out of sight."""
    (change,) = compare([_die(1, 100, 100)], [now], lifted, REACH)

    assert change.fate is fate
    assert (change.before is None) == (fate in (Fate.THROWN, Fate.FOUND))


def test_an_unsure_colour_may_be_any():
    """A die is not taken for another one because of a colour nobody is sure of."""
    pale = SeenFace(Box(0, 0, 1, 1), "pips_1", 0.9, "white", 0.3)
    (change,) = compare([_die(1, 100, 100)], [Lying(9, pale, (110.0, 100.0))], (), REACH)

    assert change.fate is Fate.MOVED


def test_dice_that_all_go_the_same_way_were_not_thrown():
    """The camera was bumped: dice seem to turn and shift together."""
    before = [_die(1, 0, 0), _die(2, 100, 0, "pips_2"), _die(3, 0, 80, "pips_3")]
    now = [_die(11, 50, 30), _die(12, 150, 32, "pips_2"), _die(13, 48, 110, "pips_3")]
    fates = [change.fate for change in compare(before, now, (1, 2, 3), REACH)]

    assert fates == [Fate.MOVED] * 3


def test_a_common_shift_too_small_to_matter_keeps_the_dice():
    """The cloth slipped by a millimetre."""
    before = [_die(1, 0, 0), _die(2, 100, 0, "pips_2")]
    now = [_die(1, 1, 1), _die(2, 101, 1, "pips_2")]

    assert [change.fate for change in compare(before, now, (), REACH)] == [Fate.KEPT] * 2


def test_two_dice_that_move_apart_were_not_shifted():
    """The same two faces at other distances are a new throw."""
    before = [_die(1, 0, 0), _die(2, 100, 0, "pips_2")]
    now = [_die(11, 50, 90), _die(12, 90, 40, "pips_2")]
    fates = [change.fate for change in compare(before, now, (1, 2), REACH)]

    assert fates == [Fate.THROWN] * 2


def test_a_thrown_die_that_shows_its_old_face_counts_as_thrown_with_the_others():
    """One of two dice thrown together shows what it showed; nobody saw it lifted."""
    before = [_die(1, 0, 0), _die(2, 100, 0, "pips_2")]
    now = [_die(11, 60, 90), _die(12, 150, 40, "pips_5")]
    fates = [change.fate for change in compare(before, now, (), REACH)]

    assert fates == [Fate.THROWN] * 2


def test_a_kept_die_that_is_pushed_by_a_thrown_one_stays_kept():
    """It was followed all the way, and did not turn."""
    before = [_die(1, 0, 0), _die(2, 100, 0, "pips_2")]
    now = [_die(1, 22, 6), _die(12, 150, 40, "pips_5")]
    fates = [change.fate for change in compare(before, now, (2,), REACH)]

    assert fates == [Fate.MOVED, Fate.THROWN]


def test_dice_are_told_apart_by_place_first():
    """Two equal dice keep their identities."""
    before = [_die(1, 0, 0), _die(2, 100, 0)]
    now = [_die(21, 100, 1), _die(22, 1, 0)]
    changes = compare(before, now, (), REACH)

    assert [change.before.number for change in changes] == [2, 1]


def test_removed_dice_leave_the_others_alone():
    """One die was taken."""
    before = [_die(1, 0, 0), _die(2, 100, 0)]
    (change,) = compare(before, [_die(2, 100, 0)], (1,), REACH)

    assert change.fate is Fate.KEPT


def test_two_dice_that_were_turned_in_place_were_not_shifted():
    """They lie where they lay, but show something else."""
    before = [_die(1, 0, 0), _die(2, 100, 0, "pips_2")]
    now = [_die(1, 1, 0, "pips_4"), _die(2, 101, 0, "pips_5")]
    fates = [change.fate for change in compare(before, now, (), REACH)]

    assert fates == [Fate.TURNED] * 2
