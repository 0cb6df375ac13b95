"""A position of MémoDiXe, and the steps that every turn ends with.

A state never holds a hidden face, but for the one or two dice that are being shown in this turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

from dicecam.errors import IllegalActionError, UnexpectedRollError
from dicecam.messages import Message
from dicecam.rules.core import refuse
from dicecam.rules.games._memodixe_set import Effect

GAME = "memodixe"
PLACES = 9
CENTRE = 4


class Phase(StrEnum):
    """Where in a turn the game is (section 5)."""

    SETUP = "SETUP"
    TURN_START = "TURN_START"
    ONE_TURNED = "ONE_TURNED"
    TWO_TURNED = "TWO_TURNED"
    RESOLVE_POWER = "RESOLVE_POWER"
    CHOOSE_DIE = "CHOOSE_DIE"
    REROLL = "REROLL"
    """Dice are rolled and put back; those of the reserve that fill empty places as well."""
    VERIFY = "VERIFY"
    AFTER_RIGHT_CALL = "AFTER_RIGHT_CALL"
    GAME_OVER = "GAME_OVER"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game, resolved.

    Attributes:
        coop: True in co-op, False in the competitive game.
        reroll_after_right_call: True when a caller who would not win may re-roll the square.
        turn_after_wrong_call: True when the caller still has his turn after a wrong call (M-3).
        master_plays: True when the roller master turns dice as well (M-6).
        assist: True when the die models are used to check what is read.
        timer_s: Length of a co-op game in seconds.
    """

    coop: bool
    reroll_after_right_call: bool
    turn_after_wrong_call: bool
    master_plays: bool
    assist: bool
    timer_s: int


@dataclass(frozen=True, slots=True)
class Turned:
    """A die that is turned over in this turn.

    Attributes:
        place: Where it lies, 0 to 8 from the top left.
        face: What it showed; None until it has been seen.
    """

    place: int
    face: str | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A position of the game.

    Attributes:
        rules: The options.
        phase: Step of the turn.
        current: Seat whose turn it is.
        counts: Dice won by each seat.
        reserve: Dice of the reserve.
        discarded: Dice that are out of the game.
        pile: Dice won together in co-op.
        occupied: Places with a die.
        turned: Dice turned in this turn, in order.
        queue: Effects of the power still to be done.
        wins: How many of the two dice of a pair are won.
        rerolls: True when the dice of the pair that are not won are rolled again.
        again: True when the current player has another turn after this one.
        skips: How many players are skipped after this turn.
        pending: Places whose dice have to be rolled and put there.
        prize_due: True when the right caller has still to take a die.
        last_right_caller: Seat of the last right call, None when there was none.
        master: Seat of the roller master in co-op.
        started_s: Time of "Go" in co-op.
        now_s: Last time heard of in co-op.
        rang: True when the timer ended the game.
        tops: Visible symbols by place, only kept for the checking aid; None where not known.
    """

    rules: Rules
    phase: Phase
    current: int
    counts: tuple[int, ...]
    reserve: int
    discarded: int
    pile: int
    occupied: frozenset[int]
    turned: tuple[Turned, ...]
    queue: tuple[Effect, ...]
    wins: int
    rerolls: bool
    again: bool
    skips: int
    pending: tuple[int, ...]
    prize_due: bool
    last_right_caller: int | None
    master: int | None
    started_s: float
    now_s: float
    rang: bool
    tops: tuple[str | None, ...]

    @property
    def turned_places(self) -> tuple[int, ...]:
        """Places of the dice turned in this turn."""
        return tuple(die.place for die in self.turned)

    @property
    def others(self) -> tuple[int, ...]:
        """All seats but the current one."""
        return tuple(seat for seat in range(len(self.counts)) if seat != self.current)


def refused(reason: str, sentence: str = "", **args: int | str | Message) -> IllegalActionError:
    """Return a refusal; its sentence has the key of the reason unless another one says it better."""
    if not sentence:
        return refuse(GAME, reason, **args)
    return IllegalActionError(reason, Message.of(f"{GAME}.refuse.{sentence}", **args))


def misfit(reason: str, places: Iterable[int] = ()) -> UnexpectedRollError:
    """Return the refusal of dice that are not the ones awaited."""
    named = tuple(place_name(place) for place in places)
    return UnexpectedRollError(reason, Message.of(f"{GAME}.refuse.{reason}", places=named))


def place_name(place: int) -> Message:
    """Return a place of the square in words."""
    return Message(f"{GAME}.place.{place}")


def counted(state: State, seat: int, change: int) -> State:
    """Return the state with more or fewer dice won by a seat."""
    counts = list(state.counts)
    counts[seat] += change
    return replace(state, counts=tuple(counts))


def won(state: State, place: int) -> State:
    """Return the state after the current player took the die of a place.

    In co-op it goes to the common pile (M-7).
    """
    state = replace(state, occupied=state.occupied - {place})
    if state.rules.coop:
        return replace(state, pile=state.pile + 1)
    return counted(state, state.current, 1)


def seat_after(state: State, seat: int) -> int:
    """Return the next seat clockwise that turns dice."""
    seat = (seat + 1) % len(state.counts)
    if seat == state.master and not state.rules.master_plays:  # M-6
        seat = (seat + 1) % len(state.counts)
    return seat


def lay_again(state: State, rerolled: Iterable[int]) -> State:
    """Return the state in which dice have to be rolled and put on their places.

    Args:
        state: The position.
        rerolled: Places whose own dice are rolled again; every empty place gets a die of the
            reserve besides, as long as there is one (section 6, REFILL).
    """
    empty = [place for place in range(PLACES) if place not in state.occupied]
    filled = empty[: state.reserve]
    pending = tuple(sorted({*rerolled, *filled}))
    state = replace(
        state,
        occupied=state.occupied.union(filled),
        reserve=state.reserve - len(filled),
        pending=pending,
        turned=(),
        queue=(),
        prize_due=False,
        phase=Phase.REROLL,
    )
    return state if pending else end_turn(state)


def end_turn(state: State) -> State:
    """Return the state in which the next player begins."""
    seat = state.current
    if not state.again:
        seat = seat_after(state, seat)
        for _ in range(state.skips):
            seat = seat_after(state, seat)
    return replace(
        state,
        phase=Phase.TURN_START,
        current=seat,
        turned=(),
        queue=(),
        wins=1,
        rerolls=True,
        again=False,
        skips=state.skips if state.again else 0,
        pending=(),
    )
