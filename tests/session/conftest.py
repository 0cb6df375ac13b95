"""Makers of dice on the table, views and throws."""

from __future__ import annotations

import pytest

from dicecam.sight import Box, SeenFace
from dicecam.table.view import Phase, SeenDie, TableView, Throw

EDGE = 30.0


@pytest.fixture
def seen():
    """Return the maker of dice on the table."""

    def make(track, face, colour="unknown", at=(0.0, 0.0), sure=0.97, others=(), colours=()):
        x, y = at if at != (0.0, 0.0) else (60.0 * track, 200.0)
        box = Box(x - EDGE / 2, y - EDGE / 2, x + EDGE / 2, y + EDGE / 2, 0.9)
        colour_sure = 0.95 if not colours else 1.0 - sum(share for _, share in colours)
        reading = SeenFace(box, face, sure, colour, colour_sure, tuple(others), tuple(colours))
        return SeenDie(track, reading, (x / 2, y / 2), 1.0)

    return make


@pytest.fixture
def rest():
    """Return the maker of views of a table at rest; with a number it holds a throw."""

    def make(dice, throw=None, kept=(), phase=Phase.SETTLED, count=1):
        dice = tuple(dice)
        settled = Throw(throw, 1.0, dice, tuple(kept)) if throw else None
        return TableView(30, 1.0, phase, dice, throw=settled, rest=count, size_px=(1280, 720))

    return make
