"""Where dice lie: scattered, touching in rows, in a square, one on two others, cocked."""

from __future__ import annotations

import numpy as np

from dicecam.synth.arrays import Floats
from dicecam.synth.camera import Camera
from dicecam.synth.cube import NORMALS, Body


def about_z(angle: float) -> Floats:
    """Return the rotation by an angle in radians about the vertical."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])


def about_x(angle: float) -> Floats:
    """Return the rotation by an angle in radians about the table's x."""
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[1.0, 0, 0], [0, c, -s], [0, s, c]])


def face_up(face: int, spin: int) -> Floats:
    """Return a cube rotation that turns a face up, spun by quarter turns."""
    up = NORMALS[face].astype(np.float64)
    side = NORMALS[(face + 2) % 6].astype(np.float64)
    base = np.stack([side, np.cross(up, side), up])
    return np.asarray(np.round(about_z(spin * np.pi / 2)) @ base)


def rest_height(turn: Floats, edge_mm: float, sphere: float, rounding: float) -> float:
    """Return how high the centre of a die lies that touches the table in any attitude."""
    reach = float(np.abs(turn[2]).sum()) * (1 - rounding) + rounding
    flat = float(np.abs(turn[2]).max())
    if flat < 0.999 and sphere < 1.73:
        reach = min(reach, max(sphere, 1.0))
    return edge_mm / 2 * reach


def overlaps(place: Floats, edge: float, others: list[Body], gap: float) -> bool:
    """Say whether a die's circle of ``gap`` edges would meet another die's."""
    for other in others:
        away = float(np.hypot(*(place[:2] - other.centre[:2])))
        if away < gap * (edge + other.edge_mm) / 2:
            return True
    return False


def scatter(
    camera: Camera,
    edges: list[float],
    rng: np.random.Generator,
    *,
    spread: float,
    margin: float,
    across: tuple[float, float] = (0.0, 1.0),
) -> list[tuple[float, float, float]]:
    """Return free places (x, y, yaw) for dice, at most one for each edge length.

    Args:
        camera: places are drawn evenly over its picture.
        edges: edge lengths in mm.
        rng: where the random numbers come from.
        spread: 1 uses the whole picture, less keeps dice near one point.
        margin: share of the picture's border to leave free; negative cuts dice off.
        across: which part of the picture they lie in, from its top (0) to its bottom (1).
    """
    size = np.array([camera.width, camera.height], dtype=np.float64)
    middle = size * (0.5 + (rng.random(2) - 0.5) * (1 - spread))
    placed: list[tuple[float, float, float]] = []
    bodies: list[Body] = []
    for edge in edges:
        for _ in range(25):
            pixel = middle + (rng.random(2) - 0.5) * size * spread
            pixel = np.clip(pixel, size * margin, size * (1 - margin))
            if across != (0.0, 1.0):
                pixel[1] = size[1] * across[0] + pixel[1] * (across[1] - across[0])
            place = camera.ground(pixel[None])[0]
            if not overlaps(place, edge, bodies, 1.45):
                break
        else:
            continue
        yaw = float(rng.uniform(0, 2 * np.pi))
        placed.append((float(place[0]), float(place[1]), yaw))
        bodies.append(Body(place, edge, np.eye(3), 0.1, 1.8))
    return placed


def rows(
    camera: Camera, count: int, edge: float, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Return places of dice that touch in a row or a block of rows."""
    size = np.array([camera.width, camera.height], dtype=np.float64)
    start = camera.ground((size * rng.uniform(0.25, 0.75, 2))[None])[0]
    yaw = float(rng.uniform(0, 2 * np.pi))
    wide = int(rng.integers(2, max(3, count + 1)))
    gap = float(rng.choice([1.005, 1.02, 1.1])) * edge
    along = np.array([np.cos(yaw), np.sin(yaw)])
    across = np.array([-along[1], along[0]])
    placed = []
    for k in range(count):
        slip = rng.normal(0, 0.03) * edge
        column, line = k % wide - (wide - 1) / 2, k // wide
        at = (
            start[:2]
            + along * gap * column
            + across * (gap * 1.02 * line + (slip if wide >= count else 0))
        )
        placed.append((float(at[0]), float(at[1]), yaw + float(rng.normal(0, 0.004))))
    return placed


def square(
    camera: Camera, edge: float, rng: np.random.Generator
) -> list[tuple[float, float, float]]:
    """Return nine places in three rows with gaps, in row order."""
    size = np.array([camera.width, camera.height], dtype=np.float64)
    start = camera.ground((size * rng.uniform(0.4, 0.6, 2))[None])[0]
    yaw, gap = float(rng.uniform(0, 2 * np.pi)), edge * rng.uniform(1.15, 2.2)
    turn = about_z(yaw)[:2, :2]
    placed = []
    for line in (1, 0, -1):
        for column in (-1, 0, 1):
            at = start[:2] + turn @ (np.array([column, line]) * gap + rng.normal(0, 0.06 * edge, 2))
            placed.append((float(at[0]), float(at[1]), yaw + float(rng.normal(0, 0.12))))
    return placed


def cocked(yaw: float, face: int, rng: np.random.Generator) -> Floats:
    """Return the attitude of a die on an edge: 24 to 45 degrees from lying flat."""
    tilt = np.radians(rng.uniform(24, 45))
    lean = about_z(float(rng.uniform(0, 2 * np.pi)))
    return lean @ about_x(float(tilt)) @ lean.T @ about_z(yaw) @ face_up(face, int(rng.integers(4)))


def leaning(other: Body, edge: float, face: int, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return centre and attitude of a die that leans with an edge on another die's side.

    Args:
        other: the die that stands level.
        edge: edge of the leaning die in mm.
        face: the face that would look up if it lay level.
        rng: draws the side and the tilt.
    """
    tilt = float(np.radians(rng.uniform(24, 44)))
    outward = NORMALS @ other.turn.T
    level = outward[np.abs(outward[:, 2]) < 0.1]
    side = level[int(rng.integers(len(level)))]
    base = float(np.arctan2(side[1], side[0]))
    way = np.array([np.cos(base), np.sin(base)])
    # Turned about the axis along the other's side, so that its near edge is the higher one.
    lean = about_z(base) @ _about_y(tilt) @ face_up(face, int(rng.integers(4)))
    reach = edge / 2 * (np.cos(tilt) + np.sin(tilt))
    slip = np.array([-way[1], way[0]]) * rng.uniform(-0.4, 0.4) * edge
    place = other.centre[:2] + way * (other.edge_mm / 2 + reach * 0.98) + slip
    return np.array([place[0], place[1], reach]), lean


def _about_y(angle: float) -> Floats:
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, 0, s], [0, 1.0, 0], [-s, 0, c]])
