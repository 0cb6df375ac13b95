"""Corrections of a game are kept to learn from, but only when somebody agreed."""

from __future__ import annotations

import pytest

from dicecam.learn.corrections import agree, agreed, keep_correction
from dicecam.learn.dice_sets import find_set
from dicecam.learn.store import open_store
from dicecam.sight import Box


@pytest.fixture
def corrected(open_window, qwixx):
    """Return a function that plays a throw and corrects its first die."""

    def play(yes):
        driver = open_window()
        driver.window._menus.keep.setChecked(yes)
        driver.show(*qwixx(white=(3, 4)))
        driver.window.desk.set_face(1, "pips_5")
        return driver

    return play


def test_nothing_is_kept_before_somebody_agrees(corrected):
    """The entry is off at first, and then no photo is written."""
    corrected(False)

    assert not agreed()
    from dicecam.learn.dice_sets import find_sets

    assert find_sets() == ()


def test_a_corrected_die_becomes_a_photo(corrected):
    """The die goes into a set of its own under the face that was said, with its game as session."""
    driver = corrected(True)
    driver.window.desk.set_face(1, "pips_5")
    dice = find_set("corrections")
    (picture,) = open_store(dice.photos).pictures

    assert dice.readings == ("pips_5",)
    assert picture.origin == "correction"
    assert picture.session.startswith("game ")
    assert picture.dice[0].face == "pips_5"
    assert agreed()


def test_the_consent_can_be_taken_back(tmp_path, photo_with_die):
    """Afterwards nothing more is kept; what was kept stays."""
    image, box = photo_with_die
    folder = tmp_path / "dice"
    agree(True, folder)
    assert keep_correction(image, box, "pips_2", "game", folder)
    assert not keep_correction(image, box, "pips_2", "game", folder)
    agree(False, folder)
    assert not keep_correction(image, box, "pips_3", "game", folder)

    assert open_store(find_set("corrections", folder).photos).counts() == {"pips_2": 1}


@pytest.fixture
def photo_with_die():
    import numpy as np

    image = np.random.default_rng(1).integers(0, 255, (90, 90, 3), dtype=np.uint8)
    return image, Box(20, 20, 70, 70)
