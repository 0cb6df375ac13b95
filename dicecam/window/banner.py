"""A banner over the page: what went wrong and what can be done; the window stays as it is."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from dicecam.window.theme import best_ink, theme_of


class Banner(QFrame):
    """One message at a time; hidden while there is none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAutoFillBackground(True)
        self._text = QLabel(self)
        self._text.setWordWrap(True)
        self._text.setTextFormat(Qt.TextFormat.PlainText)
        self.action = QPushButton(self)
        self.close_button = QPushButton(self)
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.addWidget(self._text, 1)
        row.addWidget(self.action)
        row.addWidget(self.close_button)
        self._do: Callable[[], None] | None = None
        self.action.clicked.connect(self._act)
        self.hide()
        self._retranslate()

    @property
    def text(self) -> str:
        """What it says."""
        return self._text.text()

    def show_message(
        self,
        text: str,
        bad: bool = True,
        action: str = "",
        do: Callable[[], None] | None = None,
        detail: str = "",
    ) -> None:
        """Say something.

        Args:
            text: What.
            bad: True for trouble, False for a mere note.
            action: Words of a button; empty for none.
            do: What the button does.
            detail: Technical words for who points at it.
        """
        theme = theme_of(self)
        back = theme.bad if bad else theme.accent
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.Window, QColor(back))
        palette.setColor(QPalette.ColorRole.WindowText, QColor(best_ink(back)))
        self.setPalette(palette)
        self._text.setPalette(palette)
        self._text.setText(text)
        self._text.setToolTip(detail)
        self.setAccessibleDescription(detail)
        self._do = do
        self.action.setText(action)
        self.action.setVisible(bool(action))
        self.setAccessibleName(text)
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.close_button.setText(self.tr("Close"))

    def _act(self) -> None:
        self.hide()
        if self._do is not None:
            self._do()
