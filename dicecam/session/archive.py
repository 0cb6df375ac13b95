"""The games kept in the log folder: what they were, how they ended, which can go on.

A log that cannot be read is left out and reported; it never stops the others. This module knows no
window.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
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
        colours: The players' colours by seat, empty when none were chosen.
    """

    path: Path
    game: str
    names: tuple[str, ...]
    started: str
    moves: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    thrown: tuple[Die, ...] = ()
    colours: tuple[str, ...] = ()

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
        colours=header.colours,
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


Known = dict[Path, tuple[int, KeptGame]]
"""Logs read before: their size in bytes then, and what they said."""


def each_kept(
    folder: Path,
    games: Mapping[str, Game[Any]],
    most: int | None = None,
    known: Known | None = None,
) -> Iterator[KeptGame]:
    """Read the logs of a folder one after the other, newest names first.

    Args:
        folder: Where the logs are; it need not exist.
        games: The games known, by key; logs of others are left out.
        most: Read no more than so many files; None for all.
        known: Logs read before, which need not be read again; it is kept up to date.
    """
    known = {} if known is None else known
    paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.name, reverse=True)
    for path in paths[:most]:
        try:
            size = path.stat().st_size  # logs only ever grow
            if path not in known or known[path][0] != size:
                known[path] = (size, read_kept(path, games))
            yield known[path][1]
        except (DicecamError, OSError) as error:
            logger.warning("left out: %s", error)


def newest_first(kept: Iterable[KeptGame]) -> tuple[KeptGame, ...]:
    """Return games by the time they began, newest first."""
    return tuple(sorted(kept, key=lambda game: game.started, reverse=True))


def kept_games(
    folder: Path, games: Mapping[str, Game[Any]], most: int | None = None
) -> tuple[KeptGame, ...]:
    """Return the games of a log folder, newest first; see `each_kept`."""
    return newest_first(each_kept(folder, games, most))


def unfinished(
    folder: Path, games: Mapping[str, Game[Any]], most: int = 30
) -> tuple[KeptGame, ...]:
    """Return the games that can go on, newest first; one without any event is not worth it."""
    kept = kept_games(folder, games, most)
    return tuple(game for game in kept if not game.finished and game.moves > 0)
