"""Where a point of the picture lies on the table: plane maps from px to mm and back.

Pure numpy; corners and markers are given from outside. It knows no dice and no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dicecam.errors import CalibrationError

Points = npt.NDArray[np.float64]
"""Points `(n, 2)`, float64, x before y."""

Matrix = npt.NDArray[np.float64]
"""A homography `(3, 3)`, float64."""

_FLAT = 1e-9


def fit_homography(source: Points, target: Points) -> Matrix:
    """Return the plane map that takes points to others, by the normalised direct transform.

    Args:
        source: `(n, 2)`, n at least 4.
        target: `(n, 2)`; with more than four points the best compromise is found.

    Raises:
        CalibrationError: Fewer than four points, or so many on one line that nothing is fixed.
    """
    if len(source) < 4 or len(source) != len(target):
        msg = f"table map: expected at least 4 pairs of points, got {len(source)}"
        raise CalibrationError(msg)
    normal_source, to_source = _normalised(source)
    normal_target, to_target = _normalised(target)
    rows = []
    for (x, y), (u, v) in zip(normal_source, normal_target, strict=True):
        rows.append([-x, -y, -1, 0, 0, 0, u * x, u * y, u])
        rows.append([0, 0, 0, -x, -y, -1, v * x, v * y, v])
    _, sizes, basis = np.linalg.svd(np.array(rows, np.float64))
    if sizes[7] < 1e-7 * sizes[0]:
        msg = "table map: three or more points lie on one line; choose points that are apart"
        raise CalibrationError(msg)
    matrix = np.linalg.inv(to_target) @ basis[-1].reshape(3, 3) @ to_source
    if abs(np.linalg.det(matrix)) < _FLAT * np.abs(matrix).max() ** 3:
        msg = "table map: the points lie on one line; choose points that are apart"
        raise CalibrationError(msg)
    result: Matrix = matrix / (matrix[2, 2] if abs(matrix[2, 2]) > _FLAT else 1.0)
    return result


def _normalised(points: Points) -> tuple[Points, Matrix]:
    """Return points around the origin at a mean distance of the square root of 2, and the map."""
    centre = points.mean(axis=0)
    spread = float(np.hypot(*(points - centre).T).mean())
    scale = np.sqrt(2.0) / max(spread, _FLAT)
    matrix = np.array(
        [[scale, 0, -scale * centre[0]], [0, scale, -scale * centre[1]], [0, 0, 1]], np.float64
    )
    return (points - centre) * scale, matrix


def apply_homography(matrix: Matrix, points: Points) -> Points:
    """Return points `(n, 2)` mapped to the other plane."""
    lifted = np.column_stack([points, np.ones(len(points))]) @ matrix.T
    depth = np.where(np.abs(lifted[:, 2:]) < _FLAT, _FLAT, lifted[:, 2:])
    result: Points = lifted[:, :2] / depth
    return result


def inverse_of(matrix: Matrix) -> Matrix:
    """Return the homography of the way back."""
    return np.linalg.inv(matrix).astype(np.float64)


@dataclass(frozen=True, slots=True)
class TableMap:
    """Turns places of the picture into places on the table.

    Attributes:
        rows: The homography from px to mm, row by row.
        width_mm: Width of the table, mm.
        height_mm: Height of the table, mm.
    """

    rows: tuple[tuple[float, float, float], ...]
    width_mm: float
    height_mm: float

    @property
    def matrix(self) -> Matrix:
        """The homography from px to mm, `(3, 3)`."""
        return np.array(self.rows, np.float64)

    def to_mm(self, points_px: Points) -> Points:
        """Return places on the table, `(n, 2)` mm, for places in the picture, `(n, 2)` px."""
        return apply_homography(self.matrix, points_px)

    def to_px(self, points_mm: Points) -> Points:
        """Return places in the picture, `(n, 2)` px, for places on the table, `(n, 2)` mm."""
        return apply_homography(inverse_of(self.matrix), points_mm)

    def error_mm(self, points_px: Points, points_mm: Points) -> float:
        """Return how far known places are from where the map puts them, mean in mm.

        A camera that was moved shows in it: a few mm are usual, more means the map is stale.

        Args:
            points_px: `(n, 2)`, where they are seen.
            points_mm: `(n, 2)`, where they lie.
        """
        return float(np.hypot(*(self.to_mm(points_px) - points_mm).T).mean())


MOVED_MM = 6.0
"""A mean error from which a table map no longer fits: the camera or the mat was moved."""


def map_from_points(
    points_px: Points, points_mm: Points, width_mm: float, height_mm: float
) -> TableMap:
    """Return the map through pairs of points.

    Args:
        points_px: `(n, 2)`, n at least 4.
        points_mm: `(n, 2)`.
        width_mm: Width of the table.
        height_mm: Height of the table.

    Raises:
        CalibrationError: Too few points, or they lie on a line.
    """
    matrix = fit_homography(points_px, points_mm)
    rows = tuple((float(a), float(b), float(c)) for a, b, c in matrix)
    return TableMap(rows, width_mm, height_mm)


def map_from_corners(corners_px: Points, width_mm: float, height_mm: float) -> TableMap:
    """Return the map of a table whose corners are known.

    Args:
        corners_px: `(4, 2)`, clockwise from the upper left one as the players see the table.
        width_mm: Length of its upper edge.
        height_mm: Length of its left edge.

    Raises:
        CalibrationError: The corners do not go round a convex table clockwise.
    """
    corners = np.asarray(corners_px, np.float64)
    if corners.shape != (4, 2) or not _is_clockwise(corners):
        msg = (
            "table corners: expected four corners clockwise from the upper left one, "
            f"got {corners.round().tolist()}; drag them apart"
        )
        raise CalibrationError(msg)
    edges = [(0.0, 0.0), (width_mm, 0.0), (width_mm, height_mm), (0.0, height_mm)]
    return map_from_points(corners, np.array(edges), width_mm, height_mm)


def _is_clockwise(corners: Points) -> bool:
    """Tell whether corners turn right at each of them, y pointing down."""
    sides = np.roll(corners, -1, axis=0) - corners
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    return bool((turns > 1e-6).all())


def map_from_markers(
    seen_px: Mapping[int, Points],
    printed_mm: Mapping[int, Points],
    width_mm: float,
    height_mm: float,
) -> TableMap:
    """Return the map of a printed mat from the markers that are seen; one is enough.

    Args:
        seen_px: Corners `(4, 2)` of each marker found, px, in the order they are printed in.
        printed_mm: Corners `(4, 2)` of each marker of the mat, mm.
        width_mm: Width of the mat.
        height_mm: Height of the mat.

    Raises:
        CalibrationError: No marker of this mat is seen.
    """
    known = sorted(set(seen_px) & set(printed_mm))
    if not known:
        wanted = ", ".join(str(number) for number in sorted(printed_mm))
        msg = f"mat: none of its markers ({wanted}) is seen; uncover a corner of the mat"
        raise CalibrationError(msg)
    return map_from_points(
        np.concatenate([np.asarray(seen_px[number], np.float64) for number in known]),
        np.concatenate([np.asarray(printed_mm[number], np.float64) for number in known]),
        width_mm,
        height_mm,
    )
