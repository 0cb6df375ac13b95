"""The vote of several frames on one die."""

from __future__ import annotations

import pytest

from dicecam.sight import Box, SeenFace
from dicecam.table.votes import Votes

BOX = Box(0, 0, 20, 20, 0.8)


def _reading(face, sure, others=(), colour="red", colour_sure=0.9):
    return SeenFace(BOX, face, sure, colour, colour_sure, tuple(others))


def test_sure_readings_weigh_more():
    """One sure reading beats two unsure ones."""
    votes = Votes()
    for reading in (
        _reading("pips_5", 0.4, [("pips_6", 0.35)]),
        _reading("pips_5", 0.4, [("pips_6", 0.35)]),
        _reading("pips_6", 0.97, [("pips_5", 0.02)]),
    ):
        votes.add(reading)
    result = votes.result(_reading("pips_1", 0.2))

    assert result.face == "pips_6"
    assert [name for name, _ in result.others] == ["pips_5"]
    assert result.confidence == votes.share


def test_agreement_makes_no_vote_surer_than_its_readings():
    """Frames of a still table resemble each other."""
    votes = Votes()
    for _ in range(9):
        votes.add(_reading("pips_5", 0.8))

    assert votes.share == pytest.approx(0.8)
    assert votes.found == pytest.approx(0.8)
    assert votes.result(_reading("pips_5", 0.1)).colour_confidence == pytest.approx(0.9)


def test_without_votes_the_newest_reading_stands():
    """A die that was just seen shows what was just read."""
    newest = _reading("pips_2", 0.6)

    assert Votes().result(newest) is newest
    assert Votes().share == 0


def test_readings_without_any_confidence_do_not_break_the_vote():
    """A colour nobody judged stays unsure."""
    votes = Votes()
    votes.add(_reading("pips_2", 0.9, colour="unknown", colour_sure=0.0))

    assert votes.result(_reading("pips_2", 0.9)).colour_confidence == 0


def test_the_share_of_any_face_can_be_asked_for():
    """Leaning is a share of its own; without readings there is none."""
    votes = Votes()
    assert votes.share_of("pips_5") == 0
    votes.add(_reading("pips_5", 0.4, [("unreadable", 0.3)]))
    votes.add(_reading("pips_5", 0.6, [("unreadable", 0.1)]))

    assert votes.share_of("unreadable") == pytest.approx((0.4 * 0.3 + 0.6 * 0.1) / 1.0)
