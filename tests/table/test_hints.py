"""Hints about a picture of the table."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.sight import Box
from dicecam.table.hints import Hint, Limits, hints_for, light_of


def picture(level, height=240, width=320):
    return np.full((height, width, 3), level, np.uint8)


def box(edge, x=10.0):
    return Box(x, 10.0, x + edge, 10.0 + edge)


@pytest.mark.parametrize(
    ("level", "expected"),
    [(20, (Hint.TOO_DARK,)), (49, (Hint.TOO_DARK,)), (120, ()), (251, ())],
)
def test_darkness_is_told_from_the_median(level, expected):
    """Only a picture whose middle brightness is low is too dark."""
    assert hints_for(picture(level)) == expected


def test_a_burnt_patch_is_glare():
    """A patch of burnt out pixels is glare; a smaller one is a highlight on a die."""
    image = picture(120)
    image[:24, :] = 255

    assert hints_for(image) == (Hint.GLARE,)

    image = picture(120)
    image[:20, :20] = 255

    assert hints_for(image) == ()


def test_white_that_is_not_burnt_is_no_glare():
    """White dice and paper below the burnt level do not count."""
    image = picture(120)
    image[:100, :] = 245

    assert hints_for(image) == ()


def test_colour_that_is_bright_in_one_channel_is_no_glare():
    """A saturated red is not burnt out: all three channels must be."""
    image = picture(120)
    image[:100, :] = (90, 60, 255)

    assert hints_for(image) == ()


@pytest.mark.parametrize(
    ("edges", "expected"),
    [((), ()), ((12, 14, 60), (Hint.TOO_SMALL,)), ((40, 44, 12), ()), ((26,), ())],
)
def test_small_dice_are_told_from_the_median_edge(edges, expected):
    """The median die decides; without dice nothing is said about them."""
    boxes = [box(edge, 50.0 * n) for n, edge in enumerate(edges)]

    assert hints_for(picture(120), boxes) == expected


def test_the_worst_comes_first():
    """Darkness, glare and small dice are told in this order."""
    image = picture(10)
    image[:40] = 255

    assert hints_for(image, [box(8)]) == (Hint.TOO_DARK, Hint.GLARE, Hint.TOO_SMALL)


def test_limits_can_be_set():
    """Another limit gives another answer."""
    assert hints_for(picture(120), limits=Limits(dark_luma=150.0)) == (Hint.TOO_DARK,)


def test_light_is_measured_in_luma():
    """Green counts more than blue, as for an eye."""
    green, blue = picture(0), picture(0)
    green[..., 1], blue[..., 0] = 200, 200

    assert light_of(green).median > light_of(blue).median * 4


def die_picture(blur):
    """Return a grey picture with one die of 40 px whose edges are so blurred, and its box."""
    image = picture(90)
    image[40:80, 40:80] = 220
    image[54:66, 54:66] = 30
    for _ in range(blur):
        wide = np.pad(image.astype(np.float32), ((1, 1), (1, 1), (0, 0)), mode="edge")
        image = ((wide[:-2] + 2 * wide[1:-1] + wide[2:]) / 4)[:, 1:-1].astype(np.uint8)
        wide = np.pad(image.astype(np.float32), ((0, 0), (1, 1), (0, 0)), mode="edge")
        image = ((wide[:, :-2] + 2 * wide[:, 1:-1] + wide[:, 2:]) / 4).astype(np.uint8)
    return image, Box(38.0, 38.0, 82.0, 82.0)


@pytest.mark.parametrize(("blur", "expected"), [(0, ()), (2, ()), (40, (Hint.BLURRED,))])
def test_dice_out_of_focus_are_told(blur, expected):
    """The slight softness of every camera is none; pips that melt away are."""
    image, box_of_it = die_picture(blur)

    assert hints_for(image, [box_of_it]) == expected


def test_a_die_without_contrast_is_not_called_blurred():
    """On a plain surface sharpness cannot be told."""
    assert hints_for(picture(120), [box(60)]) == ()


def test_burnt_out_dice_are_glare_also_in_a_dark_picture():
    """A camera that exposes for a dark table burns out white dice."""
    image = picture(70, 600, 800)
    image[100:140, 100:140] = 255
    burnt = Box(98.0, 98.0, 142.0, 142.0)

    assert hints_for(image) == ()
    assert Hint.GLARE in hints_for(image, [burnt])


def test_boxes_outside_of_the_picture_spoil_nothing():
    """A box beyond the border has no pixels."""
    assert hints_for(picture(120), [Box(900.0, 900.0, 960.0, 960.0)]) == ()
