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
