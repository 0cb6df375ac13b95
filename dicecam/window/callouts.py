"""What has to be done at a place of the board, such as turning a pawn, for the sheet to point at.

News that name a place are shown at that place. This module knows no game: names of places come
from the sheet.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from dicecam.messages import Message
from dicecam.rules.sheet import Sheet

LONGEST_FIGURE = 2
"""Longer arguments than this are words, not what a die shall show."""


@dataclass(frozen=True, slots=True)
class Callout:
    """Something to be done at a place.

    Attributes:
        place: Name of the place.
        figure: What shall be seen there; may be empty.
        text: The whole of it.
    """

    place: str
    figure: str
    text: Message


def places_of(sheet: Sheet) -> frozenset[str]:
    """Return the names of all places of a sheet."""
    cells = (cell for row in sheet.rows for cell in row.cells)
    return frozenset(cell.place for cell in cells if cell.place)


def callouts(news: Sequence[Message], places: Collection[str]) -> tuple[Callout, ...]:
    """Return the news that name a place of the board.

    Args:
        news: What the last event brought about.
        places: Names of places.
    """
    found = []
    for message in news:
        values = [str(value) for _, value in message.args if isinstance(value, str | int)]
        named = [value for value in values if value in places]
        figures = [v for v in values if v not in places and len(v) <= LONGEST_FIGURE]
        found += [Callout(place, (figures or [""])[0], message) for place in named]
    return tuple(found)
