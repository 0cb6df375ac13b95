"""Finds the top face of a die in a crop, lays it straight, and describes its drawing.

A small network gives the face's four corners; which of them is the first is not known, since a
cube looks the same after a quarter turn. The straightened face is described by its edge
directions on a grid, so that a drawing seen once is known again at any angle and in any light:
a quarter turn of the face only reorders the description. This module knows crops; it names
nothing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicecam.vision._cv2 import cv2
from dicecam.vision._onnx import OnnxNetwork, Tensor

Crops = npt.NDArray[np.uint8]
Corners = npt.NDArray[np.float32]

CROP_PX = 64
"""Side of the crops the corner network sees, px."""
CROP_SCALE = 1.3
"""Side of those crops in lengths of the longer side of the die's box."""
FACE_PX = 24
"""Side of a straightened face, px."""
INSIDE = 0.9
"""Share of the face that is looked at: its edges are rounded and catch the light."""
CELL_PX = 4
DIRECTIONS = 8
TURNS = 4
CELLS = FACE_PX // CELL_PX
FEATURES = CELLS * CELLS * DIRECTIONS
"""Numbers that describe a face."""
BATCH = 64

_SQUARE = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
"""Corners of a face in its own frame, clockwise as it is seen."""
_FAINT = 1e-3
"""Keeps the noise of an empty face from being blown up to a drawing."""


def corner_file() -> Path:
    """Return the network that finds corners; it comes with the program."""
    return Path(__file__).resolve().parent.parent / "data" / "vision" / "corners.onnx"


@cache
def _network(path: Path, threads: int | None) -> OnnxNetwork:
    return OnnxNetwork(path, threads)


class FaceFinder:
    """Finds top faces with the corner network.

    Args:
        path: Its file; None for the one that comes with the program.
        threads: Threads to use; None for a sensible number.

    Raises:
        ModelClassesError: The file cannot be loaded; install the program again.
    """

    def __init__(self, path: Path | None = None, threads: int | None = None) -> None:
        self._network = _network(path or corner_file(), threads)

    def corners(self, crops: Crops) -> Corners:
        """Return the corners of top faces, clockwise, px of the crop.

        Args:
            crops: `(n, CROP_PX, CROP_PX, 3)` uint8 BGR, the die in the middle.

        Returns:
            `(n, 4, 2)` float32.
        """
        found = [np.zeros((0, 4, 2), np.float32)]
        for start in range(0, len(crops), BATCH):
            part = crops[start : start + BATCH, :, :, ::-1].transpose(0, 3, 1, 2)
            batch = np.ascontiguousarray(part, np.float32) / np.float32(255)
            found.append(decode(self._network.run(batch)))
        half = CROP_PX / 2
        return np.concatenate(found) * np.float32(half) + np.float32(half)

    def describe(self, crops: Crops) -> Tensor:
        """Return the descriptions `(n, FEATURES)` of the top faces in crops."""
        return describe(straighten(crops, self.corners(crops)))


def decode(output: Tensor) -> Corners:
    """Return corners from what the network gives.

    The network says centre, p**4 / |p|**3 and p * q / |p|: with a face's own points z, a point of
    the crop is centre + p z + q conj(z). None of the six numbers changes with a quarter turn.

    Args:
        output: `(n, 6)`, in halves of the crop.

    Returns:
        `(n, 4, 2)` in halves of the crop, from its middle.
    """
    centre = output[:, 0] + 1j * output[:, 1]
    fourth = output[:, 2] + 1j * output[:, 3]
    product = output[:, 4] + 1j * output[:, 5]
    size = np.abs(fourth) + 1e-6
    p = size * np.exp(1j * np.angle(fourth) / 4)
    q = product * size / p
    points = centre[:, None] + p[:, None] * _SQUARE + q[:, None] * _SQUARE.conj()
    return np.stack([points.real, points.imag], axis=-1).astype(np.float32)


def encode(corners: Corners) -> Tensor:
    """Return what the network should give for corners, the inverse of `decode`.

    Args:
        corners: `(n, 4, 2)` clockwise, in halves of the crop, from its middle.

    Returns:
        `(n, 6)`.
    """
    points = corners[..., 0] + 1j * corners[..., 1]
    centre = points.mean(1)
    away = points - centre[:, None]
    p = (away * _SQUARE.conj()).sum(1) / 8
    q = (away * _SQUARE).sum(1) / 8
    size = np.abs(p) + 1e-6
    fourth, product = p**4 / size**3, p * q / size
    parts = [centre.real, centre.imag, fourth.real, fourth.imag, product.real, product.imag]
    return np.stack(parts, axis=1).astype(np.float32)


def straighten(
    crops: Crops, corners: Corners, side_px: int = FACE_PX, inside: float = INSIDE
) -> Crops:
    """Return top faces laid straight.

    Args:
        crops: `(n, H, W, 3)` uint8 BGR.
        corners: `(n, 4, 2)` clockwise, px.
        side_px: Side of the result, px.
        inside: Share of the face that is shown; more than 1 shows what lies around it.

    Returns:
        `(n, side_px, side_px, 3)` uint8 BGR.
    """
    faces = np.empty((len(crops), side_px, side_px, 3), np.uint8)
    for number, (crop, (a, b, c, d)) in enumerate(zip(crops, corners, strict=True)):
        across, down = (b + c - a - d) / 4 * inside, (c + d - a - b) / 4 * inside
        middle = (a + b + c + d) / 4
        matrix = np.zeros((2, 3))
        matrix[:, 0], matrix[:, 1] = across * 2 / side_px, down * 2 / side_px
        matrix[:, 2] = middle + (across + down) * (1 / side_px - 1) - 0.5
        faces[number] = cv2.warpAffine(
            crop,
            matrix,
            (side_px, side_px),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )
    return faces


def describe(faces: Crops) -> Tensor:
    """Return the edge directions of straightened faces, cell by cell, with length 1.

    Dark on light and light on dark are described alike, since light turns one into the other.

    Args:
        faces: `(n, FACE_PX, FACE_PX, 3)` uint8 BGR.

    Returns:
        `(n, FEATURES)` float32.
    """
    light = faces.astype(np.float32)
    across, down = np.zeros_like(light), np.zeros_like(light)
    across[:, :, 1:-1] = light[:, :, 2:] - light[:, :, :-2]
    down[:, 1:-1] = light[:, 2:] - light[:, :-2]
    # Of the three channels the one that changes most speaks: red on blue may be as bright.
    loudest = (across**2 + down**2).argmax(-1)[..., None]
    across = np.take_along_axis(across, loudest, -1)[..., 0]
    down = np.take_along_axis(down, loudest, -1)[..., 0]
    strength = np.hypot(across, down)
    direction = np.arctan2(down, across) % np.pi * (DIRECTIONS / np.pi)
    low = np.floor(direction)
    share = direction - low
    low = low.astype(np.int64) % DIRECTIONS
    layers = np.empty((*strength.shape, DIRECTIONS), np.float32)
    for k in range(DIRECTIONS):
        near = np.where(low == k, 1 - share, 0) + np.where((low + 1) % DIRECTIONS == k, share, 0)
        layers[..., k] = strength * near
    # Cells overlap, so that a face found a little amiss is described nearly the same.
    grid = np.einsum("ci,nijk,dj->ncdk", _OVERLAP, layers, _OVERLAP, optimize=True)
    flat = np.sqrt(np.maximum(grid, 0).reshape(len(faces), -1))
    lengths = np.linalg.norm(flat, axis=1, keepdims=True)
    return np.asarray(flat / (lengths + _FAINT), np.float32)


def _overlapping_cells() -> Tensor:
    """Return the weight of each px for each cell: a triangle twice as wide as the cell."""
    middles = (np.arange(CELLS) + 0.5) * CELL_PX - 0.5
    away = np.abs(np.arange(FACE_PX)[None] - middles[:, None])
    weights = np.maximum(0, 1 - away / CELL_PX)
    return np.asarray(weights / CELL_PX, np.float32)


_OVERLAP = _overlapping_cells()


def turned(features: Tensor, turns: int) -> Tensor:
    """Return the descriptions of faces turned by quarter turns, anticlockwise as they are seen.

    Args:
        features: `(n, FEATURES)`.
        turns: How many quarter turns.
    """
    grid = features.reshape(len(features), CELLS, CELLS, DIRECTIONS)
    grid = np.rot90(grid, turns, (1, 2))
    grid = np.roll(grid, -turns * DIRECTIONS // 2, 3)
    return np.ascontiguousarray(grid).reshape(len(features), -1)
