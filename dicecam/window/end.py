"""The end of a game: who won, everybody's points row by row, and what next."""

from __future__ import annotations

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
from dicecam.window.i18n import Words, sentence
from dicecam.window.icons import letter_of, paint_face, paint_mark
from dicecam.window.theme import mix, theme_of


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
        self.crown = Sign(110, self)
        self.crown.face = "crown"
        self.headline = QLabel(self)
        self.headline.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.headline.setWordWrap(True)
        self.headline.setTextFormat(Qt.TextFormat.PlainText)
        self.table = QFrame(self)
        self.table.setProperty("card", True)
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
        column.addWidget(self.table, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        page = QVBoxLayout(self)
        page.addWidget(scroll, 1)
        page.addLayout(row)
        self._retranslate()

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
        self.headline.setFont(theme.font(44, bold=True))
        ranks = standings(self._session, outcome)
        self._head(ranks[0].parts)
        for line, rank in enumerate(ranks, start=1):
            self._line(line, rank)

    def _head(self, parts: tuple[Row, ...]) -> None:
        for column, row in enumerate(parts, start=2):
            label = self._words.sentence(row.label)
            if row.colour is None:
                self._label(0, column, label, 16)
                continue
            sign = Sign(34, self.table)
            sign.colour = row.colour
            sign.letter = letter_of(row.colour, self._words.say)
            sign.setAccessibleName(label)
            sign.setToolTip(label)
            self._grid.addWidget(sign, 0, column, Qt.AlignmentFlag.AlignCenter)
        self._label(0, len(parts) + 2, self.tr("Total"), 18, bold=True)

    def _line(self, line: int, rank: Standing) -> None:
        self._label(line, 0, f"{rank.place}.", 26, bold=rank.won)
        name = self._label(line, 1, self._words.player(rank.seat), 26, bold=rank.won)
        name.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for column, row in enumerate(rank.parts, start=2):
            self._label(line, column, f"{row.points}".replace("-", "−"), 22)
        total = self._label(line, len(rank.parts) + 2, f"{rank.points}".replace("-", "−"), 30, True)
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
