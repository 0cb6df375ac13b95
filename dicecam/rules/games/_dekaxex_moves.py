"""What a pawn of Dekaxex may do: placing, attacks with their jumps, moves, increases, passes.

Pure functions of a board and a state; section numbers are those of the rule page's summary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise
from typing import Any

from dicecam.dice import Die
from dicecam.errors import IllegalActionError
from dicecam.messages import Message
from dicecam.rules.core import Action, Seat, refuse
from dicecam.rules.games._dekaxex_board import Board

GAME = "dekaxex"
SIDES = ("red", "blue")
DRAW = "draw"
HIGHEST = 6
MAX_INCREASES = 3
REPETITIONS = 3
PASS = Action("pass")
CLAIM = Action("claim_draw")


class Phase(StrEnum):
    """Where in the game we are."""

    CONFIG = "CONFIG"
    PLACE = "PLACE"
    BATTLE = "BATTLE"
    OVER = "OVER"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game, resolved.

    Attributes:
        opponent_places: True when each side places the other side's pawns.
        attack_compulsory: V1, an attack that is possible has to be made.
        move_anyway: True when a pawn may move although an attack is possible (K-2).
        jump_attacks: V2, an attack may come after jumps.
        long_jumps: True when one jump may cross several pawns in a row (K-7).
        one_immune_to_six: V3, a 6 may not take a 1.
        increase_action: V4, a pawn may be raised by one.
        shared_increases: True when the three increases are for both sides together (K-4).
        move_anywhere: True when every empty space may be moved to (K-3).
        offer_draw: True when the third occurrence of a position allows to claim a draw (K-6).
        solo: True when one person plays both sides.
    """

    opponent_places: bool
    attack_compulsory: bool
    move_anyway: bool
    jump_attacks: bool
    long_jumps: bool
    one_immune_to_six: bool
    increase_action: bool
    shared_increases: bool
    move_anywhere: bool
    offer_draw: bool
    solo: bool


@dataclass(frozen=True, slots=True)
class State:
    """A position of the game.

    Attributes:
        layout: Name of the board.
        rules: The options.
        phase: Step of the game.
        turn: Side to play, `red` or `blue`.
        pawns: What stands on each space of the board, None for an empty one.
        hands: Values still to be placed, of red and of blue, highest first.
        increases: Increases used by red and by blue.
        passed: True when the turn before was a pass.
        turns: Turns of the battle so far (K-8).
        seen: The position after each turn since the last one that cannot be undone, this included.
        winner: `red`, `blue` or `draw` when the game is over.
    """

    layout: str
    rules: Rules
    phase: Phase
    turn: str
    pawns: tuple[Die | None, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    increases: tuple[int, int]
    passed: bool
    turns: int
    seen: tuple[str, ...]
    winner: str | None


def other(side: str) -> str:
    """Return the other side."""
    return SIDES[1 - SIDES.index(side)]


def seat_to_play(state: State) -> Seat:
    """Return the seat of the side to play; one person alone has both sides."""
    return 0 if state.rules.solo else SIDES.index(state.turn)


def pawn_count(state: State, side: str) -> int:
    """Return how many pawns a side has on the board."""
    return sum(pawn is not None and pawn.kind == side for pawn in state.pawns)


def strength_refusal(rules: Rules, attacker: int, defender: int) -> str | None:
    """Return why a value cannot take another, None when it can (section 7)."""
    if rules.one_immune_to_six and attacker == HIGHEST and defender == 1:  # V3
        return "PROTECTED_ONE"
    if defender < attacker or (attacker == 1 and defender == HIGHEST):
        return None
    return "NOT_LOWER"


def jump_paths(board: Board, state: State, start: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to jump from a cell onto another pawn (section 7, jumps).

    Yields:
        The cell itself, the landing cells and last the cell of the pawn that is landed on. A way
        never lands twice on a cell; the cell it starts from counts as empty.
    """
    pawns = (*state.pawns[:start], None, *state.pawns[start + 1 :])
    todo: list[tuple[int, ...]] = [(start,)]
    while todo:
        path = todo.pop()
        for landing in _landings(board, pawns, path[-1], state.rules.long_jumps):
            if pawns[landing] is not None:
                yield (*path, landing)
            elif landing not in path[1:]:
                todo.append((*path, landing))


def _landings(
    board: Board, pawns: tuple[Die | None, ...], cell: int, long_jumps: bool
) -> Iterator[int]:
    for line in board.lines[cell]:
        for over, landing in pairwise(line):
            if pawns[over] is None:
                break
            yield landing
            if not long_jumps:  # K-7: one jump crosses one pawn
                break


def attacks(board: Board, state: State) -> Iterator[tuple[int, ...]]:
    """Yield the attacks of the side to play: from, landing cells, target."""
    for cell, pawn in enumerate(state.pawns):
        if pawn is None or pawn.kind != state.turn:
            continue
        ways: list[tuple[int, ...]] = [(cell, near) for near in board.neighbours[cell]]
        if state.rules.jump_attacks:  # V2
            ways += jump_paths(board, state, cell)
        for way in ways:
            enemy = state.pawns[way[-1]]
            if enemy is None or enemy.kind == state.turn:
                continue
            if strength_refusal(state.rules, pawn.pips, enemy.pips) is None:
                yield way


def legal_for_turn(board: Board, state: State) -> tuple[Action, ...]:
    """Return what the side to play may do, the claim of a draw aside, sorted."""
    if state.phase is Phase.PLACE:
        return _placements(board, state)
    actions = [
        Action("attack", tuple(board.cells[c] for c in way)) for way in attacks(board, state)
    ]
    attack_possible = bool(actions)
    if _may_move(state.rules, attack_possible):
        actions += [
            Action("move", (board.cells[cell], board.cells[to]))
            for cell, pawn in enumerate(state.pawns)
            if pawn is not None and pawn.kind == state.turn
            for to in (
                range(len(board.cells)) if state.rules.move_anywhere else board.neighbours[cell]
            )
            if state.pawns[to] is None
        ]
    if _may_increase(state, attack_possible):
        actions += [
            Action("increase", (board.cells[cell],))
            for cell, pawn in enumerate(state.pawns)
            if pawn is not None and pawn.kind == state.turn and pawn.pips < HIGHEST
        ]
    return tuple(sorted(actions, key=_order)) or (PASS,)  # K-5: only when nothing else is legal


def _order(action: Action) -> tuple[str, tuple[str, ...]]:
    return action.verb, action.args


def _placements(board: Board, state: State) -> tuple[Action, ...]:
    side = side_to_place(state)
    free = sorted(board.cells[cell] for cell, pawn in enumerate(state.pawns) if pawn is None)
    values = sorted(set(state.hands[SIDES.index(side)]))
    return tuple(Action("place", (side, str(value), cell)) for value in values for cell in free)


def side_to_place(state: State) -> str:
    """Return whose pawns the side to play puts down (section 5, placement)."""
    return other(state.turn) if state.rules.opponent_places else state.turn


def _may_move(rules: Rules, attack_possible: bool) -> bool:
    # K-2: a move needs a side without attack; V1 says the same and overrides the option.
    return not attack_possible or (rules.move_anyway and not rules.attack_compulsory)


def increases_left(state: State) -> int:
    """Return how many increases the side to play has left (V4, K-4)."""
    used = state.increases
    spent = sum(used) if state.rules.shared_increases else used[SIDES.index(state.turn)]
    return max(0, MAX_INCREASES - spent)


def _may_increase(state: State, attack_possible: bool) -> bool:
    rules = state.rules
    forced = rules.attack_compulsory and attack_possible  # K-2
    return rules.increase_action and not forced and increases_left(state) > 0


def may_claim(state: State) -> bool:
    """Return whether either side may claim a draw now (K-6: third time the same position)."""
    if state.phase is not Phase.BATTLE or not state.rules.offer_draw:
        return False
    return state.seen.count(state.seen[-1]) >= REPETITIONS


def refused(reason: str, sentence: str = "", **args: Any) -> IllegalActionError:
    """Return a refusal; its sentence has the key of the reason unless another one says it better."""
    if not sentence:
        return refuse(GAME, reason, **args)
    return IllegalActionError(reason, Message.of(f"{GAME}.refuse.{sentence}", **args))


def direct_attack(board: Board, state: State, source: str, target: str) -> Action:
    """Return the attack that leads from one space to another when the jumps are not named.

    Args:
        board: The board.
        state: The position.
        source: Space of the attacker.
        target: Space of the pawn that is attacked.

    Returns:
        The attack with its landing cells; one that the rules will refuse when none leads there.

    Raises:
        IllegalActionError: Several ways of jumping lead there.
    """
    short = Action("attack", (source, target))
    if not state.rules.jump_attacks or {source, target} - set(board.cells):
        return short
    start, end = board.cells.index(source), board.cells.index(target)
    if end in board.neighbours[start]:
        return short
    # A way that comes back to its start is no other way: the rest of it leads there as well.
    ways = [w for w in jump_paths(board, state, start) if w[-1] == end and start not in w[1:]]
    enemy = state.pawns[end]
    if len(ways) > 1 and enemy is not None and enemy.kind != state.turn:
        raise refused("BAD_JUMP", "SEVERAL_PATHS", source=source, target=target)
    return Action("attack", tuple(board.cells[c] for c in ways[0])) if len(ways) == 1 else short


def played(board: Board, state: State, seat: Seat, action: Action) -> State:
    """Return the state after an action.

    Raises:
        IllegalActionError: The rules forbid it.
    """
    if state.phase is Phase.OVER:
        raise refused("GAME_OVER")
    if action == CLAIM:
        return _claim(state, seat)
    phase, fewest, most, play = _PLAYS.get(action.verb, (None, 0, 0, _pass))
    if phase is None or not fewest <= len(action.args) <= most:
        raise refused("UNKNOWN_ACTION")
    if state.phase is not phase:
        raise refused("WRONG_PHASE")
    if seat != seat_to_play(state):
        raise refused("NOT_YOUR_TURN", side=Message(f"core.colour.{state.turn}"))
    return _tested(play(board, state, action.args))


def _claim(state: State, seat: Seat) -> State:
    if seat not in ((0,) if state.rules.solo else (0, 1)):
        raise refused("NOT_YOUR_TURN", side=Message(f"core.colour.{state.turn}"))
    if not state.rules.offer_draw:
        raise refused("VARIANT_OFF", "NO_CLAIMS")
    if not may_claim(state):
        raise refused("WRONG_PHASE", "NO_REPETITION")
    return replace(state, phase=Phase.OVER, winner=DRAW)


def _cell(board: Board, name: str) -> int:
    if name not in board.cells:
        raise refused("NO_SUCH_SPACE", space=name)
    return board.cells.index(name)


def _own(board: Board, state: State, name: str) -> tuple[int, Die]:
    cell = _cell(board, name)
    pawn = state.pawns[cell]
    if pawn is None:
        raise refused("EMPTY_SPACE", space=name)
    if pawn.kind != state.turn:
        raise refused("NOT_YOUR_PAWN", space=name)
    return cell, pawn


def _place(board: Board, state: State, args: tuple[str, ...]) -> State:
    side, value, name = args
    cell = _cell(board, name)
    wanted = side_to_place(state)
    if side != wanted:
        raise refused("WRONG_COLOUR_TO_PLACE", side=Message(f"core.colour.{wanted}"))
    hand = state.hands[SIDES.index(side)]
    if value not in [str(number) for number in hand]:
        raise refused("NOT_IN_HAND", side=Message(f"core.colour.{side}"), value=value)
    if state.pawns[cell] is not None:
        raise refused("SPACE_OCCUPIED", space=name)
    at = hand.index(int(value))
    rest = (*hand[:at], *hand[at + 1 :])
    hands = (rest, state.hands[1]) if side == SIDES[0] else (state.hands[0], rest)
    pawns = (*state.pawns[:cell], Die(side, value), *state.pawns[cell + 1 :])
    state = replace(state, pawns=pawns, hands=hands, turn=other(state.turn))
    if any(hands):
        return state
    # K-9: ten pawns in turn, so that the starter of the placement starts the battle as well.
    return replace(state, phase=Phase.BATTLE, seen=(position_key(state),))


def _attack(board: Board, state: State, args: tuple[str, ...]) -> State:
    cells = tuple(_cell(board, name) for name in args)
    source, pawn = _own(board, state, args[0])
    enemy = state.pawns[cells[-1]]
    if enemy is None:
        raise refused("EMPTY_SPACE", space=args[-1])
    if enemy.kind == state.turn:
        raise refused("OWN_PAWN", space=args[-1])
    if len(cells) > 2 or cells[-1] not in board.neighbours[source]:
        _check_jumps(board, state, cells)
    reason = strength_refusal(state.rules, pawn.pips, enemy.pips)
    if reason is not None:
        raise refused(reason, attacker=pawn.pips, defender=enemy.pips)
    # Section 7: the attacker stands there and shows the captured value.
    return _after_turn(state, {source: None, cells[-1]: Die(state.turn, enemy.face)}, final=True)


def _check_jumps(board: Board, state: State, cells: tuple[int, ...]) -> None:
    source, target = board.cells[cells[0]], board.cells[cells[-1]]
    if not state.rules.jump_attacks:
        reason = "VARIANT_OFF" if len(cells) > 2 else "NOT_ADJACENT"
        sentence = "NO_JUMPS" if len(cells) > 2 else ""
        raise refused(reason, sentence, source=source, target=target)
    if cells not in tuple(jump_paths(board, state, cells[0])):
        raise refused("BAD_JUMP", source=source, target=target)


def _move(board: Board, state: State, args: tuple[str, ...]) -> State:
    source, pawn = _own(board, state, args[0])
    target = _cell(board, args[1])
    if state.pawns[target] is not None:
        raise refused("SPACE_OCCUPIED", space=args[1])
    if not state.rules.move_anywhere and target not in board.neighbours[source]:  # K-3
        raise refused("NOT_ADJACENT", source=args[0], target=args[1])
    if not _may_move(state.rules, any(attacks(board, state))):
        raise refused("ATTACK_AVAILABLE")
    return _after_turn(state, {source: None, target: pawn})


def _increase(board: Board, state: State, args: tuple[str, ...]) -> State:
    if not state.rules.increase_action:
        raise refused("VARIANT_OFF", "NO_INCREASES")
    cell, pawn = _own(board, state, args[0])
    if pawn.pips == HIGHEST:
        raise refused("MAX_VALUE", space=args[0])
    if not increases_left(state):
        raise refused("NO_INCREASE_LEFT", count=MAX_INCREASES)
    if not _may_increase(state, any(attacks(board, state))):
        raise refused("ATTACK_AVAILABLE")
    red, blue = state.increases
    used = (red + 1, blue) if state.turn == SIDES[0] else (red, blue + 1)
    state = replace(state, increases=used)
    return _after_turn(state, {cell: Die(state.turn, str(pawn.pips + 1))}, final=True)


def _pass(board: Board, state: State, args: tuple[str, ...]) -> State:
    del args
    if legal_for_turn(board, state) != (PASS,):
        raise refused("PASS_NOT_ALLOWED")
    if state.passed:  # K-5: both sides in a row, more pawns wins
        return _majority(replace(_after_turn(state, {}), passed=True))
    return replace(_after_turn(state, {}), passed=True)


def _after_turn(state: State, changes: dict[int, Die | None], final: bool = False) -> State:
    """Return the state with the spaces changed and the other side to play.

    Args:
        state: The position.
        changes: What stands where afterwards.
        final: True when no position before can come back, so that they need not be kept.
    """
    pawns = tuple(changes.get(cell, pawn) for cell, pawn in enumerate(state.pawns))
    state = replace(state, pawns=pawns, turn=other(state.turn), passed=False, turns=state.turns + 1)
    kept = () if final else state.seen
    return replace(state, seen=(*kept, position_key(state)))


def position_key(state: State) -> str:
    """Return a position as text; the increases used are the same between two of `State.seen`."""
    return state.turn + "".join(f" {pawn or '-'}" for pawn in state.pawns)


def _tested(state: State) -> State:
    """Return the state after the test for the end (section 8)."""
    if state.phase is not Phase.BATTLE:
        return state
    for side in SIDES:
        if not pawn_count(state, side):  # 1. a colour without pawns loses
            return replace(state, phase=Phase.OVER, winner=other(side))
    faces = {pawn.face for pawn in state.pawns if pawn is not None}
    return _majority(state) if len(faces) == 1 else state  # 2. all pawns show the same value


def _majority(state: State) -> State:
    red, blue = (pawn_count(state, side) for side in SIDES)
    winner = DRAW if red == blue else SIDES[0] if red > blue else SIDES[1]
    return replace(state, phase=Phase.OVER, winner=winner)


_Play = Callable[[Board, State, tuple[str, ...]], State]

_PLAYS: dict[str, tuple[Phase, int, int, _Play]] = {
    "place": (Phase.PLACE, 3, 3, _place),
    "attack": (Phase.BATTLE, 2, 99, _attack),
    "move": (Phase.BATTLE, 2, 2, _move),
    "increase": (Phase.BATTLE, 1, 1, _increase),
    PASS.verb: (Phase.BATTLE, 0, 0, _pass),
}
"""For each verb its phase, the fewest and most arguments and what it does."""
