"""Makes many views of a few top faces: corners found a little amiss, pictures a little soft.

What a webcam shows later differs from the photos in how exactly the corners are found and in how
sharp the picture is; light and angle are taken out by the description itself. Symbols are never
mirrored. This module knows crops and corners only.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from dicecam.vision._cv2 import cv2
from dicecam.vision.topface import Corners, Crops, straighten

MISS = 0.018
"""How far the middle of a face is found from where it is, shares of the crop's side."""
MISS_TURN = 0.08
"""How far a face is found turned, radians."""
MISS_SIZE = 0.28
"""How much too large or small a face is shown at most: drawings of one symbol also differ in size."""
MISS_SHAPE = 0.04
"""How much too wide or narrow a face is found."""
SOFT_SHARE = 0.4
"""Share of the views that are made coarser."""
COARSEST = 0.33
"""Side of the coarsest crop, shares of its side: a die on a table far from the camera."""


def views(
    crop: npt.NDArray[np.uint8],
    corners: npt.NDArray[np.float32],
    count: int,
    rng: np.random.Generator,
) -> Crops:
    """Return varied views of the top face in a crop; the first one is plain.

    Args:
        crop: `(side, side, 3)` uint8 BGR.
        corners: `(4, 2)` of its top face, px.
        count: How many views.
        rng: Source of the variation.

    Returns:
        `(count, FACE_PX, FACE_PX, 3)` uint8 BGR.
    """
    crops = [crop] + [_softened(crop, rng) for _ in range(count - 1)]
    places = [corners] + [_missed(corners, crop.shape[0], rng) for _ in range(count - 1)]
    return straighten(np.stack(crops), np.stack(places).astype(np.float32))


def _missed(corners: npt.NDArray[np.float32], side: int, rng: np.random.Generator) -> Corners:
    """Return corners as they might have been found."""
    turn, size = rng.normal(0, MISS_TURN), np.exp(rng.uniform(-MISS_SIZE, MISS_SIZE))
    c, s = np.cos(turn) * size, np.sin(turn) * size
    middle = corners.mean(0)
    stretch = 1 + rng.normal(0, MISS_SHAPE, 2)
    moved = (corners - middle) @ np.array([[c, s], [-s, c]]) * stretch
    return np.asarray(moved + middle + rng.normal(0, MISS * side, 2), np.float32)


def _softened(crop: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    if rng.random() >= SOFT_SHARE:
        return crop
    whole = crop.shape[0]
    side = max(4, int(whole * np.exp(rng.uniform(np.log(COARSEST), np.log(0.8)))))
    small = cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA)
    soft = cv2.resize(small, (whole, whole), interpolation=cv2.INTER_LINEAR)
    return np.asarray(soft, np.uint8)
