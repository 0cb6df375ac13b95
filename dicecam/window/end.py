"""The end of a game: who won, points row by row and how they grew, and what next."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from dicecam.rules.core import Outcome
from dicecam.rules.sheet import Layout, Row
from dicecam.session.session import Session
from dicecam.window.chart import Line, PointsChart, points_by_seat, seat_colours
from dicecam.window.i18n import Words, sentence
from dicecam.window.icons import letter_of, paint_face, paint_mark, shape_path
from dicecam.window.theme import FILLS, SHAPES, Theme, mix, theme_of


@dataclass(frozen=True, slots=True)
class Standing:
    """One player at the end.

    Attributes:
        place: 1 for the winners; players with equal points share a place.
        seat: Who.
        points: Total.
        parts: Rows that score by themselves.
        won: True for a winner.
    """

    place: int
    seat: int
    points: int
    parts: tuple[Row, ...]
    won: bool


def standings(session: Session, outcome: Outcome) -> tuple[Standing, ...]:
    """Return everybody's standing, winners first, then by points."""
    scores = outcome.scores
    order = sorted(range(len(scores)), key=lambda s: (s not in outcome.winners, -scores[s], s))
    found: list[Standing] = []
    for n, seat in enumerate(order):
        sheet = session.sheet(seat)
        parts: tuple[Row, ...] = ()
        if sheet.layout is Layout.ROWS:
            parts = tuple(row for row in sheet.rows if row.points is not None)
        won = seat in outcome.winners
        same = bool(found) and (found[-1].points, found[-1].won) == (scores[seat], won)
        place = found[-1].place if same or (won and found) else n + 1
        found.append(Standing(place, seat, scores[seat], parts, won))
    return tuple(found)


class Sign(QWidget):
    """A small drawing: a crown, or a colour's mark.

    Args:
        side: Its size before text scaling, px.
    """

    def __init__(self, side: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._side = side
        self.face = ""
        self.colour: str | None = None
        self.letter = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return its size."""
        side = round(self._side * theme_of(self).scale)
        return QSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the drawing."""
        del event
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect())
        if self.face:
            paint_face(painter, area, self.face, theme.accent, theme)
        if self.colour is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.ink(self.colour).fill))
            painter.drawRoundedRect(area, area.width() / 5, area.width() / 5)
            inset = area.width() * 0.1
            inner = area.adjusted(inset, inset, -inset, -inset)
            paint_mark(painter, inner, self.colour, self.letter, theme, on_fill=True)
        painter.end()


CONFETTI = 90
"""Scraps of paper drawn when somebody has won."""
QUIET_PART = 0.6
"""No scrap falls into so much of the width, in the middle, where the words stand."""


def paint_confetti(painter: QPainter, area: QRectF, theme: Theme) -> None:
    """Draw scraps of paper in the colours and shapes of dice, at both sides of an area."""
    chance = random.Random(7)  # the same every time: it is a drawing, not a game
    names = ("red", "blue", "green", "yellow", "purple", "orange", "pink")
    painter.setPen(Qt.PenStyle.NoPen)
    for n in range(CONFETTI):
        share = chance.random() * (1 - QUIET_PART) / 2
        x = share if n % 2 else 1 - share
        side = 9 + 15 * chance.random()
        colour = names[n % len(names)]
        painter.save()
        painter.translate(area.x() + x * area.width(), area.y() + chance.random() * area.height())
        painter.rotate(chance.random() * 360)
        painter.setBrush(QColor(mix(FILLS[colour], theme.window, 0.15)))
        shape = SHAPES[colour] if n % 3 else "square"
        painter.drawPath(shape_path(shape, QRectF(-side / 2, -side / 2, side, side)))
        painter.restore()


class EndPage(QWidget):
    """Shown when a game is over.

    Args:
        words: The language in use.

    Attributes:
        again: Another game with the same players and rules.
        another: Another game: back to the start page.
        back: Back to the table, to look at the sheets or undo.
        export: The game shall be saved.
        statistics: The statistics across games shall be shown.
    """

    again = Signal()
    another = Signal()
    back = Signal()
    export = Signal()
    statistics = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._session: Session | None = None
        self.crown = Sign(96, self)
        self.crown.face = "crown"
        self.headline = QLabel(self)
        self.headline.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.headline.setWordWrap(True)
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.table = QFrame(self)
        self.table.setProperty("card", True)
        self.chart = PointsChart(self)
        self.grown = QLabel(self)
        self.grown.setProperty("heading", True)
        self._grid = QGridLayout(self.table)
        self._grid.setContentsMargins(24, 16, 24, 16)
        self._grid.setHorizontalSpacing(18)
        self._grid.setVerticalSpacing(10)
        self.buttons: dict[str, QPushButton] = {}
        row = QHBoxLayout()
        row.addStretch(1)
        for name, signal in (
            ("again", self.again),
            ("another", self.another),
            ("back", self.back),
            ("export", self.export),
            ("statistics", self.statistics),
        ):
            button = QPushButton(self)
            button.clicked.connect(signal)
            button.setProperty("main", name == "again")
            self.buttons[name] = button
            row.addWidget(button)
        row.addStretch(1)
        inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.addStretch(1)
        column.addWidget(self.crown, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.headline)
        column.addSpacing(10)
        both = QHBoxLayout()
        both.setSpacing(16)
        both.addStretch(1)
        both.addWidget(self.table)
        both.addWidget(self._course())
        both.addStretch(1)
        column.addLayout(both)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        page = QVBoxLayout(self)
        page.addWidget(scroll, 1)
        page.addLayout(row)
        self._retranslate()

    def _course(self) -> QFrame:
        """Return the card that shows how the points grew."""
        course = QFrame(self)
        course.setProperty("card", True)
        inside = QVBoxLayout(course)
        inside.setContentsMargins(20, 14, 20, 14)
        inside.addWidget(self.grown)
        inside.addWidget(self.chart, 1)
        return course

    def set_session(self, session: Session | None) -> None:
        """Show how a game ended; one that goes on shows nothing."""
        self._session = session
        self._show()

    def _say_outcome(self, outcome: Outcome) -> str:
        if outcome.message is not None:
            return sentence(self._words.say(outcome.message))
        names = [self._words.player(seat) for seat in outcome.winners]
        if not names:
            return self.tr("Nobody wins.")
        if len(names) == 1:
            return self.tr("{name} wins!").format(name=names[0])
        joined = self.tr(" and ").join((", ".join(names[:-1]), names[-1]))
        return self.tr("A tie: {names} win together!").format(names=joined)

    def _show(self) -> None:
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        outcome = self._session.outcome() if self._session is not None else None
        if self._session is None or outcome is None:
            self.headline.setText("")
            return
        text = self._say_outcome(outcome)
        self.headline.setText(text)
        self.headline.setAccessibleName(text)
        self.crown.setVisible(bool(outcome.winners))
        theme = theme_of(self)
        self.headline.setFont(theme.font(52, bold=True))
        ranks = standings(self._session, outcome)
        colours = seat_colours(self._session)
        self._head(ranks[0].parts)
        for line, rank in enumerate(ranks, start=1):
            self._line(line, rank, colours[rank.seat])
        self._grow(self._session, colours)
        self.update()

    def _grow(self, session: Session, colours: Sequence[str]) -> None:
        """Draw how the points grew."""
        say = self._words.say
        points = points_by_seat(session)
        self.chart.set_lines(
            [
                Line(self._words.player(seat), colour, letter_of(colour, say), points[seat])
                for seat, colour in enumerate(colours)
            ],
            self.tr("How the points grew, event by event"),
        )
        self.grown.setText(self.tr("How the points grew"))

    def _sign(self, line: int, column: int, colour: str, label: str) -> None:
        sign = Sign(34, self.table)
        sign.colour = colour
        sign.letter = letter_of(colour, self._words.say)
        sign.setAccessibleName(label)
        sign.setToolTip(label)
        self._grid.addWidget(sign, line, column, Qt.AlignmentFlag.AlignCenter)

    def _head(self, parts: tuple[Row, ...]) -> None:
        for column, row in enumerate(parts, start=3):
            label = self._words.sentence(row.label)
            if row.colour is None:
                self._label(0, column, label, 18)
            else:
                self._sign(0, column, row.colour, label)
        self._label(0, len(parts) + 3, self.tr("Total"), 18, bold=True)

    def _line(self, line: int, rank: Standing, colour: str) -> None:
        self._label(line, 0, f"{rank.place}.", 28, bold=rank.won)
        self._sign(line, 1, colour, self._words.colour(colour))
        name = self._label(line, 2, self._words.player(rank.seat), 28, bold=rank.won)
        name.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, row in enumerate(rank.parts, start=3):
            self._label(line, column, f"{row.points}".replace("-", "−"), 25)
        total = self._label(line, len(rank.parts) + 3, f"{rank.points}".replace("-", "−"), 34, True)
        theme = theme_of(self)
        if rank.won:
            ground = mix(theme.paper, theme.accent, 0.2)
            total.setStyleSheet(f"background: {ground}; border-radius: 8px; padding: 2px 14px;")
        points = self.tr("{name}: {points} points").format(
            name=self._words.player(rank.seat), points=rank.points
        )
        total.setAccessibleName(points)

    def _label(self, line: int, column: int, text: str, px: int, bold: bool = False) -> QLabel:
        label = QLabel(text, self.table)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setFont(theme_of(self).font(px, bold))
        label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._grid.addWidget(label, line, column)
        return label

    def paintEvent(self, event: QPaintEvent) -> None:
        """Let scraps of paper fall when somebody has won."""
        super().paintEvent(event)
        if self.crown.isVisible():
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_confetti(painter, QRectF(self.rect()), theme_of(self))
            painter.end()

    def _retranslate(self) -> None:
        for name, text in (
            ("again", self.tr("Play again")),
            ("another", self.tr("Another game")),
            ("back", self.tr("Back to the table")),
            ("export", self.tr("Save…")),
            ("statistics", self.tr("Statistics")),
        ):
            self.buttons[name].setText(text)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Follow language, colours and text size."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._show()
        super().changeEvent(event)
