"""Finds the markers of a printed mat in a picture. It knows no mats and no dice."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from dicecam.sight import Image
from dicecam.vision._cv2 import cv2

DICTIONARY = cv2.aruco.DICT_4X4_50

_LONGEST_PX = 1280  # larger pictures are halved first: markers are big


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)


def find_markers(image: Image) -> dict[int, npt.NDArray[np.float64]]:
    """Return the corners of every marker in a picture.

    Args:
        image: `(H, W, 3)` uint8 BGR.

    Returns:
        Corners `(4, 2)` px by number of the marker, clockwise from its own upper left corner.
    """
    factor = 1
    while max(image.shape[:2]) > factor * _LONGEST_PX:
        factor *= 2
    grey = cv2.cvtColor(image[::factor, ::factor], cv2.COLOR_BGR2GRAY)
    corners, numbers, _ = _detector().detectMarkers(grey)
    if not corners:
        return {}
    return {
        int(number): factor * np.asarray(found, np.float64).reshape(4, 2)
        for number, found in zip(numbers.ravel(), corners, strict=True)
    }


def marker_bits(number: int) -> npt.NDArray[np.bool_]:
    """Return the squares of a marker with its border, `(6, 6)`, True for white."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    drawn = cv2.aruco.generateImageMarker(dictionary, number, 6)
    return np.asarray(drawn) > 127
