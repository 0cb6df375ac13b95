"""OpenCV and Qt in one process, whoever comes first."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

from dicecam.vision import _cv2

CV2_FIRST = "import dicecam.vision._cv2\nfrom PySide6.QtWidgets import QApplication"
QT_FIRST = "from PySide6.QtWidgets import QApplication\nimport dicecam.vision._cv2"
QT_STARTED_FIRST = (
    "from PySide6.QtWidgets import QApplication\napp = QApplication([])\nimport dicecam.vision._cv2"
)
CV2_BEHIND_OUR_BACK = (
    "import cv2\nimport dicecam.vision._cv2\nfrom PySide6.QtWidgets import QApplication"
)


@pytest.mark.parametrize("order", [CV2_FIRST, QT_FIRST, QT_STARTED_FIRST, CV2_BEHIND_OUR_BACK])
@pytest.mark.parametrize("platform", ["offscreen", "xcb"])
def test_qt_finds_its_own_plugins(order, platform):
    """A window can be made with either imported first, and no variable of OpenCV's is left."""
    pytest.importorskip("PySide6")
    if platform == "xcb" and not os.environ.get("DISPLAY"):
        pytest.skip("the xcb plug-in needs a display; run under xvfb-run")
    program = order + textwrap.dedent(
        """
        import os
        app = QApplication.instance() or QApplication([])
        assert app.platformName() == os.environ["QT_QPA_PLATFORM"], app.platformName()
        left = [name for name, value in os.environ.items() if "cv2" in value and "QT" in name]
        assert not left, left
        """
    )
    environment = {**os.environ, "QT_QPA_PLATFORM": platform}
    result = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=60
    )

    assert result.returncode == 0, result.stderr


def test_what_the_user_set_himself_stays(monkeypatch):
    """Only OpenCV's own folder is taken out."""
    monkeypatch.setenv("QT_QPA_PLATFORM_PLUGIN_PATH", "/opt/qt/plugins")
    monkeypatch.setenv("QT_QPA_FONTDIR", os.path.join("/x", "cv2", "qt", "fonts"))
    monkeypatch.setitem(_cv2._before, "QT_QPA_FONTDIR", None)
    _cv2.forget_bundled_qt()

    assert os.environ["QT_QPA_PLATFORM_PLUGIN_PATH"] == "/opt/qt/plugins"
    assert "QT_QPA_FONTDIR" not in os.environ


def test_what_was_set_before_comes_back(monkeypatch):
    """A value that OpenCV overwrote is restored."""
    monkeypatch.setenv("QT_QPA_FONTDIR", os.path.join("/x", "cv2", "qt", "fonts"))
    monkeypatch.setitem(_cv2._before, "QT_QPA_FONTDIR", "/usr/share/fonts")
    _cv2.forget_bundled_qt()

    assert os.environ["QT_QPA_FONTDIR"] == "/usr/share/fonts"


def test_slow_cameras_on_windows_are_avoided():
    """The switch is set before OpenCV is imported."""
    assert os.environ["OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS"] == "0"
