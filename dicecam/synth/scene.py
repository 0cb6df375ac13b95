"""Render one scene with exact labels: the door of this package."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dicecam.synth import clutter, gadgets, layout
from dicecam.synth.arrays import Bytes, Floats
from dicecam.synth.camera import Camera, look_at
from dicecam.synth.compose import draw_thing, lay_patch, light_surface
from dicecam.synth.cube import Body, Patch, Skin, render_die
from dicecam.synth.dice import Look, paint, plan_set
from dicecam.synth.hands import POSES, lay_hand, make_hand
from dicecam.synth.lights import Light, make_light
from dicecam.synth.polyhedra import draw_polyhedron
from dicecam.synth.recipe import Recipe
from dicecam.synth.sensor import develop
from dicecam.synth.styles import CAMERA_DEGREES, OTHER, UNREADABLE, allowed
from dicecam.synth.surroundings import draw_surroundings

_THINGS = clutter.MAKERS | gadgets.MAKERS
_MIN_VISIBLE = 0.08
_MIN_TOP_VISIBLE = 0.5


@dataclass(frozen=True, slots=True)
class SceneDie:
    """The truth about one die in a picture.

    Attributes:
        box: (x1, y1, x2, y2) in px around the visible part of the whole die.
        face: class of the top face; ``unreadable`` when cocked or mostly hidden, ``other`` when
            the cube carries no face the reader knows.
        colour: name of the body colour.
        visible: share of the die's outline that is seen, 0..1.
        flat: True when a face lies level on top.
        size_px: the die's edge in px.
        top_visible: share of the top face that is seen, 0..1.
        true_face: the face that looks up most, whatever can be seen of it.
        corners: its four corners in px, clockwise as they are seen, as if the edges were sharp.
        seen_from_deg: height above the table from which the camera sees this die.
        axes: the die's three edge directions as seen along the line of sight, see
            ``Camera.sight_frame``.
    """

    box: tuple[float, float, float, float]
    face: str
    colour: str
    visible: float
    flat: bool
    size_px: float
    top_visible: float
    true_face: str
    corners: tuple[tuple[float, float], ...]
    seen_from_deg: float
    axes: tuple[tuple[float, float, float], ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """A rendered picture and the dice in it.

    Attributes:
        image: `(H, W, 3)` uint8 BGR.
        dice: the dice, in no particular order.
        elevation_deg: height of the camera above the table, seen from the picture's centre.
    """

    image: Bytes
    dice: tuple[SceneDie, ...]
    elevation_deg: float


@dataclass(frozen=True, slots=True)
class PlacedDie:
    """A die ready to be rendered: its shape, its surface, its look."""

    body: Body
    skin: Skin
    look: Look


def choose_camera(
    recipe: Recipe, edge_mm: float, size_px: float, rng: np.random.Generator
) -> Camera:
    """Return a camera whose picture shows an edge with ``size_px`` at the centre."""
    width, height = recipe.sizes[int(rng.integers(len(recipe.sizes)))]
    bands = []
    for name in allowed("cameras", heldout=recipe.heldout):
        low = max(CAMERA_DEGREES[name][0], recipe.elevation_deg[0])
        high = min(CAMERA_DEGREES[name][1], recipe.elevation_deg[1])
        if low < high:
            bands.append((low, high))
    low, high = bands[int(rng.integers(len(bands)))] if bands else recipe.elevation_deg
    fov = float(rng.uniform(*recipe.fov_deg))
    focal = width / 2 / np.tan(np.radians(fov) / 2)
    distance = focal * edge_mm / size_px
    roll = float(rng.normal(0, 4)) if rng.random() < 0.8 else float(rng.uniform(0, 360))
    return look_at(width, height, fov, float(rng.uniform(low, high)), distance, roll)


def _choose_size(recipe: Recipe, count: int, rng: np.random.Generator) -> float:
    """Return a die's edge in px such that ``count`` dice fit into the smallest picture."""
    width, height = min(recipe.sizes)
    room = np.sqrt(0.3 * width * height / max(count, 1))
    high = max(recipe.die_px[0], min(recipe.die_px[1], room, 0.75 * height))
    low, high = np.log(recipe.die_px[0]), np.log(high)
    return float(np.exp(rng.uniform(low, high)))


def _places(
    recipe: Recipe, camera: Camera, edges: list[float], rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    if recipe.composition == "square":
        return layout.square(camera, edges[0], rng)
    free = recipe.composition == "mixed"
    if len(edges) > 1 and rng.random() < recipe.touching:
        count = int(rng.integers(2, len(edges) + 1)) if free else len(edges)
        return layout.rows(camera, count, max(edges), rng)
    margin = -0.04 if free and rng.random() < 0.35 else 0.1
    spread = 1.0 if rng.random() < 0.6 else float(rng.uniform(0.35, 1.0))
    return layout.scatter(camera, edges, rng, spread=spread, margin=margin, across=recipe.across)


def place_dice(
    recipe: Recipe, camera: Camera, looks: list[Look], edge_mm: float, rng: np.random.Generator
) -> list[PlacedDie]:
    """Return the dice of a scene with place, attitude and surface."""
    edges = [edge_mm * look.scale for look in looks]
    placed: list[PlacedDie] = []
    for look, edge, (x, y, yaw) in zip(
        looks, edges, _places(recipe, camera, edges, rng), strict=False
    ):
        face, tilted = int(rng.integers(6)), rng.random() < recipe.cocked
        below = placed[-1].body if placed and placed[-1].body.top_face()[1] < 1 else None
        centre = None
        if tilted and below is not None and rng.random() < 0.4:
            centre, turn = layout.leaning(below, edge, face, rng)
        elif tilted:
            turn = layout.cocked(yaw, face, rng)
        else:
            turn = layout.about_z(yaw) @ layout.face_up(face, int(rng.integers(4)))
            if below is not None and recipe.composition == "mixed" and rng.random() < 0.02:
                # One die on top of another lies level and can be read.
                centre = below.centre + np.array([0, 0, (below.edge_mm + edge) / 2])
        if centre is None:
            high = layout.rest_height(turn, edge, look.sphere, look.rounding)
            centre = np.array([x, y, high])
        body = Body(centre, edge, turn, look.rounding, look.sphere)
        size = edge * camera.px_per_mm(body.centre)
        placed.append(PlacedDie(body, paint(look, int(np.clip(size * 1.4, 24, 256)), rng), look))
    return placed


def scatter_things(
    surface: Bytes,
    recipe: Recipe,
    camera: Camera,
    dice: list[PlacedDie],
    edge_mm: float,
    light: Light,
    rng: np.random.Generator,
) -> None:
    """Lay things that are not dice on the table, thick ones only where no die lies."""
    count = int(rng.poisson(recipe.distractors)) if rng.random() < 0.8 else 0
    names = list(_THINGS)
    size = np.array([camera.width, camera.height], dtype=np.float64)
    bodies = [die.body for die in dice]
    things = []
    favourite = names[int(rng.integers(len(names)))]
    for _ in range(count):
        name = favourite if rng.random() < 0.3 else names[int(rng.integers(len(names)))]
        thing = _THINGS[name](rng)
        for _ in range(6):
            spot = camera.ground((size * rng.uniform(-0.05, 1.05, 2))[None])[0]
            gap = thing.width_share * 0.9 + 0.5
            if thing.thick_share < 0.05 or not layout.overlaps(spot, edge_mm, bodies, gap):
                things.append((thing, (float(spot[0]), float(spot[1]), rng.uniform(0, 6.3))))
                break
    for thing, place in sorted(things, key=lambda pair: pair[0].thick_share):
        draw_thing(surface, camera, thing, place, edge_mm, light)


def draw_polyhedra(
    image: Floats,
    recipe: Recipe,
    camera: Camera,
    dice: list[PlacedDie],
    edge_mm: float,
    light: Light,
    rng: np.random.Generator,
) -> None:
    """Put numbered dice of other shapes between the dice in a part of the scenes."""
    if rng.random() > 0.03 * recipe.distractors:
        return
    size = np.array([camera.width, camera.height], dtype=np.float64)
    bodies = [die.body for die in dice]
    for _ in range(int(rng.integers(1, 7))):
        spot = camera.ground((size * rng.uniform(0, 1, 2))[None])[0]
        if not layout.overlaps(spot, edge_mm, bodies, 1.6):
            draw_polyhedron(image, camera, (float(spot[0]), float(spot[1])), edge_mm, light, rng)


def draw_hands(
    image: Floats,
    owner: NDArray[np.int16],
    camera: Camera,
    dice: list[PlacedDie],
    light: Light,
    rng: np.random.Generator,
) -> None:
    """Let one or two hands reach into the picture, often towards a die."""
    if camera.px_per_mm(np.zeros(3)) > 9 and rng.random() < 0.7:
        return  # so near a hand would fill the picture
    for _ in range(int(rng.choice([1, 1, 2]))):
        spot = camera.ground(
            (np.array([camera.width, camera.height]) * rng.uniform(0.05, 0.95, 2))[None]
        )[0]
        if dice and rng.random() < 0.6:
            spot = dice[int(rng.integers(len(dice)))].body.centre + rng.normal(0, 14, 3)
        over = np.array([[spot[0], spot[1], 15.0]])
        tip = camera.project(over)[0]
        hand = make_hand(str(rng.choice(POSES)), rng)
        scale = camera.px_per_mm(over[0]) * rng.uniform(0.85, 1.2)
        angle = float(rng.normal(0, 1.2))
        mask = lay_hand(image, hand, (float(tip[0]), float(tip[1])), angle, scale, light)
        owner[mask > 127] = -1


def lay_dice(
    image: Floats, camera: Camera, dice: list[PlacedDie], light: Light
) -> tuple[list[Patch | None], NDArray[np.int16]]:
    """Render the dice into the picture, far ones first.

    Returns:
        The patch of each die, and `(H, W)` which die is seen at each px (-1 for none).
    """
    owner = np.full(image.shape[:2], -1, dtype=np.int16)
    patches: list[Patch | None] = [None] * len(dice)
    away = [float(np.linalg.norm(die.body.centre - camera.position)) for die in dice]
    bodies = [die.body for die in dice]
    for k in sorted(range(len(dice)), key=lambda index: -away[index]):
        patch = render_die(camera, dice[k].body, dice[k].skin, light, bodies)
        patches[k] = patch
        where = lay_patch(image, patch) if patch is not None else None
        if patch is not None and where is not None:
            rows, columns, inner, inside = where
            owner[rows, columns][patch.alpha[inner, inside] > 0.5] = k
    return patches, owner


def label(
    camera: Camera, die: PlacedDie, patch: Patch | None, seen: NDArray[np.bool_]
) -> SceneDie | None:
    """Return the truth about a die, or None when too little of it is seen.

    Args:
        camera: the camera.
        die: the die.
        patch: its rendering before anything hid it.
        seen: `(H, W)` True where it is seen in the picture.
    """
    if patch is None or not seen.any():
        return None
    whole = int((patch.alpha > 0.5).sum())
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    visible = float(seen[rows[0] : rows[-1] + 1].sum()) / max(whole, 1)
    if visible < _MIN_VISIBLE:
        return None
    top, tilt = die.body.top_face()
    part = (patch.face == top) & (patch.alpha > 0.5)
    inside = np.zeros(part.shape, dtype=bool)
    high, wide = part.shape
    row0, column0 = max(0, patch.top), max(0, patch.left)
    row1, column1 = min(seen.shape[0], patch.top + high), min(seen.shape[1], patch.left + wide)
    inside[row0 - patch.top : row1 - patch.top, column0 - patch.left : column1 - patch.left] = seen[
        row0:row1, column0:column1
    ]
    top_visible = float((part & inside).sum()) / max(int(part.sum()), 1)
    flat = tilt < 20
    true_face = die.look.faces[top]
    face = true_face
    if true_face != OTHER and (not flat or top_visible < _MIN_TOP_VISIBLE):
        face = UNREADABLE
    box = (float(columns[0]), float(rows[0]), float(columns[-1] + 1), float(rows[-1] + 1))
    size = die.body.edge_mm * camera.px_per_mm(die.body.centre)
    corners = camera.project(die.body.face_corners(top))
    sight = camera.position - die.body.centre
    frame = camera.sight_frame(die.body.centre)
    seen_from = np.degrees(np.arcsin(np.clip(sight[2] / np.linalg.norm(sight), -1, 1)))
    return SceneDie(
        box,
        face,
        die.look.colour,
        min(visible, 1.0),
        flat,
        size,
        top_visible,
        true_face,
        tuple((float(x), float(y)) for x, y in corners),
        float(seen_from),
        tuple((float(x), float(y), float(z)) for x, y, z in die.body.turn.T @ frame.T),
    )


def render_scene(seed: int, recipe: Recipe | None = None) -> Scene:
    """Return a picture and its labels; the same seed and recipe give the same bytes.

    Args:
        seed: any integer of at least 0.
        recipe: what to draw; a default ``Recipe`` if left out.
    """
    recipe = recipe or Recipe()
    rng = np.random.default_rng([seed, 77 if recipe.heldout else 11])
    looks = plan_set(recipe, rng)
    edge = float(rng.choice([16.0, 16.0, 12.0, 19.0]))
    camera = choose_camera(recipe, edge, _choose_size(recipe, len(looks), rng), rng)
    rigs = allowed("lights", heldout=recipe.heldout)
    rig = recipe.light if recipe.light != "any" else rigs[int(rng.integers(len(rigs)))]
    light = make_light(rig, rng)
    kinds = allowed("textures", heldout=recipe.heldout)
    tint = rng.uniform(0.85, 1.1, 3).astype(np.float32) * np.float32(rng.uniform(0.7, 1.1))
    surface = draw_surroundings(camera, kinds, edge, rng)
    dice = place_dice(recipe, camera, looks, edge, rng)
    scatter_things(surface, recipe, camera, dice, edge, light, rng)
    image = light_surface(surface, tint, camera, [die.body for die in dice], light, rng)
    draw_polyhedra(image, recipe, camera, dice, edge, light, rng)
    patches, owner = lay_dice(image, camera, dice, light)
    if rng.random() < recipe.hands:
        draw_hands(image, owner, camera, dice, light, rng)
    labels = [
        label(camera, die, patches[k], owner == k)
        for k, die in enumerate(dice)
        if patches[k] is not None
    ]
    found = tuple(die for die in labels if die is not None)
    smallest = min((die.size_px for die in found), default=40.0)
    picture = develop(image, recipe, rng, dice_px=smallest, dim=rig == "dim")
    return Scene(picture, found, camera.elevation_deg)
