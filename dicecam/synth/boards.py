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
    """Return a whole battle of two armies 1 2 3 5 6, red to begin, jumps allowed.

    It holds an attack of a 1 on a 6, a plain attack, jumps over an own and an enemy pawn, a pawn
    that its player forgets to turn at first, and a move. Dice 0-4 are blue, 5-9 red. In the end one
    pawn of each colour is left, and both show a 2.
    """
    cells = hex_cells()
    start = (
        ("C1", 5), ("C3", 1), ("B3", 6), ("C2", 2), ("B2", 3),
        ("A2", 1), ("A3", 5), ("B1", 3), ("A1", 6), ("B4", 2),
    )  # fmt: skip
    acts = [
        Act("set", dice=(die,), faces=(f"pips_{value}",), spot=cells[cell])
        for die, (cell, value) in enumerate(start)
    ]

    acts.append(Act("wait", 1.0))

    def move(pawn: int, cell: str, value: int, victim: int | None = None) -> None:
        acts.append(Act("wait", 1.0))
        if victim is not None:
            acts.append(Act("take", dice=(victim,)))
        acts.append(Act("place", dice=(pawn,), faces=(f"pips_{value}",), spot=cells[cell]))

    move(5, "B3", 6, victim=2)  # A2, red 1, takes the 6
    move(0, "B1", 3, victim=7)  # C1, blue 5, takes the 3
    move(6, "C2", 2, victim=3)  # A3, red 5, jumps over its own pawn on B3 and takes the 2
    move(1, "B3", 1, victim=5)  # C3, blue 1, takes the 6, but still shows 1,
    move(1, "B3", 6)  # until its player is told to turn it
    move(8, "B2", 3, victim=4)  # A1, red 6, takes the 3
    move(1, "B4", 2, victim=9)  # B3, blue 6, takes the 2
    move(6, "B3", 2)  # C2, red 2, has nothing to attack and moves
    move(0, "B3", 2, victim=6)  # B1, blue 3, jumps over the enemy on B2 and takes the 2
    move(8, "B3", 2, victim=0)  # B2, red 3, takes the 2: all pawns show the same
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
