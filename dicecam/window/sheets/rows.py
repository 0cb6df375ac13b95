"""The layout of a pad: coloured strips of boxes one under the other, points at the right.

Rows whose cells are all penalties stand below, beside their label. When a sheet is too small for
digits in every box, boxes become a pattern and each row says its last mark and its points large.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from dicecam.rules.sheet import Mark, Row, Sheet
from dicecam.window.icons import fit_text, fitting_px, paint_face, paint_mark
from dicecam.window.sheets.cells import LEAST_TAG, paint_cell, paint_figure, tag_side, write
from dicecam.window.sheets.parts import DIGIT_PX, Look, Plan, Spot
from dicecam.window.theme import best_ink, mix

SMALLEST_BOX = 40.0
"""Width of the narrowest box that holds two digits, px."""
FOOT = 0.8
"""Height of a row of penalties, as a share of the others."""
WIDEST = 1.45
"""A box is at most this much wider or higher than the other way round."""
WIDEST_PICTURE = 3.4
"""The same for a box with a picture and figures at its sides."""
LEAST_ROW = 37.5
"""Height of a row whose boxes hold digits that are read from two metres, px."""
LEAST_LABEL_PX = 9
"""A label that only fits in smaller letters is left out, px."""
LEAST_PICTURE_ROW = 34.0
"""Height of a row of pictures whose points are read from two metres, px."""


def least(rows: Sequence[Row]) -> QSize:
    """Return the smallest size in which some rows can be read, px."""
    height = sum(FOOT if is_foot(row) else 1.0 for row in rows)
    pictures = any(cell.face is not None for row in rows for cell in row.cells)
    return QSize(220, round(height * (LEAST_PICTURE_ROW if pictures else LEAST_ROW)))


def is_foot(row: Row) -> bool:
    """Return True for a row that stands below the strips."""
    return bool(row.cells) and all(cell.shape == "penalty" for cell in row.cells)


class Rows:
    """Places and paints strips of boxes."""

    def minimum(self, sheet: Sheet) -> QSize:
        """Return the size of the compact form."""
        return least(sheet.rows)

    def plan(self, sheet: Sheet, area: QRectF, look: Look) -> Plan:
        """Place strips and boxes."""
        return self.plan_rows(sheet.rows, area, look)

    def paint(self, painter: QPainter, sheet: Sheet, plan: Plan, look: Look) -> None:
        """Paint strips, labels, boxes and points."""
        self.paint_rows(painter, sheet.rows, plan, look)

    def plan_rows(self, rows: Sequence[Row], area: QRectF, look: Look) -> Plan:
        """Place some rows of a sheet."""
        strips = [row for row in rows if not is_foot(row)]
        columns = max((len(row.cells) for row in strips), default=1)
        weight = sum(FOOT if is_foot(row) else 1.0 for row in rows)
        step = area.height() / max(1.0, weight)
        scored = any(row.points is not None for row in rows)
        points = max(DIGIT_PX * 2.6, min(area.width() * 0.09, 120.0)) if scored else 0.0
        label = min(step * 0.9, area.width() * 0.1, 90.0)
        if any(row.colour is None for row in strips):  # these say their name in words
            label = max(label, min(96.0, area.width() * 0.16))
        room = area.width() - label - points
        pictures = any(cell.face is not None for row in strips for cell in row.cells)
        compact = room / columns < SMALLEST_BOX or step < LEAST_ROW - 0.5
        if pictures:
            compact = tag_side(step * 0.9 * 0.84, room / columns * 0.87) < LEAST_TAG
        last = DIGIT_PX * 2.0 if compact and not pictures else 0.0
        box = (room - last) / columns
        high = min(step * 0.9, box * WIDEST) if not compact else step * 0.9
        box = min(box, high * (WIDEST if not pictures else WIDEST_PICTURE))
        left = area.x() + (room - last - box * columns) / 2
        areas: dict[str, QRectF] = {}
        spots: list[Spot] = []
        top = area.top()
        for row in rows:
            share = step * (FOOT if is_foot(row) else 1.0)
            tall = high * (FOOT if is_foot(row) else 1.0)
            y = top + (share - tall) / 2
            top += share
            strip = QRectF(left, y, label + box * columns + 4, tall)
            areas[f"strip:{row.key}"] = strip
            areas[f"label:{row.key}"] = QRectF(left, y, label, tall)
            areas[f"last:{row.key}"] = QRectF(strip.right(), y, last, tall)
            areas[f"points:{row.key}"] = QRectF(strip.right() + last, y, points, tall)
            spots += self._boxes(row, areas, box, columns)
        return Plan(tuple(spots), areas, self._px(spots, look), compact)

    def _boxes(self, row: Row, areas: dict[str, QRectF], box: float, columns: int) -> list[Spot]:
        strip, label = areas[f"strip:{row.key}"], areas[f"label:{row.key}"]
        gap = min(box * 0.13, 12.0)
        if is_foot(row):  # at the right end, so that the label has the room at the left
            side = min(box, strip.height())
            left = strip.right() - side * len(row.cells)
            areas[f"label:{row.key}"] = QRectF(
                strip.x(), strip.y(), left - strip.x(), strip.height()
            )
            width = side
        else:
            left, width = label.right(), box
        inset = max(2.0, strip.height() * 0.08)
        return [
            Spot(
                row,
                cell,
                QRectF(
                    left + n * width + gap / 2,
                    strip.y() + inset,
                    width - gap,
                    strip.height() - 2 * inset,
                ),
            )
            for n, cell in enumerate(row.cells[:columns])
        ]

    def _px(self, spots: list[Spot], look: Look) -> int:
        boxes = [spot for spot in spots if spot.cell.text and not is_foot(spot.row)]
        if not boxes:
            return DIGIT_PX
        widest = max((spot.cell.text for spot in boxes), key=len)
        rect = boxes[0].rect
        inner = QRectF(0, 0, rect.width() * 0.94, rect.height() * 0.92)
        return fitting_px(inner, widest, look.theme, bold=True)

    def paint_rows(self, painter: QPainter, rows: Sequence[Row], plan: Plan, look: Look) -> None:
        """Paint some rows of a sheet; cells that may be chosen lie on top."""
        for row in rows:
            self._strip(painter, row, plan, look)
        px = 0 if plan.compact else plan.px
        for spot in sorted(plan.spots, key=lambda spot: bool(spot.cell.offered)):
            small = px if not is_foot(spot.row) else round(spot.rect.height() * 0.7)
            if plan.compact and spot.cell.shape == "circle":
                paint_figure(painter, spot, look)
            else:
                paint_cell(painter, spot, look, small)

    def _strip(self, painter: QPainter, row: Row, plan: Plan, look: Look) -> None:
        theme, ink = look.theme, look.theme.ink(row.colour)
        strip, label = plan.areas[f"strip:{row.key}"], plan.areas[f"label:{row.key}"]
        coloured = row.colour is not None
        if coloured:
            path = QPainterPath()
            radius = strip.height() * 0.2
            path.addRoundedRect(strip, radius, radius)
            painter.setPen(QColor(mix(ink.fill, ink.on_fill, 0.25)))
            painter.setBrush(QColor(ink.fill))
            painter.drawPath(path)
            assert row.colour is not None
            pad = label.height() * 0.1
            mark = label.adjusted(pad * 0.6, pad, -pad * 0.4, -pad)
            letter = look.letter(row.colour) or look.say(row.label)[:1].upper()
            paint_mark(painter, mark, row.colour, letter, theme, on_fill=True)
        else:
            painter.setPen(QColor(theme.quiet))
            room = label.adjusted(4, 0, -8, 0)
            flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
            words = look.say(row.label)
            if fitting_px(room, words, theme) >= LEAST_LABEL_PX:  # less would be a mere "C…"
                fit_text(painter, room, words, theme, most=24, flags=flags)
        self._figures(painter, row, plan, look)

    def _figures(self, painter: QPainter, row: Row, plan: Plan, look: Look) -> None:
        """Write the points at the right, and in the compact form the last mark."""
        theme = look.theme
        if row.points is not None:
            area = plan.areas[f"points:{row.key}"]
            ink = theme.ink(row.colour).text if row.points >= 0 else theme.bad
            ink = ink if row.points else theme.quiet
            figure = f"{row.points}".replace("-", "−")
            widest = figure if len(figure) > 2 else "00"
            most = max(DIGIT_PX, area.height() * 0.84)
            px = fitting_px(area.adjusted(6, 0, -2, 0), widest, theme, True, most)
            write(painter, area.adjusted(6, 0, -2, 0), figure, ink, theme, px)
        area = plan.areas[f"last:{row.key}"].adjusted(3, 0, -3, 0)
        if not plan.compact or is_foot(row) or area.width() <= 0:
            return
        marked = [cell.text for cell in row.cells if cell.mark is Mark.MARKED and cell.text]
        if row.closed:
            side = min(area.height(), area.width()) * 0.7
            sign = QRectF(0, 0, side, side)
            sign.moveCenter(area.center())
            paint_face(painter, sign, "padlock", theme.ink(row.colour).text, theme)
        elif marked:
            chip = mix(theme.paper, theme.text, 0.1)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(chip))
            painter.drawRoundedRect(area.adjusted(0, 2, 0, -2), 5, 5)
            fit_text_ink = best_ink(chip)
            px = fitting_px(area, "00", theme, True, area.height() * 0.88)
            write(painter, area, marked[-1], fit_text_ink, theme, px)
