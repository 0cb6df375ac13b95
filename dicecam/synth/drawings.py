"""Our own drawings of the symbols on DiXe and Shelfie dice, as masks with random proportions.

Coordinates run from -1 to 1, x to the right and y down.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from dicecam.synth.arrays import Bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    Points = ArrayLike | list["ArrayLike"]

SIDE = 96


class Sketch:
    """A square mask `(SIDE, SIDE)` uint8 to draw on."""

    def __init__(self, pen: float) -> None:
        """Start empty, with a pen of the given width."""
        self.mask: Bytes = np.zeros((SIDE, SIDE), dtype=np.uint8)
        self.pen = max(2, int(pen * SIDE / 2))

    def _at(self, points: Points) -> Bytes:
        return np.round((np.asarray(points, dtype=float) * 0.46 + 0.5) * SIDE * 16).astype(np.int32)

    def area(self, points: Points, ink: int = 255) -> None:
        """Fill a polygon."""
        cv2.fillPoly(self.mask, [self._at(points)], ink, cv2.LINE_AA, 4)

    def line(self, points: Points, ink: int = 255) -> None:
        """Draw a path with the pen."""
        cv2.polylines(self.mask, [self._at(points)], False, ink, self.pen, cv2.LINE_AA, 4)

    def disc(self, x: float, y: float, radius: float, ink: int = 255) -> None:
        """Fill a disc."""
        centre = self._at([[x, y]])[0].tolist()
        cv2.circle(self.mask, centre, int(radius * 0.46 * SIDE * 16), ink, -1, cv2.LINE_AA, 4)

    def arc(
        self, x: float, y: float, reach: tuple[float, float], span: tuple[float, float]
    ) -> None:
        """Draw a part of an ellipse; angles in degrees, clockwise from the right."""
        angles = np.radians(np.linspace(*span, 40))
        self.line(np.stack([x + reach[0] * np.cos(angles), y + reach[1] * np.sin(angles)], axis=1))


def _sun(rng: np.random.Generator) -> Bytes:
    rays, core = int(rng.integers(7, 14)), rng.uniform(0.35, 0.55)
    sketch = Sketch(rng.uniform(0.1, 0.2))
    pointed = rng.random() < 0.5
    for k in range(rays):
        angle = 2 * np.pi * k / rays
        way = np.array([np.cos(angle), np.sin(angle)])
        side = np.array([-way[1], way[0]]) * core * 1.6 / rays * 2
        if pointed:
            sketch.area([way * (core + 0.06) + side, way, way * (core + 0.06) - side])
        else:
            sketch.line([way * (core + 0.15), way * 0.97])
    sketch.disc(0, 0, core)
    if rng.random() < 0.5:
        sketch.disc(0, 0, core - sketch.pen * 2 / SIDE, 0)
        if rng.random() < 0.5:
            sketch.disc(-0.15, -0.1, 0.06)
            sketch.disc(0.15, -0.1, 0.06)
            sketch.arc(0, 0.0, (0.2, 0.2), (20, 160))
    return sketch.mask


def _pi(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.14, 0.3))
    top, foot = rng.uniform(-0.8, -0.6), rng.uniform(0.7, 0.9)
    wave = rng.uniform(0, 0.2)
    sketch.line([[-0.9, top + wave], [-0.6, top], [0.9, top - wave * 0.3]])
    sketch.line([[-0.35, top], [-0.4, 0.2], [-0.55, foot]])
    curl = rng.uniform(0, 0.25)
    sketch.line([[0.35, top], [0.35, foot - 0.2], [0.45, foot], [0.5 + curl, foot - curl]])
    return sketch.mask


def _smiley(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.09, 0.2))
    filled = rng.random() < 0.4
    if rng.random() < 0.85:
        sketch.disc(0, 0, 0.95)
        if not filled:
            sketch.disc(0, 0, 0.95 - sketch.pen * 2 / SIDE, 0)
    else:
        filled = False
    ink = 0 if filled else 255
    gap, eye, high = rng.uniform(0.25, 0.4), rng.uniform(0.09, 0.16), rng.uniform(-0.4, -0.2)
    sketch.disc(-gap, high, eye, ink)
    sketch.disc(gap, high, eye, ink)
    angles = np.radians(np.linspace(20, 160, 30))
    mouth = np.stack(
        [0.55 * np.cos(angles), 0.05 + rng.uniform(0.35, 0.6) * np.sin(angles)], axis=1
    )
    if rng.random() < 0.3:
        sketch.area(mouth, ink)
    sketch.line(mouth, ink)
    return sketch.mask


def _bomb(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.08, 0.16))
    radius, x, y = rng.uniform(0.55, 0.68), rng.uniform(-0.3, -0.1), rng.uniform(0.2, 0.35)
    sketch.disc(x, y, radius)
    way = np.array([0.707, -0.707])
    side = np.array([0.707, 0.707]) * rng.uniform(0.14, 0.24)
    neck = np.array([x, y]) + way * radius * 0.9
    tip = neck + way * rng.uniform(0.14, 0.25)
    sketch.area([neck - side, tip - side, tip + side, neck + side])
    bend = tip + np.array([rng.uniform(0.02, 0.15), rng.uniform(-0.3, -0.15)])
    end = np.array([min(0.85, bend[0] + rng.uniform(0.15, 0.35)), bend[1] + rng.uniform(-0.1, 0.2)])
    sketch.line([tip, bend, end])
    for angle in np.arange(int(rng.integers(0, 8))) * 0.9:
        spark = np.array([np.cos(angle), np.sin(angle)])
        sketch.line([end + spark * 0.1, end + spark * 0.24])
    if rng.random() < 0.6:
        sketch.disc(x - radius * 0.35, y - radius * 0.35, radius * rng.uniform(0.15, 0.25), 0)
    if rng.random() < 0.3:
        sketch.disc(x, y, radius - 0.14, 0)
    return sketch.mask


def _pirate(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.12, 0.2))
    for sign in (-1, 1):
        ends = np.array([[-0.85 * sign, 0.3], [0.85 * sign, 0.9]])
        sketch.line(ends)
        for x, y in ends:
            sketch.disc(x, y - 0.07, 0.13)
            sketch.disc(x, y + 0.07, 0.13)
    wide = rng.uniform(0.5, 0.62)
    head = np.radians(np.linspace(150, 390, 40))
    skull = np.stack([wide * np.cos(head), -0.35 + 0.55 * np.sin(head)], axis=1)
    jaw = [[wide * 0.55, 0.1], [wide * 0.5, 0.42], [-wide * 0.5, 0.42], [-wide * 0.55, 0.1]]
    sketch.area(np.concatenate([skull, jaw]))
    eye = rng.uniform(0.13, 0.19)
    sketch.disc(-0.22, -0.28, eye, 0)
    if rng.random() < 0.5:
        sketch.disc(0.22, -0.28, eye, 0)
    else:
        sketch.area([[0.02, -0.4], [0.5, -0.4], [0.4, -0.1], [0.1, -0.1]], 0)
        sketch.line([[-wide, -0.7], [wide, -0.25]], 0)
    sketch.area([[0, -0.1], [0.07, 0.06], [-0.07, 0.06]], 0)
    return sketch.mask


def _aum(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.12, 0.24))
    sketch.arc(-0.4, -0.35, (0.32, rng.uniform(0.28, 0.34)), (200, 450))
    sketch.arc(-0.4, 0.38, (rng.uniform(0.4, 0.48), 0.42), (-90, 150))
    tail = np.array([[-0.35, 0.0], [0.1, 0.02], [0.35, -0.15], [0.6, -0.12], [0.8, 0.15]])
    sketch.line(tail + np.array([0.0, rng.uniform(-0.04, 0.06)]))
    sketch.line([[0.8, 0.15], [0.78, 0.5], [0.5, 0.62], [rng.uniform(0.3, 0.42), 0.45]])
    y = rng.uniform(-0.62, -0.52)
    sketch.arc(0.35, y, (0.32, 0.22), (15, 165))
    sketch.disc(0.37, y - 0.16, rng.uniform(0.09, 0.15))
    return sketch.mask


def _plant(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.08, 0.16))
    if rng.random() < 0.7:
        rim = rng.uniform(0.4, 0.55)
        sketch.area([[-rim, 0.3], [rim, 0.3], [rim * 0.7, 0.95], [-rim * 0.7, 0.95]])
        sketch.line([[-rim - 0.05, 0.32], [rim + 0.05, 0.32]])
    leaves = int(rng.choice([2, 3, 5]))
    for k in range(leaves):
        angle = np.radians(-90 + (k - (leaves - 1) / 2) * rng.uniform(38, 60))
        tip = np.array([np.cos(angle), np.sin(angle)]) * rng.uniform(0.9, 1.15)
        side = np.array([-tip[1], tip[0]]) * rng.uniform(0.18, 0.3)
        root = np.array([0, 0.28])
        middle = root + tip * 0.6
        sketch.area([root, middle + side, root + tip, middle - side])
        sketch.line([root, root + tip * 0.6], 0 if rng.random() < 0.5 else 255)
    return sketch.mask


def _game(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.1, 0.16))
    if rng.random() < 0.5:
        # A playing piece with head, arms and legs.
        sketch.disc(0, -0.6, rng.uniform(0.26, 0.34))
        arm, leg = rng.uniform(-0.2, 0.1), rng.uniform(0.5, 0.7)
        body = [
            [0.2, -0.4],
            [0.95, arm],
            [0.85, arm + 0.25],
            [0.4, 0.15],
            [leg, 0.95],
            [0.15, 0.95],
        ]
        sketch.area([*body, [0, 0.6], *([-x, y] for x, y in reversed(body))])
        return sketch.mask
    sketch.area(
        [
            [-0.7, -0.45],
            [0.7, -0.45],
            [0.97, 0.6],
            [0.6, 0.6],
            [0.35, 0.2],
            [-0.35, 0.2],
            [-0.6, 0.6],
            [-0.97, 0.6],
        ]
    )
    sketch.line([[-0.62, -0.1], [-0.24, -0.1]], 0)
    sketch.line([[-0.43, -0.29], [-0.43, 0.09]], 0)
    sketch.disc(0.34, -0.2, 0.1, 0)
    sketch.disc(0.56, -0.02, 0.1, 0)
    return sketch.mask


def _book(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.07, 0.13))
    if rng.random() < 0.5:
        lift = rng.uniform(0.1, 0.25)
        page = [
            [0, -0.5],
            [0.3, -0.5 - lift],
            [0.95, -0.5],
            [0.95, 0.6],
            [0.3, 0.6 - lift],
            [0, 0.7],
        ]
        sketch.area([*page, *([-x, y] for x, y in reversed(page))])
        sketch.line([[0, -0.5], [0, 0.7]], 0)
        for y in (-0.2, 0.1, 0.35) if rng.random() < 0.7 else ():
            sketch.line([[0.2, y - 0.05], [0.75, y]], 0)
            sketch.line([[-0.2, y - 0.05], [-0.75, y]], 0)
        return sketch.mask
    wide = rng.uniform(0.55, 0.75)
    sketch.area([[-wide, -0.95], [wide, -0.95], [wide, 0.95], [-wide, 0.95]])
    sketch.line([[-wide + 0.22, -0.95], [-wide + 0.22, 0.95]], 0)
    sketch.line([[-0.1, -0.5], [wide - 0.2, -0.5]], 0)
    if rng.random() < 0.5:
        sketch.line([[-0.1, -0.25], [wide - 0.3, -0.25]], 0)
    return sketch.mask


def _trophy(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.09, 0.16))
    wide, foot = rng.uniform(0.45, 0.6), rng.uniform(0.35, 0.55)
    sketch.area(
        [
            [-wide, -0.9],
            [wide, -0.9],
            [wide * 0.8, -0.1],
            [0.12, 0.3],
            [-0.12, 0.3],
            [-wide * 0.8, -0.1],
        ]
    )
    sketch.area([[-0.1, 0.2], [0.1, 0.2], [0.14, 0.75], [-0.14, 0.75]])
    sketch.area([[-foot, 0.7], [foot, 0.7], [foot, 0.95], [-foot, 0.95]])
    handle = rng.uniform(0.22, 0.34)
    sketch.arc(-wide, -0.5, (handle, 0.32), (90, 270))
    sketch.arc(wide, -0.5, (handle, 0.32), (-90, 90))
    if rng.random() < 0.4:
        sketch.disc(0, -0.45, 0.2, 0)
    return sketch.mask


def _cat(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.06, 0.12))
    wide, ear = rng.uniform(0.68, 0.82), rng.uniform(0.75, 0.98)
    angles = np.radians(np.linspace(0, 360, 60))
    sketch.area(np.stack([wide * np.cos(angles), 0.2 + 0.68 * np.sin(angles)], axis=1))
    for sign in (-1, 1):
        sketch.area([[sign * wide * 0.97, 0.2], [sign * wide * 0.9, -ear], [sign * 0.15, -0.42]])
    if rng.random() < 0.35:
        kernel = np.ones((2 * sketch.pen + 1,) * 2, dtype=np.uint8)
        sketch.mask = cv2.subtract(sketch.mask, cv2.erode(sketch.mask, kernel))
        ink = 255
    else:
        ink = 0
    sketch.disc(-0.3, 0.1, rng.uniform(0.09, 0.14), ink)
    sketch.disc(0.3, 0.1, rng.uniform(0.09, 0.14), ink)
    sketch.area([[-0.1, 0.35], [0.1, 0.35], [0, 0.46]], ink)
    sketch.line([[-0.22, 0.62], [0, 0.48], [0.22, 0.62]], ink)
    for y in (0.4, 0.55) if rng.random() < 0.7 else ():
        sketch.line([[-0.35, y], [-0.95, y - 0.1]], ink)
        sketch.line([[0.35, y], [0.95, y - 0.1]], ink)
    return sketch.mask


def _joker(rng: np.random.Generator) -> Bytes:
    sketch = Sketch(rng.uniform(0.1, 0.16))
    if rng.random() < 0.3:
        spikes = 5
        angles = np.arange(2 * spikes) * np.pi / spikes - np.pi / 2
        reach = np.where(np.arange(2 * spikes) % 2, rng.uniform(0.38, 0.5), 1.0)
        sketch.area(np.stack([reach * np.cos(angles), reach * np.sin(angles)], axis=1))
        return sketch.mask
    # A jester's cap with three bells.
    droop = rng.uniform(-0.3, 0.05)
    cap = [[-0.55, 0.5], [-0.6, 0.0], [-0.95, droop], [-0.4, -0.5], [-0.15, -0.25], [0, -0.85]]
    sketch.area([*cap, *([-x, y] for x, y in reversed(cap))])
    sketch.area([[-0.62, 0.55], [0.62, 0.55], [0.62, 0.85], [-0.62, 0.85]])
    for x, y in ((-0.92, droop + 0.08), (0.92, droop + 0.08), (0, -0.85)):
        sketch.disc(x, y, rng.uniform(0.11, 0.16))
    return sketch.mask


OWN: dict[str, Callable[[np.random.Generator], Bytes]] = {
    "dixe_sun": _sun,
    "dixe_pi": _pi,
    "dixe_smiley": _smiley,
    "dixe_bomb": _bomb,
    "dixe_pirate": _pirate,
    "dixe_aum": _aum,
    "shelfie_plant": _plant,
    "shelfie_game": _game,
    "shelfie_book": _book,
    "shelfie_trophy": _trophy,
    "shelfie_cat": _cat,
    "shelfie_joker": _joker,
}
"""Our own drawing of each symbol, by reader class."""
