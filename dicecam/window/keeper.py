"""Keeps the user's settings and dresses the application by them."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from dicecam.config import Settings
from dicecam.window.commands import Commands
from dicecam.window.theme import THEMES, apply_theme, scaled, system_theme

logger = logging.getLogger(__name__)


class Keeper(QObject):
    """The settings in use.

    Args:
        settings: What is set at the start.
        save: Keeps settings for the next start.
        commands: Their switches show what is set.

    Attributes:
        changed: Something was set: the new `Settings`.
        settings: What is set now.
    """

    changed = Signal(object)

    def __init__(
        self, settings: Settings, save: Callable[[Settings], None], commands: Commands
    ) -> None:
        super().__init__(commands)
        self.settings = settings
        self._save = save
        self._commands = commands
        commands["dark"].toggled.connect(lambda on: self.change(theme="dark" if on else "light"))
        commands["beep"].toggled.connect(lambda on: self.change(beep=on))
        commands["paper"].toggled.connect(lambda on: self.change(paper=on))
        commands.scales.triggered.connect(lambda action: self.change(text_scale=action.data()))
        self.dress()

    def change(self, **changes: Any) -> None:
        """Set something and keep it for the next start."""
        self.take(replace(self.settings, **changes))

    def take(self, settings: Settings) -> None:
        """Use other settings from now on and keep them for the next start."""
        if settings == self.settings:
            return
        before, self.settings = self.settings, settings
        if (before.theme, before.text_scale) != (settings.theme, settings.text_scale):
            self.dress()
        try:
            self._save(settings)
        except OSError as error:
            logger.warning("settings cannot be kept: %s", error)
        self.changed.emit(settings)

    def dress(self) -> None:
        """Dress the application, and set the switches, as the settings say."""
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        name = self.settings.theme or system_theme(app)
        apply_theme(app, scaled(THEMES[name], self.settings.text_scale))
        for key, on in (
            ("dark", name == "dark"),
            ("beep", self.settings.beep),
            ("paper", self.settings.paper),
        ):
            self._commands[key].blockSignals(True)
            self._commands[key].setChecked(on)
            self._commands[key].blockSignals(False)
        for action in self._commands.scales.actions():
            action.setChecked(action.data() == self.settings.text_scale)
