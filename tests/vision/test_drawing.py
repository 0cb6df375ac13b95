"""Boxes and readings drawn on a picture."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.errors import SourceBrokenError
from dicecam.sight import Box, SeenFace
from dicecam.vision.drawing import COLOURS_BGR, draw_faces, label_of, write_png
from dicecam.vision.photos import load_photo

FACE = SeenFace(Box(100, 100, 180, 180), "pips_5", 0.98, "red", 0.9)


def test_the_box_has_the_colour_of_the_die_and_the_picture_stays():
    """The drawing is a copy; the edge of the box is painted, its middle is not."""
    image = np.zeros((400, 600, 3), np.uint8)
    drawn = draw_faces(image, [FACE])

    assert tuple(drawn[180, 140]) == COLOURS_BGR["red"]
    assert not drawn[140, 140].any()
    assert not image.any()


def test_a_label_stays_within_the_picture():
    """A die in the upper right corner has its label drawn inside."""
    image = np.zeros((300, 300, 3), np.uint8)
    face = SeenFace(Box(270, 0, 300, 30), "pips_5", 0.98, "red", 0.9)
    drawn = draw_faces(image, [face])

    assert (drawn[:20, 150:260] == COLOURS_BGR["red"]).all(-1).any()


@pytest.mark.parametrize("image", [np.zeros((300, 300, 3), np.uint8)[:, ::-1]])
def test_pictures_that_are_views_can_be_drawn_on(image):
    """A mirrored view is no contiguous array."""
    assert draw_faces(image, [FACE]).any()


@pytest.mark.parametrize(
    ("face", "text"),
    [
        (FACE, "5 red 98%"),
        (SeenFace(Box(0, 0, 1, 1), "dixe_sun", 0.5), "dixe_sun 50%"),
    ],
)
def test_labels_are_short(face, text):
    """Pips show their number, an unknown colour nothing."""
    assert label_of(face) == text


def test_a_drawing_is_written_whatever_its_name(tmp_path):
    """Characters outside ASCII are no obstacle."""
    path = tmp_path / "dés.png"
    write_png(path, np.full((4, 5, 3), 7, np.uint8))

    assert load_photo(path).shape == (4, 5, 3)


def test_a_folder_that_is_missing_is_named(tmp_path):
    """The message names the file that cannot be written."""
    with pytest.raises(SourceBrokenError, match="cannot be written"):
        write_png(tmp_path / "nix" / "a.png", np.zeros((4, 4, 3), np.uint8))
