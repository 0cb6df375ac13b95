"""Discovery: shipped games, entry points and folders, with their data files."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from dicecam.errors import UnknownGameError
from dicecam.rules import games as discovery
from dicecam.rules.games import data_files, find_game, find_games, game_modules
from dicecam.rules.games.qwixx import Qwixx
from dicecam.tables import load_table

SIXTH = Path(__file__).parent.parent / "sixth_game"
SHIPPED = {"dekaxex", "dixit", "memodixe", "qwixx", "shelfie"}


def test_shipped_games_are_found_by_their_files():
    """One module a game; private neighbours are none."""
    assert set(game_modules()) == SHIPPED
    assert set(find_games(load_table)) == {
        game.replace("shelfie", "my_shelfie_dice") for game in SHIPPED
    }


def test_data_files_are_named_by_the_games():
    """A game without data wants none."""
    files = data_files()

    assert files["shelfie"] == ("my_shelfie_sheet.toml",)
    assert files["qwixx"] == ()


def test_folder_adds_games_and_may_replace_one(tmp_path):
    """Each Python file with `create` is a game; others and private ones are left alone."""
    (tmp_path / "helper.py").write_text("VALUE = 1\n")
    (tmp_path / "_private.py").write_text("raise SystemExit\n")
    (tmp_path / "qwixx.py").write_text(
        "from dicecam.rules.games.qwixx import Qwixx\n"
        "class Mine(Qwixx):\n    pass\n"
        "def create(tables):\n    return Mine()\n"
    )
    modules = game_modules([tmp_path, SIXTH])
    found = find_games(load_table, [tmp_path, SIXTH])

    assert set(modules) == SHIPPED | {"yams"}
    assert type(found["qwixx"]).__name__ == "Mine"
    assert found["yams"].spec.max_seats == 8


def test_entry_points_add_games(monkeypatch):
    """An installed package may bring a game of its own."""
    point = EntryPoint("club_qwixx", "dicecam.rules.games.qwixx", discovery.ENTRY_POINTS)
    monkeypatch.setattr(
        discovery,
        "entry_points",
        lambda group: [point] if group == discovery.ENTRY_POINTS else [],
    )

    assert "club_qwixx" in game_modules()


def test_one_game_is_found_by_its_key():
    """An unknown one is refused with the known ones listed."""
    assert isinstance(find_game("qwixx", load_table), Qwixx)
    with pytest.raises(UnknownGameError, match=r"expected one of dekaxex, dixit, .* got 'chess'"):
        find_game("chess", load_table)


def test_file_that_is_no_python_is_refused(monkeypatch):
    """Where the interpreter cannot load a file as a module, it is named."""
    monkeypatch.setattr(
        discovery.importlib.util, "spec_from_file_location", lambda name, path: None
    )

    with pytest.raises(UnknownGameError, match=r"expected a Python file, got .*yams\.py"):
        game_modules([SIXTH])
