"""A game as CSV and JSON."""

from __future__ import annotations

import csv
import io
import json

import pytest

from dicecam.dice import Die
from dicecam.messages import load_catalogue
from dicecam.rules.core import Action, Played, Rolled
from dicecam.rules.notation import parse_event
from dicecam.session.export import export_game, game_as_csv, game_as_json
from dicecam.session.session import Session

ROLL = tuple(
    Die(*pair.split("="))
    for pair in ["blue=1", "green=2", "red=3", "white=4", "white=6", "yellow=5"]
)


@pytest.fixture
def session(games):
    """A game of two with a roll and a cross."""
    session = Session(games["qwixx"], ("Zoé", "Bo"), {}, now=lambda: "2026-01-01T10:00:00+00:00")
    session.enter(Rolled(ROLL), "camera")
    session.play(0, Action("mark", ("red", "10")))
    session.play(1, Action("pass"))
    return session


@pytest.fixture
def say():
    catalogue = load_catalogue("en")
    return lambda message: catalogue.say(message, ("Zoé", "Bo"))


def test_csv_has_a_line_an_event_and_points_a_player(session, say):
    """Head, three events, the points after each."""
    lines = list(csv.reader(io.StringIO(game_as_csv(session, say))))

    assert lines[0] == ["seq", "at", "origin", "player", "event", "text", "Zoé", "Bo"]
    assert len(lines) == 4
    assert [line[3] for line in lines[1:]] == ["", "Zoé", "Bo"]
    assert lines[2][5].startswith("Zoé: cross red 10")
    assert lines[3][-2:] == ["1", "0"]


def test_events_in_json_can_be_read_back(session, say):
    """The notation of each event parses to the event."""
    plain = json.loads(game_as_json(session, say))

    assert [parse_event(row["event"]) for row in plain["events"]] == [
        entry.event for entry in session.entries
    ]
    assert plain["players"] == ["Zoé", "Bo"]
    assert not plain["finished"]
    assert plain["winners"] == []


def test_a_finished_game_names_its_winners(session, say):
    """Passing to the end: the player without penalties wins."""
    while session.outcome() is None:
        if session.awaits() is not None:
            session.enter(Rolled(ROLL), "camera")
        session.enter(Played(session.offers()[0].seat, Action("pass")))
    plain = json.loads(game_as_json(session, say))

    assert plain["finished"]
    assert plain["winners"] == [session.names[s] for s in session.outcome().winners]


@pytest.mark.parametrize(("name", "start"), [("game.csv", b"\xef\xbb\xbfseq"), ("game.json", b"{")])
def test_the_ending_decides_the_form(session, say, tmp_path, name, start):
    """CSV begins with a byte order mark for spreadsheets, JSON does not."""
    export_game(session, tmp_path / name, say)

    assert (tmp_path / name).read_bytes().startswith(start)


def test_a_game_without_events_can_be_exported(games, say):
    """Nothing has happened yet: no time of beginning."""
    plain = json.loads(game_as_json(Session(games["qwixx"], ("A", "B"), {}), say))

    assert plain["began"] is None
    assert plain["events"] == []
