"""A scripted table: dice, hands and light drawn over time, with a looker that knows the truth."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from dicecam.pipeline import Pipeline
from dicecam.sight import Box, Frame, SeenFace
from dicecam.table.settling import Settler

FPS = 30
SIZE = (480, 640)
SCALE = 2  # the table is drawn at half of its size and then halved again
STEP = 4


@dataclass
class ScriptedDie:
    """A die that goes through places over time.

    `path` holds (time, x, y) corners; before the first it is off the table. `faces` holds (time,
    face); between two corners at different places it is in motion.
    """

    colour: str
    path: list
    faces: list
    edge: float = 26.0

    def at(self, time_s):
        """Return its centre, None when it is not on the table."""
        if time_s < self.path[0][0]:
            return None
        before = max(i for i, corner in enumerate(self.path) if corner[0] <= time_s)
        start = self.path[before]
        if start[1] is None:
            return None
        if before + 1 == len(self.path) or self.path[before + 1][1] is None:
            return start[1:]
        end = self.path[before + 1]
        share = (time_s - start[0]) / (end[0] - start[0])
        return (
            start[1] + share * (end[1] - start[1]),
            start[2] + share * (end[2] - start[2]),
        )

    def rolls(self, time_s):
        """Tell whether it is between two places."""
        return self.at(time_s) is not None and self.at(time_s) != self.at(time_s - 1 / FPS)

    def face(self, time_s):
        """Return what it shows."""
        return [face for start, face in self.faces if start <= time_s][-1]


@dataclass
class Script:
    """What happens on the table. Hands are (from, to, box); light is (from, to, gain)."""

    dice: list = field(default_factory=list)
    hands: list = field(default_factory=list)
    light: list = field(default_factory=list)
    shift: list = field(default_factory=list)  # (from, dx, dy): the camera was bumped
    noise: float = 2.0
    seed: int = 1

    def draw(self, time_s, rng):
        """Return the small grey picture and the true readings."""
        dx = sum(x for start, x, _ in self.shift if time_s >= start)
        dy = sum(y for start, _, y in self.shift if time_s >= start)
        rows, columns = np.ogrid[0 : SIZE[0] : SCALE, 0 : SIZE[1] : SCALE]
        grey = 90 + 25 * np.sin((columns - dx) / 60) * np.cos((rows - dy) / 45)
        readings = []
        for number, die in enumerate(self.dice):
            centre = die.at(time_s)
            if centre is None:
                continue
            x, y, half = centre[0] + dx, centre[1] + dy, die.edge / 2
            box = Box(x - half, y - half, x + half, y + half)
            _paint(grey, box, 150 + 20 * (number % 5), die.face(time_s), die.rolls(time_s), time_s)
            if not self._hidden(box, time_s):
                readings.append(self._reading(die, box, time_s, rng))
        for start, end, box in self.hands:
            if start <= time_s < end:
                sway = 6 * np.sin(9 * time_s)
                _block(grey, Box(box.x1, box.y1 + sway, box.x2, box.y2 + sway), 200)
        for start, end, gain in self.light:
            if start <= time_s < end:
                grey = grey * gain
        small = grey.reshape(SIZE[0] // STEP, 2, SIZE[1] // STEP, 2).mean(axis=(1, 3))
        small += rng.normal(0, self.noise, small.shape)
        return np.clip(small, 0, 255).astype(np.float32), tuple(readings)

    def _hidden(self, box, time_s):
        return any(
            hand.intersection(box) > 0.2 * box.area
            for start, end, hand in self.hands
            if start <= time_s < end
        )

    def _reading(self, die, box, time_s, rng):
        face = die.face(time_s)
        if die.rolls(time_s):
            face = f"pips_{rng.integers(1, 7)}"
        jitter = rng.normal(0, 0.3, 4)
        edges = (edge + shake for edge, shake in zip(box.xyxy, jitter, strict=True))
        others = (("pips_1", 0.03),) if face != "pips_1" else (("pips_2", 0.03),)
        return SeenFace(Box(*edges, 0.9), face, 0.95, die.colour, 0.9, others)


def _block(grey, box, value):
    x1, y1, x2, y2 = (max(0, round(edge / SCALE)) for edge in box.xyxy)
    grey[y1:y2, x1:x2] = value


def _paint(grey, box, value, face, rolls, time_s):
    _block(grey, box, value)
    x, y = box.centre
    pips = int(face[-1]) if face.startswith("pips_") else 3
    for pip in range(pips):
        angle = 2 * np.pi * pip / pips + (20 * time_s if rolls else 0)
        px, py = x + 7 * np.cos(angle), y + 7 * np.sin(angle)
        _block(grey, Box(px - 2.5, py - 2.5, px + 2.5, py + 2.5), 30)


class Played:
    """The views of a script."""

    def __init__(self, views, looks):
        self.views = views
        self.looks = looks

    @property
    def throws(self):
        """The throws reported."""
        return [view.throw for view in self.views if view.throw]

    def phases(self, start=0.0, end=1e9):
        """Return the phases in a span, repetitions left out."""
        phases = [view.phase for view in self.views if start <= view.time_s < end]
        return [phase for i, phase in enumerate(phases) if i == 0 or phase is not phases[i - 1]]

    def at(self, time_s):
        """Return the view at a time."""
        return min(self.views, key=lambda view: abs(view.time_s - time_s))


def _play(script, seconds, settler=None, arm=lambda time_s: True):
    rng = np.random.default_rng(script.seed)

    class Truth:
        readings = ()

        def look(self, image):
            return self.readings

    looker = Truth()
    drawn = []
    pipeline = Pipeline(
        looker, settler or Settler(), shrinker=lambda image: (drawn[-1], float(STEP))
    )
    blank = np.zeros((SIZE[0], SIZE[1], 3), np.uint8)
    views = []
    for index in range(round(seconds * FPS)):
        time_s = index / FPS
        small, looker.readings = script.draw(time_s, rng)
        drawn[:] = [small]
        pipeline.armed = arm(time_s)
        views.append(pipeline.step(Frame(index, time_s, blank)))
    return Played(views, pipeline.looks)


@pytest.fixture
def play():
    """Return the player of scripts: `play(script, seconds)` gives the views."""
    return _play


@pytest.fixture
def script():
    """Return the maker of scripts."""
    return Script


@pytest.fixture
def die():
    """Return the maker of dice that are thrown in from the left and lie at (x, y) at a time."""

    def make(colour, lies_s, x, y, face, then=(), faces=(), start=-20.0):
        path = [(lies_s - 0.6, start, y + 40.0), (lies_s, float(x), float(y)), *then]
        return ScriptedDie(colour, path, [(0.0, face), *faces])

    return make
