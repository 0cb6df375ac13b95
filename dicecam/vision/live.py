"""Cameras and streams: a thread that captures, a mailbox that keeps the newest picture, a watchdog.

How a device or stream is opened is given from outside; this module knows only that a capture
gives pictures until it fails.
"""

from __future__ import annotations

import enum
import logging
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

from dicecam.errors import CameraLostError, SightError
from dicecam.latest import Latest
from dicecam.sight import Frame, Image

_log = logging.getLogger(__name__)


class Capture(Protocol):
    """An opened camera or stream.

    Attributes:
        description: What was negotiated, such as `1280 x 720 MJPG 30 fps`.
    """

    description: str

    def read(self) -> Image:
        """Return the next picture `(H, W, 3)` uint8 BGR.

        Raises:
            CameraLostError: No picture comes any more.
        """
        ...

    def close(self) -> None:
        """Give the device back; may be called twice."""
        ...


class LiveState(enum.Enum):
    """How a live source is doing."""

    OPENING = "opening"
    """It is being opened, for the first time or again."""
    LIVE = "live"
    """Pictures come."""
    LOST = "lost"
    """It failed or stalled and will be opened again."""
    CLOSED = "closed"
    """It was closed on purpose, or given up."""


@dataclass(frozen=True, slots=True)
class LiveStatus:
    """What a live source says about itself.

    Attributes:
        state: How it is doing.
        text: What was negotiated, or what went wrong.
    """

    state: LiveState
    text: str = ""


StatusCallback = Callable[[LiveStatus], None]
"""Called when the state changes, from whichever thread notices."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a live source waits.

    Attributes:
        stall_s: Without a picture for this long a camera counts as lost.
        retry_s: Pause between two attempts to open it again.
        give_up_s: After this long without a picture the source ends; None for never.
    """

    stall_s: float = 2.5
    retry_s: float = 0.7
    give_up_s: float | None = None


class LiveSource:
    """A source of live pictures that survives a lost camera.

    What is not fetched in time is lost. The first failure to open it ends the iteration with an
    error; later ones are retried.

    Args:
        name: What to call it in front of people.
        opener: Opens the device or stream; raises a SightError when it cannot.
        on_status: Called when the state changes.
        patience: How long to wait.
        clock: Gives seconds; frames count from the first picture.
    """

    live = True

    def __init__(
        self,
        name: str,
        opener: Callable[[], Capture],
        on_status: StatusCallback | None = None,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name = name
        self.status = LiveStatus(LiveState.OPENING)
        self._opener = opener
        self._on_status = on_status
        self._patience = patience or Patience()
        self._clock = clock
        self._mailbox: Latest[Frame] = Latest()
        self._lock = threading.Lock()
        self._closing = threading.Event()
        self._worker: _Worker | None = None
        self._failure: SightError | None = None
        self._start_s: float | None = None
        self._count = 0

    @property
    def dropped(self) -> int:
        """How many pictures nobody fetched in time."""
        return self._mailbox.dropped

    def __iter__(self) -> Iterator[Frame]:
        """Yield the newest picture each time; wait for one when there is none.

        Raises:
            SightError: It could not be opened at all.
            CameraLostError: It did not come back within `give_up_s`.
        """
        if self._worker is None:
            self._start_worker()
        lost_since: float | None = None
        while not self._closing.is_set():
            frame = self._mailbox.get(self._patience.stall_s)
            if frame is not None:
                lost_since = None
                yield frame
                continue
            if self._closing.is_set():
                return
            if self._failure is not None:
                self.close()
                raise self._failure
            now = self._clock()
            lost_since = now - self._patience.stall_s if lost_since is None else lost_since
            give_up_s = self._patience.give_up_s
            if give_up_s is not None and now - lost_since >= give_up_s:
                self.close()
                msg = f"{self.name}: no picture for {now - lost_since:.0f} s"
                raise CameraLostError(msg)
            self._watch()

    def close(self) -> None:
        """Stop capturing and give the device back; may be called twice."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._mailbox.close()
        with self._lock:
            worker = self._worker
        if worker is not None:
            worker.abandon()
            # A read that hangs inside a driver cannot be ended from here; it is left behind.
            worker.thread.join(self._patience.stall_s)
        self._report(LiveStatus(LiveState.CLOSED))

    def _start_worker(self) -> None:
        with self._lock:
            self._worker = _Worker(self._capture)
            self._worker.thread.start()

    def _watch(self) -> None:
        """Replace a capture thread that hangs: it had a picture once and gives none now."""
        with self._lock:
            worker = self._worker
        if worker is None or not worker.reading:
            return
        text = f"{self.name}: no picture for {self._patience.stall_s:.1f} s, opening it again"
        self._report(LiveStatus(LiveState.LOST, text))
        worker.abandon()
        self._start_worker()

    def _capture(self, worker: _Worker) -> None:
        """Open, read, open again: what the capture thread does until it is abandoned."""
        while not worker.abandoned.is_set():
            self._report(LiveStatus(LiveState.OPENING))
            try:
                capture = self._opener()
            except SightError as error:
                if self._start_s is None:
                    self._failure = error
                    self._mailbox.close()
                    return
                self._lose(worker, error)
                continue
            try:
                self._read_all(worker, capture)
            except SightError as error:
                self._lose(worker, error)
            finally:
                worker.reading = False
                capture.close()

    def _read_all(self, worker: _Worker, capture: Capture) -> None:
        """Hand pictures over until the capture fails or nobody wants them."""
        worker.reading = True
        image = capture.read()
        if not worker.abandoned.is_set():
            self._report(LiveStatus(LiveState.LIVE, capture.description))
        while not worker.abandoned.is_set():
            now = self._clock()
            if self._start_s is None:
                self._start_s = now
            self._mailbox.put(Frame(self._count, now - self._start_s, image))
            self._count += 1
            image = capture.read()

    def _lose(self, worker: _Worker, error: SightError) -> None:
        """Say that the camera is lost and pause before it is opened again."""
        if worker.abandoned.is_set():
            return
        self._report(LiveStatus(LiveState.LOST, str(error)))
        worker.abandoned.wait(self._patience.retry_s)

    def _report(self, status: LiveStatus) -> None:
        """Tell who asked, once for each change."""
        with self._lock:
            over = self._closing.is_set() and status.state is not LiveState.CLOSED
            if over or status == self.status:
                return
            self.status = status
        _log.info("%s: %s %s", self.name, status.state.value, status.text)
        if self._on_status is not None:
            self._on_status(status)


class _Worker:
    """A capture thread and whether it is still wanted."""

    def __init__(self, work: Callable[[_Worker], None]) -> None:
        self.abandoned = threading.Event()
        self.reading = False
        self.thread = threading.Thread(
            target=work, args=(self,), name="dicecam-capture", daemon=True
        )

    def abandon(self) -> None:
        """Let the thread end at its next chance."""
        self.abandoned.set()
