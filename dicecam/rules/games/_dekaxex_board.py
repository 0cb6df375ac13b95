"""Dekaxex boards: ten hexagons in axial coordinates, with their neighbours and straight lines.

Reads what a board file holds and refuses it when it is no board. Knows no pawns and no turns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from dicecam.errors import SettingsError

DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
"""Steps to the six neighbours of a hexagon, as changes of axial q and r."""

CELLS = 10
"""Spaces of a board: as many as there are pawns (section 1)."""

_BOARD_ID = re.compile(r"[a-z0-9_-]+")
_CELL_ID = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True)
class Board:
    """Ten spaces; positions elsewhere are tuples in the order of `cells`.

    Attributes:
        id: Its name in options.
        label: What its maker calls it.
        cells: Names of the spaces.
        at: Axial coordinates q and r of each space.
        neighbours: Indices of the spaces next to each space.
        lines: For each space, the indices that follow it in each direction without a gap, nearest
            first; only lines of two or more, those that a jump can use.
    """

    id: str
    label: str
    cells: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    lines: tuple[tuple[tuple[int, ...], ...], ...]


def make_board(key: str, label: str, cells: Mapping[str, tuple[int, int]]) -> Board:
    """Build a board and derive what is next to what.

    Args:
        key: Its name in options.
        label: What to call it.
        cells: Axial coordinates q and r by name of the space.
    """
    index = {place: number for number, place in enumerate(cells.values())}

    def line(place: tuple[int, int], step: tuple[int, int]) -> tuple[int, ...]:
        found = []
        at = (place[0] + step[0], place[1] + step[1])
        while at in index:
            found.append(index[at])
            at = (at[0] + step[0], at[1] + step[1])
        return tuple(found)

    lines = [[line(place, step) for step in DIRECTIONS] for place in index]
    return Board(
        id=key,
        label=label,
        cells=tuple(cells),
        at=tuple(cells.values()),
        neighbours=tuple(tuple(sorted(way[0] for way in ways if way)) for ways in lines),
        lines=tuple(tuple(way for way in ways if len(way) > 1) for ways in lines),
    )


def load_boards(table: Mapping[str, Any]) -> tuple[dict[str, Board], str]:
    """Read every board of a file.

    Args:
        table: The parsed `dekaxex_boards.toml`, with its path under `__file__`.

    Returns:
        Boards by name, and the name of the one that is used when nothing is said.

    Raises:
        SettingsError: The file is no list of boards of ten connected hexagons; the message names
            file and key, what was expected and what was found.
    """
    file = str(table.get("__file__", "dekaxex_boards.toml"))
    if table.get("schema") != 1:
        _wrong(file, "schema", "1", table.get("schema"))
    listed = table.get("board")
    if not isinstance(listed, list) or not listed:
        _wrong(file, "board", "one or more [[board]] blocks", listed)
    boards: dict[str, Board] = {}
    for number, plain in enumerate(listed):
        board = _board(file, f"board[{number}]", plain)
        if board.id in boards:
            _wrong(file, f"board[{number}].id", "a name no other board has", board.id)
        boards[board.id] = board
    default = table.get("default")
    if default not in boards:
        _wrong(file, "default", f"one of {', '.join(boards)}", default)
    return boards, str(default)


def _wrong(file: str, key: str, expected: str, got: object) -> NoReturn:
    msg = (
        f"{file}: {key}: expected {expected}, got {got!r}; "
        "mend the file or remove it to use the shipped boards"
    )
    raise SettingsError(msg)


def _board(file: str, where: str, plain: Any) -> Board:
    if not isinstance(plain, Mapping):
        _wrong(file, where, "a block of id, label and cells", plain)
    key, label = plain.get("id"), plain.get("label")
    if not isinstance(key, str) or not _BOARD_ID.fullmatch(key):
        _wrong(file, f"{where}.id", "a name of small letters, digits, - and _", key)
    if not isinstance(label, str) or not label:
        _wrong(file, f"{where}.label", "a text", label)
    listed = plain.get("cells")
    if not isinstance(listed, list) or len(listed) != CELLS:
        found = f"{len(listed)} cells" if isinstance(listed, list) else listed
        _wrong(file, f"{where}.cells", f"{CELLS} cells, one for each pawn", found)
    cells: dict[str, tuple[int, int]] = {}
    for number, cell in enumerate(listed):
        name, place = _cell(file, f"{where}.cells[{number}]", cell)
        if name in cells:
            _wrong(file, f"{where}.cells[{number}].id", "a name no other cell has", name)
        if place in cells.values():
            _wrong(file, f"{where}.cells[{number}]", "a place no other cell has", place)
        cells[name] = place
    board = make_board(key, label, cells)
    cut_off = [board.cells[cell] for cell in range(CELLS) if cell not in _reached(board)]
    if cut_off:
        _wrong(file, f"{where}.cells", "cells that are all connected", f"{cut_off[0]} cut off")
    return board


def _cell(file: str, where: str, plain: Any) -> tuple[str, tuple[int, int]]:
    if not isinstance(plain, Mapping):
        _wrong(file, where, "a cell with id, q and r", plain)
    name = plain.get("id")
    if not isinstance(name, str) or not _CELL_ID.fullmatch(name):
        _wrong(file, f"{where}.id", "a name of letters, digits, - and _", name)
    q, r = plain.get("q"), plain.get("r")
    if type(q) is not int:
        _wrong(file, f"{where}.q", "a whole number", q)
    if type(r) is not int:
        _wrong(file, f"{where}.r", "a whole number", r)
    return name, (q, r)


def _reached(board: Board) -> set[int]:
    """Return the cells that can be walked to from the first one."""
    reached, todo = {0}, [0]
    while todo:
        new = set(board.neighbours[todo.pop()]) - reached
        reached |= new
        todo += new
    return reached
