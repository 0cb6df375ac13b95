"""Small pictures of dice as Qt wants them; it knows arrays and pixmaps only."""

from __future__ import annotations

from PySide6.QtGui import QPixmap

from dicecam.sight import Image
from dicecam.window.live.picture import to_qimage


def pixmap(image: Image) -> QPixmap:
    """Return a picture `(H, W, 3)` uint8 BGR as a pixmap."""
    return QPixmap.fromImage(to_qimage(image))
