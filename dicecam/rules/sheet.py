"""The neutral score sheet: rows and cells as data that any window or terminal can paint.

A sheet says what is printed, what is crossed, what may be chosen now and what it is worth. It
knows no colour values, no pixels and no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from dicecam.messages import Message

if TYPE_CHECKING:
    from dicecam.rules.core import Action


class Mark(StrEnum):
    """What has happened to a cell."""

    OPEN = "open"
    """Nothing yet; it may still be used."""
    MARKED = "marked"
    """Crossed or circled by the player: it counts."""
    PASSED = "passed"
    """Can no longer be used, such as a number left of the last cross."""
    CLOSED = "closed"
    """Taken away by another player or by a closed row."""


class Layout(StrEnum):
    """How cells lie on the sheet."""

    ROWS = "rows"
    """One under the other, as on a pad."""
    SQUARE = "square"
    """Places of a square grid; `Cell.at` gives column and row."""
    HEXAGONS = "hexagons"
    """Places of a hexagon grid; `Cell.at` gives axial coordinates."""
    TRACK = "track"
    """A score track; each row is a player, cells are spaces."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One box of a sheet.

    Attributes:
        text: What is printed or written in it, such as `7`; may be empty.
        mark: What has happened to it.
        action: What a click plays, when that is legal now for the seat that looks.
        choices: What a click may play, when several legal actions meet here and `action` is None.
        face: Reader class of the die or symbol drawn in it, such as `dixe_sun`.
        colour: Name of its colour; None for the row's colour.
        at: Coordinates for layouts other than rows: column and row, or axial q and r.
        place: Name of the place on the table, where the dice of the game have places.
        shape: `box`, `lock`, `penalty`, `circle`, `hexagon` or `button`; a hint for painting.
        corner: Small figure in a corner, such as what the box is worth; may be empty.
        label: What a screen reader says; None when text and row say it all.
    """

    text: str = ""
    mark: Mark = Mark.OPEN
    action: Action | None = None
    choices: tuple[Action, ...] = ()
    face: str | None = None
    colour: str | None = None
    at: tuple[int, int] | None = None
    place: str | None = None
    shape: str = "box"
    corner: str = ""
    label: Message | None = None

    @property
    def offered(self) -> tuple[Action, ...]:
        """Every action a click here could play."""
        return self.choices if self.action is None else (self.action,)


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells that belong together.

    Attributes:
        key: Name of the row.
        label: What to call it.
        cells: Its boxes, in printed order.
        colour: Name of its colour, None for no colour.
        points: What it is worth now; None when it does not score by itself.
        closed: True when nobody can use it any more.
    """

    key: str
    label: Message
    cells: tuple[Cell, ...]
    colour: str | None = None
    points: int | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one player may see of his part of the game.

    Attributes:
        seat: Whose sheet it is.
        rows: Its rows.
        total: Points so far.
        layout: How the cells lie.
        facts: Labelled figures beside the rows, such as dice won or reserve left.
        notes: Sentences under the rows.
    """

    seat: int
    rows: tuple[Row, ...]
    total: int
    layout: Layout = Layout.ROWS
    facts: tuple[tuple[Message, str], ...] = ()
    notes: tuple[Message, ...] = ()

    def actions(self) -> tuple[Action, ...]:
        """Return every action a click on this sheet could play."""
        return tuple(action for row in self.rows for cell in row.cells for action in cell.offered)
