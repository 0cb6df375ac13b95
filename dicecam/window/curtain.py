"""The curtain: covers what is secret while the screen goes from one player to the next."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from dicecam.window.desk import Desk
from dicecam.window.i18n import Words
from dicecam.window.theme import mix, theme_of

FOLDS = 14
"""Folds of the curtain drawn."""
VELVET = "#7d1f38"
"""Colour of the curtain; white text on it has a contrast above 9:1."""


class Curtain(QWidget):
    """A drawn curtain with a button for each player who has something secret to do.

    Args:
        words: The language in use.
    """

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._desk: Desk | None = None
        self.title = QLabel(self)
        self.title.setWordWrap(True)
        self.title.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.buttons: dict[int, QPushButton] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(40, 20, 40, 20)
        self._column.addStretch(2)
        self._column.addWidget(self.title)
        self._column.addSpacing(12)
        self._column.addStretch(3)

    def set_desk(self, desk: Desk | None) -> None:
        """Cover another game, or none."""
        for button in self.buttons.values():
            button.hide()
            button.deleteLater()
        self.buttons = {}
        self._desk = desk
        for seat in range(len(desk.session.names) if desk is not None else 0):
            self._add_button(seat)
        self.refresh()

    def _add_button(self, seat: int) -> None:
        button = QPushButton(self)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: self._look(seat))
        self._column.insertWidget(self._column.count() - 1, button, 0, Qt.AlignmentFlag.AlignCenter)
        self.buttons[seat] = button

    def _look(self, seat: int) -> None:
        if self._desk is not None:
            self._desk.peek(seat)

    def refresh(self) -> None:
        """Offer a look to those who have something secret to do."""
        if self._desk is None:
            return
        acting = self._desk.secret_seats()
        theme = theme_of(self)
        self.title.setFont(theme.font(28, bold=True))
        self.title.setStyleSheet("color: #ffffff; background: transparent;")
        self.title.setText(self.tr("Secret choices. One looks, the others turn away."))
        for seat, button in self.buttons.items():
            name = self._words.player(seat)
            button.setText(self.tr("{name} looks").format(name=name))
            button.setFont(theme.font(20, bold=True))
            button.setMinimumWidth(round(300 * theme.scale))
            button.setVisible(seat in acting)

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the folds."""
        del event
        painter = QPainter(self)
        width = self.width() / FOLDS
        for fold in range(FOLDS):
            area = QRectF(fold * width, 0, width + 1, self.height())
            shade = QLinearGradient(area.topLeft(), area.topRight())
            shade.setColorAt(0.0, QColor(mix(VELVET, "#000000", 0.35)))
            shade.setColorAt(0.45, QColor(VELVET))
            shade.setColorAt(1.0, QColor(mix(VELVET, "#000000", 0.35)))
            painter.fillRect(area, shade)
        painter.end()
