"""Starting, measuring and closing the program."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QImage

from dicecam.window.app import _complain, run
from dicecam.window.probe import measure


@pytest.fixture(autouse=True)
def _keep_the_application(qapp):
    """Keep the application from ending with its last window: other tests go on with it."""
    qapp.setQuitOnLastWindowClosed(False)
    yield
    qapp.setQuitOnLastWindowClosed(True)


def test_a_snapshot_is_taken_after_the_first_reading(qtbot, make_parts, recording, qwixx, tmp_path):
    """The program shows what it read, saves it and ends by itself."""
    path = tmp_path / "shots" / "first.png"
    recording.add(*recording_of(qwixx()))
    recording.end()
    code = run(make_parts(screenshot=path))
    image = QImage(str(path))

    assert code == 0
    assert (image.width(), image.height()) == (1366, 768)


def test_a_snapshot_without_dice_fails(qtbot, make_parts, recording, tmp_path):
    """When the recording ends before anything was read, the exit status says so."""
    recording.end()

    assert run(make_parts(screenshot=tmp_path / "none.png")) == 1


def test_an_unexpected_error_becomes_a_banner(open_window, qwixx):
    """The window stays, the game goes on, and people are told."""
    driver = open_window()
    _complain(driver.window, ZeroDivisionError, ZeroDivisionError("by zero"), None)
    driver.show(*qwixx())

    assert "ZeroDivisionError: by zero" in driver.window.banner.text
    assert driver.window.banner.isVisible()
    assert driver.options(0)


@pytest.mark.parametrize(
    ("language", "said", "detail_is_said"),
    [
        ("en", "The camera gives no picture.", True),
        ("fr", "La caméra ne donne pas d'image.", False),
    ],
)
def test_a_camera_that_fails_is_told_in_the_language_in_use(
    open_window, language, said, detail_is_said
):
    """Errors speak English: in French they are shown to who points at the banner, not to all."""
    window = open_window(language=language).window
    window.live.failed.emit("capture", "cam 1: unplugged")
    banner = window.banner

    assert said in banner.text
    assert ("unplugged" in banner.text) == detail_is_said
    assert "unplugged" in banner.accessibleDescription()


def test_the_probe_counts_turns_clicks_and_pictures(qtbot, make_parts, recording, qwixx):
    """Every click arrives; gaps and the first picture are measured."""
    recording.add(*recording_of(qwixx()))
    recording.end()
    smooth = measure(make_parts(), 3.0)

    assert smooth.turns > 2
    assert smooth.clicks == smooth.answered > 0
    assert smooth.pictures >= 1
    assert smooth.views >= 1
    assert 0 <= smooth.first_picture_s < 3.0
    assert smooth.p50_ms <= smooth.p99_ms <= smooth.longest_ms


def recording_of(dice):
    """Return the views of one throw."""
    from dicecam.table.view import Phase, TableView, Throw

    thrown = Throw(1, 0.0, dice)
    return (
        TableView(0, 0.0, Phase.ROLLING, dice),
        TableView(0, 0.0, Phase.SETTLED, dice, throw=thrown, rest=1),
    )


def test_the_window_imports_neither_opencv_nor_a_model(tmp_path):
    """Importing the window loads no camera library, no runtime and no game."""
    code = (
        "import sys, dicecam.window.app\n"
        "bad = [m for m in ('cv2', 'onnxruntime', 'torch', 'dicecam.rules.games.qwixx')"
        " if m in sys.modules]\n"
        "sys.exit(len(bad))"
    )
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=False
    )

    assert done.returncode == 0, done.stderr
