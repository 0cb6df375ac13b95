"""Boards and squares that dice stand on as pawns, and the clips played on them."""

from __future__ import annotations

import cv2
import numpy as np

from dicecam.synth.clutter import Ink, Thing, any_ink, times
from dicecam.synth.script import Act

CELL_MM = 34.0
"""Distance between the middles of neighbouring cells."""

_ROWS = (("A", 3), ("B", 4), ("C", 3))


def hex_cells() -> dict[str, tuple[float, float]]:
    """Return the middle (x, y) in mm of each cell of the board with rows of 3, 4 and 3."""
    cells = {}
    for line, (letter, count) in enumerate(_ROWS):
        for column in range(count):
            x = (column - (count - 1) / 2) * CELL_MM
            cells[f"{letter}{column + 1}"] = (x, (1 - line) * CELL_MM * 0.866)
    return cells


def square_cells() -> tuple[tuple[float, float], ...]:
    """Return the middles (x, y) in mm of the nine places of a square, row by row."""
    return tuple(
        (column * CELL_MM, -line * CELL_MM) for line in (-1, 0, 1) for column in (-1, 0, 1)
    )


def hex_board(rng: np.random.Generator, edge_mm: float) -> Thing:
    """Return a printed board of ten hexagons around the table's origin.

    Args:
        rng: draws its colours.
        edge_mm: a die's edge, in which things are measured.
    """
    side = 640
    span = 5.2 * CELL_MM
    px = side / span
    sheet = np.empty((side, side, 3), dtype=np.uint8)
    sheet[:] = times(any_ink(rng), 0.4, 140)
    first, line = times(any_ink(rng), 0.6, 70), times(any_ink(rng), 0.3)
    angles = np.arange(6) * np.pi / 3 + np.pi / 6
    reach = CELL_MM / np.sqrt(3) * px
    for x, y in hex_cells().values():
        centre = (side / 2 + x * px, side / 2 - y * px)
        shape = np.stack(
            [centre[0] + reach * np.cos(angles), centre[1] + reach * np.sin(angles)], axis=1
        )
        points = [np.round(shape).astype(np.int32)]
        tone: Ink = first
        cv2.fillPoly(sheet, points, tone, cv2.LINE_AA)
        cv2.polylines(sheet, points, True, line, 5, cv2.LINE_AA)
    mask = np.full((side, side), 255, dtype=np.uint8)
    return Thing(sheet, mask, span / edge_mm, 0.0)


def dekaxex_script() -> tuple[Act, ...]:
    """Return a battle with an attack of a 1 on a 6, a plain attack, a jump and a forgotten turn.

    Dice 0-4 are blue, 5-9 red. Blue stands on A1 A2 A3 B1 B2, red on B3 B4 C1 C2 C3.
    """
    cells = hex_cells()
    start = (
        ("A1", 4), ("A2", 1), ("A3", 5), ("B1", 6), ("B2", 3),
        ("B3", 6), ("B4", 2), ("C1", 3), ("C2", 2), ("C3", 1),
    )  # fmt: skip
    acts = [
        Act("set", dice=(die,), faces=(f"pips_{value}",), spot=cells[cell])
        for die, (cell, value) in enumerate(start)
    ]

    def attack(attacker: int, victim: int, cell: str, value: int) -> list[Act]:
        return [
            Act("wait", 1.0),
            Act("take", dice=(victim,)),
            Act("place", dice=(attacker,), faces=(f"pips_{value}",), spot=cells[cell]),
        ]

    # A2 (1) takes the 6 on B3 and shows 6; C1 (red 3) is taken by B1 (6) and turned to 3.
    acts += attack(1, 5, "B3", 6)
    acts += attack(3, 7, "C1", 3)
    # From A3 (5) over B3 to C2: a jump over its own pawn that takes the 2 there.
    acts += attack(2, 8, "C2", 2)
    # Red's 1 on C3 takes the 6 on B3, but the player forgets to turn the pawn: it still shows 1.
    acts += attack(9, 1, "B3", 1)
    return (Act("wait", 0.3), *acts, Act("wait", 1.2))


def memodixe_script() -> tuple[Act, ...]:
    """Return two turns of MémoDiXe: two dice turned over and back, twice."""
    acts = [Act("set", dice=(die,), spot=spot) for die, spot in enumerate(square_cells())]
    for first, second in ((0, 4), (7, 2)):
        acts += [
            Act("wait", 0.9),
            Act("flip", dice=(first,)),
            Act("wait", 0.9),
            Act("flip", dice=(second,)),
            Act("wait", 1.1),
            Act("flip", dice=(first,)),
            Act("flip", dice=(second,)),
        ]
    return (Act("wait", 0.3), *acts, Act("wait", 1.0))
