"""Which camera, with its live picture and hints on what spoils it."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from dicecam.sight import Box, Image
from dicecam.table.hints import Hint, hints_for
from dicecam.table.view import TableView
from dicecam.window.icons import die_pixmap, paint_face
from dicecam.window.live.picture import Picture
from dicecam.window.theme import mix, theme_of

DEMO = "demo"
"""Name of the source that comes with the program."""
FILE = "file:"
"""Stands for the choice of a file."""
EVERY = 10
"""Hints are worked out for one picture in so many."""
_MEMORY = 3


def as_array(image: QImage) -> Image:
    """Return a Qt image as an array `(H, W, 3)` uint8 BGR."""
    image = image.convertToFormat(QImage.Format.Format_BGR888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    # A copy: the pixels belong to an image that may be gone when this returns.
    return lines[:, : image.width() * 3].reshape(image.height(), image.width(), 3).copy()


class SteadyHints:
    """Hints that stay for a while, so that they do not flicker."""

    def __init__(self) -> None:
        self._recent: deque[tuple[Hint, ...]] = deque(maxlen=_MEMORY)

    def add(self, image: Image, boxes: Sequence[Box]) -> tuple[Hint, ...]:
        """Return what spoils most of the pictures looked at last.

        Args:
            image: `(H, W, 3)` uint8 BGR.
            boxes: Dice in px of the camera's full picture.
        """
        self._recent.append(hints_for(image, boxes))
        seen = Counter(hint for hints in self._recent for hint in hints)
        return tuple(hint for hint in Hint if seen[hint] * 2 > len(self._recent))

    def clear(self) -> None:
        """Forget everything, for another camera."""
        self._recent.clear()


class Preview(QWidget):
    """The live picture, small, with the dice found outlined."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.picture: Picture | None = None
        self.boxes: tuple[Box, ...] = ()
        self.text = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(360, 210)

    def minimumSizeHint(self) -> QSize:
        """Return the size in which dice can still be seen."""
        return QSize(200, 120)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, or a sentence when there is none."""
        del event
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = QRectF(self.rect())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(mix(theme.paper, theme.text, 0.12)))
        painter.drawRoundedRect(area, 10, 10)
        picture = self.picture
        if picture is None:
            painter.setFont(self.font())
            painter.setPen(QColor(theme.text))
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(area.adjusted(12, 12, -12, -12), flags, self.text)
            painter.end()
            return
        scale = min(area.width() / picture.width, area.height() / picture.height)
        shown = QRectF(0, 0, picture.width * scale, picture.height * scale)
        shown.moveCenter(area.center())
        painter.drawImage(shown, picture.image)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for colour, width in (("#000000", 4), ("#ffffff", 2)):
            painter.setPen(QPen(QColor(colour), width))
            for box in self.boxes:
                x, y = shown.x() + box.x1 * scale, shown.y() + box.y1 * scale
                rect = QRectF(x, y, box.width * scale, box.height * scale)
                painter.drawRoundedRect(rect.adjusted(-2, -2, 2, 2), 4, 4)
        painter.end()


class CameraBox(QWidget):
    """The choice of a camera and what it shows.

    Attributes:
        watched: Another source was chosen: its name, empty for playing without a camera.
    """

    watched = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cameras: tuple[tuple[str, str], ...] = ()
        self._steady = SteadyHints()
        self._hints: tuple[Hint, ...] = ()
        self._dice = 0
        self._trouble = ""
        self._needed = True
        self.source = ""
        self.choice = QComboBox(self)
        self.choice.activated.connect(self._on_activated)
        self.preview = Preview(self)
        self.sign = QLabel(self)
        self.hint = QLabel(self)
        self.hint.setWordWrap(True)
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        line = QHBoxLayout()
        line.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.hint, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.choice)
        column.addWidget(self.preview, 1)
        column.addLayout(line)
        self._retranslate()

    def set_cameras(self, cameras: Sequence[Any]) -> None:
        """Offer the cameras there are: values with `key` and `name`."""
        self._cameras = tuple((str(camera.key), str(camera.name)) for camera in cameras)
        self._retranslate()

    def set_source(self, source: str) -> None:
        """Show which source is watched."""
        if source != self.source:
            self.forget()
        self.source = source
        self._retranslate()

    def set_needed(self, needed: bool) -> None:
        """Say whether the game has dice for a camera to read."""
        self._needed = needed
        self._show_hint()

    def forget(self) -> None:
        """Forget the picture, such as before another source."""
        self._steady.clear()
        self._hints, self._dice, self._trouble = (), 0, ""
        self.preview.picture, self.preview.boxes = None, ()
        self._show_hint()

    def show_picture(self, picture: Picture) -> None:
        """Show a new picture; every so often look for what spoils it."""
        self.preview.picture = picture
        self._trouble = ""
        if picture.index % EVERY == 0:
            self._hints = self._steady.add(as_array(picture.image), self.preview.boxes)
            self._show_hint()
        self.preview.update()

    def show_view(self, view: TableView) -> None:
        """Show the dice that were found."""
        self.preview.boxes = tuple(die.box for die in view.dice)
        if len(view.dice) != self._dice:
            self._dice = len(view.dice)
            self._show_hint()

    def show_trouble(self, text: str) -> None:
        """Say why there is no picture."""
        self._trouble = text
        if text:
            self.preview.picture, self.preview.boxes = None, ()
        self._show_hint()

    def _on_activated(self, index: int) -> None:
        source = self.choice.itemData(index)
        if source == FILE:
            source, _ = QFileDialog.getOpenFileName(self, self.tr("A video, photo or recording"))
            if not source:
                self._retranslate()
                return
        self.forget()
        self.source = source
        self._retranslate()
        self.watched.emit(source)

    def _show_hint(self) -> None:
        theme = theme_of(self)
        words = hint_words()
        side = round(26 * theme.scale)
        good = not self._hints and not self._trouble and self.preview.picture is not None
        if self._trouble:
            text, ink = self._trouble, theme.bad
        elif self._hints:
            text, ink = "\n".join(words[hint] for hint in self._hints), theme.warning
        elif good:
            text = self.tr("The picture is good. Dice seen: {count}").format(count=self._dice)
            ink = theme.good
        elif not self._needed:
            text, ink = self.tr("This game can be played without a camera."), theme.quiet
        else:
            text, ink = self.tr("Choose a camera, or enter the dice by hand."), theme.quiet
        self.hint.setText(text)
        self.hint.setStyleSheet(f"color: {ink}; font-weight: bold;")
        pixmap = die_pixmap("other", None, side, theme)
        pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        name = "check" if good else "lamp"
        paint_face(painter, QRectF(0, 0, side, side), name, ink, theme)
        painter.end()
        self.sign.setPixmap(pixmap)
        self.preview.text = self._trouble or self.tr("No picture")
        self.preview.setAccessibleName(self.tr("Picture of the camera: {text}").format(text=text))
        self.preview.update()

    def _retranslate(self) -> None:
        entries = [(key, name) for key, name in self._cameras]
        entries += [
            (DEMO, self.tr("Recorded demonstration")),
            (FILE, self.tr("Video, photo or recording…")),
            ("", self.tr("No camera: dice by hand")),
        ]
        if self.source and self.source not in [key for key, _ in entries]:
            entries.insert(0, (self.source, self.source))
        self.choice.blockSignals(True)
        self.choice.clear()
        for key, name in entries:
            self.choice.addItem(name, key)
        self.choice.setCurrentIndex(self.choice.findData(self.source))
        self.choice.setAccessibleName(self.tr("Camera"))
        self.choice.blockSignals(False)
        self._show_hint()

    def changeEvent(self, event: QEvent) -> None:
        """Follow language and colours."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show_hint()
        super().changeEvent(event)


def hint_words() -> dict[Hint, str]:
    """Return each hint in words, in the language in use."""
    translate = QCoreApplication.translate
    return {
        Hint.TOO_DARK: translate("CameraBox", "It is too dark: switch on a lamp."),
        Hint.GLARE: translate(
            "CameraBox", "Something dazzles the camera: move the lamp or the camera."
        ),
        Hint.TOO_SMALL: translate(
            "CameraBox", "The dice are too small in the picture: come closer."
        ),
        Hint.BLURRED: translate(
            "CameraBox", "The dice are out of focus: move the camera away a little, clean its lens."
        ),
    }
