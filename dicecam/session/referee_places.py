"""Dice at named places: finds the board under them and reads what lies where.

The board comes from the game's sheet, whose cells say where they are; no game is known by name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from dicecam.dice import UNREADABLE, Die
from dicecam.errors import CalibrationError
from dicecam.rules.core import Game
from dicecam.rules.sheet import Layout
from dicecam.session.referee_match import guess
from dicecam.table.layouts import NEAR, Board, Fit, fit_board, hexagon_board, square_board
from dicecam.table.mats import Mat, mat_of_key
from dicecam.table.tracker import distance
from dicecam.table.view import SeenDie, TableView

Slots = tuple[tuple[str, Die], ...]
"""What lies where: pairs of place and die, sorted; a place that is not listed is empty."""


def board_of(game: Game[Any], state: Any) -> Board | None:
    """Return the board a game is played on, None for a game without places."""
    sheet = game.sheet(state, 0)
    cells = {
        cell.place: cell.at
        for row in sheet.rows
        for cell in row.cells
        if cell.place is not None and cell.at is not None
    }
    if not cells:
        return None
    if sheet.layout is Layout.HEXAGONS:
        return hexagon_board(cells)
    names = sorted(cells, key=lambda name: (cells[name][1], cells[name][0]))
    columns = 1 + max(column for column, _ in cells.values())
    return square_board(names, columns)


class Places:
    """Follows a board through views of the table.

    Attributes:
        fit: Where the board is, None before it was found.
        moved: True when it lay elsewhere in the view before.
        printed: True when the places are those of a printed mat.
    """

    def __init__(self) -> None:
        self.fit: Fit | None = None
        self.moved = False
        self.printed = False

    def locate(self, board: Board, view: TableView, missing: int) -> dict[str, SeenDie] | None:
        """Return which die lies at which place.

        Args:
            board: The game's board.
            view: The table.
            missing: How many places may be empty.

        Returns:
            Dice by place, None when the dice do not lie like the board.
        """
        mat = mat_of_key(view.mat)
        self.printed = mat is not None and mat.kind != "qwixx-tray"
        if mat is not None and self.printed:
            return _on_mat(mat, board, view.dice)
        before = self.fit if self.fit is not None and self.fit.board == board else None
        centres = np.array([die.box.centre for die in view.dice], np.float64).reshape(-1, 2)
        try:
            self.fit = fit_board(board, centres, _size(view), missing, before)
        except CalibrationError:
            return None
        self.moved = self.fit.moved
        return {place: view.dice[index] for place, index in self.fit.at}


def _on_mat(mat: Mat, board: Board, dice: Sequence[SeenDie]) -> dict[str, SeenDie]:
    """Return which die lies at which printed place; the nearest one when several do."""
    near_mm = NEAR * mat.spacing_mm(board)
    at: dict[str, SeenDie] = {}
    for place, spot in mat.places_mm(board).items():
        away = [(distance(die.centre_mm, spot), die.track, die) for die in dice]
        if away and min(away)[0] <= near_mm:
            at[place] = min(away)[2]
    return at


def _size(view: TableView) -> tuple[int, int]:
    """Return the size of the picture, or of what the dice span when it is not known."""
    if view.size_px[0] > 0:
        return view.size_px
    return (
        int(max((die.box.x2 for die in view.dice), default=1.0)),
        int(max((die.box.y2 for die in view.dice), default=1.0)),
    )


def die_at(game: Game[Any], seen: SeenDie, faces: Collection[str] = ()) -> Die | None:
    """Return what a die at a place is, None when it shows nothing clear."""
    if seen.face == UNREADABLE:
        return None
    options = [g for kind in game.spec.dice if (g := guess(kind, seen.reading, faces)) is not None]
    best = max(options, key=lambda option: option.weight, default=None)
    return best.die if best is not None and best.face_is_clear else None


def read_slots(game: Game[Any], at: Mapping[str, SeenDie]) -> tuple[Slots, tuple[str, ...]]:
    """Return what lies where, and the places whose dice show nothing clear."""
    slots, unclear = [], []
    for place in sorted(at):
        die = die_at(game, at[place])
        if die is None:
            unclear.append(place)
        else:
            slots.append((place, die))
    return tuple(slots), tuple(unclear)
