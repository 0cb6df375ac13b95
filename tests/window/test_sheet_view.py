"""Sheets as people see and use them: cells, keys, points, and nothing outside the paper."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QImage
from PySide6.QtWidgets import QApplication, QMenu

from dicecam.dice import Die
from dicecam.messages import Message, load_catalogue
from dicecam.rules.core import Action, Played, Rolled
from dicecam.rules.replay import random_event
from dicecam.rules.sheet import Cell, Layout, Mark, Row, Sheet
from dicecam.window.sheets.parts import DIGIT_PX
from dicecam.window.sheets.view import SheetView
from dicecam.window.theme import DARK, LIGHT, apply_theme, palette_of

NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Flo")
SIZES = ((860, 420), (640, 360), (1366, 700), (300, 260))
THREE_FOUR = Rolled(
    tuple(
        Die(*pair.split("="))
        for pair in ("blue=1", "green=6", "red=5", "white=3", "white=4", "yellow=2")
    )
)


def sayer(language="en"):
    catalogue = load_catalogue(language)
    return lambda message: catalogue.say(message, NAMES)


@pytest.fixture
def view(qtbot, qapp, plain):
    """An empty sheet on the screen."""
    apply_theme(qapp, LIGHT)
    view = SheetView()
    qtbot.addWidget(view)
    view.resize(860, 420)
    view.show()
    qtbot.waitExposed(view)
    return view


@pytest.fixture
def qwixx(games):
    """A position in which 7 may be crossed in every row."""
    game = games["qwixx"]
    return game, game.apply(game.setup(2, {}), THREE_FOUR)


def position(games, key, seed, events, seats=None):
    """Return a game and a position after some drawn events."""
    game = games[key]
    chooser = random.Random(seed)
    state = game.setup(seats or max(2, game.spec.min_seats), {})
    for _ in range(events):
        event = random_event(game, state, chooser)
        if event is None:
            break
        state = game.apply(state, event)
    return game, state


def pixels(widget):
    image = widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB888)
    lines = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1)
    return lines[:, : image.width() * 3].reshape(image.height(), image.width(), 3).astype(int)


def named(view):
    return [button.accessibleName() for button in view.buttons]


def test_cells_that_may_be_played_are_named_buttons(view, qwixx):
    """Exactly the four sevens may be clicked, each with its row's name."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada", turn=True)

    assert named(view) == ["red 7", "yellow 7", "green 7", "blue 7"]
    assert all(button.isVisible() for button in view.buttons)


def test_a_click_on_a_cell_plays_its_action(view, qwixx, qtbot):
    """The action of the cell is told."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    with qtbot.waitSignal(view.action_chosen) as chosen:
        qtbot.mouseClick(view.buttons[1], Qt.MouseButton.LeftButton)

    assert chosen.args == [Action("mark", ("yellow", "7"))]


def test_arrows_move_between_cells_and_enter_plays(view, qwixx, qtbot):
    """The keyboard alone is enough."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    view.activateWindow()
    view.buttons[0].setFocus()
    for key, expected in (
        (Qt.Key.Key_Down, "yellow 7"),
        (Qt.Key.Key_Down, "green 7"),
        (Qt.Key.Key_Up, "yellow 7"),
        (Qt.Key.Key_Up, "red 7"),
        (Qt.Key.Key_Up, "red 7"),
    ):
        qtbot.keyClick(QApplication.focusWidget(), key)

        assert QApplication.focusWidget().accessibleName() == expected
    with qtbot.waitSignal(view.action_chosen) as chosen:
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)

    assert chosen.args == [Action("mark", ("red", "7"))]


def test_space_plays_as_every_button_does(view, qwixx, qtbot):
    """Space is a click too."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    view.buttons[3].setFocus()
    with qtbot.waitSignal(view.action_chosen) as chosen:
        qtbot.keyClick(view.buttons[3], Qt.Key.Key_Space)

    assert chosen.args == [Action("mark", ("blue", "7"))]


def test_the_focus_can_be_seen(view, qwixx):
    """A focused cell looks different from the same cell without focus."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    view.activateWindow()
    area = view.buttons[0].geometry()
    cut = np.s_[area.top() : area.bottom(), area.left() : area.right()]
    before = pixels(view)[cut]
    view.buttons[0].setFocus()

    assert view.buttons[0].hasFocus()
    assert not np.array_equal(before, pixels(view)[cut])


def test_focus_stays_on_a_cell_when_the_sheet_is_shown_anew(view, qwixx):
    """Another player's choice does not take the focus away."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    view.activateWindow()
    view.buttons[2].setFocus()
    view.set_sheet(game.sheet(state, 0), sayer("fr"), "Ada")

    assert QApplication.focusWidget().accessibleName() == "vert 7"


def test_pointing_at_a_cell_is_told(view, qwixx, qtbot):
    """Focus and mouse say which action is meant, and when it is no longer."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    view.activateWindow()
    told = []
    view.cell_hovered.connect(told.append)
    view.buttons[0].setFocus()
    view.buttons[0].clearFocus()

    assert told == [Action("mark", ("red", "7")), None]
    told.clear()
    view.buttons[1].hovered.emit(True)
    view.buttons[1].hovered.emit(False)

    assert told == [Action("mark", ("yellow", "7")), None]


def test_highlighted_cells_look_different(view, qwixx):
    """What an option would use lights up, and only that."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    before = pixels(view)
    view.highlight(frozenset({Action("mark", ("red", "7"))}))
    changed = np.argwhere((pixels(view) != before).any(axis=2))
    red = view.buttons[0].geometry().adjusted(-6, -6, 6, 6)

    assert len(changed) > 100
    assert all(red.contains(QPoint(int(x), int(y))) for y, x in changed)


def test_legal_cells_glow(view, qwixx):
    """A cell that may be played differs from its neighbour by more than its number."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    legal = view.buttons[0].geometry()
    picture = pixels(view)
    corner = picture[legal.top() + 12, legal.left() + 12]
    beside = picture[legal.top() + 12, legal.left() + 12 - legal.width() * 2]

    assert tuple(corner) == (255, 255, 255)
    assert tuple(beside) != (255, 255, 255)


def test_points_and_crosses_can_be_read_by_a_screen_reader(view, qwixx):
    """The name holds the total, the description every row with its crosses."""
    game, state = qwixx
    for seat, colour in ((0, "red"), (1, "blue")):
        state = game.apply(state, Played(seat, Action("mark", (colour, "7"))))
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")

    assert view.accessibleName() == "Ada: 1"
    assert "red 7 = 1" in view.accessibleDescription()


def test_a_cross_darkens_its_box(view, qwixx):
    """The pen's cross can be seen."""
    game, state = qwixx
    sheet = game.sheet(state, 0)
    view.set_sheet(sheet, sayer(), "Ada")
    box = view.buttons[0].geometry()
    after = state
    for seat in (0, 1):
        after = game.apply(after, Played(seat, Action("mark", ("red", "7"))))
    before = pixels(view)
    view.set_sheet(game.sheet(after, 0), sayer(), "Ada")
    cut = np.s_[box.top() + 5 : box.bottom() - 5, box.left() + 5 : box.right() - 5]

    assert pixels(view)[cut].mean() < before[cut].mean() - 20


@pytest.mark.parametrize("size", [(860, 420), (1366, 700), (683, 330), (640, 330)])
def test_digits_can_be_read_at_two_metres(view, qwixx, size):
    """Numbers in boxes, points and the total are at least 18 px high."""
    game, state = qwixx
    view.resize(*size)
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    font = view.look().theme.font(1, bold=True)
    font.setPixelSize(view.plan().px)

    assert not view.plan().compact
    assert QFontMetricsF(font).tightBoundingRect("8").height() >= 18


def test_a_sheet_too_small_for_numbers_says_the_last_cross_and_points_large(view, qwixx):
    """Compact: no digits in boxes; the large figures keep their size."""
    game, state = qwixx
    view.resize(280, 220)
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")

    assert view.plan().compact
    last, points = view.plan().areas["last:red"], view.plan().areas["points:red"]
    assert min(last.height(), points.height()) >= DIGIT_PX
    assert min(last.width(), points.width()) >= DIGIT_PX * 1.3


@pytest.mark.parametrize("key", ["dekaxex", "dixit", "memodixe", "my_shelfie_dice", "qwixx"])
@pytest.mark.parametrize(("theme", "language"), [(LIGHT, "fr"), (DARK, "en")], ids=["fr", "en"])
def test_sheets_of_every_game_stay_on_their_paper(view, games, key, theme, language, qapp):
    """In every size all cells lie inside and none covers another; every word is translated."""
    apply_theme(qapp, theme)
    for events in (0, 12, 60):
        game, state = position(games, key, 3, events)
        for size in SIZES:
            view.resize(*size)
            view.set_sheet(game.sheet(state, 1), sayer(language), NAMES[1], True)
            spots, paper = view.plan().spots, QRectF(view.rect())

            assert all(paper.contains(spot.rect) for spot in spots), (key, events, size)
            assert not any(covers(a, b) for n, a in enumerate(spots) for b in spots[n + 1 :])
        assert "[" not in view.accessibleDescription()
        assert len(np.unique(pixels(view).reshape(-1, 3), axis=0)) > 20


def covers(first, second):
    """Tell whether two cells cover one another; hexagons fit together closer than squares."""
    inset = first.rect.width() * 0.08 if first.cell.shape == "hexagon" else 1
    return first.rect.intersects(second.rect.adjusted(inset, inset * 2, -inset, -inset * 2))


def test_every_action_on_a_sheet_has_a_button(view, games):
    """What a sheet offers can be clicked, whatever the layout."""
    for key in games:
        game, state = position(games, key, 11, 30)
        for seat in sorted(game.to_act(state)):
            sheet = game.sheet(state, seat)
            view.set_sheet(sheet, sayer(), "Ada")
            offered = {a for button in view.buttons for a in button.actions_offered}

            assert offered == set(sheet.actions())


def board(*cells, layout=Layout.HEXAGONS, notes=(), facts=()):
    row = Row("board", Message("core.player", (("number", 1),)), cells)
    return Sheet(0, (row,), 0, layout, facts, notes)


def test_several_actions_on_a_cell_open_a_menu_with_words(view, qtbot):
    """Where two moves meet, people choose in words."""
    moves = (Action("move", ("a", "c")), Action("move", ("b", "c")))
    view.set_sheet(
        board(
            Cell("5", Mark.MARKED, face="pips_5", colour="red", at=(0, 0), place="a"),
            Cell("4", Mark.MARKED, face="pips_4", colour="red", at=(2, 0), place="b"),
            Cell(at=(1, 0), place="c", shape="hexagon", choices=moves),
        ),
        sayer(),
        "Ada",
        words=lambda action: f"from {action.args[0]}",
    )
    qtbot.mouseClick(view.buttons[0], Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    pointed = []
    view.cell_hovered.connect(pointed.append)
    entries = menu.actions()
    menu.setActiveAction(entries[1])

    assert [entry.text() for entry in entries] == ["from a", "from b"]
    assert pointed[-1] == moves[1]
    with qtbot.waitSignal(view.action_chosen) as chosen:
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert chosen.args == [moves[1]]


def test_moves_between_places_are_arrows(view):
    """A legal move paints an arrow from its start towards its end."""
    pawn = Cell("5", Mark.MARKED, face="pips_5", colour="red", at=(0, 0), place="a")
    empty = Cell(at=(1, 0), place="b")
    view.set_sheet(board(pawn, empty), sayer(), "Ada")
    rects = [spot.rect for spot in view.plan().spots]
    middle = ((rects[0].center() + rects[1].center()) / 2).toPoint()
    before = pixels(view)[middle.y() - 3 : middle.y() + 3, middle.x()]
    may = Cell(at=(1, 0), place="b", action=Action("move", ("a", "b")))
    view.set_sheet(board(pawn, may), sayer(), "Ada")
    after = pixels(view)[middle.y() - 3 : middle.y() + 3, middle.x()]

    assert np.abs(after - before).max() > 60


def test_hidden_dice_and_empty_places_look_different(view):
    """A die whose face is not to be seen shows a question mark; an empty place nothing."""
    hidden = Cell("?", at=(0, 0), place="0")
    empty = Cell("", Mark.CLOSED, at=(1, 0), place="1")
    view.set_sheet(board(hidden, empty, layout=Layout.SQUARE), sayer(), "Ada")
    picture = pixels(view)
    spread = []
    for spot in view.plan().spots:
        rect = spot.rect.adjusted(50, 50, -30, -30).toRect()
        cut = picture[rect.top() : rect.bottom(), rect.left() : rect.right()]
        spread.append(cut.mean(axis=2).std())

    assert spread[0] > 30
    assert spread[1] < 5


def test_a_big_button_stands_below_the_board(view, qtbot):
    """A row of buttons is as wide as the board and plays its action."""
    square = Row("square", Message("core.player", (("number", 1),)), (Cell("?", at=(0, 0)),))
    call = Cell(action=Action("call"), shape="button", label=Message("memodixe.button.call"))
    buttons = Row("buttons", Message("memodixe.sheet.buttons"), (call,))
    view.set_sheet(Sheet(0, (square, buttons), 0, Layout.SQUARE), sayer("fr"), "Ada")

    assert named(view) == ["DiXe !"]
    assert view.buttons[0].height() >= 40
    assert view.buttons[0].width() >= view.width() * 0.8
    with qtbot.waitSignal(view.action_chosen) as chosen:
        qtbot.mouseClick(view.buttons[0], Qt.MouseButton.LeftButton)
    assert chosen.args == [Action("call")]


def track(seat, score, colour):
    cells = tuple(
        Cell(str(n), Mark.MARKED if n == score else Mark.PASSED if n < score else Mark.OPEN)
        for n in range(31)
    )
    label = Message("core.player", (("number", seat + 1),))
    return Row(f"seat_{seat}", label, cells, colour, points=score)


def test_rabbits_sit_where_the_points_are(view):
    """A rabbit moves with its player's points; two on a space are both seen."""

    def reddish(picture, rect):
        cut = picture[rect.top() : rect.bottom(), rect.left() : rect.right()]
        return int(((cut[..., 0] > 150) & (cut[..., 1] < 80)).sum())

    counts = {}
    for score in (3, 20):
        sheet = Sheet(0, (track(0, score, "red"), track(1, 20, "blue")), score, Layout.TRACK)
        view.set_sheet(sheet, sayer(), "Ada")
        spaces = {n: view.plan().areas[f"space:{n}"].toRect() for n in (3, 20)}
        counts[score] = {n: reddish(pixels(view), rect) for n, rect in spaces.items()}

    assert counts[3][3] > 50 > counts[3][20]
    assert counts[20][20] > 50 > counts[20][3]


def test_long_notes_leave_room_for_the_board(view):
    """Many words make the words smaller, not the board vanish."""
    notes = tuple(Message.of("core.verbatim", text="a rather long sentence " * 4) for _ in range(5))
    cell = Cell("5", Mark.MARKED, face="pips_5", colour="red", at=(0, 0), place="a")
    view.set_sheet(board(cell, notes=notes), sayer(), "Ada")
    few = Sheet(0, board(cell).rows, 0, Layout.HEXAGONS)
    high = view.plan().areas["board"].height()
    view.set_sheet(few, sayer(), "Ada")

    assert high >= view.plan().areas["board"].height() * 0.4


def test_an_empty_view_paints_nothing_and_has_a_size(qtbot):
    """Before the first sheet the widget is just there."""
    view = SheetView()
    qtbot.addWidget(view)

    assert view.sheet is None
    assert view.minimumSizeHint().width() > 0
    assert not view.grab().isNull()


def test_sheets_ask_for_the_room_they_need(view, qwixx, games):
    """A board asks for more than nothing; the comfortable size is larger than the smallest."""
    for key in games:
        game, state = position(games, key, 1, 5)
        view.set_sheet(game.sheet(state, 0), sayer(), "Ada")

        assert view.minimumSizeHint().width() >= 180
        assert view.sizeHint().width() > view.minimumSizeHint().width()


def test_a_change_of_theme_repaints_the_sheet(view, qwixx):
    """Dark paper is dark at once."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    light = pixels(view).mean()
    view.setPalette(palette_of(DARK))

    assert pixels(view).mean() < light - 40


def differs(first, second, area):
    """Return the share of pixels that differ in an area."""
    cut = np.s_[int(area.top()) : int(area.bottom()), int(area.left()) : int(area.right())]
    return float((first[cut] != second[cut]).any(axis=2).mean())


def test_a_player_s_colour_stands_beside_his_name(view, qwixx):
    """Only the head changes, by a plate in the colour with its letter and shape."""
    game, state = qwixx
    view.set_sheet(game.sheet(state, 0), sayer(), "Ada")
    before = pixels(view)
    view.set_colour("pink")
    after = pixels(view)
    head = view.rect().adjusted(0, 0, 0, 64 - view.height())

    assert differs(before, after, QRectF(head)) > 0.01
    assert differs(before, after, QRectF(view.rect()).adjusted(0, 64, 0, 0)) == 0


def pad(*rows):
    return Sheet(0, rows, 0)


def test_a_colour_from_a_data_file_is_painted_as_it_is(view):
    """A row in #ff7700 is orange, marked with the first letter of its name."""
    label = Message("core.player", (("number", 1),))
    cells = tuple(Cell(str(n)) for n in range(5))
    view.set_sheet(pad(Row("any", label, cells, "#ff7700")), sayer(), "Ada")
    picture = pixels(view)
    strip = view.plan().areas["strip:any"].toRect()
    orange = (np.abs(picture - np.array([255, 119, 0])).sum(axis=2) < 6)[
        strip.top() : strip.bottom(), strip.left() : strip.right()
    ]

    assert orange.mean() > 0.1


def test_cells_of_another_colour_carry_its_shape_and_letter(view):
    """A card somebody laid is told by more than its colour."""
    label = Message("core.player", (("number", 1),))
    plain_row = Row("cards", label, (Cell("1"), Cell("2", colour="red"), Cell("3", Mark.MARKED)))
    view.set_sheet(pad(plain_row), sayer(), "Ada")
    first, second, _ = (spot.rect for spot in view.plan().spots)
    picture = pixels(view)

    def reddish(rect):
        low = rect.adjusted(0, rect.height() * 0.6, 0, 0).toRect()
        cut = picture[low.top() : low.bottom(), low.left() : low.right()]
        return int(((cut[..., 0] > 150) & (cut[..., 1] < 60)).sum())

    assert reddish(second) > 30
    assert reddish(first) == 0


@pytest.mark.parametrize(("size", "beside"), [((1000, 420), True), ((420, 700), False)])
def test_strips_stand_beside_a_board_or_below_it(view, size, beside):
    """Where there is width they stand at the right, else below."""
    label = Message("core.player", (("number", 1),))
    square = Row("square", label, tuple(Cell("?", at=(n % 3, n // 3)) for n in range(9)))
    strip = Row("strip", label, tuple(Cell(str(n)) for n in range(4)), "red", points=7)
    view.resize(*size)
    view.set_sheet(Sheet(0, (square, strip), 0, Layout.SQUARE), sayer(), "Ada")
    board, other = view.plan().areas["board"], view.plan().areas["strip:strip"]

    assert (other.left() > board.right()) == beside
    assert (other.top() > board.bottom()) != beside
    assert not board.intersects(other)


def test_a_closed_row_shows_its_padlock_when_small(view):
    """Compact: a closed row has a lock where the last cross stood."""
    label = Message("core.player", (("number", 1),))
    cells = tuple(Cell(str(n), Mark.CLOSED) for n in range(2, 14))
    view.resize(280, 120)
    pictures = []
    for closed in (False, True):
        view.set_sheet(pad(Row("red", label, cells, "red", closed=closed)), sayer(), "Ada")
        pictures.append(pixels(view))

    assert view.plan().compact
    assert differs(*pictures, view.plan().areas["last:red"]) > 0.05


def test_a_lit_arrow_is_thicker(view):
    """Pointing at a move makes its arrow stand out."""
    move = Action("move", ("a", "b"))
    pawn = Cell("5", Mark.MARKED, face="pips_5", colour="red", at=(0, 0), place="a")
    view.set_sheet(board(pawn, Cell(at=(1, 0), place="b", action=move)), sayer(), "Ada")
    before = pixels(view)
    view.highlight(frozenset({move}))

    assert differs(before, pixels(view), view.plan().spots[1].rect) > 0.1


def test_a_long_name_is_cut_with_dots(view, qwixx):
    """A name too long for a small sheet does not run into the points."""
    game, state = qwixx
    view.resize(230, 200)
    view.set_sheet(game.sheet(state, 0), sayer(), "A very long name that never ends, really")
    with_name = pixels(view)
    view.set_sheet(game.sheet(state, 0), sayer(), "")

    total = QRectF(view.width() - 62, 8, 50, 24)
    assert differs(with_name, pixels(view), total) == 0
