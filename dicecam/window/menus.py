"""Lays the commands out: the menu bar and the tool bar of the main window."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QSizePolicy, QToolBar, QWidget

from dicecam.window.commands import MENUS, TOOLS, Commands
from dicecam.window.teach.corrections import KeepCorrections
from dicecam.window.teach.entry import TeachEntry


class Menus:
    """Menu bar and tool bar of a window.

    Args:
        window: The window.
        commands: What they hold.
        right: What stands at the right end of the tool bar.

    Attributes:
        teach: Opens the wizard that teaches new dice.
        keep: Whether corrections are kept to learn from.
    """

    def __init__(self, window: QMainWindow, commands: Commands, right: QWidget) -> None:
        self._commands = commands
        self._menus: list[tuple[QMenu, str]] = []
        choices = {
            "menu_language": commands.languages.actions(),
            "menu_scale": commands.scales.actions(),
        }
        for title, keys in MENUS:
            menu = window.menuBar().addMenu("")
            self._menus.append((menu, title))
            for key in keys:
                if key == "":
                    menu.addSeparator()
                elif key in choices:
                    self._add_choice(menu, key, choices[key])
                else:
                    menu.addAction(commands[key])
        self.teach = TeachEntry(window)
        self.keep = KeepCorrections(window)
        table = next(menu for menu, key in self._menus if key == "menu_table")
        table.addActions([self.teach, self.keep])
        bar = QToolBar(window)
        bar.setMovable(False)
        for key in TOOLS:
            bar.addAction(commands[key])
        right.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        bar.addWidget(right)
        window.addToolBar(bar)

    def _add_choice(self, menu: QMenu, key: str, actions: list[QAction]) -> None:
        choice = menu.addMenu("")
        choice.addActions(actions)
        self._menus.append((choice, key))

    def retranslate(self) -> None:
        """Name everything in the language in use."""
        self._commands.retranslate()
        self.teach.retranslate()
        self.keep.retranslate()
        texts = self._commands.texts()
        for menu, key in self._menus:
            menu.setTitle(texts[key])
