"""Paints one cell of a sheet: box, circle, lock, penalty; open, marked, passed or closed."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen

from dicecam.rules.sheet import Cell, Mark
from dicecam.window.icons import fit_text, paint_die, paint_face, paint_mark, pips_of
from dicecam.window.sheets.parts import Look, Spot
from dicecam.window.theme import DARK_INK, LIGHT_INK, Ink, Theme, best_ink, mix, readable


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of a cell in its state."""

    ground: str
    ink: str
    edge: str


LEAST_TAG = 30.0
"""Side of a figure's frame that is still read from two metres, px; smaller ones are left out."""


def tag_side(height: float, width: float) -> float:
    """Return the side of a figure's frame beside the picture in a box of some size, px."""
    return min(height * 0.92, width * 0.29)


def dress(spot: Spot, look: Look) -> Dress:
    """Return the colours of a cell: chosen, legal, open, marked, passed or closed."""
    theme, cell = look.theme, spot.cell
    ink = theme.ink(spot.colour)
    if look.lit.intersection(cell.offered):
        return Dress(theme.glow, best_ink(theme.glow), best_ink(theme.glow))
    if cell.offered and cell.shape == "button":
        return Dress(theme.accent, theme.on_accent, theme.accent)
    if cell.offered:
        return Dress(LIGHT_INK, DARK_INK, theme.glow)
    if cell.mark in (Mark.PASSED, Mark.CLOSED):
        ground = mix(ink.fill, ink.cell, 0.3)
        return Dress(ground, mix(ground, best_ink(ground), 0.45), ground)
    return Dress(ink.cell, ink.on_cell, mix(ink.text, ink.cell, 0.5))


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
    if cell.offered:
        paint_glow(painter, path, rect, look.theme)
    edge = max(1.0, min(rect.width(), rect.height()) * 0.03)
    painter.setPen(QPen(QColor(clothes.edge), edge))
    painter.setBrush(QColor(clothes.ground))
    painter.drawPath(path)
    if cell.mark is Mark.CLOSED and cell.shape != "lock":
        _hatch(painter, path, clothes)
    _content(painter, spot, clothes, look, px)
    if cell.colour is not None and cell.colour != spot.row.colour and px:
        _own_colour(painter, rect, cell.colour, look)
    if cell.mark is Mark.MARKED:
        _marked(painter, spot, look, px)


def _own_colour(painter: QPainter, rect: QRectF, colour: str, look: Look) -> None:
    """Draw shape and letter of a cell's own colour at its lower edge."""
    high = min(rect.height() * 0.28, rect.width() * 0.3)
    mark = QRectF(0, 0, high * 2, high)
    mark.moveCenter(QPointF(rect.center().x(), rect.bottom() - high * 0.7))
    ink = look.theme.ink(colour)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ink.fill))
    painter.drawRoundedRect(mark.adjusted(-3, -1, 3, 1), high / 2, high / 2)
    paint_mark(painter, mark, colour, look.letter(colour), look.theme, on_fill=True)


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
    elif cell.shape == "button":
        label = cell.text or (look.say(cell.label) if cell.label is not None else "")
        painter.setPen(QColor(clothes.ink))
        inner = rect.adjusted(rect.height() * 0.3, 0, -rect.height() * 0.3, 0)
        fit_text(painter, inner, label, look.theme, bold=True, most=rect.height() * 0.5)
    elif cell.face is not None:
        _face(painter, spot, clothes, look, px)
    elif cell.text and px and not (cell.shape == "penalty" and cell.mark is Mark.OPEN):
        faded = cell.mark is Mark.MARKED
        ink = mix(clothes.ink, clothes.ground, 0.3) if faded else clothes.ink
        if cell.mark is Mark.MARKED and cell.shape in ("penalty", "circle"):
            return
        px = _round_px(cell, rect, px) if cell.shape == "circle" else px
        if cell.colour is not None and cell.colour != spot.row.colour:
            px, rect = round(px * 0.8), rect.adjusted(0, 0, 0, -rect.height() * 0.26)
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
    """Draw a symbol or a die; text and corner figure stand small in the upper corners."""
    cell, rect = spot.cell, spot.rect
    assert cell.face is not None
    side = min(rect.width(), rect.height())
    if pips_of(cell.face) is not None or cell.place is not None:
        die = QRectF(0, 0, side * 0.8, side * 0.8)
        die.moveCenter(rect.center())
        paint_die(painter, die, cell.face, cell.colour, look.theme)
        return
    tag = tag_side(rect.height(), rect.width()) if px else 0.0
    tagged = tag >= LEAST_TAG * 0.97 and bool(cell.text or cell.corner)
    share = min(0.64, (rect.width() - 2 * tag) * 0.86 / side) if tagged else 0.78
    sign = QRectF(0, 0, side * share, side * share)
    sign.moveCenter(rect.center())
    if tagged:
        top = rect.center().y() - tag / 2
        pad = (rect.width() - sign.width() - 2 * tag) / 5
        if cell.text:
            box = QRectF(rect.x() + pad, top, tag, tag)
            _tag(painter, box, cell.text, clothes, look, coin=False)
        if cell.corner:
            box = QRectF(rect.right() - pad - tag, top, tag, tag)
            _tag(painter, box, cell.corner, clothes, look, coin=True)
    paint_face(painter, sign, cell.face, clothes.ink, look.theme)


def _round_px(cell: Cell, rect: QRectF, px: int) -> int:
    """Return the font size of a figure in a circle, px."""
    share = 0.68 if len(cell.text) < 2 else 0.56
    return min(px, round(min(rect.width(), rect.height()) * share))


def paint_figure(painter: QPainter, spot: Spot, look: Look) -> None:
    """Paint a cell as its bare figure, where there is no room for a ring around it."""
    cell, theme = spot.cell, look.theme
    ink = theme.text if cell.mark is Mark.MARKED else theme.quiet
    painter.setPen(QColor(ink))
    area = spot.rect.adjusted(-4, -4, 4, 4)
    fit_text(painter, area, cell.text, theme, bold=True, most=area.height() * 0.9)


def _tag(painter: QPainter, box: QRectF, text: str, clothes: Dress, look: Look, coin: bool) -> None:
    """Write a small figure: what is worth points stands in a coin, the number of dice in a die."""
    painter.setPen(QPen(QColor(clothes.ink), max(1.0, box.width() * 0.05)))
    painter.setBrush(QColor(clothes.ink) if coin else QColor(clothes.ground))
    if coin:
        painter.drawEllipse(box)
    else:
        painter.drawRoundedRect(box, box.width() * 0.22, box.width() * 0.22)
    ink = clothes.ground if coin else clothes.ink
    write(painter, box, text, ink, look.theme, max(1, round(box.width() * 0.84)))


def _marked(painter: QPainter, spot: Spot, look: Look, px: int) -> None:
    """Draw what the pen leaves: a ring around symbols, a cross over everything else."""
    cell, rect = spot.cell, spot.rect
    ink = look.theme.ink(spot.colour)
    stroke = readable(ink.fill, ink.cell, 7.0) if cell.shape != "penalty" else look.theme.bad
    side = min(rect.width(), rect.height())
    if cell.shape == "circle" and cell.text and px:
        write(painter, rect, cell.text, stroke, look.theme, _round_px(cell, rect, px))
        return
    if cell.face is not None:
        wide = rect.width() > rect.height() * 1.25
        ring = rect.adjusted(side * 0.05, side * 0.05, -side * 0.05, -side * 0.05)
        if wide:
            ring.setWidth(ring.height())
            ring.moveCenter(rect.center())
        painter.setPen(QPen(QColor(stroke), side * 0.12))
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
