"""The threads beside the window: who waits for whom, what is dropped, what happens on errors."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from dicecam.errors import CameraLostError, ModelMissingError, SourceNotFoundError
from dicecam.sight import Frame
from dicecam.table.view import Phase, TableView, Throw
from dicecam.window.live.boxes import ViewBox
from dicecam.window.live.capture import Pace
from dicecam.window.live.line import Live, Makers
from dicecam.window.live.picture import picture_of, to_qimage
from dicecam.window.live.vision import Expected

IMAGE = np.zeros((48, 64, 3), np.uint8)


class Clip:
    """A source of so many pictures; a live one waits for nobody."""

    def __init__(self, count, live=False, error=None):
        self.name, self.live = "clip", live
        self.count, self.error = count, error
        self.closed = False

    def __iter__(self):
        for index in range(self.count):
            yield Frame(index, index / 30, IMAGE)
        if self.error is not None:
            raise self.error

    def close(self):
        self.closed = True


class Eyes:
    """A pipeline that notes what it sees and reports a throw in some pictures."""

    def __init__(self, throws=(), gate=None, error=None):
        self.seen, self.throws, self.gate, self.error = [], throws, gate, error
        self.armed = True

    def step(self, frame):
        if self.gate is not None:
            self.gate.wait()
        if self.error is not None:
            raise self.error
        self.seen.append(frame.index)
        throw = Throw(len(self.seen), frame.time_s, ()) if frame.index in self.throws else None
        return TableView(frame.index, frame.time_s, Phase.SETTLED, throw=throw)


class Looker:
    """A looker that is told which dice there are."""

    def __init__(self):
        self.colours = self.faces = ()

    def look(self, image):
        return ()

    def expect_colours(self, candidates):
        self.colours = candidates

    def expect_faces(self, faces):
        self.faces = faces


@pytest.fixture
def start(qtbot):
    """Return a function that starts a line; it is stopped in the end."""
    lines = []

    def begin(source, eyes, looker=None, paced=False):
        def opened(name):
            if isinstance(source, Exception):
                raise source
            return source

        makers = Makers(opened, lambda: looker or Looker(), lambda looker: eyes, paced)
        live = Live(makers)
        lines.append(live)
        return live

    yield begin
    for live in lines:
        live.stop()
        live.deleteLater()


def test_a_file_waits_for_the_vision(qtbot, start):
    """Every picture of a file is read, in order."""
    eyes, source = Eyes(), Clip(50)
    live = start(source, eyes)
    with qtbot.waitSignal(live.ended):
        live.start("clip")

    assert eyes.seen == list(range(50))
    assert source.closed


def test_a_camera_drops_what_the_vision_has_no_time_for(qtbot, start):
    """A slow vision gets the newest picture, not the oldest."""
    gate = threading.Event()
    eyes = Eyes(gate=gate)
    live = start(Clip(50, live=True), eyes)
    with qtbot.waitSignal(live.ended):
        live.start("clip")
    gate.set()
    qtbot.waitUntil(lambda: eyes.seen[-1:] == [49])

    assert len(eyes.seen) <= 3


def test_a_throw_is_never_lost(qtbot, start):
    """Views are dropped while the window is busy; one that reports a throw is not."""
    throws, eyes = [], Eyes(throws=(7, 8, 30))
    live = start(Clip(60), eyes)
    live.looked.connect(lambda view: throws.append(view.index) if view.throw else None)
    with qtbot.waitSignal(live.ended):
        live.start("clip")
    qtbot.waitUntil(lambda: len(throws) == 3)

    assert throws == [7, 8, 30]


def test_the_mailbox_keeps_the_newest_view_and_every_throw():
    """Only the first view put into an empty box has to be announced."""
    box = ViewBox()
    quiet = [TableView(n, n / 30, Phase.ROLLING) for n in range(3)]
    thrown = TableView(9, 0.3, Phase.SETTLED, throw=Throw(1, 0.3, ()))

    assert [box.put(view) for view in (*quiet, thrown, quiet[0], quiet[1])] == [
        True,
        *[False] * 5,
    ]
    assert [view.index for view in box.take()] == [9, 1]
    assert box.take() == ()


def test_a_file_pauses_while_players_choose(qtbot, start):
    """Unarmed, no further picture is shown; armed, it goes on."""
    eyes = Eyes()
    live = start(Clip(40), eyes)
    live.arm(False)
    with qtbot.waitSignal(live.opened):
        live.start("clip")
    qtbot.waitUntil(lambda: threading.active_count() > 1)

    assert eyes.seen == []
    with qtbot.waitSignal(live.ended):
        live.arm(True)
    assert eyes.seen == list(range(40))


def test_the_looker_is_told_the_dice_of_the_game(qtbot, start):
    """Before the first picture of a game is read."""
    looker = Looker()
    live = start(Clip(3), Eyes(), looker)
    live.expect(Expected(("red", "blue"), ("pips_1", "pips_2")))
    with qtbot.waitSignal(live.ended):
        live.start("clip")

    assert looker.colours == ("red", "blue")
    assert looker.faces == ("pips_1", "pips_2")


@pytest.mark.parametrize(
    ("source", "eyes", "where", "words"),
    [
        (SourceNotFoundError("no such camera"), Eyes(), "capture", "no such camera"),
        (Clip(2, error=CameraLostError("unplugged")), Eyes(), "capture", "unplugged"),
        (Clip(2, error=RuntimeError("driver")), Eyes(), "capture", "driver"),
        (Clip(2), Eyes(error=ModelMissingError("no model")), "vision", "no model"),
        (Clip(2), Eyes(error=ZeroDivisionError()), "vision", "ZeroDivisionError"),
    ],
)
def test_an_error_in_a_thread_becomes_one_signal(qtbot, start, source, eyes, where, words):
    """The line says which thread stopped and why; it can be stopped and started again."""
    failures = []
    live = start(source, eyes)
    live.failed.connect(lambda *what: failures.append(what))
    with qtbot.waitSignal(live.failed):
        live.start("clip")
    live.stop()

    assert failures == [(where, words)]


def test_a_source_goes_on_without_a_vision(qtbot, start):
    """When the models fail, the picture still runs to its end."""
    live = start(Clip(30), Eyes(error=ModelMissingError("no model")))
    with qtbot.waitSignals([live.failed, live.ended]):
        live.start("clip")

    assert live.running


def test_a_camera_without_pictures_is_reported(qtbot, start, monkeypatch):
    """The window hears that pictures stopped, and that they are back."""
    monkeypatch.setattr("dicecam.window.live.line.STALL_MS", 20)
    more = threading.Event()

    class Camera(Clip):
        def __iter__(self):
            yield Frame(0, 0.0, IMAGE)
            more.wait()
            yield Frame(1, 1.0, IMAGE)

    live = start(Camera(2, live=True), Eyes())
    told = []
    live.stalled.connect(told.append)
    with qtbot.waitSignal(live.stalled):
        live.start("camera")
    with qtbot.waitSignal(live.stalled):
        more.set()

    assert told[:2] == [True, False]


def test_a_recording_runs_at_its_own_time():
    """Pictures wait until their media time has come; a late one makes up for nothing."""
    now, waits = [10.0], []

    def wait(seconds):
        waits.append(round(seconds, 3))
        now[0] += seconds
        return False

    pace = Pace(wait, lambda: now[0])
    for time_s in (0.0, 0.1, 0.2):
        pace.hold(time_s)
    now[0] += 5.0
    pace.hold(0.3)
    pace.hold(0.4)

    assert waits == [0.1, 0.1, 0.1]


def test_pictures_are_thinned_out_for_the_screen():
    """Colours stay in place, the frame's own size is remembered."""
    image = np.zeros((100, 400, 3), np.uint8)
    image[:, :, 0] = 200  # blue, since frames are BGR
    picture = picture_of(Frame(3, 0.1, image), 150)

    assert (picture.width, picture.height) == (400, 100)
    assert picture.image.width() == 150
    assert picture.image.pixelColor(5, 5).name() == "#0000c8"
    assert to_qimage(image[:, ::-1]).pixelColor(0, 0).blue() == 200
