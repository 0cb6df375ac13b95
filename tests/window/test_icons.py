"""Die icons and colour marks, judged by their pixels."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter

from dicecam.dice import BODY_COLOURS, READER_FACES
from dicecam.window.icons import (
    die_icon,
    die_pixmap,
    fitting_px,
    letter_of,
    paint_mark,
    pips_of,
    shape_path,
)
from dicecam.window.symbols import SYMBOLS
from dicecam.window.theme import DARK, FILLS, LIGHT, SHAPES, contrast


def pixels(image):
    """Return an image as an array `(H, W, 3)`."""
    image = image.convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return lines[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)


def die(face, colour=None, theme=LIGHT, **more):
    return pixels(die_pixmap(face, colour, 96, theme, **more).toImage())


def inside(picture):
    """Return the middle of a die, without its outline."""
    return picture[12:84, 12:84]


def ink_share(picture):
    """Return the share of dark pixels in the middle."""
    return float((inside(picture).mean(axis=2) < 128).mean())


def test_every_face_the_reader_knows_looks_different(qapp):
    """No two faces share a picture."""
    pictures = {face: die(face).tobytes() for face in READER_FACES}

    assert len(set(pictures.values())) == len(READER_FACES)


def test_every_symbol_fills_a_good_part_of_its_die(qapp):
    """No drawing is empty or a blot."""
    shares = {face: ink_share(die(face)) for face in READER_FACES if face in SYMBOLS}

    assert min(shares.values()) > 0.05, shares
    assert max(shares.values()) < 0.6, shares


def test_more_pips_are_more_ink(qapp):
    """Each pip adds the same amount of ink."""
    shares = [ink_share(die(f"pips_{n}")) for n in range(1, 7)]

    assert shares == pytest.approx([shares[0] * n for n in range(1, 7)], rel=0.06)


@pytest.mark.parametrize("colour", BODY_COLOURS)
def test_pips_can_be_seen_on_every_body(qapp, colour):
    """Pip and body reach 4.5 to 1."""
    picture = inside(die("pips_1", colour))
    middle, corner = picture[36, 36], picture[10, 10]
    colours = ["#" + "".join(f"{part:02x}" for part in pixel) for pixel in (middle, corner)]

    assert contrast(*colours) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_an_unsure_die_has_another_outline(qapp, theme):
    """The outline is dashed; the face is the same."""
    sure, unsure = die("pips_3", "red", theme), die("pips_3", "red", theme, unsure=True)

    assert np.array_equal(sure[20:76, 20:76], unsure[20:76, 20:76])
    assert not np.array_equal(sure, unsure)


def test_a_taught_symbol_shows_its_letters(qapp):
    """A face without drawing is told by its name."""
    assert ink_share(die("taught_dragon")) > 0.03
    assert not np.array_equal(die("taught_dragon"), die("taught_owl"))


def test_a_letter_beside_a_die_makes_the_icon_wider(qapp):
    """Colour is never told by colour alone: shape and letter stand beside."""
    assert die_pixmap("pips_1", "red", 40, LIGHT, letter="R").width() == 60
    assert die_pixmap("pips_1", "red", 40, LIGHT).width() == 40
    assert not die_icon("pips_1", "red", LIGHT).isNull()


def test_a_sharp_screen_gets_more_pixels(qapp):
    """With two device pixels a px the picture has twice the size."""
    pixmap = die_pixmap("pips_1", None, 40, LIGHT, ratio=2.0)

    assert pixmap.width() == 80
    assert pixmap.deviceIndependentSize().width() == 40


@pytest.mark.parametrize("shape", SHAPES.values())
def test_shapes_stay_in_their_place(qapp, shape):
    """Every shape is drawn, and about within its rectangle."""
    rect = QRectF(10, 10, 40, 40)
    bounds = shape_path(shape, rect).boundingRect()

    assert not bounds.isEmpty()
    assert rect.adjusted(-5, -5, 5, 5).contains(bounds)


def mark(colour, letter, width=60, height=30):
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_mark(painter, QRectF(0, 0, width, height), colour, letter, LIGHT)
    painter.end()
    return pixels(image)


@pytest.mark.parametrize("colour", FILLS)
def test_marks_hold_shape_and_letter(qapp, colour):
    """Left half the shape, right half the letter; without letter the shape alone."""
    both, alone = mark(colour, "X"), mark(colour, "", 30)

    assert (both[:, :30] < 250).any()
    assert (both[:, 30:] < 250).any()
    assert (alone < 250).any()


def test_letters_come_from_the_catalogue():
    """Unknown colours have no letter."""
    assert letter_of("red", lambda message: message.key) == "core.letter.red"
    assert letter_of("mauve", lambda message: message.key) == ""
    assert letter_of(None, lambda message: message.key) == ""


@pytest.mark.parametrize(
    ("face", "expected"), [("pips_4", 4), ("6", 6), ("pips_7", None), ("dixe_sun", None)]
)
def test_pips_are_told_from_symbols(face, expected):
    """Only 1 to 6 are pips."""
    assert pips_of(face) == expected


def test_text_is_as_large_as_its_place_allows(qapp):
    """Wider and higher places give larger text, up to a limit."""
    small = fitting_px(QRectF(0, 0, 20, 100), "12", LIGHT)
    large = fitting_px(QRectF(0, 0, 80, 100), "12", LIGHT)

    assert small < large
    assert fitting_px(QRectF(0, 0, 80, 100), "12", LIGHT, most=20) == 20
