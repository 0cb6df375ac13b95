"""The layout of a score track: a winding path of numbered spaces, a rabbit for each player.

Long rows are players on the track; the last marked cell says where the rabbit sits. Other rows
stand beside or below as strips.
"""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from dicecam.rules.sheet import Mark, Row, Sheet
from dicecam.window.icons import fit_text, paint_face, paint_mark
from dicecam.window.sheets.cells import write
from dicecam.window.sheets.parts import DIGIT_PX, Look, Plan
from dicecam.window.sheets.rows import Rows, least
from dicecam.window.theme import mix

LONG = 15
"""A row of at least this many cells is a player on the track."""
PATH = {False: "#cfe3bd", True: "#2f4a33"}
"""The path through the meadow, light and dark."""
STONE = {False: "#fffdf2", True: "#1d2a20"}
"""A space of the path, light and dark."""


def is_player(row: Row) -> bool:
    """Return True for a row that is a player on the track."""
    return len(row.cells) >= LONG


class Track:
    """Places and paints a score track."""

    def __init__(self) -> None:
        self._rows = Rows()

    def minimum(self, sheet: Sheet) -> QSize:
        """Return the size in which the spaces' numbers can still be read."""
        rest = [row for row in sheet.rows if not is_player(row)]
        return QSize(360, 200 + (least(rest).height() if rest else 0))

    def plan(self, sheet: Sheet, area: QRectF, look: Look) -> Plan:
        """Place the path, the players' names beside it and the other rows below."""
        players = [row for row in sheet.rows if is_player(row)]
        rest = [row for row in sheet.rows if not is_player(row)]
        if not players:
            return self._rows.plan(sheet, area, look)
        low = min(area.height() * 0.45, max(64.0, area.height() * 0.2) * len(rest))
        upper = area.adjusted(0, 0, 0, -low - (6 if rest else 0))
        names = QRectF(0, upper.y(), min(upper.width() * 0.27, 260.0), upper.height())
        names.moveRight(upper.right())
        path = QRectF(upper.x(), upper.y(), upper.width() - names.width() - 12, upper.height())
        count = max(len(row.cells) for row in players)
        areas = {"path": path}
        for n, rect in enumerate(winding(path, count)):
            areas[f"space:{n}"] = rect
        step = min(names.height() / len(players), 74.0)
        top = names.center().y() - step * len(players) / 2
        for n, row in enumerate(players):
            areas[f"name:{row.key}"] = QRectF(names.x(), top + n * step, names.width(), step)
        below = QRectF(area.x(), area.bottom() - low, area.width(), low)
        plan = self._rows.plan_rows(rest, below, look) if rest else Plan(())
        return Plan(plan.spots, {**plan.areas, **areas}, plan.px, plan.compact)

    def paint(self, painter: QPainter, sheet: Sheet, plan: Plan, look: Look) -> None:
        """Paint the path, rabbits, names and the other rows."""
        players = [row for row in sheet.rows if is_player(row)]
        rest = [row for row in sheet.rows if not is_player(row)]
        if players:
            _path(painter, plan, look)
            _rabbits(painter, players, plan, look)
            for row in players:
                _name(painter, row, plan.areas[f"name:{row.key}"], look)
        self._rows.paint_rows(painter, rest, plan, look)


def winding(area: QRectF, count: int) -> list[QRectF]:
    """Return the spaces of a path that runs to and fro, as large as an area allows."""
    best, columns = 0.0, count
    for tried in range(1, count + 1):
        lines = math.ceil(count / tried)
        side = min(area.width() / tried, area.height() / lines)
        if side > best:
            best, columns = side, tried
    lines = math.ceil(count / columns)
    wide, high = area.width() / columns, min(area.height() / lines, best * 1.5)
    top = area.center().y() - high * lines / 2
    side = best * 0.86
    spaces = []
    for n in range(count):
        line, column = divmod(n, columns)
        if line % 2:
            column = columns - 1 - column
        rect = QRectF(0, 0, side, side)
        rect.moveCenter(QPointF(area.x() + (column + 0.5) * wide, top + (line + 0.5) * high))
        spaces.append(rect)
    return spaces


def _spaces(plan: Plan) -> list[QRectF]:
    count = sum(1 for name in plan.areas if name.startswith("space:"))
    return [plan.areas[f"space:{n}"] for n in range(count)]


def _path(painter: QPainter, plan: Plan, look: Look) -> None:
    spaces, dark = _spaces(plan), look.theme.dark
    way = QPainterPath(spaces[0].center())
    for rect in spaces[1:]:
        way.lineTo(rect.center())
    pen = QPen(QColor(PATH[dark]), spaces[0].width() * 0.78)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(way)
    px = max(10, round(spaces[0].width() * 0.47))
    for n, rect in enumerate(spaces):
        painter.setPen(QPen(QColor(mix(PATH[dark], look.theme.text, 0.35)), 1.5))
        tenth = n % 10 == 0
        stone = mix(STONE[dark], look.theme.accent, 0.25) if tenth else STONE[dark]
        painter.setBrush(QColor(stone))
        painter.drawEllipse(rect)
        write(painter, rect, str(n), look.theme.text, look.theme, px)


def seat_on(row: Row) -> int:
    """Return the space a player's rabbit sits on."""
    marked = [n for n, cell in enumerate(row.cells) if cell.mark is Mark.MARKED]
    return marked[-1] if marked else 0


def _rabbits(painter: QPainter, players: list[Row], plan: Plan, look: Look) -> None:
    spaces = _spaces(plan)
    together: dict[int, list[Row]] = {}
    for row in players:
        together.setdefault(seat_on(row), []).append(row)
    for at, rows in together.items():
        rect = spaces[at]
        size = rect.width() * (0.95 if len(rows) == 1 else 0.74)
        for n, row in enumerate(rows):
            spread = (n - (len(rows) - 1) / 2) * rect.width() * 0.34
            box = QRectF(0, 0, size, size)
            box.moveCenter(rect.center() + QPointF(spread, -rect.width() * (0.16 + 0.1 * (n % 2))))
            rabbit(painter, box, row.colour, look)


def rabbit(painter: QPainter, box: QRectF, colour: str | None, look: Look) -> None:
    """Draw a rabbit of a colour with an outline, its letter on the belly."""
    ink = look.theme.ink(colour)
    paint_face(painter, box.adjusted(-2.5, -2.5, 2.5, 2.5), "rabbit", ink.on_fill, look.theme)
    paint_face(painter, box, "rabbit", ink.fill, look.theme)
    letter = look.letter(colour)
    if letter and box.width() > 26:
        belly = QRectF(0, 0, box.width() * 0.34, box.width() * 0.34)
        belly.moveCenter(QPointF(box.x() + box.width() * 0.45, box.y() + box.height() * 0.7))
        painter.setPen(QColor(ink.on_fill))
        fit_text(painter, belly, letter, look.theme, bold=True)


def _name(painter: QPainter, row: Row, area: QRectF, look: Look) -> None:
    """Write a player's name beside his rabbit, his colour's mark and his points."""
    theme = look.theme
    side = min(area.height() * 0.9, area.width() * 0.24)
    box = QRectF(area.x(), area.center().y() - side / 2, side, side)
    rabbit(painter, box, row.colour, look)
    left = box.right() + 4
    if row.colour is not None:
        mark = QRectF(left, area.center().y() - side * 0.3, side * 0.42, side * 0.6)
        paint_mark(painter, mark, row.colour, look.letter(row.colour), theme)
        left = mark.right() + 6
    figure = str(row.points if row.points is not None else seat_on(row))
    px = max(DIGIT_PX, round(side * 0.5))
    width = max(side, px * 1.5)
    points = QRectF(area.right() - width, area.y(), width, area.height())
    write(painter, points, figure, theme.text, theme, px)
    name = QRectF(left, area.y(), points.left() - left, area.height())
    painter.setPen(QColor(theme.text))
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    fit_text(painter, name, look.say(row.label), theme, most=min(26.0, side * 0.5), flags=flags)
