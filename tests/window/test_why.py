"""Why a box cannot be chosen: a click on it asks, the game's own rule answers."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from dicecam.rules.core import Action
from dicecam.window.why import reason


def click_box(driver, seat, row, text):
    """Click a box of a sheet that may not be chosen."""
    view = driver.page.sheets.views[seat]
    spot = next(s for s in view.plan().spots if (s.row.key, s.cell.text) == (row, text))
    driver.qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=spot.rect.center().toPoint())


@pytest.mark.parametrize(
    ("row", "number", "words"),
    [
        ("red", "9", "No two dice that may be combined give this number."),
        ("blue", "2", "No two dice that may be combined give this number."),
    ],
)
def test_a_click_on_a_box_says_why_not(open_window, qwixx, row, number, words):
    """The sentence of the rule appears under the page; nothing is played."""
    driver = open_window()
    driver.show(*qwixx())
    click_box(driver, 0, row, number)

    assert driver.news() == words
    assert len(driver.history()) == 1


def test_the_rule_is_known_before_the_dice_lie(open_window, qwixx):
    """Between turns the reason is that it is not the time."""
    driver = open_window()
    driver.show(*qwixx())
    for seat in (0, 1, 0):
        driver.choose(seat, "Pass")
    click_box(driver, 0, "red", "9")

    assert driver.news().startswith("Not now")


def test_the_colour_step_answers_by_its_own_actions(games, open_window, qwixx):
    """The active player asks about a coloured die, not about the white ones."""
    driver = open_window()
    driver.show(*qwixx(red=1))
    driver.choose(0, "red 7")
    driver.choose(1, "Pass")
    session = driver.window.desk.session
    row = session.sheet(0).rows[0]
    cell = next(cell for cell in row.cells if cell.text == "4")

    assert session.game.legal_actions(session.state, 0)[0].verb != "mark"
    assert reason(session, 0, row, cell).key == "qwixx.refuse.NOT_RIGHT_OF_LAST"


def test_a_box_that_may_be_chosen_has_no_reason(open_window, qwixx):
    """And neither has one that nobody could ever choose."""
    driver = open_window()
    driver.show(*qwixx())
    session = driver.window.desk.session
    row = session.sheet(0).rows[0]
    seven = next(cell for cell in row.cells if cell.action == Action("mark", ("red", "7")))

    assert reason(session, 0, row, seven) is None
