"""Why a box of a sheet cannot be chosen: the rule that forbids it, asked of the game itself.

A sheet only carries legal actions. What a click on another box would have meant is found by
likeness: if `mark:red,7` stands at row `red` and number 7, then `mark:red,9` is meant at number 9.
This module knows no game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dicecam.messages import Message
from dicecam.rules.core import Action, Game, Seat
from dicecam.rules.sheet import Cell, Row
from dicecam.session.session import Session

FAR_BACK = 12
"""So many positions are looked through for a like action."""

Pattern = tuple[str, tuple[str | None, ...], tuple[str, ...]]
"""Verb; for each argument `row`, `text` or `place`, or None when it is taken as it is; arguments."""


def reason(session: Session, seat: Seat, row: Row, cell: Cell) -> Message | None:
    """Return the rule that forbids a player to choose a box.

    Args:
        session: The game.
        seat: Whose sheet.
        row: The row of the box.
        cell: The box.

    Returns:
        The reason; None when the box may be chosen, or when nobody can ever choose one like it.
    """
    for action in dict.fromkeys(_meant(session, seat, row, cell)):
        message = session.why_not(seat, action)
        if message is not None:
            return message
    return None


def _meant(session: Session, seat: Seat, row: Row, cell: Cell) -> Iterator[Action]:
    """Yield what a click on a box could mean, the likeliest first."""
    newest = len(session.entries)
    for count in range(newest, max(-1, newest - FAR_BACK), -1):
        state = session.state_at(count)
        seats = (seat, *(s for s in range(len(session.names)) if s != seat))
        for other in seats:
            for verb, names, args in _patterns(session.game, state, other):
                values = {"row": row.key, "text": cell.text, "place": cell.place or ""}
                filled = tuple(
                    arg if name is None else values[name]
                    for name, arg in zip(names, args, strict=True)
                )
                if all(filled):
                    yield Action(verb, filled)


def _patterns(game: Game[Any], state: Any, seat: Seat) -> Iterator[Pattern]:
    """Yield how actions of a sheet follow from the boxes they stand at."""
    for row in game.sheet(state, seat).rows:
        for cell in row.cells:
            for action in cell.offered:
                names = tuple(_name(arg, row, cell) for arg in action.args)
                if "text" in names or "place" in names:
                    yield action.verb, names, action.args


def _name(arg: str, row: Row, cell: Cell) -> str | None:
    if arg == cell.place:
        return "place"
    if arg == row.key:
        return "row"
    return "text" if arg == cell.text else None
