"""The steps of a turn in MémoDiXe: touching, calling, taking a die, Oni's move, the clock.

Pure functions of a state; the order of their refusals is the order of the rules that are named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dicecam.rules.core import Action, Seat
from dicecam.rules.games._memodixe_powers import chosen
from dicecam.rules.games._memodixe_state import (
    CENTRE,
    PLACES,
    Phase,
    State,
    Turned,
    end_turn,
    lay_again,
    refused,
    won,
)

GO = Action("go")
CALL = Action("call")
REPLACED = Action("replaced")
REROLL_INSTEAD = Action("reroll_instead_of_end")
END_GAME = Action("end_game")
PRESS_END = Action("press_end")


def oni_moves(state: State) -> tuple[int, ...]:
    """Return the places Oni may move from: the centre is empty, between two turns (section 6)."""
    if not state.rules.coop or state.phase is not Phase.TURN_START or CENTRE in state.occupied:
        return ()
    return tuple(sorted(state.occupied))


def _place(text: str) -> int:
    if text not in {str(place) for place in range(PLACES)}:
        raise refused("EMPTY_PLACE")
    return int(text)


def laid(state: State, tops: Mapping[int, str]) -> State:
    """Return the state after dice were laid in the square or put back, seen or said by hand."""
    if state.phase is Phase.SETUP:
        fresh: Sequence[int] = range(PLACES)
        after = replace(state, phase=Phase.TURN_START, started_s=state.now_s)
    else:
        fresh, after = state.pending, end_turn(state)
    if not state.rules.assist:
        return after
    kept = {place: top for place, top in enumerate(state.tops) if place not in fresh}
    return replace(after, tops=tuple({**kept, **tops}.get(place) for place in range(PLACES)))


def touched(state: State, text: str) -> State:
    """Return the state after a die was touched; it has to be turned now (section 6, TOUCH)."""
    if state.phase not in (Phase.TURN_START, Phase.ONE_TURNED):
        raise refused("WRONG_PHASE")
    place = _place(text)
    if len(state.occupied) < 2:
        raise refused("ONLY_CALL_POSSIBLE")
    if place in state.turned_places:
        raise refused("SAME_DIE")
    if state.turned and state.turned[-1].face is None:
        raise refused("TOUCHED_DIE_MUST_BE_TURNED")
    if place not in state.occupied:
        raise refused("EMPTY_PLACE")
    phase = Phase.TWO_TURNED if state.turned else Phase.ONE_TURNED
    return replace(state, phase=phase, turned=(*state.turned, Turned(place)))


def die_chosen(state: State, text: str) -> State:
    """Return the state after a die was taken: one of a pair, or the prize of a right call."""
    if state.phase is Phase.CHOOSE_DIE:
        return chosen(state, _place(text))
    if state.phase is not Phase.AFTER_RIGHT_CALL or not state.prize_due:
        raise refused("WRONG_PHASE")
    place = _place(text)
    if place not in state.occupied:
        raise refused("EMPTY_PLACE")
    return _after_prize(replace(won(state, place), prize_due=False))


def without_die(state: State, action: Action) -> State:
    """Return the state after an action of the current player that names no die."""
    if action.verb == "untouch":  # section 6: a touched die must be turned
        raise refused("TOUCHED_DIE_MUST_BE_TURNED" if state.turned else "WRONG_PHASE")
    if action == CALL:
        return _called(state)
    if action == REPLACED and state.phase is Phase.REROLL:
        return laid(state, {})
    if action in (REROLL_INSTEAD, END_GAME):
        return _after_right_call(state, action)
    known = action in (GO, REPLACED)
    raise refused("WRONG_PHASE") if known else refused("UNKNOWN_ACTION")


def _called(state: State) -> State:
    if state.phase is not Phase.TURN_START:
        raise refused("CALL_ONLY_AT_TURN_START")
    if len(state.occupied) < 2:  # nothing can be equal, so nothing has to be shown
        return judged(state, right=True)
    return replace(state, phase=Phase.VERIFY)


def judged(state: State, right: bool) -> State:
    """Return the state after the hidden faces were compared (sections 5 and 7)."""
    caller = state.current
    if right:
        prize = bool(state.occupied) and not state.rules.coop  # M-9: none if the square is empty
        state = replace(
            state, phase=Phase.AFTER_RIGHT_CALL, last_right_caller=caller, prize_due=prize
        )
        return state if prize or state.rules.coop else _after_prize(state)
    if not state.rules.coop:  # M-13: in co-op nothing is lost
        lost = state.counts[caller]
        counts = tuple(0 if s == caller else n for s, n in enumerate(state.counts))
        state = replace(state, counts=counts, discarded=state.discarded + lost)
    state = replace(state, again=state.rules.turn_after_wrong_call)  # M-3
    return lay_again(state, state.occupied)


def _after_prize(state: State) -> State:
    if state.rules.reroll_after_right_call:
        return state
    return replace(state, phase=Phase.GAME_OVER)


def _after_right_call(state: State, action: Action) -> State:
    if not state.rules.reroll_after_right_call or state.rules.coop:
        raise refused("OPTION_OFF")
    if state.phase is not Phase.AFTER_RIGHT_CALL or state.prize_due:
        raise refused("WRONG_PHASE")
    if action == END_GAME:
        return replace(state, phase=Phase.GAME_OVER)
    if would_win(state):  # a tie for first place counts as winning
        raise refused("WOULD_WIN_ANYWAY")
    if not state.occupied:  # decided afterwards: nothing to re-roll
        raise refused("EMPTY_PLACE", "NOTHING_TO_REROLL")
    return lay_again(state, state.occupied)


def winners_now(state: State) -> tuple[Seat, ...]:
    """Most dice wins; a tie goes to the last right caller if he is in it, else it is shared."""
    best = max(state.counts)
    tied = tuple(seat for seat, count in enumerate(state.counts) if count == best)
    return (state.last_right_caller,) if state.last_right_caller in tied else tied  # M-8


def would_win(state: State) -> bool:
    """Return whether the current player would win if the game ended now."""
    return state.current in winners_now(state)


def oni_moved(state: State, seat: Seat, text: str) -> State:
    """Return the state after Oni moved a die to the centre, as it lies (section 6, ONI_MOVE)."""
    if not state.rules.coop:
        raise refused("OPTION_OFF", "ONLY_IN_COOP")
    if seat != state.master:
        raise refused("NOT_YOUR_TURN", "ONLY_THE_MASTER", seat=state.master or 0)
    if state.phase is not Phase.TURN_START:  # decided afterwards: between two players' turns
        raise refused("WRONG_PHASE", "BETWEEN_TURNS")
    if CENTRE in state.occupied:
        raise refused("CENTRE_NOT_EMPTY")
    place = _place(text)
    if place not in state.occupied:
        raise refused("EMPTY_PLACE")
    tops = list(state.tops)
    tops[CENTRE], tops[place] = tops[place], None
    occupied = state.occupied - {place} | {CENTRE}
    return replace(state, occupied=occupied, tops=tuple(tops))


def end_pressed(state: State, seat: Seat) -> State:
    """Return the state after the end button was pressed in time (section 6, PRESS_END)."""
    if not state.rules.coop:
        raise refused("OPTION_OFF", "ONLY_IN_COOP")
    if state.phase is not Phase.AFTER_RIGHT_CALL:
        raise refused("WRONG_PHASE", "CALL_FIRST")
    if seat == state.master or not 0 <= seat < len(state.counts):
        raise refused("NOT_YOUR_TURN", "NOT_THE_MASTER", seat=state.master or 0)
    return replace(state, phase=Phase.GAME_OVER)


def ticked(state: State, time_s: float) -> State:
    """Return the state at a later time; the timer ends a co-op game (section 8)."""
    if not state.rules.coop or state.phase is Phase.GAME_OVER:
        return state
    state = replace(state, now_s=max(state.now_s, time_s))
    late = state.now_s >= state.started_s + state.rules.timer_s  # exactly at the end is too late
    if state.phase is Phase.SETUP or not late:
        return state
    # Whatever was being turned, chosen or put back when the bell rang stays as it is.
    return replace(state, phase=Phase.GAME_OVER, rang=True, turned=(), queue=(), pending=())
