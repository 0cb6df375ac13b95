"""The window on a recorded table: views of the table instead of camera and models."""

from __future__ import annotations

import gc
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget

from dicecam.config import Settings
from dicecam.messages import load_catalogue
from dicecam.sight import Box, Frame, SeenFace
from dicecam.table.view import Phase, SeenDie, TableView, Throw
from dicecam.window.main_window import MainWindow
from dicecam.window.parts import Parts

SIZE = (640, 480)
EDGE = 48


def seen_die(track, face, colour="unknown", at=None, confidence=0.98, others=()):
    """Return a die on the table; dice lie in a row unless told otherwise."""
    x, y = at or (60 + 90 * ((track - 1) % 6), 120 + 110 * ((track - 1) // 6 % 3))
    box = Box(x, y, x + EDGE, y + EDGE)
    others = others or (("pips_4", 0.01),)
    reading = SeenFace(box, face, confidence, colour, 0.9, others)
    return SeenDie(track, reading, box.centre, 1.0)


def table(*dice, phase=Phase.SETTLED, throw=False, kept=(), number=1):
    """Return a view of the table; index and time are filled in by the recording."""
    thrown = Throw(number, 0.0, tuple(dice), tuple(kept)) if throw else None
    return TableView(0, 0.0, phase, tuple(dice), throw=thrown, rest=number)


def qwixx_dice(white=(3, 4), first_track=1, **colours):
    """Return the six Qwixx dice on the table; a colour that is None is missing."""
    values = {"red": 5, "yellow": 2, "green": 6, "blue": 1} | colours
    kinds = [("white", n) for n in white] + [(c, n) for c, n in values.items() if n is not None]
    return tuple(
        seen_die(track, f"pips_{number}", colour)
        for track, (colour, number) in enumerate(kinds, first_track)
    )


@dataclass
class Recording:
    """A recorded table: what is seen, view by view; more may be added while it runs."""

    views: list[TableView] = field(default_factory=list)
    ended: bool = False
    live: bool = False
    name: str = "recording"

    def __post_init__(self):
        self.changed = threading.Condition()
        self.shown = 0
        self.halted = False

    def add(self, *views):
        with self.changed:
            self.views.extend(views)
            self.changed.notify_all()

    def end(self):
        with self.changed:
            self.ended = True
            self.changed.notify_all()


class RecordedSource:
    """Gives one picture for each view of a recording, and waits when there is none yet."""

    def __init__(self, recording):
        self.recording = recording
        self.name = recording.name
        self.live = recording.live

    def __iter__(self) -> Iterator[Frame]:
        r = self.recording
        for index in itertools.count():
            with r.changed:
                r.changed.wait_for(lambda n=index: n < len(r.views) or r.ended or r.halted)
                if r.halted or index >= len(r.views):
                    return
            image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
            for die in r.views[index].dice:
                x1, y1, x2, y2 = (round(edge) for edge in die.box.xyxy)
                image[y1:y2, x1:x2] = 230
            yield Frame(index, index / 30, image)

    def close(self):
        pass


class RecordedPipeline:
    """Answers each picture with the view that was recorded for it."""

    def __init__(self, recording):
        self.recording = recording
        self.armed = True

    def step(self, frame):
        view = self.recording.views[frame.index]
        throw = view.throw if self.armed else None
        return TableView(
            frame.index, frame.time_s, view.phase, view.dice, view.blocked, throw, view.rest
        )


class Nothing:
    """A looker that sees nothing; the recorded pipeline knows the table by heart."""

    def look(self, image):
        return ()


class Driver:
    """Uses the window as people do: clicks and keys, and reads what is to be seen."""

    def __init__(self, qtbot, window, recording):
        self.qtbot, self.window, self.recording = qtbot, window, recording

    seen = staticmethod(seen_die)

    def news(self):
        """Return the line of news under the page."""
        return self.page.news.text()

    @property
    def page(self):
        return self.window.game_page

    def show(self, *dice, throw=True, kept=()):
        """Let dice settle on the table and wait until the window shows them."""
        views = [table(*dice, phase=Phase.ROLLING), table(*dice, throw=throw, kept=kept)]
        self.recording.add(*views)
        last = len(self.recording.views) - 1
        self.qtbot.waitUntil(lambda: self.seen_up_to(last))

    def seen_up_to(self, index):
        view = self.window.desk.view
        return view is not None and view.index >= index

    def options(self, seat):
        """Return the sentences a player may click."""
        model = self.page.options.seats[seat].model
        shown = self.page.options.seats[seat].isVisible()
        return [model.index(n).data() for n in range(model.rowCount())] if shown else []

    def choose(self, seat, words):
        """Click the option of a player that holds some words."""
        rows = [n for n, text in enumerate(self.options(seat)) if words in text]
        assert rows, f"{words!r} is none of {self.options(seat)}"
        self.choose_row(seat, rows[0])

    def choose_row(self, seat, row):
        """Click the option of a player in a row."""
        view = self.page.options.seats[seat].list
        index = view.model().index(row)
        self.page.options.area.ensureWidgetVisible(view)
        place = view.visualRect(index).center()
        self.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    def click_die(self, track):
        """Click a die in the picture; return the menu that opens."""
        picture = self.page.table.picture
        die = self.window.desk.view.die(track)
        assert die is not None
        place = picture.die_rect(die).center().toPoint()
        self.qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=place)
        return self.page.table.menu

    def click_spot(self, x, y):
        """Click a spot of the picture, px of the frame; return the menu that opens."""
        picture = self.page.table.picture
        area = picture.picture_rect()
        scale = area.width() / SIZE[0]
        place = QPoint(round(area.x() + x * scale), round(area.y() + y * scale))
        self.qtbot.mouseClick(picture, Qt.MouseButton.LeftButton, pos=place)
        return self.page.table.menu

    def pick(self, menu, *path):
        """Click through a menu by the words of its entries."""
        for words in path:
            entries = [a for a in menu.actions() if words in a.text()]
            assert entries, f"{words!r} is none of {[a.text() for a in menu.actions()]}"
            action = entries[0]
            if action.menu() is not None:
                menu = action.menu()
            else:
                action.trigger()
        self.close_menus()

    def close_menus(self):
        while (popup := QApplication.activePopupWidget()) is not None:
            popup.close()

    def state(self):
        """Return the state of the table in words."""
        return self.page.table.strip.accessibleName()

    def history(self):
        model = self.page.history.model
        return [model.index(n).data() for n in range(model.rowCount())]

    def texts(self, widget):
        """Return every text that is to be seen on a widget."""
        labels = [*widget.findChildren(QLabel), *widget.findChildren(QAbstractButton)]
        return "\n".join(w.text() for w in labels if w.isVisible())

    def points(self):
        return [view.sheet.total for view in self.page.sheets.views]

    def cross(self, seat, words):
        """Click the cell of a player's sheet whose accessible name holds some words."""
        buttons = [b for b in self.page.sheets.views[seat].buttons if words in b.accessibleName()]
        assert buttons, [b.accessibleName() for b in self.page.sheets.views[seat].buttons]
        self.qtbot.mouseClick(buttons[0], Qt.MouseButton.LeftButton)


@pytest.fixture
def recording():
    return Recording()


@pytest.fixture
def make_parts(games, tmp_path, recording) -> Callable[..., Parts]:
    """Return a maker of parts on a recorded table."""

    def make(**changes):
        values = {
            "games": games,
            "catalogue": load_catalogue,
            "open_source": lambda name: RecordedSource(recording),
            "make_looker": Nothing,
            "make_pipeline": lambda looker: RecordedPipeline(recording),
            "log_folder": tmp_path / "games",
            "language": "en",
            "settings": Settings(theme="light"),
            "game": "qwixx",
            "source": "recording",
            "names": ("Ada", "Bo"),
            "paced": False,
        }
        return Parts(**(values | changes))

    return make


@pytest.fixture
def open_window(qtbot, make_parts, recording):
    """Return a function that opens the window and gives its driver; it is closed in the end."""
    opened: list[MainWindow] = []

    def start(size: Sequence[int] = (1366, 768), **changes) -> Driver:
        window = MainWindow(make_parts(**changes))
        opened.append(window)
        window.resize(*size)
        window.show()
        with qtbot.waitActive(window):
            window.activateWindow()
        window.open()
        return Driver(qtbot, window, recording)

    yield start
    with recording.changed:
        recording.halted = True
        recording.changed.notify_all()
    for window in opened:
        window.close()
        window.deleteLater()


@pytest.fixture(autouse=True)
def _nothing_outlives(request, qapp):
    """Fail a test that leaves a thread, a window or a running timer behind."""
    before = {thread.ident for thread in threading.enumerate()}
    yield
    qapp.sendPostedEvents(None, 52)  # DeferredDelete
    qapp.processEvents()
    gc.collect()
    threads = [t.name for t in threading.enumerate() if t.ident not in before and t.is_alive()]
    widgets = [repr(w) for w in qapp.topLevelWidgets() if not _is_qt_own(w)]
    timers = [repr(timer) for timer in _running_timers()]

    assert threads == [], f"threads still run: {threads}"
    assert widgets == [], f"widgets still live: {widgets}"
    assert timers == [], f"timers still run: {timers}"


def _running_timers() -> list[QTimer]:
    """Return every timer that runs, whoever owns it."""
    timers = [o for o in gc.get_objects() if issubclass(type(o), QTimer)]
    return [timer for timer in timers if shiboken6.isValid(timer) and timer.isActive()]


def _is_qt_own(widget: QWidget) -> bool:
    """Tell whether Qt keeps a top-level widget for itself, such as the list of a combo box."""
    return widget.metaObject().className() in ("QTipLabel", "QComboBoxPrivateContainer")


@pytest.fixture
def qwixx():
    """Return a maker of Qwixx dice on the table."""
    return qwixx_dice


@pytest.fixture
def seen():
    """Return a maker of dice on the table."""
    return seen_die


@pytest.fixture
def plain(qapp):
    """Give the application its bare look back after a test has dressed it."""
    font, palette, sheet = qapp.font(), qapp.palette(), qapp.styleSheet()
    yield
    qapp.setFont(font)
    qapp.setPalette(palette)
    qapp.setStyleSheet(sheet)
