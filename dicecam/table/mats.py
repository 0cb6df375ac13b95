"""The printed mats: paper, markers and where the places of a board lie on them.

The number of a marker says which mat it belongs to and on which paper it was printed, so that
nothing has to be set up. It draws nothing and finds no markers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dicecam.errors import SettingsError
from dicecam.table.geometry import Points, TableMap, map_from_markers
from dicecam.table.layouts import Board

PAPERS = {"A4": (297.0, 210.0), "A3": (420.0, 297.0), "Letter": (279.4, 215.9)}
"""Width and height of each paper, lying on its long side, mm."""

KINDS = ("qwixx-tray", "memodixe", "dekaxex")
"""What mats there are."""

DICTIONARY = "DICT_4X4_50"
"""The ArUco dictionary the markers are from."""

MARGIN_MM = 10.0
"""Distance of the markers from the edge of the paper; printers leave some of it white."""

MARKER_MM = 24.0
"""Side of a marker."""

_CORNERS = 4


@dataclass(frozen=True, slots=True)
class Mat:
    """A printed mat.

    Attributes:
        kind: One of `KINDS`.
        paper: One of `PAPERS`.
    """

    kind: str
    paper: str

    @property
    def key(self) -> str:
        """Its name."""
        return f"{self.kind}-{self.paper}"

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, mm."""
        return PAPERS[self.paper]

    @property
    def markers_mm(self) -> dict[int, Points]:
        """The corners `(4, 2)` of each marker by its number, clockwise from the upper left, mm."""
        width, height = self.size_mm
        first = _CORNERS * (KINDS.index(self.kind) * len(PAPERS) + list(PAPERS).index(self.paper))
        far_x, far_y = width - MARGIN_MM - MARKER_MM, height - MARGIN_MM - MARKER_MM
        spots = ((MARGIN_MM, MARGIN_MM), (far_x, MARGIN_MM), (far_x, far_y), (MARGIN_MM, far_y))
        square = MARKER_MM * np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
        return {first + n: square + np.array(spot) for n, spot in enumerate(spots)}

    @property
    def inner_mm(self) -> tuple[float, float, float, float]:
        """The part for the dice, clear of the markers: x, y, width and height, mm."""
        width, height = self.size_mm
        side = MARGIN_MM + MARKER_MM + 6.0
        return side, MARGIN_MM, width - 2 * side, height - 2 * MARGIN_MM

    def places_mm(self, board: Board) -> dict[str, tuple[float, float]]:
        """Return where the places of a board lie, as large as the paper allows, mm."""
        points = board.array
        low, high = points.min(axis=0), points.max(axis=0)
        x, y, width, height = self.inner_mm
        # Half a distance of room around the outermost places.
        spacing = min(width / (high[0] - low[0] + 1), height / (high[1] - low[1] + 1))
        middle = np.array([x + width / 2, y + height / 2])
        laid = (points - (low + high) / 2) * spacing + middle
        pairs = zip(board.names, laid, strict=True)
        return {name: (float(px), float(py)) for name, (px, py) in pairs}

    def spacing_mm(self, board: Board) -> float:
        """Return the distance between neighbouring places of a board, mm."""
        x, _, width, height = self.inner_mm
        del x
        span = np.ptp(board.array, axis=0) + 1
        return float(min(width / span[0], height / span[1]))

    def map_from(self, seen_px: Mapping[int, Points]) -> TableMap:
        """Return the table map from the markers that are seen.

        Args:
            seen_px: Corners `(4, 2)` of each marker found, by number, px.

        Raises:
            CalibrationError: None of its markers is seen.
        """
        return map_from_markers(seen_px, self.markers_mm, *self.size_mm)


def mat_of(numbers: Sequence[int]) -> Mat | None:
    """Return the mat that most of the markers seen belong to, None when there is none."""
    kinds = [number // _CORNERS for number in numbers]
    known = [kind for kind in kinds if 0 <= kind < len(KINDS) * len(PAPERS)]
    if not known:
        return None
    kind, paper = divmod(max(sorted(set(known)), key=known.count), len(PAPERS))
    return Mat(KINDS[kind], list(PAPERS)[paper])


def mat_of_key(key: str) -> Mat | None:
    """Return the mat of a name such as `dekaxex-A4`, None when there is none of this name."""
    kind, _, paper = key.rpartition("-")
    return Mat(kind, paper) if kind in KINDS and paper in PAPERS else None


def mat_named(kind: str, paper: str) -> Mat:
    """Return the mat of a kind on a paper.

    Raises:
        SettingsError: There is no such kind or paper.
    """
    for what, value, allowed in (("mat", kind, KINDS), ("paper", paper, tuple(PAPERS))):
        if value not in allowed:
            msg = f"{what}: expected one of {', '.join(allowed)}, got {value!r}"
            raise SettingsError(msg)
    return Mat(kind, paper)
