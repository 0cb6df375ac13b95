"""What stands around the board of every sheet: name, total, facts and notes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from dicecam.messages import Message
from dicecam.rules.sheet import Layout, Sheet
from dicecam.window.icons import fit_text, fitting_px, paint_face, paint_mark
from dicecam.window.sheets.cells import write
from dicecam.window.sheets.parts import DIGIT_PX, Look
from dicecam.window.theme import best_ink, mix

MARGIN = 10.0
SMALLEST_PX = 14
"""Smallest font size of facts and notes, px."""
_UPRIGHT = (Layout.SQUARE, Layout.HEXAGONS)
"""Boards about as high as wide: facts go beside them when there is room."""


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the parts around the board lie, px.

    Attributes:
        card: The whole sheet.
        head: Name and total.
        board: What is left for the board.
        facts: One area for each fact.
        notes: One area for each note.
        px: Font size of facts and notes.
    """

    card: QRectF
    head: QRectF
    board: QRectF
    facts: tuple[QRectF, ...]
    notes: tuple[QRectF, ...]
    px: int


def make_frame(sheet: Sheet, whole: QRectF, look: Look) -> Frame:
    """Divide a sheet's area among name, board, facts and notes."""
    card = whole.adjusted(3, 3, -3, -3)
    inner = card.adjusted(MARGIN, MARGIN * 0.5, -MARGIN, -MARGIN * 0.6)
    head = QRectF(inner.x(), inner.y(), inner.width(), max(32.0, min(inner.height() * 0.13, 64.0)))
    largest = round(max(14.0, min(inner.height() / 22, 28.0)) * look.theme.scale)
    for px in range(largest, SMALLEST_PX - 1, -1):  # words must leave room for the board
        frame = _frame(sheet, card, inner, head, look, px)
        if frame.board.height() >= inner.height() * (0.55 if sheet.rows else 0):
            break
    return frame


def _frame(sheet: Sheet, card: QRectF, inner: QRectF, head: QRectF, look: Look, px: int) -> Frame:
    metrics = QFontMetricsF(_font(look, px))
    sizes = []
    for note in sheet.notes:
        most = QRectF(0, 0, inner.width() - px * 1.2, 9999)
        text = metrics.boundingRect(most, int(Qt.TextFlag.TextWordWrap), look.say(note))
        sizes.append((text.width() + px * 1.4, text.height() + px * 0.3))
    notes, bottom = _flow(sizes, inner, inner.bottom(), px)
    room = QRectF(inner.x(), head.bottom() + 4, inner.width(), bottom - head.bottom() - 6)
    if sheet.layout in _UPRIGHT and room.width() > room.height() * 1.35:
        facts, room = _column_of_facts(sheet, room, look, px)
    else:
        sizes = [(_fact_width(look, fact, px), _figure_px(px) * 1.3) for fact in sheet.facts]
        facts, bottom = _flow(sizes, inner, bottom, px)
        room.setBottom(bottom - 2)
    return Frame(card, head, room, facts, notes, px)


def _flow(
    sizes: list[tuple[float, float]], inner: QRectF, bottom: float, px: int
) -> tuple[tuple[QRectF, ...], float]:
    """Let boxes of some sizes flow in lines that end at a bottom.

    Returns:
        The boxes and where they begin, px from the top.
    """
    lines: list[list[QRectF]] = []
    x, y = inner.x(), 0.0
    for width, height in sizes:
        width = min(width, inner.width())
        if lines and x + width <= inner.right():
            y_line = lines[-1][0].y()
            lines[-1].append(QRectF(x, y_line, width, height))
        else:
            y += max((box.height() for box in lines[-1]), default=0) + 5 if lines else 0
            x = inner.x()
            lines.append([QRectF(x, y, width, height)])
        x += width + px * 0.7
    total = y + max((box.height() for box in lines[-1]), default=0) + 5 if lines else 0.0
    top = bottom - total
    return tuple(box.translated(0, top) for line in lines for box in line), top


def _column_of_facts(
    sheet: Sheet, room: QRectF, look: Look, px: int
) -> tuple[tuple[QRectF, ...], QRectF]:
    """Put facts one under the other at the right; return them and what is left."""
    if not sheet.facts:
        return (), room
    width = max(_fact_width(look, fact, px) for fact in sheet.facts) + px * 0.6
    width = min(width, room.width() * 0.38)
    high = min(_figure_px(px) * 1.6, room.height() / len(sheet.facts))
    left, top = room.right() - width, room.center().y() - high * len(sheet.facts) / 2
    facts = tuple(QRectF(left, top + n * high, width, high - 6) for n in range(len(sheet.facts)))
    return facts, room.adjusted(0, 0, -width - 12, 0)


def _figure_px(px: int) -> int:
    """Return the font size of a fact's figure beside words of some size, px."""
    return max(px, DIGIT_PX)


def _fact_width(look: Look, fact: tuple[Message, str], px: int) -> float:
    """Return how wide a fact is, words, figure and margins, px."""
    words = QFontMetricsF(_font(look, px)).horizontalAdvance(f"{look.say(fact[0])}  ")
    figure = QFontMetricsF(_figure_font(look, _figure_px(px))).horizontalAdvance(fact[1])
    return words + figure + px * 1.4


def _font(look: Look, px: int) -> QFont:
    font = look.theme.font(1)
    font.setPixelSize(px)
    return font


def _figure_font(look: Look, px: int) -> QFont:
    font = look.theme.font(1, bold=True)
    font.setPixelSize(px)
    return font


def paint_frame(painter: QPainter, sheet: Sheet, frame: Frame, look: Look) -> None:
    """Paint everything around the board."""
    theme = look.theme
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    edge = QPen(QColor(theme.accent if look.turn else mix(theme.line, theme.paper, 0.5)))
    edge.setWidthF(3.5 if look.turn else 1.5)
    painter.setPen(edge)
    painter.setBrush(QColor(theme.paper))
    painter.drawRoundedRect(frame.card, 12, 12)
    _head(painter, sheet, frame, look)
    for (label, value), area in zip(sheet.facts, frame.facts, strict=True):
        _fact(painter, look, area, (look.say(label), value), frame.px)
    for note, area in zip(sheet.notes, frame.notes, strict=True):
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        painter.drawRoundedRect(QRectF(area.x(), area.y(), 5, area.height()), 2, 2)
        painter.setFont(_font(look, frame.px))
        painter.setPen(QColor(theme.text))
        flags = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(area.adjusted(frame.px * 0.9, 0, 0, 0), flags, look.say(note))


def _head(painter: QPainter, sheet: Sheet, frame: Frame, look: Look) -> None:
    """Write the name at the left and the total with a cup at the right."""
    theme, head = look.theme, frame.head
    width = _total(painter, sheet.total, head, look) if look.total else 0.0
    name = QRectF(head.x() + 4, head.y(), head.width() - width - 12, head.height())
    if look.turn:
        mark = QRectF(0, 0, head.height() * 0.32, head.height() * 0.42)
        mark.moveCenter(name.center())
        mark.moveLeft(name.x())
        paint_face(painter, mark, "play", theme.accent, theme)
        name.setLeft(mark.right() + 8)
    if look.colour is not None:
        plate = QRectF(0, 0, head.height() * 1.1, head.height() * 0.6)
        plate.moveCenter(name.center())
        plate.moveLeft(name.x())
        body = theme.ink(look.colour)
        painter.setPen(QPen(QColor(body.text), 1))
        painter.setBrush(QColor(body.fill))
        painter.drawRoundedRect(plate, plate.height() / 3, plate.height() / 3)
        inner = plate.adjusted(plate.width() * 0.08, 2, -plate.width() * 0.08, -2)
        paint_mark(painter, inner, look.colour, look.letter(look.colour), theme, on_fill=True)
        name.setLeft(plate.right() + 8)
    painter.setPen(QColor(theme.text))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    most = head.height() * 0.62
    if fitting_px(name, look.title, theme, True, most) < 14:
        font = _figure_font(look, 14)
        painter.setFont(font)
        short = QFontMetricsF(font).elidedText(
            look.title, Qt.TextElideMode.ElideRight, name.width()
        )
        painter.drawText(name, int(flags), short)
        return
    fit_text(painter, name, look.title, theme, bold=True, most=most, flags=flags)


def _total(painter: QPainter, total: int, head: QRectF, look: Look) -> float:
    """Write the total beside a cup, right in the head; return the width it takes."""
    theme = look.theme
    figure = f"{total}".replace("-", "−")
    px = max(DIGIT_PX, round(head.height() * 0.66))
    width = QFontMetricsF(_figure_font(look, px)).horizontalAdvance(figure) + head.height() * 1.05
    plate = QRectF(head.right() - width, head.y() + 2, width, head.height() - 4)
    painter.setPen(Qt.PenStyle.NoPen)
    ground = mix(theme.paper, theme.accent, 0.16)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(plate, plate.height() / 2, plate.height() / 2)
    cup = QRectF(0, 0, plate.height() * 0.56, plate.height() * 0.56)
    cup.moveCenter(plate.center())
    cup.moveLeft(plate.x() + plate.height() * 0.26)
    ink = best_ink(ground)
    paint_face(painter, cup, "cup", ink, theme)
    write(painter, plate.adjusted(plate.height() * 0.78, 0, -4, 0), figure, ink, theme, px)
    return width


def _fact(painter: QPainter, look: Look, area: QRectF, fact: tuple[str, str], px: int) -> None:
    theme = look.theme
    painter.setPen(Qt.PenStyle.NoPen)
    ground = mix(theme.paper, theme.text, 0.08)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(area, area.height() * 0.3, area.height() * 0.3)
    inner = area.adjusted(px * 0.5, 0, -px * 0.5, 0)
    font = _figure_font(look, _figure_px(px))
    label, value = fact
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), value)
    left = inner.width() - QFontMetricsF(font).horizontalAdvance(f" {value}")
    font = _font(look, px)
    painter.setFont(font)
    painter.setPen(QColor(theme.quiet))
    metrics = QFontMetricsF(font)
    short = metrics.elidedText(label, Qt.TextElideMode.ElideRight, left)
    painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), short)
