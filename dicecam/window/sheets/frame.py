"""What stands around the board of every sheet: name, total, facts and notes."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from dicecam.rules.sheet import Sheet
from dicecam.window.icons import fit_text, fitting_px, paint_face
from dicecam.window.sheets.cells import write
from dicecam.window.sheets.parts import DIGIT_PX, Look
from dicecam.window.theme import best_ink, mix

MARGIN = 10.0


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
    px = round(max(14.0, min(inner.height() / 22, 22.0)) * look.theme.scale)
    font = look.theme.font(1)
    font.setPixelSize(px)
    metrics = QFontMetricsF(font)
    bottom = inner.bottom()
    notes: list[QRectF] = []
    for note in reversed(sheet.notes):
        wrapped = metrics.boundingRect(
            QRectF(0, 0, inner.width() - px, 9999), int(Qt.TextFlag.TextWordWrap), look.say(note)
        )
        bottom -= wrapped.height() + px * 0.5
        notes.insert(0, QRectF(inner.x(), bottom, inner.width(), wrapped.height() + px * 0.3))
    facts, bottom = _place_facts(sheet, inner, bottom, look, px)
    board = QRectF(inner.x(), head.bottom() + 4, inner.width(), bottom - head.bottom() - 6)
    return Frame(card, head, board, facts, tuple(notes), px)


def _place_facts(
    sheet: Sheet, inner: QRectF, bottom: float, look: Look, px: int
) -> tuple[tuple[QRectF, ...], float]:
    """Let facts flow in lines above the notes; return them and where they begin."""
    if not sheet.facts:
        return (), bottom
    metrics = QFontMetricsF(_figure_font(look, px))
    high = px * 1.9
    lines: list[list[float]] = [[]]
    for label, value in sheet.facts:
        width = metrics.horizontalAdvance(f"{look.say(label)}  {value}") + px * 1.2
        if lines[-1] and sum(lines[-1]) + width + 8 * len(lines[-1]) > inner.width():
            lines.append([])
        lines[-1].append(min(width, inner.width()))
    top = bottom - len(lines) * (high + 5)
    areas = []
    for n, line in enumerate(lines):
        x = inner.x()
        for width in line:
            areas.append(QRectF(x, top + n * (high + 5), width, high))
            x += width + 8
    return tuple(areas), top


def _figure_font(look: Look, px: int):  # type: ignore[no-untyped-def]
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
        font = theme.font(1)
        font.setPixelSize(frame.px)
        painter.setFont(font)
        painter.setPen(QColor(theme.text))
        flags = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(area.adjusted(frame.px * 0.9, 0, 0, 0), flags, look.say(note))


def _head(painter: QPainter, sheet: Sheet, frame: Frame, look: Look) -> None:
    """Write the name at the left and the total with a cup at the right."""
    theme, head = look.theme, frame.head
    figure = f"{sheet.total}".replace("-", "−")
    px = max(DIGIT_PX, round(head.height() * 0.66))
    width = QFontMetricsF(_figure_font(look, px)).horizontalAdvance(figure) + head.height() * 1.05
    total = QRectF(head.right() - width, head.y() + 2, width, head.height() - 4)
    painter.setPen(Qt.PenStyle.NoPen)
    ground = mix(theme.paper, theme.accent, 0.16)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(total, total.height() / 2, total.height() / 2)
    cup = QRectF(0, 0, total.height() * 0.56, total.height() * 0.56)
    cup.moveCenter(total.center())
    cup.moveLeft(total.x() + total.height() * 0.26)
    ink = best_ink(ground)
    paint_face(painter, cup, "shelfie_trophy", ink, theme)
    write(painter, total.adjusted(total.height() * 0.78, 0, -4, 0), figure, ink, theme, px)
    name = QRectF(head.x() + 4, head.y(), head.width() - width - 12, head.height())
    if look.turn:
        mark = QRectF(0, 0, head.height() * 0.32, head.height() * 0.42)
        mark.moveCenter(name.center())
        mark.moveLeft(name.x())
        paint_face(painter, mark, "play", theme.accent, theme)
        name.setLeft(mark.right() + 8)
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


def _fact(painter: QPainter, look: Look, area: QRectF, fact: tuple[str, str], px: int) -> None:
    theme = look.theme
    painter.setPen(Qt.PenStyle.NoPen)
    ground = mix(theme.paper, theme.text, 0.08)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(area, area.height() * 0.3, area.height() * 0.3)
    inner = area.adjusted(px * 0.5, 0, -px * 0.5, 0)
    font = _figure_font(look, px)
    label, value = fact
    painter.setFont(font)
    painter.setPen(QColor(theme.text))
    painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), value)
    font.setBold(False)
    painter.setFont(font)
    painter.setPen(QColor(theme.quiet))
    painter.drawText(inner, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), label)
