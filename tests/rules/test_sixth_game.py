"""A sixth game in a folder of its own is a game like the others, with no change to the package."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

from dicecam.cli import main
from dicecam.messages import load_catalogue
from dicecam.rules.games import find_games
from dicecam.tables import load_table

FOLDER = Path(__file__).parent.parent / "sixth_game"
SUITE = Path(__file__).parent / "test_conformance.py"


@pytest.fixture
def suite(monkeypatch):
    """Return the conformance suite with the folder's game among the shipped ones."""
    spec = importlib.util.spec_from_file_location("conformance_with_a_sixth_game", SUITE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "GAMES", find_games(load_table, [FOLDER]))
    monkeypatch.setattr(module, "HERE", FOLDER)
    texts = [load_catalogue(language, [FOLDER]) for language in ("fr", "en")]
    monkeypatch.setattr(module, "CATALOGUES", texts)
    monkeypatch.setattr(
        module, "load_catalogue", lambda language: load_catalogue(language, [FOLDER])
    )
    return module


@pytest.fixture
def added(monkeypatch):
    """Name the folder in the environment, as a player would."""
    monkeypatch.setenv("DICECAM_GAMES", str(FOLDER))


def test_conformance_suite_takes_the_game_up(suite):
    """Laws, vectors, playthrough and texts are checked by the very same functions."""
    assert set(suite.GAMES) > {"yams", "qwixx"}
    for seed in range(suite.FAST_GAMES):
        suite.test_random_games_keep_every_law("yams", seed)
    suite.test_vectors_pass("yams")
    suite.test_playthrough_is_reproduced("yams")
    suite.test_texts_name_title_options_and_refusals("yams")


def test_conformance_suite_would_see_a_fault(suite, monkeypatch):
    """The same functions fail when the game breaks a law or its texts have a hole."""
    yams = type(suite.GAMES["yams"])

    with monkeypatch.context() as patched:
        patched.setattr(yams, "awaits", lambda self, state: None)
        with pytest.raises(AssertionError):
            suite.test_random_games_keep_every_law("yams", 0)
    with monkeypatch.context() as patched:
        patched.setattr(yams, "scores", lambda self, state: (7,) * len(state.boxes))
        with pytest.raises(AssertionError):
            suite.test_playthrough_is_reproduced("yams")
    suite.test_playthrough_is_reproduced("yams")


@pytest.mark.usefixtures("added")
def test_command_line_lists_and_checks_the_game(capsys):
    """`games` names it, and runs its vectors."""
    listed = main(["games"])
    checked = main(["games", "--vectors", str(FOLDER / "vectors" / "yams.json")])
    shown = capsys.readouterr().out

    assert (listed, checked) == (0, 0)
    assert "yams: 1-8 players" in shown
    assert "5 passed, 0 failed" in shown


@pytest.mark.usefixtures("added")
def test_command_line_writes_its_playthrough(tmp_path, capsys):
    """The recorded playthrough is what the command writes, byte for byte."""
    written = tmp_path / "yams.txt"
    command = ["games", "--write-playthrough", "yams", str(written), "--seats", "2", "--seed", "3"]

    assert main(command) == 0
    assert "events" in capsys.readouterr().out
    assert written.read_text() == (FOLDER / "playthroughs" / "yams.txt").read_text()


@pytest.mark.usefixtures("added")
def test_command_line_says_its_options_in_words(tmp_path, capsys):
    """`options` gives its actions with their sentences from the folder's catalogue."""
    state = {"current": 0, "rolls": 1, "dice": [1, 2, 2, 5, 6], "boxes": [[None] * 6]}
    path = tmp_path / "state.json"
    path.write_text(json.dumps(state))

    assert main(["options", "yams", str(path), "--language", "en"]) == 0
    assert "score 4 points for the 2s" in capsys.readouterr().out


def test_without_the_folder_there_is_no_such_game(capsys):
    """Nothing of it is in the package."""
    assert main(["games"]) == 0
    assert "yams" not in capsys.readouterr().out
