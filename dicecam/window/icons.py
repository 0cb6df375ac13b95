"""Draws dice, colour marks and small signs; every picture is a vector drawing of our own.

A die is named by its reader class and body colour. Pips are drawn here, symbols come from
`dicecam.window.symbols`; a face without drawing shows its first letters, so that a taught symbol
needs no change. This module knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QIcon,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTransform,
)

from dicecam.messages import Message
from dicecam.window.symbols import SYMBOLS, paint_symbol
from dicecam.window.theme import FILLS, Theme, best_ink, mix

Say = Callable[[Message], str]
"""Turns a message into a sentence of the language in use."""

_PIPS = {
    1: ((0.5, 0.5),),
    2: ((0.25, 0.25), (0.75, 0.75)),
    3: ((0.25, 0.25), (0.5, 0.5), (0.75, 0.75)),
    4: ((0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)),
    5: ((0.25, 0.25), (0.75, 0.25), (0.5, 0.5), (0.25, 0.75), (0.75, 0.75)),
    6: ((0.25, 0.22), (0.75, 0.22), (0.25, 0.5), (0.75, 0.5), (0.25, 0.78), (0.75, 0.78)),
}
_UNSURE = {"other": "✕", "unreadable": "?"}


def letter_of(colour: str | None, say: Say) -> str:
    """Return the letter that stands for a colour in the language in use."""
    return say(Message(f"core.letter.{colour}")) if colour in FILLS else ""


def pips_of(face: str) -> int | None:
    """Return the number a face shows as pips, None for a symbol."""
    number = face.removeprefix("pips_")
    return int(number) if number in ("1", "2", "3", "4", "5", "6") else None


def _polygon(rect: QRectF, corners: int, turn: float = -90.0) -> QPainterPath:
    centre, radius = rect.center(), min(rect.width(), rect.height()) / 2
    path = QPainterPath()
    for corner in range(corners):
        angle = math.radians(turn + 360 * corner / corners)
        point = centre + QPointF(math.cos(angle) * radius, math.sin(angle) * radius)
        if corner:
            path.lineTo(point)
        else:
            path.moveTo(point)
    path.closeSubpath()
    return path


def _bars(rect: QRectF, both: bool, turn: float) -> QPainterPath:
    side = min(rect.width(), rect.height())
    thick, centre = side * 0.34, rect.center()
    path = QPainterPath()
    path.addRect(QRectF(-side / 2, -thick / 2, side, thick))
    if both:
        other = QPainterPath()
        other.addRect(QRectF(-thick / 2, -side / 2, thick, side))
        path = path.united(other)
    return QTransform().translate(centre.x(), centre.y()).rotate(turn).map(path)


def _heart(rect: QRectF) -> QPainterPath:
    x, y, w, h = rect.x(), rect.y(), rect.width(), rect.height()
    path = QPainterPath(QPointF(x + w / 2, y + h))
    path.cubicTo(x - w * 0.28, y + h * 0.5, x + w * 0.08, y - h * 0.16, x + w / 2, y + h * 0.26)
    path.cubicTo(x + w * 0.92, y - h * 0.16, x + w * 1.28, y + h * 0.5, x + w / 2, y + h)
    return path


def shape_path(shape: str, rect: QRectF) -> QPainterPath:
    """Return the outline of a colour's shape inside a rectangle; unknown ones are a dash."""
    path = QPainterPath()
    if shape == "circle":
        path.addEllipse(rect.adjusted(1, 1, -1, -1))
    elif shape == "ring":
        path.addEllipse(rect.adjusted(1, 1, -1, -1))
        inset = rect.width() * 0.24
        path.addEllipse(rect.adjusted(inset, inset, -inset, -inset))
    elif shape == "square":
        inset = rect.width() * 0.09
        path.addRect(rect.adjusted(inset, inset, -inset, -inset))
    elif shape == "triangle":
        path = _polygon(rect.translated(0, rect.height() * 0.1), 3)
    elif shape == "heart":
        path = _heart(rect)
    elif shape in ("diamond", "pentagon", "hexagon"):
        path = _polygon(rect, {"diamond": 4, "pentagon": 5, "hexagon": 6}[shape])
    elif shape in ("plus", "cross"):
        path = _bars(rect, both=True, turn=45 if shape == "cross" else 0)
    else:
        path = _bars(rect, both=False, turn=90 if shape == "bar" else 0)
    return path


def paint_mark(
    painter: QPainter, rect: QRectF, colour: str, letter: str, theme: Theme, on_fill: bool = False
) -> None:
    """Draw a colour's shape with its letter below, side by side when there is more width.

    Args:
        painter: Where.
        rect: The space.
        colour: Name of the colour.
        letter: Its letter in the language in use; may be empty.
        theme: Colours and type.
        on_fill: True on a background of that colour.
    """
    ink = theme.ink(colour)
    pen = QColor(ink.on_fill if on_fill else ink.text)
    wide = rect.width() > rect.height() * 1.3
    side = min(rect.width() / (2.1 if wide else 1.0), rect.height() / (1.0 if wide else 2.05))
    side *= 0.9
    if not letter:
        side = min(rect.width(), rect.height()) * 0.8
    mark = QRectF(0, 0, side, side)
    text = QRectF(rect)
    if not letter:
        mark.moveCenter(rect.center())
    elif wide:
        mark.moveCenter(QPointF(rect.x() + rect.width() * 0.26, rect.center().y()))
        text.setLeft(rect.x() + rect.width() * 0.5)
    else:
        mark.moveCenter(QPointF(rect.center().x(), rect.y() + rect.height() * 0.26))
        text.setTop(rect.y() + rect.height() * 0.5)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(pen)
    painter.drawPath(shape_path(ink.shape, mark))
    if letter:
        painter.setPen(pen)
        fit_text(painter, text, letter, theme, bold=True)
    painter.restore()


def fit_text(
    painter: QPainter,
    rect: QRectF,
    text: str,
    theme: Theme,
    bold: bool = False,
    most: float = 400.0,
    flags: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignCenter,
    least: int = 1,
) -> int:
    """Draw a line of text as large as a rectangle allows.

    Args:
        painter: Where; its pen colours the text.
        rect: The space.
        text: One line.
        theme: For the font.
        bold: Heavier strokes.
        most: Largest font size, px.
        flags: Where in the space.
        least: Smallest font size, px; a longer text is shortened.

    Returns:
        The font size used, px.
    """
    px = max(least, fitting_px(rect, text, theme, bold, most))
    font = theme.font(1, bold)
    font.setPixelSize(px)
    painter.setFont(font)
    if least > 1:
        metrics = QFontMetricsF(font)
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
    painter.drawText(rect, int(flags) | int(Qt.TextFlag.TextSingleLine), text)
    return px


def fitting_px(
    rect: QRectF, text: str, theme: Theme, bold: bool = False, most: float = 400.0
) -> int:
    """Return the largest font size, px, at which a line of text fits a rectangle."""
    width, height = _measured(theme.font(1, bold).family(), bold, text)
    return max(1, int(min(rect.width() * 100 / width, rect.height() * 100 / height, most)))


@lru_cache(maxsize=4096)
def _measured(family: str, bold: bool, text: str) -> tuple[float, float]:
    """Return width and height of a line of text at 100 px."""
    font = QFont(family)
    font.setPixelSize(100)
    font.setBold(bold)
    metrics = QFontMetricsF(font)
    height = metrics.ascent() + metrics.descent() * 0.4
    return max(1.0, metrics.horizontalAdvance(text)), max(1.0, height)


def body_path(rect: QRectF) -> QPainterPath:
    """Return the outline of a die seen from above."""
    path = QPainterPath()
    radius = min(rect.width(), rect.height()) * 0.2
    path.addRoundedRect(rect, radius, radius)
    return path


def paint_face(painter: QPainter, rect: QRectF, face: str, ink: str, theme: Theme) -> None:
    """Draw what a face shows, without the die: pips, a symbol, or letters for unknown ones.

    Args:
        painter: Where.
        rect: The space, square.
        face: Reader class, or a number of pips as text.
        ink: Colour of the drawing.
        theme: For letters.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pips = pips_of(face)
    if pips is not None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink))
        radius = rect.width() * 0.1
        for x, y in _PIPS[pips]:
            centre = QPointF(rect.x() + x * rect.width(), rect.y() + y * rect.height())
            painter.drawEllipse(centre, radius, radius)
    elif face in SYMBOLS:
        painter.translate(rect.topLeft())
        painter.scale(rect.width() / 100, rect.height() / 100)
        paint_symbol(painter, face, QColor(ink))
    else:
        letters = _UNSURE.get(face) or face.rpartition("_")[2][:2].title()
        painter.setPen(QColor(ink))
        inset = rect.width() * 0.12
        fit_text(painter, rect.adjusted(inset, inset, -inset, -inset), letters, theme, bold=True)
    painter.restore()


def paint_die(
    painter: QPainter,
    rect: QRectF,
    face: str,
    colour: str | None,
    theme: Theme,
    unsure: bool = False,
) -> None:
    """Draw a die from above.

    Args:
        painter: Where.
        rect: The space, square.
        face: Reader class.
        colour: Body colour; None or `unknown` gives an ivory die.
        theme: Colours and type.
        unsure: True for a dashed outline.
    """
    fill = FILLS["white"] if colour in (None, "unknown") else FILLS.get(colour, FILLS["grey"])
    ink = best_ink(fill)
    width = max(1.0, rect.width() * 0.035)
    body = rect.adjusted(width, width, -width, -width)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = mix(fill, ink, 0.55) if not theme.dark else mix(fill, "#ffffff", 0.45)
    pen = QPen(QColor(theme.warning if unsure else edge), width * (2 if unsure else 1))
    if unsure:
        pen.setStyle(Qt.PenStyle.DashLine)
    painter.setPen(pen)
    painter.setBrush(QColor(fill))
    painter.drawPath(body_path(body))
    painter.restore()
    inset = rect.width() * (0.1 if pips_of(face) is not None else 0.14)
    paint_face(painter, rect.adjusted(inset, inset, -inset, -inset), face, ink, theme)


def die_pixmap(
    face: str,
    colour: str | None,
    size: int,
    theme: Theme,
    letter: str = "",
    unsure: bool = False,
    ratio: float = 1.0,
) -> QPixmap:
    """Return a picture of a die, with the colour's mark beside it when a letter is given.

    Args:
        face: Reader class.
        colour: Body colour, None when it does not matter.
        size: Height, px.
        theme: Colours and type.
        letter: The colour's letter; empty for a die alone.
        unsure: True for a dashed outline.
        ratio: Device pixels per px of the screen.
    """
    width = size * 3 // 2 if letter and colour else size
    pixmap = QPixmap(round(width * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_die(painter, QRectF(0, 0, size, size), face, colour, theme, unsure)
    if letter and colour:
        mark = QRectF(size * 1.06, size * 0.08, size * 0.42, size * 0.84)
        paint_mark(painter, mark, colour, letter, theme)
    painter.end()
    return pixmap


def die_icon(face: str, colour: str | None, theme: Theme, size: int = 64) -> QIcon:
    """Return the icon of a die."""
    return QIcon(die_pixmap(face, colour, size, theme))


def colour_icon(colour: str, letter: str, theme: Theme, size: int = 40) -> QIcon:
    """Return a plate in a colour with its letter and shape."""
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.ink(colour).fill))
    painter.drawRoundedRect(0, 0, size, size, size / 5, size / 5)
    inner = pixmap.rect().adjusted(size // 10, size // 12, -size // 10, -size // 12)
    paint_mark(painter, inner.toRectF(), colour, letter, theme, on_fill=True)
    painter.end()
    return QIcon(pixmap)
