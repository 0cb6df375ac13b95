"""The fixture that watches for leftovers: it sees what it is there to see."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget


@pytest.fixture
def watch():
    """Return this folder's conftest as a module."""
    path = Path(__file__).with_name("conftest.py")
    spec = importlib.util.spec_from_file_location("window_conftest", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_a_running_timer_is_seen(watch, qapp):
    """While it runs, and no longer."""
    timer = QTimer()
    timer.start(1000)

    assert timer in watch._running_timers()
    timer.stop()
    assert watch._running_timers() == []


def test_a_forgotten_widget_is_seen(watch, qapp):
    """A window nobody closed is told from what Qt keeps for itself."""
    widget = QWidget()

    assert widget in [w for w in qapp.topLevelWidgets() if not watch._is_qt_own(w)]
    widget.deleteLater()
