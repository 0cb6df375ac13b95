"""The capture thread: fetches pictures as fast as the source gives them and hands them on.

Cameras never wait: the newest picture wins. Files wait for the vision, picture by picture, run at
their own time, and pause while players choose, so that the next throw comes when it is awaited.
This module knows no camera library and no widget.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from dicecam.errors import DicecamError
from dicecam.latest import Latest
from dicecam.sight import Frame, Source
from dicecam.window.live.picture import Picture, picture_of
from dicecam.window.live.report import Report

logger = logging.getLogger(__name__)


class Pace:
    """Holds pictures back until their media time has come.

    Args:
        wait: Waits so many seconds; returns True when waiting was cut short.
        now: A clock in seconds.
    """

    def __init__(
        self, wait: Callable[[float], bool], now: Callable[[], float] = time.monotonic
    ) -> None:
        self._wait = wait
        self._now = now
        self._start: float | None = None

    def hold(self, time_s: float) -> None:
        """Return when the media time has come; the first picture comes at once."""
        if self._start is None:
            self._start = self._now() - time_s
        early = self._start + time_s - self._now()
        if early > 0:
            self._wait(early)
        else:
            self._start -= early  # late: go on from here instead of hurrying to catch up


class Capture(threading.Thread):
    """Fetches pictures until the source ends or `stop` is called.

    Args:
        open_source: Opens the source; called in this thread, since cameras may take seconds.
        frames: Mailbox to the vision.
        pictures: Mailbox to the window.
        report: Tells the window.
        paced: True to run files at their own time; False as fast as the vision reads.

    Attributes:
        shown_px: Width in which pictures are shown, px; the window may change it at any time.
        seen: Set when the picture handed over was read, and its throw taken in by the window.
        go_on: Set while files may run; cleared while players choose.
    """

    def __init__(
        self,
        open_source: Callable[[], Source],
        frames: Latest[Frame],
        pictures: Latest[Picture],
        report: Report,
        paced: bool = True,
    ) -> None:
        # A camera may hang in its driver for good: a daemon cannot keep the program alive.
        super().__init__(name="dicecam-capture", daemon=True)
        self._open = open_source
        self._frames = frames
        self._pictures = pictures
        self._report = report
        self._paced = paced
        self._halt = threading.Event()
        self.seen = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()
        self.shown_px = 960

    def stop(self) -> None:
        """Ask the thread to end; `join` waits for it."""
        self._halt.set()
        self.seen.set()
        self.go_on.set()

    def run(self) -> None:
        """Do the work; every error becomes a signal."""
        try:
            source = self._open()
        except Exception as error:  # a camera driver may raise anything
            self._fail(error)
            return
        try:
            self._report.opened.emit(source.name, source.live)
            self._pump(source)
            if not self._halt.is_set():
                self._report.ended.emit()
        except Exception as error:
            self._fail(error)
        finally:
            source.close()

    def _pump(self, source: Source) -> None:
        pace = Pace(self._halt.wait)
        for frame in source:
            if not source.live:
                self.go_on.wait()
                if self._paced:
                    pace.hold(frame.time_s)
            if self._halt.is_set():
                return
            picture = picture_of(frame, self.shown_px)
            if self._pictures.put(picture):
                self._report.pictured.emit()
            self.seen.clear()
            if self._halt.is_set():  # asked for before `clear`: nobody will set it again
                return
            waits = self._frames.put(frame) and not source.live
            if waits:  # False once the vision is gone: the picture goes on without it
                self.seen.wait()

    def _fail(self, error: Exception) -> None:
        if not isinstance(error, DicecamError):
            logger.error("capture stopped", exc_info=error)
        self._report.failed.emit("capture", str(error) or type(error).__name__)
