"""The vision thread: owns models and settler, reads the newest picture, reports the table.

Models are made inside the thread that uses them. The window never waits for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from dicecam.errors import DicecamError
from dicecam.latest import Latest
from dicecam.pipeline import Pipeline
from dicecam.sight import Frame, Looker
from dicecam.window.live.boxes import ViewBox
from dicecam.window.live.report import Report

logger = logging.getLogger(__name__)

IDLE_S = 0.5
"""How often the thread looks up from an empty mailbox to see whether it should end."""


@runtime_checkable
class Expecting(Protocol):
    """A looker that can be told which dice the game has."""

    def expect_colours(self, candidates: tuple[str, ...]) -> None:
        """Choose among these body colours from now on."""
        ...

    def expect_faces(self, faces: tuple[str, ...]) -> None:
        """Choose among these faces from now on; none for all."""
        ...


@dataclass(frozen=True, slots=True)
class Expected:
    """What the dice of a game look like.

    Attributes:
        colours: Body colours that matter.
        faces: Reader classes they may show; none for any.
    """

    colours: tuple[str, ...] = ()
    faces: tuple[str, ...] = ()


class Vision(threading.Thread):
    """Reads pictures until `stop` is called.

    Args:
        make_looker: Loads the models.
        make_pipeline: Builds the pipeline around them.
        frames: Mailbox from the capture.
        views: Mailbox to the window.
        report: Tells the window.
        seen: Called after each picture that was read, except where it showed a throw: there the
            window has the last word.

    Attributes:
        armed: True while dice are awaited; set by the window, read before each picture.
        expected: Dice of the game; set by the window, read before each picture.
    """

    def __init__(
        self,
        make_looker: Callable[[], Looker],
        make_pipeline: Callable[[Looker], Pipeline],
        frames: Latest[Frame],
        views: ViewBox,
        report: Report,
        seen: Callable[[], None],
    ) -> None:
        super().__init__(name="dicecam-vision", daemon=True)
        self._make_looker = make_looker
        self._make_pipeline = make_pipeline
        self._frames = frames
        self._views = views
        self._report = report
        self._seen = seen
        self._halt = threading.Event()
        self._told = Expected()
        self.armed = True
        self.expected = Expected()

    def stop(self) -> None:
        """Ask the thread to end; `join` waits for it."""
        self._halt.set()
        self._frames.close()

    def run(self) -> None:
        """Do the work; every error becomes a signal."""
        try:
            looker = self._make_looker()
            pipeline = self._make_pipeline(looker)
            self._report.ready.emit()
            while not self._halt.is_set():
                frame = self._frames.get(IDLE_S)
                if frame is not None:
                    self._read(looker, pipeline, frame)
        except Exception as error:
            if not isinstance(error, DicecamError):
                logger.error("vision stopped", exc_info=error)
            self._report.failed.emit("vision", str(error) or type(error).__name__)
        finally:
            self._frames.close()
            self._seen()

    def _read(self, looker: Looker, pipeline: Pipeline, frame: Frame) -> None:
        if self.expected != self._told:
            self._told = self.expected
            if isinstance(looker, Expecting):
                looker.expect_colours(self._told.colours)
                looker.expect_faces(self._told.faces)
        pipeline.armed = self.armed
        view = pipeline.step(frame)
        if self._views.put(view):
            self._report.looked.emit()
        if view.throw is None:
            self._seen()
