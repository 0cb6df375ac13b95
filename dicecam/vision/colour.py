"""Names the body colour of a die: white balance, body pixels, nearest reference.

It knows pictures, boxes and colour names: no face and no game. Which colours to choose among is
set from outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from dicecam.dice import BODY_COLOURS
from dicecam.sight import Box, Image
from dicecam.vision._cv2 import cv2
from dicecam.vision.crops import crop_square

Lab = tuple[float, float, float]
"""CIE Lab: L 0 to 100, a and b around -100 to 100."""

UNKNOWN = "unknown"

REFERENCES: Mapping[str, tuple[Lab, ...]] = MappingProxyType(
    {
        "white": ((88.0, 0.0, 4.0), (68.0, 0.0, 4.0)),
        "red": ((42.0, 60.0, 36.0), (30.0, 45.0, 25.0)),
        "yellow": ((82.0, 0.0, 70.0), (70.0, 4.0, 60.0)),
        "green": ((50.0, -45.0, 30.0), (35.0, -30.0, 15.0)),
        "blue": ((40.0, 5.0, -48.0), (50.0, -10.0, -38.0), (25.0, 10.0, -35.0)),
        "black": ((18.0, 0.0, 0.0), (8.0, 0.0, 0.0)),
        "orange": ((62.0, 42.0, 58.0),),
        "purple": ((35.0, 42.0, -35.0), (25.0, 28.0, -24.0)),
        "pink": ((68.0, 38.0, 0.0), (58.0, 55.0, -5.0)),
        "brown": ((35.0, 14.0, 20.0), (50.0, 12.0, 26.0)),
        "grey": ((50.0, 0.0, 0.0),),
    }
)
"""How the named colours look in neutral light; several looks where shades differ."""


class ColourJudge:
    """Names body colours.

    Args:
        candidates: Colours to choose among.
        references: How they look; the user's own dice may be taught.
    """

    def __init__(
        self,
        candidates: Sequence[str] = BODY_COLOURS,
        references: Mapping[str, Sequence[Lab]] = REFERENCES,
    ) -> None:
        self.candidates = tuple(candidates)
        self.references = {name: tuple(looks) for name, looks in references.items()}

    def judge(
        self, image: Image, boxes: Sequence[Box]
    ) -> tuple[tuple[tuple[str, float], ...], ...]:
        """Return for each box the colours with their confidence, best first."""
        return tuple(self._named(lab) for lab in body_labs(image, boxes))

    def _named(self, lab: npt.NDArray[np.float32]) -> tuple[tuple[str, float], ...]:
        distances = {
            name: min(_distance(lab, look) for look in self.references[name])
            for name in self.candidates
            if name in self.references
        }
        if not distances:
            return ((UNKNOWN, 1.0),)
        scores = {name: float(np.exp(-((d / 14.0) ** 2) / 2)) for name, d in distances.items()}
        scores[UNKNOWN] = float(np.exp(-(3.2**2) / 2))
        total = sum(scores.values())
        ranked = sorted(scores.items(), key=lambda item: -item[1])
        return tuple((name, score / total) for name, score in ranked[:4])


def body_labs(image: Image, boxes: Sequence[Box]) -> npt.NDArray[np.float32]:
    """Return the body colour of each die.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        boxes: Where the dice are.

    Returns:
        CIE Lab `(n, 3)`.
    """
    labs = np.zeros((len(boxes), 3), np.float32)
    for row, box in enumerate(boxes):
        crop = crop_square(image, box.xyxy, 32, 0.7).astype(np.float32) / 255
        pixels = cv2.cvtColor(crop, cv2.COLOR_BGR2Lab).reshape(-1, 3)
        labs[row] = np.median(pixels, axis=0)
    return labs


def _distance(lab: npt.NDArray[np.float32], look: Lab) -> float:
    """Return how unlike two colours are; lightness counts less than hue."""
    difference = lab - np.asarray(look, np.float32)
    return float(np.sqrt((0.6 * difference[0]) ** 2 + difference[1] ** 2 + difference[2] ** 2))
