"""The layout of a board: places on a square or hexagon grid, dice on them, arrows for moves.

Rows whose cells have no coordinates stand beside or below the board as strips. An arrow is drawn
for every action whose arguments name two or more places, in that order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF

from dicecam.rules.core import Action
from dicecam.rules.sheet import Cell, Layout, Mark, Row, Sheet
from dicecam.window.icons import paint_die, paint_mark
from dicecam.window.sheets.cells import cross, paint_cell, paint_glow, write
from dicecam.window.sheets.parts import DIGIT_PX, Look, Plan, Spot
from dicecam.window.sheets.rows import Rows, least
from dicecam.window.theme import DARK_INK, LIGHT_INK, best_ink, mix

PLACE_PX = 84
"""Smallest comfortable place, px."""
WOOD = {False: "#d9c3a0", True: "#3d3427"}
"""The board itself, light and dark."""
FELT = {False: "#f3e8d2", True: "#574a37"}
"""A place on the board, light and dark."""


def on_board(row: Row) -> bool:
    """Return True for a row whose cells lie on the board."""
    return any(cell.at is not None for cell in row.cells)


def buttons_of(row: Row) -> bool:
    """Return True for a row of big buttons."""
    return bool(row.cells) and all(cell.shape == "button" for cell in row.cells)


class Board:
    """Places and paints boards; whether square or hexagonal is read from the sheet."""

    def __init__(self) -> None:
        self._rows = Rows()

    def minimum(self, sheet: Sheet) -> QSize:
        """Return the size in which a die on the board can still be told from others."""
        xs, ys = zip(*self._centres(sheet), strict=True) if self._centres(sheet) else ((0,), (0,))
        width = round((max(xs) - min(xs) + 1.2) * PLACE_PX * 0.7)
        height = round((max(ys) - min(ys) + 1.2) * PLACE_PX * 0.7)
        beside = [row for row in sheet.rows if not on_board(row)]
        rest = least(beside) if beside else QSize(0, 0)
        return QSize(max(width, rest.width()), height + rest.height())

    def _centres(self, sheet: Sheet) -> list[tuple[float, float]]:
        """Return the centre of every place, in widths of a place."""
        return [
            _centre(sheet.layout, cell)
            for row in sheet.rows
            for cell in row.cells
            if cell.at is not None
        ]

    def plan(self, sheet: Sheet, area: QRectF, look: Look) -> Plan:
        """Place the board, and strips beside it where the area is wide, else below it."""
        boards = [row for row in sheet.rows if on_board(row)]
        centres = self._centres(sheet)
        if not centres:
            return self._rows.plan(sheet, area, look)
        left = min(x for x, _ in centres) - 0.58
        top = min(y for _, y in centres) - 0.58
        wide = max(x for x, _ in centres) + 0.58 - left
        high = max(y for _, y in centres) + 0.58 - top
        room, rest, bottom = self._divide(sheet, area, wide / high)
        unit = min(room.width() / wide, room.height() / high)
        board = QRectF(0, 0, wide * unit, high * unit)
        board.moveCenter(room.center())
        side = unit * (0.88 if sheet.layout is Layout.SQUARE else 1.0)
        spots = []
        for row in boards:
            for cell in row.cells:
                if cell.at is None:
                    continue
                x, y = _centre(sheet.layout, cell)
                rect = QRectF(0, 0, side, side)
                rect.moveCenter(
                    QPointF(board.x() + (x - left) * unit, board.y() + (y - top) * unit)
                )
                spots.append(Spot(row, cell, rect))
        areas = {"board": board}
        plan = Plan((), {}, DIGIT_PX)
        if rest is not None:
            plan = self._rows.plan_rows(self._strips(sheet), rest, look)
        spots += plan.spots
        spots += self._buttons(sheet, bottom)
        return Plan(tuple(spots), {**plan.areas, **areas}, plan.px, plan.compact)

    def _strips(self, sheet: Sheet) -> list[Row]:
        return [row for row in sheet.rows if not on_board(row) and not buttons_of(row)]

    def _divide(
        self, sheet: Sheet, area: QRectF, aspect: float
    ) -> tuple[QRectF, QRectF | None, QRectF]:
        """Divide an area among the board, strips and buttons."""
        lines = sum(1 for row in sheet.rows if not on_board(row) and buttons_of(row))
        tall = max(52.0, min(area.height() * 0.16, 110.0))
        bottom = QRectF(area.x(), area.bottom() - lines * tall, area.width(), lines * tall)
        upper = area.adjusted(0, 0, 0, -lines * tall)
        strips = self._strips(sheet)
        if not strips:
            return upper, None, bottom
        if upper.width() / upper.height() > aspect + 0.7:
            width = min(upper.width() * 0.62, upper.height() * aspect)
            room = QRectF(upper.x(), upper.y(), width, upper.height())
            rest = QRectF(room.right() + 14, upper.y(), upper.right() - room.right() - 14, 0)
            rest.setHeight(min(upper.height(), len(strips) * 76.0))
            rest.moveCenter(QPointF(rest.center().x(), upper.center().y()))
            return room, rest, bottom
        low = min(upper.height() * 0.4, len(strips) * 52.0)
        rest = QRectF(upper.x(), upper.bottom() - low, upper.width(), low)
        return upper.adjusted(0, 0, 0, -low - 6), rest, bottom

    def _buttons(self, sheet: Sheet, bottom: QRectF) -> list[Spot]:
        rows = [row for row in sheet.rows if not on_board(row) and buttons_of(row)]
        spots = []
        for n, row in enumerate(rows):
            high = bottom.height() / len(rows)
            width = bottom.width() / len(row.cells)
            for m, cell in enumerate(row.cells):
                rect = QRectF(bottom.x() + m * width, bottom.y() + n * high, width, high)
                spots.append(Spot(row, cell, rect.adjusted(8, 9, -8, -5)))
        return spots

    def paint(self, painter: QPainter, sheet: Sheet, plan: Plan, look: Look) -> None:
        """Paint board, places, dice, strips, buttons and arrows."""
        board = plan.areas.get("board")
        if board is None:
            self._rows.paint(painter, sheet, plan, look)
            return
        dark = look.theme.dark
        painter.setPen(Qt.PenStyle.NoPen)
        if sheet.layout is Layout.SQUARE:
            painter.setBrush(QColor(WOOD[dark]))
            painter.drawRoundedRect(board, 16, 16)
        on = [spot for spot in plan.spots if spot.cell.at is not None]
        hexagons = sheet.layout is Layout.HEXAGONS
        for spot in sorted(on, key=lambda spot: bool(spot.cell.offered)):
            _place(painter, spot, look, hexagons)
        for spot in on:
            _texts(painter, spot, look, hexagons)
        arrows(painter, on, sheet.actions(), look)
        for place, figure in look.turned:
            for spot in on:
                if spot.cell.place == place:
                    turn_badge(painter, spot.rect, figure, look)
        strips = self._strips(sheet)
        rest = Plan(
            tuple(s for s in plan.spots if s.row in strips), plan.areas, plan.px, plan.compact
        )
        self._rows.paint_rows(painter, strips, rest, look)
        for spot in plan.spots:
            if spot.cell.shape == "button":
                paint_cell(painter, spot, look, plan.px)


def _centre(layout: Layout, cell: Cell) -> tuple[float, float]:
    """Return the centre of a place, in widths of a place."""
    assert cell.at is not None
    first, second = cell.at
    if layout is Layout.HEXAGONS:
        return first + second / 2, second * math.sqrt(3) / 2
    return float(first), float(second)


def hexagon(rect: QRectF) -> QPainterPath:
    """Return a hexagon standing on a corner whose width is that of a rectangle."""
    centre, radius = rect.center(), rect.width() / math.sqrt(3)
    corners = [
        centre + QPointF(math.sin(turn) * radius, -math.cos(turn) * radius)
        for turn in (math.radians(60 * corner) for corner in range(6))
    ]
    path = QPainterPath()
    path.addPolygon(QPolygonF(corners))
    path.closeSubpath()
    return path


def _place(painter: QPainter, spot: Spot, look: Look, hexagons: bool) -> None:
    """Paint a place of the board and what lies on it."""
    cell, rect, dark = spot.cell, spot.rect, look.theme.dark
    path = hexagon(rect.adjusted(2, 2, -2, -2)) if hexagons else QPainterPath()
    if not hexagons:
        path.addRoundedRect(rect, rect.width() * 0.14, rect.width() * 0.14)
    lit = bool(look.lit.intersection(cell.offered))
    ground = FELT[dark] if not lit else mix(FELT[dark], look.theme.glow, 0.55)
    if cell.mark is Mark.CLOSED:
        ground = mix(FELT[dark], WOOD[dark], 0.6)
    painter.setPen(QPen(QColor(mix(WOOD[dark], DARK_INK, 0.35)), 1.5))
    painter.setBrush(QColor(ground))
    painter.drawPath(path)
    if cell.offered:
        inner = hexagon(rect.adjusted(7, 7, -7, -7)) if hexagons else path
        paint_glow(painter, inner, QRectF(0, 0, rect.width() * 0.3, rect.width()), look.theme)
    if cell.face is not None:
        _die(painter, spot, look, hexagons)


def _texts(painter: QPainter, spot: Spot, look: Look, hexagons: bool) -> None:
    """Write a place's name, its text when no die lies there, and its corner figure."""
    cell, rect, side = spot.cell, spot.rect, spot.rect.width()
    ink = LIGHT_INK if look.theme.dark else DARK_INK
    if cell.place and hexagons:  # places of a square go by words, such as "upper left"
        px = max(14, round(side * 0.19))
        tag = QRectF(rect.x(), rect.y() - side * 0.01, side, px * 1.2)
        write(painter, tag, cell.place.upper(), ink, look.theme, px)
    if cell.text and cell.face is None:
        if not hexagons and cell.mark is not Mark.CLOSED:  # a die whose face is not to be seen
            inset = side * 0.17
            paint_die(painter, rect.adjusted(inset, inset, -inset, -inset), "", None, look.theme)
            ink = DARK_INK
        write(painter, rect, cell.text, ink, look.theme, max(DIGIT_PX, round(side * 0.4)))
    if cell.corner:
        tag = QRectF(rect.right() - side * 0.3, rect.y(), side * 0.28, side * 0.28)
        write(painter, tag, cell.corner, ink, look.theme, max(12, round(side * 0.2)))


def _die(painter: QPainter, spot: Spot, look: Look, hexagons: bool) -> None:
    """Paint the die on a place; where colours matter, with the colour's letter and shape."""
    cell, rect = spot.cell, spot.rect
    assert cell.face is not None
    share = 0.54 if hexagons else 0.66
    die = QRectF(0, 0, rect.width() * share, rect.width() * share)
    die.moveCenter(rect.center())
    paint_die(painter, die, cell.face, cell.colour, look.theme)
    if cell.colour is not None:
        mark = QRectF(0, 0, rect.width() * 0.34, rect.width() * 0.17)
        mark.moveCenter(QPointF(rect.center().x(), die.bottom() + rect.width() * 0.115))
        ink = look.theme.ink(cell.colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink.fill))
        plate = mark.adjusted(-3, -1, 3, 1)
        painter.drawRoundedRect(plate, plate.height() / 2, plate.height() / 2)
        letter = look.letter(cell.colour)
        paint_mark(painter, mark, cell.colour, letter, look.theme, on_fill=True)
    if cell.mark is Mark.CLOSED:
        cross(painter, die, look.theme.bad)


def turn_badge(painter: QPainter, rect: QRectF, figure: str, look: Look) -> None:
    """Draw a turning arrow around what a die shall show, at the upper right of its place."""
    side = max(46.0, rect.width() * 0.44)
    badge = QRectF(0, 0, side, side)
    badge.moveCenter(rect.center() + QPointF(rect.width() * 0.37, -rect.width() * 0.34))
    ground = look.theme.warning
    ink = best_ink(ground)
    painter.setPen(QPen(QColor(ink), 2.5))
    painter.setBrush(QColor(ground))
    painter.drawEllipse(badge)
    ring = badge.adjusted(side * 0.13, side * 0.13, -side * 0.13, -side * 0.13)
    pen = QPen(QColor(ink), side * 0.075)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawArc(ring, 20 * 16, 290 * 16)
    tip = ring.center() + QPointF(ring.width() / 2 * 0.94, -ring.height() / 2 * 0.34)
    tail = tip + QPointF(-side * 0.05, -side * 0.2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ink))
    painter.drawPolygon(_head(tail, tip, side * 0.2))
    write(painter, badge, figure, ink, look.theme, round(side * 0.5))


def arrows(painter: QPainter, spots: Sequence[Spot], actions: Sequence[Action], look: Look) -> None:
    """Draw an arrow for each action that leads from place to place; highlighted ones on top."""
    centres = {spot.cell.place: spot.rect for spot in spots if spot.cell.place is not None}
    ways = []
    for action in actions:
        named = [arg for arg in action.args if arg in centres]
        if len(named) >= 2:
            ways.append((action in look.lit, [centres[name] for name in named]))
    for lit, way in sorted(ways, key=lambda item: item[0]):
        _arrow(painter, way, look, lit)


def _arrow(painter: QPainter, way: list[QRectF], look: Look, lit: bool) -> None:
    size = way[0].width()
    points = [rect.center() for rect in way]
    points[0] = _towards(points[0], points[1], size * 0.3)
    points[-1] = _towards(points[-1], points[-2], size * 0.27)
    path = QPainterPath(points[0])
    for point in points[1:]:
        path.lineTo(point)
    head = _head(points[-2], points[-1], size * 0.15)
    theme = look.theme
    core = theme.glow if lit else mix(theme.glow, FELT[theme.dark], 0.15)
    outer = DARK_INK if theme.dark else LIGHT_INK
    width = size * (0.075 if lit else 0.045)
    for colour, extra in ((outer, size * 0.05), (core, 0.0)):
        pen = QPen(QColor(colour), width + extra)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen)
        painter.drawPath(path)
        painter.setPen(QPen(QColor(colour), extra if extra else 1.0))
        painter.setBrush(QColor(colour))
        painter.drawPolygon(head)


def _towards(start: QPointF, goal: QPointF, length: float) -> QPointF:
    way = goal - start
    full = math.hypot(way.x(), way.y()) or 1.0
    return start + way * (length / full)


def _head(start: QPointF, tip: QPointF, length: float) -> QPolygonF:
    back = _towards(tip, start, length)
    aside = QPointF(-(tip - back).y(), (tip - back).x()) * 0.62
    front = tip + (tip - back) * 0.35
    return QPolygonF([front, back + aside, back - aside])
