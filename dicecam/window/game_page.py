"""The page of a running game: table and options on the left, sheets and history on the right."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QLabel, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from dicecam.session.session import Offer
from dicecam.window.desk import Desk
from dicecam.window.history_panel import HistoryPanel
from dicecam.window.i18n import Words, full_sentence
from dicecam.window.options_panel import OptionsPanel
from dicecam.window.paper import PaperPanel
from dicecam.window.sheets_panel import SheetsPanel
from dicecam.window.table_panel import TablePanel

NEWS_PX = 28
"""Least height of the line of news, px, so that the page does not jump when there is none."""


class GamePage(QWidget):
    """Everything people look at while they play.

    Args:
        words: The language in use.
    """

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.desk: Desk | None = None
        self.table = TablePanel(words, self)
        self.options = OptionsPanel(words, self)
        self.sheets = SheetsPanel(words, self)
        self.history = HistoryPanel(words, self)
        self.paper = PaperPanel(words, self)
        self.news = QLabel(self)
        self.news.setWordWrap(True)
        self.news.setTextFormat(Qt.TextFormat.PlainText)
        self.news.setObjectName("news")
        self.news.setMinimumHeight(NEWS_PX)
        # The shares are those of the smallest laptop, 1366 x 768; larger screens keep them.
        left = self._split(Qt.Orientation.Vertical, (self.table, 330), (self.options, 290))
        right = self._split(Qt.Orientation.Vertical, (self.sheets, 500), (self.history, 120))
        self._right = QStackedWidget(self)
        self._right.addWidget(right)
        self._right.addWidget(self.paper)
        self._both = self._split(Qt.Orientation.Horizontal, (left, 510), (self._right, 830))
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 4)
        column.addWidget(self._both, 1)
        column.addWidget(self.news)
        self.options.pointed.connect(self._point)
        self.sheets.pointed.connect(self._point)

    def _split(self, way: Qt.Orientation, *parts: tuple[QWidget, int]) -> QSplitter:
        splitter = QSplitter(way, self)
        splitter.setChildrenCollapsible(False)
        for n, (widget, share) in enumerate(parts):
            splitter.addWidget(widget)
            splitter.setStretchFactor(n, share)
        splitter.setSizes([share for _, share in parts])
        return splitter

    def set_desk(self, desk: Desk | None) -> None:
        """Show another game, or none."""
        if self.desk is not None:
            self.desk.told.disconnect(self._tell)
            self.desk.refused.disconnect(self._refuse)
        self.desk = desk
        self.news.clear()
        for panel in (self.table, self.options, self.sheets, self.history, self.paper):
            panel.set_desk(desk)
        if desk is not None:
            desk.told.connect(self._tell)
            desk.refused.connect(self._refuse)

    def set_paper(self, paper: bool) -> None:
        """Show sheets, or only what the dice allow."""
        if self._right.currentIndex() != int(paper):
            self._right.setCurrentIndex(int(paper))
            self.news.clear()
        self.options.setVisible(not paper)

    def _tell(self, messages: object) -> None:
        assert isinstance(messages, tuple)
        self._show_news(" ".join(full_sentence(self._words.say(m)) for m in messages))

    def _refuse(self, message: object) -> None:
        self._tell((message,))

    def _show_news(self, text: str) -> None:
        self.news.setText(text)
        self.news.setAccessibleName(text)

    def changeEvent(self, event: QEvent) -> None:
        """Take old news away: they are in the language before."""
        if event.type() == QEvent.Type.LanguageChange:
            self.news.clear()
        super().changeEvent(event)

    def _point(self, offer: Offer | None) -> None:
        """Highlight what an option uses, on the table and on the sheet."""
        dice = offer.dice if offer is not None else ()
        tracks = self.desk.tracks(dice) if self.desk is not None else frozenset()
        self.table.picture.set_lit(tracks)
        self.sheets.highlight(offer)
