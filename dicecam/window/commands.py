"""The window's commands: one `QAction` each, with words, keys and a place in a menu."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from dicecam.messages import LANGUAGES
from dicecam.window.i18n import NATIVE_NAMES
from dicecam.window.theme import SCALES

KEYS = {
    "new": "Ctrl+N",
    "quit": "Ctrl+Q",
    "undo": "Ctrl+Z",
    "redo": "Ctrl+Y",
    "read": "Ctrl+R",
    "by_hand": "Ctrl+E",
    "dark": "Ctrl+D",
    "camera": "Ctrl+K",
    "history": "Ctrl+H",
    "result": "",
    "export": "Ctrl+S",
    "statistics": "",
    "paper": "",
    "beep": "",
}
"""Every command with the keys that start it."""

SWITCHES = ("dark", "history", "paper", "beep")
"""Commands that are on or off."""

MENUS = (
    ("menu_game", ("new", "undo", "redo", "", "result", "export", "statistics", "", "quit")),
    ("menu_table", ("read", "by_hand", "camera")),
    ("menu_view", ("history", "paper", "beep", "dark", "", "menu_language", "menu_scale")),
)
"""Menus and what they hold; an empty name is a separator."""


TOOLS = ("undo", "redo", "by_hand", "history", "new")
"""Commands in the tool bar."""


class Commands(QObject):
    """All commands as actions of a window.

    Args:
        parent: Owner of the actions.

    Attributes:
        languages: One action a language, its code as data; exactly one is checked.
        scales: One action a text size, the factor as data; exactly one is checked.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        for key, keys in KEYS.items():
            action = QAction(self)
            action.setObjectName(key)
            action.setCheckable(key in SWITCHES)
            if keys:
                action.setShortcut(QKeySequence(keys))
            self._actions[key] = action
        self.languages = self._choice([(NATIVE_NAMES[code], code) for code in LANGUAGES])
        self.scales = self._choice([(f"{scale:.0%}", scale) for scale in SCALES])
        self.retranslate()

    def _choice(self, entries: list[tuple[str, object]]) -> QActionGroup:
        group = QActionGroup(self)
        for text, value in entries:
            action = group.addAction(text)
            action.setCheckable(True)
            action.setData(value)
        return group

    def __getitem__(self, key: str) -> QAction:
        return self._actions[key]

    def retranslate(self) -> None:
        """Name every command in the language in use."""
        texts = self.texts()
        for key, action in self._actions.items():
            action.setText(texts[key])
        # The tool bar has little room.
        self._actions["by_hand"].setIconText(self.tr("Dice by hand"))

    def texts(self) -> dict[str, str]:
        """Return what commands and menus are called in the language in use."""
        return {
            "new": self.tr("New game…"),
            "quit": self.tr("Quit"),
            "undo": self.tr("Undo"),
            "redo": self.tr("Redo"),
            "read": self.tr("Read the dice"),
            "by_hand": self.tr("Enter dice by hand…"),
            "result": self.tr("Result"),
            "export": self.tr("Save the game…"),
            "statistics": self.tr("Statistics…"),
            "history": self.tr("History"),
            "paper": self.tr("We keep paper sheets"),
            "beep": self.tr("Beep when dice were read"),
            "dark": self.tr("Dark colours"),
            "camera": self.tr("Camera and table…"),
            "menu_game": self.tr("&Game"),
            "menu_table": self.tr("&Table"),
            "menu_view": self.tr("&View"),
            "menu_language": self.tr("Language"),
            "menu_scale": self.tr("Text size"),
        }
