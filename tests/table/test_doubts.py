"""Things that are found like dice and show no face."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dicecam.sight import Box, SeenFace
from dicecam.table.doubts import Doubts
from dicecam.table.motion import Motion

STEP = 8.0
THING = Box(400, 200, 432, 232, 0.6)
DIE = Box(100, 100, 132, 132, 0.9)


def _moving(box, jump=False):
    mask = np.zeros((60, 80), np.bool_)
    x1, y1, x2, y2 = (int(edge // STEP) for edge in box.xyxy)
    mask[y1 : y2 + 1, x1 : x2 + 1] = True
    return Motion(mask, STEP, jump=jump)


def _left_out(box=THING):
    return SeenFace(box, "other", 0.8)


def _looks(doubts, *left_out, read=(DIE,)):
    for number, things in enumerate(left_out, 1):
        doubts.look(read, things, number)
    return [thing.box for thing in doubts.holding]


@pytest.fixture
def doubts():
    """Return doubts that have felt a thing come to its place."""
    doubts = Doubts(0.5)
    doubts.feel(_moving(THING))
    return doubts


def test_a_thing_that_has_come_is_held_on_to_until_it_is_accepted(doubts):
    """Each calm look finds it."""
    held = _looks(doubts, *[[_left_out()]] * 4)
    doubts.accept()

    assert held == [THING]
    assert doubts.holding == ()
    doubts.feel(_moving(THING))
    assert _looks(doubts, *[[_left_out()]] * 4) == []


def test_what_has_never_moved_holds_nothing():
    """A jump of the whole picture says nothing of any place."""
    still, cut = Doubts(0.5), Doubts(0.5)
    cut.feel(_moving(THING, jump=True))

    assert _looks(still, *[[_left_out()]] * 4) == []
    assert _looks(cut, *[[_left_out()]] * 4) == []


def test_what_few_looks_find_or_the_detector_doubts_holds_nothing(doubts):
    """Neither is surely there."""
    faint = _left_out(Box(400, 200, 432, 232, 0.4))

    assert _looks(doubts, [_left_out()], [], [_left_out()], []) == []
    assert _looks(doubts, *[[faint]] * 4) == []


def test_a_second_box_on_a_die_that_was_read_is_that_die(doubts):
    """Two dice side by side are sometimes found as one thing as well."""
    read = (Box(404, 204, 436, 236, 0.9),)

    assert _looks(doubts, *[[_left_out()]] * 4, read=read) == []


def test_looks_before_the_last_motion_count_no_more(doubts):
    """It was there, and is not found since something moved."""
    _looks(doubts, *[[_left_out()]] * 4)

    assert _looks(doubts, [], [], []) == []


def test_a_thing_the_detector_doubts_is_held_on_to_when_the_reader_sees_a_die(doubts):
    """It is found by every look and read as a leaning die, or hardly as anything."""
    faint = replace(THING, confidence=0.25)
    leaning = SeenFace(faint, "unreadable", 0.7, others=(("pips_2", 0.2), ("other", 0.02)))
    strange = SeenFace(faint, "pips_2", 0.4, others=(("other", 0.3),))

    assert _looks(doubts, *[[leaning]] * 4) == [faint]
    assert _looks(doubts, *[[strange]] * 4) == []
    assert _looks(doubts, [leaning], [], [leaning], [leaning]) == []


def test_a_pattern_that_was_hardly_found_before_is_known(doubts):
    """A cloth looks more or less like dice from look to look."""
    hardly = SeenFace(replace(THING, confidence=0.15), "other", 0.9)
    _looks(doubts, *[[hardly]] * 4)
    doubts.accept()
    doubts.feel(_moving(THING))

    assert _looks(doubts, *[[_left_out()]] * 4) == []
