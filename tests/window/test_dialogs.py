"""Dialogs and modes around a game: dice by hand, camera and table, paper sheets, secrets."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QDialogButtonBox

from dicecam.dice import Die
from dicecam.rules.core import DiceCall, Rolled
from dicecam.window.by_hand import HandEntry, slots_of
from dicecam.window.handles import WHOLE, Mode
from dicecam.window.paper import calls
from dicecam.window.table_dialog import TableDialog


def roll(**faces):
    """Return a roll of Qwixx: two white dice, then colours."""
    values = {"red": 5, "yellow": 2, "green": 6, "blue": 1} | faces
    dice = [Die("white", "3"), Die("white", "4"), *(Die(k, str(v)) for k, v in values.items())]
    return tuple(sorted(dice))


def opened(kind):
    """Return the dialog that is open."""
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, kind)
    return dialog


def test_a_throw_is_typed_with_six_digits(open_window, qtbot):
    """Digits fill row after row, Backspace takes one back, Return enters the throw."""
    driver = open_window(source="")
    driver.window.commands["by_hand"].trigger()
    dialog = opened(HandEntry)
    ok = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    qtbot.keyClicks(dialog, "34529")

    assert not ok.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_Backspace)
    qtbot.keyClicks(dialog, "261")
    assert ok.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert driver.history() == ["Roll: white 3, white 4, red 5, yellow 2, green 6 and blue 1."]
    assert driver.options(0)[0] == "Cross red 7 with the white dice"


def test_each_face_is_a_button_with_a_name(open_window, qtbot):
    """Faces can be clicked, and screen readers hear which die and which face."""
    driver = open_window(source="", language="fr")
    driver.window.commands["by_hand"].trigger()
    dialog = opened(HandEntry)
    names = [button.accessibleName() for button in dialog.rows[2].buttons()]

    assert names == [f"Rouge: {n}" for n in range(1, 7)]
    qtbot.mouseClick(dialog.rows[2].button(3), Qt.MouseButton.LeftButton)
    assert dialog.rows[2].checkedId() == 3
    dialog.reject()


def test_dice_that_may_stay_are_offered_as_they_lay(games):
    """A re-roll begins with the dice of the throw before."""
    spec = games["my_shelfie_dice"].spec
    kind = spec.dice[0]
    before = Rolled(tuple(Die(kind.key, face) for face in kind.faces))
    slots = slots_of(spec, DiceCall((kind.key,) * 6, may_keep=True), before)
    fresh = slots_of(spec, DiceCall((kind.key,) * 6), before)

    assert [slot.before.face for slot in slots] == list(kind.faces)
    assert [slot.before for slot in fresh] == [None] * 6


def test_region_and_corners_are_dragged_and_kept(open_window, qtbot, qwixx):
    """Points follow the mouse and the arrows; OK keeps them for the next start."""
    kept = []
    driver = open_window(save_settings=kept.append)
    driver.show(*qwixx())
    driver.window.commands["camera"].trigger()
    dialog = opened(TableDialog)
    view = dialog.picture
    dialog.buttons_by_mode[Mode.REGION].setChecked(True)
    start = view.place(view.region[0]).toPoint()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    qtbot.mouseMove(view, start + QPoint(round(view.area().width() / 4), 0))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton)

    assert view.region[0][0] == pytest.approx(0.25, abs=0.01)
    dialog.buttons_by_mode[Mode.CORNERS].setChecked(True)
    qtbot.keyClick(view, Qt.Key.Key_Space)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    dialog.width_mm.setValue(420)
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert kept[-1].region[0] == pytest.approx(0.25, abs=0.01)
    assert kept[-1].corners[2:4] == pytest.approx((0.81, 0.2))
    assert kept[-1].table_width_mm == 420


def test_a_region_can_be_forgotten(open_window, qtbot):
    """The button leads back to the whole picture."""
    driver = open_window(source="")
    driver.window.commands["camera"].trigger()
    dialog = opened(TableDialog)
    dialog.buttons_by_mode[Mode.REGION].setChecked(True)
    dialog.picture.region = ((0.2, 0.2), (0.5, 0.5))
    qtbot.mouseClick(dialog.reset, Qt.MouseButton.LeftButton)

    assert dialog.picture.region == WHOLE
    dialog.reject()


def test_a_colour_is_taught_with_a_click_on_a_die(open_window, qtbot, qwixx, recording):
    """The die under the mouse is measured, and its colour kept."""
    kept, measured = [], []

    def measure(image, box):
        x, y = box.centre
        measured.append((x / image.shape[1], y / image.shape[0]))
        return (42.0, 60.0, 30.0)

    recording.live = True
    driver = open_window(save_settings=kept.append, measure_colour=measure)
    driver.show(*qwixx())
    driver.window.commands["camera"].trigger()
    dialog = opened(TableDialog)
    driver.show(*qwixx(), throw=False)
    dialog.buttons_by_mode[Mode.PICK].setChecked(True)
    dialog.colour.setCurrentIndex(dialog.colour.findData("red"))
    spot = dialog.picture.place((264 / 640, 144 / 480)).toPoint()
    qtbot.mouseClick(dialog.picture, Qt.MouseButton.LeftButton, pos=spot)

    assert "red" in dialog.note.text()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert kept[-1].colours == (("red", 42.0, 60.0, 30.0),)
    assert measured == [pytest.approx((264 / 640, 144 / 480), abs=0.01)]


def test_paper_mode_says_what_a_throw_allows(games):
    """Everybody the white sum, who rolled a white with a coloured die; a missing die is left out."""
    game = games["qwixx"]
    everybody, roller = calls(game, 2, {}, roll())
    numbers = [dict(text.args)["number"] for text in everybody.texts]

    assert (everybody.everybody, numbers) == (True, [7, 7, 7, 7])
    assert (roller.everybody, len(roller.texts)) == (False, 8)
    without_red = tuple(die for die in roll() if die.kind != "red")
    assert len(calls(game, 2, {}, without_red)[1].texts) == 6
    assert calls(games["dixit"], 3, {}, roll()) == ()


def test_paper_mode_shows_no_sheet_and_needs_no_click(open_window, qwixx):
    """Throw after throw is announced; nothing is played meanwhile."""
    driver = open_window()
    driver.window.commands["paper"].trigger()
    driver.show(*qwixx())
    first = driver.page.paper.accessibleName()
    driver.show(*qwixx(white=(6, 6), first_track=11))

    assert "Cross red 7 with the white dice" in first
    assert "Cross green 12 with the white dice" in driver.page.paper.accessibleName()
    assert not driver.page.sheets.isVisible()
    assert driver.history() == []
    driver.window.commands["paper"].trigger()
    assert driver.page.sheets.isVisible()


def test_secret_choices_are_seen_by_one_player_only(open_window, qtbot):
    """A curtain covers sheet and options; who looks sees his own, and covers them again."""
    driver = open_window(game="dixit", names=("Ada", "Bo", "Cleo"), source="")
    driver.choose(0, "words")
    for seat in (1, 2):
        driver.choose(seat, "Give cards")
    driver.choose(0, "Shuffle")
    curtain = driver.page.sheets.curtain

    assert curtain.isVisible()
    assert [driver.options(seat) for seat in range(3)] == [[], [], []]
    qtbot.mouseClick(curtain.buttons[1], Qt.MouseButton.LeftButton)
    assert not curtain.isVisible()
    assert [bool(driver.options(seat)) for seat in range(3)] == [False, True, False]
    assert [view.isVisible() for view in driver.page.sheets.views] == [False, True, False]
    driver.choose(1, "Vote for card 1")
    qtbot.mouseClick(driver.page.options.hide_button, Qt.MouseButton.LeftButton)
    assert curtain.isVisible()
    assert not any("card 1" in line for line in driver.history())


def test_looking_back_changes_nothing(open_window, qwixx, qtbot):
    """A click on a line of the history shows that moment; one button returns to now."""
    driver = open_window(size=(1366, 1000))
    driver.window.commands["history"].setChecked(True)
    driver.show(*qwixx())
    driver.choose(0, "red 7")
    driver.choose(1, "blue 7")
    view = driver.page.history.list
    place = view.visualRect(view.model().index(0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert driver.points() == [0, 0]
    assert driver.options(0) == []
    qtbot.mouseClick(driver.page.history.now, Qt.MouseButton.LeftButton)
    assert driver.points() == [1, 1]


def test_an_unfinished_game_is_resumed(open_window, make_parts, qtbot):
    """The start page offers it; one click brings back players, points and undo."""
    driver = open_window(source="")
    driver.window.commands["by_hand"].trigger()
    qtbot.keyClicks(opened(HandEntry), "345261")
    qtbot.keyClick(opened(HandEntry), Qt.Key.Key_Return)
    driver.choose(0, "red 7")
    with qtbot.waitSignal(driver.window.start_page.reader.read):
        driver.window.commands["new"].trigger()
    button = driver.window.start_page.resume.buttons[0]

    assert "Ada, Bo" in button.text()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(driver.history()) == 2
    driver.window.commands["undo"].trigger()
    assert driver.options(0)[0] == "Cross red 7 with the white dice"


def test_the_time_left_runs_and_ends_the_game(open_window, qtbot):
    """In a timed game the clock is shown, and the deadline comes by itself."""
    driver = open_window(
        game="memodixe", names=("Ada", "Bo"), source="", options={"mode": "coop", "timer_s": 2}
    )
    desk = driver.window.desk
    if desk.awaiting is not None and desk.awaiting.placed and not desk.offers():
        pytest.fail("the game cannot begin without dice")
    driver.choose(desk.offers()[0].seat, "Go")
    bar = driver.window.turn_bar

    assert bar.time.isVisible()
    assert bar.time.text() in ("0:01", "0:02")
    end = driver.window.end_page
    qtbot.waitUntil(lambda: driver.window.pages.currentWidget() is end, timeout=10_000)
    assert not bar.time.isVisible()
