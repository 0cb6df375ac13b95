"""Where the sheets of all players go in the space there is; sizes in, places in a grid out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QSize

from dicecam.rules.sheet import Layout, Sheet

MOST_COLUMNS = 3
CELL_PX = 40
"""Width of a box whose number is read from two metres, px."""
PICTURE_PX = 120
"""Width of a box that holds a picture between two numbers, px."""
ROW_PX = 44
"""Height of a row of such boxes, px."""
PICTURE_ROW_PX = 47
"""Height of a row of boxes with a picture, px."""
FACTS_PX = 36
"""Height of a line of facts below the boxes, px."""
AROUND = QSize(200, 60)
"""What a sheet needs beside and above its boxes: name, colours, points, px."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a sheet goes in the grid.

    Attributes:
        seat: Whose sheet.
        row: First row.
        column: First column.
        rows: How many rows it spans.
        columns: How many columns it spans.
        brief: True beside a larger sheet that says everything else.
    """

    seat: int
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    brief: bool = False


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Places of all sheets that are shown.

    Attributes:
        places: One for each sheet shown.
        row_shares: How rows share the height.
        column_shares: How columns share the width.
    """

    places: tuple[Place, ...]
    row_shares: tuple[int, ...] = (1,)
    column_shares: tuple[int, ...] = (1,)


def comfortable(sheet: Sheet, least: QSize) -> QSize:
    """Return the size from which a sheet is read from two metres, px."""
    if sheet.layout is not Layout.ROWS or not sheet.rows:
        return least
    cells = max(len(row.cells) for row in sheet.rows)
    pictures = any(cell.face is not None for row in sheet.rows for cell in row.cells)
    width = AROUND.width() + (PICTURE_PX if pictures else CELL_PX) * cells
    height = AROUND.height() + (PICTURE_ROW_PX if pictures else ROW_PX) * len(sheet.rows)
    height += FACTS_PX * bool(sheet.facts)
    return QSize(max(width, least.width()), max(height, least.height()))


def arrange(count: int, main: int, room: QSize, least: QSize, good: QSize) -> Arrangement:
    """Return where sheets go.

    All are shown alike while they are comfortable; else one is, and the others stand below or
    beside it; else there is room for one only.

    Args:
        count: How many sheets.
        main: Which one matters most now.
        room: Space for all of them, px.
        least: Size in which a sheet shows what matters, px.
        good: Size in which it is read with comfort, px.
    """
    columns = best_columns(count, room, good)
    if columns is not None:
        places = tuple(Place(seat, seat // columns, seat % columns) for seat in range(count))
        rows = -(-count // columns)
        return Arrangement(places, (1,) * rows, (1,) * columns)
    others = [seat for seat in range(count) if seat != main]
    width, height = room.width(), room.height()
    below = width >= least.width() * len(others) and height >= good.height() + least.height()
    if below and width >= good.width():
        rest = tuple(Place(seat, 1, n, brief=True) for n, seat in enumerate(others))
        share = (height - least.height(), least.height())
        return Arrangement((Place(main, 0, 0, 1, len(others)), *rest), share, (1,) * len(others))
    beside = height >= least.height() * len(others) and width >= good.width() + least.width()
    if beside and height >= good.height():
        rest = tuple(Place(seat, n, 1, brief=True) for n, seat in enumerate(others))
        share = (width - least.width(), least.width())
        return Arrangement((Place(main, 0, 0, len(others), 1), *rest), (1,) * len(others), share)
    return Arrangement((Place(main, 0, 0),))


def best_columns(count: int, room: QSize, good: QSize) -> int | None:
    """Return in how many columns equal sheets are largest, None when they do not all fit."""
    fitting = []
    for columns in range(1, min(count, MOST_COLUMNS) + 1):
        rows = -(-count // columns)
        across = room.width() / columns / max(1, good.width())
        down = room.height() / rows / max(1, good.height())
        fitting.append((min(across, down), columns))
    scale, columns = max(fitting)
    return columns if scale >= 1 else None


def shared(sheets: Sequence[Sheet]) -> bool:
    """Tell whether all players look at one and the same board, apart from what they may do."""
    if any(sheet.layout is Layout.ROWS for sheet in sheets):
        return False  # pads are everybody's own, also while they still look alike
    if all(sheet.layout is Layout.TRACK for sheet in sheets):
        return True  # one track for all; what differs is what each may know
    return len({_printed(sheet) for sheet in sheets}) == 1


def _printed(sheet: Sheet) -> tuple[object, ...]:
    return tuple(
        (row.key, tuple((cell.text, cell.mark, cell.face, cell.at) for cell in row.cells))
        for row in sheet.rows
    )
