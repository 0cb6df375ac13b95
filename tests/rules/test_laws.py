"""The law checks themselves: each catches a game that breaks its law."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from dicecam.errors import IllegalActionError
from dicecam.messages import Catalogue, Message, load_catalogue
from dicecam.rules.core import Action, DiceCall, Option, Outcome, Played, Rolled
from dicecam.rules.games.qwixx import PASS, SPEC, Qwixx
from dicecam.rules.laws import broken_laws
from dicecam.rules.sheet import Cell, Row, Sheet

ENGLISH = [load_catalogue("en")]


class Unsorted(Qwixx):
    def legal_actions(self, state, seat):
        return tuple(reversed(super().legal_actions(state, seat)))


class Idle(Qwixx):
    def legal_actions(self, state, seat):
        return super().legal_actions(state, seat) or (PASS,)


class Stuck(Qwixx):
    def awaits(self, state):
        return None


class Generous(Qwixx):
    def sheet(self, state, seat):
        cell = Cell(action=Action("fly"))
        return Sheet(seat, (Row("r", Message("core.list_and"), (cell,)),), 0)


class Fussy(Qwixx):
    def apply(self, state, event):
        if isinstance(event, Played) and event.action.args[:1] == ("blue",):
            raise IllegalActionError("FUSSY", Message("core.list_and"))
        return super().apply(state, event)


class Lax(Qwixx):
    def apply(self, state, event):
        if isinstance(event, Played) and event.action.verb == "nonsense":
            return state
        if event == Rolled(()):
            return state
        return super().apply(state, event)


class Forgetful(Qwixx):
    calls = 0

    def apply(self, state, event):
        Forgetful.calls += 1
        after = super().apply(state, event)
        return replace(after, could_mark=bool(Forgetful.calls % 2))


class Mute(Qwixx):
    def news(self, before, event, after):
        return (Message("qwixx.silence"),)


class Endless(Qwixx):
    def outcome(self, state):
        return Outcome((0,), (99,), Message("qwixx.silence"))

    def awaits(self, state):
        return DiceCall(("white",))

    def apply(self, state, event):
        return state


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Unsorted(), "not sorted"),
        (Idle(), "without being to act"),
        (Stuck(), "nothing is awaited"),
        (Generous(), "offers what is not legal"),
        (Fussy(), "is refused"),
        (Lax(), "illegal nonsense"),
        (Lax(), "a roll without dice"),
        (Forgetful(), "another state"),
        (Mute(), "no en sentence for qwixx.silence"),
    ],
)
def test_a_game_that_breaks_a_law_is_caught(game, words):
    """The sentence names the law."""
    broken = [
        sentence
        for seed in range(3)
        for sentence in broken_laws(game, random.Random(seed), ENGLISH, limit=25)
    ]

    assert any(words in sentence for sentence in broken)


class Sour(Qwixx):
    def apply(self, state, event):
        raise IllegalActionError("SOUR", Message("core.list_and"))


def test_a_game_that_refuses_what_it_awaits_is_caught():
    """The walk itself reports an event that should have been accepted."""
    broken = broken_laws(Sour(), random.Random(1), ENGLISH)

    assert any("that was awaited or legal is refused" in sentence for sentence in broken)


def test_the_end_is_checked():
    """An outcome with other points, or dice awaited after the end, are caught."""
    game = Endless()
    broken = broken_laws(game, random.Random(1), ENGLISH, limit=1)

    assert any("no en sentence for qwixx.silence" in sentence for sentence in broken)
    assert any("events go on after the end" in sentence for sentence in broken)
    assert any("the outcome's points differ" in sentence for sentence in broken)
    assert any("over, but something is still awaited" in sentence for sentence in broken)


def test_missing_sentences_of_a_language_are_named():
    """A catalogue without sentences fails every description."""
    broken = broken_laws(Qwixx(), random.Random(1), [Catalogue("xx", {})], limit=5)

    assert any("no xx sentence for qwixx.refuse" in sentence for sentence in broken)


def test_a_good_game_breaks_nothing():
    """Qwixx keeps every law to its end."""
    assert broken_laws(Qwixx(), random.Random(3), ENGLISH) == []


def test_a_few_drawn_actions_are_enough_to_catch_a_refusal():
    """The large run tries some legal actions of each position instead of all."""
    broken = broken_laws(Fussy(), random.Random(2), ENGLISH, limit=60, tried=2, every=2)

    assert any("is refused" in sentence for sentence in broken)


def test_options_a_game_refuses_fall_back_to_the_defaults():
    """A drawn option set that does not fit the seats is replaced."""

    class Picky(Qwixx):
        spec = replace(SPEC, options=(*SPEC.options, Option("strict", False, choices=(True,))))

        def setup(self, seats, options):
            if "strict" in options:
                from dicecam.errors import SettingsError

                raise SettingsError("strict")
            return super().setup(seats, options)

    for seed in range(6):
        assert broken_laws(Picky(), random.Random(seed), ENGLISH, limit=10) == []


def test_notation_that_does_not_parse_back_is_caught(monkeypatch):
    """Actions, events and states are written and read again."""
    import dicecam.rules.laws as laws

    monkeypatch.setattr(laws, "parse_action", lambda text: Action("other"))
    monkeypatch.setattr(laws, "parse_event", lambda text: Rolled(()))
    monkeypatch.setattr(laws, "parse_state", lambda kind, text: None)
    broken = broken_laws(Qwixx(), random.Random(1), ENGLISH, limit=5)

    assert sum("does not parse back" in sentence for sentence in broken) >= 3
    assert any("the state after" in sentence for sentence in broken)


def test_a_refusal_that_changes_the_state_is_caught(monkeypatch):
    """The state's text is compared before and after refused events."""
    import dicecam.rules.laws as laws

    texts = iter(range(10**6))
    monkeypatch.setattr(laws, "format_state", lambda state: f'"{next(texts)}"')
    monkeypatch.setattr(laws, "parse_state", lambda kind, text: None)
    broken = broken_laws(Qwixx(), random.Random(1), ENGLISH, limit=3)

    assert any("a refusal changed the state" in sentence for sentence in broken)
