"""What the dice lie on: a bare table, its edge, a cloth on it, or a tray with a rim.

Draws surfaces only, as uint8 square roots of linear BGR.
"""

from __future__ import annotations

import cv2
import numpy as np

from dicecam.synth.arrays import Bytes, Floats
from dicecam.synth.camera import Camera
from dicecam.synth.compose import draw_table
from dicecam.synth.skins import linear
from dicecam.synth.tables import VARIANTS, texture

# Living rooms have more bare tables than tiles: how often a kind is drawn beside the others.
_OFTEN = {"plain": 4, "wood": 4, "planks": 2, "felt": 2, "leather": 2, "cloth": 2}


def _cloth(
    camera: Camera, kinds: tuple[str, ...], rng: np.random.Generator, scale: float = 1.0
) -> Bytes:
    weights = np.array([_OFTEN.get(kind, 1) for kind in kinds], dtype=np.float64)
    kind = kinds[int(rng.choice(len(kinds), p=weights / weights.sum()))]
    picture = texture(kind, int(rng.integers(VARIANTS)))
    if rng.random() < 0.5:
        # Pale and even, as most real tables are: pull the texture towards a light tone.
        tone = np.sqrt(linear(rng.uniform(0, 360), rng.uniform(0, 0.2), rng.uniform(0.7, 1.0)))
        share = rng.uniform(0.3, 0.85)
        picture = cv2.convertScaleAbs(picture, alpha=1 - share)
        picture = cv2.add(picture, np.array([*(tone * 255 * share), 0.0]))
    finest = scale / camera.px_per_mm(np.zeros(3))
    return draw_table(camera, picture, finest * rng.uniform(0.35, 1.8), rng)


def _outline(camera: Camera, rng: np.random.Generator, kind: str) -> Floats:
    """Return the corners `(n, 2)` in mm of a tray, a cloth or a table's edge."""
    size = np.array([camera.width, camera.height], dtype=np.float64)
    middle = camera.ground((size * rng.uniform(0.42, 0.58, 2))[None])[0, :2]
    sides = camera.ground(np.array([[0, size[1] / 2], [size[0], size[1] / 2]]))
    reach = float(np.linalg.norm(sides[1] - sides[0])) / 2
    start = rng.uniform(0, 2 * np.pi)
    if kind == "edge":
        count, radius, stretch = 4, reach * 4, 1.0
        away = np.array([np.cos(start + np.pi / 4), np.sin(start + np.pi / 4)])
        middle = middle + away * (radius * 0.707 - reach * rng.uniform(0.45, 0.85))
    else:
        count = int(rng.choice([4, 6, 8, 40])) if kind == "tray" else 4
        radius, stretch = reach * rng.uniform(0.6, 1.25), rng.uniform(0.75, 1.0)
    angles = start + np.arange(count) * 2 * np.pi / count
    shape = radius * np.stack([np.cos(angles), stretch * np.sin(angles)], axis=1)
    return np.asarray(middle + shape)


def _fill(camera: Camera, points: Floats) -> Bytes:
    mask = np.zeros((camera.height, camera.width), dtype=np.uint8)
    pixels = np.clip(camera.project(points), -8000, 8000)
    cv2.fillPoly(mask, [np.round(pixels * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _put(target: Bytes, source: Bytes, mask: Bytes) -> Bytes:
    weight = mask.astype(np.float32) * np.float32(1 / 255)
    return cv2.blendLinear(source, target, weight, 1 - weight)


def _rim(
    target: Bytes, camera: Camera, outline: Floats, edge_mm: float, rng: np.random.Generator
) -> None:
    """Draw the sloping walls of a tray, each side shaded by its direction."""
    tone = np.sqrt(linear(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.08, 0.9))) * 255
    high = edge_mm * rng.uniform(0.6, 2.2)
    middle = outline.mean(axis=0)
    upper = middle + (outline - middle) * (1 + high * rng.uniform(0.1, 0.5) / 100)
    count = len(outline)
    low = np.column_stack([outline, np.zeros(count)])
    top = np.column_stack([upper, np.full(count, high)])
    order = sorted(range(count), key=lambda k: -float(low[k, 1] + low[(k + 1) % count, 1]))
    sun = rng.uniform(0, 2 * np.pi)
    for k in order:
        quad = np.array([low[k], low[(k + 1) % count], top[(k + 1) % count], top[k]])
        side = outline[(k + 1) % count] - outline[k]
        shade = 0.75 + 0.25 * np.sin(np.arctan2(side[1], side[0]) + sun)
        pixels = np.round(np.clip(camera.project(quad), -8000, 8000) * 16).astype(np.int32)
        ink = tuple(float(part) for part in np.clip(tone * shade, 0, 255))
        cv2.fillPoly(target, [pixels], ink, cv2.LINE_AA, 4)
        bright = tuple(float(part) for part in np.clip(tone * shade * 1.3 + 12, 0, 255))
        thick = max(1, int(camera.px_per_mm(np.zeros(3)) * edge_mm * 0.12))
        cv2.line(target, pixels[2].tolist(), pixels[3].tolist(), bright, thick, cv2.LINE_AA, 4)


def draw_surroundings(
    camera: Camera, kinds: tuple[str, ...], edge_mm: float, rng: np.random.Generator
) -> Bytes:
    """Return the surface the dice lie on, `(H, W, 3)` uint8 square root of linear BGR.

    Args:
        camera: the camera.
        kinds: names of textures that may be used.
        edge_mm: a die's edge, for the height of a rim.
        rng: where the random numbers come from.
    """
    surface = _cloth(camera, kinds, rng)
    kind = str(rng.choice(["bare", "edge", "cloth", "tray"], p=[0.55, 0.13, 0.1, 0.22]))
    if kind == "bare":
        return surface
    outline = _outline(camera, rng, kind)
    inside = _fill(camera, np.column_stack([outline, np.zeros(len(outline))]))
    outer = _cloth(camera, kinds, rng, scale=float(rng.uniform(0.4, 1.5)))
    if kind == "edge":
        # The floor lies deeper and in the shade.
        outer = cv2.convertScaleAbs(outer, alpha=float(rng.uniform(0.25, 0.9)))
    surface = _put(outer, surface, inside)
    if kind == "tray":
        _rim(surface, camera, outline, edge_mm, rng)
    return surface
