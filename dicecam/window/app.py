"""Starts the window: one application object, one window, the event loop."""

from __future__ import annotations

import logging
import signal
import sys
from functools import partial
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication

from dicecam.window.desk import Desk
from dicecam.window.main_window import MainWindow
from dicecam.window.parts import Parts

__all__ = ["Parts", "run"]


logger = logging.getLogger(__name__)

SIZE = (1366, 768)
"""Size of the window in a snapshot, px: that of a small laptop."""


class Snapshot(QObject):
    """Takes a picture of the window after the first reading that has settled, and ends.

    Args:
        window: The window.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.resize(*SIZE)
        self._desk: Desk | None = None
        self._taken = False
        self.code = 1
        window.began.connect(self._listen)
        window.live.ended.connect(self._take)
        window.live.failed.connect(lambda where, error: self._take())

    def _listen(self, desk: Desk) -> None:
        self._desk = desk
        desk.looked.connect(self._on_looked)

    def _on_looked(self) -> None:
        view = self._desk.view if self._desk is not None else None
        if view is not None and view.lying and view.dice and self.code != 0:
            self.code = 0
            self._take()

    def _take(self) -> None:
        path = self._window.parts.screenshot
        if self._taken or path is None:
            return
        self._taken = True
        path.parent.mkdir(parents=True, exist_ok=True)
        QApplication.processEvents()
        if not self._window.grab().save(str(path)):
            self.code = 1
        self._window.close()
        QApplication.exit(self.code)


def make_app() -> QApplication:
    """Return the application object, made when there is none."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("dicecam")
    app.setApplicationDisplayName("dicecam")
    return app


def run(parts: Parts) -> int:
    """Show the window until it is closed.

    Args:
        parts: What it is made of.

    Returns:
        The program's exit status.
    """
    app = make_app()
    # Ctrl+C in the terminal ends at once: every line of the log is on the disk already.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    window = MainWindow(parts)
    snapshot = Snapshot(window) if parts.screenshot is not None else None
    usual, sys.excepthook = sys.excepthook, partial(_complain, window)
    window.show()
    window.open()
    code = app.exec()
    sys.excepthook = usual
    code = snapshot.code if snapshot is not None else code
    dispose(window)
    return code


def _complain(
    window: MainWindow,
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
) -> None:
    """Log an error nobody expected and say it in the banner; the window and the game stay."""
    logger.error("unexpected error", exc_info=(kind, error, trace))
    window.show_unexpected(f"{kind.__name__}: {error}")


def dispose(window: MainWindow) -> None:
    """Close a window and let Qt forget it now, while the application still lives."""
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)
