"""Recorded readings: a text file that plays like a camera and a looker that reads it back.

One JSON object a line: `{"index", "time_s", "width", "height", "dice": [...]}`. The source draws
each die as a square and writes the frame's number into a corner of the picture; the looker finds
the number there and answers with what was recorded. So everything between camera and table runs
as in play, without a model.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dicecam.errors import SourceBrokenError, SourceNotFoundError
from dicecam.sight import Box, Frame, Image, SeenFace

DEFAULT_SIZE = (640, 480)
"""Width and height of the pictures when the recording does not say, px."""

_MARK = np.array([201, 37, 143], np.uint8)
"""Pixel that says that a frame number follows."""

_TABLE_GREY = 96


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read in one frame.

    Attributes:
        index: Number of the frame.
        time_s: Its media time.
        width: Width of its picture, px.
        height: Height of its picture, px.
        faces: The dice reported.
    """

    index: int
    time_s: float
    width: int
    height: int
    faces: tuple[SeenFace, ...]


def reading_line(frame: Frame, faces: Iterable[SeenFace]) -> str:
    """Return what was read in a frame as a line of a recording, without its end."""
    height, width = frame.image.shape[:2]
    dice = [
        {
            "box": [round(edge, 1) for edge in face.box.xyxy],
            "found": round(face.box.confidence, 4),
            "face": face.face,
            "confidence": round(face.confidence, 4),
            "colour": face.colour,
            "colour_confidence": round(face.colour_confidence, 4),
            "others": [[name, round(share, 4)] for name, share in face.others],
            "other_colours": [[name, round(share, 4)] for name, share in face.other_colours],
        }
        for face in faces
    ]
    return json.dumps(
        {
            "index": frame.index,
            "time_s": round(frame.time_s, 4),
            "width": width,
            "height": height,
            "dice": dice,
        }
    )


def load_recording(path: Path) -> tuple[Reading, ...]:
    """Read a recording.

    Raises:
        SourceNotFoundError: There is no such file.
        SourceBrokenError: A line is no reading.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError as error:
        msg = f"{path}: no such file"
        raise SourceNotFoundError(msg) from error
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path}: cannot be read ({error})"
        raise SourceBrokenError(msg) from error
    readings = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            readings.append(_reading(json.loads(line)))
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            msg = f"{path}: line {number}: expected a reading with index, time_s and dice ({error})"
            raise SourceBrokenError(msg) from error
    return tuple(readings)


class RecordedSource:
    """A recording as a source of drawn pictures.

    Args:
        path: The recording, JSON Lines.

    Raises:
        SourceNotFoundError: There is no such file.
        SourceBrokenError: A line is no reading.
    """

    live = False

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self.readings = load_recording(path)
        self._closed = False

    def __iter__(self) -> Iterator[Frame]:
        """Yield a drawn picture for each reading."""
        for number, reading in enumerate(self.readings):
            if self._closed:
                return
            yield Frame(reading.index, reading.time_s, _drawn(reading, number))

    def close(self) -> None:
        """Yield nothing more."""
        self._closed = True

    def looker(self) -> RecordedLooker:
        """Return the looker that answers with what was recorded."""
        return RecordedLooker(self.readings)


class RecordedLooker:
    """Answers with recorded readings to the pictures of their source.

    Args:
        readings: What was recorded.
    """

    def __init__(self, readings: Iterable[Reading]) -> None:
        self._readings = tuple(readings)

    def look(self, image: Image) -> tuple[SeenFace, ...]:
        """Return what was recorded for a picture; nothing for one that is not of the source."""
        if image.shape[1] < 3 or not np.array_equal(image[0, 0], _MARK):
            return ()
        digits = image[0, 1:3].reshape(-1).tolist()
        number = int.from_bytes(bytes(digits), "big")
        return self._readings[number].faces if number < len(self._readings) else ()


def _drawn(reading: Reading, number: int) -> Image:
    """Return a picture of a reading: squares on a table, its number in the corner."""
    image = np.full((reading.height, reading.width, 3), _TABLE_GREY, np.uint8)
    for face in reading.faces:
        x1, y1, x2, y2 = (max(0, round(edge)) for edge in face.box.xyxy)
        # Another face or colour must look different, or a frame difference would not see it.
        digest = hashlib.sha256(f"{face.face} {face.colour}".encode()).digest()
        image[y1:y2, x1:x2] = np.frombuffer(digest[:3], np.uint8) // 2 + 128
    image[0, 0] = _MARK
    image[0, 1:3] = np.frombuffer(number.to_bytes(6, "big"), np.uint8).reshape(2, 3)
    return image


def _reading(value: dict[str, Any]) -> Reading:
    """Return the reading in a decoded line."""
    width, height = DEFAULT_SIZE
    return Reading(
        index=int(value["index"]),
        time_s=float(value["time_s"]),
        width=int(value.get("width", width)),
        height=int(value.get("height", height)),
        faces=tuple(_face(die) for die in value["dice"]),
    )


def _face(value: dict[str, Any]) -> SeenFace:
    """Return the die in a decoded line."""
    x1, y1, x2, y2 = (float(edge) for edge in value["box"])
    return SeenFace(
        box=Box(x1, y1, x2, y2, float(value.get("found", 1.0))),
        face=str(value["face"]),
        confidence=float(value.get("confidence", 1.0)),
        colour=str(value.get("colour", "unknown")),
        colour_confidence=float(value.get("colour_confidence", 0.0)),
        others=tuple((str(name), float(share)) for name, share in value.get("others", ())),
        other_colours=tuple(
            (str(name), float(share)) for name, share in value.get("other_colours", ())
        ),
    )
