"""Which dice lie askew is told from all dice of a picture."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.sight import Box
from dicecam.synth.camera import look_at
from dicecam.vision.tilts import (
    CENTRE_DEG,
    DIRECTIONS,
    FOCAL_WIDTHS,
    ROLL_DEG,
    SIDE,
    SPAN,
    CameraMemory,
    askew_shares,
    seen_by_cameras,
)

SIZE = (480, 640)


def looks_flat_if(*up):
    """Return what a perfect reader says of a die that lies flat if this is upwards."""
    way = np.array(up) / np.linalg.norm(up)
    away = np.degrees(np.arccos(np.clip(DIRECTIONS @ way, -1, 1)))
    return np.clip(1 / (1 + np.exp(12 - away)), 0.02, 0.98).astype(np.float32)


def seen_from(degrees, roll=0.0):
    """Return the map of a flat die in the middle of the picture."""
    high, turn = np.radians(degrees), np.radians(roll)
    return looks_flat_if(-np.sin(turn) * np.cos(high), -np.cos(turn) * np.cos(high), np.sin(high))


def close(count):
    """Return the boxes of dice close to the middle of the picture."""
    return [Box(250.0 + 25 * k, 230, 270.0 + 25 * k, 250) for k in range(count)]


def test_the_odd_one_of_six_lies_askew():
    """Five dice agree on what is upwards and lie flat; the sixth fits another camera only."""
    maps = np.stack([seen_from(60)] * 5 + [seen_from(30)])
    askew = askew_shares(maps, close(6), np.ones(6), SIZE)

    assert askew[:5].max() < 0.1
    assert askew[5] > 0.8


def test_a_die_leaning_sideways_is_told():
    """It looks as tilted as the others, but another way."""
    maps = np.stack([seen_from(60)] * 5 + [looks_flat_if(0.5, 0.0, 0.866)])
    askew = askew_shares(maps, close(6), np.ones(6), SIZE)

    assert askew[:5].max() < 0.1
    assert askew[5] > 0.8


def test_a_camera_may_lie_on_its_side():
    """Dice that agree lie flat, however the picture is turned."""
    maps = np.stack([seen_from(50, 120)] * 5 + [seen_from(50)])
    askew = askew_shares(maps, close(6), np.ones(6), SIZE)

    assert askew[:5].max() < 0.1
    assert askew[5] > 0.7


def test_a_single_die_vouches_for_its_own_camera():
    """Nothing tells a lone tilted die from a flat one, so it is taken as flat."""
    askew = askew_shares(seen_from(40)[None], close(1), np.ones(1), SIZE)

    assert askew.shape == (1,)
    assert askew[0] < 0.5


def test_a_die_that_stands_on_an_edge_fits_no_upright_camera():
    """Seen from above its sides look up left and right alike: no usual camera sees it lie flat."""
    left, right = looks_flat_if(-0.7, -0.1, 0.7), looks_flat_if(0.7, -0.1, 0.7)
    edge = np.minimum(left, right)

    lone = askew_shares(edge[None], close(1), np.ones(1), SIZE)
    flat = askew_shares(seen_from(70)[None], close(1), np.ones(1), SIZE)

    assert lone[0] > flat[0] + 0.2


def test_a_camera_that_stands_still_is_known_from_earlier_pictures():
    """After many throws even two dice of three that lie askew alike are told; without, they win."""
    memory = CameraMemory()
    flat = np.stack([seen_from(60)] * 5)
    for _ in range(100):
        askew_shares(flat, close(5), np.ones(5), SIZE, memory)
    maps = np.stack([seen_from(60)] + [seen_from(30)] * 2)
    alone = askew_shares(maps, close(3), np.ones(3), SIZE)
    known = askew_shares(maps, close(3), np.ones(3), SIZE, memory)

    assert alone[1:].max() < 0.3
    assert known[0] < 0.2
    assert known[1:].min() > 0.8


def test_a_camera_that_was_moved_is_found_again():
    """Old pictures are forgotten: flat dice seen from the new height are soon flat again."""
    memory = CameraMemory()
    for degrees in (60, 35):
        for _ in range(600):
            maps = np.stack([seen_from(degrees)] * 5)
            askew = askew_shares(maps, close(5), np.ones(5), SIZE, memory)

    assert askew.max() < 0.2


def test_what_is_hardly_a_die_has_no_say():
    """Doubtful boxes do not outvote three sure dice."""
    maps = np.stack([seen_from(60)] * 3 + [seen_from(30)] * 4)
    weights = np.array([1.0, 1.0, 1.0, 0.05, 0.05, 0.05, 0.05])
    askew = askew_shares(maps, close(7), weights, SIZE)
    heard = askew_shares(maps, close(7), np.ones(7), SIZE)

    assert askew[:3].max() < 0.3
    assert heard[:3].min() > 0.6


def test_no_dice_no_shares():
    """An empty table is no error."""
    none = np.zeros((0, SIDE, SIDE), np.float32)

    assert askew_shares(none, [], np.zeros(0), SIZE).shape == (0,)


@pytest.mark.parametrize("spot", [(320.0, 240.0), (100.0, 400.0), (600.0, 90.0)])
@pytest.mark.parametrize("roll", [0.0, 130.0])
def test_upwards_is_where_the_renderers_camera_sees_it(spot, roll):
    """The vertical of the table, in the frame that the training data states, lies there."""
    focal, number = 1, 10
    fov = 2 * np.degrees(np.arctan(0.5 / FOCAL_WIDTHS[focal]))
    camera = look_at(640, 480, float(fov), float(CENTRE_DEG[number]), 500.0, roll)
    frame = camera.sight_frame(camera.ground(np.array([spot]))[0])
    right, down, near = frame @ np.array([0.0, 0.0, 1.0])
    box = Box(spot[0] - 10, spot[1] - 10, spot[0] + 10, spot[1] + 10)
    shape = (len(FOCAL_WIDTHS), len(CENTRE_DEG), len(ROLL_DEG))
    found = [part[0].reshape(shape) for part in seen_by_cameras([box], 640, 480)]
    turn = int(np.argmin(np.abs(ROLL_DEG - roll)))

    assert found[0][focal, number, turn] == pytest.approx(right / (1 + near), abs=1e-5)
    assert found[1][focal, number, turn] == pytest.approx(down / (1 + near), abs=1e-5)


def test_the_map_is_that_of_its_directions():
    """A direction's place on the map is its stereographic projection."""
    right, down, near = np.moveaxis(DIRECTIONS, 2, 0)

    assert np.allclose(np.linalg.norm(DIRECTIONS, axis=2), 1)
    assert (right / (1 + near))[0] == pytest.approx(np.linspace(-SPAN, SPAN, SIDE))
    assert (down / (1 + near))[:, 0] == pytest.approx(np.linspace(-SPAN, SPAN, SIDE))


def test_sizes_tell_cameras_apart():
    """Far dice are smaller: of two cameras that explain the maps alike the one that fits counts."""
    number, focal, turn = 12, 1, int(np.argmin(np.abs(ROLL_DEG)))
    fov = float(2 * np.degrees(np.arctan(0.5 / FOCAL_WIDTHS[focal])))
    camera = look_at(640, 480, fov, float(CENTRE_DEG[number]), 300.0, 0.0)
    lengths = []
    spots = [(320.0, 60.0), (150.0, 200.0), (500.0, 260.0), (320.0, 440.0)]
    boxes = []
    for spot in spots:
        ground = camera.ground(np.array([spot]))[0]
        lengths.append(np.log(camera.focal_px * 16 / np.linalg.norm(ground - camera.position)))
        boxes.append(Box(spot[0] - 10, spot[1] - 10, spot[0] + 10, spot[1] + 10))
    shape = (4, len(FOCAL_WIDTHS), len(CENTRE_DEG), len(ROLL_DEG))
    said = seen_by_cameras(boxes, 640, 480)[2].reshape(shape)[:, focal, number, turn]
    upside_down = seen_by_cameras(boxes, 640, 480)[2].reshape(shape)[:, focal, number, 0]

    # The area a cube is seen on and the stretch towards the border blur it a little.
    assert said - said.mean() == pytest.approx(lengths - np.mean(lengths), abs=0.2)
    assert upside_down[0] > upside_down[3]
    assert said[0] < said[3]


def test_one_die_of_another_size_decides_nothing():
    """A child's large die among five that agree is neither askew nor makes the others so."""
    boxes = close(6)
    boxes[5] = Box(330, 180, 430, 280)
    maps = np.stack([seen_from(60)] * 6)

    assert askew_shares(maps, boxes, np.ones(6), SIZE).max() < 0.1
