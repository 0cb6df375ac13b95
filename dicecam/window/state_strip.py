"""The state of the table in words, with a colour and a sign of its own for each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from dicecam.window.theme import Theme, theme_of


class Sign(StrEnum):
    """What is drawn before the words; the shape says as much as the colour."""

    WAIT = "wait"
    """Dice are awaited: a die."""
    MOVE = "move"
    """Dice are rolling: arrows."""
    HAND = "hand"
    """Something covers the table: a hand's outline."""
    DONE = "done"
    """Read: a tick."""
    ASK = "ask"
    """Somebody has to look: an exclamation mark in a triangle."""
    BACK = "back"
    """People look back: an arrow to the left."""
    OFF = "off"
    """No picture: a crossed circle."""


LONG = 42
"""Longer texts are written smaller, so that the picture keeps its room."""


USUAL_PX = 490
"""Width of the strip on the smallest laptop, px."""
MOST_ZOOM = 1.3
"""A wider strip has words so much larger at most."""
MOST_LONG_SCALE = 1.25
"""Long texts grow with the text size no further than this."""


@dataclass(frozen=True, slots=True)
class State:
    """What the strip says.

    Attributes:
        sign: Its sign and colour.
        text: The words.
        detail: A second, quieter line; may be empty.
    """

    sign: Sign
    text: str
    detail: str = ""


def sign_colour(sign: Sign, theme: Theme) -> str:
    """Return the colour of a sign."""
    if sign is Sign.DONE:
        return theme.good
    if sign in (Sign.ASK, Sign.HAND):
        return theme.warning
    if sign is Sign.OFF:
        return theme.bad
    return theme.accent


class SignView(QWidget):
    """Draws a sign."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sign = Sign.OFF
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return a square as high as two lines of text."""
        side = round(40 * theme_of(self).scale)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(self.width() / 40, self.height() / 40)
        colour = QColor(sign_colour(self.sign, theme))
        pen = QPen(colour, 4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        paint_sign(painter, self.sign)
        painter.end()


def paint_sign(painter: QPainter, sign: Sign) -> None:
    """Draw a sign into the square (0, 0) to (40, 40) with the painter's pen."""
    path = QPainterPath()
    if sign is Sign.DONE:
        path.moveTo(8, 21)
        path.lineTo(17, 30)
        path.lineTo(33, 11)
    elif sign is Sign.MOVE:
        for x in (8, 19):
            path.moveTo(x, 10)
            path.lineTo(x + 12, 20)
            path.lineTo(x, 30)
    elif sign is Sign.HAND:
        path.moveTo(10, 34)
        path.lineTo(10, 16)
        for x in (14, 20, 26):
            path.moveTo(x, 22)
            path.lineTo(x, 7 if x == 20 else 9)
        path.moveTo(31, 24)
        path.lineTo(31, 15)
        path.moveTo(10, 24)
        path.arcTo(QRectF(10, 14, 21, 22), 180, 180)
    elif sign is Sign.ASK:
        path.moveTo(20, 6)
        path.lineTo(36, 34)
        path.lineTo(4, 34)
        path.closeSubpath()
        path.moveTo(20, 16)
        path.lineTo(20, 24)
        path.moveTo(20, 29)
        path.lineTo(20, 29.5)
    elif sign is Sign.BACK:
        path.moveTo(17, 10)
        path.lineTo(7, 20)
        path.lineTo(17, 30)
        path.moveTo(8, 20)
        path.lineTo(33, 20)
    elif sign is Sign.WAIT:
        path.addRoundedRect(QRectF(7, 7, 26, 26), 6, 6)
        for x, y in ((14, 14), (20, 20), (26, 26)):
            path.moveTo(x, y)
            path.lineTo(x, y + 0.1)
    else:
        path.addEllipse(QRectF(6, 6, 28, 28))
        path.moveTo(11, 29)
        path.lineTo(29, 11)
    painter.drawPath(path)


class StateStrip(QWidget):
    """The sign and the words side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sign = SignView(self)
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self._detail = QLabel(self)
        self._detail.setWordWrap(True)
        self._detail.setTextFormat(Qt.TextFormat.PlainText)
        self._detail.setProperty("quiet", True)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._sign)
        row.addWidget(self._text, 1)
        row.addWidget(self._detail, 1)
        self._state: State | None = None

    @property
    def state(self) -> State | None:
        """What it says now."""
        return self._state

    def set_state(self, state: State) -> None:
        """Say something else."""
        if state == self._state:
            return
        self._state = state
        self._sign.sign = state.sign
        self._sign.update()
        self._text.setText(state.text)
        self._detail.setText(state.detail)
        self._detail.setVisible(bool(state.detail))
        self._fit()
        self.setAccessibleName(f"{state.text} {state.detail}".strip())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Write larger where there is more room."""
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the text size."""
        if event.type() == QEvent.Type.FontChange:
            self._fit()
        super().changeEvent(event)

    def _fit(self) -> None:
        if self._state is None:
            return
        theme = theme_of(self)
        long = len(self._state.text) > LONG
        room = max(1.0, min(MOST_ZOOM, self.width() / (USUAL_PX * theme.scale)))
        px = (16 if long else 21) * room
        if long and theme.scale > MOST_LONG_SCALE:  # or the picture would have no room
            px *= MOST_LONG_SCALE / theme.scale
        self._text.setFont(theme.font(px, bold=True))
