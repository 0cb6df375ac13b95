"""The games kept in the log folder."""

from __future__ import annotations

import logging

import pytest

from dicecam.dice import Die
from dicecam.errors import DicecamError, LogCorruptError
from dicecam.rules.core import Action, Rolled
from dicecam.session.archive import kept_games, read_kept, thrown_dice, unfinished
from dicecam.session.session import Session

ROLL = (
    Die("blue", "1"),
    Die("green", "2"),
    Die("red", "3"),
    Die("white", "4"),
    Die("white", "6"),
    Die("yellow", "5"),
)
PASS = Action("pass")


def begin(games, path, moves=True, started="2026-01-01T10:00:00+00:00"):
    session = Session(games["qwixx"], ("Ada", "Bo"), {}, path, lambda: started)
    if moves:
        session.enter(Rolled(ROLL), "camera")
    return session


def finish(session):
    """Pass until somebody has four penalties."""
    while session.outcome() is None:
        if session.awaits() is not None:
            session.enter(Rolled(ROLL), "camera")
        offer = session.offers()[0]
        session.play(offer.seat, PASS)
    session.close()


def test_a_kept_game_says_how_it_ended(games, tmp_path):
    """Names, points, winners and the dice thrown are read from the log."""
    session = begin(games, tmp_path / "a.jsonl")
    finish(session)
    kept = read_kept(tmp_path / "a.jsonl", games)

    assert kept.names == ("Ada", "Bo")
    assert kept.finished
    assert kept.scores == session.scores()
    assert kept.winners == session.outcome().winners
    assert len(kept.thrown) % len(ROLL) == 0


def test_kept_games_come_newest_first_and_no_more_than_asked(games, tmp_path):
    """The newest games are read."""
    for n in (1, 2, 3):
        day = f"2026-01-0{n}T10:00:00+00:00"
        begin(games, tmp_path / f"{n}.jsonl", started=day).close()

    assert [k.path.stem for k in kept_games(tmp_path, games)] == ["3", "2", "1"]
    assert [k.path.stem for k in kept_games(tmp_path, games, most=2)] == ["3", "2"]


def test_only_games_with_moves_and_without_end_can_go_on(games, tmp_path):
    """A finished game and an empty one are not offered."""
    begin(games, tmp_path / "open.jsonl").close()
    begin(games, tmp_path / "empty.jsonl", moves=False).close()
    finish(begin(games, tmp_path / "over.jsonl"))

    assert [kept.path.stem for kept in unfinished(tmp_path, games)] == ["open"]


def test_a_broken_log_is_left_out_with_a_warning(games, tmp_path, caplog):
    """One bad file does not hide the others."""
    begin(games, tmp_path / "good.jsonl").close()
    (tmp_path / "bad.jsonl").write_text("no log\n", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        found = kept_games(tmp_path, games)

    assert [kept.path.stem for kept in found] == ["good"]
    assert "bad.jsonl" in caplog.text


def test_a_game_that_is_not_known_is_an_error(games, tmp_path):
    """The message names the games that are known."""
    begin(games, tmp_path / "a.jsonl").close()

    with pytest.raises(DicecamError, match="expected one of"):
        read_kept(tmp_path / "a.jsonl", {})


def test_a_file_that_cannot_be_opened_is_an_error(games, tmp_path):
    """A folder named like a log is told, not opened."""
    (tmp_path / "x.jsonl").mkdir()

    with pytest.raises(LogCorruptError, match="cannot be read"):
        read_kept(tmp_path / "x.jsonl", games)


def test_no_folder_means_no_games(games, tmp_path):
    """Before the first game there is no folder."""
    assert kept_games(tmp_path / "none", games) == ()


def test_dice_that_were_kept_are_not_thrown_again(games):
    """Two equal dice, one of them kept: only the other counts."""
    session = Session(games["qwixx"], ("Ada", "Bo"), {})
    session.enter(Rolled(ROLL, kept=(Die("white", "4"), Die("red", "3"))), "camera")

    assert sorted(thrown_dice(session)) == sorted(
        (Die("blue", "1"), Die("green", "2"), Die("white", "6"), Die("yellow", "5"))
    )
