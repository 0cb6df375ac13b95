"""What looking at the table yields: frames, boxes, readings, and who may produce them.

Only numpy is known here. Detectors, readers and sources are protocols: the shipped ones live in
`dicecam.vision`, tests bring recorded ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
"""A picture `(H, W, 3)`, uint8, BGR."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table.

    Attributes:
        index: Number of the frame in its source, from 0; gaps are frames dropped on purpose.
        time_s: Media time in seconds, as the source gives it; never a clock of ours.
        image: `(H, W, 3)` uint8 BGR.
    """

    index: int
    time_s: float
    image: Image


@dataclass(frozen=True, slots=True)
class Box:
    """Where a die lies in the picture: its whole visible body.

    Attributes:
        x1: Left edge, px.
        y1: Upper edge, px.
        x2: Right edge, px, exclusive.
        y2: Lower edge, px, exclusive.
        confidence: How sure the detector is, 0 to 1.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    confidence: float = 1.0

    @property
    def width(self) -> float:
        """Width in px."""
        return self.x2 - self.x1

    @property
    def height(self) -> float:
        """Height in px."""
        return self.y2 - self.y1

    @property
    def area(self) -> float:
        """Area in square px."""
        return max(0.0, self.width) * max(0.0, self.height)

    @property
    def centre(self) -> tuple[float, float]:
        """Centre (x, y) in px."""
        return ((self.x1 + self.x2) / 2, (self.y1 + self.y2) / 2)

    @property
    def xyxy(self) -> tuple[float, float, float, float]:
        """The edges (x1, y1, x2, y2) in px."""
        return (self.x1, self.y1, self.x2, self.y2)

    def intersection(self, other: Box) -> float:
        """Return the common area with another box, square px."""
        width = min(self.x2, other.x2) - max(self.x1, other.x1)
        height = min(self.y2, other.y2) - max(self.y1, other.y1)
        return max(0.0, width) * max(0.0, height)

    def iou(self, other: Box) -> float:
        """Return intersection over union with another box, 0 to 1."""
        common = self.intersection(other)
        union = self.area + other.area - common
        return common / union if union > 0 else 0.0


@dataclass(frozen=True, slots=True)
class SeenFace:
    """A die found in one picture and what it seems to show.

    Attributes:
        box: Where it lies.
        face: Reader class, one of `dicecam.dice.READER_FACES` or a taught one.
        confidence: How often a reading like this one is right, 0 to 1.
        colour: Body colour, a name of `dicecam.dice.BODY_COLOURS` or `unknown`.
        colour_confidence: How sure the colour is, 0 to 1.
        others: Runner-up faces with their confidence, best first.
        other_colours: Runner-up colours with their confidence, best first.
    """

    box: Box
    face: str
    confidence: float
    colour: str = "unknown"
    colour_confidence: float = 0.0
    others: tuple[tuple[str, float], ...] = ()
    other_colours: tuple[tuple[str, float], ...] = ()


@runtime_checkable
class Source(Protocol):
    """Gives pictures of the table.

    Attributes:
        name: What to call it in front of people.
        live: True for cameras: what is not fetched in time is lost. Files wait.
    """

    name: str
    live: bool

    def __iter__(self) -> Iterator[Frame]:
        """Yield frames until the source ends; raise CameraLostError when a camera is gone."""
        ...

    def close(self) -> None:
        """Give the device or file back; may be called twice."""
        ...


class Detector(Protocol):
    """Finds dice in a picture."""

    def detect(self, image: Image) -> tuple[Box, ...]:
        """Return the dice found in an image `(H, W, 3)` uint8 BGR, surest first."""
        ...


class Reader(Protocol):
    """Names the top face of dice that were found."""

    def read(self, image: Image, boxes: Sequence[Box]) -> tuple[SeenFace, ...]:
        """Return one reading for each box, in order; all of them, `other` included."""
        ...


class Looker(Protocol):
    """The two parts together: from a picture to the readings worth reporting."""

    def look(self, image: Image) -> tuple[SeenFace, ...]:
        """Return the dice reported for an image `(H, W, 3)` uint8 BGR."""
        ...
