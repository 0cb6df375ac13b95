"""Which die lies at which place: rendered squares and boards, seen from anywhere.

500 MémoDiXe squares in any rotation, the camera 35 to 90 degrees above the table, up to two dice
missing, and 300 full Dekaxex boards. Every die's silhouette is rendered; its box, with the jitter
of a detector, is all that the fit gets to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from dicecam.errors import CalibrationError
from dicecam.synth import layout
from dicecam.synth.boards import CELL_MM, hex_cells, square_cells
from dicecam.synth.camera import Camera, look_at
from dicecam.synth.cube import Body, render_die
from dicecam.synth.dice import paint, plan_set
from dicecam.synth.lights import make_light
from dicecam.synth.recipe import QWIXX
from dicecam.table.layouts import Board, fit_board, hexagon_board, square_board, turns_of

SQUARES, BOARDS = 500, 300
OF_EACH = 20
CASES = (SQUARES + BOARDS) // OF_EACH
FIRST_SEED = 70_000
NEEDED = 0.995
SIZE = (1280, 720)
AXIAL = {"A": (1, -1), "B": (0, 0), "C": (0, 1)}
JITTER = 0.02
"""Spread of a box's edges, in die edges."""

SQUARE = square_board([str(place) for place in range(9)])
HEXAGONS = hexagon_board(
    {cell: (AXIAL[cell[0]][0] + int(cell[1]) - 1, AXIAL[cell[0]][1]) for cell in hex_cells()}
)


def run(case: int) -> dict[str, object]:
    """Fit some squares or boards."""
    square = case * OF_EACH < SQUARES
    right = [_fits(FIRST_SEED + case * OF_EACH + number, square) for number in range(OF_EACH)]
    return {"square": square, "right": sum(right), "of": OF_EACH}


def _fits(seed: int, square: bool) -> bool:
    """Render one arrangement and tell whether every die was put in its place."""
    rng = np.random.default_rng([seed, 9])
    camera = look_at(
        *SIZE,
        float(rng.uniform(45, 70)),
        float(rng.uniform(35, 90)),
        float(rng.uniform(260, 420)),
        float(rng.normal(0, 2)),
    )
    turn = float(rng.uniform(-np.pi, np.pi))
    board = SQUARE if square else HEXAGONS
    places = list(square_cells()) if square else list(hex_cells().values())
    missing = int(rng.integers(0, 3)) if square else 0
    there = sorted(rng.choice(len(places), len(places) - missing, replace=False).tolist())
    centres = _centres(camera, [places[place] for place in there], turn, rng)
    return _is_right(board, centres, there, 2 if square else 0)


def _is_right(
    board: Board, centres: np.ndarray[Any, Any], there: Sequence[int], missing: int
) -> bool:
    try:
        fit = fit_board(board, centres, SIZE, missing)
    except CalibrationError:
        return False
    truth = {board.names[place]: index for index, place in enumerate(there)}
    # Which of the ways up is meant, a view alone cannot tell: the game's position does.
    return any(dict(turned.at) == truth for turned in turns_of(fit, centres))


def _centres(
    camera: Camera,
    places: Sequence[tuple[float, float]],
    turn: float,
    rng: np.random.Generator,
) -> np.ndarray[Any, Any]:
    """Return the middles of the dice's boxes in the picture, `(n, 2)` px."""
    edge = 16.0
    look = plan_set(replace(QWIXX, heldout=True), rng)[0]
    skin, light = paint(look, 32, rng), make_light("window", rng)
    c, s = np.cos(turn), np.sin(turn)
    found = []
    for x, y in places:
        slip = rng.normal(0, 0.03 * CELL_MM, 2)
        at = np.array([c * x - s * y, s * x + c * y]) + slip
        pose = layout.about_z(float(rng.uniform(0, 2 * np.pi)))
        body = Body(np.array([*at, edge / 2]), edge, pose, look.rounding, look.sphere)
        patch = render_die(camera, body, skin, light, coarse=True)
        assert patch is not None, "the camera sees all of the board"
        rows = np.flatnonzero((patch.alpha > 0.5).any(axis=1))
        columns = np.flatnonzero((patch.alpha > 0.5).any(axis=0))
        shake = rng.normal(0, JITTER * edge * camera.px_per_mm(body.centre) / 2**0.5, 2)
        middle = ((columns[0] + columns[-1] + 1) / 2, (rows[0] + rows[-1] + 1) / 2)
        found.append(np.array(middle) + np.array([patch.left, patch.top]) + shake)
    return np.array(found)


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return the shares of squares and boards with every die in its place."""
    figures: dict[str, Any] = {}
    passed = True
    for name, square in (("squares", True), ("boards", False)):
        mine = [result for result in results if result["square"] is square]
        total, right = sum(r["of"] for r in mine), sum(r["right"] for r in mine)
        figures |= {name: total, f"{name}_right": right}
        passed &= right >= NEEDED * total
    return figures | {"passed": passed}
