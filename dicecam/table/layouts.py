"""Which die lies at which place of a board: a 3x3 square, hexagons, or any places of a plane.

The board is fitted to the dice themselves, seen from anywhere; a printed mat is not needed. It
knows points only: neither faces nor games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from dicecam.errors import CalibrationError
from dicecam.table.geometry import (
    Matrix,
    Points,
    TableMap,
    apply_homography,
    fit_homography,
    inverse_of,
)

NEAR = 0.42
"""A die this near to a place lies there, in distances between neighbouring places."""

_ROUGH = 0.55  # the same while perspective is not known yet
_TRIED = 40  # guesses that are refined
_CORNERS = 4  # corners of the board that are laid over the dice
_FOCAL = (0.6, 0.8, 1.0, 1.3, 1.7, 2.3, 3.2)  # focal lengths tried, in picture widths


@dataclass(frozen=True, slots=True)
class Board:
    """Named places of a plane.

    Attributes:
        names: The places.
        points: Where they are, (x, y) in distances between neighbours, y pointing to the players
            at the lower edge of the picture.
    """

    names: tuple[str, ...]
    points: tuple[tuple[float, float], ...]

    @property
    def array(self) -> Points:
        """The points, `(n, 2)`."""
        return np.array(self.points, np.float64)


def square_board(names: Sequence[str], columns: int = 3) -> Board:
    """Return places in rows of a square grid, the uppermost row first."""
    points = tuple((float(n % columns), float(n // columns)) for n in range(len(names)))
    return Board(tuple(names), points)


def hexagon_board(cells: Mapping[str, tuple[int, int]]) -> Board:
    """Return hexagon centres from axial coordinates (q, r)."""
    points = tuple((q + r / 2, r * 3**0.5 / 2) for q, r in cells.values())
    return Board(tuple(cells), points)


@dataclass(frozen=True, slots=True)
class Fit:
    """A board as it lies in the picture.

    Attributes:
        board: Which one.
        rows: The homography from the board's points to px, row by row.
        at: Pairs of place and index of the die that lies there, by place.
        error: Mean distance of the dice from their places, in distances between neighbours.
        moved: True when the fit before no longer held: the camera or the board was moved.
    """

    board: Board
    rows: tuple[tuple[float, ...], ...]
    at: tuple[tuple[str, int], ...]
    error: float
    moved: bool = False

    @property
    def matrix(self) -> Matrix:
        """The homography from the board's points to px, `(3, 3)`."""
        return np.array(self.rows, np.float64)

    @property
    def places_px(self) -> dict[str, tuple[float, float]]:
        """Where each place is in the picture, (x, y) px."""
        points = apply_homography(self.matrix, self.board.array)
        return {n: (float(x), float(y)) for n, (x, y) in zip(self.board.names, points, strict=True)}

    def place_of(self, index: int) -> str | None:
        """Return the place where a die lies, None for one beside the board."""
        return next((place for place, die in self.at if die == index), None)


def fit_board(
    board: Board,
    centres_px: Points,
    size_px: tuple[int, int],
    missing: int = 2,
    before: Fit | None = None,
) -> Fit:
    """Find a board in the dice that lie on it.

    Args:
        board: Its places.
        centres_px: Centres of all dice seen, `(n, 2)` px, dice beside the board included.
        size_px: Width and height of the picture, px.
        missing: How many places may be empty.
        before: An earlier fit; it is kept as long as it holds, and else gives the orientation.

    Raises:
        CalibrationError: The dice do not lie like this board.
    """
    centres = np.asarray(centres_px, np.float64).reshape(-1, 2)
    need = max(4, len(board.names) - missing)
    if before is not None:
        held = fit_from_map(board, centres, before.matrix)
        if len(held.at) >= max(1, len(board.names) - missing):
            return held
    best = _search(board, centres, size_px, need) if len(centres) >= need else None
    if best is None:
        msg = (
            f"board: expected {need} to {len(board.names)} dice that lie on its places, "
            f"got {len(centres)} dice; lay them out and leave space between them"
        )
        raise CalibrationError(msg)
    upright = _upright(best, centres, before)
    return replace(upright, moved=before is not None)


def fit_from_map(board: Board, centres_px: Points, board_to_px: Matrix) -> Fit:
    """Tell which die lies where on a board whose place in the picture is known.

    Args:
        board: Its places.
        centres_px: Centres of all dice seen, `(n, 2)` px.
        board_to_px: The homography from the board's points to px, `(3, 3)`.
    """
    centres = np.asarray(centres_px, np.float64).reshape(-1, 2)
    pairs, error = _assigned(board.array, centres, board_to_px, NEAR)
    return _fit(board, board_to_px, pairs, error)


def turns_of(fit: Fit, centres_px: Points) -> tuple[Fit, ...]:
    """Return a fit in every way its board can be turned onto itself, its own first.

    Args:
        fit: How the board lies.
        centres_px: The centres it was fitted to, `(n, 2)` px.
    """
    centres = np.asarray(centres_px, np.float64).reshape(-1, 2)
    points = fit.board.array
    places_px = apply_homography(fit.matrix, points)
    return tuple(
        fit_from_map(fit.board, centres, fit_homography(points, places_px[order]))
        for order in _symmetries(points)
    )


def board_on_mat(
    board: Board, places_mm: Mapping[str, tuple[float, float]], table: TableMap
) -> Matrix:
    """Return the homography from a board's points to px when it is printed on a mat.

    Args:
        board: Its places.
        places_mm: Where each of them is printed, mm.
        table: The map of the mat.
    """
    printed: Points = np.array([places_mm[name] for name in board.names], np.float64)
    return fit_homography(board.array, table.to_px(printed))


def _fit(board: Board, matrix: Matrix, pairs: Sequence[tuple[int, int]], error: float) -> Fit:
    rows = tuple(tuple(float(value) for value in row) for row in matrix)
    at = tuple(sorted((board.names[place], die) for place, die in pairs))
    return Fit(board, rows, at, error)


def _distances(ours: Points, theirs: Points) -> npt.NDArray[np.float64]:
    """Return how far each of our points `(n, 2)` is from each of theirs `(m, 2)`, `(n, m)`."""
    gaps = ours[:, None] - theirs[None]
    away: npt.NDArray[np.float64] = np.hypot(gaps[..., 0], gaps[..., 1])
    return away


def _assigned(
    points: Points, centres: Points, matrix: Matrix, near: float
) -> tuple[list[tuple[int, int]], float]:
    """Pair places and dice one to one by nearness, measured on the board.

    Returns:
        Pairs of place and die index, and the mean distance of the pairs.
    """
    if not len(centres) or abs(np.linalg.det(matrix)) < 1e-12:
        return [], np.inf
    on_board = apply_homography(inverse_of(matrix), centres)
    away = _distances(points, on_board)
    pairs, sizes = [], []
    while away.size and away.min() <= near:
        place, die = divmod(int(away.argmin()), away.shape[1])
        pairs.append((place, die))
        sizes.append(float(away[place, die]))
        away[place] = np.inf
        away[:, die] = np.inf
    return pairs, float(np.mean(sizes)) if sizes else np.inf


def _search(board: Board, centres: Points, size_px: tuple[int, int], need: int) -> Fit | None:
    """Try every three dice for every three neighbouring places, and refine the best guesses."""
    points = board.array
    best: tuple[float, Fit] | None = None
    tried: set[frozenset[tuple[int, int]]] = set()
    for matrix in _guesses(points, centres):
        rough = frozenset(_assigned(points, centres, matrix, _ROUGH)[0])
        if rough in tried or len(tried) >= _TRIED:
            continue
        tried.add(rough)
        refined = _refined(points, centres, matrix)
        if refined is None or len(refined[0]) < need:
            continue
        pairs, error, better = refined
        # More dice on places beat a better fit; a square that no camera could see as one is
        # a wrong one that happens to fit.
        cost = error + 0.5 * _distortion(better, points, size_px) - 1.0 * len(pairs)
        if best is None or cost < best[0]:
            best = cost, _fit(board, better, pairs, error)
    return best[1] if best else None


def _guesses(points: Points, centres: Points) -> list[Matrix]:
    """Return the affine maps that put most dice on places, roughly."""
    corners = _corners(points)
    count = len(centres)
    index = np.array([(a, b, c) for a in range(count) for b in range(count) for c in range(count)])
    index = index[(index[:, 0] != index[:, 1]) & (index[:, 0] != index[:, 2])]
    index = index[index[:, 1] != index[:, 2]]
    start, u = centres[index[:, 0]], centres[index[:, 1]] - centres[index[:, 0]]
    v = centres[index[:, 2]] - start
    turn = u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]
    lengths = np.hypot(*u.T), np.hypot(*v.T)
    # Seen from above a table is never mirrored, and never so flat that a corner closes.
    sensible = turn > 0.3 * lengths[0] * lengths[1]
    ratio = lengths[0] / np.maximum(lengths[1], 1e-9)
    sensible &= (ratio > 0.33) & (ratio < 3.0)
    start, u, v, turn = start[sensible], u[sensible], v[sensible], turn[sensible]
    found: list[tuple[float, Matrix]] = []
    for corner in corners:
        found += _tried(points, centres, corner, (start, u, v, turn))
    found.sort(key=lambda item: item[0])
    return [matrix for _, matrix in found]


def _tried(
    points: Points,
    centres: Points,
    corner: tuple[int, int, int],
    frames: tuple[Points, Points, Points, npt.NDArray[np.float64]],
) -> list[tuple[float, Matrix]]:
    """Score one corner of the board laid over every three dice."""
    start, u, v, turn = frames
    origin, one, other = points[corner[0]], points[corner[1]], points[corner[2]]
    basis = np.linalg.inv(np.stack([one - origin, other - origin], axis=1))
    local = (points - origin) @ basis.T  # each place in steps along the corner's two sides
    offset = centres[None] - start[:, None]
    along = (offset[..., 0] * v[:, None, 1] - offset[..., 1] * v[:, None, 0]) / turn[:, None]
    across = (u[:, None, 0] * offset[..., 1] - u[:, None, 1] * offset[..., 0]) / turn[:, None]
    gap = np.hypot(
        along[:, None, :] - local[None, :, None, 0], across[:, None, :] - local[None, :, None, 1]
    )
    nearest = gap.min(axis=2)
    hits = (nearest < _ROUGH).sum(axis=1)
    cost = np.minimum(nearest, _ROUGH).mean(axis=1) - hits
    found = []
    for number in np.argsort(cost)[:_TRIED]:
        to_px = np.stack([u[number], v[number]], axis=1) @ basis
        matrix = np.eye(3)
        matrix[:2, :2] = to_px
        matrix[:2, 2] = start[number] - to_px @ origin
        found.append((float(cost[number]), matrix))
    return found


def _corners(points: Points) -> list[tuple[int, int, int]]:
    """Return a few corners of the board: a place and two neighbours, clockwise, not in line.

    They share as few places as possible, so that empty places spoil only some of them; those
    near the middle come first, since a guess is worse the further it reaches.
    """
    away = _distances(points, points)
    middle = np.hypot(*(points - points.mean(axis=0)).T)
    corners = []
    for a in range(len(points)):
        near = [b for b in range(len(points)) if b != a and away[a, b] < 1.2]
        for b in near:
            for c in near:
                u, v = points[b] - points[a], points[c] - points[a]
                if u[0] * v[1] - u[1] * v[0] > 0.5 and abs(float(u @ v)) < 0.6:
                    corners.append((a, b, c))
    used = np.zeros(len(points), np.int64)
    chosen: list[tuple[int, int, int]] = []
    while corners and len(chosen) < _CORNERS:
        best = min(corners, key=lambda c: (used[list(c)].sum(), middle[list(c)].sum()))
        corners.remove(best)
        chosen.append(best)
        used[list(best)] += 1
    return chosen


def _refined(
    points: Points, centres: Points, matrix: Matrix
) -> tuple[list[tuple[int, int]], float, Matrix] | None:
    """Let a rough guess take on the perspective of the dice it explains."""
    near = _ROUGH
    for _ in range(4):
        pairs, _ = _assigned(points, centres, matrix, near)
        if len(pairs) < 4:
            return None
        places, dice = np.array(pairs).T
        try:
            matrix = fit_homography(points[places], centres[dice])
        except CalibrationError:
            return None
        near = NEAR
    pairs, error = _assigned(points, centres, matrix, NEAR)
    return pairs, error, matrix


def _distortion(matrix: Matrix, points: Points, size_px: tuple[int, int]) -> float:
    """Return how far a plane map is from what a camera sees, 0 for a usual picture.

    For a camera with square pixels that looks through the middle of its picture, the two axes
    of the board must come out as long as each other and at a right angle. And a camera stands
    upright: the table leans away from it upwards or downwards in the picture, not sideways.
    """
    width, height = size_px
    middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]], np.float64)
    seen = middle @ matrix
    depth = np.column_stack([points, np.ones(len(points))]) @ seen[2]
    if depth.min() * depth.max() <= 0:
        return np.inf
    smallest = np.inf
    for focal in _FOCAL:
        scale = np.array([1.0, 1.0, focal * max(size_px)])[:, None]
        a, b = (seen * scale)[:, 0], (seen * scale)[:, 1]
        one, other = float(np.linalg.norm(a)), float(np.linalg.norm(b))
        skew = abs(float(a @ b)) / (one * other) + abs(float(np.log(one / other)))
        sideways = abs(float(np.cross(a, b)[0])) / (one * other)
        smallest = min(smallest, skew + sideways)
    return smallest


def _symmetries(points: Points) -> list[npt.NDArray[np.intp]]:
    """Return the ways a board can be turned onto itself, as orders of its places."""
    centre = points.mean(axis=0)
    orders = []
    for turns in range(12):
        angle = turns * np.pi / 6
        turned = (points - centre) @ np.array(
            [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        ) + centre
        away = _distances(turned, points)
        if away.min(axis=1).max() < 0.05:
            orders.append(away.argmin(axis=1))
    return orders


def _upright(fit: Fit, centres: Points, before: Fit | None) -> Fit:
    """Choose among the turns of a symmetric board.

    The one that lies as it lay before, else the one that is the right way up in the picture.
    """
    points = fit.board.array
    places_px = apply_homography(fit.matrix, points)
    best: tuple[float, Matrix] | None = None
    for order in _symmetries(points):
        matrix = fit_homography(points, places_px[order])
        seen = apply_homography(matrix, points)
        if before is not None:
            away = float(np.hypot(*(seen - apply_homography(before.matrix, points)).T).mean())
        else:
            # How far the places are from hanging level and the right way up.
            level = seen - seen.mean(axis=0)
            flat = points - points.mean(axis=0)
            away = -float((level * flat).sum())
        if best is None or away < best[0] - 1e-9:
            best = away, matrix
    assert best is not None, "every board can at least stay as it is"
    pairs, error = _assigned(points, centres, best[1], NEAR)
    return _fit(fit.board, best[1], pairs, error)
