"""Older throws are put right from the history: what follows is worked out anew and told."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from dicecam.dice import Die
from dicecam.rules.core import Rolled
from dicecam.window.by_hand import HandEntry


@pytest.fixture
def driver(open_window):
    """A window with room for the history."""
    driver = open_window(size=(1366, 1000))
    driver.window.commands["history"].setChecked(True)
    return driver


def click_line(driver, row):
    """Click a line of the history."""
    view = driver.page.history.list
    view.scrollTo(view.model().index(row))
    place = view.visualRect(view.model().index(row)).center()
    driver.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)


def correct(driver, row, keys):
    """Correct the throw of a line: choose the faces of some rows of the dialog, then OK."""
    click_line(driver, row)
    driver.qtbot.mouseClick(driver.page.history.correct, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, HandEntry)
    for line, face in keys.items():
        driver.qtbot.mouseClick(dialog.rows[line].button(face - 1), Qt.MouseButton.LeftButton)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    driver.qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)


def test_an_older_throw_is_corrected_from_the_history(driver, qwixx):
    """The dialog shows what was read; one die is put right; choices that fail are told."""
    driver.show(*qwixx())
    driver.choose(0, "red 7")
    driver.choose(1, "blue 7")
    driver.choose(0, "Pass")
    driver.show(*qwixx(first_track=11))
    correct(driver, 0, {0: 4})

    assert "white 4, white 4" in driver.history()[0]
    assert driver.points() == [0, 0]
    assert "Ada: cross red 7 with the white dice" in driver.news()
    assert "1 → 0 points" in driver.news()
    driver.window.commands["undo"].trigger()
    assert driver.points() == [1, 1]
    assert "white 3, white 4" in driver.history()[0]


def test_the_dialog_begins_with_what_was_read(driver, qwixx):
    """Nothing but the wrong die has to be chosen; the same again changes nothing."""
    driver.show(*qwixx())
    driver.choose(0, "red 7")
    click_line(driver, 0)
    driver.qtbot.mouseClick(driver.page.history.correct, Qt.MouseButton.LeftButton)
    dialog = QApplication.activeModalWidget()
    chosen = [group.checkedId() + 1 for group in dialog.rows]
    count = len(driver.window.desk.session.entries)
    dialog.accept()

    assert chosen == [3, 4, 5, 2, 6, 1]
    assert dialog.windowTitle() == "Correct a throw"
    assert len(driver.window.desk.session.entries) == count


def test_only_throws_can_be_corrected(driver, qwixx):
    """A choice has undo; the button stands beside throws alone, and goes with the way back."""
    driver.show(*qwixx())
    driver.choose(0, "red 7")
    click_line(driver, 1)

    assert not driver.page.history.correct.isVisible()
    click_line(driver, 0)
    assert driver.page.history.correct.isVisible()
    assert driver.state() == "You are looking back."
    driver.qtbot.mouseClick(driver.page.history.now, Qt.MouseButton.LeftButton)
    assert not driver.page.history.correct.isVisible()


def test_dice_that_were_kept_stay_marked(open_window):
    """In a game with re-rolls the dialog remembers which dice were not thrown again."""
    driver = open_window(game="my_shelfie_dice", source="")
    desk = driver.window.desk
    first = tuple(sorted(Die("shelfie", f) for f in ("pink", "pink", "blue", "green", "white")))
    first = tuple(sorted((*first, Die("shelfie", "yellow"))))
    desk.enter_by_hand(Rolled(first))
    again = [offer for offer in desk.offers() if offer.action.verb == "reroll"]
    if again:
        desk.play(again[0].seat, again[0].action)
    kept = tuple(die for die in first if die.face == "pink")
    rest = tuple(Die("shelfie", "joker") for _ in range(6 - len(kept)))
    desk.enter_by_hand(Rolled(tuple(sorted((*kept, *rest))), kept))
    entry = desk.session.entries[-1]
    dialog = HandEntry(desk, driver.window.words, driver.window, entry)

    assert isinstance(entry.event, Rolled)
    assert len(entry.event.kept) == 2
    assert dialog.event_entered() == entry.event
    dialog.deleteLater()
