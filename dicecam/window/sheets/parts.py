"""What the painters of all layouts share: the look, placed cells, and the plan of a sheet.

A plan says where everything lies; it is made when the sheet or the size changes and knows no
painter. Painting a plan changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from dicecam.messages import Message
from dicecam.rules.core import Action
from dicecam.rules.sheet import Cell, Row, Sheet
from dicecam.window.icons import Say, letter_of
from dicecam.window.theme import Theme

DIGIT_PX = 25
"""Font size whose digits are 18 px high: the smallest that is read at two metres."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a sheet is shown at the moment.

    Attributes:
        theme: Colours and type.
        say: Turns messages into words.
        title: Whose sheet it is, in words.
        turn: True when this player may do something now.
        colour: The player's colour, None when he has none.
        lit: Actions whose cells are highlighted.
        total: False to leave the total out, where a board is everybody's.
        turned: Dice that shall be turned: pairs of place and what they shall show.
    """

    theme: Theme
    say: Say
    title: str
    turn: bool = False
    colour: str | None = None
    lit: frozenset[Action] = frozenset()
    total: bool = True
    turned: tuple[tuple[str, str], ...] = ()

    def letter(self, colour: str | None) -> str:
        """Return the letter of a colour in the language in use."""
        return letter_of(colour, self.say)


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell with its place on the widget.

    Attributes:
        row: The row it belongs to.
        cell: What to paint.
        rect: Where, px.
    """

    row: Row
    cell: Cell
    rect: QRectF

    @property
    def colour(self) -> str | None:
        """Name of its colour, its own or the row's."""
        return self.cell.colour or self.row.colour


@dataclass(frozen=True, slots=True)
class Plan:
    """Where everything of a sheet lies.

    Attributes:
        spots: The cells, in reading order.
        areas: Other parts by name.
        px: Font size of the cells' text.
        compact: True when cells are too small for digits; the last mark is written beside.
    """

    spots: tuple[Spot, ...]
    areas: dict[str, QRectF] = field(default_factory=dict)
    px: int = DIGIT_PX
    compact: bool = False


class Layouter(Protocol):
    """Places and paints the board of one layout."""

    def minimum(self, sheet: Sheet) -> QSize:
        """Return the smallest size in which the board can be read, px."""
        ...

    def plan(self, sheet: Sheet, area: QRectF, look: Look) -> Plan:
        """Place the cells of a sheet in an area."""
        ...

    def paint(self, painter: QPainter, sheet: Sheet, plan: Plan, look: Look) -> None:
        """Paint a sheet as planned."""
        ...


def cell_name(spot: Spot, say: Say) -> str:
    """Return what a cell is called: its label, or its row and text."""
    cell = spot.cell
    if cell.label is not None:
        return say(cell.label)
    words = [say(spot.row.label), cell.text]
    if cell.colour is not None and cell.colour != spot.row.colour:
        words.append(say(Message(f"core.colour.{cell.colour}")))
    return " ".join(word for word in words if word)


def sheet_summary(sheet: Sheet, say: Say) -> str:
    """Return a sheet in one paragraph, for people who have it read to them."""
    parts = []
    for row in sheet.rows:
        marked = [cell.text for cell in row.cells if cell.mark == "marked" and cell.text]
        words = [say(row.label)]
        if marked:
            words.append(", ".join(marked))
        if row.points is not None:
            words.append(f"= {row.points}")
        parts.append(" ".join(words))
    parts += [f"{say(label)}: {value}" for label, value in sheet.facts]
    parts += [say(note) for note in sheet.notes]
    return ". ".join(parts)
