"""Maps between picture and table."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecam.errors import CalibrationError
from dicecam.table.geometry import (
    MOVED_MM,
    apply_homography,
    fit_homography,
    map_from_corners,
    map_from_markers,
)

CORNERS = np.array([(210.0, 110.0), (1040.0, 130.0), (1180.0, 660.0), (90.0, 640.0)])


def test_corners_of_the_table_come_out_at_its_corners():
    """The four corners that were dragged are the corners in mm."""
    table = map_from_corners(CORNERS, 297, 210)

    assert table.to_mm(CORNERS) == pytest.approx(
        np.array([(0, 0), (297, 0), (297, 210), (0, 210)]), abs=1e-6
    )
    assert (table.width_mm, table.height_mm) == (297, 210)


shifts = st.lists(st.floats(-60, 60), min_size=8, max_size=8)


@settings(max_examples=40, deadline=None)
@given(shifts, st.floats(0, 297), st.floats(0, 210))
def test_there_and_back_is_where_one_was(shift, x, y):
    """A point of the table goes to the picture and comes back."""
    table = map_from_corners(CORNERS + np.array(shift).reshape(4, 2), 297, 210)
    point = np.array([(x, y)])

    assert table.to_mm(table.to_px(point)) == pytest.approx(point, abs=1e-4)


@pytest.mark.parametrize(
    "corners",
    [
        CORNERS[::-1],
        CORNERS[[0, 2, 1, 3]],
        np.array([(0.0, 0.0), (10.0, 0.0), (20.0, 0.0), (30.0, 0.0)]),
        CORNERS[:3],
    ],
    ids=["anticlockwise", "crossed", "on a line", "three"],
)
def test_corners_that_are_no_table_are_refused(corners):
    """Crossed, mirrored, flat or missing corners are an error that says what to do."""
    with pytest.raises(CalibrationError, match="clockwise"):
        map_from_corners(corners, 297, 210)


def test_points_on_a_line_fix_nothing():
    """Points of which too many lie on one line are refused."""
    line = np.array([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (4.0, 4.0)])
    bent = np.array([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (0.0, 5.0)])
    good = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)])

    with pytest.raises(CalibrationError, match="line"):
        fit_homography(line, line)
    with pytest.raises(CalibrationError, match="line"):
        fit_homography(bent, bent)
    with pytest.raises(CalibrationError, match="line"):
        fit_homography(good, np.array([(0.0, 0.0), (1.0, 1.0), (2.0, 2.0), (3.0, 3.0)]))
    with pytest.raises(CalibrationError, match="at least 4"):
        fit_homography(good[:3], good[:3])


def test_many_points_are_averaged():
    """With more than four points noise is spread out."""
    rng = np.random.default_rng(4)
    true = np.array([[1.1, 0.2, 30.0], [-0.1, 0.9, 20.0], [2e-4, 1e-4, 1.0]])
    source = rng.uniform(0, 400, (40, 2))
    target = apply_homography(true, source) + rng.normal(0, 0.5, (40, 2))
    found = fit_homography(source, target)

    assert apply_homography(found, source) == pytest.approx(apply_homography(true, source), abs=1)


def test_one_marker_is_enough_for_a_map():
    """A mat three of whose markers are covered is still known."""
    printed = {n: np.array([(0, 0), (24, 0), (24, 24), (0, 24)]) + 100.0 * n for n in range(4)}
    table = map_from_corners(CORNERS, 297, 210)
    seen = {2: table.to_px(printed[2]), 40: CORNERS}
    found = map_from_markers(seen, printed, 297, 210)

    assert found.to_mm(CORNERS) == pytest.approx(table.to_mm(CORNERS), abs=1e-4)


def test_without_its_markers_a_mat_is_not_known():
    """The error names the markers to uncover."""
    with pytest.raises(CalibrationError, match=r"0, 1"):
        map_from_markers({9: CORNERS}, {0: CORNERS, 1: CORNERS}, 297, 210)


def test_a_moved_camera_shows_as_an_error():
    """Known places are no longer where the map puts them."""
    table = map_from_corners(CORNERS, 297, 210)
    known_mm = np.array([(20.0, 20.0), (250.0, 30.0), (150.0, 180.0)])
    known_px = table.to_px(known_mm)

    assert table.error_mm(known_px + 0.5, known_mm) < 1
    assert table.error_mm(known_px + np.array([40.0, 10.0]), known_mm) > MOVED_MM
