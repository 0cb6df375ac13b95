"""Body colours: light undone, pips and glare left out, nearest reference."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dicecam.dice import BODY_COLOURS
from dicecam.sight import Box
from dicecam.vision._cv2 import cv2
from dicecam.vision.colour import ColourJudge, body_labs, taught
from dicecam.vision.light import NEUTRAL, estimate_light, linear, to_lab
from dicecam.vision.photos import load_photo

QWIXX = ("white", "red", "yellow", "green", "blue")
BODIES_BGR = {
    "white": (235, 240, 242),
    "red": (40, 35, 190),
    "yellow": (40, 200, 230),
    "green": (60, 140, 40),
    "blue": (170, 80, 30),
    "black": (35, 33, 32),
    "orange": (30, 120, 235),
    "purple": (130, 40, 90),
    "brown": (45, 75, 115),
}
CASTS = {
    "daylight": (1.0, 1.0, 1.0),
    "lamp": (0.6, 1.0, 1.3),
    "blue": (1.3, 1.0, 0.75),
    "dim": (0.3, 0.35, 0.4),
}
TABLES_BGR = {"paper": (215, 220, 222), "grey cloth": (120, 122, 121), "felt": (60, 110, 50)}


def _scene(bodies, table, cast=(1, 1, 1), pips=5):
    """Return a table with dice side by side under a light, and their boxes."""
    rng = np.random.default_rng(7)
    image = np.zeros((240, 120 * len(bodies) + 60, 3), np.float32)
    image[:] = np.array(table) / 255
    # Most tables have something white on them: paper, a card, the rim of a score sheet.
    image[:30] = 0.9
    boxes = []
    for index, body in enumerate(bodies):
        x, y = 120 * index + 40, 90
        colour = np.array(body) / 255
        image[y : y + 80, x : x + 80] = colour
        image[y + 60 : y + 80, x : x + 80] = colour * 0.7
        ink = 0.05 if colour.mean() > 0.5 else 0.92
        for pip in ((15, 15), (15, 65), (35, 40), (50, 15), (50, 65))[:pips]:
            cv2.circle(image, (x + pip[1], y + pip[0]), 7, (ink, ink, ink), -1)
        boxes.append(Box(x, y, x + 80, y + 80))
    light = np.where(image <= 0.04045, image / 12.92, ((image + 0.055) / 1.055) ** 2.4)
    light *= np.array(cast)
    encoded = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    noisy = encoded * 255 + rng.normal(0, 3, encoded.shape)
    return noisy.clip(0, 255).astype(np.uint8), boxes


@pytest.mark.parametrize("cast", CASTS)
@pytest.mark.parametrize("table", TABLES_BGR)
def test_the_colours_of_qwixx_are_told_apart_in_any_light(table, cast):
    """Lamp, blue sky and dim light on paper, cloth and felt change no name."""
    image, boxes = _scene([BODIES_BGR[name] for name in QWIXX], TABLES_BGR[table], CASTS[cast])
    named = [colours[0][0] for colours in ColourJudge(QWIXX).judge(image, boxes)]

    assert named == list(QWIXX)


def test_all_named_colours_are_told_apart_in_daylight():
    """With every colour to choose from."""
    image, boxes = _scene(list(BODIES_BGR.values()), TABLES_BGR["paper"])
    named = [colours[0][0] for colours in ColourJudge().judge(image, boxes)]

    assert named == list(BODIES_BGR)


def test_pips_do_not_change_the_colour():
    """Five white pips on a red die leave it red, as it is without."""
    with_pips, boxes = _scene([BODIES_BGR["red"]], TABLES_BGR["paper"])
    without, _ = _scene([BODIES_BGR["red"]], TABLES_BGR["paper"], pips=0)

    assert body_labs(with_pips, boxes) == pytest.approx(body_labs(without, boxes), abs=4)


def test_a_white_die_on_a_white_table_is_white():
    """A body that looks like the table is still the body."""
    image, boxes = _scene([BODIES_BGR["white"]], (236, 240, 241))

    assert ColourJudge(QWIXX).judge(image, boxes)[0][0][0] == "white"


def test_a_colour_that_is_none_of_the_candidates_is_unknown():
    """A green die in a game of red and blue ones."""
    image, boxes = _scene([BODIES_BGR["green"]], TABLES_BGR["paper"])
    judged = ColourJudge(("red", "blue")).judge(image, boxes)[0]

    assert judged[0][0] == "unknown"


def test_confidences_are_shares_best_first():
    """They fall and add up to at most one."""
    image, boxes = _scene([BODIES_BGR["orange"]], TABLES_BGR["paper"])
    (judged,) = ColourJudge().judge(image, boxes)
    shares = [share for _, share in judged]

    assert shares == sorted(shares, reverse=True)
    assert 0.9 < sum(shares) <= 1.000001


def test_the_users_own_dice_can_be_taught():
    """A turquoise die called blue is blue from then on."""
    image, boxes = _scene([(150, 150, 40)], TABLES_BGR["paper"])
    lab = tuple(body_labs(image, boxes)[0].tolist())
    before = ColourJudge(("green", "blue")).named(lab)
    after = ColourJudge(("green", "blue"), taught({"blue": lab})).named(lab)

    assert after[0][0] == "blue"
    assert dict(after)["blue"] > dict(before).get("blue", 0)


def test_no_dice_no_colours():
    """An empty table costs nothing; candidates without a reference are passed over."""
    assert ColourJudge().judge(np.zeros((9, 9, 3), np.uint8), ()) == ()
    assert ColourJudge(("mauve",)).named((50, 0, 0)) == (("unknown", 1.0),)


@pytest.mark.parametrize(("cast", "sign"), [("lamp", 1), ("daylight", 0), ("blue", -1)])
def test_the_cast_of_the_light_is_found(cast, sign):
    """Amber above zero, blue below."""
    image, _ = _scene([BODIES_BGR["red"]], TABLES_BGR["paper"], CASTS[cast])
    amber = estimate_light(image).amber

    assert np.sign(round(amber / 0.3)) == sign


def test_a_green_table_is_no_green_light():
    """Felt that fills the picture does not turn white dice purple."""
    image = np.full((100, 100, 3), TABLES_BGR["felt"], np.uint8)
    gains = estimate_light(image).gains

    assert gains / gains[1] == pytest.approx(np.ones(3), abs=0.35)


def test_a_picture_without_light_is_left_as_it_is():
    """Black or burnt out pictures say nothing about the light."""
    assert estimate_light(np.zeros((50, 50, 3), np.uint8)).amber == 0
    assert estimate_light(np.full((50, 50, 3), 255, np.uint8)).amber == 0


def test_lab_of_known_colours():
    """White and black lie at the ends of the axis, red where it is known to lie."""
    pixels = np.array([[255, 255, 255], [0, 0, 0], [0, 0, 255]], np.uint8)
    labs = to_lab(linear(pixels) * NEUTRAL.gains)

    assert labs == pytest.approx(np.array([[100, 0, 0], [0, 0, 0], [53.2, 80.1, 67.2]]), abs=0.5)


@pytest.mark.photos
@pytest.mark.parametrize("folder", ["mschlafly-colours", "damiantab"])
def test_the_dice_of_labelled_photos_have_their_colour(folder, data_folder):
    """Every die of these photos has one colour, known from their lists."""
    root = data_folder / "dice-photos" / "val" / folder
    known = json.loads((root / "values_and_colours.json").read_text(encoding="utf-8"))
    judge = ColourJudge(BODY_COLOURS)
    seen = right = 0
    for name in sorted(known)[::3]:
        image = load_photo(root / "images" / name)
        height, width = image.shape[:2]
        lines = (root / "labels" / name).with_suffix(".txt").read_text().splitlines()
        boxes = []
        for line in lines:
            _, x, y, w, h = map(float, line.split())
            left, top = (x - w / 2) * width, (y - h / 2) * height
            boxes.append(Box(left, top, left + w * width, top + h * height))
        expected = known[name]["dice"][0]["colour"]
        named = [colours[0][0] for colours in judge.judge(image, boxes)]
        seen += len(named)
        right += named.count(expected)

    assert right >= 0.98 * seen
