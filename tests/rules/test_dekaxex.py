"""Dekaxex: what vectors do not show, counts derived by hand, an oracle, and invariants."""

from __future__ import annotations

import copy
import random
from collections import Counter
from dataclasses import replace

import pytest

from dicecam.dice import Die
from dicecam.errors import IllegalActionError, SettingsError, UnexpectedRollError
from dicecam.messages import Message, load_catalogue
from dicecam.rules.core import Action, Arranged, Option, Played, Rolled
from dicecam.rules.games._dekaxex_board import DIRECTIONS, load_boards
from dicecam.rules.games._dekaxex_moves import Phase, position_key
from dicecam.rules.games.dekaxex import DATA, create
from dicecam.rules.laws import drawn_options
from dicecam.rules.notation import parse_action
from dicecam.rules.replay import random_game
from dicecam.rules.sheet import Layout, Mark
from dicecam.rules.vectors import run_vectors
from dicecam.tables import load_table

TABLE = load_table(DATA[0])
GAME = create({DATA[0]: TABLE})
ENGLISH = load_catalogue("en")
COLOURS = {"R": "red", "B": "blue"}
FULL = "R6 B5 R4 B4 R5 B6 R5 B5 R4 B4"


def battle(text, turn="red", game=GAME, **options):
    """Return the position of a text: one pawn for each space of the board, `-` for none."""
    seats = 1 if options.get("solo") else 2
    state = game.setup(seats, options)
    pawns = tuple(None if word == "-" else Die(COLOURS[word[0]], word[1:]) for word in text.split())
    state = replace(state, pawns=pawns, turn=turn, phase=Phase.BATTLE, hands=((), ()))
    return replace(state, seen=(position_key(state),))


def play(state, *actions, game=GAME):
    """Return the state after actions of the side to play."""
    for text in actions:
        seat = 0 if state.rules.solo else ("red", "blue").index(state.turn)
        state = game.apply(state, Played(seat, parse_action(text)))
    return state


def refusal(state, text, seat=0, game=GAME):
    """Return the code with which an action is refused; its sentence has to exist."""
    with pytest.raises(IllegalActionError) as caught:
        game.apply(state, Played(seat, parse_action(text)))
    assert "[" not in ENGLISH.say(caught.value.message)
    return caught.value.reason


def legal(state, seat=0, verb="", game=GAME):
    """Return the text of the legal actions of a verb."""
    from dicecam.rules.notation import format_action

    return [
        format_action(action)
        for action in game.legal_actions(state, seat)
        if action.verb.startswith(verb)
    ]


def line_board(count=10):
    """Return a game on ten spaces in one line, a to j."""
    cells = [{"id": "abcdefghij"[n], "q": n, "r": 0} for n in range(count)]
    return create(
        {
            DATA[0]: {
                "schema": 1,
                "default": "line",
                "board": [{"id": "line", "label": "Line", "cells": cells}],
            }
        }
    )


# Set-up and placement


def test_random_values_are_red_rolls_that_blue_copies():
    """The roll of five red dice gives both hands; nothing can be placed before it."""
    state = GAME.setup(2, {"config": "random"})
    call = GAME.awaits(state)
    dice = tuple(Die("red", face) for face in "53316")
    rolled = GAME.apply(state, Rolled(dice))

    assert call.kinds == ("red",) * 5
    assert GAME.to_act(state) == frozenset()
    assert refusal(state, "place:red,6,A1") == "WRONG_PHASE"
    assert rolled.hands == ((6, 5, 3, 3, 1),) * 2
    assert GAME.awaits(rolled) is None


@pytest.mark.parametrize(
    "event",
    [
        Rolled((Die("red", "1"),) * 4),
        Rolled((Die("blue", "1"),) * 5),
        Rolled((Die("red", "7"),) * 5),
        Arranged(()),
    ],
)
def test_other_dice_than_five_red_ones_are_refused(event):
    """Too few dice, another colour, a face that is none, dice at places."""
    with pytest.raises(UnexpectedRollError) as caught:
        GAME.apply(GAME.setup(2, {"config": "random"}), event)

    assert caught.value.reason == "INCOMPLETE_ROLL"


def test_no_roll_is_wanted_in_the_battle_or_after_it():
    """A battle moves dice, it never rolls them."""
    for state, reason in ((battle(FULL), "NO_ROLL_NOW"), (over(), "GAME_OVER")):
        with pytest.raises(UnexpectedRollError) as caught:
            GAME.apply(state, Arranged(()))

        assert caught.value.reason == reason


def over():
    """Return a game red has won."""
    return play(battle("R5 B3 - - - - - - - -"), "attack:A1,A2")


def test_placement_alternates_and_the_starter_also_starts_the_battle():
    """Blue begins, ten pawns are put down in turn, blue plays the first turn of the battle."""
    state = GAME.setup(2, {"starting_side": "blue", "config": "65432"})
    cells = list(GAME.cells(state))
    for cell, value in zip(cells, "6655443322", strict=True):
        state = play(state, f"place:{state.turn},{value},{cell}")

    assert state.phase is Phase.BATTLE
    assert state.turn == "blue"
    assert [str(pawn) for pawn in state.pawns][:4] == ["blue=6", "red=6", "blue=5", "red=5"]


def test_five_equal_dice_are_a_draw_right_after_the_placement():
    """All pawns show 3, five each: the game is over before the battle."""
    state = GAME.setup(2, {"config": "random", "repetition": "off"})
    state = GAME.apply(state, Rolled((Die("red", "3"),) * 5))
    for cell in GAME.cells(state):
        state = play(state, f"place:{state.turn},3,{cell}")
    outcome = GAME.outcome(state)

    assert state.winner == "draw"
    assert outcome.winners == ()
    assert outcome.scores == (5, 5)
    assert ENGLISH.say(outcome.message) == "A draw."


def test_wrong_placements_name_their_rule():
    """Unknown space, wrong colour, a value that is not in the hand, an occupied space, the seat."""
    state = play(GAME.setup(2, {}), "place:red,6,A1")

    assert refusal(state, "place:blue,6,Z9", 1) == "NO_SUCH_SPACE"
    assert refusal(state, "place:red,5,A2", 1) == "WRONG_COLOUR_TO_PLACE"
    assert refusal(state, "place:blue,3,A2", 1) == "NOT_IN_HAND"
    assert refusal(state, "place:blue,x,A2", 1) == "NOT_IN_HAND"
    assert refusal(state, "place:blue,6,A1", 1) == "SPACE_OCCUPIED"
    assert refusal(state, "place:red,5,A2", 0) == "NOT_YOUR_TURN"
    assert refusal(state, "attack:A1,A2", 1) == "WRONG_PHASE"
    assert refusal(state, "place:blue,6", 1) == "UNKNOWN_ACTION"


def test_one_person_plays_both_sides_and_wins_with_red():
    """A single seat is solo; blue's victory and a draw are no success."""
    won = play(battle("R5 B3 - - - - - - - -", solo=True), "attack:A1,A2")
    lost = play(battle("B5 R3 - - - - - - - -", "blue", solo=True), "attack:A1,A2")

    assert GAME.setup(1, {}).rules.solo
    assert GAME.outcome(won).winners == (0,)
    assert GAME.outcome(lost).winners == ()
    assert GAME.outcome(lost).scores == (0,)
    assert ENGLISH.say(GAME.outcome(won).message) == "Won: red beats blue after 1 turns."


def test_solo_with_two_players_is_refused():
    """Option and number of players have to fit."""
    with pytest.raises(SettingsError, match="expected 1 player, got 2"):
        GAME.setup(2, {"solo": True})


# Battle


def test_an_increase_may_stand_for_an_attack_unless_attacks_are_compulsory():
    """K-2: without V1 an increase may be chosen although an attack exists, with V1 it may not."""
    text = "R5 B3 - - - - - - - B6"
    free = battle(text, increase_action=True)
    forced = battle(text, increase_action=True, attack_compulsory=True)

    assert legal(free) == ["attack:A1,A2", "increase:A1"]
    assert legal(forced) == ["attack:A1,A2"]
    assert refusal(forced, "increase:A1") == "ATTACK_AVAILABLE"


def test_a_move_needs_a_side_without_attack_unless_the_option_says_otherwise():
    """V1 overrides `move_when_attack_possible`."""
    text = "R5 B3 - - - - - - - B6"
    anyway = {"move_when_attack_possible": True}

    assert refusal(battle(text), "move:A1,B1") == "ATTACK_AVAILABLE"
    assert "move:A1,B1" in legal(battle(text, **anyway))
    assert legal(battle(text, attack_compulsory=True, **anyway)) == ["attack:A1,A2"]


def test_increases_are_counted_for_each_side_or_for_both():
    """K-4: three for each side, or three in all."""
    text = "R2 B3 - - - - - - - -"
    own = replace(battle(text, increase_action=True), increases=(1, 2))
    shared = battle(text, increase_action=True, increase_limit_scope="game")
    shared = replace(shared, increases=(1, 2))

    assert "increase:A1" in legal(own)
    assert play(own, "increase:A1").increases == (2, 2)
    assert legal(shared, verb="increase") == []
    assert refusal(shared, "increase:A1") == "NO_INCREASE_LEFT"


def test_an_increase_can_end_the_game():
    """Two pawns each, all 3 after the increase: a draw."""
    state = play(battle("R2 B3 - - - - - - - -", increase_action=True), "increase:A1")

    assert state.winner == "draw"


def test_blue_counts_its_own_increases():
    """The second number is blue's."""
    state = play(battle("B2 R4 - - - - - - - -", "blue", increase_action=True), "increase:A1")

    assert state.increases == (0, 1)


def test_two_blocked_sides_stop_the_game():
    """K-5: when both pass in a row, more pawns wins.

    On a full line only the red 2 and the blue 2 next to it meet: nothing to take, nowhere to go.
    """
    game = line_board()
    state = battle("R6 R5 R2 B2 B2 B2 B2 B2 B2 B2", game=game)
    once = play(state, "pass", game=game)
    twice = play(once, "pass", game=game)

    assert legal(state, game=game) == ["pass"]
    assert once.passed
    assert once.winner is None
    assert twice.winner == "blue"
    assert twice.turns == 2


def test_a_pass_between_two_actions_does_not_count():
    """Only two passes in a row stop the game."""
    state = battle("R5 B5 - B5 B5 - - - - B6")
    passed = play(state, "pass")
    moved = play(passed, "move:A2,A3")

    assert passed.passed
    assert not moved.passed


def test_the_third_time_the_same_position_lets_either_side_claim_a_draw():
    """K-6: two pawns that walk to and fro; the claim is offered to both, no move is taken away."""
    state = battle("R2 - - - - - B3 - - -")
    round_trip = ("move:A1,A2", "move:B4,C3", "move:A2,A1", "move:C3,B4")
    twice = play(state, *round_trip)
    thrice = play(twice, *round_trip)

    assert refusal(twice, "claim_draw") == "WRONG_PHASE"
    assert "claim_draw" in legal(thrice, 0)
    assert "move:A1,A2" in legal(thrice, 0)
    assert legal(thrice, 1) == ["claim_draw"]
    assert GAME.apply(thrice, Played(1, Action("claim_draw"))).winner == "draw"
    assert refusal(thrice, "claim_draw", 2) == "NOT_YOUR_TURN"
    assert refusal(thrice, "move:B4,C3", 1) == "NOT_YOUR_TURN"


def test_repetition_can_be_off_and_is_forgotten_after_a_capture():
    """Without the option there is no claim; a captured pawn starts the count anew."""
    quiet = battle("R2 - - - - - B3 - - -", repetition="off")
    taken = play(battle("R5 B3 - - - - B6 - - -"), "attack:A1,A2")

    assert refusal(quiet, "claim_draw") == "VARIANT_OFF"
    assert len(taken.seen) == 1


def test_solo_claims_belong_to_the_one_seat():
    """The one seat has the moves and the claim; another seat has none."""
    trip = ("move:A1,A2", "move:B4,C3", "move:A2,A1", "move:C3,B4") * 2
    state = play(battle("R2 - - - - - B3 - - -", solo=True), *trip)

    assert "claim_draw" in legal(state, 0)
    assert refusal(state, "claim_draw", 1) == "NOT_YOUR_TURN"


def test_refusals_of_the_battle_name_their_rule():
    """Spaces, owners, variants and the end."""
    state = battle("R5 B5 R2 - - - B3 - - -", increase_action=False)

    assert refusal(state, "attack:C1,B1") == "EMPTY_SPACE"
    assert refusal(state, "attack:A1,B1") == "EMPTY_SPACE"
    assert refusal(state, "attack:A2,A1") == "NOT_YOUR_PAWN"
    assert refusal(state, "move:C1,B1") == "EMPTY_SPACE"
    assert refusal(state, "move:A2,B2") == "NOT_YOUR_PAWN"
    assert refusal(state, "move:A1,Q7") == "NO_SUCH_SPACE"
    assert refusal(state, "attack:A1,B1,A2") == "VARIANT_OFF"
    assert refusal(state, "increase:A1") == "VARIANT_OFF"
    assert refusal(state, "place:red,6,A1") == "WRONG_PHASE"
    assert refusal(state, "dance:A1") == "UNKNOWN_ACTION"
    assert refusal(over(), "pass", 1) == "GAME_OVER"


# Jumps


def test_a_double_jump_lands_on_an_empty_space_in_between():
    """A1 over A2 onto the empty A3, on over B3 onto C2: 5 takes 3."""
    text = "R5 R2 - - - B6 - - B3 -"
    state = battle(text, jump_attacks=True)

    assert "attack:A1,A3,C2" in legal(state)
    assert str(play(state, "attack:A1,A3,C2").pawns[8]) == "red=3"
    assert play(state, "attack:A1,A3,C2").pawns[0] is None
    assert refusal(battle(text.replace("R2 -", "R2 R2"), jump_attacks=True), "attack:A1,A3,C2") == (
        "BAD_JUMP"
    )


def test_an_attack_without_path_is_completed_when_one_way_is_open():
    """One way: its landing cells are filled in; several: they have to be said."""
    one = battle("R5 R2 - - - B6 - - B3 -", jump_attacks=True)
    two = battle("R5 R2 - - R2 B6 - - B3 -", jump_attacks=True)

    assert GAME.attack(one, "A1", "C2") == parse_action("attack:A1,A3,C2")
    assert GAME.attack(one, "A1", "A2") == parse_action("attack:A1,A2")
    assert GAME.attack(one, "A1", "B4") == parse_action("attack:A1,B4")
    assert GAME.attack(one, "A1", "Z1") == parse_action("attack:A1,Z1")
    assert legal(two, verb="attack:A1") == []
    assert {"attack:A1,A3,C2", "attack:A1,C2"} <= set(legal(two))
    with pytest.raises(IllegalActionError) as caught:
        GAME.attack(two, "A1", "C2")
    assert caught.value.reason == "BAD_JUMP"
    assert "A1" in ENGLISH.say(caught.value.message)


def test_the_own_start_counts_as_empty_for_later_jumps():
    """On a line c jumps over d to e; jumping back over d lands on c again, then over b onto a."""
    game = line_board()
    state = battle("B3 B6 R5 B6 - - - - - R6", jump_attacks=True, game=game)

    assert legal(state, verb="attack", game=game) == ["attack:c,a", "attack:c,e,c,a"]
    assert game.attack(state, "c", "a") == parse_action("attack:c,a")
    assert refusal(state, "attack:c,e,b", game=game) == "BAD_JUMP"


def test_a_long_jump_crosses_several_pawns_only_with_the_option():
    """K-7: a over b, c onto d."""
    game = line_board()
    text = "R5 R6 R6 B3 R6 B2 - - - -"
    short = battle(text, jump_attacks=True, game=game)
    long = battle(text, jump_attacks=True, long_jumps=True, game=game)

    assert "attack:a,d" not in legal(short, game=game)
    assert {"attack:a,d", "attack:a,f"} <= set(legal(long, game=game))


# Counts and oracle


def count(state, depth):
    """Return the number of action sequences of a length."""
    seat = ("red", "blue").index(state.turn)
    actions = GAME.legal_actions(state, seat)
    if depth == 1:
        return len(actions)
    return sum(count(GAME.apply(state, Played(seat, action)), depth - 1) for action in actions)


@pytest.mark.parametrize(("depth", "expected"), [(1, 4), (2, 25), (3, 62)])
def test_a_full_board_has_as_many_lines_as_counted_by_hand(depth, expected):
    """Pin the generator on the full board R6 B5 R4 / B4 R5 B6 R5 / B5 R4 B4, red to play.

    Depth 1: the 6 on A1 takes A2 and B1; the 5 on B2 takes the 4 on B1; the 5 on B4 takes the 4 on
    C3; the 4s take nothing: 4.

    Depth 2, blue's answers. Without red's action blue has A2xA3; B3 takes A3, B2, B4, C2; C1xC2: 6.
    - A1xA2 (a red 5): A2 is gone (-1), B3 may take the new 5 (+1): 6.
    - A1xB1 (a red 4): C1 may take it (+1): 7.
    - B2xB1: B3 loses its target B2 (-1), C1 may take the new 4 (+1): 6.
    - B4xC3: B3 loses B4 (-1) and may take the new 4 on C3 (+1): 6.
    Together 25.

    Depth 3, red's attacks after each of them, from red's four less what was lost plus what came:
    - A1xA2, red then has B2xB1, B4xC3: B3xA2 leaves both: 2. B3xA3 stands there as a 4 that A2
      and B4 take: 4. B3xB2: only B4xC3: 1. B3xB4: only B2xB1: 1. B3xC2 and C1xC2 stand there as a
      4 that B2 takes: 3 and 3. Sum 14.
    - A1xB1, red then has B4xC3: A2xA3 and B3xA3 (a 4, taken by B4): 2 and 2. B3xB2: 1. B3xB4: no
      attack is left, so red moves to A1 and B3: A3-B3, B1-A1, B2-A1, B2-B3, C2-B3: 5. B3xC2 and
      C1xC2 (a 4, taken by B2): 2 and 2. C1xB1 (a 4, taken by B2): 2. Sum 16.
    - B2xB1, red then has A1xA2, B4xC3: A2xA3 (A2 is empty, B4 takes the 4): 2. B3xA3: 3. B3xB4:
      only A1xA2: 1. B3xC2 and C1xC2 (B2 is empty): 2 and 2. C1xB1 (a 4, taken by A1): 3. Sum 13.
    - B4xC3, red then has A1xA2, A1xB1, B2xB1: A2xA3 empties A2: 2. B3xA3 (B4 is empty): 3. B3xB2
      (a 5, taken by A1) loses B2xB1: 3. B3xC2 and C1xC2 (a 4, taken by B2): 4 and 4. B3xC3: 3.
      Sum 19.
    Together 62.
    """
    assert count(battle(FULL), depth) == expected


def test_placements_on_an_empty_board():
    """Hand 6 5 5 4 4 has three different values, ten spaces: 30; then 3 x 9 for blue."""
    state = GAME.setup(2, {})

    assert len(GAME.legal_actions(state, 0)) == 30
    assert len(GAME.legal_actions(play(state, "place:red,6,A1"), 1)) == 27


def oracle(state, coordinates):
    """Return the legal actions of the side to play, written anew on coordinates."""
    rules, mine = state.rules, state.turn
    pawns = {
        at: (pawn.kind, int(pawn.face))
        for at, pawn in zip(coordinates.values(), state.pawns, strict=True)
        if pawn
    }
    names = {at: name for name, at in coordinates.items()}

    def takes(a, d):
        if rules.one_immune_to_six and (a, d) == (6, 1):
            return False
        return a > d or (a, d) == (1, 6)

    def jumps(start, path):
        ends = []
        here = path[-1] if path else start
        for dq, dr in DIRECTIONS:
            steps = 1
            while True:
                over = (here[0] + steps * dq, here[1] + steps * dr)
                land = (over[0] + dq, over[1] + dr)
                if over not in pawns or over == start or land not in names:
                    break
                if land in pawns and land != start:
                    ends.append([*path, land])
                elif land not in path:
                    ends += jumps(start, [*path, land])
                steps += 1
                if not rules.long_jumps:
                    break
        return ends

    found, moves = set(), set()
    for at, (side, value) in pawns.items():
        if side != mine:
            continue
        around = [(at[0] + dq, at[1] + dr) for dq, dr in DIRECTIONS]
        ways = [[spot] for spot in around if spot in names]
        for way in ways + (jumps(at, []) if rules.jump_attacks else []):
            enemy = pawns.get(way[-1])
            if enemy and enemy[0] != mine and takes(value, enemy[1]):
                found.add(("attack", names[at], *(names[spot] for spot in way)))
        for spot in names if rules.move_anywhere else around:
            if spot in names and spot not in pawns:
                moves.add(("move", names[at], names[spot]))
    attack = bool(found)
    if not attack or (rules.move_anyway and not rules.attack_compulsory):
        found |= moves
    used = state.increases
    spent = sum(used) if rules.shared_increases else used[("red", "blue").index(mine)]
    if rules.increase_action and spent < 3 and not (attack and rules.attack_compulsory):
        found |= {
            ("increase", names[at]) for at, (side, v) in pawns.items() if side == mine and v < 6
        }
    return found or {("pass",)}


def random_position(rng):
    """Return a position with any pawns and any options."""
    options = {**drawn_options(GAME, rng), "solo": False, "jump_attacks": rng.random() < 0.7}
    words = [rng.choice(["-", f"{rng.choice('RB')}{rng.randint(1, 6)}"]) for _ in range(10)]
    state = battle(" ".join(words), rng.choice(["red", "blue"]), **options)
    return replace(state, increases=(rng.randint(0, 3), rng.randint(0, 3)))


@pytest.mark.parametrize("seed", range(40))
def test_legal_actions_agree_with_a_second_program(seed):
    """A brute-force generator on coordinates gives the same actions for random positions."""
    rng = random.Random(seed)
    for _ in range(25):
        state = random_position(rng)
        seat = ("red", "blue").index(state.turn)
        actions = GAME.legal_actions(state, seat)

        assert {(a.verb, *a.args) for a in actions} == oracle(state, GAME.cells(state))


# Invariants


def check_invariants(seed):
    """Play a drawn game and check what never changes."""
    rng = random.Random(seed)
    seats = rng.choice([1, 2])
    options = {**drawn_options(GAME, rng), "solo": seats == 1}
    for before, event, after in random_game(GAME, seats, options, rng, 150):
        total = [sum(map(len, s.hands)) + sum(p is not None for p in s.pawns)
                 for s in (before, after)]  # fmt: skip
        values = [Counter(p.face for p in s.pawns if p) for s in (before, after)]
        verb = event.action.verb if isinstance(event, Played) else "roll"
        if verb == "attack":
            assert total[1] == total[0] - 1
            assert values[1] < values[0]
        elif verb in ("place", "move", "pass", "claim_draw"):
            assert total[1] == total[0]
        if verb in ("move", "pass", "claim_draw"):
            assert values[1] == values[0]
        limit = 3 if after.rules.shared_increases else 6
        assert sum(after.increases) <= limit
        assert max(after.increases) <= 3
        assert before.phase is not Phase.OVER
        for side in ("red", "blue"):
            assert sum(p is not None and p.kind == side for p in after.pawns) <= 5
    assert after.winner is None or GAME.outcome(after) is not None


@pytest.mark.parametrize("seed", range(50))
def test_random_games_keep_the_invariants(seed):
    """Pawns never multiply, an attack takes exactly one, no side has more than five."""
    check_invariants(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_random_games_keep_the_invariants(block):
    """The same over 2,000 games."""
    for seed in range(block * 100, block * 100 + 100):
        check_invariants(10_000 + seed)


# Vectors in the words of the vector files


def vector(board, action, expect, **options):
    """Return a vector with red to play; the board names the spaces that hold a pawn."""
    cells = {**dict.fromkeys(GAME.cells(battle(FULL))), **board}
    state = {"board_layout": "hex343", "board": cells, "turn": "red", "phase": "BATTLE"}
    return {"id": "own", "options": options, "state": state, "action": action, "expect": expect}


WALK = [
    {"type": "move", "player": side, "from": start, "to": end}
    for side, start, end in (
        ("red", "A1", "A2"), ("blue", "B4", "C3"), ("red", "A2", "A1"), ("blue", "C3", "B4"),
    )
]  # fmt: skip


@pytest.mark.parametrize(
    "given",
    [
        # The third time the same position, either side may claim the draw.
        vector(
            {"A1": "R2", "B4": "B3"},
            {"type": "sequence",
             "actions": [*WALK, *WALK, {"type": "claim_draw", "player": "blue"}]},
            {"winner": "draw", "state": {"phase": "OVER", "turns": 8}},
        ),
        # The second time is too early.
        vector(
            {"A1": "R2", "B4": "B3"},
            {"type": "sequence", "actions": [*WALK, {"type": "claim_draw", "player": "red"}]},
            {"ok": False, "at": 4, "reason": "WRONG_PHASE"},
        ),
        # Jumps that are not named are found when there is one way only.
        vector(
            {"A1": "R5", "A2": "R2", "B3": "B6", "C2": "B3"},
            {"type": "attack", "player": "red", "from": "A1", "to": "C2"},
            {"state": {"board": {"A1": None, "C2": "R3", "A2": "R2", "B3": "B6"}}},
            jump_attacks=True,
        ),
        # A path may leave the target to `to`.
        vector(
            {"A1": "R5", "A2": "R2", "B3": "B6", "C2": "B3"},
            {"type": "attack", "player": "red", "from": "A1", "to": "C2", "path": ["A3"]},
            {"state": {"board": {"C2": "R3"}}},
            jump_attacks=True,
        ),
        # Increases and the claim are part of what may be done.
        vector(
            {"A1": "R2", "B4": "B3", "B1": "R6"},
            {"type": "query_legal", "player": "red"},
            {"increases": ["A1"], "may_pass": False, "may_claim_draw": False, "attacks": []},
            increase_action=True,
        ),
        # The other side has nothing to do meanwhile.
        vector(
            {"A1": "R5", "A2": "B6"},
            {"type": "query_legal", "player": "blue"},
            {"attacks": [], "moves": [], "may_pass": False},
        ),
    ],
)  # fmt: skip
def test_vectors_of_every_action_pass(given):
    """Derived by hand from the rules, for words of the format the files use rarely."""
    document = {"game": "dekaxex", "vectors": [given]}

    assert [result.failures for result in run_vectors(document, {"dekaxex": GAME})] == [()]


# What the camera's side needs


@pytest.mark.parametrize("seed", range(25))
def test_every_legal_action_is_explained_by_the_position_it_leads_to(seed):
    """What lies on the table afterwards matches exactly one action, or ways of one attack."""
    state = random_position(random.Random(seed))
    seat = ("red", "blue").index(state.turn)
    for action in GAME.legal_actions(state, seat):
        if action.verb == "pass":
            continue
        after = GAME.apply(state, Played(seat, action))
        found = GAME.explain(state, seat, GAME.position(after))

        assert found is not None
        assert (found.verb, found.args[0], found.args[-1]) == (
            action.verb,
            action.args[0],
            action.args[-1],
        )
        assert len(found.args) <= len(action.args)
    assert GAME.explain(state, seat, GAME.position(state)) is None


def test_the_shortest_way_stands_for_all_ways():
    """Two ways of jumping to C2 come to the same position: the direct one is told."""
    state = battle("R5 R2 - - R2 B6 - - B3 -", jump_attacks=True)
    after = play(state, "attack:A1,A3,C2")

    assert GAME.explain(state, 0, GAME.position(after)) == parse_action("attack:A1,C2")


def test_a_pawn_that_was_not_turned_is_recognised():
    """5 took 3 and still shows 5: the attack, the space and the value it has to show."""
    state = battle("R5 B3 - - - - - - - B6")
    slots = (("A2", Die("red", "5")), ("C3", Die("blue", "6")))

    assert GAME.explain(state, 0, slots) is None
    assert GAME.explain_unturned(state, 0, slots) == (parse_action("attack:A1,A2"), "A2", 3)
    assert GAME.explain_unturned(state, 0, GAME.position(state)) is None


def test_cells_have_axial_coordinates_of_the_board_in_play():
    """The places of the table map to the board's own coordinates."""
    triangle = GAME.setup(2, {"board": "triangle"})

    assert GAME.cells(battle(FULL))["B2"] == (1, 0)
    assert GAME.cells(triangle)["D4"] == (0, 3)


# Texts and sheet


def test_actions_are_said_in_words():
    """Attack, jump, move, increase, placement and what is no action."""
    state = battle("R5 R2 - - R2 B6 - - B3 -", jump_attacks=True)

    def say(text):
        return ENGLISH.say(GAME.describe(state, parse_action(text)))

    assert say("attack:B2,C2") == "B2 takes C2: the red 2 takes the blue 3 and now shows 3"
    assert say("attack:A1,A3,C2").startswith("A1 → A3 → C2: the red 5 jumps, takes the blue 3")
    assert say("move:A1,B1") == "A1 to B1: move the red 5"
    assert say("increase:A2") == "turn the red 2 on A2 into a red 3"
    assert say("place:blue,4,B1") == "put the blue 4 on B1"
    assert say("claim_draw").startswith("claim a draw")
    assert say("attack:A3,A2") == "unknown action “attack”"
    assert say("attack:Z3,A2") == "unknown action “attack”"
    assert say("place:green,4,B1") == "unknown action “place”"


def test_news_tell_the_die_to_turn_the_turn_and_a_blocked_side():
    """After an attack: the value to show; a side that cannot do anything is told so."""
    state = battle("R5 B3 - - - - - - - B6")
    attack = Played(0, parse_action("attack:A1,A2"))
    told = GAME.news(state, attack, GAME.apply(state, attack))
    cornered = battle("B5 R5 - R5 R5 - - - - R2")
    keys = {}
    for text in ("move:C3,C2", "move:A2,A3"):
        move = Played(0, parse_action(text))
        after = GAME.apply(cornered, move)
        keys[text] = [message.key for message in GAME.news(cornered, move, after)]

    assert Message.of("dekaxex.news.turn_die", space="A2", value="3") in told
    assert any(message.key == "dekaxex.news.turn" for message in told)
    assert "dekaxex.news.blocked" in keys["move:C3,C2"]
    assert "dekaxex.news.blocked" not in keys["move:A2,A3"]


def test_news_tell_the_placement_the_battle_and_a_repetition():
    """A random set-up tells when to place; ten pawns tell the battle; the third time is told."""
    start = GAME.setup(2, {"config": "random"})
    roll = Rolled(tuple(Die("red", face) for face in "65432"))
    placed = GAME.apply(start, roll)
    trip = ["move:A1,A2", "move:B4,C3", "move:A2,A1", "move:C3,B4"] * 2
    state = play(battle("R2 - - - - - B3 - - -"), *trip[:-1])
    last = Played(1, parse_action(trip[-1]))

    assert [m.key for m in GAME.news(start, roll, placed)] == ["dekaxex.news.place"]
    assert "dekaxex.news.repetition" in [
        m.key for m in GAME.news(state, last, GAME.apply(state, last))
    ]


def test_the_sheet_is_the_board_with_clicks_where_one_action_ends():
    """Ten hexagons; C3 is taken by one pawn only, B1 by two and so has no click."""
    sheet = GAME.sheet(battle(FULL), 0)
    cells = {cell.place: cell for cell in sheet.rows[0].cells}

    assert sheet.layout is Layout.HEXAGONS
    assert len(cells) == 10
    assert cells["C3"].action == parse_action("attack:B4,C3")
    assert cells["B1"].action is None
    assert cells["A1"].face == "pips_6"
    assert cells["A1"].colour == "red"
    assert cells["A1"].mark is Mark.MARKED
    assert cells["B2"].at == (1, 0)
    assert sheet.total == 5


def test_the_sheet_tells_hands_increases_and_what_comes_next():
    """Facts and notes change with the phase."""
    roll = GAME.sheet(GAME.setup(2, {"config": "random"}), 0)
    place = GAME.sheet(GAME.setup(2, {}), 1)
    raised = GAME.sheet(battle(FULL, increase_action=True), 0)

    assert roll.notes[0].key == "dekaxex.sheet.roll_first"
    assert "6 5 5 4 4" in [value for _, value in place.facts]
    assert "3" in [value for _, value in raised.facts]
    assert GAME.sheet(over(), 0).notes == ()


# Board files


def changed(path, value):
    """Return the shipped table with one value replaced."""
    table = copy.deepcopy(dict(TABLE))
    place = table
    for key in path[:-1]:
        place = place[key]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return table


BOARD = ("board", 0)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (changed(("schema",), 2), "schema: expected 1, got 2"),
        (changed(("default",), "round"), "default: expected one of hex343, triangle, got 'round'"),
        (changed(("board",), []), "board: expected one or more"),
        (changed(("board",), ["x"]), r"board\[0\]: expected a block"),
        (changed((*BOARD, "id"), "Big Board"), r"board\[0\].id: expected a name"),
        (changed((*BOARD, "id"), "triangle"), r"board\[1\].id: expected a name no other board"),
        (changed((*BOARD, "label"), ""), r"board\[0\].label: expected a text"),
        (changed((*BOARD, "cells"), None), r"board\[0\].cells: expected 10 cells"),
        (
            changed((*BOARD, "cells"), [*TABLE["board"][0]["cells"], {"id": "D1", "q": 0, "r": 2}]),
            "expected 10 cells, one for each pawn, got '11 cells'",
        ),
        (changed((*BOARD, "cells", 1), 5), r"cells\[1\]: expected a cell with id, q and r"),
        (changed((*BOARD, "cells", 1, "id"), "A 1"), r"cells\[1\].id: expected a name of"),
        (changed((*BOARD, "cells", 1, "id"), "A1"), r"cells\[1\].id: expected a name no other"),
        (changed((*BOARD, "cells", 1, "q"), 1.5), r"cells\[1\].q: expected a whole number"),
        (changed((*BOARD, "cells", 1, "r"), True), r"cells\[1\].r: expected a whole number"),
        (changed((*BOARD, "cells", 1, "q"), 1), r"cells\[1\]: expected a place no other cell"),
        (changed((*BOARD, "cells", 0, "q"), 9), "expected cells that are all connected, got '"),
    ],
)
def test_a_file_that_is_no_board_is_refused(table, words):
    """The message names the file, the key, what was expected and what was found."""
    with pytest.raises(SettingsError, match=words) as caught:
        load_boards(table)

    assert str(caught.value).startswith(TABLE["__file__"])


def test_a_board_of_ones_own_is_offered_under_its_label():
    """The option names the boards of the file by their labels."""
    option = line_board().spec.options[0]

    assert option.choices == ("line",)
    assert ENGLISH.say(option.value_text("dekaxex", "line")) == "Line"


def test_option_values_are_said_in_words():
    """A sentence of the catalogue for choices, a bare number as it is."""
    options = {option.key: option for option in GAME.spec.options}
    number = Option("first_seat", 0, minimum=0, maximum=5)

    assert ENGLISH.say(options["solo"].value_text("dekaxex", True)) == "yes"
    assert ENGLISH.say(options["config"].value_text("dekaxex", "65432")) == "6, 5, 4, 3, 2"
    assert ENGLISH.say(number.value_text("dekaxex", 3)) == "3"


def test_nothing_on_the_board_is_secret():
    """Dice may be named; a face is said by the game's own catalogue unless a game knows better."""
    assert GAME.announce_dice(battle(FULL), Rolled(())) is None
    assert GAME.face_text(Die("red", "5")) == Message("dekaxex.face.5")
