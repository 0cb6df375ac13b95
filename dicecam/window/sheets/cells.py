"""Paints one cell of a sheet: box, circle, lock, penalty; open, marked, passed or closed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from dicecam.rules.sheet import Cell, Mark
from dicecam.window.icons import paint_die, paint_face, pips_of
from dicecam.window.sheets.parts import Look, Spot
from dicecam.window.theme import DARK_INK, LIGHT_INK, Ink, Theme, best_ink, mix, readable


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of a cell in its state."""

    ground: str
    ink: str
    edge: str


def dress(spot: Spot, look: Look) -> Dress:
    """Return the colours of a cell: chosen, legal, open, marked, passed or closed."""
    theme, cell = look.theme, spot.cell
    ink = theme.ink(spot.colour)
    if cell.action is not None and cell.action in look.lit:
        return Dress(theme.glow, best_ink(theme.glow), best_ink(theme.glow))
    if cell.action is not None:
        return Dress(LIGHT_INK, DARK_INK, theme.glow)
    if cell.mark in (Mark.PASSED, Mark.CLOSED):
        ground = mix(ink.fill, ink.cell, 0.3)
        return Dress(ground, mix(ground, best_ink(ground), 0.45), ground)
    return Dress(ink.cell, ink.on_cell, mix(ink.fill, ink.cell, 0.4))


def outline(cell: Cell, rect: QRectF) -> QPainterPath:
    """Return the outline of a cell's shape."""
    path = QPainterPath()
    if cell.shape in ("circle", "lock"):
        side = min(rect.width(), rect.height())
        circle = QRectF(0, 0, side, side)
        circle.moveCenter(rect.center())
        path.addEllipse(circle)
    else:
        radius = min(rect.width(), rect.height()) * 0.2
        path.addRoundedRect(rect, radius, radius)
    return path


def paint_cell(painter: QPainter, spot: Spot, look: Look, px: int) -> None:
    """Paint a cell.

    Args:
        painter: Where.
        spot: The cell and its place.
        look: Theme, words and highlights.
        px: Font size of its text; 0 for a cell too small for text.
    """
    cell, rect = spot.cell, spot.rect
    clothes = dress(spot, look)
    path = outline(cell, rect)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if cell.action is not None:
        paint_glow(painter, path, rect, look.theme)
    edge = max(1.0, min(rect.width(), rect.height()) * 0.03)
    painter.setPen(QPen(QColor(clothes.edge), edge))
    painter.setBrush(QColor(clothes.ground))
    painter.drawPath(path)
    if cell.mark is Mark.CLOSED and cell.shape != "lock":
        _hatch(painter, path, clothes)
    _content(painter, spot, clothes, look, px)
    if cell.mark is Mark.MARKED:
        _marked(painter, spot, look, px)


def paint_glow(painter: QPainter, path: QPainterPath, rect: QRectF, theme: Theme) -> None:
    """Paint the ring that says "this may be chosen": two tones, seen on any ground."""
    width = max(2.5, min(rect.width(), rect.height()) * 0.09)
    outer = DARK_INK if theme.dark else LIGHT_INK
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for colour, share in ((outer, 3.4), (theme.glow, 2.0)):
        painter.setPen(QPen(QColor(colour), width * share))
        painter.drawPath(path)


def _hatch(painter: QPainter, path: QPainterPath, clothes: Dress) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QBrush(QColor(clothes.ink), Qt.BrushStyle.BDiagPattern))
    painter.drawPath(path)


def _content(painter: QPainter, spot: Spot, clothes: Dress, look: Look, px: int) -> None:
    cell, rect = spot.cell, spot.rect
    if cell.shape == "lock":
        side = min(rect.width(), rect.height()) * 0.62
        sign = QRectF(0, 0, side, side)
        sign.moveCenter(rect.center())
        open_ = cell.mark is Mark.OPEN
        paint_face(painter, sign, "padlock_open" if open_ else "padlock", clothes.ink, look.theme)
    elif cell.face is not None:
        _face(painter, spot, clothes, look, px)
    elif cell.text and px and not (cell.shape == "penalty" and cell.mark is Mark.OPEN):
        faded = cell.mark is Mark.MARKED
        ink = mix(clothes.ink, clothes.ground, 0.3) if faded else clothes.ink
        if cell.mark is Mark.MARKED and cell.shape in ("penalty", "circle"):
            return
        write(painter, rect, cell.text, ink, look.theme, px)


def write(
    painter: QPainter, rect: QRectF, text: str, ink: str, theme: Theme, px: int, bold: bool = True
) -> None:
    """Write one line in the middle of a rectangle, in a font size of px as it is."""
    font = theme.font(1, bold)
    font.setPixelSize(px)
    painter.setFont(font)
    painter.setPen(QColor(ink))
    painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), text)


def _face(painter: QPainter, spot: Spot, clothes: Dress, look: Look, px: int) -> None:
    """Draw a symbol or a die; the text, if any, stands small in the upper left corner."""
    cell, rect = spot.cell, spot.rect
    assert cell.face is not None
    side = min(rect.width(), rect.height())
    if pips_of(cell.face) is not None or cell.place is not None:
        die = QRectF(0, 0, side * 0.8, side * 0.8)
        die.moveCenter(rect.center())
        paint_die(painter, die, cell.face, spot.colour, look.theme)
        return
    sign = QRectF(0, 0, side * 0.62, side * 0.62)
    sign.moveCenter(rect.center())
    if cell.text and px:
        tag = min(px, round(side * 0.42))
        corner = QRectF(rect.x() + side * 0.05, rect.y(), side * 0.4, tag * 1.2)
        write(painter, corner, cell.text, clothes.ink, look.theme, tag)
        sign.moveCenter(QPointF(rect.center().x() + side * 0.1, rect.center().y() + side * 0.08))
    paint_face(painter, sign, cell.face, clothes.ink, look.theme)


def _marked(painter: QPainter, spot: Spot, look: Look, px: int) -> None:
    """Draw what the pen leaves: a ring around symbols, a cross over everything else."""
    cell, rect = spot.cell, spot.rect
    ink = look.theme.ink(spot.colour)
    stroke = readable(ink.fill, ink.cell, 7.0) if cell.shape != "penalty" else look.theme.bad
    side = min(rect.width(), rect.height())
    if cell.shape == "circle" and cell.text and px:
        write(painter, rect, cell.text, stroke, look.theme, px)
        return
    if cell.face is not None:
        ring = QRectF(0, 0, side * 0.92, side * 0.92)
        ring.moveCenter(rect.center())
        painter.setPen(QPen(QColor(stroke), side * 0.075))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(ring)
        return
    if cell.shape == "lock":
        return
    cross(painter, rect, _pen_ink(ink, look.theme, cell))


def _pen_ink(ink: Ink, theme: Theme, cell: Cell) -> str:
    return theme.bad if cell.shape == "penalty" else readable(ink.fill, ink.cell, 7.0)


def cross(painter: QPainter, rect: QRectF, ink: str) -> None:
    """Draw a cross as a felt pen would: two strokes, not quite straight."""
    side = min(rect.width(), rect.height()) * 0.36
    centre = rect.center()
    pen = QPen(QColor(ink), side * 0.36)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for mirror in (1, -1):
        path = QPainterPath(centre + QPointF(-side * mirror, -side))
        path.quadTo(
            centre + QPointF(side * 0.16, -side * 0.1), centre + QPointF(side * mirror, side)
        )
        painter.drawPath(path)
