"""Starts and stops capture and vision, and holds the mailboxes; lives in the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from dicecam.latest import Latest
from dicecam.pipeline import Pipeline
from dicecam.sight import Frame, Looker, Source
from dicecam.window.live.boxes import ViewBox
from dicecam.window.live.capture import Capture
from dicecam.window.live.picture import Picture
from dicecam.window.live.report import Report
from dicecam.window.live.vision import Expected, Vision

STALL_MS = 3000
"""A camera without a picture for so long, ms, is said to be lost; its source reopens it."""

JOIN_S = 3.0
"""How long closing waits for a thread; a camera that hangs in its driver is left behind."""


@dataclass(frozen=True, slots=True)
class Makers:
    """How the line is built; every call happens in the thread that uses the result.

    Attributes:
        open_source: Opens a source by its name.
        make_looker: Loads the models.
        make_pipeline: Builds the pipeline around them.
        paced: True to run files at their own time.
    """

    open_source: Callable[[str], Source]
    make_looker: Callable[[], Looker]
    make_pipeline: Callable[[Looker], Pipeline]
    paced: bool = True


class Live(QObject):
    """The line from a source to views, as the window sees it.

    Args:
        makers: How to build its parts.

    Attributes:
        opened: A source was opened: its name, and whether it is live.
        pictured: A new picture: `Picture`.
        looked: A new view of the table: `TableView`.
        ready: The models are loaded.
        ended: The source has no more pictures.
        failed: A thread stopped: `capture` or `vision`, and the error in words.
        stalled: A camera gives no pictures any more (True), or gives them again (False).
    """

    opened = Signal(str, bool)
    stalled = Signal(bool)
    pictured = Signal(object)
    looked = Signal(object)
    ready = Signal()
    ended = Signal()
    failed = Signal(str, str)

    def __init__(self, makers: Makers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._makers = makers
        self._capture: Capture | None = None
        self._vision: Vision | None = None
        self._report: Report | None = None
        self._pictures: Latest[Picture] = Latest()
        self._views = ViewBox()
        self._shown_px = 960
        self._armed = True
        self._expected = Expected()
        self.source = ""
        self._watched = self._still = False
        self._watchdog = QTimer(self)
        self._watchdog.setSingleShot(True)
        self._watchdog.setInterval(STALL_MS)
        self._watchdog.timeout.connect(lambda: self._set_stalled(True))

    @property
    def is_live(self) -> bool:
        """True while the source is a camera or stream, which cannot begin anew."""
        return self._watched

    @property
    def running(self) -> bool:
        """True between `start` and `stop`."""
        return self._report is not None

    def start(self, source: str) -> None:
        """Show and read a source from now on, instead of any other.

        Args:
            source: What to open, such as a camera's number or a file.
        """
        self.stop()
        self.source = source
        frames: Latest[Frame] = Latest()
        self._pictures, self._views = Latest(), ViewBox()
        report = self._listen()
        makers = self._makers
        capture = Capture(
            lambda: makers.open_source(source), frames, self._pictures, report, makers.paced
        )
        vision = Vision(
            makers.make_looker,
            makers.make_pipeline,
            frames,
            self._views,
            report,
            capture.seen.set,
        )
        self._capture, self._vision, self._report = capture, vision, report
        self.show_at(self._shown_px)
        self.arm(self._armed)
        self.expect(self._expected)
        capture.start()
        vision.start()

    def _listen(self) -> Report:
        # A new report for each start: what an old thread still says is heard by nobody.
        report = Report(self)
        report.opened.connect(self._on_opened)
        report.pictured.connect(self._on_pictured)
        report.looked.connect(self._on_looked)
        report.ready.connect(self.ready)
        report.ended.connect(self._watchdog.stop)
        report.ended.connect(self.ended)
        report.failed.connect(self._watchdog.stop)
        report.failed.connect(self.failed)
        return report

    def _on_opened(self, name: str, live: bool) -> None:
        self._watched = live
        if live:
            self._watchdog.start()
        self.opened.emit(name, live)

    def _set_stalled(self, still: bool) -> None:
        if still != self._still:
            self._still = still
            self.stalled.emit(still)

    def stop(self) -> None:
        """Stop both threads; may be called twice."""
        if self._report is None or self._capture is None or self._vision is None:
            return
        self._watchdog.stop()
        self._watched = self._still = False
        report, self._report = self._report, None
        report.blockSignals(True)
        self._capture.stop()
        self._vision.stop()
        for thread in (self._capture, self._vision):
            thread.join(JOIN_S)
        if not self._capture.is_alive() and not self._vision.is_alive():
            report.deleteLater()  # a thread that hangs may still emit: its report has to live
        self._capture = self._vision = None

    def show_at(self, px: int) -> None:
        """Say how wide pictures are shown, px."""
        self._shown_px = px
        if self._capture is not None:
            self._capture.shown_px = px

    def arm(self, armed: bool) -> None:
        """Say whether dice are awaited: only then throws are reported, and files run on."""
        self._armed = armed
        if self._capture is not None:
            gate = self._capture.go_on
            gate.set() if armed else gate.clear()
        if self._vision is not None:
            self._vision.armed = armed

    def expect(self, expected: Expected) -> None:
        """Say what the dice of the game look like."""
        self._expected = expected
        if self._vision is not None:
            self._vision.expected = expected

    def _on_pictured(self) -> None:
        picture = self._pictures.get(0)
        if self._watched:
            self._watchdog.start()
            self._set_stalled(False)
        if picture is not None:
            self.pictured.emit(picture)

    def _on_looked(self) -> None:
        for view in self._views.take():
            self.looked.emit(view)
            if view.throw is not None and self._capture is not None:
                self._capture.seen.set()  # a file goes on once the throw has been played
