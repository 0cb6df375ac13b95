"""Live sources: the newest picture, a watchdog, one error when nothing is there."""

from __future__ import annotations

import itertools
import queue
import threading

import numpy as np
import pytest

from dicecam.errors import CameraLostError, SourceNotFoundError
from dicecam.vision.live import LiveSource, LiveState, Patience

QUICK = Patience(stall_s=0.05, retry_s=0.01)
HANG = object()


def _picture(value):
    return np.full((4, 4, 3), value, np.uint8)


class Script:
    """A capture that gives what a test puts into its queue: pictures, errors, or nothing."""

    description = "4 x 4 TEST"

    def __init__(self, *values):
        self.values = queue.Queue()
        self.released = threading.Event()
        self.closed = threading.Event()
        for value in values:
            self.values.put(value)

    def read(self):
        value = self.values.get(timeout=10)
        if value is HANG:
            self.released.wait(10)
            raise CameraLostError("hung")
        if isinstance(value, Exception):
            raise value
        return _picture(value)

    def close(self):
        self.closed.set()


@pytest.fixture
def opened():
    """Return a maker of live sources over scripts; all are closed at the end."""
    sources, scripts = [], []

    def make(*openings, patience=QUICK, **options):
        left = iter(openings)

        def opener():
            opening = next(left)
            if isinstance(opening, Exception):
                raise opening
            return opening

        scripts.extend(opening for opening in openings if isinstance(opening, Script))
        statuses = []
        source = LiveSource("cam", opener, statuses.append, patience, **options)
        sources.append(source)
        return source, statuses

    yield make
    for script in scripts:
        script.released.set()
        script.values.put(CameraLostError("the test is over"))
    for source in sources:
        source.close()


def test_pictures_come_with_number_and_time(opened):
    """Frames count from 0 and time starts with the first picture."""
    ticks = itertools.count(100.0, 0.5)
    script = Script()
    source, statuses = opened(script, clock=lambda: next(ticks))
    frames = iter(source)
    seen = []
    for value in (1, 2):
        script.values.put(value)
        seen.append(next(frames))

    assert [frame.index for frame in seen] == [0, 1]
    assert [int(frame.image[0, 0, 0]) for frame in seen] == [1, 2]
    assert (seen[0].time_s, seen[1].time_s) == (0.0, 0.5)
    assert [status.state for status in statuses] == [LiveState.LIVE]
    assert statuses[0].text == "4 x 4 TEST"


def test_what_is_not_fetched_is_dropped_and_counted(opened):
    """After a pause the newest picture comes, not the oldest."""
    script = Script(0)
    source, _ = opened(script, patience=Patience(stall_s=5))
    frames = iter(source)
    next(frames)
    for value in (1, 2, 3):
        script.values.put(value)
    while source.dropped < 2:
        threading.Event().wait(0.001)
    frame = next(frames)

    assert (frame.index, int(frame.image[0, 0, 0])) == (3, 3)


def test_a_source_that_cannot_be_opened_raises_its_error(opened):
    """The first failure is not retried: the name may be wrong."""
    source, _ = opened(SourceNotFoundError("no such camera"))

    with pytest.raises(SourceNotFoundError, match="no such camera"):
        next(iter(source))
    assert source.status.state is LiveState.CLOSED


def test_a_lost_camera_is_opened_again(opened):
    """After an unplug it takes as many attempts as needed; numbers and time go on."""
    second = Script(2)
    source, statuses = opened(
        Script(1, CameraLostError("unplugged")),
        CameraLostError("still away"),
        CameraLostError("still away"),
        second,
    )
    frames = iter(source)
    first, again = next(frames), next(frames)

    assert (first.index, again.index) == (0, 1)
    assert again.time_s >= first.time_s
    states = [status.state for status in statuses]
    assert states[0] is LiveState.LIVE
    assert states[-1] is LiveState.LIVE
    lost = [status.text for status in statuses if status.state is LiveState.LOST]
    assert lost[0] == "unplugged"


def test_a_capture_that_hangs_is_replaced(opened):
    """A read that never returns is left behind; its capture is closed when it does."""
    hung = Script(1, HANG)
    source, statuses = opened(hung, Script(2))
    frames = iter(source)
    next(frames)
    frame = next(frames)
    hung.released.set()

    assert int(frame.image[0, 0, 0]) == 2
    assert hung.closed.wait(5)
    lost = [status for status in statuses if status.state is LiveState.LOST]
    assert "no picture for" in lost[0].text


def test_a_camera_that_does_not_come_back_is_given_up_when_asked(opened):
    """With a limit the source ends with an error."""
    failures = [CameraLostError("away")] * 1000
    source, _ = opened(
        Script(1, CameraLostError("unplugged")),
        *failures,
        patience=Patience(stall_s=0.02, retry_s=0.01, give_up_s=0.1),
    )
    frames = iter(source)
    next(frames)

    with pytest.raises(CameraLostError, match="no picture for"):
        next(frames)


def test_close_ends_the_iteration_and_gives_the_device_back(opened):
    """Who waits for a picture is woken."""
    script = Script(1)
    source, statuses = opened(script, patience=Patience(stall_s=5))
    ended = threading.Event()

    def watch():
        for _ in source:
            seen.set()
        ended.set()

    seen = threading.Event()
    threading.Thread(target=watch).start()
    assert seen.wait(5)
    script.values.put(CameraLostError("closed under it"))
    source.close()
    source.close()

    assert ended.wait(5)
    assert script.closed.wait(5)
    assert statuses[-1].state is LiveState.CLOSED
