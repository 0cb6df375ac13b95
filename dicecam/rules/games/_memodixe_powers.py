"""What a pair in MémoDiXe does: its power step by step, then the win, then the re-roll.

Order of a pair (M-10): 1 the power, 2 choosing the die that is won and re-rolling the other, 3
filling empty places from the reserve. Powers are lists of primitives from a data file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

from dicecam.rules.core import Action
from dicecam.rules.games._memodixe_set import DixeSet, Effect
from dicecam.rules.games._memodixe_state import (
    Phase,
    State,
    counted,
    lay_again,
    refused,
    won,
)

POWER = "power"
NEXT = "next"
DONE = Action(POWER, ("done",))
ANNOUNCE = "announce"
"""Not in files: stands for the effect the app announces in co-op after "Next"."""


def resolve_pair(dixes: DixeSet, state: State) -> State:
    """Return the state after two equal dice were turned, up to the first choice."""
    symbol = str(state.turned[0].face)
    queue = dixes.effects(symbol)
    if state.rules.coop:
        # Decided afterwards: in co-op only the effect that the app announces applies.
        queue = (Effect(ANNOUNCE),) if dixes.coop_effects else ()
    return advance(replace(state, queue=queue, wins=1, rerolls=True))


def advance(state: State) -> State:
    """Do the effects that need no choice; then the win and the re-roll (section 5)."""
    while state.queue:
        effect = state.queue[0]
        if effect.op in (ANNOUNCE, "manual") or _choices(state, effect):
            return replace(state, phase=Phase.RESOLVE_POWER)
        # A choice among nothing is skipped, such as a theft when nobody owns a die (M-5).
        state = _automatic(replace(state, queue=state.queue[1:]), effect)
    left = state.turned_places
    if 0 < state.wins < len(left):
        return replace(state, phase=Phase.CHOOSE_DIE)
    if state.wins:
        for place in left:
            state = won(state, place)
        left = ()
    return lay_again(state, left if state.rerolls else ())


def chosen(state: State, place: int) -> State:
    """Return the state after the die that is won was chosen; the other one is re-rolled."""
    if place not in state.turned_places:
        raise refused("NOT_ONE_OF_THE_PAIR")
    state = won(state, place)
    return lay_again(state, (other for other in state.turned_places if other != place))


def _automatic(state: State, effect: Effect) -> State:
    """Return the state after an effect without choice."""
    simple: dict[str, dict[str, int | bool]] = {
        "win": {"wins": effect.n, "rerolls": True},
        "no_win": {"wins": 0, "rerolls": False},
        "reroll_both": {"wins": 0, "rerolls": True},
        "extra_turn": {"again": True},
        "skip_next": {"skips": state.skips + 1},
    }
    if effect.op in simple:
        return replace(state, **simple[effect.op])  # type: ignore[arg-type]
    if effect.op == "take_from_reserve":
        taken = min(effect.n, state.reserve)
        return counted(replace(state, reserve=state.reserve - taken), state.current, taken)
    if effect.who == "own":
        return _discard_from(state, state.current, effect.n)
    if effect.who == "all_others":
        move = _discard_from if effect.op == "discard" else _steal
        for seat in state.others:
            state = move(state, seat, effect.n)
    return state


def _steal(state: State, seat: int, n: int) -> State:
    taken = min(n, state.counts[seat])
    return counted(counted(state, seat, -taken), state.current, taken)


def _give(state: State, seat: int, n: int) -> State:
    given = min(n, state.counts[state.current])
    return counted(counted(state, state.current, -given), seat, given)


def _discard_from(state: State, seat: int, n: int) -> State:
    """Discarded dice are out for the rest of the game (section 7)."""
    lost = min(n, state.counts[seat])
    return counted(replace(state, discarded=state.discarded + lost), seat, -lost)


def _choices(state: State, effect: Effect) -> tuple[tuple[str, ...], ...]:
    """Return the arguments of the choices an effect gives; () when it gives none."""
    free = sorted(state.occupied.difference(state.turned_places))
    owners = [seat for seat in state.others if state.counts[seat]]
    if effect.op == "steal" and effect.who == "choice":
        return tuple(("steal", str(seat)) for seat in owners)
    if effect.op == "discard" and effect.who == "choice":
        return tuple(("discard_from", str(seat)) for seat in owners)
    if effect.op == "discard" and effect.who == "square":
        return tuple(("discard_die", str(place)) for place in free)
    if effect.op == "give" and state.counts[state.current]:
        return tuple(("give", str(seat)) for seat in state.others)
    if effect.op == "peek":
        return tuple(("peek", str(place)) for place in free)
    if effect.op == "swap_places":
        return tuple(("swap_places", str(a), str(b)) for a, b in combinations(free, 2))
    return ()


_SINGLE = tuple(Effect(op) for op in ("peek", "swap_places"))
_BUTTONS_COOP = (*_SINGLE, Effect("discard", who="square"))
_BUTTONS = (
    *_BUTTONS_COOP,
    Effect("steal", who="choice"),
    Effect("discard", who="choice"),
    Effect("give", who="choice"),
)
_PLAIN_BUTTONS = ("no_win", "win_both", "reroll_both", "extra_turn", "skip_next")


def _buttons(state: State) -> tuple[tuple[str, ...], ...]:
    """Return every primitive as a button, for a power that is only printed in the rules."""
    coop = state.rules.coop
    found = [choice for e in (_BUTTONS_COOP if coop else _BUTTONS) for choice in _choices(state, e)]
    found += [(name,) for name in _PLAIN_BUTTONS]
    if not coop and state.reserve:
        found.append(("take_from_reserve",))
    if not coop and state.counts[state.current]:
        found.append(("discard_own",))
    return (*found, DONE.args)


def power_actions(dixes: DixeSet, state: State) -> tuple[Action, ...]:
    """Return the choices of the effect that is being done, in no special order."""
    effect = state.queue[0]
    if effect.op == ANNOUNCE:
        return tuple(Action(NEXT, (str(n),)) for n in range(len(dixes.coop_effects)))
    choices = _buttons(state) if effect.op == "manual" else _choices(state, effect)
    return tuple(Action(POWER, args) for args in choices)


def power_played(dixes: DixeSet, state: State, action: Action) -> State:
    """Return the state after a choice for the power.

    Raises:
        IllegalActionError: The effect gives no such choice.
    """
    effect, rest = state.queue[0], state.queue[1:]
    if action not in power_actions(dixes, state):
        raise _power_refusal(state, action)
    if effect.op == ANNOUNCE:
        return advance(replace(state, queue=(dixes.coop_effects[int(action.args[0])], *rest)))
    if action == DONE:
        return advance(replace(state, queue=rest))
    # A manual power stays until it is done; the effects with several dice go on with one less.
    per_die = effect.op in ("peek", "swap_places") or effect.who == "square"
    if effect.op != "manual":
        less = (replace(effect, n=effect.n - 1),) if per_die and effect.n > 1 else ()
        state = replace(state, queue=(*less, *rest))
    return advance(_ACTS[action.args[0]](state, action.args[1:], effect.n))


def _power_refusal(state: State, action: Action) -> Exception:
    name, args = (action.args or ("",))[0], action.args[1:]
    offered = {"steal", "discard_from"}
    if name in offered and args and args[0] in {str(seat) for seat in range(len(state.counts))}:
        return refused("VICTIM_HAS_NO_DICE", seat=int(args[0]))
    places = {str(place) for place in state.occupied}
    if name in ("peek", "discard_die", "swap_places") and args and not places.issuperset(args):
        return refused("EMPTY_PLACE")
    return refused("WRONG_PHASE", "NO_SUCH_CHOICE")


_Act = Callable[[State, tuple[str, ...], int], State]


def _discard_die(state: State, args: tuple[str, ...], n: int) -> State:
    del n
    return replace(state, occupied=state.occupied - {int(args[0])}, discarded=state.discarded + 1)


def _swap(state: State, args: tuple[str, ...], n: int) -> State:
    del n
    tops, (a, b) = list(state.tops), (int(args[0]), int(args[1]))
    tops[a], tops[b] = tops[b], tops[a]
    return replace(state, tops=tuple(tops))


def _plain(effect: Effect) -> _Act:
    return lambda state, args, n: _automatic(state, effect)


_ACTS: dict[str, _Act] = {
    "steal": lambda state, args, n: _steal(state, int(args[0]), n),
    "give": lambda state, args, n: _give(state, int(args[0]), n),
    "discard_from": lambda state, args, n: _discard_from(state, int(args[0]), n),
    "discard_die": _discard_die,
    # Looking under a die is done at the table: nobody else may know what was seen.
    "peek": lambda state, args, n: state,
    "swap_places": _swap,
    "discard_own": _plain(Effect("discard", who="own")),
    "take_from_reserve": _plain(Effect("take_from_reserve")),
    "win_both": _plain(Effect("win", 2)),
    **{op: _plain(Effect(op)) for op in ("no_win", "reroll_both", "extra_turn", "skip_next")},
}
"""What each choice does, with its arguments and the effect's number."""
