"""A session: refusals, undo and redo of everything, corrections, resuming from the log."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecam.dice import Die
from dicecam.errors import (
    IllegalActionError,
    LogCorruptError,
    LogVersionError,
    NothingToUndoError,
    SessionError,
    UnexpectedRollError,
)
from dicecam.messages import load_catalogue
from dicecam.rules.core import Action, Played, Rolled
from dicecam.rules.games import find_games
from dicecam.rules.games.qwixx import PASS, Qwixx
from dicecam.rules.notation import format_state
from dicecam.rules.replay import random_event
from dicecam.session.log import read_log
from dicecam.session.session import Session
from dicecam.tables import load_table

GAMES = find_games(load_table)


def roll(white=(3, 4), red=5, yellow=2, green=6, blue=1):
    """Return a Qwixx roll."""
    pips = {"red": red, "yellow": yellow, "green": green, "blue": blue}
    dice = [Die("white", str(value)) for value in white]
    return Rolled(tuple(dice + [Die(kind, str(value)) for kind, value in pips.items()]))


def clock():
    """Return a fixed time for logs."""
    return "2026-01-01T00:00:00+00:00"


@pytest.fixture
def session(tmp_path):
    """Return a two-player Qwixx session with a log."""
    session = Session(Qwixx(), ("Ada", "Bo"), {}, tmp_path / "game.jsonl", clock)
    yield session
    session.close()


def test_a_refused_event_changes_neither_state_nor_log(session):
    """Nothing is written when the rules refuse."""
    before = session.log_path.read_bytes()
    with pytest.raises(UnexpectedRollError):
        session.enter(Rolled(()))
    session.enter(roll())
    with pytest.raises(IllegalActionError):
        session.play(0, Action("mark", ("red", "9")))

    assert session.log_path.read_bytes().count(b"\n") == before.count(b"\n") + 1
    assert len(session.entries) == 1


def test_offers_name_the_dice_they_use(session):
    """A white mark uses both white dice, and each offer has words."""
    session.enter(roll())
    offers = session.offers()
    mark = next(o for o in offers if o.seat == 1 and o.action == Action("mark", ("red", "7")))

    assert mark.dice == (Die("white", "3"), Die("white", "4"))
    assert load_catalogue("en").say(mark.text) == "cross red 7 with the white dice"
    assert {offer.seat for offer in offers} == {0, 1}


def test_why_not_names_the_rule(session):
    """The reason for a refusal can be asked for without playing."""
    session.enter(roll())

    assert session.why_not(0, Action("mark", ("red", "7"))) is None
    assert session.why_not(0, Action("mark", ("red", "9"))).key == "qwixx.refuse.SUM_MISMATCH"


def test_undo_and_redo_restore_the_very_state(session):
    """Undo goes back event by event, redo forward again."""
    states = [format_state(session.state)]
    for event in (roll(), Played(0, PASS), Played(1, Action("mark", ("blue", "7")))):
        session.enter(event)
        states.append(format_state(session.state))
    for state in reversed(states[:-1]):
        session.undo()
        assert format_state(session.state) == state
    with pytest.raises(NothingToUndoError):
        session.undo()
    for state in states[1:]:
        session.redo()
        assert format_state(session.state) == state

    with pytest.raises(NothingToUndoError):
        session.redo()


def test_a_new_event_ends_redo(session):
    """What was undone cannot come back after something else happened."""
    session.enter(roll())
    session.undo()
    session.enter(roll(red=1))

    assert not session.can_redo


def test_a_corrected_roll_drops_what_is_no_longer_legal(session):
    """Choices that the right dice forbid are dropped and listed; the others stay."""
    session.enter(roll())
    session.play(0, Action("mark", ("red", "7")))
    session.play(1, PASS)
    seq = session.last_roll().seq
    dropped = session.correct(seq, roll(white=(3, 5)))

    assert [entry.event for entry in dropped] == [Played(0, Action("mark", ("red", "7")))]
    assert [entry.event for entry in session.entries][1:] == [Played(1, PASS)]
    session.undo()
    assert session.state.cards[0].numbers("red") == (7,)


def test_a_correction_of_a_correction_counts(session):
    """The entry of a correction can be corrected again, and undone step by step."""
    session.enter(roll())
    session.correct(1, roll(red=1))
    session.correct(session.last_roll().seq, roll(red=2))

    assert session.state.pips("red") == 2
    session.undo()
    assert session.state.pips("red") == 1
    with pytest.raises(SessionError):
        session.correct(99, roll())


def test_resume_gives_the_same_game(session):
    """A log opened again holds the same position, undo stack included."""
    session.enter(roll())
    session.play(0, PASS)
    session.undo()
    session.close()
    again = Session.resume(Qwixx(), session.log_path, clock)

    assert format_state(again.state) == format_state(session.state)
    again.redo()
    assert len(again.entries) == 2
    again.close()


def test_a_torn_last_line_is_dropped_and_the_log_goes_on(session, caplog):
    """What a crash leaves behind costs one line, never the game."""
    session.enter(roll())
    session.close()
    path = session.log_path
    path.write_bytes(path.read_bytes() + b'{"seq": 2, "at": "20')
    again = Session.resume(Qwixx(), path, clock)
    again.play(0, PASS)
    again.close()

    assert "torn" in caplog.text
    assert len(read_log(path)[1]) == 2


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        (lambda t: t.replace('"seq": 1', '"seq": 7'), LogCorruptError, "expected record 1"),
        (lambda t: t.replace("rolled", "hurled"), LogCorruptError, "line 2"),
        (lambda t: t.replace('"format": 1', '"format": 99'), LogVersionError, "newer"),
        (lambda t: t.replace('"game": "qwixx"', '"gone": 1'), LogCorruptError, "line 1"),
        (lambda t: t.replace('"origin": "user"', '"origin": "x"'), LogCorruptError, "line 2"),
        (lambda t: t.replace("blue=1", "blue=9"), LogCorruptError, "record 1"),
        (lambda t: "", LogCorruptError, "empty"),
    ],
)
def test_a_broken_log_names_its_line(session, change, error, words):
    """Any broken line but a torn last one is an error that says where."""
    session.enter(roll())
    session.close()
    path = session.log_path
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")

    with pytest.raises(error, match=words):
        Session.resume(Qwixx(), path, clock)


def test_a_missing_log_is_named(tmp_path):
    """The path is in the message."""
    with pytest.raises(LogCorruptError, match="nowhere"):
        Session.resume(Qwixx(), tmp_path / "nowhere.jsonl")


def test_history_tells_everything_in_words(session):
    """Rolls, choices and their consequences are sentences in both languages."""
    session.enter(roll())
    session.play(0, PASS)
    session.play(1, PASS)
    session.play(0, PASS)
    english = load_catalogue("en")
    lines = session.history()

    assert english.say(lines[0].text) == (
        "Roll: white 3, white 4, red 5, yellow 2, green 6 and blue 1"
    )
    assert [english.say(news, session.names) for news in lines[-1].news] == [
        "Ada takes a penalty (number 1): −5 points.",
        "It is Bo's turn.",
    ]
    assert all("[" not in load_catalogue("fr").say(line.text) for line in lines)


@pytest.mark.parametrize("key", GAMES)
@given(seed=st.integers(0, 10_000))
@settings(max_examples=8, deadline=None)
def test_undo_of_anything_equals_never_having_done_it(key, seed):
    """For every game, random events with random undos and redos equal the replayed log."""
    game, rng = GAMES[key], random.Random(seed)
    seats = game.spec.min_seats
    session = Session(game, [f"P{n}" for n in range(seats)], {}, now=clock)
    states = [format_state(session.state)]
    for _ in range(40):
        if session.can_undo and rng.random() < 0.3:
            session.undo()
            states.pop()
            assert format_state(session.state) == states[-1]
            continue
        event = random_event(game, session.state, rng)
        if event is None:
            break
        session.enter(event)
        states.append(format_state(session.state))

        assert [format_state(session.state_at(n)) for n in range(len(states))] == states
