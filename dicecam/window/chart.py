"""How the points grew: one line a player, from the first event of a game to the last.

A line is told by its colour, by the shape and letter at its end, and by the name beside them. This
module knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from dicecam.rules.core import Ticked
from dicecam.session.session import Session
from dicecam.window.icons import fit_text, paint_mark
from dicecam.window.sheets.cells import write
from dicecam.window.theme import Theme, mix, theme_of

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "pink", "brown")
"""Colours of players who chose none, by seat."""
LABEL_PX = 30.0
"""Height of a name at the end of its line, px."""
FIGURE_PX = 18
"""Font size of the figures at the axis, px."""


@dataclass(frozen=True, slots=True)
class Line:
    """The points of one player.

    Attributes:
        name: Who.
        colour: Name of his colour.
        letter: Its letter in the language in use.
        points: His points at the start and after each event.
    """

    name: str
    colour: str
    letter: str
    points: tuple[int, ...]


def seat_colours(session: Session) -> tuple[str, ...]:
    """Return a colour for every player: the game's, the one that was chosen, or a free one."""
    count = len(session.names)
    given = session.game.spec.seat_colours or session.colours
    rest = [colour for colour in COLOURS if colour not in given]
    return (*given, *rest)[:count]


def points_by_seat(session: Session) -> tuple[tuple[int, ...], ...]:
    """Return each player's points at the start and after every event; ticks are left out."""
    counts = [0] + [
        n for n, e in enumerate(session.entries, start=1) if not isinstance(e.event, Ticked)
    ]
    scores = [session.game.scores(session.state_at(count)) for count in counts]
    return tuple(zip(*scores, strict=True))


class PointsChart(QWidget):
    """Draws the lines."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines: tuple[Line, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is drawn."""
        return self._lines

    def set_lines(self, lines: Sequence[Line], words: str) -> None:
        """Draw other lines.

        Args:
            lines: One for each player.
            words: What the drawing is called, for screen readers.
        """
        self._lines = tuple(lines)
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(520, 330)

    def minimumSizeHint(self) -> QSize:
        """Return the size in which the lines can be told apart."""
        return QSize(360, 220)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw axis, lines and names."""
        del event
        if not self._lines or len(self._lines[0].points) < 2:
            return
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        names = min(self.width() * 0.34, 190 * theme.scale)
        area = QRectF(self.rect()).adjusted(46 * theme.scale, 16, -names, -16)
        every = [points for line in self._lines for points in line.points]
        low, high = min(0, *every), max(1, *every)

        def spot(n: int, points: int) -> QPointF:
            steps = len(self._lines[0].points) - 1
            share = (points - low) / (high - low)
            return QPointF(
                area.x() + area.width() * n / steps, area.bottom() - area.height() * share
            )

        self._paint_axis(painter, theme, area, sorted({low, 0, high}), lambda v: spot(0, v).y())
        for line in self._lines:
            way = QPolygonF([spot(n, value) for n, value in enumerate(line.points)])
            ink = theme.ink(line.colour)
            for colour, width in ((theme.paper, 7.0), (ink.text, 4.0)):
                pen = QPen(QColor(colour), width)
                pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
                painter.setPen(pen)
                painter.drawPolyline(way)
        ends = [spot(len(line.points) - 1, line.points[-1]).y() for line in self._lines]
        high_px = min(LABEL_PX * theme.scale, self.height() / len(self._lines))
        for line, y in zip(self._lines, apart(ends, high_px, self.height()), strict=True):
            box = QRectF(area.right() + 8, y - high_px / 2, names - 10, high_px)
            self._paint_name(painter, theme, box, line)
        painter.end()

    def _paint_axis(
        self,
        painter: QPainter,
        theme: Theme,
        area: QRectF,
        values: list[int],
        level: Callable[[int], float],
    ) -> None:
        px = round(FIGURE_PX * theme.scale)
        for value in values:
            y = level(value)
            painter.setPen(QPen(QColor(mix(theme.line, theme.paper, 0.5)), 1.5))
            painter.drawLine(QPointF(area.x(), y), QPointF(area.right(), y))
            figure = f"{value}".replace("-", "−")
            box = QRectF(0, y - px, area.x() - 6, px * 2)
            write(painter, box, figure, theme.quiet, theme, px)

    def _paint_name(self, painter: QPainter, theme: Theme, box: QRectF, line: Line) -> None:
        plate = QRectF(box.x(), box.y() + 2, box.height() * 1.5, box.height() - 4)
        ink = theme.ink(line.colour)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink.fill))
        painter.drawRoundedRect(plate, plate.height() / 3, plate.height() / 3)
        inner = plate.adjusted(4, 2, -4, -2)
        paint_mark(painter, inner, line.colour, line.letter, theme, on_fill=True)
        painter.setPen(QColor(theme.text))
        name = QRectF(plate.right() + 6, box.y(), box.right() - plate.right() - 6, box.height())
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        most = 20 * theme.scale
        fit_text(painter, name, line.name, theme, bold=True, most=most, flags=flags, least=14)


def apart(heights: Sequence[float], least: float, room: float) -> tuple[float, ...]:
    """Return heights moved so far apart that names do not touch.

    Args:
        heights: Where names would like to stand, px from the top.
        least: Least distance, px.
        room: Height of the drawing, px.
    """
    order = sorted(range(len(heights)), key=lambda n: (heights[n], n))
    moved = list(heights)
    floor = least / 2
    for n in order:
        moved[n] = max(moved[n], floor)
        floor = moved[n] + least
    ceiling = room - least / 2
    for n in reversed(order):
        moved[n] = min(moved[n], ceiling)
        ceiling = moved[n] - least
    return tuple(moved)
