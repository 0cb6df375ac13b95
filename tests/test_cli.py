"""The command line: verbs answer, errors are one line, exit codes say how it went."""

from __future__ import annotations

import json

import pytest

from dicecam.cli import main
from dicecam.dice import Die
from dicecam.rules.core import Action, Rolled
from dicecam.rules.games.qwixx import PASS, Qwixx
from dicecam.rules.notation import format_state
from dicecam.session.session import Session

ROLL = Rolled(
    tuple(
        Die(kind, face)
        for kind, face in (
            ("white", "3"),
            ("white", "4"),
            ("red", "5"),
            ("yellow", "2"),
            ("green", "6"),
            ("blue", "1"),
        )
    )
)


def test_help_names_every_verb(capsys):
    """`--help` lists the verbs with one line each."""
    with pytest.raises(SystemExit) as stop:
        main(["--help"])
    shown = capsys.readouterr().out

    assert stop.value.code == 0
    for verb in ("games", "read", "eval", "replay", "options", "play"):
        assert f"\n    {verb}" in shown


def test_games_lists_options_and_presets(capsys):
    """Each game is named with its seats, dice, options and presets."""
    code = main(["games"])
    shown = capsys.readouterr().out

    assert code == 0
    assert "qwixx: 2-8 players" in shown
    assert "option lock_min_including_last = 5  (5 | 6)" in shown
    assert "preset official: lock_min_including_last=6" in shown


def vector(expect):
    """Return a vector file whose only vector asks for the score of an empty sheet."""
    plain = {"id": "V1", "title": "t", "state": None, "action": {"type": "query_score"}}
    return {"game": "qwixx", "default_options": {}, "vectors": [{**plain, "expect": expect}]}


@pytest.mark.parametrize(("points", "code"), [(0, 0), (7, 1)])
def test_vectors_give_a_line_each_and_the_exit_code(tmp_path, capsys, points, code):
    """A failing vector is shown with what differs and makes the exit code 1."""
    path = tmp_path / "v.json"
    path.write_text(json.dumps(vector({"ok": True, "score": {"A": points}})), encoding="utf-8")
    result = main(["games", "--vectors", str(path)])
    shown = capsys.readouterr().out

    assert result == code
    assert ("FAIL qwixx V1" in shown) == bool(code)
    assert shown.splitlines()[-1] == f"{1 - code} passed, {code} failed"


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"game": "halma", "vectors": []}', '{"game": "qwixx"}', None]
)
def test_a_wrong_vector_file_is_one_clear_line(tmp_path, capsys, text):
    """Unknown games, broken JSON and missing files exit with 2."""
    path = tmp_path / "v.json"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    code = main(["games", "--vectors", str(path)])
    error = capsys.readouterr().err

    assert code == 2
    assert error.startswith("dicecam: ")
    assert error.count("\n") == 1


def test_options_lists_actions_with_words(tmp_path, capsys):
    """Every legal action of every player, in notation and in words."""
    game = Qwixx()
    path = tmp_path / "state.json"
    path.write_text(format_state(game.apply(game.setup(2, {}), ROLL)), encoding="utf-8")
    code = main(["options", "qwixx", str(path), "--language", "en"])
    lines = capsys.readouterr().out.splitlines()

    assert code == 0
    assert "1  mark:red,7  cross red 7 with the white dice" in lines
    assert len(lines) == 10


@pytest.fixture
def log(tmp_path):
    """Return the log of a short game."""
    session = Session(Qwixx(), ("Ada", "Bo"), {}, tmp_path / "game.jsonl")
    session.enter(ROLL, "camera")
    session.play(0, Action("mark", ("red", "7")))
    session.play(1, PASS)
    session.close()
    return tmp_path / "game.jsonl"


def test_replay_tells_the_game(log, capsys):
    """The steps, the points and what may be done now."""
    code = main(["replay", str(log), "--language", "en"])
    shown = capsys.readouterr().out

    assert code == 0
    assert "Ada: cross red 7 with the white dice" in shown
    assert "Ada: 1\nBo: 0\n" in shown
    assert "Ada may cross red 8 with a white and the red die" in shown


def test_replay_json_gives_states_scores_and_options(log, capsys):
    """One object a step, with the state after it."""
    before = log.read_bytes()
    code = main(["replay", str(log), "--json"])
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    assert code == 0
    assert [step["seq"] for step in steps] == [1, 2, 3]
    assert steps[-1]["scores"] == [1, 0]
    assert "mark_colour:red,8" in steps[-1]["options"]["0"]
    assert log.read_bytes() == before


def test_unknown_game_is_named(tmp_path, capsys):
    """The known games are listed in the error."""
    code = main(["options", "halma", str(tmp_path / "s.json")])

    assert code == 2
    assert "qwixx" in capsys.readouterr().err


def test_a_golden_playthrough_can_be_written(tmp_path, capsys):
    """The command writes a file that is reproduced line by line."""
    from dicecam.rules.replay import read_playthrough, write_playthrough

    path = tmp_path / "play.txt"
    code = main(["games", "--write-playthrough", "qwixx", str(path), "--seed", "3"])
    text = path.read_text(encoding="utf-8")

    assert code == 0
    assert "events" in capsys.readouterr().out
    assert write_playthrough(Qwixx(), read_playthrough(text)) == text
