"""Collects Python's garbage in the window's thread only.

Python collects wherever its counters run over, also in the threads that fetch and read pictures.
Widgets that are garbage would then die there while Qt still works with them here, and the program
would crash. So collecting is switched off while the window is open, and done here in small steps.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

PAUSE_MS = 400
"""How often the counters are looked at, ms."""


class Collector(QObject):
    """Collects while the window is open; `stop` gives everything back to Python."""

    _open = 0  # so many of them: the last one that stops gives back

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._running = True
        self._timer = QTimer(self)
        self._timer.setInterval(PAUSE_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()
        Collector._open += 1
        gc.disable()
        gc.freeze()  # what lives now lives on: it need not be gone through in each step

    def collect(self) -> None:
        """Collect as far as Python would by now."""
        counts, limits = gc.get_count(), gc.get_threshold()
        due = [
            n for n, (count, limit) in enumerate(zip(counts, limits, strict=True)) if count > limit
        ]
        if due:
            gc.collect(max(due))

    def stop(self) -> None:
        """Let Python collect by itself again; may be called twice."""
        if not self._running:
            return
        self._running = False
        self._timer.stop()
        Collector._open -= 1
        if not Collector._open:
            gc.unfreeze()
            gc.enable()
