"""Every figure on a sheet is read from two metres, on the smallest laptop, whoever plays what."""

from __future__ import annotations

import random
import re
import sys

import pytest
from PySide6.QtGui import QFont, QFontMetricsF

from dicecam.rules.replay import random_dice
from dicecam.window.sheets.parts import DIGIT_PX

NAMES = ("Ada", "Bo", "Chloé", "Dan")
FIGURE = re.compile(r"[−\d]+")
PAINTERS = ("cells", "rows", "frame", "board", "track")


@pytest.fixture
def figures(monkeypatch):
    """Return the figures painted on sheets, with their font size, as they are painted."""
    painted = []

    def watch(module, name):
        real = getattr(module, name)

        def note(*args, **kwargs):
            if name == "write":
                painted.append((args[2], args[5]))
                return real(*args, **kwargs)
            px = real(*args, **kwargs)
            painted.append((args[2], px))
            return px

        monkeypatch.setattr(module, name, note)

    for part in PAINTERS:
        module = sys.modules[f"dicecam.window.sheets.{part}"]
        for name in ("write", "fit_text"):
            if hasattr(module, name):
                watch(module, name)
    return painted


def play_on(desk, steps, seed=3):
    """Let a game go on by chance."""
    rng = random.Random(seed)
    for _ in range(steps):
        offers, call = desk.session.offers(), desk.session.awaits()
        if desk.session.outcome() is not None:
            return
        if offers and (call is None or rng.random() < 0.6):
            offer = rng.choice(offers)
            desk.play(offer.seat, offer.action)
        elif call is not None:
            desk.enter_by_hand(random_dice(desk.spec, call, rng))


@pytest.mark.parametrize("history", [False, True], ids=["alone", "history"])
@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("key", ["qwixx", "my_shelfie_dice", "memodixe", "dekaxex", "dixit"])
def test_figures_are_18_px_high(open_window, figures, games, key, seats, history):
    """What is shown of every sheet at 1366 x 768, with and without the history."""
    low, high = games[key].spec.min_seats, games[key].spec.max_seats
    names = NAMES[: max(low, min(seats, high))]
    driver = open_window(game=key, names=names, source="")
    driver.window.commands["history"].setChecked(history)
    play_on(driver.window.desk, 14)
    driver.window.grab()
    figures.clear()
    for view in driver.page.sheets.views:
        view._forget()
    driver.window.grab()
    seen = [(text, px) for text, px in figures if FIGURE.fullmatch(text)]
    font = QFont(driver.window.font())
    font.setPixelSize(DIGIT_PX)
    font.setBold(True)

    assert QFontMetricsF(font).tightBoundingRect("8").height() >= 18
    assert seen
    assert [(text, px) for text, px in seen if px < DIGIT_PX - 1] == []
