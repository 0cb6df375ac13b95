"""Discovery of games: one file is one game.

A game module defines `create(tables) -> Game` and may define `DATA`, the names of the TOML files
it wants parsed. Games are found in this package, under the entry point group `dicecam.games`, and
in added folders; nothing has to be registered by hand.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from dicecam.errors import UnknownGameError
from dicecam.rules.core import Game

ENTRY_POINTS = "dicecam.games"

TableLoader = Callable[[str], Mapping[str, Any]]
"""Reads the data file of a name; the composition root brings it, the rules read no file."""


def game_modules(folders: Iterable[Path] = ()) -> dict[str, ModuleType]:
    """Find every game module.

    Args:
        folders: Folders of added games; each `*.py` file in them is a game.

    Returns:
        Modules by name, sorted; an added game of the same name replaces a shipped one.
    """
    modules = {
        info.name: importlib.import_module(f"{__name__}.{info.name}")
        for info in pkgutil.iter_modules(__path__)
        if not info.name.startswith("_")
    }
    modules.update({point.name: point.load() for point in entry_points(group=ENTRY_POINTS)})
    for folder in folders:
        modules.update({path.stem: _load(path) for path in sorted(folder.glob("[!_]*.py"))})
    return {name: modules[name] for name in sorted(modules) if hasattr(modules[name], "create")}


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"dicecam_added_games.{path.stem}", path)
    if spec is None or spec.loader is None:
        msg = f"game file: expected a Python file, got {path}"
        raise UnknownGameError(msg)
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name while the class body runs.
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def data_files(folders: Iterable[Path] = ()) -> dict[str, tuple[str, ...]]:
    """Return the data files each game wants, by game."""
    return {
        name: tuple(getattr(module, "DATA", ())) for name, module in game_modules(folders).items()
    }


def find_games(tables: TableLoader, folders: Iterable[Path] = ()) -> dict[str, Game[Any]]:
    """Build every game.

    Args:
        tables: Reads a data file by name.
        folders: Folders of added games.

    Returns:
        Games by key, sorted.

    Raises:
        SettingsError: A data file is wrong.
    """
    games: dict[str, Game[Any]] = {}
    for module in game_modules(folders).values():
        game = module.create({name: tables(name) for name in getattr(module, "DATA", ())})
        games[game.spec.key] = game
    return games


def find_game(key: str, tables: TableLoader, folders: Iterable[Path] = ()) -> Game[Any]:
    """Build one game.

    Raises:
        UnknownGameError: No game of this name; the message lists the known ones.
        SettingsError: A data file is wrong.
    """
    games = find_games(tables, folders)
    if key not in games:
        msg = f"game: expected one of {', '.join(games)}, got {key!r}"
        raise UnknownGameError(msg)
    return games[key]
