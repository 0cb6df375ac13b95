"""The history panel: everything that happened, in words; a click looks back at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QEvent, QModelIndex, QObject, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QListView,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from dicecam.session.session import HistoryLine
from dicecam.window.by_hand import HandEntry
from dicecam.window.desk import Desk
from dicecam.window.i18n import Words, full_sentence
from dicecam.window.offers_model import Index

LINE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The `HistoryLine` of a row."""


class HistoryModel(QAbstractListModel):
    """Everything that happened, oldest first.

    Args:
        words: The language in use.
        parent: Owner.
    """

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._lines: tuple[HistoryLine, ...] = ()
        words.changed.connect(self.retranslate)

    def set_lines(self, lines: Sequence[HistoryLine]) -> None:
        """Show other lines; those that are the same stay as they are."""
        new, old = tuple(lines), self._lines
        same = 0
        while same < min(len(new), len(old)) and new[same] == old[same]:
            same += 1
        if same < len(old):
            self.beginRemoveRows(QModelIndex(), same, len(old) - 1)
            self._lines = old[:same]
            self.endRemoveRows()
        if same < len(new):
            self.beginInsertRows(QModelIndex(), same, len(new) - 1)
            self._lines = new
            self.endInsertRows()

    def retranslate(self) -> None:
        """Say the same in the language that was switched to."""
        if self._lines:
            self.dataChanged.emit(self.index(0), self.index(len(self._lines) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many lines there are."""
        return 0 if parent.isValid() else len(self._lines)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return a line in words, or the line itself."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            told = [self._words.say(message) for message in (line.text, *line.news)]
            return " ".join(full_sentence(text) for text in told)
        return line if role == LINE_ROLE else None


class HistoryPanel(QWidget):
    """The list; a throw that was read wrongly can be corrected from it.

    Args:
        words: The language in use.
    """

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk: Desk | None = None
        self._words = words
        self._line: HistoryLine | None = None
        self.model = HistoryModel(words, self)
        self.list = QListView(self)
        self.list.setObjectName("history")
        self.list.setSpacing(1)
        self.list.setModel(self.model)
        self.list.setWordWrap(True)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.clicked.connect(self._look)
        self.list.activated.connect(self._look)
        self.now = QPushButton(self)
        self.now.setProperty("main", True)
        self.now.clicked.connect(self._return)
        self.correct = QPushButton(self)
        self.correct.clicked.connect(self._correct)
        row = QHBoxLayout()
        row.addWidget(self.correct)
        row.addStretch(1)
        row.addWidget(self.now)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.list, 1)
        column.addLayout(row)
        self._retranslate()

    def set_desk(self, desk: Desk | None) -> None:
        """Tell of another game, or of none."""
        if self._desk is not None:
            self._desk.changed.disconnect(self.refresh)
        self._desk, self._line = desk, None
        if desk is not None:
            desk.changed.connect(self.refresh)
        self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.now.setText(self.tr("Return to now"))
        self.correct.setText(self.tr("Correct this throw…"))
        self.correct.setToolTip(self.tr("Say what the dice really showed; what follows is redone"))
        self.list.setAccessibleName(self.tr("History"))
        self.list.setToolTip(self.tr("Click a line to look back at that moment"))

    def refresh(self) -> None:
        """Show what has happened."""
        desk = self._desk
        self.model.set_lines(desk.history() if desk is not None else ())
        back = desk is not None and desk.looking_at is not None
        self.now.setVisible(back)
        entries = desk.session.entries if desk is not None else ()
        if self._line is not None and self._line.entry not in entries:
            self._line = None
        self._show_correct()
        if not back:
            self.list.scrollToBottom()

    def _show_correct(self) -> None:
        """Offer to correct the line chosen when it is a throw."""
        desk, line = self._desk, self._line
        self.correct.setVisible(
            desk is not None
            and line is not None
            and not desk.secret_seats()
            and desk.call_of(line.entry) is not None
        )
        if line is None:
            self.list.clearSelection()

    def _correct(self) -> None:
        if self._desk is not None and self._line is not None:
            dialog = HandEntry(self._desk, self._words, self.window(), self._line.entry)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

    def _look(self, index: QModelIndex) -> None:
        line = index.data(LINE_ROLE)
        if self._desk is None or line is None:
            return
        entries = self._desk.session.entries
        count = next((n for n, e in enumerate(entries, 1) if e.seq == line.entry.seq), None)
        self._line = line
        self._desk.look_at(count)
        self._show_correct()

    def _return(self) -> None:
        self._line = None
        if self._desk is not None:
            self._desk.look_at(None)
