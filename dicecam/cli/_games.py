"""Builds the games for the verbs: their data files from the user's folder or the shipped ones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from dicecam.errors import UnknownGameError
from dicecam.rules.core import Game
from dicecam.rules.games import find_games
from dicecam.tables import load_table


def config_folder() -> Path:
    """Return the folder of the user's own data files."""
    import platformdirs

    return Path(platformdirs.user_config_dir("dicecam", appauthor=False))


def game_folders() -> tuple[Path, ...]:
    """Return the folders of added games: `games` in the configuration and DICECAM_GAMES."""
    added = os.environ.get("DICECAM_GAMES", "")
    listed = [Path(part) for part in added.split(os.pathsep) if part]
    return tuple(folder for folder in (config_folder() / "games", *listed) if folder.is_dir())


def load_games() -> dict[str, Game[Any]]:
    """Return every game by key.

    Raises:
        SettingsError: A data file is wrong.
    """
    folder = config_folder()
    return find_games(lambda name: load_table(name, folder), game_folders())


def pick_game(key: str, games: dict[str, Game[Any]]) -> Game[Any]:
    """Return a game by its name or the beginning of it.

    Raises:
        UnknownGameError: No game, or more than one, begins so.
    """
    if key in games:
        return games[key]
    found = [game for name, game in games.items() if name.startswith(key) or f"_{key}" in name]
    if len(found) != 1:
        msg = f"game: expected one of {', '.join(games)}, got {key!r}"
        raise UnknownGameError(msg)
    return found[0]
