"""A picture with points that can be dragged: the table's region, or its four corners.

Points are kept relative to the picture, 0 to 1, so that they hold for any size of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from dicecam.table.view import TableView
from dicecam.window.live.picture import Picture
from dicecam.window.theme import theme_of

Point = tuple[float, float]
"""x and y relative to the picture, 0 to 1."""

REACH_PX = 28
"""How near a click must be to a point to take hold of it, px."""
STEP = 0.01
"""How far an arrow key moves a point."""


class Mode(StrEnum):
    """What a drag or click means."""

    LOOK = "look"
    """Nothing: the picture is only shown."""
    REGION = "region"
    """Two opposite corners of a rectangle."""
    CORNERS = "corners"
    """Four corners of the table, clockwise from the upper left."""
    PICK = "pick"
    """A click picks a spot."""


WHOLE: tuple[Point, Point] = ((0.0, 0.0), (1.0, 1.0))
"""The region that is the whole picture."""
FOUR: tuple[Point, ...] = ((0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8))
"""Where corners lie before anybody dragged them."""

_MOVES = {
    Qt.Key.Key_Left: (-STEP, 0.0),
    Qt.Key.Key_Right: (STEP, 0.0),
    Qt.Key.Key_Up: (0.0, -STEP),
    Qt.Key.Key_Down: (0.0, STEP),
}


class HandlesView(QWidget):
    """The picture with its points.

    Attributes:
        moved: A point was moved.
        picked: A spot was clicked: x and y relative to the picture.
    """

    moved = Signal()
    picked = Signal(QPointF)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.mode = Mode.LOOK
        self.region: tuple[Point, ...] = WHOLE
        self.corners: tuple[Point, ...] = FOUR
        self._picture: Picture | None = None
        self._view: TableView | None = None
        self._held = 0
        self._dragging = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(320, 240)

    def sizeHint(self) -> QSize:
        """Return a size in which corners can be placed well."""
        return QSize(640, 440)

    @property
    def picture(self) -> Picture | None:
        """The picture shown."""
        return self._picture

    def set_picture(self, picture: Picture) -> None:
        """Show another picture."""
        self._picture = picture
        self.update()

    def set_view(self, view: TableView) -> None:
        """Outline the dice that are found."""
        self._view = view
        self.update()

    def set_mode(self, mode: Mode) -> None:
        """Let drags and clicks mean something else."""
        self.mode = mode
        self._held = 0
        picking = mode is Mode.PICK
        shape = Qt.CursorShape.CrossCursor if picking else Qt.CursorShape.ArrowCursor
        self.setCursor(shape)
        self.update()

    @property
    def points(self) -> tuple[Point, ...]:
        """The points that can be moved now."""
        if self.mode is Mode.REGION:
            return self.region
        return self.corners if self.mode is Mode.CORNERS else ()

    def area(self) -> QRectF:
        """Return where the picture lies in the widget, px."""
        size = QSize(16, 9)
        if self._picture is not None:
            size = QSize(self._picture.width, self._picture.height)
        size.scale(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        rect = QRectF(0, 0, size.width(), size.height())
        rect.moveCenter(QRectF(self.rect()).center())
        return rect

    def place(self, point: Point) -> QPointF:
        """Return where a relative point is drawn, px."""
        area = self.area()
        return QPointF(area.x() + point[0] * area.width(), area.y() + point[1] * area.height())

    def _relative(self, place: QPointF) -> Point:
        area = self.area()
        x = (place.x() - area.x()) / area.width()
        y = (place.y() - area.y()) / area.height()
        return (min(1.0, max(0.0, x)), min(1.0, max(0.0, y)))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the nearest point, or pick a spot."""
        if self.mode is Mode.PICK:
            x, y = self._relative(event.position())
            self.picked.emit(QPointF(x, y))
            return
        distances = [
            ((self.place(point) - event.position()).manhattanLength(), n)
            for n, point in enumerate(self.points)
        ]
        if distances and min(distances)[0] <= REACH_PX:
            self._held = min(distances)[1]
            self._dragging = True
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the point that is held."""
        if self._dragging:
            self._set(self._held, self._relative(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the point go."""
        self._dragging = False
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Space takes the next point, arrows move it."""
        count = len(self.points)
        if count and event.key() == Qt.Key.Key_Space:
            self._held = (self._held + 1) % count
            self.update()
        elif count and event.key() in _MOVES:
            dx, dy = _MOVES[Qt.Key(event.key())]
            x, y = self.points[self._held]
            self._set(self._held, (min(1.0, max(0.0, x + dx)), min(1.0, max(0.0, y + dy))))
        else:
            super().keyPressEvent(event)

    def _set(self, number: int, point: Point) -> None:
        points = list(self.points)
        points[number] = point
        if self.mode is Mode.REGION:
            self.region = _ordered(points)
        else:
            self.corners = tuple(points)
        self.moved.emit()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture, the dice and the points."""
        del event
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        area = self.area()
        painter.fillRect(area, QColor("#30343a"))
        if self._picture is not None:
            painter.drawImage(area, self._picture.image)
            self._paint_dice(painter, area)
        outline = [self.place(point) for point in _outline(self.points)]
        for colour, width in (("#000000", 6.0), ("#ffe27a", 3.0)):
            painter.setPen(QPen(QColor(colour), width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if outline:
                painter.drawPolygon(QPolygonF(outline))
        for number, point in enumerate(self.points):
            self._paint_handle(painter, self.place(point), number)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 3))
            painter.drawRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5))
        painter.end()

    def _paint_dice(self, painter: QPainter, area: QRectF) -> None:
        if self._picture is None or self._view is None:
            return
        scale = area.width() / self._picture.width
        painter.setPen(QPen(QColor("#ffffff"), 2))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for die in self._view.dice:
            x, y = area.x() + die.box.x1 * scale, area.y() + die.box.y1 * scale
            painter.drawRect(QRectF(x, y, die.box.width * scale, die.box.height * scale))

    def _paint_handle(self, painter: QPainter, place: QPointF, number: int) -> None:
        held = number == self._held
        painter.setPen(QPen(QColor("#000000"), 2))
        painter.setBrush(QColor("#ffe27a" if held else "#ffffff"))
        radius = 11 if held else 9
        painter.drawEllipse(place, radius, radius)
        painter.drawText(
            QRectF(place.x() - 12, place.y() - 12, 24, 24),
            int(Qt.AlignmentFlag.AlignCenter),
            str(number + 1),
        )


def _ordered(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return two points as upper left and lower right, never quite the same."""
    (x1, y1), (x2, y2) = points
    left, right = sorted((x1, x2))
    top, bottom = sorted((y1, y2))
    right, bottom = max(right, min(1.0, left + 0.05)), max(bottom, min(1.0, top + 0.05))
    return ((min(left, right - 0.05), min(top, bottom - 0.05)), (right, bottom))


def _outline(points: Sequence[Point]) -> tuple[Point, ...]:
    if len(points) != 2:
        return tuple(points)
    (x1, y1), (x2, y2) = points
    return ((x1, y1), (x2, y1), (x2, y2), (x1, y2))
