"""Dice that lie together show faces of one set."""

from __future__ import annotations

import pytest

from dicecam.sight import Box, SeenFace
from dicecam.table.sets import in_set, leading_set, set_of


def _reading(face, sure, *others):
    return SeenFace(Box(0, 0, 20, 20, 0.8), face, sure, others=others)


def test_a_face_names_its_set():
    """Faces that show nothing belong to none."""
    assert set_of("pips_3") == "pips"
    assert set_of("my_garden_star") == "my_garden"
    assert set_of("unreadable") == set_of("other") == ""


@pytest.mark.parametrize(
    ("faces", "leading"),
    [
        ((("pips_3", 0.9), ("pips_5", 0.9), ("dixe_sun", 0.8)), "pips"),
        ((("dixe_pi", 0.9), ("dixe_sun", 0.9), ("pips_1", 0.9)), "dixe"),
        ((("pips_3", 0.9), ("shelfie_cat", 0.9)), ""),
        ((("unreadable", 0.9),), ""),
        ((), ""),
    ],
)
def test_the_set_of_most_dice_leads(faces, leading):
    """Half and half leads nowhere."""
    assert leading_set([_reading(face, sure) for face, sure in faces]) == leading


def test_a_symbol_among_pips_is_read_as_the_pips_it_resembles():
    """The symbol's share goes to the faces of the set, in their proportion."""
    one = in_set(_reading("dixe_sun", 0.5, ("pips_1", 0.4), ("pips_4", 0.05)), "pips")

    assert one.face == "pips_1"
    assert one.confidence == pytest.approx(0.8)
    assert one.others == (("pips_4", pytest.approx(0.1)),)


def test_what_is_not_spoken_of_counts_against_a_face():
    """A small share among much that is unknown is not sure."""
    assert in_set(_reading("dixe_sun", 0.5, ("pips_1", 0.1)), "pips").confidence < 0.5
    assert in_set(_reading("dixe_sun", 0.7, ("dixe_pi", 0.2)), "pips").confidence == 0


def test_dice_of_the_set_and_sure_strangers_stay_as_they_are():
    """Nothing is narrowed where nothing is in doubt."""
    own = _reading("pips_2", 0.6, ("dixe_pi", 0.3))
    stranger = _reading("shelfie_cat", 0.97)
    leaning = _reading("unreadable", 0.6, ("pips_1", 0.2))

    assert in_set(own, "pips") is own
    assert in_set(stranger, "pips") is stranger
    assert in_set(leaning, "pips") is leaning
    assert in_set(stranger, "") is stranger
