"""The line from a frame to a view of the table, with recorded readings."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.pipeline import MAT_S, Pipeline
from dicecam.sight import Box, Frame, SeenFace
from dicecam.table.mats import Mat
from dicecam.table.settling import Settler
from dicecam.table.view import Phase

BLANK = np.zeros((240, 320, 3), np.uint8)
DIE = SeenFace(Box(100, 100, 140, 140, 0.9), "pips_5", 0.98, "red", 0.9)


class _Recorded:
    """A looker that gives back the same readings for every picture."""

    def __init__(self, *faces):
        self.faces = faces
        self.count = 0

    def look(self, image):
        self.count += 1
        return self.faces


def _run(pipeline, seconds, start=0, image=BLANK):
    return [
        pipeline.step(Frame(index, index / 30, image))
        for index in range(start, start + round(seconds * 30))
    ]


def test_a_resting_die_is_reported_as_one_throw():
    """Dice that lie still from the start are reported once."""
    views = _run(Pipeline(_Recorded(DIE)), 2)
    throws = [view.throw for view in views if view.throw]

    assert len(throws) == 1
    assert [seen.face for seen in throws[0].dice] == ["pips_5"]
    assert throws[0].thrown == throws[0].dice
    assert views[-1].phase is Phase.SETTLED
    assert views[-1].size_px == (320, 240)


def test_before_a_camera_dice_that_lie_there_already_are_no_throw():
    """They may lie there from before the game."""
    views = _run(Pipeline(_Recorded(DIE), Settler(first_counts=False)), 2)

    assert [view.throw for view in views if view.throw] == []
    assert views[-1].phase is Phase.MOVED
    assert views[-1].die(views[-1].dice[0].track) is not None
    assert views[-1].die(99) is None


def test_models_rest_while_nothing_moves():
    """A still table is looked at for the votes and then hardly ever."""
    looker = _Recorded(DIE)
    pipeline = Pipeline(looker)
    _run(pipeline, 12)

    assert looker.count == pipeline.looks < 20
    assert pipeline.last_faces is None


def test_what_a_close_look_leaves_out_holds_a_throw():
    """Something comes to lie beside a die and is found, but shows no face."""

    class Close(_Recorded):
        left_out = ()

        def look_closely(self, image):
            return self

    looker = Close(DIE)
    pipeline = Pipeline(looker)
    changed = BLANK.copy()
    changed[100:140, 200:240] = 200
    changed[60:100, 60:100] = 120
    _run(pipeline, 2)
    looker.left_out = (SeenFace(Box(200, 100, 240, 140, 0.8), "other", 0.9),)
    looker.faces = (DIE, SeenFace(Box(60, 60, 100, 100, 0.9), "pips_2", 0.98, "blue", 0.9))
    views = _run(pipeline, 1, start=60, image=changed)

    assert pipeline.last_faces is None
    assert views[-1].phase is Phase.COCKED
    assert not any(view.throw for view in views)


def test_a_table_at_rest_is_looked_at_more_thoroughly():
    """A fast look is for pictures in which something moves."""

    class Steady(_Recorded):
        left_out = ()
        steadily = 0

        def look_steadily(self, image):
            self.steadily += 1
            return self

    looker = Steady(DIE)
    views = _run(Pipeline(looker), 2)

    assert looker.count == 1  # the first picture, with which everything is new
    assert looker.steadily >= 3
    assert sum(view.throw is not None for view in views) == 1


def test_an_empty_table_is_known_at_once():
    """No dice, nothing to wait for."""
    views = _run(Pipeline(_Recorded()), 0.2)

    assert {view.phase for view in views} == {Phase.NO_DICE}


def test_arming_is_passed_on():
    """Throws are reported only while dice are awaited."""
    pipeline = Pipeline(_Recorded(DIE))
    pipeline.armed = False
    views = _run(pipeline, 2)

    assert not pipeline.armed
    assert not any(view.throw for view in views)


def test_a_source_may_change_its_size():
    """The gate starts afresh; the dice stay known."""
    pipeline = Pipeline(_Recorded(DIE))
    _run(pipeline, 2)
    views = _run(pipeline, 2, start=60, image=np.zeros((480, 640, 3), np.uint8))

    assert views[-1].phase in (Phase.SETTLED, Phase.MOVED)
    assert not any(view.throw for view in views)


class TestMat:
    """A printed mat under the dice."""

    mat = Mat("memodixe", "A4")

    def _markers(self, factor=1.0, shift=0.0, only=4):
        markers = list(self.mat.markers_mm.items())[:only]
        return {number: factor * corners + shift for number, corners in markers}

    def _pipeline(self, seen):
        return Pipeline(_Recorded(DIE), find_markers=lambda image: seen[0])

    def test_its_places_become_the_places_of_the_dice(self):
        """A die in the middle of the picture lies at its millimetres on the mat."""
        views = _run(self._pipeline([self._markers(2.0)]), 1)

        assert views[-1].mat == "memodixe-A4"
        assert views[-1].dice[0].centre_mm == pytest.approx((60.0, 60.0))

    def test_a_map_that_holds_is_kept_and_a_stale_one_replaced(self):
        """Jitter changes nothing; a moved camera does."""
        seen = [self._markers(2.0)]
        pipeline = self._pipeline(seen)
        _run(pipeline, 1)
        first = pipeline.settler.places
        later = round(30 * (MAT_S + 6))
        seen[0] = self._markers(2.0, 1.0)
        _run(pipeline, 6, start=later)
        kept = pipeline.settler.places
        seen[0] = self._markers(2.0, 50.0)
        _run(pipeline, 6, start=2 * later)

        assert kept is first
        assert pipeline.settler.places is not first

    def test_foreign_and_flat_markers_change_nothing(self):
        """Markers of something else, or seen edge-on, give no map."""
        flat = {number: np.zeros((4, 2)) for number in self._markers(2.0)}
        for markers in ({}, {49: np.zeros((4, 2))}, flat):
            pipeline = self._pipeline([markers])
            views = _run(pipeline, 0.5)

            assert pipeline.settler.places is None
            assert views[-1].mat == ""


def test_corners_give_the_table_map_with_the_first_picture():
    """The corners are shares of the picture, so their map waits for its size."""
    from dicecam.pipeline import Corners, Pipeline
    from dicecam.sight import Frame

    class Nothing:
        def look(self, image):
            return ()

    places = np.array([(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)])
    pipeline = Pipeline(Nothing(), corners=Corners(places, 300.0, 200.0))
    assert pipeline.settler.places is None
    pipeline.step(Frame(0, 0.0, np.zeros((200, 400, 3), np.uint8)))
    mm = pipeline.settler.places.to_mm(np.array([(100.0, 50.0), (300.0, 150.0)]))

    np.testing.assert_allclose(mm, [(0, 0), (300, 200)], atol=1e-6)
