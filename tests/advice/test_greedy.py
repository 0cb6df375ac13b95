"""The automatic player: legal, sensible, and the same every time."""

from __future__ import annotations

import random

import pytest

from dicecam.advice.greedy import choose
from dicecam.dice import Die
from dicecam.rules.core import Action, Played, Rolled
from dicecam.rules.games import find_games
from dicecam.rules.games.qwixx import PASS, Qwixx
from dicecam.rules.replay import random_dice
from dicecam.tables import load_table

GAMES = find_games(load_table)


def roll(*pips):
    """Return a Qwixx roll of white, white, red, yellow, green, blue."""
    kinds = ("white", "white", "red", "yellow", "green", "blue")
    return Rolled(tuple(Die(kind, str(value)) for kind, value in zip(kinds, pips, strict=True)))


def test_a_cross_that_skips_nothing_is_taken():
    """A 2 in the red row costs no other number."""
    game = Qwixx()
    state = game.apply(game.setup(2, {}), roll(1, 1, 6, 6, 1, 1))

    assert choose(game, state, 1).args[0] in ("red", "yellow")


def test_a_cross_that_skips_half_the_row_is_passed():
    """A 7 in an empty row is not worth five numbers."""
    game = Qwixx()
    state = game.apply(game.setup(2, {}), roll(3, 4, 1, 1, 6, 6))

    assert choose(game, state, 1) == PASS


def test_who_is_not_to_act_cannot_be_asked():
    """Before the roll nobody chooses."""
    game = Qwixx()
    with pytest.raises(ValueError, match="to act"):
        choose(game, game.setup(2, {}), 0)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_played_automatically(key):
    """The automatic player only does what is legal, in every game."""
    game, rng = GAMES[key], random.Random(7)
    state = game.setup(game.spec.min_seats, {})
    for _ in range(60):
        seats = sorted(game.to_act(state))
        call = game.awaits(state)
        if seats:
            action = choose(game, state, seats[0])
            assert isinstance(action, Action)
            state = game.apply(state, Played(seats[0], action))
        elif call is not None:
            state = game.apply(state, random_dice(game.spec, call, rng))
        else:
            break
    assert game.scores(state) is not None
