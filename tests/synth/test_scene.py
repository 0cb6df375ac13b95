"""Rendered scenes are repeatable and their labels are right."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dicecam.errors import DicecamError
from dicecam.synth import CLUTTER, COCKED, FAR, QWIXX, WEBCAM, Recipe, render_scene
from dicecam.synth.camera import look_at
from dicecam.synth.cube import NORMALS, Body, render_die
from dicecam.synth.dice import make_look, paint
from dicecam.synth.layout import about_z, face_up
from dicecam.synth.lights import make_light
from dicecam.synth.styles import PIP_FACES, STYLES

SMALL = Recipe(sizes=((320, 240),), die_px=(14.0, 60.0), empty=0.0)
SMALL_COCKED = replace(COCKED, sizes=((320, 240),), dice=(4, 8), distractors=0.0)


def test_a_seed_gives_the_same_scene_twice() -> None:
    """The same seed and recipe give the same bytes and labels."""
    first, second = render_scene(5, SMALL), render_scene(5, SMALL)

    assert np.array_equal(first.image, second.image)
    assert first.dice == second.dice


def test_seeds_and_halves_differ() -> None:
    """Another seed, or the measuring half, gives another picture."""
    first = render_scene(5, SMALL).image

    assert not np.array_equal(first, render_scene(6, SMALL).image)
    held = Recipe(sizes=((320, 240),), die_px=(14.0, 60.0), empty=0.0, heldout=True)
    assert not np.array_equal(first, render_scene(5, held).image)


@pytest.mark.parametrize("seed", range(6))
def test_boxes_lie_in_the_picture(seed: int) -> None:
    """Every box is inside the picture and about as large as its die."""
    scene = render_scene(seed, SMALL)

    assert scene.image.shape == (240, 320, 3)
    for die in scene.dice:
        x1, y1, x2, y2 = die.box
        assert 0 <= x1 < x2 <= 320
        assert 0 <= y1 < y2 <= 240
        assert max(x2 - x1, y2 - y1) < 2.1 * die.size_px + 2
        assert 0 < die.visible <= 1


def test_a_qwixx_set_has_its_colours() -> None:
    """Six dice of the right colours lie there, as far as they are in view."""
    seen = [die.colour for die in render_scene(3, QWIXX).dice]

    assert sorted(seen) == sorted(["white", "white", "red", "yellow", "green", "blue"])


def test_cocked_dice_are_unreadable() -> None:
    """No die that lies tilted carries the name of a face."""
    dice = [die for seed in range(3) for die in render_scene(seed, SMALL_COCKED).dice]
    tilted = [die for die in dice if not die.flat]

    assert tilted
    assert all(die.face in {"unreadable", "other"} for die in tilted)
    assert any(die.face.startswith("pips_") for die in dice)


def test_clutter_is_mostly_without_dice() -> None:
    """Hard negatives carry no labels."""
    assert sum(bool(render_scene(seed, CLUTTER).dice) for seed in range(5)) <= 2


def test_a_wrong_recipe_is_refused() -> None:
    """A composition nobody knows is an error that lists the known ones."""
    with pytest.raises(DicecamError, match="qwixx"):
        Recipe(composition="yahtzee")


@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("spin", range(4))
def test_face_up_turns_that_face_up(face: int, spin: int) -> None:
    """The rotation is proper and brings the wanted face to the top."""
    turn = face_up(face, spin)

    assert np.allclose(turn @ turn.T, np.eye(3))
    assert np.linalg.det(turn) == pytest.approx(1)
    assert np.allclose(turn @ NORMALS[face], [0, 0, 1])


@pytest.mark.parametrize("face", range(6))
def test_the_top_face_shows_the_pips_of_its_label(face: int) -> None:
    """Seen from above, the label's number of dark blobs lies on a white die."""
    import cv2

    rng = np.random.default_rng(1)
    look = make_look("white", WEBCAM, rng, "printed")
    camera = look_at(320, 240, 40, 89.9, 200, 0)
    body = Body(np.array([0, 0, 8.0]), 16, about_z(0.4) @ face_up(face, 1), 0.1, 1.8)
    light = make_light("overcast", rng)
    patch = render_die(camera, body, paint(look, 200, rng), light)
    assert patch is not None
    top = (patch.face == body.top_face()[0]) & (patch.alpha > 0.99)
    grey = patch.colour.mean(axis=2)
    pips = (top & (grey < 0.45 * np.median(grey[top]))).astype(np.uint8)
    count = cv2.connectedComponents(cv2.erode(pips, np.ones((3, 3))))[0] - 1

    assert look.faces[body.top_face()[0]] == PIP_FACES[count - 1]


def test_opposite_faces_sum_to_seven() -> None:
    """Pip dice are real dice."""
    rng = np.random.default_rng(2)
    for style in STYLES["pips"]:
        values = [int(face[-1]) for face in make_look("red", WEBCAM, rng, style).faces]

        assert [values[k] + values[k + 1] for k in (0, 2, 4)] == [7, 7, 7]


def test_a_die_that_no_ray_hits_is_left_out():
    """A die behind a camera close to the table is no error; the others are drawn."""
    recipe = replace(
        COCKED,
        heldout=True,
        dice=(4, 8),
        cocked=0.3,
        sizes=WEBCAM.sizes,
        symbols=0.25,
        numbered=0.0,
        hands=0.0,
        distractors=3.0,
        grey=0.0,
    )

    assert render_scene(90_340, recipe).image.ndim == 3


def test_far_dice_lie_at_the_far_end_of_the_table():
    """They are in the upper half of the picture and seen from lower than the camera stands."""
    scenes = [render_scene(seed, FAR) for seed in range(8)]
    dice = [die for scene in scenes for die in scene.dice]
    middles = [
        (die.box[1] + die.box[3]) / 2 / scene.image.shape[0]
        for scene in scenes
        for die in scene.dice
        if die.flat and die.visible > 0.9
    ]
    low = [die.seen_from_deg for die in dice]

    assert np.quantile(middles, 0.95) < 0.5
    assert np.median(low) < 30
    assert min(low) > 5
    assert any(not die.flat for die in dice)
