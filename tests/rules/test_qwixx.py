"""Qwixx: what vectors do not show, and invariants of whole games."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from dicecam.dice import Die
from dicecam.errors import IllegalActionError, UnexpectedRollError
from dicecam.messages import Message, load_catalogue
from dicecam.rules.core import Action, Played, Rolled, Ticked
from dicecam.rules.games.qwixx import COLOURS, NUMBERS, PASS, Card, Phase, Qwixx, score
from dicecam.rules.notation import parse_action
from dicecam.rules.replay import random_game
from dicecam.rules.sheet import Mark
from dicecam.rules.vectors import run_vectors

GAME = Qwixx()
ENGLISH = load_catalogue("en")


def rolled(state, *pips):
    """Return the state after white, white and the open colours have been rolled."""
    kinds = ("white", "white", *(colour for colour in COLOURS if colour not in state.locked))
    dice = tuple(Die(kind, str(n)) for kind, n in zip(kinds, pips, strict=True))
    return GAME.apply(state, Rolled(dice))


def play(state, *moves):
    """Return the state after moves such as `0 mark:red,7`."""
    for move in moves:
        seat, action = move.split(" ")
        state = GAME.apply(state, Played(int(seat), parse_action(action)))
    return state


def refusal(state, move):
    """Return the code with which a move is refused; its sentence has to exist."""
    with pytest.raises(IllegalActionError) as caught:
        play(state, move)
    assert "[" not in ENGLISH.say(caught.value.message)
    return caught.value.reason


def with_cards(state, *cards):
    """Return the state with other sheets."""
    return replace(state, cards=cards)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("0 mark:red,8", "SUM_MISMATCH"),
        ("0 mark:red", "SUM_MISMATCH"),
        ("0 mark:red,13", "SUM_MISMATCH"),
        ("0 mark:mauve,7", "SUM_MISMATCH"),
        ("0 fly:red,7", "SUM_MISMATCH"),
        ("0 mark_colour:red,8", "WRONG_PHASE"),
        ("7 mark:red,7", "WRONG_PHASE"),
        ("1 mark:blue,7", "ROW_LOCKED"),
        ("1 mark:red,7", "NOT_RIGHT_OF_LAST"),
    ],
)
def test_mark_that_breaks_a_rule_is_refused_by_its_name(move, reason):
    """White dice 3 and 4, blue closed, seat 1 with a red 9."""
    start = replace(GAME.setup(2, {}), locked=frozenset({"blue"}))
    start = with_cards(start, Card(), Card(rows=((9,), (), (), ())))
    state = rolled(start, 3, 4, 5, 2, 6)

    assert refusal(state, move) == reason


def test_only_rolls_and_choices_happen():
    """Qwixx has no clock."""
    with pytest.raises(UnexpectedRollError):
        GAME.apply(GAME.setup(2, {}), Ticked(1.0))


@pytest.mark.parametrize(("penalty", "points"), [(False, (0, 0)), (True, (-5, 0))])
def test_penalty_when_the_white_dice_end_the_game_is_an_option(penalty, points):
    """Seat 1 closes the second row in the white step of seat 0, who crossed nothing."""
    start = GAME.setup(2, {"penalty_if_ended_in_white": penalty})
    row = (2, 3, 4, 5)
    start = replace(
        with_cards(start, Card(), Card(rows=(row, (), (), ()))), locked=frozenset({"green"})
    )
    state = rolled(start, 6, 6, 1, 1, 1)
    over = play(state, "0 pass", "1 mark:red,12")
    closed_row = score(Card(rows=((*row, 12), (), (), ()), locks=frozenset({"red"})))

    assert over.phase is Phase.GAME_OVER
    assert GAME.scores(over) == (points[0], closed_row)
    assert closed_row == 21


def test_sheet_tells_crossed_passed_closed_and_open():
    """Cells right of the last cross are open, left of it passed, in a locked row closed."""
    start = replace(GAME.setup(2, {}), locked=frozenset({"blue"}))
    card = Card(rows=((4, 6), (), (), (12,)), penalties=1)
    sheet = GAME.sheet(rolled(with_cards(start, card, Card()), 3, 4, 5, 2, 6), 0)
    red, yellow, _, blue, penalties = sheet.rows

    assert [cell.mark for cell in red.cells[:6]] == [
        Mark.PASSED,
        Mark.PASSED,
        Mark.MARKED,
        Mark.PASSED,
        Mark.MARKED,
        Mark.OPEN,
    ]
    assert red.cells[5].action == Action("mark", ("red", "7"))
    assert yellow.cells[0].mark is Mark.OPEN
    assert blue.closed
    assert [cell.mark for cell in blue.cells] == [Mark.MARKED] + [Mark.CLOSED] * 11
    assert [cell.mark for cell in penalties.cells] == [Mark.MARKED] + [Mark.OPEN] * 3
    assert sheet.total == 3 + 1 - 5


def test_lock_box_shows_who_closed_the_row():
    """Marked on the sheet of who crossed it, closed on the others."""
    card = Card(rows=((2, 3, 4, 5, 12), (), (), ()), locks=frozenset({"red"}))
    state = replace(with_cards(GAME.setup(2, {}), card, Card()), locked=frozenset({"red"}))
    boxes = [GAME.sheet(state, seat).rows[0].cells[-1] for seat in (0, 1)]

    assert [box.mark for box in boxes] == [Mark.MARKED, Mark.CLOSED]
    assert {box.shape for box in boxes} == {"lock"}


def test_news_tell_penalties_closed_rows_and_the_turn():
    """What a pass costs and whose turn follows."""
    state = play(rolled(GAME.setup(2, {}), 3, 4, 5, 2, 6, 1), "0 pass", "1 pass")
    after = play(state, "0 pass")
    told = GAME.news(state, Played(0, PASS), after)

    assert told == (
        Message.of("qwixx.news.penalty", seat=0, count=1),
        Message.of("core.news.turn", seat=1),
    )


@pytest.mark.parametrize(
    ("phase", "action", "dice"),
    [
        (Phase.WHITE, "mark:red,7", "white=3 white=4"),
        (Phase.COLOUR, "mark_colour:red,8", "white=3 red=5"),
        (Phase.COLOUR, "mark_colour:red,9", "white=4 red=5"),
        (Phase.COLOUR, "mark_colour:red,12", ""),
        (Phase.COLOUR, "mark_colour:blue,4", ""),
        (Phase.WHITE, "pass", ""),
    ],
)
def test_uses_names_the_dice_of_a_mark(phase, action, dice):
    """Both white dice, or the white one that fits and the coloured one; nothing where none fit."""
    start = replace(GAME.setup(2, {}), locked=frozenset({"blue"}))
    state = replace(rolled(start, 3, 4, 5, 2, 6), phase=phase)

    assert sorted(map(str, GAME.uses(state, parse_action(action)))) == sorted(dice.split())


def test_unknown_word_of_a_vector_is_reported():
    """An action type that nobody knows fails that vector with its name."""
    plain = {"id": "T", "state": None, "action": {"type": "dance"}, "expect": {"ok": True}}
    (result,) = run_vectors({"game": "qwixx", "vectors": [plain]}, {"qwixx": GAME})

    assert "dance" in result.failures[0]


def check_invariants(before, event, after):
    """Crosses only come, at most two a turn, from left to right; locks are everybody's."""
    for old, new in zip(before.cards, after.cards, strict=True):
        for colour in COLOURS:
            numbers, printed = new.numbers(colour), NUMBERS[colour]
            assert numbers[: len(old.numbers(colour))] == old.numbers(colour)
            places = [printed.index(number) for number in numbers]
            assert places == sorted(set(places))
            if colour in new.locks:
                assert places[-1] == 10
                assert len(numbers) >= after.rules.lock_min
        assert new.locks <= after.locked
        assert old.penalties <= new.penalties <= min(4, old.penalties + 1)
        assert score(new) >= score(old) - 5
    assert before.locked <= after.locked
    assert after.locked == frozenset().union(*(card.locks for card in after.cards))
    if isinstance(event, Rolled):
        assert before.cards == after.cards


def full_game(seed):
    """Play a random game to its end and check the invariants at every step."""
    rng = random.Random(seed)
    options = {
        "lock_min_including_last": rng.choice((5, 6)),
        "last_number_below_min": rng.choice(("forbidden", "plain_cross")),
        "penalty_when": rng.choice(("no_mark", "no_legal_mark")),
        "penalty_if_ended_in_white": rng.random() < 0.5,
    }
    after = None
    for before, event, after in random_game(GAME, rng.randint(2, 8), options, rng, 20000):
        check_invariants(before, event, after)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert len(after.locked) >= 2 or any(card.penalties == 4 for card in after.cards)
    assert max(outcome.scores) == outcome.scores[outcome.winners[0]]


def test_random_games_keep_the_invariants():
    """Fifty seeded games end by two locks or four penalties, crosses in order."""
    for seed in range(50):
        full_game(seed)


@pytest.mark.slow
def test_two_thousand_random_games_keep_the_invariants():
    """The same over two thousand games."""
    for seed in range(50, 2050):
        full_game(seed)
