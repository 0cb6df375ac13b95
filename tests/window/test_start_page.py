"""The start page: tiles, players, rules, camera, games to go on with."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QFileDialog, QSpinBox

from dicecam.dice import Die, pip_die
from dicecam.messages import load_catalogue
from dicecam.rules.core import Rolled, Spec
from dicecam.session.session import Session
from dicecam.sight import Box, Frame, SeenFace
from dicecam.table.hints import Hint
from dicecam.table.view import Phase, SeenDie, TableView
from dicecam.window.i18n import Words
from dicecam.window.live.picture import picture_of
from dicecam.window.start.camera import EVERY, FILE, SteadyHints, as_array
from dicecam.window.start.page import Setup, StartPage
from dicecam.window.start.pictures import SCENES, paint_picture
from dicecam.window.theme import DARK, LIGHT, apply_theme, scaled


@dataclass(frozen=True)
class Camera:
    """What the list of cameras gives."""

    key: str
    name: str


@pytest.fixture
def words():
    words = Words(load_catalogue, "en")
    yield words
    words.release()


@pytest.fixture
def page(qtbot, qapp, plain, words, games, tmp_path):
    """The start page on the smallest laptop."""
    apply_theme(qapp, LIGHT)
    page = StartPage(words, games, tmp_path / "games")
    qtbot.addWidget(page)
    page.resize(1366, 690)
    page.show()
    qtbot.waitExposed(page)
    page.activateWindow()
    return page


def click(qtbot, widget):
    qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)


def tile(page, title):
    return next(tile for tile in page.tiles if title in tile.accessibleName())


def field(page, label):
    return next(f for f in page.options.fields.values() if label in f.accessibleName())


def begun(qtbot, page):
    with qtbot.waitSignal(page.begun) as begun:
        click(qtbot, page.play)
    return begun.args[0]


def test_every_game_has_a_tile_with_its_name_and_players(page, games):
    """Five games, five tiles; each says how many may play."""
    names = [tile.accessibleName() for tile in page.tiles]

    assert len(names) == len(games)
    assert "Qwixx, 2–8 players" in names
    assert "Dixit, 3–6 players" in names


def test_a_click_on_a_tile_and_on_play_begins_the_game(page, qtbot):
    """Two clicks are enough for a game with standard rules."""
    click(qtbot, tile(page, "Dekaxex"))

    assert page.play.text() == "Play Dekaxex"
    setup = begun(qtbot, page)
    assert setup.key == "dekaxex"
    assert setup.names == ("player 1", "player 2")
    assert setup.colours == ("red", "blue")


def test_keys_are_enough_to_choose_and_begin(page, qtbot):
    """Space chooses a tile, space begins."""
    dixit = tile(page, "Dixit")
    dixit.setFocus()
    qtbot.keyClick(dixit, Qt.Key.Key_Space)
    with qtbot.waitSignal(page.begun) as begun:
        qtbot.keyClick(page.play, Qt.Key.Key_Space)

    assert begun.args[0].key == "dixit"
    assert len(begun.args[0].names) == 3


def test_players_are_added_named_moved_and_removed(page, qtbot):
    """Names and order are those that were set."""
    click(qtbot, tile(page, "Qwixx"))
    click(qtbot, page.players.add)
    for row, name in zip(page.players.rows, ("Ada", "Bo", "Cy"), strict=True):
        row.name.clear()
        qtbot.keyClicks(row.name, name)
    click(qtbot, page.players.rows[2].up)

    assert begun(qtbot, page).names == ("Ada", "Cy", "Bo")
    click(qtbot, page.players.rows[0].off)
    assert begun(qtbot, page).names == ("Cy", "Bo")
    assert not page.players.rows[0].off.isEnabled()
    assert not page.players.rows[0].up.isEnabled()


def test_no_more_players_than_the_game_allows(page, qtbot):
    """The button to add goes at the most; another game drops who is too many."""
    click(qtbot, tile(page, "Shelfie"))
    while page.players.add.isVisible():
        click(qtbot, page.players.add)

    assert len(page.players.names) == 4
    click(qtbot, tile(page, "Dekaxex"))
    assert len(page.players.names) == 2


def test_equal_names_are_told_apart(page, qtbot):
    """Two Adas become two names."""
    for row in page.players.rows:
        row.name.clear()
        qtbot.keyClicks(row.name, "Ada")

    assert begun(qtbot, page).names == ("Ada", "Ada 2")


def test_a_colour_is_chosen_from_a_menu_with_names(page, qtbot):
    """Who had the colour takes the other one; each colour is named, not only shown."""
    click(qtbot, tile(page, "Qwixx"))
    click(qtbot, page.players.rows[0].swatch)
    menu = QApplication.activePopupWidget()
    entries = {entry.text(): entry for entry in menu.actions()}
    entries["blue"].trigger()
    menu.close()

    assert page.players.colours == ("blue", "red")
    assert "blue" in page.players.rows[0].swatch.accessibleName()


def test_colours_are_fixed_where_the_game_fixes_them(page, qtbot):
    """In a game with pawns the place decides; the click opens nothing."""
    click(qtbot, tile(page, "Dixit"))
    click(qtbot, page.players.rows[0].swatch)

    assert QApplication.activePopupWidget() is None
    assert page.players.colours == ("red", "yellow", "green")
    assert "place at the table" in page.players.rows[0].swatch.toolTip()


def test_options_are_in_the_words_of_the_rules(page, qtbot):
    """The lock of Qwixx: five, or the official six."""
    click(qtbot, tile(page, "Qwixx"))
    lock = field(page, "Crosses needed to close a row")

    assert lock.currentText() == "5, the last number included"
    lock.setFocus()
    qtbot.keyClick(lock, Qt.Key.Key_Down)
    assert lock.currentText() == "6, the last number included (official)"
    assert begun(qtbot, page).options["lock_min_including_last"] == 6


def test_a_preset_sets_its_options_and_shows_when_they_agree(page, qtbot):
    """Standard rules are chosen first; official ones change the lock; a change by hand shows."""
    click(qtbot, tile(page, "Qwixx"))
    standard, official = page.options.presets[""], page.options.presets["official"]

    assert (standard.isChecked(), official.isChecked()) == (True, False)
    click(qtbot, official)
    assert begun(qtbot, page).options["lock_min_including_last"] == 6
    assert (standard.isChecked(), official.isChecked()) == (False, True)
    field(page, "Crosses needed").setCurrentIndex(0)
    assert (standard.isChecked(), official.isChecked()) == (True, False)


def test_who_begins_is_chosen_by_name(page, qtbot):
    """An option whose value is a player lists the players, and keeps it with other rules."""
    click(qtbot, tile(page, "Qwixx"))
    qtbot.keyClicks(page.players.rows[1].name, "Bo")
    first = field(page, "Who begins")

    assert [first.itemText(n) for n in range(first.count())] == ["player 1", "Bo"]
    first.setCurrentIndex(1)
    click(qtbot, page.options.presets["official"])
    assert begun(qtbot, page).options["first_seat"] == 1


def test_yes_and_no_are_boxes_whose_words_can_be_clicked(page, qtbot):
    """A click on the words is a click on the box."""
    click(qtbot, tile(page, "Qwixx"))
    box = field(page, "Penalty when the white dice end the game")
    label = page.options._labels["penalty_if_ended_in_white"]

    assert isinstance(box, QCheckBox)
    click(qtbot, label)
    assert box.isChecked()
    assert begun(qtbot, page).options["penalty_if_ended_in_white"] is True
    click(qtbot, page.options._labels["lock_min_including_last"])
    assert field(page, "Crosses needed").hasFocus()


def test_numbers_have_their_bounds(page, qtbot):
    """A number cannot leave what the rules allow."""
    click(qtbot, tile(page, "Dixit"))
    cap = next(f for f in page.options.fields.values() if isinstance(f, QSpinBox))

    assert (cap.minimum(), cap.maximum()) == (0, 100)
    cap.setValue(500)
    assert begun(qtbot, page).options["end_at_points"] == 100


@pytest.mark.parametrize("key", ["dekaxex", "dixit", "memodixe", "my_shelfie_dice", "qwixx"])
def test_what_is_chosen_can_always_be_played(page, games, key, qtbot):
    """The page never asks for a game the rules refuse, whatever preset."""
    page.choose(key)
    for button in page.options.presets.values() or (None,):
        if button is not None:
            click(qtbot, button)
        setup = begun(qtbot, page)

        games[key].setup(len(setup.names), setup.options)


def test_a_setup_can_be_shown_again(page):
    """The same players, colours and rules come back."""
    setup = Setup("qwixx", ("A", "B", "C"), {"lock_min_including_last": 6}, ("pink", "red", "blue"))
    page.set_up(setup)

    assert page.setup() == replace(setup, options=page.setup().options)
    assert page.setup().options["lock_min_including_last"] == 6


def test_the_language_changes_everything_on_the_page(page, words, qtbot):
    """No English word of a rule is left after switching to French."""
    click(qtbot, tile(page, "Qwixx"))
    words.switch("fr")
    QApplication.processEvents()
    lock = field(page, "Croix nécessaires")

    assert isinstance(lock, QComboBox)
    assert lock.currentText() == "5, la dernière comprise"
    assert page.players.rows[0].name.placeholderText() == "joueur 1"
    assert page.tiles[0].text() == words.say(page.tiles[0].spec.title)


ROLL = Rolled(
    tuple(
        Die(*pair.split("="))
        for pair in ("blue=1", "green=6", "red=5", "white=3", "white=4", "yellow=2")
    )
)


def test_an_unfinished_game_can_go_on(page, games, tmp_path, qtbot):
    """The newest games are offered with their players, who also sit at the table."""
    path = tmp_path / "games" / "1.jsonl"
    session = Session(games["qwixx"], ("Zoé", "Max"), {}, path, colours=("blue", "pink"))
    session.enter(ROLL, "camera")
    session.close()
    with qtbot.waitSignal(page.reader.read):
        page.refresh()

    assert page.resume.isVisible()
    assert page.resume.buttons[0].text() == "Qwixx: Zoé, Max"
    assert page.players.names == ("Zoé", "Max")
    click(qtbot, tile(page, "Qwixx"))
    assert page.players.colours == ("blue", "pink")
    with qtbot.waitSignal(page.resumed) as resumed:
        click(qtbot, page.resume.buttons[0])
    assert resumed.args[0].path == tmp_path / "games" / "1.jsonl"


def test_nothing_to_go_on_with_shows_nothing(page, qtbot):
    """Before the first game there is no such line."""
    with qtbot.waitSignal(page.reader.read):
        page.refresh()

    assert not page.resume.isVisible()


def test_cameras_are_listed_and_chosen(page, qtbot):
    """Choosing a camera says so; the demonstration and playing by hand are there too."""
    page.camera.set_cameras([Camera("a@1", "Webcam A"), Camera("b@2", "Webcam B")])
    choice = page.camera.choice
    texts = [choice.itemText(n) for n in range(choice.count())]

    assert texts[:2] == ["Webcam A", "Webcam B"]
    assert texts[-1] == "No camera: dice by hand"
    with qtbot.waitSignal(page.watched) as watched:
        choice.setFocus()
        qtbot.keyClick(choice, Qt.Key.Key_End)
        choice.activated.emit(1)
    assert watched.args == ["b@2"]
    assert choice.currentText() == "Webcam B"


def test_a_file_is_asked_for(page, qtbot, monkeypatch):
    """A video is chosen from a dialog; who changes his mind keeps the camera."""
    choice = page.camera.choice
    at = choice.findData(FILE)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: ("", ""))
    with qtbot.assertNotEmitted(page.watched):
        choice.activated.emit(at)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *args: ("/x/clip.mp4", ""))
    with qtbot.waitSignal(page.watched) as watched:
        choice.activated.emit(at)

    assert watched.args == ["/x/clip.mp4"]
    assert choice.currentText() == "/x/clip.mp4"


def picture(level, index=0, size=(720, 1280)):
    image = np.full((*size, 3), level, np.uint8)
    return picture_of(Frame(index, index / 30, image), 640)


def seen(*edges):
    dice = tuple(
        SeenDie(n, SeenFace(Box(60 * n, 10, 60 * n + edge, 10 + edge), "pips_1", 0.9), (0.0, 0.0))
        for n, edge in enumerate(edges)
    )
    return TableView(0, 0.0, Phase.SETTLED, dice)


@pytest.mark.parametrize(
    ("level", "edges", "expected"),
    [
        (20, (), "It is too dark: switch on a lamp."),
        (255, (), "Something dazzles the camera: move the lamp or the camera."),
        (120, (12, 12), "The dice are too small in the picture: come closer."),
        (120, (50, 50, 50), "The picture is good. Dice seen: 3"),
    ],
)
def test_hints_say_what_to_do(page, level, edges, expected):
    """Too dark, glare, too far away, or all is well."""
    page.camera.show_view(seen(*edges))
    page.camera.show_picture(picture(level))

    assert page.camera.hint.text() == expected
    assert expected in page.camera.preview.accessibleName()


def test_hints_do_not_flicker():
    """One dark picture among bright ones says nothing."""
    hints = SteadyHints()
    dark, bright = np.zeros((90, 160, 3), np.uint8), np.full((90, 160, 3), 120, np.uint8)

    assert hints.add(bright, ()) == ()
    assert hints.add(dark, ()) == ()
    assert hints.add(bright, ()) == ()
    assert hints.add(dark, ()) == (Hint.TOO_DARK,)
    hints.clear()
    assert hints.add(bright, ()) == ()


def test_only_some_pictures_are_looked_at_for_hints(page):
    """Hints cost little: between two of them pictures are only shown."""
    page.camera.show_picture(picture(120))
    before = page.camera.hint.text()
    page.camera.show_picture(picture(5, index=EVERY - 1))

    assert page.camera.hint.text() == before


def test_the_picture_is_shown_with_outlined_dice(page):
    """A bright picture brightens the preview, a die adds an outline."""
    page.camera.show_picture(picture(200))
    bright = as_array(page.camera.preview.grab().toImage()).astype(int)
    page.camera.show_view(seen(200))
    page.camera.show_picture(picture(200, index=1))
    outlined = as_array(page.camera.preview.grab().toImage()).astype(int)

    assert 190 < np.median(bright) < 210
    assert (outlined != bright).any()


def test_trouble_with_the_camera_is_said(page):
    """Words instead of a picture; another source forgets them."""
    page.camera.show_picture(picture(120))
    page.camera.show_trouble("The camera is gone")

    assert page.camera.hint.text() == "The camera is gone"
    page.camera.set_source("demo")
    assert "gone" not in page.camera.hint.text()


def test_a_qt_image_becomes_an_array_with_its_colours():
    """Rows of odd width are cut to size."""
    image = QImage(5, 3, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)

    assert as_array(image).shape == (3, 5, 3)
    assert as_array(image)[1, 4].tolist() == [0, 0, 255]


def painted(spec, theme=LIGHT):
    image = QImage(240, 150, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_picture(painter, image.rect().toRectF(), spec, theme)
    painter.end()
    return as_array(image)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_every_game_has_a_picture_of_its_own(games, theme, qapp):
    """No two pictures are the same, and none is empty."""
    pictures = [painted(game.spec, theme) for game in games.values()]

    assert len({p.tobytes() for p in pictures}) == len(games)
    assert all(len(np.unique(p.reshape(-1, 3), axis=0)) > 10 for p in pictures)
    assert set(SCENES) <= set(games)


@pytest.mark.parametrize(
    "dice",
    [(), (pip_die("any"),), tuple(pip_die(c, c) for c in ("red", "blue", "green", "white"))],
)
def test_an_added_game_gets_a_picture_without_a_change(dice, qapp):
    """Its dice are shown, or blank cards."""
    shown = painted(Spec("sixth_game", 2, 4, dice=dice))

    assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 10


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_nothing_is_wider_than_the_smallest_laptop(page, qapp, words, scale, language):
    """In every text size and language the page fits 1366 px; what is too high scrolls."""
    words.switch(language)
    apply_theme(qapp, scaled(DARK, scale))
    QApplication.processEvents()

    assert page.width() == 1366
    assert page.play.geometry().right() <= 1366
    assert all(tile.geometry().right() <= 1366 for tile in page.tiles)


def test_chosen_colours_stand_on_the_sheets(open_window, qtbot):
    """Who took pink has a pink plate while playing, after a break, and in the next game."""
    driver = open_window(game=None, source="", names=())
    start = driver.window.start_page
    click(qtbot, tile(start, "Qwixx"))
    start.players.set_players(("Ada", "Bo"), ("pink", "blue"))
    click(qtbot, start.play)
    colours = lambda: [view.look().colour for view in driver.page.sheets.views]  # noqa: E731
    driver.window.desk.enter_by_hand(ROLL)

    assert colours() == ["pink", "blue"]
    with qtbot.waitSignal(start.reader.read):
        driver.window.commands["new"].trigger()
    click(qtbot, start.resume.buttons[0])
    assert colours() == ["pink", "blue"]
    driver.window.end_page.again.emit()
    assert colours() == ["pink", "blue"]
    assert driver.history() == []


def test_fixed_colours_stand_on_the_sheets_too(open_window):
    """In a game with pawns the sheet shows the colour of the seat."""
    driver = open_window(game="dekaxex", source="", names=("Ada", "Bo"))

    assert [view.look().colour for view in driver.page.sheets.views] == ["red", "blue"]
