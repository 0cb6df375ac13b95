"""Dice followed from look to look."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.sight import Box, SeenFace
from dicecam.table.tracker import Tracker, match


def _face(x, y, face="pips_1"):
    return SeenFace(Box(x - 10, y - 10, x + 10, y + 10, 0.9), face, 0.9)


def _look(tracker, faces, time_s, hands=()):
    return tracker.look(faces, time_s, 50.0, 2.0, hands)


def test_nearest_points_are_paired_as_a_whole():
    """The nearest pair alone would leave a bad second pair."""
    ours, theirs = [(0.0, 0.0), (10.0, 0.0)], [(9.0, 0.0), (21.0, 0.0)]

    assert match(ours, theirs, 30.0) == [(0, 0), (1, 1)]
    assert match([(0.0, 0.0), (10.0, 0.0)], [(1.0, 0.0), (11.0, 0.0)], 30.0) == [(0, 0), (1, 1)]


def test_pairing_is_as_good_as_trying_everything():
    """Against all permutations, on random points."""
    from itertools import permutations

    rng = np.random.default_rng(5)
    worse = 0
    for _ in range(100):
        a, b = rng.uniform(0, 100, (4, 2)), rng.uniform(0, 100, (5, 2))
        pairs = match([tuple(p) for p in a], [tuple(p) for p in b], 1000.0)
        found = sum(np.square(a[i] - b[j]).sum() for i, j in pairs)
        best = min(np.square(a - b[list(order)]).sum() for order in permutations(range(5), 4))
        worse += found > best * 1.0001

    assert worse == 0


@pytest.mark.parametrize(("ours", "theirs"), [([], [(0.0, 0.0)]), ([(0.0, 0.0)], [])])
def test_nothing_is_paired_with_nothing(ours, theirs):
    """Empty sets have no pairs."""
    assert match(ours, theirs, 10.0) == []


def test_points_out_of_reach_are_not_paired():
    """A die does not jump across the table between two looks."""
    assert match([(0.0, 0.0)], [(80.0, 0.0)], 50.0) == []


def test_a_die_keeps_its_number_while_it_moves():
    """It is followed; a second die gets another number."""
    tracker = Tracker()
    _look(tracker, [_face(100, 100)], 0.0)
    _look(tracker, [_face(130, 100)], 0.1)
    _look(tracker, [_face(132, 100), _face(300, 300)], 0.2)

    assert [track.number for track in tracker.tracks] == [1, 2]
    assert tracker.tracks[0].flown_px == pytest.approx(30)


def test_a_die_that_is_pushed_by_a_hand_does_not_fly():
    """What moves under a hand was not thrown."""
    tracker = Tracker()
    _look(tracker, [_face(100, 100)], 0.0)
    _look(tracker, [_face(130, 100)], 0.1, [Box(90, 60, 200, 300)])

    assert tracker.tracks[0].flown_px == 0


def test_trembling_is_no_motion():
    """A box that jitters around its place lies still and collects votes."""
    tracker = Tracker()
    rng = np.random.default_rng(2)
    for n in range(20):
        dx, dy = rng.normal(0, 0.4, 2)
        _look(tracker, [_face(100 + dx, 100 + dy)], n / 10)
    (track,) = tracker.tracks

    assert track.still_from_s == 0.0
    assert track.votes.count == 19


def test_a_missed_die_is_told_and_forgotten_when_dropped():
    """Who decides what missing means is somebody else."""
    tracker = Tracker()
    _look(tracker, [_face(100, 100)], 0.0)
    missed = _look(tracker, [], 0.1)
    tracker.drop(missed)

    assert [track.missed for track in missed] == [1]
    assert tracker.tracks == []


def test_a_die_that_most_looks_miss_is_faint():
    """It flickers: hardly a die."""
    tracker = Tracker()
    for n in range(7):
        _look(tracker, [_face(100, 100)] if n % 3 == 0 else [], n / 10)

    assert tracker.tracks[0].faint
