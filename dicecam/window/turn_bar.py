"""The right end of the tool bar: which game, whose turn, and the time left in timed games."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from dicecam.window.desk import Desk
from dicecam.window.i18n import Words
from dicecam.window.theme import theme_of

REFRESH_MS = 250
"""How often the time left is written anew, ms."""

HURRY_S = 10.0
"""The time left is shown as a warning from here on, seconds."""


def clock_text(seconds: float) -> str:
    """Return a time as minutes and seconds; it shows 0:00 only when it is over."""
    whole = int(seconds) + (seconds > int(seconds))
    return f"{whole // 60}:{whole % 60:02d}"


class TurnBar(QWidget):
    """Says at a glance where the game is.

    Args:
        words: The language in use.
    """

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._desk: Desk | None = None
        self.turn = QLabel(self)
        self.turn.setTextFormat(Qt.TextFormat.PlainText)
        self.turn.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.turn.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.time = QLabel(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.addWidget(self.turn, 1)
        row.addWidget(self.time)
        self._timer = QTimer(self)
        self._timer.setInterval(REFRESH_MS)
        self._timer.timeout.connect(self._refresh_time)

    def set_desk(self, desk: Desk | None) -> None:
        """Follow another game, or none."""
        if self._desk is not None:
            self._desk.changed.disconnect(self.refresh)
        self._desk = desk
        if desk is not None:
            desk.changed.connect(self.refresh)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh()
        super().changeEvent(event)

    def refresh(self) -> None:
        """Show where the game is now."""
        self.turn.setFont(theme_of(self).font(18, bold=True))
        self._elide()
        self._refresh_time()
        timed = self._desk is not None and self._desk.time_left_s() is not None
        self._timer.start() if timed else self._timer.stop()

    def sizeHint(self) -> QSize:
        """Return little: the bar takes the room that is left, and shortens its words."""
        return QSize(120, super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the words to the room there is."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        text = self._turn_text()
        metrics = self.turn.fontMetrics()
        room = max(0, self.turn.width())
        self.turn.setText(metrics.elidedText(text, Qt.TextElideMode.ElideRight, room))
        self.turn.setToolTip(text)
        self.turn.setAccessibleName(text)

    def _turn_text(self) -> str:
        desk = self._desk
        if desk is None:
            return ""
        title = self._words.say(desk.spec.title)
        if desk.session.outcome() is not None:
            return self.tr("{game} · the game is over").format(game=title)
        if desk.paper:
            return title
        names = " + ".join(self._words.player(seat) for seat in desk.acting())
        if not names:
            return title
        return self.tr("{game} · it is {name}'s turn").format(game=title, name=names)

    def _refresh_time(self) -> None:
        left = self._desk.time_left_s() if self._desk is not None else None
        self.time.setVisible(left is not None)
        if left is None:
            return
        theme = theme_of(self)
        self.time.setText(clock_text(left))
        self.time.setFont(theme.font(24, bold=True))
        colour = theme.bad if left <= HURRY_S else theme.text
        self.time.setStyleSheet(f"color: {colour};")
        self.time.setAccessibleName(self.tr("Time left: {time}").format(time=clock_text(left)))
