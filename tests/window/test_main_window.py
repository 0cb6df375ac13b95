"""The window on a recorded table: throws, options, sheets, corrections, undo, languages."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt


def test_a_throw_becomes_options_and_a_click_marks_the_sheet(open_window, qwixx):
    """From dice on the table to points on the sheet, with one click."""
    driver = open_window()
    driver.show(*qwixx())

    assert driver.options(0)[0] == "Cross red 7 with the white dice"
    assert driver.options(1) == driver.options(0)
    driver.choose(0, "red 7")
    driver.choose(1, "Pass")
    assert driver.points() == [1, 0]
    assert driver.options(1) == []
    assert "white 3, white 4" in driver.history()[0]


def test_the_state_says_what_is_missing(open_window, qwixx):
    """Dice that do not fit are named; nothing is played."""
    driver = open_window()
    driver.show(*qwixx(red=None))

    assert driver.state() == "6 dice expected, 5 seen; missing: red."
    assert driver.options(0) == []


@pytest.mark.parametrize(
    ("track", "path", "state"),
    [
        (3, ["6"], "red 6"),
        (3, ["colour", "Green"], None),
    ],
)
def test_a_misread_die_is_corrected_with_clicks(open_window, qwixx, track, path, state):
    """The menu of a die says what it really shows."""
    driver = open_window()
    driver.show(*qwixx())
    menu = driver.click_die(track)
    driver.pick(menu, *path)

    if state is not None:
        assert state in driver.history()[0]
    else:
        assert "red is missing" in driver.state()


def test_undo_and_redo_go_through_everything(open_window, qwixx):
    """The buttons bring every step back and forth."""
    driver = open_window()
    driver.show(*qwixx())
    driver.choose(0, "red 7")
    lines = driver.history()
    driver.window.commands["undo"].trigger()
    driver.window.commands["undo"].trigger()

    assert driver.history() == []
    driver.window.commands["redo"].trigger()
    driver.window.commands["redo"].trigger()
    assert driver.history() == lines


def test_the_language_can_be_switched_at_run_time(open_window, qwixx, qtbot):
    """Every sentence follows, the game goes on."""
    driver = open_window()
    driver.show(*qwixx())
    driver.window.set_language("fr")
    qtbot.waitUntil(lambda: driver.window.commands["undo"].text() == "Annuler")

    assert driver.options(0)[0].startswith("Cocher")
    driver.window.set_language("en")
    assert driver.options(0)[0] == "Cross red 7 with the white dice"


def test_a_number_key_corrects_the_chosen_die(open_window, qwixx, qtbot):
    """Without a mouse: Tab to the picture, arrows to the die, a number."""
    driver = open_window()
    driver.show(*qwixx())
    picture = driver.page.table.picture
    picture.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(picture, Qt.Key.Key_Right)
    qtbot.keyClick(picture, Qt.Key.Key_6)

    assert "white 4, white 6" in driver.history()[0]
