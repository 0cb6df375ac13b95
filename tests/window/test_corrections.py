"""Every way a die can be misread, put right with clicks; undo and redo bring everything back."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt

from dicecam.rules.notation import format_state
from dicecam.session.session import Session


def roll_line(driver):
    """Return the last roll as the history tells it."""
    return next(line for line in reversed(driver.history()) if line.startswith("Roll"))


def test_a_wrong_face_is_put_right(open_window, qwixx):
    """The likely mistake stands first in the menu; the roll is told anew."""
    driver = open_window()
    driver.show(*qwixx())
    menu = driver.click_die(3)
    texts = [action.text() for action in menu.actions() if action.text()]

    assert texts[:2] == ["Correct this die: red 5", "4"]
    driver.pick(menu, "6")
    assert "red 6" in roll_line(driver)
    assert "Corrected" in driver.news()


def test_a_wrong_colour_is_put_right(open_window, qwixx):
    """A red die seen as green: one click on the colour, and the throw is complete."""
    driver = open_window()
    dice = qwixx(red=None)
    wrong = driver.seen(9, "pips_5", "green")
    driver.show(*dice, wrong)

    assert driver.state().startswith("Two dice look green and red is missing")
    driver.pick(driver.click_die(9), "colour", "Red")
    assert "red 5" in roll_line(driver)
    assert driver.options(0)[0] == "Cross red 7 with the white dice"


def test_something_that_is_no_die_is_taken_away(open_window, qwixx):
    """A seventh die that is none: the others make the throw."""
    driver = open_window()
    driver.show(*qwixx(), driver.seen(9, "pips_1", "white", at=(400, 380)))

    assert "7 seen" in driver.state()
    driver.pick(driver.click_die(9), "Not a die")
    assert "white 3, white 4" in roll_line(driver)


def test_a_missed_die_is_added(open_window, qwixx):
    """A click where the die lies, its colour, its face."""
    driver = open_window()
    driver.show(*qwixx(blue=None))
    driver.pick(driver.click_spot(400, 400), "Blue", "2")

    assert "blue 2" in roll_line(driver)


def test_two_dice_taken_for_one_another_are_swapped(open_window, qwixx):
    """Red 5 and green 6 change places with one click."""
    driver = open_window()
    driver.show(*qwixx())
    driver.pick(driver.click_die(3), "swap", "Green 6")

    assert "red 6, yellow 2, green 5" in roll_line(driver)


MISREADINGS = {
    "wrong face": (lambda q, seen: q(), lambda d: d.pick(d.click_die(3), "6"), "red 6"),
    "wrong colour": (
        lambda q, seen: (*q(red=None), seen(9, "pips_5", "green")),
        lambda d: d.pick(d.click_die(9), "colour", "Red"),
        "red 5",
    ),
    "false die": (
        lambda q, seen: (*q(), seen(9, "pips_1", "white", at=(400, 380))),
        lambda d: d.pick(d.click_die(9), "Not a die"),
        "white 3, white 4",
    ),
    "missed die": (
        lambda q, seen: q(blue=None),
        lambda d: d.pick(d.click_spot(400, 400), "Blue", "2"),
        "blue 2",
    ),
    "two dice swapped": (
        lambda q, seen: q(),
        lambda d: d.pick(d.click_die(3), "swap", "Green 6"),
        "red 6, yellow 2, green 5",
    ),
}
"""What lies there, the clicks that put it right, and what the roll is then."""


@pytest.mark.parametrize("name", MISREADINGS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_undo_and_redo_restore_every_correction(open_window, qwixx, games, name, language):
    """After the clicks: undo shows what was before, redo what was after, the log agrees."""
    dice, clicks, expected = MISREADINGS[name]
    driver = open_window()
    driver.show(*dice(qwixx, driver.seen))
    before = (driver.history(), driver.points(), driver.options(0), driver.options(1))
    clicks(driver)
    after = (driver.history(), driver.points(), driver.options(0), driver.options(1))

    assert expected in roll_line(driver)
    assert after != before
    driver.window.commands["undo"].trigger()
    assert (driver.history(), driver.points()) == before[:2]
    driver.window.commands["redo"].trigger()
    assert (driver.history(), driver.points(), driver.options(0), driver.options(1)) == after
    driver.window.set_language(language)
    replayed = Session.replay(games["qwixx"], driver.window.desk.session.log_path)
    assert format_state(replayed.state) == format_state(driver.window.desk.session.state)
    say = driver.window.words.sentence
    assert [line.split(".")[0] for line in driver.history()] == [
        say(line.text).split(".")[0] for line in replayed.history()
    ]


def test_a_correction_tells_only_what_changed(open_window, qwixx):
    """Choices that are no longer possible are named; points say from what to what."""
    driver = open_window()
    driver.show(*qwixx())
    driver.choose(0, "red 7")
    driver.choose(1, "blue 7")
    driver.choose(0, "Pass")
    driver.pick(driver.click_die(1), "4")

    assert driver.news() == (
        "Corrected. No longer possible, taken back: Ada: cross red 7 with the white dice. "
        "No longer possible, taken back: Bo: cross blue 7 with the white dice. "
        "Ada: 1 → 0 points. Bo: 1 → 0 points."
    )
    assert driver.points() == [0, 0]
    driver.window.commands["undo"].trigger()
    assert driver.points() == [1, 1]


def test_a_correction_lasts_while_the_die_rests(open_window, qwixx, recording):
    """The camera goes on seeing the wrong face; the window does not fall for it again."""
    recording.live = True
    driver = open_window()
    driver.show(*qwixx())
    driver.pick(driver.click_die(3), "6")
    driver.show(*qwixx(), throw=False)

    assert "red 6" in roll_line(driver)
    driver.choose(0, "Pass")
    driver.choose(1, "Pass")
    driver.choose(0, "Pass")
    driver.show(*qwixx(first_track=11))
    assert "red 5" in roll_line(driver)


def test_dice_left_lying_can_be_read_again_after_undo(open_window, qwixx, qtbot):
    """An undone throw does not come back by itself; a button takes it."""
    driver = open_window()
    driver.show(*qwixx())
    driver.window.commands["undo"].trigger()
    driver.show(*qwixx(), throw=False)

    assert driver.history() == []
    button = driver.page.table.read_again
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "red 5" in roll_line(driver)


def test_keys_remove_and_move_between_dice(open_window, qwixx, qtbot):
    """Arrows go from die to die, Delete takes one away, Return opens its menu."""
    driver = open_window()
    driver.show(*qwixx(), driver.seen(9, "pips_1", "white", at=(10, 400)))
    picture = driver.page.table.picture
    picture.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(picture, Qt.Key.Key_Right)
    qtbot.keyClick(picture, Qt.Key.Key_Delete)

    assert "white 3, white 4" in roll_line(driver)
    qtbot.keyClick(picture, Qt.Key.Key_Left)
    qtbot.keyClick(picture, Qt.Key.Key_Return)
    assert driver.page.table.menu.title() == "Correct this die: blue 1"
    driver.close_menus()


@pytest.mark.parametrize("seed", range(3))
def test_random_clicks_equal_the_replayed_log(open_window, qwixx, games, seed):
    """Whatever is clicked, undone and corrected: the log tells the same game."""
    driver = open_window()
    rng = random.Random(seed)
    track = 1
    for _ in range(40):
        session = driver.window.desk.session
        what = rng.random()
        if what < 0.2:
            driver.window.commands["undo"].trigger()
        elif what < 0.35:
            driver.window.commands["redo"].trigger()
        elif what < 0.45 and driver.window.desk.view is not None:
            die = rng.choice(driver.window.desk.view.dice)
            driver.window.desk.set_face(die.track, f"pips_{rng.randint(1, 6)}")
        elif session.offers():
            seat = rng.choice(session.offers()).seat
            driver.choose_row(seat, rng.randrange(len(driver.options(seat))))
        elif session.awaits() is not None:
            track += 10
            whites = (rng.randint(1, 6), rng.randint(1, 6))
            driver.show(*qwixx(white=whites, first_track=track, red=rng.randint(1, 6)))
    replayed = Session.replay(games["qwixx"], driver.window.desk.session.log_path)

    assert format_state(replayed.state) == format_state(driver.window.desk.session.state)
    assert [view.sheet for view in driver.page.sheets.views] == [
        replayed.sheet(0),
        replayed.sheet(1),
    ]
