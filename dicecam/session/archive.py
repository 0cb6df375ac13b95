"""The games kept in the log folder: what they were, how they ended, which can go on.

A log that cannot be read is left out and reported; it never stops the others. This module knows no
window.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicecam.dice import Die
from dicecam.errors import DicecamError
from dicecam.rules.core import Game, Rolled
from dicecam.session.log import read_header
from dicecam.session.session import Session

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game in the log folder.

    Attributes:
        path: Its log.
        game: Key of the game.
        names: The players by seat.
        started: When it began, ISO 8601 with zone.
        moves: How many events count.
        scores: Points of each seat so far.
        winners: Seats that won; None while the game is not finished.
        thrown: Every die that was thrown; those that were kept lying do not count again.
    """

    path: Path
    game: str
    names: tuple[str, ...]
    started: str
    moves: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    thrown: tuple[Die, ...] = ()

    @property
    def finished(self) -> bool:
        """True when the game was played to its end."""
        return self.winners is not None


def read_kept(path: Path, games: Mapping[str, Game[Any]]) -> KeptGame:
    """Read the log of a game.

    Args:
        path: The log.
        games: The games known, by key.

    Raises:
        DicecamError: The log cannot be read, or its game is not known.
    """
    header = read_header(path)
    if header.game not in games:
        msg = f"{path}: expected one of {', '.join(games)}, got a game of {header.game!r}"
        raise DicecamError(msg)
    session = Session.replay(games[header.game], path)
    outcome = session.outcome()
    return KeptGame(
        path=path,
        game=header.game,
        names=header.names,
        started=header.started,
        moves=len(session.entries),
        scores=session.scores(),
        winners=None if outcome is None else outcome.winners,
        thrown=thrown_dice(session),
    )


def thrown_dice(session: Session) -> tuple[Die, ...]:
    """Return every die thrown in a game, in order; dice that were kept count once."""
    thrown: list[Die] = []
    for entry in session.entries:
        if isinstance(entry.event, Rolled):
            kept = list(entry.event.kept)
            for die in entry.event.dice:
                if die in kept:
                    kept.remove(die)
                else:
                    thrown.append(die)
    return tuple(thrown)


def kept_games(
    folder: Path, games: Mapping[str, Game[Any]], most: int | None = None
) -> tuple[KeptGame, ...]:
    """Return the games of a log folder, newest first.

    Args:
        folder: Where the logs are; it need not exist.
        games: The games known, by key; logs of others are left out.
        most: Read no more than so many files; None for all.
    """
    paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.name, reverse=True)
    found = []
    for path in paths[:most]:
        try:
            found.append(read_kept(path, games))
        except DicecamError as error:
            logger.warning("left out: %s", error)
    return tuple(sorted(found, key=lambda game: game.started, reverse=True))


def unfinished(
    folder: Path, games: Mapping[str, Game[Any]], most: int = 30
) -> tuple[KeptGame, ...]:
    """Return the games that can go on, newest first; one without any event is not worth it."""
    kept = kept_games(folder, games, most)
    return tuple(game for game in kept if not game.finished and game.moves > 0)
