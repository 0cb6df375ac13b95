"""Statistics across games."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecam.dice import Die
from dicecam.session.archive import KeptGame
from dicecam.session.statistics import (
    Verdict,
    all_fairness,
    chi_square_p,
    fairness,
    rolled_faces,
    tallies,
    upper_gamma,
)

PIPS = tuple(f"pips_{n}" for n in range(1, 7))


def kept(names, scores, winners, game="qwixx", thrown=()):
    return KeptGame(Path("x.jsonl"), game, names, "2026-01-01", 9, scores, winners, thrown)


@pytest.mark.parametrize(
    ("statistic", "freedom", "expected"),
    [
        # Percentage points as every table of the distribution prints them.
        (3.841, 1, 0.05),
        (11.070, 5, 0.05),
        (15.086, 5, 0.01),
        (20.515, 5, 0.001),
        (18.307, 10, 0.05),
        (0.0, 5, 1.0),
    ],
)
def test_p_values_agree_with_printed_tables(statistic, freedom, expected):
    """The p-value of the printed percentage points is the printed one."""
    assert chi_square_p(statistic, freedom) == pytest.approx(expected, abs=2e-5)


@given(x=st.floats(0.0, 300.0))
def test_gamma_agrees_with_its_closed_forms(x):
    """Q(1, x) = exp(-x) and Q(2, x) = (1 + x) exp(-x), on both sides of the switch of form."""
    assert upper_gamma(1.0, x) == pytest.approx(math.exp(-x), rel=1e-9, abs=1e-15)
    assert upper_gamma(2.0, x) == pytest.approx((1 + x) * math.exp(-x), rel=1e-9, abs=1e-15)


@given(x=st.floats(0.001, 60.0))
def test_gamma_of_a_half_is_the_error_function(x):
    """Q(1/2, x) = erfc(sqrt x)."""
    assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-8, abs=1e-14)


@pytest.mark.parametrize(
    ("counts", "verdict"),
    [
        ((4, 5, 5, 5, 5, 5), Verdict.TOO_FEW),  # 29 / 6 < 5 expected of each
        ((5, 5, 5, 5, 5, 5), Verdict.USUAL),
        ((20, 10, 8, 10, 7, 5), Verdict.UNUSUAL),  # chi-square 13.8 with 5 degrees: p = 0.017
        ((30, 10, 5, 5, 5, 5), Verdict.SUSPECT),
        ((0, 0, 0, 0, 0, 0), Verdict.TOO_FEW),
    ],
)
def test_counts_get_a_verdict(counts, verdict):
    """Too few rolls say nothing; else the p-value decides."""
    assert fairness("pips", PIPS, counts).verdict is verdict


def test_chi_square_is_worked_out_by_hand():
    """60 rolls, ten expected of each: (100+0+4+0+9+25)/10 = 13.8."""
    fair = fairness("pips", PIPS, (20, 10, 8, 10, 7, 5))

    assert fair.chi_square == pytest.approx(13.8)
    assert fair.rolls == 60
    assert fair.expected == 10


def test_tallies_count_wins_and_averages_of_finished_games():
    """Shared victories count for both; a game that was not finished counts for nobody."""
    found = tallies(
        [
            kept(("Ada", "Bo"), (10, 20), (1,)),
            kept(("Ada", "Bo"), (30, 30), (0, 1)),
            kept(("Ada", "Bo"), (99, 0), None),
        ]
    )

    assert [(t.name, t.played, t.won, t.mean, t.best) for t in found] == [
        ("Bo", 2, 2, 25.0, 30),
        ("Ada", 2, 1, 20.0, 30),
    ]


def test_rolled_faces_are_grouped_by_colour_and_kind(games):
    """Dice with pips count together and by colour."""
    thrown = (Die("white", "3"), Die("white", "3"), Die("red", "6"))
    counts = rolled_faces([kept(("A", "B"), (0, 0), None, thrown=thrown)], games)

    assert counts["pips"] == {"pips_3": 2, "pips_6": 1}
    assert counts["white"] == {"pips_3": 2}
    assert counts["red"] == {"pips_6": 1}


def test_a_face_the_game_does_not_know_is_left_out(games):
    """A strange face in a log does not stop the statistics."""
    played = kept(("A", "B"), (0, 0), None, thrown=(Die("red", "sun"),))

    assert rolled_faces([played], games) == {}


def test_every_group_is_tested_with_all_its_faces(games):
    """Faces that never came up count as zero."""
    played = kept(("A", "B"), (0, 0), None, thrown=(Die("red", "6"),) * 36)
    found = all_fairness([played], games)

    assert [fair.group for fair in found] == ["pips", "red"]
    assert found[0].faces == PIPS
    assert found[0].counts == (0, 0, 0, 0, 0, 36)
    assert found[0].verdict is Verdict.SUSPECT
