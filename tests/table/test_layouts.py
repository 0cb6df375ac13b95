"""Boards fitted to dice seen from anywhere."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.errors import CalibrationError
from dicecam.table.geometry import map_from_corners
from dicecam.table.layouts import (
    _refined,
    board_on_mat,
    fit_board,
    fit_from_map,
    hexagon_board,
    square_board,
    turns_of,
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


def _right_places(board, count, missing_up_to, seed, beside=0):
    """Return how many boards were fitted with every die in its place, up to a turn."""
    rng = np.random.default_rng(seed)
    right = 0
    for _ in range(count):
        centres = _seen(board, rng, rng.uniform(-np.pi, np.pi), rng.uniform(35, 90))
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
        right += any(dict(turned.at) == truth for turned in turns_of(fit, seen))
    return right


@pytest.mark.parametrize(
    ("board", "missing", "beside"),
    [(SQUARE, 0, 0), (SQUARE, 1, 0), (SQUARE, 0, 3), (HEX343, 0, 0), (TRIANGLE, 0, 0)],
    ids=["square", "square with gaps", "square with a reserve", "3-4-3", "triangle"],
)
def test_every_die_comes_to_its_place_from_anywhere(board, missing, beside):
    """Any rotation, camera 35 to 90 degrees, dice laid by hand."""
    assert _right_places(board, 6, missing, seed=8, beside=beside) == 6


@pytest.mark.slow
def test_squares_with_up_to_two_gaps():
    """Nearly all squares are fitted right even when two dice are missing."""
    assert _right_places(SQUARE, 200, 2, seed=9) >= 199


def test_any_board_of_a_user_can_be_fitted():
    """Ten hexagons in a crooked shape, without any symmetry."""
    cells = [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (0, 2), (2, -1), (3, -1), (4, -1)]
    board = hexagon_board({f"S{n}": at for n, at in enumerate(cells)})

    assert _right_places(board, 4, 0, seed=4) == 4


def test_the_first_row_is_the_one_further_away():
    """Without an earlier fit the square is the right way up in the picture."""
    rng = np.random.default_rng(1)
    fit = fit_board(SQUARE, _seen(SQUARE, rng, 0.3, 60), SIZE)

    assert dict(fit.at) == {str(n): n for n in range(9)}
    assert not fit.moved
    assert fit.place_of(4) == "4"
    assert fit.place_of(99) is None
    assert fit.error < 0.1


def test_a_fit_is_kept_while_it_holds():
    """Dice are taken and put back; the places do not jump."""
    rng = np.random.default_rng(2)
    centres = _seen(SQUARE, rng, 0.7, 50)
    fit = fit_board(SQUARE, centres, SIZE)
    fewer = fit_board(SQUARE, centres[:4], SIZE, missing=6, before=fit)

    assert fewer.rows == fit.rows
    assert dict(fewer.at) == {place: die for place, die in fit.at if die < 4}
    assert not fewer.moved


def test_a_moved_camera_is_noticed_and_the_board_found_again():
    """All dice are elsewhere; the orientation stays the one it was."""
    rng = np.random.default_rng(3)
    centres = _seen(SQUARE, rng, 0.2, 70)
    fit = fit_board(SQUARE, centres, SIZE)
    turn = np.array([[np.cos(0.6), np.sin(0.6)], [-np.sin(0.6), np.cos(0.6)]])
    moved = (centres - centres.mean(axis=0)) @ turn + centres.mean(axis=0) + (90.0, -40.0)
    again = fit_board(SQUARE, moved, SIZE, before=fit)

    assert again.moved
    assert dict(again.at) == dict(fit.at)


def test_places_can_be_shown_in_the_picture():
    """Every place lies near its die."""
    rng = np.random.default_rng(5)
    centres = _seen(HEX343, rng, 0.1, 80, sloppy=0.0)
    fit = fit_board(HEX343, centres, SIZE)
    places = fit.places_px

    for place, die in fit.at:
        assert places[place] == pytest.approx(tuple(centres[die]), abs=12)


@pytest.mark.parametrize(
    "centres",
    [
        np.zeros((0, 2)),
        np.array([(100.0 + 30 * n, 200.0) for n in range(9)]),
        np.array([(100.0 + 37 * n % 311, 100.0 + 91 * n % 457) for n in range(9)]),
    ],
    ids=["nothing", "a row", "a heap"],
)
def test_dice_that_are_no_square_are_refused(centres):
    """The error says how dice have to lie."""
    with pytest.raises(CalibrationError, match="7 to 9 dice"):
        fit_board(SQUARE, centres, SIZE)


def test_a_mat_says_where_places_are():
    """On a printed mat the board is where it was printed."""
    corners = np.array([(200.0, 100.0), (1000.0, 110.0), (1100.0, 650.0), (120.0, 640.0)])
    table = map_from_corners(corners, 297, 210)
    places = {str(n): (100.0 + 50 * (n % 3), 60.0 + 50 * (n // 3)) for n in range(9)}
    matrix = board_on_mat(SQUARE, places, table)
    dice = table.to_px(np.array([places["7"], places["0"], (10.0, 10.0)]))
    fit = fit_from_map(SQUARE, dice, matrix)

    assert fit.at == (("0", 1), ("7", 0))


def test_no_dice_lie_nowhere():
    """A known board without dice."""
    fit = fit_from_map(SQUARE, np.zeros((0, 2)), np.eye(3))

    assert fit.at == ()


def test_a_guess_that_explains_too_few_dice_is_given_up():
    """Three dice on places fix no perspective."""
    board = square_board([str(n) for n in range(9)])
    centres = np.array([(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (9.0, 9.0)])

    assert _refined(board.array, centres, np.eye(3)) is None
