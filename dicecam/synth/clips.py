"""Render a clip frame by frame from a script, with the truth about every frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from dicecam.synth.arrays import Bytes, Floats
from dicecam.synth.boards import hex_board
from dicecam.synth.camera import Camera, look_at
from dicecam.synth.compose import draw_thing, lay_patch, light_surface
from dicecam.synth.cube import Body, Patch, render_die
from dicecam.synth.dice import paint, plan_set
from dicecam.synth.hands import Hand, lay_hand, make_hand
from dicecam.synth.lights import Light, make_light
from dicecam.synth.recipe import QWIXX, Recipe
from dicecam.synth.scene import PlacedDie, SceneDie, label, scatter_things
from dicecam.synth.script import Act, Plan, Planner
from dicecam.synth.sensor import expose, finish
from dicecam.synth.styles import CAMERA_DEGREES, allowed
from dicecam.synth.surroundings import draw_surroundings
from dicecam.synth.timeline import ClipEvent, Pose

_SHUTTER = 0.5
_SAMPLES = 3
"""Pictures of a moving die that are averaged, each smeared along its way to the next."""

_SHARP_PX = 0.7
"""A die that moves by less than this from one such picture to the next is sharp."""

_STEP = 0.005
"""Steps of the automatic exposure, as a share: smaller differences it does not follow."""


QWIXX_CLIP = replace(QWIXX, distractors=1.0, blur=0.35, noise=0.6, jpeg=0.0)
"""Looks of a clip unless a script says otherwise: a video's own coding takes the place of JPEG."""


@dataclass(frozen=True, slots=True)
class ClipScript:
    """What a clip shows.

    Attributes:
        acts: what happens, in order.
        recipe: looks of dice, table, light and camera; its first size is the clip's.
        fps: pictures a second.
        die_px: edge of a die in px.
        kinds: table textures to choose from; empty means all the recipe may use.
        board: "hex" lays the printed board of ten cells on the table, "" nothing.
    """

    acts: tuple[Act, ...]
    recipe: Recipe = QWIXX_CLIP
    fps: float = 15.0
    die_px: float = 44.0
    kinds: tuple[str, ...] = ()
    board: str = ""


@dataclass(frozen=True, slots=True)
class ClipDie:
    """A die in one frame.

    Attributes:
        number: which die, the same through the clip.
        moving: whether it moves.
        centre_mm: (x, y) of its middle on the table.
        seen: its box, face and colour as in a scene.
    """

    number: int
    moving: bool
    centre_mm: tuple[float, float]
    seen: SceneDie


@dataclass(frozen=True, slots=True)
class ClipTruth:
    """The truth about one frame.

    Attributes:
        index: number of the frame, from 0.
        time_s: its time.
        dice: the dice in view.
        hand: whether a hand is in view.
        still: whether nothing moves: no die, hand, camera or light.
        events: what happened since the frame before.
    """

    index: int
    time_s: float
    dice: tuple[ClipDie, ...]
    hand: bool
    still: bool
    events: tuple[ClipEvent, ...]


def _swayed(camera: Camera, degrees: Floats) -> tuple[Camera, Floats]:
    """Return the camera turned a little, and the homography from its old picture to the new."""
    x, y, z = np.radians(degrees)
    turn, _ = cv2.Rodrigues(np.array([y, x, z]))
    inner = np.array(
        [
            [camera.focal_px, 0, camera.width / 2],
            [0, camera.focal_px, camera.height / 2],
            [0, 0, 1.0],
        ]
    )
    return replace(camera, axes=turn @ camera.axes), inner @ turn @ np.linalg.inv(inner)


def _smeared(patch: Patch, way_px: Floats) -> Patch:
    """Return the picture of a die that moves by ``way_px`` `(2,)` while it is taken."""
    reach = int(np.ceil(np.abs(way_px).max() / 2))
    if reach < 1:
        return patch
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), dtype=np.float32)
    ends = [np.round((reach + sign * way_px / 2) * 16).astype(int).tolist() for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
    kernel /= kernel.sum()
    edges = (reach, reach, reach, reach)
    colour = cv2.copyMakeBorder(patch.colour, *edges, cv2.BORDER_CONSTANT)
    alpha = cv2.copyMakeBorder(patch.alpha, *edges, cv2.BORDER_CONSTANT)
    return Patch(
        patch.left - reach,
        patch.top - reach,
        cv2.filter2D(colour, -1, kernel),
        cv2.filter2D(alpha, -1, kernel),
        np.full(alpha.shape, -1, dtype=np.int8),
    )


def _mean_patch(patches: list[Patch]) -> Patch:
    """Return the blurred picture of a die seen at several times."""
    left, top = min(patch.left for patch in patches), min(patch.top for patch in patches)
    right = max(patch.left + patch.alpha.shape[1] for patch in patches)
    bottom = max(patch.top + patch.alpha.shape[0] for patch in patches)
    colour = np.zeros((bottom - top, right - left, 3), dtype=np.float32)
    alpha = np.zeros((bottom - top, right - left), dtype=np.float32)
    for patch in patches:
        high, wide = patch.alpha.shape
        rows = slice(patch.top - top, patch.top - top + high)
        columns = slice(patch.left - left, patch.left - left + wide)
        colour[rows, columns] += patch.colour / len(patches)
        alpha[rows, columns] += patch.alpha / len(patches)
    return Patch(left, top, colour, alpha, np.full(alpha.shape, -1, dtype=np.int8))


@dataclass(slots=True)
class _Shot:
    """The light in the camera at a time, kept while nothing moves.

    Attributes:
        key: what is in it; None when it is good for one picture only.
        image: `(H, W, 3)` linear BGR.
        level: mean light.
        dice: number, middle on the table and label of each die in view.
        hand: whether a hand is in view.
        exposed: the picture before its grain, for the exposure ``exposed_for``.
        chances: state of the random numbers after it.
    """

    key: object
    image: Floats
    level: float
    dice: tuple[tuple[int, tuple[float, float], SceneDie], ...]
    hand: bool
    exposed: Floats | None = None
    exposed_for: float = -1.0
    chances: Any = None


class Film:
    """A planned clip, ready to be rendered at any time."""

    def __init__(self, script: ClipScript, seed: int) -> None:
        """Set the stage: camera, light, table, dice and plan."""
        recipe = script.recipe
        rng = np.random.default_rng([seed, 5 if recipe.heldout else 3])
        self.script, self.seed = script, seed
        looks = plan_set(recipe, rng)
        if recipe.composition == "dekaxex":
            looks.sort(key=lambda look: look.colour)
        self.edge = 16.0
        width, height = recipe.sizes[0]
        names = [
            name
            for name in allowed("cameras", heldout=recipe.heldout)
            if CAMERA_DEGREES[name][1] > recipe.elevation_deg[0]
        ]
        low, high = CAMERA_DEGREES[names[int(rng.integers(len(names)))]]
        fov = float(rng.uniform(45, 62))
        distance = width / 2 / np.tan(np.radians(fov) / 2) * self.edge / script.die_px
        elevation = float(rng.uniform(max(low, recipe.elevation_deg[0]), high))
        self.camera = look_at(width, height, fov, elevation, distance, float(rng.normal(0, 2)))
        rigs = allowed("lights", heldout=recipe.heldout)
        rig = recipe.light if recipe.light != "any" else str(rng.choice(rigs))
        self.light = make_light(rig, rng)
        kinds = script.kinds or allowed("textures", heldout=recipe.heldout)
        self.surface = draw_surroundings(self.camera, kinds, self.edge, rng)
        if script.board:
            board = hex_board(rng, self.edge)
            draw_thing(self.surface, self.camera, board, (0.0, 0.0, 0.0), self.edge, self.light)
        self.tint = rng.uniform(0.9, 1.05, 3).astype(np.float32)
        scatter_things(self.surface, recipe, self.camera, [], self.edge, self.light, rng)
        skins = [paint(look, int(np.clip(script.die_px * 1.5, 32, 256)), rng) for look in looks]
        bodies = [
            Body(np.zeros(3), self.edge, np.eye(3), look.rounding, look.sphere) for look in looks
        ]
        self.dice = [
            PlacedDie(body, skin, look)
            for body, skin, look in zip(bodies, skins, looks, strict=True)
        ]
        self.plan: Plan = Planner(self.camera, looks, self.edge, rng).run(script.acts)
        self.hands: dict[str, Hand] = {
            shape: make_hand(shape, np.random.default_rng([seed, 8]))
            for shape in ("reach", "point", "spread", "pinch")
        }
        self.level: float | None = None  # mean light as the automatic exposure sees it
        self.exposure = 0.0  # what it is set to
        self.lit_key: object = None
        self.lit: Floats = np.zeros((1, 1, 3), dtype=np.float32)
        self.patches: dict[object, Patch | None] = {}
        self.shot: _Shot | None = None

    def placed(self, number: int, time_s: float) -> PlacedDie | None:
        """Return a die as it lies at a time, None when it is not there."""
        pose: Pose | None = self.plan.dice[number].at(time_s)
        if pose is None:
            return None
        die = self.dice[number]
        return replace(die, body=replace(die.body, centre=pose.centre, turn=pose.turn))

    def _table(
        self, camera: Camera, sway: Floats, matrix: Floats, light: Light, bodies: list[Body]
    ) -> Floats:
        key = (
            sway.tobytes(),
            light.key_bgr.tobytes(),
            tuple((body.centre.tobytes(), body.turn.tobytes()) for body in bodies),
        )
        if key != self.lit_key:
            size = (camera.width, camera.height)
            surface = self.surface
            if np.abs(sway).max() > 0:
                surface = cv2.warpPerspective(surface, matrix, size, borderMode=cv2.BORDER_REFLECT)
            fall = np.random.default_rng([self.seed, 4])
            self.lit = light_surface(surface, self.tint, camera, bodies, light, fall)
            self.lit_key = key
        return self.lit.copy()

    def _patch(
        self, camera: Camera, die: PlacedDie, light: Light, others: list[Body]
    ) -> Patch | None:
        """Return the picture of a die at rest, the same one while nothing changes."""
        parts = (die.body.centre, die.body.turn, camera.axes, light.key_bgr)
        key = (id(die.skin), len(others), *(part.tobytes() for part in parts))
        if key not in self.patches:
            if len(self.patches) > 60:
                self.patches.clear()
            self.patches[key] = render_die(camera, die.body, die.skin, light, others)
        return self.patches[key]

    def frame(self, index: int) -> tuple[NDArray[np.uint8], ClipTruth]:
        """Return a picture of the clip and its truth."""
        time_s = index / self.script.fps
        sway = self.plan.sway.at(time_s)
        factor = self.plan.light.at(time_s)
        sway = np.zeros(3) if sway is None else sway
        factor = 1.0 if factor is None else factor
        now = {k: die for k in range(len(self.dice)) if (die := self.placed(k, time_s)) is not None}
        moving = self.plan.hand.at(time_s) is not None or self._busy(time_s)
        key = (
            sway.tobytes(),
            factor,
            tuple((k, d.body.centre.tobytes(), d.body.turn.tobytes()) for k, d in now.items()),
        )
        # While nothing moves only the grain differs from picture to picture.
        if moving or self.shot is None or self.shot.key != key:
            self.shot = self._shoot(key, sway, factor, now, time_s)
        shot = self.shot
        if moving:
            shot.key = None
        return self._develop(shot, index), self._truth(index, shot.dice, shot.hand)

    def _shoot(
        self,
        key: object,
        sway: Floats,
        factor: float,
        now: dict[int, PlacedDie],
        time_s: float,
    ) -> _Shot:
        """Return the light that falls into the camera at a time."""
        camera, matrix = _swayed(self.camera, sway)
        light = replace(
            self.light,
            key_bgr=self.light.key_bgr * np.float32(factor),
            ambient_bgr=self.light.ambient_bgr * np.float32(0.15 + 0.85 * factor),
            fill_bgr=self.light.fill_bgr * np.float32(factor),
        )
        bodies = [die.body for die in now.values()]
        image = self._table(camera, sway, matrix, light, bodies)
        owner = np.full(image.shape[:2], -1, dtype=np.int16)
        patches = self._lay_dice(image, owner, camera, light, now, time_s)
        hand = self._lay_hand(image, owner, camera, light, time_s)
        dice = []
        for k, patch in patches.items():
            seen = label(camera, now[k], patch, owner == k)
            if seen is not None:
                x, y = (float(part) for part in now[k].body.centre[:2])
                dice.append((k, (x, y), seen))
        return _Shot(key, image, float(image[::8, ::8].mean()), tuple(dice), hand)

    def _busy(self, time_s: float) -> bool:
        """Say whether a die, the camera or the light moves."""
        if self.plan.sway.busy(time_s) or self.plan.light.busy(time_s):
            return True
        return any(track.busy(time_s) for track in self.plan.dice)

    def _lay_dice(
        self,
        image: Floats,
        owner: NDArray[np.int16],
        camera: Camera,
        light: Light,
        now: dict[int, PlacedDie],
        time_s: float,
    ) -> dict[int, Patch]:
        """Lay the dice into the picture, far ones first; moving ones are blurred."""
        away = {
            k: float(np.linalg.norm(die.body.centre - camera.position)) for k, die in now.items()
        }
        patches: dict[int, Patch] = {}
        bodies = [die.body for die in now.values()]
        for k in sorted(now, key=lambda number: -away[number]):
            if self.plan.dice[k].busy(time_s):
                patch = render_die(camera, now[k].body, now[k].skin, light, coarse=True)
                shown = self._blurred(camera, k, light, time_s, patch) or patch
            else:
                patch = shown = self._patch(camera, now[k], light, bodies)
            if patch is None or shown is None:
                continue
            patches[k] = patch
            lay_patch(image, shown)
            _claim(owner, patch, k)
        return patches

    def _blurred(
        self, camera: Camera, number: int, light: Light, time_s: float, middle: Patch | None
    ) -> Patch | None:
        """Return a moving die as it is seen while the shutter is open.

        Args:
            camera: the camera.
            number: which die.
            light: the light.
            time_s: the middle of the time in which the shutter is open.
            middle: the die as it is then.
        """
        open_s = _SHUTTER / self.script.fps
        times = [time_s + part * open_s / _SAMPLES for part in range(-(_SAMPLES // 2), 2)]
        seen = {time: die for time in times if (die := self.placed(number, time)) is not None}
        if len(seen) < len(times):
            return middle
        places = camera.project(np.stack([die.body.centre for die in seen.values()]))
        way = (places[-1] - places[0]) / (_SAMPLES - 1)
        if np.abs(way).max() < _SHARP_PX:
            return middle
        drawn = [
            middle if time == time_s else render_die(camera, die.body, die.skin, light, coarse=True)
            for time, die in seen.items()
        ]
        parts = [_smeared(part, way) for part in drawn if part is not None]
        return _mean_patch(parts) if parts else None

    def _lay_hand(
        self, image: Floats, owner: NDArray[np.int16], camera: Camera, light: Light, time_s: float
    ) -> bool:
        pose = self.plan.hand.at(time_s)
        if pose is None:
            return False
        over = np.array([[pose.x, pose.y, self.edge * 1.3]])
        tip = camera.project(over)[0]
        scale = camera.px_per_mm(over[0])
        mask = lay_hand(
            image, self.hands[pose.shape], (float(tip[0]), float(tip[1])), pose.angle, scale, light
        )
        owner[mask > 127] = -1
        return bool((mask > 127).any())

    def _truth(
        self,
        index: int,
        seen: tuple[tuple[int, tuple[float, float], SceneDie], ...],
        hand: bool,
    ) -> ClipTruth:
        time_s = index / self.script.fps
        dice = tuple(
            ClipDie(k, self.plan.dice[k].busy(time_s), centre, die) for k, centre, die in seen
        )
        before = time_s - 1 / self.script.fps
        events = tuple(event for event in self.plan.events if before < event.time_s <= time_s)
        return ClipTruth(index, time_s, dice, hand, not (hand or self._busy(time_s)), events)

    def _develop(self, shot: _Shot, index: int) -> Bytes:
        # Automatic exposure follows the light with a delay of about half a second, in steps.
        follow = 1 - np.exp(-2.2 / self.script.fps)
        before = shot.level if self.level is None else self.level
        self.level = before + (shot.level - before) * follow
        if abs(self.level - self.exposure) > _STEP * self.level:
            self.exposure = self.level
        recipe = self.script.recipe
        rng = np.random.default_rng([self.seed, 6])
        if shot.exposed is None or shot.exposed_for != self.exposure:
            shot.exposed = expose(
                shot.image, recipe, rng, dice_px=self.script.die_px, dim=False, level=self.exposure
            )
            shot.exposed_for, shot.chances = self.exposure, rng.bit_generator.state
        rng.bit_generator.state = shot.chances
        grain = np.random.default_rng([self.seed, 7, index])
        return finish(shot.exposed, recipe, rng, grain, dim=False)


def _claim(owner: NDArray[np.int16], patch: Patch, number: int) -> None:
    high, wide = patch.alpha.shape
    top, left = max(0, patch.top), max(0, patch.left)
    bottom, right = min(owner.shape[0], patch.top + high), min(owner.shape[1], patch.left + wide)
    if bottom > top and right > left:
        part = patch.alpha[
            top - patch.top : bottom - patch.top, left - patch.left : right - patch.left
        ]
        owner[top:bottom, left:right][part > 0.5] = number


def render_clip(script: ClipScript, seed: int) -> Iterator[tuple[NDArray[np.uint8], ClipTruth]]:
    """Yield the pictures of a clip with their truth; the same arguments give the same clip.

    Args:
        script: what happens and how it looks.
        seed: any integer of at least 0.
    """
    film = Film(script, seed)
    for index in range(int(film.plan.end_s * script.fps) + 1):
        yield film.frame(index)
