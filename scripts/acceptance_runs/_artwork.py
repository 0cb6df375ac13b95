"""Artwork the shipped model never saw: eighteen symbols on three dice, drawn by hand in code.

Coordinates run from -1 to 1, x to the right and y down. Photos of these dice are rendered as
scenes are, with one die of our own in them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from unittest import mock

import numpy as np

from dicecam.sight import Image
from dicecam.synth import Recipe, scene, skins, symbols
from dicecam.synth.arrays import Bytes
from dicecam.synth.dice import Look, SymbolLook, make_look, pip_faces
from dicecam.synth.drawings import Sketch
from dicecam.synth.scene import Scene, SceneDie, render_scene
from dicecam.synth.skins import linear, pip_look
from dicecam.synth.styles import STYLES

Points = list[tuple[float, float]]


def _ring(count: int, outer: float, inner: float, start: float = -90.0) -> Points:
    """Return the outline of a star or wheel with ``count`` points."""
    angles = [math.radians(start + 180 / count * k) for k in range(2 * count)]
    reach = [outer if k % 2 == 0 else inner for k in range(2 * count)]
    return [(r * math.cos(a), r * math.sin(a)) for r, a in zip(reach, angles, strict=True)]


def _star(s: Sketch) -> None:
    s.area(_ring(5, 0.95, 0.4))


def _heart(s: Sketch) -> None:
    s.disc(-0.42, -0.3, 0.46)
    s.disc(0.42, -0.3, 0.46)
    s.area([(-0.83, -0.1), (0.83, -0.1), (0.0, 0.9)])


def _moon(s: Sketch) -> None:
    s.disc(0, 0, 0.9)
    s.disc(0.4, -0.15, 0.75, 0)


def _bolt(s: Sketch) -> None:
    s.area(
        [(-0.1, -1), (0.7, -1), (0.2, -0.25), (0.65, -0.25), (-0.5, 1), (-0.15, 0.1), (-0.6, 0.1)]
    )


def _anchor(s: Sketch) -> None:
    s.line([(0, -0.55), (0, 0.8)])
    s.line([(-0.45, -0.3), (0.45, -0.3)])
    s.arc(0, 0.1, (0.75, 0.7), (15, 165))
    s.arc(0, -0.75, (0.18, 0.18), (0, 360))


def _tree(s: Sketch) -> None:
    s.area([(0, -1), (0.6, -0.2), (-0.6, -0.2)])
    s.area([(0, -0.5), (0.8, 0.5), (-0.8, 0.5)])
    s.area([(-0.13, 0.5), (0.13, 0.5), (0.13, 0.95), (-0.13, 0.95)])


def _drop(s: Sketch) -> None:
    s.disc(0, 0.35, 0.58)
    s.area([(0, -1), (0.52, 0.1), (-0.52, 0.1)])


def _house(s: Sketch) -> None:
    s.area([(0, -0.95), (0.95, -0.1), (-0.95, -0.1)])
    s.area([(-0.7, -0.1), (0.7, -0.1), (0.7, 0.85), (-0.7, 0.85)])
    s.area([(-0.2, 0.2), (0.2, 0.2), (0.2, 0.85), (-0.2, 0.85)], 0)


def _key(s: Sketch) -> None:
    s.arc(0, -0.55, (0.36, 0.36), (0, 360))
    s.line([(0, -0.2), (0, 0.9)])
    s.line([(0, 0.85), (0.4, 0.85)])
    s.line([(0, 0.5), (0.32, 0.5)])


def _arrow(s: Sketch) -> None:
    s.area([(0, -0.95), (0.75, 0), (-0.75, 0)])
    s.area([(-0.25, 0), (0.25, 0), (0.25, 0.9), (-0.25, 0.9)])


def _fish(s: Sketch) -> None:
    s.area([(0.9 * math.cos(a / 20 * math.pi) * 0.8 - 0.2, 0.5 * math.sin(a / 20 * math.pi))
            for a in range(40)])  # fmt: skip
    s.area([(0.35, 0), (0.95, -0.5), (0.95, 0.5)])
    s.disc(-0.6, -0.08, 0.1, 0)


def _flower(s: Sketch) -> None:
    for k in range(5):
        angle = math.radians(72 * k - 90)
        s.disc(0.55 * math.cos(angle), 0.55 * math.sin(angle), 0.36)
    s.disc(0, 0, 0.3, 0)
    s.disc(0, 0, 0.17)


def _cross(s: Sketch) -> None:
    s.area([(-0.9, -0.28), (0.9, -0.28), (0.9, 0.28), (-0.9, 0.28)])
    s.area([(-0.28, -0.9), (0.28, -0.9), (0.28, 0.9), (-0.28, 0.9)])


def _hourglass(s: Sketch) -> None:
    s.area([(-0.7, -0.85), (0.7, -0.85), (0, 0)])
    s.area([(-0.7, 0.85), (0.7, 0.85), (0, 0)])
    s.line([(-0.75, -0.9), (0.75, -0.9)])
    s.line([(-0.75, 0.9), (0.75, 0.9)])


def _spiral(s: Sketch) -> None:
    s.line([(0.045 * a * math.cos(a / 3), 0.045 * a * math.sin(a / 3)) for a in range(20)])


def _mushroom(s: Sketch) -> None:
    s.area([(0.9 * math.cos(a / 20 * math.pi), 0.05 - 0.85 * math.sin(a / 20 * math.pi))
            for a in range(21)])  # fmt: skip
    s.area([(-0.25, 0), (0.25, 0), (0.32, 0.9), (-0.32, 0.9)])


def _eye(s: Sketch) -> None:
    s.arc(0, 0.5, (0.95, 0.95), (205, 335))
    s.arc(0, -0.5, (0.95, 0.95), (25, 155))
    s.disc(0, 0, 0.3)


def _crown(s: Sketch) -> None:
    s.area([(-0.9, -0.6), (-0.45, 0.1), (0, -0.85), (0.45, 0.1), (0.9, -0.6), (0.75, 0.75),
            (-0.75, 0.75)])  # fmt: skip


DICE: tuple[dict[str, Callable[[Sketch], None]], ...] = (
    {"star": _star, "heart": _heart, "moon": _moon, "bolt": _bolt, "anchor": _anchor,
     "tree": _tree},
    {"drop": _drop, "house": _house, "key": _key, "arrow": _arrow, "fish": _fish,
     "flower": _flower},
    {"cross": _cross, "hourglass": _hourglass, "spiral": _spiral, "mushroom": _mushroom,
     "eye": _eye, "crown": _crown},
)  # fmt: skip
"""The symbols of each die by name."""


def drawing(die: int, name: str) -> Bytes:
    """Return a symbol's mask `(SIDE, SIDE)` uint8."""
    sketch = Sketch(0.2)
    DICE[die][name](sketch)
    return sketch.mask


PHOTO = Recipe(
    sizes=((640, 480),),
    die_px=(60.0, 200.0),
    elevation_deg=(50.0, 90.0),
    empty=0.0,
    distractors=2.0,
    hands=0.0,
    cocked=0.0,
    grey=0.0,
    blur=0.6,
)
"""A photo as somebody takes it who wants to teach a die: close, one die, a tidy table."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A photo of one die.

    Attributes:
        face: What its top face shows.
        image: `(H, W, 3)` uint8 BGR.
        box: Where the die is, px.
    """

    face: str
    image: Image
    box: tuple[float, float, float, float]


def symbol_look(die: int) -> Look:
    """Return the look of a symbol die: printed on white, engraved in wood, gold on blue."""
    rng = np.random.default_rng(100 + die)
    colour = ("white", "wood", "blue")[die]
    base = make_look(colour, Recipe(), rng)
    ink = (linear(0, 0.3, 0.08), linear(25, 0.5, 0.12), linear(45, 0.5, 0.9))[die]
    how = ("printed", "engraved", "printed")[die]
    return replace(
        base,
        pips=None,
        faces=tuple(DICE[die]),
        sphere=max(base.sphere, 1.4),
        material=("plain", "wood", "plain")[die],
        clear=0.0,
        symbols=SymbolLook((STYLES["shapes"][0],) * 6, how, (ink,) * 6, None),
    )


def gold_pips(seed: int) -> Look:
    """Return a pip die that is hard to read: gold pips on grey marble of much the same brightness.

    `scenes` lays them in a wreath.
    """
    rng = np.random.default_rng([seed, 31])
    body = linear(40, 0.1, 0.5)
    look = make_look("ivory", Recipe(), rng)
    pips = pip_look("gold", body, rng)
    gold = linear(44, 0.62, 0.86)
    pips = replace(pips, ink=gold, one_ink=gold, four_ink=gold, depth=0.35)
    return replace(
        look, body=body, material="marbled", faces=pip_faces(rng), pips=pips, gloss=0.6, clear=0.0
    )


def _wreath(value: int, columns: float, rows: float) -> Points:
    """Return where a value's pips lie: evenly on a circle."""
    if value == 1:
        return [(0.0, 0.0)]
    angles = [2 * math.pi * k / value for k in range(value)]
    return [(1.1 * columns * math.sin(a), 1.1 * rows * math.cos(a)) for a in angles]


@contextmanager
def _only(looks: Sequence[Look]) -> Iterator[None]:
    """Let scenes hold these dice and no others."""
    art = dict(symbols.drawings())
    for die, faces in enumerate(DICE):
        art |= {name: (drawing(die, name),) * len(STYLES["shapes"]) for name in faces}
    with (
        mock.patch.object(symbols, "drawings", return_value=art),
        mock.patch.object(scene, "plan_set", return_value=list(looks)),
        mock.patch.object(skins, "pip_places", _wreath),
    ):
        yield


def scenes(looks: Sequence[Look], seeds: Sequence[int], recipe: Recipe = PHOTO) -> Iterator[Scene]:
    """Yield scenes that hold these dice, one for each seed."""
    for seed in seeds:
        with _only(looks):
            made = render_scene(seed, recipe)
        yield made


def shots(look: Look, each: int, first_seed: int, recipe: Recipe = PHOTO) -> list[Shot]:
    """Return photos of a die that lies flat and whole in view, so many of each face."""
    counts = dict.fromkeys(dict.fromkeys(look.faces), 0)
    found: list[Shot] = []
    seed = first_seed
    while min(counts.values()) < each:
        (made,) = scenes([look], [seed], recipe)
        seed += 1
        for die in made.dice:
            if clear(die) and counts[die.face] < each:
                counts[die.face] += 1
                found.append(Shot(die.face, made.image, die.box))
    return found


def clear(die: SceneDie) -> bool:
    """Tell whether a die lies flat and is seen whole."""
    return die.flat and die.top_visible > 0.9 and die.visible > 0.95
