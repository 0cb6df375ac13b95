"""A picture on its way to the screen: a Qt image of about the size in which it is shown.

Made in the capture thread, so that the window only has to draw it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from dicecam.sight import Frame, Image


@dataclass(frozen=True, slots=True)
class Picture:
    """What the window shows of a frame.

    Attributes:
        index: Number of the frame.
        time_s: Media time in seconds.
        image: The picture, perhaps smaller than the frame.
        width: Width of the frame, px; boxes of dice are measured in it.
        height: Height of the frame, px.
    """

    index: int
    time_s: float
    image: QImage
    width: int
    height: int


def to_qimage(image: Image) -> QImage:
    """Return a picture `(H, W, 3)` uint8 BGR as a Qt image that owns its pixels."""
    height, width = image.shape[:2]
    pixels = np.ascontiguousarray(image)
    # copy(): the pixels must outlive the array, which belongs to the source.
    return QImage(pixels.data, width, height, pixels.strides[0], QImage.Format.Format_BGR888).copy()


def picture_of(frame: Frame, shown_px: int) -> Picture:
    """Return a frame for the screen.

    Args:
        frame: The frame.
        shown_px: Width in which it is shown, px. A wider frame is brought to it here, in whole
            steps first, which cost next to nothing: then the window only has to copy pixels.
    """
    height, width = frame.image.shape[:2]
    step = max(1, width // max(1, shown_px))
    image = to_qimage(frame.image[::step, ::step])
    if 0 < shown_px < image.width():
        image = image.scaledToWidth(shown_px, Qt.TransformationMode.SmoothTransformation)
    # The format of the screen: any other would be converted in every turn of the window.
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    return Picture(frame.index, frame.time_s, image, width, height)
