"""Garbage is collected in the window's thread only, and by Python itself once it is closed."""

from __future__ import annotations

import gc
import threading

from dicecam.window.collector import Collector


class Knot:
    """Something that only the collector can free, and that notes where it was freed."""

    def __init__(self, freed):
        self.itself = self
        self.freed = freed

    def __del__(self):
        self.freed.append(threading.current_thread())


def litter(count, freed):
    """Leave so much garbage."""
    for _ in range(count):
        Knot(freed)


def test_another_thread_never_collects(qtbot, qapp):
    """A thread leaves far more garbage than Python bears; it is freed here."""
    freed = []
    collector = Collector(qapp)
    thread = threading.Thread(target=litter, args=(5000, freed))
    thread.start()
    thread.join()

    assert freed == []
    qtbot.waitUntil(lambda: len(freed) == 5000)
    assert set(freed) == {threading.current_thread()}
    collector.stop()


def test_python_collects_again_once_the_window_is_closed(open_window):
    """While a window is open collecting is off; closing it switches it on."""
    driver = open_window(source="")

    assert not gc.isenabled()
    driver.window.close()
    assert gc.isenabled()
