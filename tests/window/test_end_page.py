"""The end of a game, saving it, and the statistics."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget

from dicecam.dice import Die
from dicecam.messages import Message, load_catalogue
from dicecam.rules.core import Action, Outcome, Rolled
from dicecam.rules.replay import random_event
from dicecam.rules.sheet import Layout
from dicecam.session.archive import KeptGame
from dicecam.session.session import Session
from dicecam.session.statistics import fairness, tallies
from dicecam.window.end import EndPage, standings
from dicecam.window.export import ask_where, export_to, final_sheets
from dicecam.window.i18n import Words
from dicecam.window.statistics import StatisticsDialog, TallyModel, usual_spread
from dicecam.window.theme import LIGHT, apply_theme

PIPS = tuple(f"pips_{n}" for n in range(1, 7))
NAMES = ("Ada", "Bo", "Cy")


def roll(**pips):
    values = {"white": (3, 4), "red": 5, "yellow": 2, "green": 6, "blue": 1} | pips
    dice = [Die("white", str(n)) for n in values.pop("white")]
    return Rolled(tuple(dice + [Die(kind, str(n)) for kind, n in values.items()]))


@pytest.fixture
def words():
    words = Words(load_catalogue, "en")
    words.names = NAMES
    yield words
    words.release()


@pytest.fixture
def qwixx(games):
    """A finished game: Ada crosses red 7 once, then everybody passes to the end."""
    session = Session(games["qwixx"], NAMES, {}, now=lambda: "2026-02-03T10:00:00+00:00")
    session.enter(roll(), "camera")
    session.play(0, Action("mark", ("red", "7")))
    while session.outcome() is None:
        if session.awaits() is not None:
            session.enter(roll(), "camera")
        session.play(session.offers()[0].seat, Action("pass"))
    return session


@pytest.fixture
def page(qtbot, qapp, plain, words):
    """The last page on the smallest laptop."""
    apply_theme(qapp, LIGHT)
    page = EndPage(words)
    qtbot.addWidget(page)
    page.resize(1366, 690)
    page.show()
    return page


def texts(widget):
    """Return the texts that can be seen, in reading order."""
    labels = [label for label in widget.findChildren(QLabel) if label.isVisible() and label.text()]
    labels.sort(key=lambda label: (label.mapTo(widget, label.rect().center()).y() // 20, label.x()))
    return [label.text() for label in labels]


def test_the_winner_and_the_points_row_by_row_can_be_read(page, qwixx):
    """Names in order, each row's points, penalties with a real minus, the total.

    Ada's first turn costs nothing; Bo's fourth penalty ends the game when she and Cy have three.
    """
    page.set_session(qwixx)
    QApplication.processEvents()

    assert page.headline.text() == "Ada wins!"
    shown = texts(page.table)
    assert shown[shown.index("1.") :] == [
        *("1.", "Ada", "1", "0", "0", "0", "−15", "−14"),
        *("2.", "Cy", "0", "0", "0", "0", "−15", "−15"),
        *("3.", "Bo", "0", "0", "0", "0", "−20", "−20"),
    ]


@pytest.mark.parametrize(
    ("winners", "expected"),
    [
        ((0,), "Ada wins!"),
        ((0, 2), "A tie: Ada and Cy win together!"),
        ((0, 1, 2), "A tie: Ada, Bo and Cy win together!"),
        ((), "Nobody wins."),
    ],
)
def test_ties_are_told_as_the_rules_say(page, qwixx, monkeypatch, winners, expected):
    """One winner, several, or none; without winner there is no crown."""
    outcome = Outcome(winners, (5, 5, 5))
    monkeypatch.setattr(qwixx, "outcome", lambda: outcome)
    page.set_session(qwixx)

    assert page.headline.text() == expected
    assert page.crown.isVisible() == bool(winners)


def test_a_game_may_say_its_result_itself(page, qwixx, monkeypatch):
    """The game's own sentence comes first."""
    outcome = Outcome((0,), (5, 5, 5), Message("dekaxex.outcome.draw"))
    monkeypatch.setattr(qwixx, "outcome", lambda: outcome)
    page.set_session(qwixx)

    assert page.headline.text() == "A draw."


def test_equal_points_share_a_place(qwixx):
    """Two winners are both first, the next one is third."""
    found = standings(qwixx, Outcome((1, 2), (3, 9, 9)))

    assert [(s.seat, s.place, s.won) for s in found] == [(1, 1, True), (2, 1, True), (0, 3, False)]


def test_a_winner_by_tie_break_comes_before_equal_points(qwixx):
    """Equal points, but only one won: the others come after."""
    found = standings(qwixx, Outcome((2,), (9, 9, 9)))

    assert [(s.seat, s.place) for s in found] == [(2, 1), (0, 2), (1, 2)]


def test_buttons_say_what_comes_next(page, qwixx, qtbot):
    """Again, another game, back, save, statistics."""
    page.set_session(qwixx)
    for name, text in (
        ("again", "Play again"),
        ("another", "Another game"),
        ("back", "Back to the table"),
        ("export", "Save…"),
        ("statistics", "Statistics"),
    ):
        assert page.buttons[name].text() == text
        with qtbot.waitSignal(getattr(page, name)):
            qtbot.mouseClick(page.buttons[name], Qt.MouseButton.LeftButton)


def test_a_game_that_goes_on_has_no_result(page, games):
    """Nothing is said before the end."""
    page.set_session(Session(games["qwixx"], NAMES, {}))

    assert page.headline.text() == ""
    assert texts(page.table) == []
    page.set_session(None)
    assert page.headline.text() == ""


def test_the_result_is_told_in_the_language_in_use(page, qwixx, words):
    """Switching the language says it anew."""
    page.set_session(qwixx)
    words.switch("fr")
    QApplication.processEvents()

    assert any("rouge" in w.accessibleName().lower() for w in page.table.findChildren(QWidget))


def finished(games, key, seed=5):
    """Return a game played to its end with drawn events."""
    game = games[key]
    names = NAMES[: max(2, game.spec.min_seats)]
    session = Session(game, names, {}, now=lambda: "2026-02-03T10:00:00+00:00")
    chooser = random.Random(seed)
    while session.outcome() is None:
        event = random_event(game, session.state, chooser)
        assert event is not None
        session.enter(event, "user")
    return session


@pytest.mark.parametrize("key", ["dekaxex", "dixit", "memodixe", "my_shelfie_dice", "qwixx"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_game_ends_with_a_sentence_and_saves_its_sheets(
    page, games, words, key, language, tmp_path
):
    """The result has no hole in it, and the sheets become a picture with no button."""
    session = finished(games, key)
    words.names = session.names
    words.switch(language)
    page.set_session(session)
    export_to(session, tmp_path / "sheets.png", words)
    image = QImage(str(tmp_path / "sheets.png"))

    assert page.headline.text()
    assert "[" not in page.headline.text()
    sheets = final_sheets(session)
    assert len(sheets) == (len(session.names) if sheets[0].layout is Layout.ROWS else 1)
    assert not any(sheet.actions() for sheet in sheets)
    assert image.width() == 1800
    assert image.height() == (44 + 470 * len(sheets)) * 2


def test_sheets_are_saved_as_pages(qwixx, words, tmp_path, qapp):
    """Three sheets are two pages of a PDF."""
    export_to(qwixx, tmp_path / "sheets.pdf", words)
    raw = (tmp_path / "sheets.pdf").read_bytes()

    assert raw.startswith(b"%PDF")
    assert b"/Count 2" in raw


def test_a_picture_of_a_sheet_is_light_and_coloured(qwixx, words, tmp_path, qapp):
    """Paper is light whatever the theme, and the red row is red."""
    export_to(qwixx, tmp_path / "sheets.png", words)
    image = QImage(str(tmp_path / "sheets.png")).convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    pixels = lines[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)
    red = (pixels[..., 0] > 150) & (pixels[..., 1] < 60)

    assert np.median(pixels) > 200
    assert red.mean() > 0.02


def test_the_game_is_saved_as_a_table(qwixx, words, tmp_path):
    """CSV has one line an event, in words."""
    export_to(qwixx, tmp_path / "game.csv", words)
    text = (tmp_path / "game.csv").read_text(encoding="utf-8-sig")
    lines = list(csv.reader(io.StringIO(text)))

    assert len(lines) == len(qwixx.entries) + 1
    assert lines[2][5] == "Ada: cross red 7 with the white dice"


@pytest.mark.parametrize("name", ["a.png", "a.pdf", "a.json"])
def test_a_folder_that_is_not_there_is_told(qwixx, words, tmp_path, name, qapp):
    """Nothing is saved silently into nowhere."""
    with pytest.raises(OSError, match=r"a\."):
        export_to(qwixx, tmp_path / "none" / name, words)


@pytest.mark.parametrize(
    ("named", "kind", "expected"),
    [
        ("/x/game.pdf", 0, "/x/game.pdf"),
        ("/x/game", 2, "/x/game.csv"),
        ("/x/game.v1", 1, "/x/game.v1.png"),
        ("", 0, None),
    ],
)
def test_a_name_without_ending_gets_the_chosen_one(qwixx, page, monkeypatch, named, kind, expected):
    """The kind chosen in the dialog decides when the name does not."""

    def answer(parent, title, name, kinds):
        return named, kinds.split(";;")[kind]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)

    assert ask_where(page, qwixx) == (Path(expected) if expected else None)


def kept(scores=(10, 20), winners=(1,), thrown=(), game="qwixx"):
    return KeptGame(Path("x.jsonl"), game, ("Ada", "Bo"), "2026", 9, scores, winners, thrown)


@pytest.fixture
def dialog(qtbot, qapp, plain, words, games):
    """Return a maker of the dialog."""
    apply_theme(qapp, LIGHT)

    def make(*games_kept):
        dialog = StatisticsDialog(words, games)
        dialog.set_kept(games_kept)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def table(dialog):
    model = dialog.table.model()
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_wins_and_averages_stand_in_a_table(dialog):
    """One line a player and game, with share of wins and average."""
    shown = table(dialog(kept(), kept((30, 5), (0,)), kept((7, 8), (1,))))

    assert shown == [
        ["Qwixx", "Bo", "3", "2 (67%)", "11.0", "20"],
        ["Qwixx", "Ada", "3", "1 (33%)", "15.7", "30"],
    ]


def test_the_model_keeps_qt_s_promises(words, qtbot):
    """Qt's own tester finds nothing, empty or full."""
    model = TallyModel(words)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    model.set_tallies(tallies([kept()]))
    model.set_tallies(())

    assert model.rowCount() == 0
    assert model.headerData(0, Qt.Orientation.Horizontal) == "Game"
    assert model.headerData(0, Qt.Orientation.Vertical) is None


def rolls(*counts):
    return tuple(Die("red", str(n)) for n, count in enumerate(counts, 1) for _ in range(count))


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((1, 0, 0, 0, 0, 0), "1 dice rolled: too few to say anything. 30 are needed."),
        ((10, 10, 10, 10, 10, 10), "about 100 differ at least this much: nothing unusual."),
        ((20, 10, 8, 10, 7, 5), "only about 2 differ this much: unusual, but it happens."),
        ((60, 0, 0, 0, 0, 0), "the dice may be loaded, or a face is often misread."),
    ],
)
def test_fairness_is_told_in_plain_words(dialog, counts, expected):
    """What the p-value means stands before the figures."""
    shown = dialog(kept(thrown=rolls(*counts)))

    assert expected in shown.verdict.text()
    assert shown.plot.accessibleName() == shown.verdict.text()


def test_dice_are_chosen_by_colour_and_game(dialog, qtbot):
    """All dice with pips, each colour, and the dice of games with symbols."""
    symbol = kept(thrown=(Die("shelfie", "pink"),) * 3, game="my_shelfie_dice")
    shown = dialog(kept(thrown=rolls(9, 9, 9, 9, 9, 9)), symbol)
    names = [shown.group.itemText(n) for n in range(shown.group.count())]

    assert names[:2] == ["All dice with pips", "Dice with pips: red"]
    assert names[2].startswith("Dice of My Shelfie")
    before = shown.plot.grab().toImage()
    shown.group.setFocus()
    qtbot.keyClick(shown.group, Qt.Key.Key_End)
    assert shown.verdict.text().startswith("3 dice rolled")
    assert shown.plot.grab().toImage() != before


def test_no_games_no_dice(dialog):
    """Before the first game there is a sentence and no plot."""
    shown = dialog()

    assert shown.verdict.text() == "No dice have been rolled yet."
    assert not shown.group.isVisible()
    assert table(shown) == []


def test_statistics_change_their_language(dialog, words):
    """Heads and sentences follow."""
    shown = dialog(kept(thrown=rolls(9, 9, 9, 9, 9, 9)))
    words.switch("fr")
    QApplication.processEvents()

    assert shown.group.itemText(1).endswith("rouge")
    assert [line[4] for line in table(shown)] == ["20,0", "10,0"]
    assert shown.group.currentIndex() == 0


def test_the_usual_band_holds_95_of_100_bars():
    """Standard deviation of a binomial count, times 1.96: 600 rolls, sqrt(600 * 5/36) = 9.13."""
    assert usual_spread(fairness("pips", PIPS, (100,) * 6)) == pytest.approx(17.89, abs=0.01)


def test_the_dialog_closes(dialog, qtbot):
    """The button closes it."""
    shown = dialog(kept())
    qtbot.mouseClick(shown.close_button, Qt.MouseButton.LeftButton)

    assert not shown.isVisible()
