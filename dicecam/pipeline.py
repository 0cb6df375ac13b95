"""One frame in, one view of the table out: motion gate, looker and settler in a row.

No Qt, no threads, no clock: whoever calls `step` decides when, and time is what the frame says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from dicecam.errors import CalibrationError
from dicecam.sight import Frame, Image, Looker, SeenFace
from dicecam.table.geometry import MOVED_MM, TableMap, map_from_corners
from dicecam.table.mats import Mat, mat_of
from dicecam.table.motion import MotionGate, Small, shrink
from dicecam.table.settling import Settler
from dicecam.table.view import TableView

Shrink = Callable[[Image], tuple[Small, float]]
"""Makes a picture small and grey; returns it and the pixels one of its pixels stands for."""

FindMarkers = Callable[[Image], Mapping[int, npt.NDArray[np.float64]]]
"""Finds the markers of a mat: corners `(4, 2)` px by number."""


class CloseLook(Protocol):
    """What a close look at a picture gives."""

    @property
    def faces(self) -> Sequence[SeenFace]:
        """Return the readings worth reporting."""
        ...

    @property
    def left_out(self) -> Sequence[SeenFace]:
        """Return what was found and shows no face surely enough."""
        ...


@runtime_checkable
class CloseLooker(Protocol):
    """A looker that also tells what it found and did not report."""

    def look_closely(self, image: Image) -> CloseLook:
        """Return what is seen in an image `(H, W, 3)` uint8 BGR."""
        ...


@runtime_checkable
class SteadyLooker(Protocol):
    """A looker that looks more thoroughly at a table at rest."""

    def look_steadily(self, image: Image) -> CloseLook:
        """Return what is seen in an image `(H, W, 3)` uint8 BGR."""
        ...


MAT_S = 2.0
"""How often a mat is looked for while the models look anyway, in seconds."""

UNKNOWN_EDGE = 0.04
"""Die edge as a share of the picture's longer side, while no die has been seen."""


@dataclass(frozen=True, slots=True)
class Corners:
    """Where a person says the table's corners are.

    Attributes:
        places: `(4, 2)`, clockwise from the upper left one, in shares of the picture's size.
        width_mm: Length of the table's upper edge.
        height_mm: Length of its left edge.
    """

    places: npt.NDArray[np.float64]
    width_mm: float
    height_mm: float


class Pipeline:
    """The part of the line that runs in the vision thread.

    Args:
        looker: Finds and reads dice in a picture.
        settler: Decides when a throw has settled; None for one with the usual thresholds.
        gate: Sees whether anything moves; None for one with the usual thresholds.
        shrinker: Makes a picture small and grey.
        find_markers: Finds the markers of a printed mat; None when there is none.
        corners: Where the table's corners are; a printed mat overrules them. None when unknown.

    Attributes:
        mat: The printed mat that was seen last, None before any was.
        looks: How often the models have looked.
        last_faces: What they read in the newest frame, None when they did not look at it.
    """

    def __init__(
        self,
        looker: Looker,
        settler: Settler | None = None,
        gate: MotionGate | None = None,
        shrinker: Shrink = shrink,
        find_markers: FindMarkers | None = None,
        corners: Corners | None = None,
    ) -> None:
        self.looker = looker
        self.settler = settler or Settler()
        self.gate = gate or MotionGate()
        self.looks = 0
        self.last_faces: tuple[SeenFace, ...] | None = None
        self.mat: Mat | None = None
        self._shrink = shrinker
        self._find_markers = find_markers
        self._corners = corners
        self._sought_s = -np.inf
        self._map: TableMap | None = None

    @property
    def armed(self) -> bool:
        """True while throws are reported; set it to False while no dice are awaited."""
        return self.settler.armed

    @armed.setter
    def armed(self, armed: bool) -> None:
        self.settler.armed = armed

    def step(self, frame: Frame) -> TableView:
        """Take in a frame and return the table as it is now; look closely only when needed."""
        if self._corners is not None and self.settler.places is None:
            self._lay_out(self._corners, frame.image)
        small, step = self._shrink(frame.image)
        edge_px = self.settler.edge_px or UNKNOWN_EDGE * max(frame.image.shape[:2])
        motion = self.gate.step(small, step, frame.time_s, self.settler.boxes, edge_px)
        self.last_faces = None
        left_out: Sequence[SeenFace] = ()
        if self.settler.wants_look(motion, frame.time_s):
            self.last_faces, left_out = self._look(frame.image, still=not motion.any)
            self.looks += 1
            self._seek_mat(frame)
        view = self.settler.step(frame.index, frame.time_s, motion, self.last_faces, left_out)
        height, width = frame.image.shape[:2]
        return replace(view, size_px=(width, height), mat=self.mat.key if self.mat else "")

    def _look(
        self, image: Image, *, still: bool
    ) -> tuple[tuple[SeenFace, ...], Sequence[SeenFace]]:
        """Return what is read in a picture, and what is found and not read."""
        if still and isinstance(self.looker, SteadyLooker):
            looked = self.looker.look_steadily(image)
            return tuple(looked.faces), looked.left_out
        if isinstance(self.looker, CloseLooker):
            looked = self.looker.look_closely(image)
            return tuple(looked.faces), looked.left_out
        return self.looker.look(image), ()

    def _lay_out(self, corners: Corners, image: Image) -> None:
        """Make the table map from the corners, once the picture's size is known."""
        size = np.array(image.shape[1::-1], np.float64)
        self.settler.places = map_from_corners(
            corners.places * size, corners.width_mm, corners.height_mm
        )

    def _seek_mat(self, frame: Frame) -> None:
        """Look for a printed mat; a map that still holds is kept, so that places do not jitter."""
        if self._find_markers is None or frame.time_s - self._sought_s < MAT_S:
            return
        self._sought_s = frame.time_s
        seen = self._find_markers(frame.image)
        mat = mat_of(list(seen))
        if mat is None:
            return
        known = {number: corners for number, corners in seen.items() if number in mat.markers_mm}
        if self._map is not None and mat == self.mat:
            px = np.concatenate(list(known.values()))
            mm = np.concatenate([mat.markers_mm[number] for number in known])
            if self._map.error_mm(px, mm) <= MOVED_MM:
                return
        try:
            self._map = mat.map_from(known)
        except CalibrationError:
            return  # seen so flat that nothing can be measured
        self.mat = mat
        self.settler.places = self._map
