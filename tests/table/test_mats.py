"""Printed mats: their markers and the places on them."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from dicecam.errors import SettingsError
from dicecam.table.layouts import hexagon_board, square_board
from dicecam.table.mats import KINDS, PAPERS, Mat, mat_named, mat_of, mat_of_key

MATS = [Mat(kind, paper) for kind in KINDS for paper in PAPERS]
SQUARE = square_board([str(n) for n in range(9)])


def test_no_two_mats_share_a_marker():
    """The number of a marker tells the mat and its paper; the dictionary has 50."""
    numbers = [number for mat in MATS for number in mat.markers_mm]

    assert len(set(numbers)) == len(numbers) == 36
    assert max(numbers) < 50


@pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.key)
def test_a_mat_is_known_by_its_markers_and_its_name(mat):
    """Any of its markers will do."""
    assert mat_of(list(mat.markers_mm)[:1]) == mat
    assert mat_of([*mat.markers_mm, 49]) == mat
    assert mat_of_key(mat.key) == mat
    assert mat_named(mat.kind, mat.paper) == mat


@pytest.mark.parametrize("mat", MATS, ids=lambda mat: mat.key)
def test_places_lie_on_the_paper_and_clear_of_the_markers(mat):
    """Every place has room around it."""
    board = hexagon_board({"a": (0, 0), "b": (1, 0), "c": (0, 1)})
    for laid in (SQUARE, board):
        spots = np.array(list(mat.places_mm(laid).values()))
        x, y, width, height = mat.inner_mm

        gaps = [float(np.hypot(*(a - b))) for a, b in combinations(spots, 2)]
        assert min(gaps) == pytest.approx(mat.spacing_mm(laid))
        assert (spots >= (x, y)).all()
        assert (spots <= (x + width, y + height)).all()


def test_a_mat_gives_a_table_map():
    """Markers seen straight from above map px to mm by a factor."""
    mat = Mat("memodixe", "A4")
    seen = {number: 3.0 * corners for number, corners in mat.markers_mm.items()}
    table = mat.map_from(seen)

    assert table.to_mm(np.array([(300.0, 150.0)])) == pytest.approx(np.array([(100.0, 50.0)]))


def test_foreign_markers_are_no_mat():
    """Markers of something else are left alone."""
    assert mat_of([]) is None
    assert mat_of([44, 49]) is None
    assert mat_of_key("chess-A4") is None
    assert mat_of_key("dekaxex-A5") is None


def test_unknown_mats_are_refused():
    """The error lists what there is."""
    with pytest.raises(SettingsError, match="qwixx-tray"):
        mat_named("chess", "A4")
    with pytest.raises(SettingsError, match="A3"):
        mat_named("memodixe", "A5")
