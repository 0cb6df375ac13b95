"""One frame in, one view of the table out: gate, looker and settler in a row.

No Qt, no threads, no clock: whoever calls `step` decides when, and time is what the frame says.
"""

from __future__ import annotations

from dicecam.sight import Frame, Looker
from dicecam.table.settling import Settler
from dicecam.table.view import TableView


class Pipeline:
    """The part of the line that runs in the vision thread.

    Args:
        looker: Finds and reads dice in a picture.
        settler: Decides when a throw has settled; None for one with the usual thresholds.
    """

    def __init__(self, looker: Looker, settler: Settler | None = None) -> None:
        self.looker = looker
        self.settler = settler or Settler()

    @property
    def armed(self) -> bool:
        """True while throws are reported; set it to False while no dice are awaited."""
        return self.settler.armed

    @armed.setter
    def armed(self, armed: bool) -> None:
        self.settler.armed = armed

    def step(self, frame: Frame) -> TableView:
        """Look at a frame and return the table as it is now."""
        faces = self.looker.look(frame.image)
        return self.settler.step(frame.index, frame.time_s, faces)
