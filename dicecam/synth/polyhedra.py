"""Numbered dice with 4, 8, 10, 12 and 20 faces: things that look like dice but show no pips."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from dicecam.synth.arrays import Floats
from dicecam.synth.camera import Camera
from dicecam.synth.lights import Light
from dicecam.synth.skins import COLOURS, body_colour, linear
from dicecam.synth.timeline import about

SIDES = (4, 8, 10, 12, 20)
_GOLD = (1 + 5**0.5) / 2


def _signs(x: float, y: float, z: float) -> list[tuple[float, float, float]]:
    spans = [(-part, part) if part else (0.0,) for part in (x, y, z)]
    return [(a, b, c) for a in spans[0] for b in spans[1] for c in spans[2]]


@lru_cache(maxsize=8)
def _solid(sides: int) -> tuple[Floats, tuple[Floats, ...]]:
    """Return the outward normals `(n, 3)` and the corners `(k, 3)` of each face, inradius 1."""
    if sides == 4:
        raw = [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)]
    elif sides == 8:
        raw = _signs(1, 1, 1)
    elif sides == 12:
        raw = _signs(0, 1, _GOLD) + _signs(1, _GOLD, 0) + _signs(_GOLD, 0, 1)
    elif sides == 20:
        raw = _signs(1, 1, 1) + _signs(0, 1 / _GOLD, _GOLD)
        raw += _signs(1 / _GOLD, _GOLD, 0) + _signs(_GOLD, 0, 1 / _GOLD)
    else:
        angles = np.arange(10) * np.pi / 5
        raw = [(np.cos(a), np.sin(a), 0.75 * (-1) ** k) for k, a in enumerate(angles)]
    normals = np.array(raw, dtype=np.float64)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    corners = []
    for trio in combinations(range(len(normals)), 3):
        planes = normals[list(trio)]
        if abs(np.linalg.det(planes)) < 1e-6:
            continue
        point = np.linalg.solve(planes, np.ones(3))
        if (normals @ point < 1 + 1e-6).all():
            corners.append(point)
    points = np.unique(np.round(corners, 5), axis=0)
    faces = []
    for normal in normals:
        on = points[np.abs(points @ normal - 1) < 1e-3]
        first = np.cross(normal, [0.31, 0.52, 0.79])
        first /= np.linalg.norm(first)
        angle = np.arctan2((on - normal) @ np.cross(normal, first), (on - normal) @ first)
        faces.append(on[np.argsort(angle)])
    return normals, tuple(faces)


def _number(image: NDArray[np.uint8], quad: Floats, text: str, ink: tuple[float, ...]) -> None:
    """Print a number into the square whose corners `(4, 2)` are given in px."""
    side = 64
    page = np.zeros((side, side), dtype=np.uint8)
    scale = 1.5 if len(text) == 1 else 1.0
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 4)
    place = ((side - wide) // 2, (side + high) // 2)
    cv2.putText(page, text, place, cv2.FONT_HERSHEY_DUPLEX, scale, 255, 4, cv2.LINE_AA)
    source = np.array([[0, side], [side, side], [side, 0], [0, 0]], dtype=np.float32)
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    mask = cv2.warpPerspective(page, matrix, (image.shape[1], image.shape[0]))
    cover = (mask.astype(np.float32) / np.float32(255))[..., None]
    image[:] = np.asarray(image * (1 - cover) + np.array(ink) * cover, dtype=np.uint8)


def _resting(normals: Floats, rng: np.random.Generator) -> Floats:
    """Return a rotation that lays a solid on one of its faces, turned at random."""
    down = normals[int(rng.integers(len(normals)))]
    axis = np.cross(down, [0, 0, -1.0])
    length = float(np.linalg.norm(axis))
    angle = float(np.arctan2(length, -down[2]))
    tip = about(axis / length, angle) if length > 1e-6 else np.eye(3)
    return np.asarray(about(np.array([0, 0, 1.0]), float(rng.uniform(0, 6.3))) @ tip)


def _number_square(
    centre: Floats, turn: Floats, out: Floats, corners: Floats, radius: float
) -> Floats:
    """Return the corners `(4, 3)`, in mm, of the square on a face that holds its number."""
    across = turn @ (corners[1] - corners[0])
    across /= np.linalg.norm(across)
    along = np.cross(out, across)
    reach = radius * float(np.linalg.norm(corners.mean(axis=0) - corners[0])) * 0.42
    middle = centre + turn @ corners.mean(axis=0) * radius
    return np.array(
        [middle + reach * (a * across + b * along) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    )


def draw_polyhedron(
    image: Floats,
    camera: Camera,
    place: tuple[float, float],
    edge_mm: float,
    light: Light,
    rng: np.random.Generator,
) -> NDArray[np.bool_]:
    """Draw a numbered die of a random kind into the lit picture.

    Args:
        image: `(H, W, 3)` float32 linear BGR, changed in place.
        camera: the camera.
        place: where it lies, in mm.
        edge_mm: edge of the cubes beside it, for its size.
        light: the light.
        rng: draws kind, colour and attitude.

    Returns:
        `(H, W)` True where it is seen.
    """
    sides = int(rng.choice(SIDES))
    normals, faces = _solid(sides)
    radius = edge_mm * rng.uniform(0.35, 0.65) * (0.65 if sides == 4 else 1.0)
    turn = _resting(normals, rng)
    centre = np.array([*place, radius])
    body = body_colour(str(rng.choice(sorted(COLOURS))), rng)
    ink = linear(0, 0, 0.95 if body.mean() < 0.25 else 0.05)
    pixels = camera.project(centre + np.concatenate(faces) @ turn.T * radius)
    low = np.maximum(np.floor(pixels.min(axis=0)).astype(int) - 2, 0)
    high = np.minimum(np.ceil(pixels.max(axis=0)).astype(int) + 2, (camera.width, camera.height))
    seen = np.zeros(image.shape[:2], dtype=bool)
    if (high <= low).any():
        return seen
    patch = np.zeros((high[1] - low[1], high[0] - low[0], 3), dtype=np.uint8)
    cover = np.zeros(patch.shape[:2], dtype=np.uint8)
    for number, (normal, corners) in enumerate(zip(normals, faces, strict=True)):
        out = turn @ normal
        middle = centre + out * radius
        if out @ (camera.position - middle) <= 0:
            continue
        shade = max(float(out @ light.towards), 0.0) * light.key_bgr
        shade = shade + light.ambient_bgr * (0.6 + 0.4 * out[2])
        tone = np.sqrt(np.clip(body * shade, 0, 1)) * 255
        shape = camera.project(centre + corners @ turn.T * radius) - low
        drawn = [np.round(shape * 16).astype(np.int32)]
        cv2.fillConvexPoly(patch, drawn[0], tuple(tone.tolist()), cv2.LINE_AA, 4)
        cv2.polylines(
            patch, drawn, True, tuple((tone * 1.12).clip(0, 255).tolist()), 1, cv2.LINE_AA, 4
        )
        cv2.fillConvexPoly(cover, drawn[0], 255, cv2.LINE_AA, 4)
        square = _number_square(centre, turn, out, corners, radius)
        text_ink = tuple((np.sqrt(np.clip(ink * shade, 0, 1)) * 255).tolist())
        _number(patch, camera.project(square) - low, str(number + 1), text_ink)
    weight = cv2.merge((cover,) * 3).astype(np.float32) * np.float32(1 / 255)
    colour = (patch.astype(np.float32) * np.float32(1 / 255)) ** 2
    part = image[low[1] : high[1], low[0] : high[0]]
    part[:] = part * (1 - weight) + colour * weight
    seen[low[1] : high[1], low[0] : high[0]] = cover > 127
    return seen
