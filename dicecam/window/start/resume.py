"""Games that were not finished, each with a button to go on."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QEvent, QLocale, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from dicecam.messages import Message
from dicecam.session.archive import KeptGame
from dicecam.window.i18n import Words

MOST = 2
"""So many games are offered: the others are in the log folder."""


class ResumeBox(QWidget):
    """Offers the newest games that can go on; hidden when there is none.

    Args:
        words: The language in use.

    Attributes:
        resumed: A game shall go on: its `KeptGame`.
    """

    resumed = Signal(object)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._games: tuple[KeptGame, ...] = ()
        self.label = QLabel(self)
        self.buttons: list[QPushButton] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.addWidget(self.label)
        self.hide()

    def set_games(self, games: Sequence[KeptGame]) -> None:
        """Offer some games, newest first."""
        self._games = tuple(games[:MOST])
        self._show()

    def _show(self) -> None:
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self.buttons = []
        self.label.setText(self.tr("Go on with:"))
        for game in self._games:
            button = QPushButton(self)
            button.clicked.connect(lambda checked=False, kept=game: self.resumed.emit(kept))
            title = self._words.say(Message(f"{game.game}.title"), ())
            button.setText(f"{title}: {', '.join(game.names)}")
            words = self.tr("Go on with {game}, {players}, begun {when}").format(
                game=title, players=", ".join(game.names), when=when(game.started, self._words)
            )
            button.setAccessibleName(words)
            button.setToolTip(words)
            self.buttons.append(button)
            self._row.addWidget(button)
        self.setVisible(bool(self._games))

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)


def when(started: str, words: Words) -> str:
    """Return a time of the log as people write it, in their zone."""
    time = QDateTime.fromString(started, Qt.DateFormat.ISODate).toLocalTime()
    return QLocale(words.language).toString(time, QLocale.FormatType.ShortFormat)
