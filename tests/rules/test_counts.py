"""Counts derived by hand that pin the move generators, in the manner of perft."""

from __future__ import annotations

from itertools import product

from dicecam.dice import Die
from dicecam.rules.core import Played, Rolled
from dicecam.rules.games.qwixx import COLOURS, PASS, Phase, Qwixx, legal_marks

GAME = Qwixx()
PLAY_PASS = (Played(0, PASS), Played(1, PASS))


def roll(pips):
    """Return the roll of white, white, red, yellow, green, blue."""
    kinds = ("white", "white", *COLOURS)
    return Rolled(tuple(Die(kind, str(value)) for kind, value in zip(kinds, pips, strict=True)))


def test_qwixx_white_options_over_all_outcomes():
    """36 outcomes x (4 rows + pass) = 180, less the last numbers: 2 for a 2 and 2 for a 12."""
    empty = GAME.setup(2, {})
    total = sum(
        len(GAME.legal_actions(GAME.apply(empty, roll((*white, 1, 1, 1, 1))), 1))
        for white in product(range(1, 7), repeat=2)
    )

    assert total == 176


def test_qwixx_colour_options_over_all_rolls():
    """Pin the colour step of the active player on an empty card over all 46,656 rolls.

    A row has 216 throws of its three dice: two sums each, one for the 36 doubles: 396. The last
    number needs its colour die and a white one to show the extreme: 11 throws. So 385 marks a row,
    4 rows, 216 throws of the other three dice: 332,640; and one pass for each of 46,656 rolls.
    """
    empty = GAME.setup(2, {})
    total = 0
    for pips in product(range(1, 7), repeat=6):
        rolled = GAME.apply(empty, roll(pips))
        for seat in (0, 1):
            rolled = GAME.apply(rolled, PLAY_PASS[seat])
        assert rolled.phase is Phase.COLOUR
        total += len(legal_marks(rolled, 0)) + 1

    assert total == 379_296
