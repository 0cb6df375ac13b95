"""Draws boxes and readings on a picture, for files people look at.

It knows readings and pictures only.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np

from dicecam.errors import SourceBrokenError
from dicecam.sight import Image, SeenFace
from dicecam.vision._cv2 import cv2

COLOURS_BGR = {
    "white": (255, 255, 255),
    "red": (60, 60, 230),
    "yellow": (60, 220, 250),
    "green": (80, 190, 60),
    "blue": (230, 130, 50),
    "black": (40, 40, 40),
    "orange": (40, 140, 250),
    "purple": (190, 60, 150),
    "pink": (190, 130, 250),
    "brown": (40, 80, 130),
    "grey": (150, 150, 150),
}
"""What a body colour is painted in."""

_UNKNOWN_BGR = (250, 90, 250)


def label_of(face: SeenFace) -> str:
    """Return a reading in a few characters, such as `5 red 98%`."""
    name = face.face.removeprefix("pips_")
    colour = "" if face.colour == "unknown" else f" {face.colour}"
    return f"{name}{colour} {face.confidence:.0%}"


def draw_faces(image: Image, faces: Iterable[SeenFace]) -> Image:
    """Return a copy of a picture with boxes and readings on it.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        faces: The readings to draw.

    Returns:
        `(H, W, 3)` uint8 BGR.
    """
    # OpenCV 5 draws text on contiguous uint8 pictures only.
    canvas = np.ascontiguousarray(image, np.uint8).copy()
    unit = max(canvas.shape[:2]) / 1000
    line = max(1, round(2 * unit))
    text_scale = max(0.4, 0.6 * unit)
    for face in faces:
        colour = COLOURS_BGR.get(face.colour, _UNKNOWN_BGR)
        x1, y1, x2, y2 = (round(edge) for edge in face.box.xyxy)
        cv2.rectangle(canvas, (x1, y1), (x2, y2), (0, 0, 0), line + 2)
        cv2.rectangle(canvas, (x1, y1), (x2, y2), colour, line)
        _draw_label(canvas, label_of(face), (x1, y1), colour, text_scale, line)
    return canvas


def _draw_label(
    canvas: Image,
    text: str,
    corner: tuple[int, int],
    colour: tuple[int, int, int],
    scale: float,
    line: int,
) -> None:
    """Write a text on a filled strip above a box, or within the picture when there is no room."""
    (width, height), base = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, line)
    x = max(0, min(corner[0], canvas.shape[1] - width))
    y = max(height + base, corner[1])
    cv2.rectangle(canvas, (x, y - height - base), (x + width, y), colour, -1)
    ink = (0, 0, 0) if sum(colour) > 330 else (255, 255, 255)
    cv2.putText(
        canvas,
        text,
        (x, y - base // 2),
        cv2.FONT_HERSHEY_SIMPLEX,
        scale,
        ink,
        line,
        cv2.LINE_AA,
    )


def write_png(path: Path, image: Image) -> None:
    """Write a picture `(H, W, 3)` uint8 BGR as PNG, whatever characters its path has.

    Raises:
        SourceBrokenError: The file cannot be written.
    """
    done, data = cv2.imencode(".png", image)
    try:
        path.write_bytes(data.tobytes() if done else b"")
    except OSError as error:
        msg = f"{path}: cannot be written ({error.strerror})"
        raise SourceBrokenError(msg) from error
