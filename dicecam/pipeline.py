"""One frame in, one view of the table out: motion gate, looker and settler in a row.

No Qt, no threads, no clock: whoever calls `step` decides when, and time is what the frame says.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dicecam.sight import Frame, Image, Looker, SeenFace
from dicecam.table.motion import MotionGate, Small, shrink
from dicecam.table.settling import Settler
from dicecam.table.view import TableView

Shrink = Callable[[Image], tuple[Small, float]]
"""Makes a picture small and grey; returns it and the pixels one of its pixels stands for."""

UNKNOWN_EDGE = 0.04
"""Die edge as a share of the picture's longer side, while no die has been seen."""


class Pipeline:
    """The part of the line that runs in the vision thread.

    Args:
        looker: Finds and reads dice in a picture.
        settler: Decides when a throw has settled; None for one with the usual thresholds.
        gate: Sees whether anything moves; None for one with the usual thresholds.
        shrinker: Makes a picture small and grey.

    Attributes:
        looks: How often the models have looked.
        last_faces: What they read in the newest frame, None when they did not look at it.
    """

    def __init__(
        self,
        looker: Looker,
        settler: Settler | None = None,
        gate: MotionGate | None = None,
        shrinker: Shrink = shrink,
    ) -> None:
        self.looker = looker
        self.settler = settler or Settler()
        self.gate = gate or MotionGate()
        self.looks = 0
        self.last_faces: tuple[SeenFace, ...] | None = None
        self._shrink = shrinker

    @property
    def armed(self) -> bool:
        """True while throws are reported; set it to False while no dice are awaited."""
        return self.settler.armed

    @armed.setter
    def armed(self, armed: bool) -> None:
        self.settler.armed = armed

    def step(self, frame: Frame) -> TableView:
        """Take in a frame and return the table as it is now; look closely only when needed."""
        small, step = self._shrink(frame.image)
        edge_px = self.settler.edge_px or UNKNOWN_EDGE * max(frame.image.shape[:2])
        motion = self.gate.step(small, step, frame.time_s, self.settler.boxes, edge_px)
        self.last_faces = None
        if self.settler.wants_look(motion, frame.time_s):
            self.last_faces = self.looker.look(frame.image)
            self.looks += 1
        view = self.settler.step(frame.index, frame.time_s, motion, self.last_faces)
        height, width = frame.image.shape[:2]
        return replace(view, size_px=(width, height))
