"""Which reading stands for which label."""

from __future__ import annotations

import pytest

from dicecam.measure.matching import is_match, match
from dicecam.sight import Box


@pytest.mark.parametrize(
    ("reading", "label", "expected"),
    [
        (Box(0, 0, 100, 100), Box(0, 0, 100, 100), True),
        (Box(0, 0, 100, 100), Box(0, 0, 100, 40), True),  # IoU 0.40
        (Box(0, 0, 100, 100), Box(60, 0, 160, 100), False),  # IoU 0.25, centre outside
        (Box(0, 0, 100, 100), Box(20, 10, 78, 70), True),  # the top face: ratio 0.35
        (Box(0, 0, 100, 100), Box(20, 20, 70, 70), False),  # ratio 0.25
        (Box(20, 10, 78, 70), Box(0, 0, 100, 100), True),  # the reading is the smaller
        (Box(60, 30, 118, 90), Box(0, 0, 100, 100), False),  # centre of the label outside
        (Box(0, 0, 100, 100), Box(45, 0, 115, 50), False),  # 79 % inside
        (Box(0, 0, 0, 0), Box(0, 0, 100, 100), False),
    ],
)
def test_the_rule(reading, label, expected):
    """Overlap, or one box within the other around the label's centre."""
    assert is_match(reading, label) is expected


def test_each_reading_stands_for_one_label():
    """Two readings of one die leave one over."""
    label = Box(0, 0, 100, 100)

    assert match([Box(5, 5, 100, 100), label], [label]) == {0: 1}


def test_as_many_labels_as_possible_are_matched():
    """A reading that fits two labels gives way to one that fits only one of them."""
    labels = [Box(0, 0, 100, 100), Box(30, 0, 130, 100)]
    readings = [Box(28, 0, 128, 100), Box(60, 0, 160, 100)]

    assert match(readings, labels) == {0: 0, 1: 1}


def test_nothing_matches_nothing():
    """Empty lists are no special case."""
    assert match([], [Box(0, 0, 1, 1)]) == {}
    assert match([Box(0, 0, 1, 1)], []) == {}
