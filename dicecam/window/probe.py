"""Measures how smoothly the window answers: the longest gaps between turns of its event loop.

A timer of zero length fires in every turn; the time between two of its shots is how long a click
would have waited. Used by `dicecam bench --gui` while the demo plays with detection running.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6.QtCore import QElapsedTimer, QObject, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from dicecam.window.app import dispose, make_app
from dicecam.window.main_window import MainWindow
from dicecam.window.parts import Parts

TICK_MS = 2
"""Length of the probe's timer, ms: short against the 40 ms that matter, long enough to idle."""

CLICK_MS = 200
"""Pause between two clicks of the probe, ms."""


@dataclass(frozen=True, slots=True)
class Smoothness:
    """What the probe saw.

    Attributes:
        turns: Turns of the event loop that were counted.
        p50_ms: Median gap between two turns, ms.
        p99_ms: 99 % of the gaps were no longer, ms.
        longest_ms: The longest gap, ms.
        first_picture_s: Seconds from the start to the first picture on screen; -1 when none came.
        clicks: Clicks sent.
        answered: Clicks that arrived.
        pictures: Pictures shown.
        views: Views of the table taken in.
    """

    turns: int
    p50_ms: float
    p99_ms: float
    longest_ms: float
    first_picture_s: float
    clicks: int
    answered: int
    pictures: int
    views: int


class Target(QWidget):
    """A small widget that counts the clicks it gets."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.answered = 0
        self.resize(8, 8)
        self.show()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Count a click."""
        del event
        self.answered += 1


class Probe(QObject):
    """Counts turns of the event loop.

    Args:
        window: The window that is watched.
        clock: Seconds; when the program was started counts as 0.
    """

    def __init__(self, window: MainWindow, clock: Callable[[], float]) -> None:
        super().__init__(window)
        self._clock = clock
        self.gaps_ms: list[float] = []
        self.first_picture_s = -1.0
        self.clicks = self.pictures = self.views = 0
        self.target = Target(window)
        self._since = QElapsedTimer()
        self._ticks = QTimer(self)
        self._ticks.setTimerType(Qt.TimerType.PreciseTimer)
        self._ticks.setInterval(TICK_MS)
        self._ticks.timeout.connect(self._tick)
        self._clicker = QTimer(self)
        self._clicker.setInterval(CLICK_MS)
        self._clicker.timeout.connect(self._click)
        window.live.pictured.connect(self._on_pictured)
        window.live.looked.connect(self._on_looked)

    def start(self) -> None:
        """Begin to count."""
        self._since.start()
        self._ticks.start()
        self._clicker.start()

    def stop(self) -> None:
        """Stop counting."""
        self._ticks.stop()
        self._clicker.stop()

    def _tick(self) -> None:
        self.gaps_ms.append(self._since.nsecsElapsed() / 1e6)
        self._since.restart()

    def _click(self) -> None:
        place = QPointF(4, 4)
        button = Qt.MouseButton.LeftButton
        press = QMouseEvent(
            QMouseEvent.Type.MouseButtonPress,
            place,
            QPointF(self.target.mapToGlobal(place)),
            button,
            button,
            Qt.KeyboardModifier.NoModifier,
        )
        self.clicks += 1
        QApplication.postEvent(self.target, press)

    def _on_pictured(self) -> None:
        self.pictures += 1
        if self.first_picture_s < 0:
            self.first_picture_s = self._clock()

    def _on_looked(self) -> None:
        self.views += 1

    def result(self) -> Smoothness:
        """Return what was seen so far."""
        gaps = sorted(self.gaps_ms) or [0.0]
        return Smoothness(
            turns=len(self.gaps_ms),
            p50_ms=gaps[len(gaps) // 2],
            p99_ms=gaps[min(len(gaps) - 1, round(len(gaps) * 0.99))],
            longest_ms=gaps[-1],
            first_picture_s=self.first_picture_s,
            clicks=self.clicks,
            answered=self.target.answered,
            pictures=self.pictures,
            views=self.views,
        )


def measure(parts: Parts, seconds: float, started_s: float | None = None) -> Smoothness:
    """Play a game by itself for a while and measure how smoothly the window answers.

    Args:
        parts: What the window is made of; its game is begun at once.
        seconds: How long to measure, seconds.
        started_s: `time.monotonic()` when the program started; None for now.

    Returns:
        What was seen, from the first turn of the event loop to the last.
    """
    app = make_app()
    begin = time.monotonic() if started_s is None else started_s
    window = MainWindow(replace(parts, screenshot=None))
    probe = Probe(window, lambda: time.monotonic() - begin)
    player = Player(window)
    window.show()
    window.open()
    probe.start()
    QTimer.singleShot(round(seconds * 1000), app.quit)
    app.exec()
    probe.stop()
    player.stop()
    result = probe.result()
    # A click sent in the very last moment is still on its way.
    app.processEvents()
    result = replace(result, answered=probe.target.answered)
    dispose(window)
    return result


class Player(QObject):
    """Chooses for every player after a short thought, so that recordings go on.

    Args:
        window: The window it plays in.
    """

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._timer = QTimer(self)
        self._timer.setInterval(300)
        self._timer.timeout.connect(self._play)
        self._timer.start()

    def stop(self) -> None:
        """Stop playing."""
        self._timer.stop()

    def _play(self) -> None:
        desk = self._window.desk
        offers = desk.offers() if desk is not None and desk.awaiting is None else ()
        if desk is not None and offers:
            desk.play(offers[0].seat, offers[0].action)
