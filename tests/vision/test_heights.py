"""Which dice lie askew is told from all dice of a picture."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.sight import Box
from dicecam.synth.camera import look_at
from dicecam.vision.heights import (
    CENTRE_DEG,
    FOCAL_WIDTHS,
    HEIGHTS_DEG,
    STEEP_DEG,
    UPRIGHT,
    CameraMemory,
    askew_shares,
    sight_heights,
)

SIZE = (480, 640)


def looks_flat_from(degrees):
    """Return what a perfect reader says of a die that would lie flat if seen from a height."""
    return np.clip(np.abs(HEIGHTS_DEG - degrees) / 12, 0.02, 0.98).astype(np.float32)


def row(count):
    """Return the boxes of dice in a row across the middle of the picture."""
    return [Box(60.0 + 90 * k, 220, 100.0 + 90 * k, 260) for k in range(count)]


def test_the_odd_one_of_six_lies_askew():
    """Five dice agree on a height and lie flat; the sixth fits another height only."""
    chances = np.stack([looks_flat_from(60)] * 5 + [looks_flat_from(35)])
    askew = askew_shares(chances, row(6), np.ones(6), SIZE)

    assert askew[:5].max() < 0.2
    assert askew[5] > 0.8


def test_a_single_die_vouches_for_its_own_height():
    """Nothing tells a lone tilted die from a flat one, so it is taken as flat."""
    askew = askew_shares(looks_flat_from(40)[None], row(1), np.ones(1), SIZE)

    assert askew.shape == (1,)
    assert askew[0] < 0.3


def test_a_camera_that_stands_still_is_known_from_earlier_pictures():
    """After many throws even two dice of three that lie askew alike are told; without, they win."""
    memory = CameraMemory()
    flat = np.stack([looks_flat_from(60)] * 5)
    for _ in range(100):
        askew_shares(flat, row(5), np.ones(5), SIZE, memory)
    chances = np.stack([looks_flat_from(60)] + [looks_flat_from(35)] * 2)
    alone = askew_shares(chances, row(3), np.ones(3), SIZE)
    known = askew_shares(chances, row(3), np.ones(3), SIZE, memory)

    assert alone[1:].max() < 0.3
    assert known[0] < 0.2
    assert known[1:].min() > 0.8


def test_a_camera_that_was_moved_is_found_again():
    """Old pictures are forgotten: flat dice seen from the new height are soon flat again."""
    memory = CameraMemory()
    for degrees in (60, 35):
        for _ in range(600):
            chances = np.stack([looks_flat_from(degrees)] * 5)
            askew = askew_shares(chances, row(5), np.ones(5), SIZE, memory)

    assert askew.max() < 0.2


def test_what_is_hardly_a_die_has_no_say():
    """Doubtful boxes do not outvote two sure dice."""
    chances = np.stack([looks_flat_from(60)] * 2 + [looks_flat_from(35)] * 4)
    weights = np.array([1.0, 1.0, 0.05, 0.05, 0.05, 0.05])
    askew = askew_shares(chances, row(6), weights, SIZE)

    heard = askew_shares(chances, row(6), np.ones(6), SIZE)

    assert askew[:2].max() < 0.3
    assert heard[2:].max() < 0.3
    assert heard[:2].max() > 0.9


def test_no_dice_no_shares():
    """An empty table is no error."""
    none = np.zeros((0, len(HEIGHTS_DEG)), np.float32)

    assert askew_shares(none, [], np.zeros(0), SIZE).shape == (0,)


@pytest.mark.parametrize("spot", [(320.0, 240.0), (100.0, 400.0), (600.0, 90.0)])
def test_heights_are_those_of_a_pinhole_camera(spot):
    """The angle between line of sight and table is that of the renderer's camera."""
    fov, down = 2 * np.degrees(np.arctan(0.5 / FOCAL_WIDTHS[1])), CENTRE_DEG[10]
    camera = look_at(640, 480, float(fov), float(down), 500.0, 0.0)
    away = camera.position - camera.ground(np.array([spot]))[0]
    true = np.degrees(np.arcsin(away[2] / np.linalg.norm(away)))
    box = Box(spot[0] - 10, spot[1] - 10, spot[0] + 10, spot[1] + 10)
    heights = sight_heights([box], 640, 480)[0][0].reshape(len(FOCAL_WIDTHS), len(CENTRE_DEG))

    assert heights[1, 10] == pytest.approx(true, abs=0.01)


@pytest.mark.parametrize("spot", [(320.0, 60.0), (60.0, 240.0), (320.0, 440.0), (500.0, 330.0)])
@pytest.mark.parametrize("number", [5, 20, 30])
def test_upright_is_where_the_vertical_points_up_in_the_picture(spot, number):
    """The renderer's camera shows a post on the table upright, slanting or upside down."""
    fov = 2 * np.degrees(np.arctan(0.5 / FOCAL_WIDTHS[0]))
    camera = look_at(640, 480, float(fov), float(CENTRE_DEG[number]), 300.0, 0.0)
    foot = camera.ground(np.array([spot]))[0]
    seen = camera.project(np.stack([foot, foot + np.array([0, 0, 0.1])]))
    way = seen[1] - seen[0]
    box = Box(spot[0] - 5, spot[1] - 5, spot[0] + 5, spot[1] + 5)
    heights, can_tell = (
        part[0].reshape(len(FOCAL_WIDTHS), -1)[0, number] for part in sight_heights([box], 640, 480)
    )

    assert can_tell == (-way[1] >= UPRIGHT * np.hypot(*way) or heights >= STEEP_DEG)
