"""Draws how much was learned so far, over the whole training; it knows numbers only."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from dicecam.window.theme import mix, theme_of


class Curve(QWidget):
    """A curve of shares over shares, both 0 to 1."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.points: list[tuple[float, float]] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(420, 180)

    def clear(self) -> None:
        """Forget all points."""
        self.points.clear()
        self.update()

    def add(self, done: float, right: float) -> None:
        """Add a point.

        Args:
            done: Share of the training that is done.
            right: Share of the crops that are read right by now.
        """
        self.points.append((done, right))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint axes at 0, 50 and 100 % and the curve."""
        del event
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(13))
        area = QRectF(self.rect()).adjusted(52 * theme.scale, 12, -12, -14)
        for share in (0.0, 0.5, 1.0):
            y = area.bottom() - share * area.height()
            painter.setPen(QPen(QColor(mix(theme.line, theme.paper, 0.5)), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(QColor(theme.quiet))
            label = QRectF(0, y - 12, area.left() - 8, 24)
            flags = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(label, flags, f"{share:.0%}".replace("%", "\u202f%"))
        places = [
            QPointF(area.left() + x * area.width(), area.bottom() - y * area.height())
            for x, y in self.points
        ]
        painter.setPen(QPen(QColor(theme.accent), 3))
        painter.drawPolyline(QPolygonF(places))
        painter.end()
