"""What can be done with games that were played: save them, count them, look at the result."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QWidget

from dicecam.errors import DicecamError
from dicecam.rules.core import Game
from dicecam.session.session import Session
from dicecam.window.export import ask_where, export_to
from dicecam.window.i18n import Words
from dicecam.window.log_reader import LogReader
from dicecam.window.statistics import StatisticsDialog

logger = logging.getLogger(__name__)

MOST_GAMES = 500
"""So many of the newest games are counted."""


class AfterGame(QObject):
    """Dialogs about games that were played.

    Args:
        words: The language in use.
        games: The rules, by key.
        log_folder: Where games are kept.
        complain: Shows what went wrong.
        parent: Over which window dialogs open.
    """

    def __init__(
        self,
        words: Words,
        games: Mapping[str, Game[Any]],
        log_folder: Path,
        complain: Callable[[str], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._words, self._games = words, games
        self.reader = LogReader(log_folder, games, self)
        self._complain, self._window = complain, parent

    def export(self, session: Session | None) -> None:
        """Ask where to save a game and save it."""
        if session is None:
            return
        path = ask_where(self._window, session)
        if path is None:
            return
        try:
            export_to(session, path, self._words)
        except (DicecamError, OSError) as error:
            self._complain(self.tr("The game cannot be saved. {error}").format(error=error))

    def statistics(self) -> None:
        """Show wins, averages and how fair the dice were."""
        dialog = StatisticsDialog(self._words, self._games, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.reader.read.connect(dialog.set_kept)
        self.reader.ask(MOST_GAMES)
        dialog.open()
