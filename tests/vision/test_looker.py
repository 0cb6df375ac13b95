"""Detector, reader and colour together: what is reported and what is left out."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dicecam.sight import Box, SeenFace
from dicecam.vision.looker import DiceLooker
from dicecam.vision.model import Reporting

IMAGE = np.zeros((100, 400, 3), np.uint8)


class Fixed:
    """Finds and reads what it was given."""

    def __init__(self, *readings):
        self.readings = [
            SeenFace(Box(50 * index, 0, 50 * index + 40, 40), face, confidence, others=others)
            for index, (face, confidence, others) in enumerate(readings)
        ]

    def detect(self, image):
        return tuple(reading.box for reading in self.readings)

    def read(self, image, boxes):
        return tuple(self.readings)


class RedOnly:
    """Calls every die red and keeps what it was asked."""

    candidates = ("red", "white")

    def __init__(self):
        self.asked = []

    def judge(self, image, boxes):
        self.asked += boxes
        return tuple((("red", 0.8), ("white", 0.2)) for _ in boxes)


def _looker(*readings, colours=None):
    fixed = Fixed(*readings)
    return DiceLooker(fixed, fixed, colours, Reporting(min_confidence=0.4, max_other=0.3))


@pytest.mark.parametrize(
    ("reading", "reported"),
    [
        (("pips_5", 0.9, (("pips_6", 0.1),)), True),
        (("unreadable", 0.9, ()), True),
        (("pips_5", 0.3, (("pips_6", 0.3),)), False),
        (("other", 0.9, (("pips_1", 0.1),)), False),
        (("pips_5", 0.5, (("other", 0.45),)), False),
        (("pips_5", 0.6, (("other", 0.2),)), True),
    ],
)
def test_only_sure_readings_of_dice_are_reported(reading, reported):
    """Unsure ones and `other` are left out, but not lost."""
    looked = _looker(reading).look_closely(IMAGE)

    assert len(looked.faces) == reported
    assert len(looked.left_out) == (not reported)


def test_a_box_the_detector_is_unsure_of_is_left_out():
    """The detector looks for less sure boxes than are reported."""
    sure, unsure = (SeenFace(Box(0, 0, 9, 9, share), "pips_2", 0.9) for share in (0.3, 0.2))
    fixed = Fixed()
    fixed.readings = [sure, unsure]
    looked = DiceLooker(fixed, fixed, None, Reporting(0.4, 0.3, min_box=0.25)).look_closely(IMAGE)

    assert looked.faces == (sure,)
    assert looked.left_out == (unsure,)


@pytest.mark.parametrize(
    ("box", "face", "reported"), [(0.2, 0.95, True), (0.2, 0.7, False), (0.5, 0.45, True)]
)
def test_a_doubtful_box_needs_a_sure_face(box, face, reported):
    """Both confidences together decide."""
    fixed = Fixed()
    fixed.readings = [SeenFace(Box(0, 0, 9, 9, box), "pips_2", face)]
    looker = DiceLooker(fixed, fixed, None, Reporting(0.4, 0.3, min_product=0.18))

    assert len(looker.look(IMAGE)) == reported


def test_reported_dice_get_a_colour():
    """The judge is asked for them only, its answer is carried best first."""
    colours = RedOnly()
    faces = _looker(("pips_1", 0.9, ()), ("other", 0.9, ()), colours=colours).look(IMAGE)

    assert [(face.colour, face.colour_confidence) for face in faces] == [("red", 0.8)]
    assert faces[0].other_colours == (("white", 0.2),)
    assert colours.asked == [faces[0].box]


def test_only_the_region_is_looked_at():
    """The detector gets the cut-out, boxes come back in px of the whole picture."""
    shapes = []

    class Corner:
        def detect(self, image):
            shapes.append(image.shape)
            return (Box(1, 2, 11, 12, 0.9),)

        def read(self, image, boxes):
            return tuple(SeenFace(box, "pips_1", 0.9) for box in boxes)

    looker = DiceLooker(Corner(), Corner(), None, Reporting(0.4, 0.3))
    looker.region = (0.5, 0.2, 1.0, 1.0)
    (face,) = looker.look(IMAGE)

    assert shapes == [(80, 200, 3)]
    assert face.box == Box(201, 22, 211, 32, 0.9)
    looker.region = (0.5, 0.5, 0.5, 0.6)
    assert looker.look(IMAGE) == ()


def test_without_a_judge_colours_stay_unknown():
    """Colour is optional, and expecting colours is then no error."""
    looker = _looker(("pips_1", 0.9, ()))
    looker.expect_colours(["red"])

    assert looker.look(IMAGE)[0].colour == "unknown"


def test_the_colours_of_a_game_reach_the_judge():
    """A game narrows the choice."""
    colours = RedOnly()
    _looker(colours=colours).expect_colours(["red", "blue"])

    assert colours.candidates == ("red", "blue")


def test_the_times_of_the_parts_add_up():
    """Total is the sum of detection, reading and colour."""
    ms = _looker(("pips_1", 0.9, ())).look_closely(IMAGE).ms

    assert ms.total == ms.detect + ms.read + ms.colour
    assert ms.total > 0


def test_a_table_at_rest_is_looked_at_by_the_thorough_parts():
    """Without them the usual ones look."""
    fast, steady = Fixed(("pips_5", 0.9, ())), Fixed(("pips_5", 0.9, ()), ("pips_2", 0.9, ()))
    sure = Reporting(min_confidence=0.4, max_other=0.3)
    plain = DiceLooker(fast, fast, None, sure)
    both = DiceLooker(fast, fast, None, sure, steady, steady)

    assert len(plain.look_steadily(IMAGE).faces) == len(plain.look(IMAGE)) == 1
    assert len(both.look_steadily(IMAGE).faces) == 2


@pytest.mark.parametrize(("face", "other", "reported"), [(0.56, 0.43, True), (0.46, 0.43, False)])
def test_a_face_that_leads_by_itself_may_be_none(face, other, reported):
    """Only when whoever looks at running pictures asks for it."""
    looker = _looker(("pips_2", face, (("other", other),)))
    strictly = len(looker.look(IMAGE))
    looker.reporting = replace(looker.reporting, half_other=0.45)

    assert strictly == 0
    assert bool(looker.look(IMAGE)) is reported
