"""Finds the top face of a die in a crop, lays it straight, and describes its drawing.

The reader says where the face's four corners are; which of them is the first is not known, since a
cube looks the same after a quarter turn. Another network, trained to tell hundreds of drawings apart,
describes the straightened face with numbers that are alike for the same drawing at any angle, in
any light and at any quarter turn. This module knows crops; it names nothing.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicecam.vision._cv2 import cv2
from dicecam.vision._onnx import Network, OnnxNetwork, TalkativeNetwork, Tensor

Crops = npt.NDArray[np.uint8]
Corners = npt.NDArray[np.float32]

FACES = "faces"
"""Output of a reader that says where top faces lie; see `decode`."""
CROP_PX = 80
"""Side of the crops in which faces are found, px."""
CROP_SCALE = 1.3
"""Side of those crops in lengths of the longer side of the die's box."""
FACE_PX = 48
"""Side of a straightened face, px."""
SHOWN = 1.15
"""Side of what is straightened in sides of the face: corners are never found exactly."""
FEATURES = 128
"""Numbers that describe a face; together they have the length 1."""
BATCH = 64

_SQUARE = np.array([-1 - 1j, 1 - 1j, 1 + 1j, -1 + 1j])
"""Corners of a face in its own frame, clockwise as it is seen."""


def describer_file() -> Path:
    """Return the network that describes faces; it comes with the program."""
    return Path(__file__).resolve().parent.parent / "data" / "vision" / "faces.onnx"


@cache
def _network(path: Path, threads: int | None) -> OnnxNetwork:
    return OnnxNetwork(path, threads)


class FaceFinder:
    """Finds top faces and describes them.

    Args:
        corners: File of the network that finds corners: a reader, or one that does nothing else.
        describer: File of the network that describes faces; None for the one of the program.
        threads: Threads to use; None for a sensible number.

    Raises:
        ModelClassesError: A file cannot be loaded; install the program again.
    """

    def __init__(
        self,
        corners: Path,
        describer: Path | None = None,
        threads: int | None = None,
    ) -> None:
        # Opened when first needed: in play the reader finds the corners in its own run.
        self._corners, self._describer = corners, describer or describer_file()
        self._threads = threads

    def corners(self, crops: Crops) -> Corners:
        """Return the corners of top faces, clockwise, px of the crop.

        Args:
            crops: `(n, side, side, 3)` uint8 BGR, the die in the middle, CROP_SCALE wide.

        Returns:
            `(n, 4, 2)` float32.
        """
        found = [np.zeros((0, 6), np.float32)]
        network = _network(self._corners, self._threads)
        side = network.input_shape[2] or CROP_PX
        parts = (crops[start : start + BATCH] for start in range(0, len(crops), BATCH))
        found += [_places(network, _input(part, side)) for part in parts]
        return corners_px(np.concatenate(found), crops.shape[1])

    def describe(self, crops: Crops) -> Tensor:
        """Return the descriptions `(n, FEATURES)` of the top faces in crops."""
        return self.describe_faces(straighten(crops, self.corners(crops)))

    def describe_faces(self, faces: Crops) -> Tensor:
        """Return the descriptions of straightened faces.

        Args:
            faces: `(n, FACE_PX, FACE_PX, 3)` uint8 BGR, as `straighten` gives them.

        Returns:
            `(n, FEATURES)` float32.
        """
        network = _network(self._describer, self._threads)
        found = [np.zeros((0, FEATURES), np.float32)]
        parts = (faces[start : start + BATCH] for start in range(0, len(faces), BATCH))
        found += [network.run(_input(part, FACE_PX)) for part in parts]
        return np.concatenate(found)


def _places(network: Network, batch: Tensor) -> Tensor:
    """Return where top faces lie, as `decode` wants it."""
    if isinstance(network, TalkativeNetwork) and FACES in network.extras:
        return network.run_with(batch, FACES)[1]
    return network.run(batch)


def corners_px(places: Tensor, side_px: int) -> Corners:
    """Return corners `(n, 4, 2)`, px of crops of a side, from what the network gives `(n, 6)`."""
    half = np.float32(side_px / 2)
    return decode(places) * half + half


def _input(crops: Crops, side_px: int) -> Tensor:
    """Return crops as a network wants them: RGB from 0 to 1, of a side."""
    if crops.shape[1] != side_px:
        size = (side_px, side_px)
        crops = np.stack([cv2.resize(one, size, interpolation=cv2.INTER_AREA) for one in crops])
    part = crops[..., ::-1].transpose(0, 3, 1, 2)
    return np.ascontiguousarray(part, np.float32) / np.float32(255)


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
    crops: Crops, corners: Corners, side_px: int = FACE_PX, shown: float = SHOWN
) -> Crops:
    """Return top faces laid straight.

    Args:
        crops: `(n, H, W, 3)` uint8 BGR.
        corners: `(n, 4, 2)` clockwise, px.
        side_px: Side of the result, px.
        shown: Side of what is shown in sides of the face; more than 1 shows what lies around it.

    Returns:
        `(n, side_px, side_px, 3)` uint8 BGR.
    """
    faces = np.empty((len(crops), side_px, side_px, 3), np.uint8)
    for number, (crop, (a, b, c, d)) in enumerate(zip(crops, corners, strict=True)):
        across, down = (b + c - a - d) / 4 * shown, (c + d - a - b) / 4 * shown
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
