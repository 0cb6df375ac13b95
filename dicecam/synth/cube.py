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

    def face_corners(self, face: int) -> Floats:
        """Return the corners `(4, 3)` of a face in mm, clockwise as they are seen from outside."""
        normal, across, up = NORMALS[face], U_AXES[face], V_AXES[face]
        signs = np.array(
            [normal - across + up, normal + across + up, normal + across - up, normal - across - up]
        )
        return self.centre + (signs * (self.edge_mm / 2)) @ self.turn.T

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


def _length(vectors: Floats) -> Floats:
    """Return the lengths `(n,)` of vectors `(3, n)`."""
    x, y, z = vectors
    return np.asarray(np.sqrt(x * x + y * y + z * z))


def _dot(first: Floats, second: Floats) -> Floats:
    """Return the products `(n,)` of vectors `(3, n)` with others `(3, n)` or one `(3,)`."""
    return np.asarray(first[0] * second[0] + first[1] * second[1] + first[2] * second[2])


def _distance(points: Floats, body: Body) -> Floats:
    q = np.abs(points)
    q -= 1.0 - body.rounding
    inside = np.minimum(np.maximum(np.maximum(q[0], q[1]), q[2]), 0.0)
    np.maximum(q, 0.0, out=q)
    box = _length(q) - body.rounding + inside
    if body.sphere >= 1.73:
        return np.asarray(box)
    return np.asarray(np.maximum(box, _length(points) - body.sphere))


def _trace(
    origin: Floats, rays: Floats, body: Body, steps: int = 24
) -> tuple[NDArray[np.intp], Floats]:
    """Return the indices of the rays `(3, n)` that hit, and the points `(3, k)` where they do."""
    inverse = 1.0 / np.where(np.abs(rays) < 1e-9, np.float32(1e-9), rays)
    middle, reach = -origin[:, None] * inverse, np.abs(inverse)
    near, far = middle - reach, middle + reach
    enter = np.maximum(np.maximum(near[0], near[1]), near[2])
    leave = np.minimum(np.minimum(far[0], far[1]), far[2])
    index = np.flatnonzero((enter < leave) & (enter > 0))
    rays, travel, leave = rays[:, index], enter[index], leave[index]
    points = origin[:, None] + rays * travel
    alive = np.ones(len(index), dtype=bool)
    todo = np.arange(len(index))
    for _ in range(steps):
        gap = _distance(points[:, todo], body)
        keep = gap > 3e-3
        todo, gap = todo[keep], gap[keep]
        if not len(todo):
            break
        travel[todo] += gap
        gone = travel[todo] > leave[todo]
        alive[todo[gone]] = False
        todo = todo[~gone]
        points[:, todo] = origin[:, None] + rays[:, todo] * travel[todo]
    return index[alive], points[:, alive]


def _normals(points: Floats, body: Body) -> Floats:
    q = np.maximum(np.abs(points) - (1.0 - body.rounding), 0.0)
    normal = np.sign(points) * (q / np.maximum(_length(q), 1e-6))
    if body.sphere < 1.73:
        size = _length(points)
        blend = np.clip((size - body.sphere) / 0.02 + 1.0, 0.0, 1.0)
        normal = normal * (1 - blend) + points * (blend / size)
        normal /= np.maximum(_length(normal), 1e-6)
    return np.asarray(normal, dtype=np.float32)


def _sample(skin: Skin, points: Floats, face: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Return albedo `(3, n)` and slopes `(2, n)` of the textures at points `(3, n)`."""
    tile = skin.albedo.shape[1]
    u, v = _dot(points, U_AXES.T[:, face]), _dot(points, V_AXES.T[:, face])
    column = np.clip((u + 1) * (tile / 2) - 0.5, 0.0, tile - 1.0).astype(np.float32)
    row = np.clip((1 - v) * (tile / 2) - 0.5, 0.0, tile - 1.0).astype(np.float32)
    row += (face * tile).astype(np.float32)
    # cv2.remap takes at most 32767 columns, so the list of points is folded.
    fold, count = 1024, points.shape[1]
    pad = -count % fold
    column = np.pad(column, (0, pad)).reshape(-1, fold)
    row = np.pad(row, (0, pad)).reshape(-1, fold)
    albedo = cv2.remap(skin.albedo, column, row, cv2.INTER_LINEAR).reshape(-1, 3)[:count]
    slopes = cv2.remap(skin.slopes, column, row, cv2.INTER_LINEAR).reshape(-1, 2)[:count]
    return np.ascontiguousarray(albedo.T), np.ascontiguousarray(slopes.T)


def _shade(
    body: Body, skin: Skin, light: Light, eye: Floats, points: Floats, lit: Floats | None
) -> tuple[Floats, NDArray[np.intp]]:
    """Return linear BGR `(k, 3)` and the face `(k,)` of points `(3, k)`."""
    turn = body.turn.astype(np.float32)
    size = np.abs(points)
    axis = np.where(size[0] >= size[1], 0, 1)
    axis = np.where(size[2] > np.maximum(size[0], size[1]), 2, axis)
    face = axis * 2 + (np.choose(axis, points) < 0)
    albedo, slopes = _sample(skin, points, face)
    normal = _normals(points, body)
    normal += slopes[1] * V_AXES.T[:, face] - slopes[0] * U_AXES.T[:, face]
    normal /= _length(normal)
    view = eye[:, None] - points
    view /= _length(view)
    key, fill, up = light.towards @ turn, light.fill @ turn, turn[2]
    towards = np.maximum(_dot(normal, key), 0.0)
    if lit is not None:
        towards = towards * lit
    sky = (0.62 + 0.38 * _dot(normal, up)) * (0.8 + 0.2 * np.clip(_dot(points, up), -1, 1))
    if skin.clear > 0:
        # Light scattered inside a clear body evens out the faces.
        towards = towards * (1 - 0.6 * skin.clear) + 0.3 * skin.clear
        sky = sky * (1 - 0.4 * skin.clear) + 0.4 * skin.clear
    half = view + key[:, None]
    half /= _length(half)
    spot = np.clip(_dot(normal, half), 0.0, 1.0) ** skin.hardness
    spot *= skin.gloss * light.shine
    if lit is not None:
        spot = spot * lit
    rim = (1 - np.clip(_dot(normal, view), 0.0, 1.0)) ** 4 * (0.25 * skin.gloss)
    aside = np.maximum(_dot(normal, fill), 0.0)
    colour = np.empty((points.shape[1], 3), dtype=np.float32)
    for k in range(3):
        shade = towards * light.key_bgr[k] + sky * light.ambient_bgr[k] + aside * light.fill_bgr[k]
        shine = spot * light.key_bgr[k] + rim * (light.ambient_bgr[k] + light.fill_bgr[k])
        colour[:, k] = np.clip(albedo[k] * shade + shine, 0, 4)
    return colour, face


def _shadowed(body: Body, points: Floats, light: Light, others: list[Body]) -> Floats | None:
    """Return 0..1 light `(k,)` that other dice let through, or None when none is near."""
    lit: Floats | None = None
    for other in others:
        gap = other.centre - body.centre
        away = float(np.linalg.norm(gap))
        reach = 0.87 * (other.edge_mm + body.edge_mm)
        ahead = float(gap @ light.towards)
        aside = np.sqrt(max(away * away - ahead * ahead, 0.0))
        if other is body or ahead < -0.5 * reach or aside > reach or away > 3 * reach:
            continue
        turn = (other.turn.T @ body.turn * (body.edge_mm / other.edge_mm)).astype(np.float32)
        shift = (-gap @ other.turn / (other.edge_mm / 2)).astype(np.float32)
        start = turn @ points + shift[:, None]
        ray = (light.towards @ other.turn).astype(np.float32)
        inverse = 1 / np.where(np.abs(ray) < 1e-6, np.float32(1e-6), ray)[:, None]
        middle, extent = -start * inverse, 0.93 * np.abs(inverse)
        enter, leave = (middle - extent).max(axis=0), (middle + extent).min(axis=0)
        depth = np.clip((leave - np.maximum(enter, 0.0)) * 2.5, 0.0, 1.0)
        lit = 1 - depth if lit is None else lit * (1 - depth)
    return lit


def render_die(
    camera: Camera,
    body: Body,
    skin: Skin,
    light: Light,
    others: list[Body] | None = None,
    *,
    coarse: bool = False,
) -> Patch | None:
    """Return the picture of one die, or None when it lies outside the view.

    Args:
        camera: the camera.
        body: shape and place of the die.
        skin: its surface; the texture's size should be near the die's size in px.
        light: the light; shadows of other dice are cast on this one.
        others: dice that may cast a shadow on it.
        coarse: one ray a px, for dice that are blurred afterwards; several times faster.
    """
    corners = camera.project(body.corners())
    low = np.floor(corners.min(axis=0)).astype(int) - 1
    high = np.ceil(corners.max(axis=0)).astype(int) + 2
    span = high - low
    if high[0] <= 0 or high[1] <= 0 or low[0] >= camera.width or low[1] >= camera.height:
        return None
    if span.max() > 3 * max(camera.width, camera.height):
        return None
    fine = 4 if span.max() < 30 else 2 if span.max() < 100 else 1
    fine = 1 if coarse else fine
    columns = low[0] + (np.arange(span[0] * fine, dtype=np.float32) + 0.5) / fine
    lines = low[1] + (np.arange(span[1] * fine, dtype=np.float32) + 0.5) / fine
    half = body.edge_mm / 2
    axes = (camera.axes @ body.turn / half).astype(np.float32)
    x = (columns - camera.width / 2) / camera.focal_px
    y = (lines - camera.height / 2) / camera.focal_px
    rays = (
        (axes.T[:, :1] * x)[:, None, :] + (axes.T[:, 1:2] * y)[:, :, None] + axes[2][:, None, None]
    )
    rays = rays.reshape(3, -1).astype(np.float32)
    rays /= _length(rays)
    eye = ((camera.position - body.centre) @ body.turn / half).astype(np.float32)
    index, points = _trace(eye, rays, body, 8 if coarse else 24)
    if not len(index):
        return None  # behind the camera, or so near that every ray starts inside
    lit = _shadowed(body, points, light, others or [])
    colour, face = _shade(body, skin, light, eye, points, lit)
    shape = (len(lines), len(columns))
    picture = np.zeros((rays.shape[1], 4), dtype=np.float32)
    picture[index, :3] = colour
    picture[index, 3] = 1.0
    faces = np.full(rays.shape[1], -1, dtype=np.int8)
    faces[index] = face
    size = (int(span[0]), int(span[1]))
    small = cv2.resize(picture.reshape(*shape, 4), size, interpolation=cv2.INTER_AREA)
    if fine == 1:
        small = cv2.GaussianBlur(small, (3, 3), 0.5)
    middle = faces.reshape(shape)[fine // 2 :: fine, fine // 2 :: fine]
    return Patch(int(low[0]), int(low[1]), small[..., :3], small[..., 3], middle)
