"""My Shelfie: what vectors do not show, counts derived by hand, the sheet's file, invariants."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from dicecam.dice import Die
from dicecam.errors import IllegalActionError, SettingsError, UnexpectedRollError
from dicecam.messages import Message, load_catalogue
from dicecam.rules.core import Action, DiceCall, Played, Rolled, Ticked
from dicecam.rules.games._shelfie_items import Item, circle_choices
from dicecam.rules.games._shelfie_shelf import FILE, read_shelf
from dicecam.rules.games.shelfie import REROLL, STOP, Phase, create
from dicecam.rules.notation import format_action, parse_action
from dicecam.rules.replay import random_game
from dicecam.rules.sheet import Mark
from dicecam.rules.vectors import run_vectors
from dicecam.tables import load_table

TABLE = load_table(FILE)
GAME = create({FILE: TABLE})
ENGLISH = load_catalogue("en")
EMPTY = (".....",) * 5
PLAYED_PINK_5 = Played(0, Action("circle", ("pink.5=5",)))
LETTERS = {"p": "pink", "y": "yellow", "w": "white", "b": "blue", "g": "green", "j": "joker"}


def faces(letters):
    """Return the faces of a text such as `pppywj`."""
    return tuple(sorted(LETTERS[letter] for letter in letters))


def dice(letters):
    """Return the dice of a text of letters."""
    return tuple(Die("shelfie", face) for face in faces(letters))


def rolled(state, letters, kept=""):
    """Return the state after a throw."""
    return GAME.apply(state, Rolled(dice(letters), dice(kept)))


def play(state, *actions):
    """Return the state after actions of the current player."""
    for text in actions:
        state = GAME.apply(state, Played(state.current, parse_action(text)))
    return state


def position(letters, *sheets, seats=2, current=0, rolls=3, **options):
    """Return a position with dice on the table; sheets that are not given are empty."""
    state = GAME.setup(seats, options)
    return replace(
        state,
        current=current,
        phase=Phase.CHOOSING if rolls == 3 else Phase.ROLLING,
        rolls_used=rolls,
        waiting=False,
        dice=faces(letters),
        sheets=(*sheets, *state.sheets[len(sheets) :]),
    )


def refusal(state, text, seat=None):
    """Return the code with which an action is refused; its sentence has to exist."""
    actor = state.current if seat is None else seat
    with pytest.raises(IllegalActionError) as caught:
        GAME.apply(state, Played(actor, parse_action(text)))
    assert "[" not in ENGLISH.say(caught.value.message)
    return caught.value.reason


def roll_refusal(state, event):
    """Return the code with which a throw is refused."""
    with pytest.raises(UnexpectedRollError) as caught:
        GAME.apply(state, event)
    assert "[" not in ENGLISH.say(caught.value.message)
    return caught.value.reason


def legal(state, verb=""):
    """Return the texts of the current player's actions, of one verb or all."""
    actions = GAME.legal_actions(state, state.current)
    return [format_action(action) for action in actions if not verb or action.verb == verb]


@pytest.mark.parametrize(
    ("letters", "count"),
    [
        pytest.param("pppppp", 12, id="one-symbol"),
        pytest.param("pppywb", 32, id="three-and-singles"),
        pytest.param("pywbgj", 80, id="five-symbols-and-joker"),
        pytest.param("ppyyjj", 34, id="two-pairs-two-jokers"),
        pytest.param("jjjjjj", 25, id="six-jokers"),
        pytest.param("pjjjjj", 2, id="one-symbol-five-jokers"),
    ],
)
def test_circle_choices_on_an_empty_sheet_match_the_count_by_hand(letters, count):
    """Ways to circle one to three items, each set counted once for each way to pay it.

    Write x for an item, j for a joker, and multiply what each symbol can pay.
    pppppp: columns of the pink row that add up to at most 6: five alone; 1+2, 1+3, 1+4, 1+5, 2+3,
    2+4; and 1+2+3. 5 + 6 + 1 = 12.
    pppywb: pink 1 + 3x + x^2 (1, 2, 3; 1+2), the other three 1 + x each, so (1 + x)^3. The product
    has 6x, 13x^2, 13x^3: 32.
    pywbgj: without the joker, sets of the five first items: 5 + 10 + 10 = 25; with it one of the
    chosen symbols pays its second item instead: 5*1 + 10*2 + 10*3 = 55. 80.
    ppyyjj: pink pays 1, 2, 1 die + j for column 2, 2 dice + j for column 3, or columns 1 and 2 with
    one die each and a joker: 1 + x(2 + 2j) + x^2 j; yellow the same. The product up to j^2:
    x: 4 + 4j is 8; x^2: 2j + (2 + 2j)^2 = 4 + 10j + 4j^2 is 18; x^3: 2j(2 + 2j) is 8. 34.
    jjjjjj: any one of the 25 items, and nothing else.
    pjjjjj: pink 1, or pink 2 with a joker; four jokers stay idle because none may stand alone.
    """
    state = position(letters)
    choices = circle_choices(GAME.shelf, EMPTY, state.dice)

    assert len(choices) == count
    assert len(legal(state, "circle")) == count
    assert legal(state) == legal(state, "circle")


def test_first_throw_takes_all_dice_and_awaits_them():
    """Before the first throw all six dice are awaited, and none may have been kept."""
    start = GAME.setup(3, {"first_seat": 2})
    call = GAME.awaits(start)

    assert call == DiceCall(("shelfie",) * 6, 2, purpose="my_shelfie_dice.call.first")
    assert GAME.to_act(start) == frozenset()
    assert roll_refusal(start, Rolled(dice("pppppp"), dice("p"))) == "FIRST_ROLL_TAKES_ALL"
    assert refusal(start, "circle:pink.1=1") == "WRONG_PHASE"
    assert refusal(start, "reroll") == "WRONG_PHASE"
    assert refusal(start, "stop") == "WRONG_PHASE"
    assert GAME.legal_actions(start, 2) == ()


def test_throw_that_moved_a_die_is_the_reroll():
    """While a re-roll is left the dice stay awaited; after the third throw the choice is due."""
    once = rolled(GAME.setup(2, {}), "ppywbg")
    twice = rolled(once, "pppwbg", kept="ppwbg")
    third = rolled(twice, "ppppbg", kept="pppbg")

    assert GAME.awaits(once).may_keep
    assert {"reroll", "stop"} <= set(legal(once))
    assert (once.rolls_used, twice.rolls_used, third.rolls_used) == (1, 2, 3)
    assert (twice.phase, third.phase) == (Phase.ROLLING, Phase.CHOOSING)
    assert GAME.awaits(third) is None
    assert roll_refusal(third, Rolled(dice("pppppp"))) == "NO_REROLL_LEFT"
    assert not {"reroll", "stop"} & set(legal(third))


def test_reroll_by_hand_awaits_the_dice_and_counts_once():
    """The action takes the re-roll; the throw that follows is that same one."""
    once = rolled(GAME.setup(2, {}), "ppywbg")
    waiting = play(once, "reroll")
    twice = rolled(waiting, "pppwbg")

    assert (waiting.rolls_used, twice.rolls_used) == (2, 2)
    assert GAME.to_act(waiting) == frozenset()
    assert GAME.awaits(waiting).may_keep
    assert refusal(waiting, "reroll") == "WRONG_PHASE"
    third = rolled(play(twice, "reroll"), "pppppg")
    assert third.phase is Phase.CHOOSING
    assert refusal(third, "reroll") == "NO_REROLL_LEFT"


def test_stopping_closes_the_table():
    """After a stop no throw counts any more, and a second stop is refused."""
    stopped = play(rolled(GAME.setup(2, {}), "ppywbg"), "stop")

    assert stopped.phase is Phase.CHOOSING
    assert GAME.awaits(stopped) is None
    assert refusal(stopped, "stop") == "WRONG_PHASE"
    assert refusal(stopped, "reroll") == "WRONG_PHASE"
    assert roll_refusal(stopped, Rolled(dice("pppppp"))) == "NO_REROLL_LEFT"


def test_choosing_ends_the_turn_without_a_stop():
    """A choice made while re-rolls are left is the stop as well."""
    after = play(rolled(GAME.setup(2, {}), "ppywbg"), "circle:pink.2=2,blue.1=1")

    assert (after.current, after.phase, after.waiting) == (1, Phase.ROLLING, True)
    assert after.sheets[0] == (".O...", ".....", ".....", "O....", ".....")


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Rolled(dice("ppppp")), "INCOMPLETE_ROLL"),
        (Rolled((*dice("ppppp"), Die("shelfie", "star"))), "INCOMPLETE_ROLL"),
        (Rolled((*dice("ppppp"), Die("red", "pink"))), "INCOMPLETE_ROLL"),
        (Rolled(dice("ppywbg"), dice("ppywbg")), "NO_DIE_ROLLED"),
        (Rolled(dice("ppywbg"), dice("ppp")), "KEPT_DIE_CHANGED"),
        (Rolled(dice("yyywbg"), dice("pp")), "KEPT_DIE_CHANGED"),
        (Ticked(3.0), "INCOMPLETE_ROLL"),
    ],
)
def test_throw_that_does_not_fit_is_refused(event, reason):
    """Wrong dice, no die moved, or a kept die that shows something else."""
    assert roll_refusal(rolled(GAME.setup(2, {}), "ppywbg"), event) == reason


@pytest.mark.parametrize(
    ("letters", "action", "reason"),
    [
        ("ppywbg", "circle", "MUST_CIRCLE"),
        ("ppywbg", "circle:nonsense", "UNKNOWN_ACTION"),
        ("ppywbg", "circle:pink.1=1+0", "UNKNOWN_ACTION"),
        ("ppywbg", "circle:yellow.1=1,pink.1=1", "UNKNOWN_ACTION"),
        ("ppywbg", "dance:pink", "UNKNOWN_ACTION"),
        ("ppywbg", "cross_row", "UNKNOWN_ACTION"),
        ("ppywbg", "cross_row:pink", "MUST_CIRCLE"),
        ("ppywbg", "circle:purple.1=1", "SPACE_NOT_OPEN"),
        ("ppywbg", "circle:pink.6=2", "SPACE_NOT_OPEN"),
        ("ppywbg", "circle:pink.0=1", "SPACE_NOT_OPEN"),
        ("ppywbg", "circle:pink.1=1,pink.1=1", "SPACE_NOT_OPEN"),
        ("ppywbg", "circle:pink.3=3", "NOT_ENOUGH_DICE"),
        ("ppywbg", "circle:pink.1=0", "NOT_ENOUGH_DICE"),
        ("ppywbg", "circle:pink.2=1+1", "NOT_ENOUGH_DICE"),
        ("ppywbg", "circle:pink.1=1,pink.2=2", "NOT_ENOUGH_DICE"),
        ("ppywbg", "circle:pink.1=2", "WRONG_DICE_COUNT"),
        ("ppyyjj", "circle:pink.4=2+2", "MORE_THAN_ONE_JOKER"),
        ("ppyyjj", "circle:green.1=0+1", "JOKER_ALONE"),
        ("pywbgg", "circle:pink.1=1,yellow.1=1,white.1=1,blue.1=1", "TOO_MANY_ITEMS"),
        ("jjjjjj", "circle:pink.1=0+6,yellow.1=0+6", "ALL_JOKERS_ONE_ITEM"),
        ("jjjjjp", "circle:pink.1=0+6", "MORE_THAN_ONE_JOKER"),
    ],
)
def test_choice_that_breaks_a_rule_is_refused_by_its_name(letters, action, reason):
    """Every rule of the payment has a code and a sentence of its own."""
    assert refusal(position(letters), action) == reason


def test_six_jokers_take_one_item_of_any_need():
    """Even the fifth item of a row; the sheet offers it with a click."""
    state = position("jjjjjj")
    action = parse_action("circle:green.5=0+6")

    assert GAME.apply(state, Played(0, action)).sheets[0][4] == "....O"
    assert GAME.sheet(state, 0).rows[4].cells[4].offered == (action,)


def test_only_the_current_player_acts():
    """Somebody else's choice is refused and names whose turn it is."""
    state = position("ppywbg")

    assert refusal(state, "circle:pink.1=1", seat=1) == "NOT_YOUR_TURN"
    assert GAME.legal_actions(state, 1) == ()
    assert GAME.sheet(state, 1).actions() == ()


def test_nothing_possible_forces_a_row_to_be_crossed():
    """Rows with an open space are offered; circled items of the crossed row stay."""
    state = position("pppppp", ("XXXXX", "O....", "OOOOX", ".....", "....."))

    assert legal(state) == ["cross_row:blue", "cross_row:green", "cross_row:yellow"]
    assert refusal(state, "cross_row:white") == "ROW_HAS_NO_OPEN_SPACE"
    assert refusal(state, "cross_row:purple") == "ROW_HAS_NO_OPEN_SPACE"
    assert play(state, "cross_row:yellow").sheets[0][1] == "OXXXX"


def test_rows_may_be_crossed_freely_where_circling_is_no_duty():
    """Without must_circle both are offered, but doing nothing still is not."""
    state = position("ppppyy", must_circle=False)

    assert len(legal(state, "cross_row")) == 5
    assert legal(state, "circle")
    assert play(state, "cross_row:green").sheets[0][4] == "XXXXX"
    assert refusal(state, "circle") == "MUST_CIRCLE"


def test_one_item_can_complete_a_row_and_a_column():
    """Both are closed for the others at once; what they circled stays."""
    mine = ("OOOO.", "....O", "....O", "....O", "....O")
    state = position("pppppy", mine, ("..O..", ".....", "....O", "X....", "....."))
    after = play(state, "circle:pink.5=5")

    assert after.sheets[0][0] == "OOOOO"
    assert after.sheets[1] == ("XXOXX", "....X", "....O", "X...X", "....X")
    told = [ENGLISH.say(message) for message in GAME.news(state, PLAYED_PINK_5, after)]
    assert told == [
        "player 1 has filled the Plants row: it is closed for everybody else.",
        "player 1 has filled column 5: it is closed for everybody else.",
        "It is player 2's turn.",
    ]


def test_row_finished_with_crosses_closes_nothing():
    """Only five circled items of one player complete a row."""
    state = position("pppppy", ("XOOO.", ".....", ".....", ".....", "....."))
    after = play(state, "circle:pink.5=5")

    assert after.sheets[1] == EMPTY


def test_closing_can_end_the_game_through_another_sheet():
    """The last round is called when anybody has two used-up rows, the player or not."""
    state = position(
        "pppppy",
        ("OOOO.", ".....", ".....", ".....", "....."),
        ("O....", "XXXXX", ".....", ".....", "....."),
        seats=3,
    )
    after = play(state, "circle:pink.5=5")

    assert after.final_round
    assert (after.phase, after.current) == (Phase.ROLLING, 1)
    told = GAME.news(state, PLAYED_PINK_5, after)
    assert Message("my_shelfie_dice.news.final_round") in told
    assert Message("my_shelfie_dice.sheet.final_round") in GAME.sheet(after, 0).notes


def test_round_ends_before_the_player_who_began():
    """With seat 1 beginning, seat 0 plays last: only then a final round is over."""
    used_up = ("XXXXX", "OOOO.", ".....", ".....", ".....")
    state = replace(position("yyyyyp", EMPTY, used_up, current=1), first=1)
    after = play(state, "circle:yellow.5=5")
    last = play(rolled(after, "gggggg"), "circle:green.1=1")

    assert (after.final_round, after.current, after.round) == (True, 0, 1)
    assert last.phase is Phase.GAME_OVER
    assert GAME.outcome(last).winners == (1,)
    assert GAME.outcome(after) is None
    assert refusal(last, "circle:green.2=2") == "GAME_OVER"
    assert roll_refusal(last, Rolled(dice("pppppp"))) == "GAME_OVER"
    assert GAME.to_act(last) == frozenset()
    assert GAME.sheet(last, 0).facts == ((Message("my_shelfie_dice.sheet.round"), "1"),)


def test_rounds_are_counted_when_the_turn_comes_back():
    """The round number grows with the first player's next turn."""
    state = GAME.setup(2, {"first_seat": 1})
    state = play(rolled(state, "pppppp"), "circle:pink.1=1")
    state = play(rolled(state, "pppppp"), "circle:pink.1=1")

    assert (state.round, state.current) == (2, 1)


def test_player_without_open_space_is_skipped():
    """In the last round the turn passes over him, and the news say so."""
    full = ("XXXXX",) * 5
    state = replace(position("pppppp", EMPTY, full, seats=3), final_round=True)
    after = play(state, "circle:pink.1=1")
    event = Played(0, parse_action("circle:pink.1=1"))

    assert after.current == 2
    assert Message.of("my_shelfie_dice.news.skipped", seat=1) in GAME.news(state, event, after)


def test_game_ends_when_nobody_left_in_the_round_can_play():
    """All who would follow are skipped: the round and the game are over."""
    full = ("XXXXX",) * 5
    state = replace(position("pppppp", EMPTY, full, full, seats=3), final_round=True)
    after = play(state, "circle:pink.1=1")
    event = Played(0, parse_action("circle:pink.1=1"))

    assert after.phase is Phase.GAME_OVER
    assert [m.args for m in GAME.news(state, event, after)] == [(("seat", 1),), (("seat", 2),)]


def test_throws_and_stops_make_no_news():
    """News are told about choices only."""
    start = GAME.setup(2, {})
    once = rolled(start, "ppywbg")

    assert GAME.news(start, Rolled(dice("ppywbg")), once) == ()
    assert GAME.news(once, Played(0, STOP), play(once, "stop")) == ()
    assert GAME.news(once, Played(0, REROLL), play(once, "reroll")) == ()


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("circle:pink.2=2", "circle Plants 2"),
        ("circle:pink.2=1+1,blue.1=1", "circle Plants 2 (1 + joker) and Trophies 1"),
        ("circle:green.5=0+6", "circle Cats 5 (six jokers)"),
        ("circle", "unknown action “circle”"),
        ("cross_row:white", "cross out the rest of the Books row"),
        ("cross_row:purple", "cross out the rest of the purple row"),
        ("cross_row", "unknown action “cross_row”"),
        ("reroll", "roll some dice again"),
        ("stop", "stop rolling and keep these dice"),
        ("dance", "unknown action “dance”"),
    ],
)
def test_actions_are_said_in_words(action, sentence):
    """Rows by their names, jokers only where one is used, nothing fails."""
    said = ENGLISH.say(GAME.describe(GAME.setup(2, {}), parse_action(action)))

    assert said == sentence


def test_uses_names_the_dice_an_item_takes():
    """For the highlight: coloured dice and jokers, none for what takes no die."""
    state = position("ppywbj")

    assert GAME.uses(state, parse_action("circle:pink.2=1+1")) == dice("jp")
    assert GAME.uses(state, STOP) == ()


def test_sheet_shows_needs_marks_and_points():
    """Cells carry the item's click; closed rows, columns and points are told."""
    marks = ("OOO..", "XXXXX", "O....", "O....", ".....")
    sheet = GAME.sheet(position("ppppyj", marks), 0)
    pink, yellow, *_ = sheet.rows
    columns = sheet.rows[-1]

    assert [cell.text for cell in pink.cells] == ["1", "2", "3", "4", "5"]
    assert [cell.mark for cell in pink.cells] == [Mark.MARKED] * 3 + [Mark.OPEN] * 2
    assert pink.cells[0].offered == ()
    assert parse_action("circle:pink.4=4") in pink.cells[3].offered
    assert parse_action("circle:pink.5=4+1") in pink.cells[4].offered
    assert (pink.points, pink.colour, pink.closed) == (6, "pink", False)
    assert yellow.closed
    assert {cell.mark for cell in yellow.cells} == {Mark.CLOSED}
    assert [cell.text for cell in columns.cells] == ["3", "0", "0", "0", "0"]
    assert (columns.points, sheet.total) == (3, 9)
    assert (Message("my_shelfie_dice.sheet.rolls"), "3 / 3") in sheet.facts


def test_click_offers_every_set_of_items_the_space_is_in():
    """The item alone first, each set once with as few jokers as can be; rows where one must go."""
    pair = GAME.sheet(position("ppwwwj", ("XX...", "XXXXX", "XX.X.", "XXXXX", "XXXXX")), 0)
    stuck = GAME.sheet(position("pppppp", ("XXXXX", "O....", ".....", ".....", ".....")), 0)
    free = GAME.sheet(position("pppppp", EMPTY, must_circle=False), 0)

    assert [format_action(action) for action in pair.rows[0].cells[2].offered] == [
        "circle:pink.3=2+1",
        "circle:pink.3=2+1,white.3=3",
    ]
    assert [format_action(action) for action in pair.rows[2].cells[2].offered] == [
        "circle:white.3=3",
        "circle:pink.3=2+1,white.3=3",
    ]
    assert [cell.action for cell in stuck.rows[1].cells] == [
        None,
        *[parse_action("cross_row:yellow")] * 4,
    ]
    assert free.rows[4].cells[0].action == parse_action("cross_row:green")
    assert free.rows[0].cells[4].choices[-1] == parse_action("cross_row:pink")


def changed(**changes):
    """Return the shipped table with keys of its first row changed; None takes a key away."""
    table = copy.deepcopy(dict(TABLE))
    for key, value in changes.items():
        if value is None:
            del table["row"][0][key]
        else:
            table["row"][0][key] = value
    return table


def without(key):
    """Return the shipped table without a key."""
    return {name: value for name, value in TABLE.items() if name != key}


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({**TABLE, "row": TABLE["row"][:4]}, ["row", "exactly 5", "found 4 rows"]),
        ({**TABLE, "row": "pink"}, ["row", "exactly 5", "'pink'"]),
        ({**TABLE, "row": ["pink", *TABLE["row"][1:]]}, ["row[1]", "a table", "'pink'"]),
        (without("row"), ["row", "exactly 5", "None"]),
        (without("joker"), ["joker", "id and face", "None"]),
        ({**TABLE, "joker": {"id": "joker"}}, ["joker.face", "None"]),
        (changed(id="Pink!"), ["row[1].id", "'Pink!'"]),
        (changed(id=None), ["row[1].id", "None"]),
        (changed(id="yellow"), ["id", "'yellow' twice"]),
        (changed(id="joker"), ["id", "'joker' twice"]),
        (changed(face="shelfie_cat"), ["face", "'shelfie_cat' twice"]),
        (changed(face="shelfie_plnat"), ["row[1].face", "a known symbol", "'shelfie_plnat'"]),
        (changed(face="unreadable"), ["row[1].face", "'unreadable'"]),
        (changed(face=3), ["row[1].face", "3"]),
        (changed(label=" "), ["row[1].label", "' '"]),
        (changed(color="pink"), ["row[1].color", "#e58ab8", "'pink'"]),
        (changed(need=[1, 2, 3, 4]), ["row[1].need", "5 whole numbers", "[1, 2, 3, 4]"]),
        (changed(need=[0, 2, 3, 4, 5]), ["row[1].need", "1 to 6", "[0, 2, 3, 4, 5]"]),
        (changed(need=[1, 2, 3, 4, 7]), ["row[1].need", "1 to 6"]),
        (changed(need=None), ["row[1].need", "None"]),
        (changed(points=[1, 2, 3, 5, -8]), ["row[1].points", "0 or more", "-8"]),
        (changed(points=[1, 2, 3, 5, 8.5]), ["row[1].points", "whole numbers", "8.5"]),
        (changed(points=[1, 2, 3, 5, True]), ["row[1].points", "whole numbers", "True"]),
    ],
)
def test_wrong_sheet_file_is_refused_with_file_key_and_finding(table, words):
    """Each fault of the data file names where it is, what was expected and what was found."""
    with pytest.raises(SettingsError) as caught:
        create({FILE: table})

    message = str(caught.value)
    for word in (FILE, *words):
        assert word in message


def test_own_sheet_brings_its_symbols_words_and_colours():
    """Taught faces, own labels and colours of a user's file are used as they are."""
    table = changed(id="rocket", face="my_rocket", label="Rockets", color="#102030")
    game = create({FILE: table})
    row = game.sheet(game.setup(2, {}), 0).rows[0]

    assert game.spec.kind("shelfie").face_of("my_rocket") == "rocket"
    assert ENGLISH.say(row.label) == "Rockets"
    assert ENGLISH.say(game.face_text(Die("shelfie", "rocket"))) == "Rockets"
    assert ENGLISH.say(game.face_text(Die("shelfie", "joker"))) == "Joker"
    assert row.colour == "#102030"
    assert read_shelf({**changed(color=None)}).rows[0].colour is None


def test_needs_of_the_file_count():
    """A row with needs of six dice is payable with five and a joker."""
    game = create({FILE: changed(need=[6, 1, 1, 1, 1])})
    items = circle_choices(game.shelf, EMPTY, faces("pppppj"))

    assert (Item("pink", 1, 5, 1),) in items
    assert (Item("pink", 1, 6),) not in items


def check_invariants(before, event, after):
    """Marks never change but from open; others lose spaces only by a completed line."""
    for seat, (old, new) in enumerate(zip(before.sheets, after.sheets, strict=True)):
        pairs = Counter(zip("".join(old), "".join(new), strict=True))
        changes = {pair: count for pair, count in pairs.items() if pair[0] != pair[1]}
        assert all(was == "." for was, _ in changes)
        if seat == before.current:
            assert changes.get((".", "O"), 0) <= 3
            assert len(changes) <= 1
        else:
            assert set(changes) <= {(".", "X")}
        if isinstance(event, Rolled):
            assert not changes
    assert after.final_round >= before.final_round
    assert 0 <= after.rolls_used <= 3


def full_game(seed):
    """Play a random game to its end and check the invariants at every step."""
    rng = random.Random(seed)
    options = {"must_circle": rng.random() < 0.7}
    after, turns = None, Counter()
    for before, event, after in random_game(GAME, rng.choice((2, 3, 4)), options, rng, 5000):
        check_invariants(before, event, after)
        if isinstance(event, Played) and event.action.verb in ("circle", "cross_row"):
            turns[event.seat] += 1
    assert GAME.outcome(after) is not None
    assert after.final_round
    # Equal number of turns, but for players who had no open space left in the last round.
    assert max(turns.values()) - min(turns.values()) <= 1
    assert max(GAME.scores(after)) <= 190


def test_random_games_keep_the_invariants():
    """Fifty seeded games end, with marks that only come and equal numbers of turns."""
    for seed in range(50):
        full_game(seed)


@pytest.mark.slow
def test_two_thousand_random_games_keep_the_invariants():
    """The same over two thousand games."""
    for seed in range(50, 2050):
        full_game(seed)


def vector(action, expect, letters="", phase="CHOOSING", **extra):
    """Run one vector of the file format and return its failures."""
    state = {"players": ["Ann", "Bob"], "current": "Ann", "phase": phase, "rolls_used": 3}
    plain = {
        "id": "T",
        "state": {**state, **extra.pop("state", {})},
        "dice": [LETTERS[letter] for letter in letters] or None,
        "action": action,
        "expect": expect,
        **extra,
    }
    document = {"game": "my_shelfie_dice", "vectors": [plain]}
    (result,) = run_vectors(document, {"my_shelfie_dice": GAME})
    return list(result.failures)


def test_vectors_may_hold_a_whole_turn():
    """Roll, re-roll, stop and choose in one sequence, with what comes up or without."""
    steps = [
        {"type": "roll", "player": "Ann"},
        {"type": "reroll", "player": "Ann", "dice_indices": [5], "dice": ["pink"] * 6},
        {"type": "reroll", "player": "Ann", "dice_indices": [0]},
        {"type": "query_legal", "player": "Ann"},
        {"type": "circle", "player": "Ann", "items": [{"row": "pink", "col": 5, "dice": 5}]},
        {"type": "query_score"},
    ]
    expect = {
        "items": [["pink", n] for n in range(1, 6)],
        "cross_rows": [],
        "circles": 12,
        "state": {"current": "Bob", "sheets": {"Ann": {"pink": "....O"}}},
        "row_points": {"Ann": {"pink": 0}},
        "column_points": {"Ann": {"5": 0}},
        "score": {"Ann": 0, "Bob": 0},
    }
    sequence = {"type": "sequence", "actions": steps}

    assert vector(sequence, expect, "pppppj", "ROLLING", state={"rolls_used": 0}) == []


@pytest.mark.parametrize(
    ("action", "reason", "letters"),
    [
        ({"type": "reroll", "player": "Ann", "dice_indices": []}, "NO_DIE_ROLLED", "pppppp"),
        ({"type": "stop", "player": "Bob"}, "NOT_YOUR_TURN", "pppppp"),
        (
            {
                "type": "circle_all_jokers",
                "player": "Ann",
                "items": [{"row": "pink", "col": 1}, {"row": "pink", "col": 2}],
            },
            "ALL_JOKERS_ONE_ITEM",
            "jjjjjj",
        ),
    ],
)
def test_vectors_tell_refusals(action, reason, letters):
    """A refused action of a vector is compared by its code and its place in a sequence."""
    sequence = {"type": "sequence", "actions": [{"type": "query_items"}, action]}
    expect = {"ok": False, "reason": reason, "at": 1, "state": {"current": "Ann"}}

    assert vector(sequence, expect, letters, "ROLLING", state={"rolls_used": 1}) == []


def test_vectors_may_print_another_sheet():
    """Rows, needs and points of a vector's own sheet are used, for all rows or by row."""
    override = {
        "rows": ["a", "b", "c", "d", "e"],
        "need": [1, 1, 1, 1, 1],
        "points": {"a": [9] * 5},
    }
    sheets = {"Ann": {"a": "OOO..", "b": "OO..."}}
    expect = {"score": {"Ann": 27, "Bob": 0}, "winners": ["Ann"]}
    state = {"sheets": sheets}

    assert vector({"type": "query_score"}, expect, state=state, sheet_override=override) == []


def test_six_jokers_in_a_vector_take_an_item_paid_in_words():
    """A circle with no coloured die is the same choice as `circle_all_jokers`."""
    items = [{"row": "green", "col": 5, "dice": 0, "jokers": 5}]
    action = {"type": "circle", "player": "Ann", "items": items}
    expect = {"state": {"sheets": {"Ann": {"green": "....O"}}}}

    assert vector(action, expect, "jjjjjj") == []


def test_unknown_word_of_a_vector_is_reported():
    """An action type that nobody knows fails that vector with its name."""
    (failure,) = vector({"type": "dance"}, {"ok": True}, "pppppp")

    assert "dance" in failure


def test_shipped_vectors_pass():
    """Every hand-derived vector of the game."""
    path = Path(__file__).parent / "vectors" / "my_shelfie_dice.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    results = run_vectors(document, {"my_shelfie_dice": GAME})

    assert [result.id for result in results if not result.passed] == []
