"""Playthroughs: what is written is read again, and random games follow the calls for dice."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from dicecam.dice import Die, pip_die
from dicecam.errors import IllegalActionError, NotationError
from dicecam.rules.core import Action, Arranged, DiceCall, Played, Rolled, Spec, Ticked
from dicecam.rules.games.qwixx import PASS, Qwixx
from dicecam.rules.replay import (
    Playthrough,
    fold,
    random_dice,
    random_event,
    random_game,
    read_playthrough,
    write_playthrough,
)

GAME = Qwixx()
SPEC = Spec("toy", 1, 2, dice=(pip_die("red"), pip_die("blue")))


def test_dice_are_drawn_for_what_is_called():
    """Kinds as called, `any` of any kind, faces only among those that can be meant."""
    rng = random.Random(1)
    rolled = random_dice(SPEC, DiceCall(("blue", "red")), rng)
    placed = random_dice(SPEC, DiceCall(("any", "any"), places=("B", "A")), rng)
    meant = [random_dice(SPEC, DiceCall(("red",), faces=("2", "3")), rng) for _ in range(30)]

    assert [die.kind for die in rolled.dice] == ["blue", "red"]
    assert isinstance(placed, Arranged)
    assert [place for place, _ in placed.slots] == ["A", "B"]
    assert {event.dice[0].face for event in meant} == {"2", "3"}


class Clock(Qwixx):
    """Qwixx with a deadline."""

    def deadline_s(self, state):
        return 60.0


class Always:
    """A chooser that draws the smallest number and the first item."""

    def choice(self, seq):
        return seq[0]

    def random(self):
        return 0.0


def test_deadline_may_ring():
    """In a timed game the forced event is drawn now and then."""
    assert random_event(Clock(), GAME.setup(2, {}), Always()) == Ticked(60.0)


def test_random_game_stops_at_the_end_or_the_limit():
    """Each step starts where the one before ended."""
    steps = list(random_game(GAME, 2, {}, random.Random(3)))
    short = list(random_game(GAME, 2, {}, random.Random(3), limit=5))

    assert GAME.outcome(steps[-1][2]) is not None
    assert short == steps[:5]
    assert all(after == before for (_, _, after), (before, _, _) in pairwise(steps))


def test_playthrough_is_read_as_it_was_written():
    """Header and events make the round trip, and the fold gives the last position."""
    rng = random.Random(5)
    options = (("lock_min_including_last", 6),)
    events = tuple(event for _, event, _ in random_game(GAME, 3, dict(options), rng, limit=40))
    play = Playthrough("qwixx", 3, options, events)
    text = write_playthrough(GAME, play)

    assert read_playthrough(text) == play
    state = fold(GAME, 3, dict(options), events)
    last = text.rpartition("> ")[2].splitlines()
    assert last[1] == "scores " + " ".join(map(str, GAME.scores(state)))
    assert sum(line.startswith("act ") for line in last) == len(GAME.to_act(state))


def test_playthrough_shows_calls_places_and_the_end():
    """What the dice are for, who may keep some, where they go, and who won."""

    class Placed(Qwixx):
        def awaits(self, state):
            return DiceCall(("any",), may_keep=True, places=("A1",))

        def outcome(self, state):
            return super().outcome(state) or type("Over", (), {"winners": (0, 1)})

    text = write_playthrough(Placed(), Playthrough("toy", 2, (), ()))

    assert "awaits - may-keep any at A1" in text
    assert "over winners 0 1" in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "game qwixx\nseats 2\n",
        "game qwixx\nseats two\noptions {}\n",
        "game qwixx\nseats 2\noptions {\n",
        "game qwixx\nseats 2\noptions 3\n",
    ],
)
def test_playthrough_without_its_head_is_refused(text):
    """Game, seats and options come first."""
    with pytest.raises(NotationError, match="expected the lines game"):
        read_playthrough(text)


def test_fold_refuses_what_the_rules_refuse():
    """An event that is not legal where it stands stops the fold."""
    dice = [("white", "1"), ("white", "2"), *((c, "1") for c in ("red", "yellow", "green", "blue"))]
    roll = Rolled(tuple(Die(kind, face) for kind, face in dice))

    with pytest.raises(IllegalActionError):
        fold(GAME, 2, {}, [roll, Played(0, Action("mark", ("red", "12"))), Played(1, PASS)])
