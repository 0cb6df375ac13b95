"""Ray casting of one die: a rounded cube, cut by a sphere, with textured faces.

Everything is computed in the die's own frame, where the cube spans -1..1. Faces are numbered
+x, -x, +y, -y, +z, -z; each face's texture is read with its normal towards the reader, so that
no symbol is ever mirrored.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from dicecam.synth.arrays import Floats
from dicecam.synth.camera import Camera
from dicecam.synth.lights import Light

NORMALS = np.array(
    [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], dtype=np.float32
)
"""`(6, 3)` outward normals of the faces."""

_NEXT = [1, 1, 2, 2, 0, 0]
_AFTER = [2, 2, 0, 0, 1, 1]
_SIDE = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0]

U_AXES = np.array([np.eye(3)[k] * s for k, s in zip(_NEXT, _SIDE, strict=True)], dtype=np.float32)
"""`(6, 3)` direction of rising column in each face's texture."""

V_AXES = np.array([np.eye(3)[k] for k in _AFTER], dtype=np.float32)
"""`(6, 3)` direction of falling row in each face's texture."""


@dataclass(frozen=True, slots=True)
class Skin:
    """What a die's surface looks like.

    Attributes:
        albedo: `(6 * T, T, 3)` float32 linear BGR, one square a face, top to bottom.
        slopes: `(6 * T, T, 2)` float32, change of height along column and row.
        gloss: strength of mirrored lights.
        hardness: exponent of the mirrored lights.
        clear: 0 opaque .. 1 glass-like.
    """

    albedo: Floats
    slopes: Floats
    gloss: float
    hardness: float
    clear: float


@dataclass(frozen=True, slots=True)
class Body:
    """One die in space.

    Attributes:
        centre: `(3,)` in mm.
        edge_mm: edge length.
        turn: `(3, 3)` rotation from the die's frame to the table's.
        rounding: radius of the edges, as a share of half the edge.
        sphere: radius of the sphere that cuts the corners, in half edges (1.73 = none).
    """

    centre: Floats
    edge_mm: float
    turn: Floats
    rounding: float
    sphere: float

    def corners(self, shrink: float = 1.0) -> Floats:
        """Return the cube's corners `(8, 3)` in mm, pulled in by ``shrink``."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return self.centre + (signs * (self.edge_mm / 2 * shrink)) @ self.turn.T

    def top_face(self) -> tuple[int, float]:
        """Return the face that looks up most, and how far it is from level in degrees."""
        ups = NORMALS @ self.turn.T[:, 2]
        face = int(np.argmax(ups))
        return face, float(np.degrees(np.arccos(min(float(ups[face]), 1.0))))


@dataclass(frozen=True, slots=True)
class Patch:
    """A rendered die, to be laid into the picture.

    Attributes:
        left: picture column of the patch's first column; may be negative.
        top: picture row of its first row.
        colour: `(h, w, 3)` float32 linear BGR, already multiplied by alpha.
        alpha: `(h, w)` float32 coverage.
        face: `(h, w)` int8 face number seen at each px, -1 outside.
    """

    left: int
    top: int
    colour: Floats
    alpha: Floats
    face: NDArray[np.int8]


def _distance(points: Floats, body: Body) -> Floats:
    q = np.abs(points) - (1.0 - body.rounding)
    outer = np.maximum(q, 0.0)
    box = np.sqrt(np.einsum("ij,ij->i", outer, outer)) - body.rounding
    box += np.minimum(q.max(axis=1), 0.0)
    if body.sphere >= 1.73:
        return box
    ball = np.sqrt(np.einsum("ij,ij->i", points, points)) - body.sphere
    return np.maximum(box, ball)


def _trace(origin: Floats, rays: Floats, body: Body) -> tuple[NDArray[np.intp], Floats]:
    """Return the indices of the rays that hit, and the points `(k, 3)` where they do."""
    with np.errstate(divide="ignore", invalid="ignore"):
        inverse = 1.0 / np.where(np.abs(rays) < 1e-9, np.float32(1e-9), rays)
    near = (-1.0 - origin) * inverse
    far = (1.0 - origin) * inverse
    enter = np.minimum(near, far).max(axis=1)
    leave = np.maximum(near, far).min(axis=1)
    index = np.flatnonzero((enter < leave) & (enter > 0))
    rays, enter, leave = rays[index], enter[index], leave[index]
    points = origin + rays * enter[:, None]
    alive = np.ones(len(index), dtype=bool)
    todo = np.arange(len(index))
    travel = enter.copy()
    for _ in range(28):
        gap = _distance(points[todo], body)
        keep = gap > 2e-3
        todo, gap = todo[keep], gap[keep]
        if not len(todo):
            break
        travel[todo] += gap
        gone = travel[todo] > leave[todo]
        alive[todo[gone]] = False
        todo = todo[~gone]
        points[todo] = origin + rays[todo] * travel[todo, None]
    return index[alive], points[alive]


def _normals(points: Floats, body: Body) -> Floats:
    q = np.abs(points) - (1.0 - body.rounding)
    outer = np.maximum(q, 0.0)
    length = np.sqrt(np.einsum("ij,ij->i", outer, outer))
    normal = np.sign(points) * outer / np.maximum(length, 1e-6)[:, None]
    if body.sphere < 1.73:
        size = np.sqrt(np.einsum("ij,ij->i", points, points))
        blend = np.clip((size - body.sphere) / 0.02 + 1.0, 0.0, 1.0)[:, None]
        normal = normal * (1 - blend) + points / size[:, None] * blend
        normal /= np.maximum(np.sqrt(np.einsum("ij,ij->i", normal, normal)), 1e-6)[:, None]
    return normal.astype(np.float32)


def _sample(skin: Skin, points: Floats, face: NDArray[np.intp]) -> tuple[Floats, Floats]:
    tile = skin.albedo.shape[1]
    u = np.einsum("ij,ij->i", points, U_AXES[face])
    v = np.einsum("ij,ij->i", points, V_AXES[face])
    column = np.clip((u + 1) * (tile / 2) - 0.5, 0.0, tile - 1.0).astype(np.float32)
    row = np.clip((1 - v) * (tile / 2) - 0.5, 0.0, tile - 1.0).astype(np.float32)
    row += (face * tile).astype(np.float32)
    # cv2.remap takes at most 32767 columns, so the list of points is folded.
    fold = 1024
    pad = -len(column) % fold
    column = np.pad(column, (0, pad)).reshape(-1, fold)
    row = np.pad(row, (0, pad)).reshape(-1, fold)
    count = len(points)
    albedo = cv2.remap(skin.albedo, column, row, cv2.INTER_LINEAR).reshape(-1, 3)[:count]
    slopes = cv2.remap(skin.slopes, column, row, cv2.INTER_LINEAR).reshape(-1, 2)[:count]
    return albedo, slopes


def _shade(
    body: Body, skin: Skin, light: Light, eye: Floats, points: Floats, lit: Floats | None
) -> tuple[Floats, NDArray[np.intp]]:
    """Return linear BGR `(k, 3)` and the face `(k,)` of points `(k, 3)`."""
    turn = body.turn.astype(np.float32)
    normal = _normals(points, body)
    axis = np.argmax(np.abs(points), axis=1)
    rows = np.arange(len(points))
    face = axis * 2 + (points[rows, axis] < 0)
    albedo, slopes = _sample(skin, points, face)
    normal = normal - slopes[:, :1] * U_AXES[face] + slopes[:, 1:] * V_AXES[face]
    normal /= np.sqrt(np.einsum("ij,ij->i", normal, normal))[:, None]
    view = eye - points
    view /= np.sqrt(np.einsum("ij,ij->i", view, view))[:, None]
    key, fill, up = light.towards @ turn, light.fill @ turn, turn[2]
    key_part = np.maximum(normal @ key, 0.0)
    if lit is not None:
        key_part = key_part * lit
    height = points @ up
    sky = (0.62 + 0.38 * (normal @ up)) * (0.8 + 0.2 * np.clip(height, -1, 1))
    if skin.clear > 0:
        # Light scattered inside a clear body evens out the faces.
        key_part = key_part * (1 - 0.6 * skin.clear) + 0.3 * skin.clear
        sky = sky * (1 - 0.4 * skin.clear) + 0.4 * skin.clear
    shade = key_part[:, None] * light.key_bgr + sky[:, None] * light.ambient_bgr
    shade += np.maximum(normal @ fill, 0.0)[:, None] * light.fill_bgr
    colour = albedo * shade
    facing = np.clip(np.einsum("ij,ij->i", normal, view), 0.0, 1.0)
    rim = (1 - facing) ** 4 * (0.25 * skin.gloss)
    half = view + key
    half /= np.sqrt(np.einsum("ij,ij->i", half, half))[:, None]
    spot = np.clip(np.einsum("ij,ij->i", normal, half), 0.0, 1.0) ** skin.hardness
    if lit is not None:
        spot = spot * lit
    colour += (spot * skin.gloss * light.shine)[:, None] * light.key_bgr
    colour += rim[:, None] * (light.ambient_bgr + light.fill_bgr)
    return colour.astype(np.float32), face


def _shadowed(body: Body, points: Floats, light: Light, others: list[Body]) -> Floats | None:
    """Return 0..1 light `(k,)` that other dice let through, or None when none is near."""
    lit = None
    world = None
    for other in others:
        gap = float(np.linalg.norm(other.centre - body.centre))
        if other is body or gap > 2.2 * (other.edge_mm + body.edge_mm):
            continue
        if world is None:
            world = body.centre + (points * (body.edge_mm / 2)) @ body.turn.T
            lit = np.ones(len(points), dtype=np.float32)
        start = ((world - other.centre) @ other.turn / (other.edge_mm / 2)).astype(np.float32)
        ray = (light.towards @ other.turn).astype(np.float32)
        ray = np.where(np.abs(ray) < 1e-6, np.float32(1e-6), ray)
        near, far = (-0.93 - start) / ray, (0.93 - start) / ray
        enter = np.minimum(near, far).max(axis=1)
        leave = np.maximum(near, far).min(axis=1)
        depth = np.clip((leave - np.maximum(enter, 0.0)) * 2.5, 0.0, 1.0)
        assert lit is not None
        lit *= 1 - depth
    return lit


def render_die(
    camera: Camera, body: Body, skin: Skin, light: Light, others: list[Body] | None = None
) -> Patch | None:
    """Return the picture of one die, or None when it lies outside the view.

    Args:
        camera: the camera.
        body: shape and place of the die.
        skin: its surface; the texture's size should be near the die's size in px.
        light: the light; shadows of other dice are cast on this one.
        others: dice that may cast a shadow on it.
    """
    corners = camera.project(body.corners())
    low = np.floor(corners.min(axis=0)).astype(int) - 1
    high = np.ceil(corners.max(axis=0)).astype(int) + 2
    span = high - low
    if high[0] <= 0 or high[1] <= 0 or low[0] >= camera.width or low[1] >= camera.height:
        return None
    if span.max() > 3 * max(camera.width, camera.height):
        return None
    fine = 4 if span.max() < 40 else 2 if span.max() < 130 else 1
    columns = low[0] + (np.arange(span[0] * fine, dtype=np.float32) + 0.5) / fine
    lines = low[1] + (np.arange(span[1] * fine, dtype=np.float32) + 0.5) / fine
    half = body.edge_mm / 2
    axes = (camera.axes @ body.turn / half).astype(np.float32)
    x = (columns - camera.width / 2) / camera.focal_px
    y = (lines - camera.height / 2) / camera.focal_px
    rays = x[None, :, None] * axes[0] + y[:, None, None] * axes[1] + axes[2]
    rays = rays.reshape(-1, 3).astype(np.float32)
    rays /= np.sqrt(np.einsum("ij,ij->i", rays, rays))[:, None]
    eye = ((camera.position - body.centre) @ body.turn / half).astype(np.float32)
    index, points = _trace(eye, rays, body)
    colour, face = _shade(
        body, skin, light, eye, points, _shadowed(body, points, light, others or [])
    )
    shape = (len(lines), len(columns))
    picture = np.zeros((len(rays), 4), dtype=np.float32)
    picture[index, :3] = np.clip(colour, 0, 4)
    picture[index, 3] = 1.0
    faces = np.full(len(rays), -1, dtype=np.int8)
    faces[index] = face
    size = (int(span[0]), int(span[1]))
    small = cv2.resize(picture.reshape(*shape, 4), size, interpolation=cv2.INTER_AREA)
    middle = faces.reshape(shape)[fine // 2 :: fine, fine // 2 :: fine]
    return Patch(int(low[0]), int(low[1]), small[..., :3], small[..., 3], middle)
