"""Reads the games kept in the log folder, in a thread of its own: replaying them takes a while."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from dicecam.rules.core import Game
from dicecam.session.archive import Known, each_kept, newest_first


class LogReader(QObject):
    """Reads logs on request; only the answer to the newest request is told.

    Args:
        folder: Where games are kept.
        games: The rules, by key.

    Attributes:
        read: The games were read, newest first: a tuple of `KeptGame`.
    """

    read = Signal(object)
    _came = Signal(int, object)

    def __init__(
        self, folder: Path, games: Mapping[str, Game[Any]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._folder, self._games = folder, games
        self._known: Known = {}  # logs read before; a log that grew is read again
        self._number = 0
        self._thread: threading.Thread | None = None
        self._came.connect(self._tell)

    def ask(self, most: int) -> None:
        """Read so many of the newest logs; `read` tells when it is done."""
        self.stop()
        number = self._number
        self._thread = threading.Thread(
            target=self._work, args=(number, most), name="dicecam-logs", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop reading; may be called twice."""
        self._number += 1
        if self._thread is not None:
            self._thread.join()  # it stops after the log at hand
            self._thread = None

    def _work(self, number: int, most: int) -> None:
        found = []
        for game in each_kept(self._folder, self._games, most, self._known):
            if number != self._number:
                return
            found.append(game)
        with contextlib.suppress(RuntimeError):  # the window may be gone by now
            self._came.emit(number, newest_first(found))

    def _tell(self, number: int, kept: object) -> None:
        if number == self._number:
            self.stop()
            self.read.emit(kept)
