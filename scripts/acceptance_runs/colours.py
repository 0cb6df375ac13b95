"""Body colours: real dice of many colours, one die at a time, and Qwixx sets under six lights.

Three parts. Dice of nell-byler whose colours stand in `datasets/nell-byler-colours.json`, chosen
among the colours that occur there; the single dice of mschlafly-colours, chosen among all named
colours; rendered Qwixx sets in held-back styles, chosen among the five colours of the game: each die
alone, and as the referee of a game takes the set, which knows that there are two white dice and one
of each other colour. Judged by the goal is the set; the dice alone stand beside it, and how often
the referee would ask because another way to take the set is nearly as likely. A die is judged in the box the detector found; where it found none, in the labelled one, since this
check is about colours. DICECAM_DATA names the folder with the photos.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from dicecam.dice import BODY_COLOURS
from dicecam.measure.labels import read_labels
from dicecam.rules.games import find_game
from dicecam.session.referee_match import match_dice
from dicecam.sight import Box, Image, SeenFace
from dicecam.synth import QWIXX
from dicecam.synth.lights import Light, kelvin_bgr, make_light
from dicecam.table.view import SeenDie
from dicecam.tables import load_table
from dicecam.vision.colour import ColourJudge
from dicecam.vision.photos import load_photo
from scripts.acceptance_runs import _common

ROOT = Path(__file__).resolve().parents[2]
LABELLED = json.loads((ROOT / "datasets" / "nell-byler-colours.json").read_text(encoding="utf-8"))
GOALS = {"nell_byler": 0.98, "mschlafly": 1.0, "qwixx": 0.99}

QWIXX_COLOURS = ("white", "red", "yellow", "green", "blue")
LIGHTS = ("lamp_2700k", "warm_white_3500k", "daylight_5500k", "dim", "blue_cast", "mixed")
SCENES_A_LIGHT = 60

_SCENES = [(light, number) for number in range(SCENES_A_LIGHT) for light in LIGHTS]
_NELL = sorted({photo for photo, _, _ in LABELLED["dice"]})
_SINGLES = [
    f"{colour}_{pips}.jpg"
    for colour in ("black", "blue", "green", "red", "yellow")
    for pips in range(1, 7)
]
CASES = len(_NELL) + len(_SINGLES) + len(_SCENES)


def run(case: int) -> dict[str, object]:
    """Judge the dice of one picture: `[truth, judged, found, size in px]` for each."""
    if case < len(_NELL):
        return {"part": "nell_byler", "dice": _nell_byler(_NELL[case])}
    case -= len(_NELL)
    if case < len(_SINGLES):
        return {"part": "mschlafly", "dice": _single(_SINGLES[case])}
    light, number = _SCENES[case - len(_SINGLES)]
    return {"part": "qwixx", "light": light, "dice": _qwixx(light, number)}


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return shares of right colours and confusions, part by part."""
    parts: dict[str, dict[str, object]] = {}
    passed = True
    for part, goal in GOALS.items():
        dice = [die for result in results if result["part"] == part for die in result["dice"]]
        if not dice:
            continue
        parts[part] = _figures(dice)
        if part == "qwixx":
            asked = sum(die[5] for die in dice) / len(dice)
            dice = [[die[0], die[4], *die[2:4]] for die in dice]
            parts["qwixx_as_a_set"] = {**_figures(dice), "asked_share": round(asked, 4)}
        passed &= _share(dice) >= goal
    lights = {
        light: _figures(
            [die for result in results if result.get("light") == light for die in result["dice"]]
        )
        for light in LIGHTS
    }
    small = [die for result in results if result["part"] == "qwixx" for die in result["dice"]]
    sizes = {
        name: _figures([die for die in small if low <= die[3] < high])
        for name, low, high in _common.SIZES
    }
    return {**parts, "qwixx_by_light": lights, "qwixx_by_size_px": sizes, "goals": GOALS,
            "model": _common.model_name(), "passed": bool(passed)}  # fmt: skip


def _figures(dice: Sequence[Sequence[Any]]) -> dict[str, object]:
    wrong = Counter(f"{truth} as {judged}" for truth, judged, *_ in dice if truth != judged)
    return {
        "dice": len(dice),
        "right": sum(die[0] == die[1] for die in dice),
        "share": round(_share(dice), 4),
        "found_by_detector": sum(bool(die[2]) for die in dice),
        "confusions": dict(wrong.most_common()),
    }


def _share(dice: Sequence[Sequence[Any]]) -> float:
    return sum(bool(die[0] == die[1]) for die in dice) / max(1, len(dice))


def _judged(
    image: Image, truths: Sequence[tuple[str, Box]], candidates: Iterable[str]
) -> list[list[object]]:
    """Return a row for each die: truth, judged colour, whether it was found, size in px, all."""
    boxes = _common.looker().detector.detect(image)
    taken = _common.match(boxes, [box for _, box in truths])
    used = [boxes[taken[k]] if k in taken else box for k, (_, box) in enumerate(truths)]
    named = ColourJudge(tuple(candidates)).judge(image, used)
    return [
        [truth, colours[0][0], k in taken, round(max(box.width, box.height), 1), colours]
        for k, ((truth, box), colours) in enumerate(zip(truths, named, strict=True))
    ]


@lru_cache(maxsize=1)
def _colours_of_the_set() -> tuple[str, ...]:
    seen = {colour for _, _, colour in LABELLED["dice"]}
    return tuple(colour for colour in BODY_COLOURS if colour in seen)


def _nell_byler(photo: str) -> list[list[object]]:
    folder = _common.photos("train/nell-byler")
    image = load_photo(folder / "images" / photo)
    labels = read_labels(folder / "labels" / f"{Path(photo).stem}.txt")
    truths = [
        (colour, labels[index].scaled(image.shape[1], image.shape[0]))
        for name, index, colour in LABELLED["dice"]
        if name == photo and colour in BODY_COLOURS
    ]
    return [row[:4] for row in _judged(image, truths, _colours_of_the_set())]


def _single(photo: str) -> list[list[object]]:
    folder = _common.photos("val/mschlafly-colours")
    image = load_photo(folder / "images" / photo)
    labels = read_labels(folder / "labels" / f"{Path(photo).stem}.txt")
    box = labels[0].scaled(image.shape[1], image.shape[0])
    return [row[:4] for row in _judged(image, [(photo.split("_")[0], box)], BODY_COLOURS)]


def _qwixx(light: str, number: int) -> list[list[object]]:
    seed = 70_000 + number
    recipe = replace(QWIXX, heldout=True, hands=0.05)
    scene = _common.render_lit(seed, recipe, qwixx_light(light, seed), dim=light == "dim")
    truths = [(die.colour, Box(*die.box)) for die in scene.dice if die.visible >= 0.7]
    rows = _judged(scene.image, truths, QWIXX_COLOURS)
    taken = _as_a_set([row[4] for row in rows], [box for _, box in truths])
    return [[*row[:4], *as_one] for row, as_one in zip(rows, taken, strict=True)]


def _as_a_set(named: Sequence[Any], boxes: Sequence[Box]) -> list[tuple[str, bool]]:
    """Return what the referee takes each die for, and whether it asks about it."""
    game = find_game("qwixx", load_table)
    seen = [
        SeenDie(
            k, SeenFace(box, "pips_1", 1.0, *colours[0], other_colours=tuple(colours[1:])), (0, 0)
        )
        for k, (box, colours) in enumerate(zip(boxes, named, strict=True))
    ]
    matched = match_dice(game.spec, ("blue", "green", "red", "white", "white", "yellow"), seen)
    taken = {die.track: game.spec.kind(guess.die.kind).colour for die, guess in matched.taken}
    asked = {die.track for die in matched.swapped}
    return [(str(taken.get(k)), k in asked) for k in range(len(boxes))]


def qwixx_light(name: str, seed: int) -> Light:
    """Return one of the six lights, in a rig of the held-back ones.

    Cameras balance white: as in training scenes, some of the cast is left, from nearly none of it
    to two thirds; of the blue cast more is left, as when a camera balances for a lamp elsewhere.

    Args:
        name: One of `LIGHTS`.
        seed: Draws the direction and what is left of the cast.
    """
    rng = np.random.default_rng([seed, LIGHTS.index(name)])
    light = make_light(str(rng.choice(["spot", "overcast"])), rng)
    share = float(light.key_bgr[1]) / max(1e-6, float(light.key_bgr[1] + light.ambient_bgr[1]))
    left = rng.uniform(0.0, 0.65)
    kelvin = {"lamp_2700k": 2700, "warm_white_3500k": 3500, "daylight_5500k": 5500, "dim": 2700}
    if name in kelvin:
        key = other = kelvin_bgr(kelvin[name]) ** left
    elif name == "blue_cast":
        key = other = kelvin_bgr(9000) ** rng.uniform(0.8, 1.8)
    else:
        # A lamp from one side, daylight from everywhere else.
        key, other = kelvin_bgr(2700) ** left, kelvin_bgr(7500) ** left
        share = 0.5
    strength = float(light.key_bgr.mean() + light.ambient_bgr.mean())
    return replace(
        light,
        key_bgr=(key * share * strength).astype(np.float32),
        ambient_bgr=(other * (1 - share) * strength).astype(np.float32),
        fill_bgr=(other * float(light.fill_bgr.mean())).astype(np.float32),
    )
