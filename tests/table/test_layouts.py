"""Boards fitted to dice seen from anywhere."""

from __future__ import annotations

import numpy as np

from dicecam.table.layouts import (
    fit_board,
    hexagon_board,
    square_board,
)

SIZE = (1280, 720)
SQUARE = square_board([str(n) for n in range(9)])
HEX343 = hexagon_board(
    {"A1": (1, -1), "A2": (2, -1), "A3": (3, -1), "B1": (0, 0), "B2": (1, 0), "B3": (2, 0),
     "B4": (3, 0), "C1": (0, 1), "C2": (1, 1), "C3": (2, 1)}
)  # fmt: skip
TRIANGLE = hexagon_board(
    {"A1": (0, 0), "B1": (-1, 1), "B2": (0, 1), "C1": (-2, 2), "C2": (-1, 2), "C3": (0, 2),
     "D1": (-3, 3), "D2": (-2, 3), "D3": (-1, 3), "D4": (0, 3)}
)  # fmt: skip


def _seen(board, rng, turn, elevation, sloppy=0.06):
    """Return where dice on a board appear to a camera, px."""
    spacing = rng.uniform(30, 55)
    points = (board.array - board.array.mean(axis=0)) * spacing
    points += rng.normal(0, sloppy * spacing, points.shape)  # nobody lays dice out exactly
    c, s = np.cos(turn), np.sin(turn)
    points = points @ np.array([[c, s], [-s, c]]) + rng.uniform(-40, 40, 2)
    distance, focal = rng.uniform(450, 900), rng.uniform(0.75, 1.5) * SIZE[0]
    lift = np.radians(elevation)
    right = np.array([1.0, 0.0, 0.0])
    forward = np.array([0.0, -np.cos(lift), -np.sin(lift)])  # y points to the camera
    down = np.cross(right, forward)
    eye = -forward * distance
    world = np.column_stack([points, np.full(len(points), 8.0)]) - eye
    depth = world @ forward
    x = focal * (world @ right) / depth + SIZE[0] / 2
    y = focal * (world @ down) / depth + SIZE[1] / 2
    edge = focal * 16 / depth.mean()
    c, s = np.cos(rng.normal(0, 0.05)), np.sin(rng.normal(0, 0.05))  # nobody aligns a camera
    x, y = c * x - s * y, s * x + c * y
    return np.column_stack([x, y]) + rng.normal(0, 0.03 * edge, points.shape)


def _right_places(board, count, missing_up_to, rng, turns=None, beside=0):
    """Return how many boards were fitted with every die in its place."""
    right = 0
    wrong = []
    for case in range(count):
        turn = rng.uniform(-np.pi, np.pi) if turns is None else rng.uniform(-turns, turns)
        centres = _seen(board, rng, turn, rng.uniform(35, 90))
        missing = int(rng.integers(0, missing_up_to + 1))
        order = rng.permutation(len(centres))[missing:]
        seen = centres[order]
        if beside:
            span = np.ptp(centres, axis=0).max()
            extra = centres.mean(axis=0) + np.array([span * rng.uniform(1.1, 1.4), 0.0])
            gaps = np.arange(beside)[:, None] * np.array([[0.0, span / 4]])
            seen = np.concatenate([seen, extra + gaps])
        fit = fit_board(board, seen, SIZE)
        truth = {board.names[place]: die for die, place in enumerate(order)}
        if _same_up_to_a_turn(board, dict(fit.at), truth):
            right += 1
        else:
            wrong.append(case)
    return right, wrong


def _same_up_to_a_turn(board, found, truth):
    """Tell whether two assignments differ by a turn of the board only."""
    from dicecam.table.layouts import _symmetries

    for order in _symmetries(board.array):
        turned = {board.names[order[board.names.index(p)]]: die for p, die in truth.items()}
        if turned == found:
            return True
    return False
