"""Colours that everybody can read and tell apart, in both themes."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel, QWidget

from dicecam.messages import LANGUAGES, Message, load_catalogue
from dicecam.window.theme import (
    DARK,
    FILLS,
    LIGHT,
    READABLE,
    SHAPES,
    THEMES,
    apply_theme,
    contrast,
    mix,
    palette_of,
    readable,
    scaled,
    theme_of,
)

BOTH = pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)

# Machado, Oliveira and Fernandes (2009), severity 1: linear RGB as people without red, green or
# blue cones see it.
BLINDNESS = {
    "protan": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
               [-0.003882, -0.048116, 1.051998]],
    "deutan": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
               [-0.011820, 0.042940, 0.968881]],
    "tritan": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
               [0.004733, 0.691367, 0.303900]],
    "none": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
}  # fmt: skip


def linear(colour):
    """Return linear RGB of a colour."""
    value = QColor(colour)
    parts = np.array([value.redF(), value.greenF(), value.blueF()])
    return np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)


def lab(rgb):
    """Return CIE Lab of linear RGB, D65."""
    to_xyz = np.array(
        [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
    )
    xyz = to_xyz @ np.clip(rgb, 0, 1) / np.array([0.95047, 1.0, 1.08883])
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


@BOTH
@pytest.mark.parametrize("ground", ["window", "paper", "raised"])
@pytest.mark.parametrize("ink", ["text", "quiet", "accent", "good", "warning", "bad"])
def test_text_can_be_read_on_every_ground(theme, ground, ink):
    """All text colours reach 4.5 to 1 on window, paper and buttons."""
    assert contrast(getattr(theme, ink), getattr(theme, ground)) >= READABLE


@BOTH
def test_lines_and_chosen_buttons_can_be_seen(theme):
    """Outlines reach 3 to 1, the text of the main button 4.5 to 1."""
    assert contrast(theme.line, theme.paper) >= 3
    assert contrast(theme.line, theme.raised) >= 3
    assert contrast(theme.on_accent, theme.accent) >= READABLE


@BOTH
@pytest.mark.parametrize("colour", [*FILLS, None])
def test_every_die_colour_can_be_read(theme, colour):
    """Text on a strip, in a box and on paper reaches 4.5 to 1 for every colour."""
    ink = theme.ink(colour)

    assert contrast(ink.on_fill, ink.fill) >= READABLE
    assert contrast(ink.on_cell, ink.cell) >= READABLE
    assert contrast(ink.text, theme.paper) >= READABLE


@pytest.mark.parametrize("kind", BLINDNESS)
def test_row_colours_stay_apart_for_colour_blind_eyes(kind):
    """Red, yellow, green and blue differ by at least 25 in Lab for all kinds of cones."""
    seen = {
        name: lab(np.array(BLINDNESS[kind]) @ linear(FILLS[name]))
        for name in ("red", "yellow", "green", "blue", "white")
    }
    distances = {
        pair: float(np.linalg.norm(seen[pair[0]] - seen[pair[1]]))
        for pair in itertools.combinations(seen, 2)
    }

    assert min(distances.values()) >= 25, distances


def test_every_colour_has_a_shape_of_its_own():
    """No two colours share a shape."""
    shapes = [shape for name, shape in SHAPES.items() if name != "unknown"]

    assert len(set(shapes)) == len(shapes)
    assert SHAPES.keys() == FILLS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_colour_has_a_letter_of_its_own(language):
    """Letters tell colours apart in both languages."""
    catalogue = load_catalogue(language)
    letters = [catalogue.say(Message(f"core.letter.{name}")) for name in FILLS]

    assert len(set(letters)) == len(letters)
    assert all(1 <= len(letter) <= 2 for letter in letters)


def test_a_colour_is_changed_until_it_can_be_read():
    """Yellow on white gets darker, blue on black lighter; what can be read stays."""
    assert contrast(readable("#f5bd12", "#ffffff"), "#ffffff") >= READABLE
    assert contrast(readable("#1f4fae", "#14181d"), "#14181d") >= READABLE
    assert readable("#000000", "#ffffff") == "#000000"


def test_mixing_goes_from_one_colour_to_the_other():
    """Share 0 is the first, 1 the second, a half the middle."""
    assert mix("#000000", "#ffffff", 0) == "#000000"
    assert mix("#000000", "#ffffff", 1) == "#ffffff"
    assert mix("#000000", "#fefefe", 0.5) == "#7f7f7f"


@BOTH
def test_a_widget_finds_its_theme_in_its_palette(qtbot, theme):
    """Nothing has to be handed to a widget."""
    widget = QWidget()
    qtbot.addWidget(widget)
    widget.setPalette(palette_of(theme))

    assert theme_of(widget) == theme


@BOTH
@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_the_application_is_dressed_in_a_theme_and_text_size(qtbot, qapp, plain, theme, scale):
    """All widgets follow: colours, text size, and the size of their text."""
    apply_theme(qapp, scaled(theme, scale))
    widget, label = QWidget(), QLabel("text")
    qtbot.addWidget(widget)
    qtbot.addWidget(label)

    assert theme_of(widget).name == theme.name
    assert theme_of(widget).scale == scale
    assert label.sizeHint().height() >= 16 * scale
    assert theme_of(widget).font(20).pixelSize() == 20 * scale


def test_dark_and_light_are_what_they_say():
    """The names are right."""
    assert DARK.dark
    assert not LIGHT.dark
