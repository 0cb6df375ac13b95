"""The line from a frame to a view of the table, with recorded readings."""

from __future__ import annotations

import numpy as np

from dicecam.pipeline import Pipeline
from dicecam.sight import Box, Frame, SeenFace
from dicecam.table.view import Phase


class _Recorded:
    """A looker that gives back the same readings for every picture."""

    def __init__(self, *faces):
        self.faces = faces

    def look(self, image):
        return self.faces


def test_a_resting_die_is_reported_as_one_throw():
    """Dice that lie still from the start are reported once."""
    die = SeenFace(Box(100, 100, 140, 140), "pips_5", 0.98, "red", 0.9)
    pipeline = Pipeline(_Recorded(die))
    image = np.zeros((240, 320, 3), np.uint8)
    views = [pipeline.step(Frame(index, index / 30, image)) for index in range(60)]
    throws = [view.throw for view in views if view.throw]

    assert len(throws) == 1
    assert [seen.face for seen in throws[0].dice] == ["pips_5"]
    assert views[-1].phase is Phase.SETTLED
