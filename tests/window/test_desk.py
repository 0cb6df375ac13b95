"""The desk under random use, in every game: undo, redo and corrections against the replayed log."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dicecam.rules.core import Arranged, Rolled
from dicecam.rules.notation import format_state
from dicecam.rules.replay import random_dice
from dicecam.session.referee import Referee
from dicecam.session.session import Session
from dicecam.window.desk import Desk

KEYS = ("qwixx", "my_shelfie_dice", "memodixe", "dekaxex", "dixit")


class User:
    """Does at random what people may do at a desk."""

    def __init__(self, games, key, path, rng):
        game = games[key]
        names = ("Ada", "Bo", "Cy")[: max(2, game.spec.min_seats)]
        self.rng = rng
        options = {"config": "random"} if key == "dekaxex" else {}
        self.desk = Desk(Session(game, names, options, path), Referee(), clock=lambda: 0.0)

    @property
    def session(self):
        return self.desk.session

    def step(self):
        """Do one thing."""
        what = self.rng.random()
        throws = [e for e in self.session.entries if isinstance(e.event, Rolled | Arranged)]
        if what < 0.15:
            self.desk.undo()
        elif what < 0.28:
            self.desk.redo()
        elif what < 0.4 and throws:
            entry = self.rng.choice(throws)
            call = self.desk.call_of(entry)
            self.desk.correct_entry(entry.seq, random_dice(self.desk.spec, call, self.rng))
        else:
            self.go_on()

    def go_on(self):
        """Play or roll."""
        offers, call = self.session.offers(), self.session.awaits()
        if offers and (call is None or self.rng.random() < 0.6):
            offer = self.rng.choice(offers)
            self.desk.play(offer.seat, offer.action)
        elif call is not None:
            self.desk.enter_by_hand(random_dice(self.desk.spec, call, self.rng))

    def all_there_is(self):
        """Return everything people can see of the game."""
        seats = range(len(self.session.names))
        return (
            format_state(self.session.state),
            self.session.entries,
            self.session.scores(),
            self.desk.history(),
            tuple(self.desk.sheet(seat) for seat in seats),
            self.session.offers(),
        )


@pytest.mark.parametrize("key", KEYS)
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 40))
def test_the_log_tells_the_same_game_whatever_was_done(
    qapp, games, tmp_path_factory, key, seed, steps
):
    """Play, undo, redo and correct at random: the log replayed gives what the desk shows."""
    path = tmp_path_factory.mktemp("log") / "game.jsonl"
    user = User(games, key, path, random.Random(seed))
    for _ in range(steps):
        user.step()
    replayed = Session.replay(games[key], path)

    assert format_state(replayed.state) == format_state(user.session.state)
    assert replayed.entries == user.session.entries
    assert replayed.history() == user.desk.history()
    assert (replayed.can_undo, replayed.can_redo) == (user.session.can_undo, user.session.can_redo)
    user.desk.close()


@pytest.mark.parametrize("key", KEYS)
@settings(
    max_examples=12,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seed=st.integers(0, 2**32), steps=st.integers(1, 30), back=st.integers(1, 40))
def test_redo_brings_back_all_that_undo_took(qapp, games, tmp_path_factory, key, seed, steps, back):
    """So many steps back and forth: history, sheets, points and options are the same again."""
    path = tmp_path_factory.mktemp("log") / "game.jsonl"
    user = User(games, key, path, random.Random(seed))
    for _ in range(steps):
        user.step()
    while user.session.can_redo:
        user.desk.redo()
    seen = [user.all_there_is()]
    while user.session.can_undo and len(seen) <= back:
        user.desk.undo()
        seen.append(user.all_there_is())
    for earlier in reversed(seen[:-1]):
        user.desk.redo()

        assert user.all_there_is() == earlier
    assert not user.session.can_redo
    user.desk.close()
