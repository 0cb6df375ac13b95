"""The upper part of Yams, a throw-away sixth game: five dice, up to three throws, six boxes.

It shows what a game needs and nothing more: this file, its texts, a vector file and a playthrough.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dicecam.dice import Die, pip_die
from dicecam.messages import Message
from dicecam.rules.core import (
    Action,
    DiceCall,
    Event,
    Game,
    GameBase,
    Options,
    Outcome,
    Played,
    Rolled,
    Seat,
    Spec,
    Tables,
    check_seats,
    refuse,
    refuse_roll,
    resolve_options,
)
from dicecam.rules.sheet import Cell, Mark, Row, Sheet

DICE = 5
MAX_ROLLS = 3
BONUS_FROM, BONUS = 63, 35

SPEC = Spec(key="yams", min_seats=1, max_seats=8, dice=(pip_die("die"),))


@dataclass(frozen=True, slots=True)
class State:
    """A position of the game.

    Attributes:
        current: Seat whose turn it is.
        rolls: Throws of this turn.
        dice: Pips on the table, sorted; empty before the first throw.
        boxes: Points by seat and box, None while open.
    """

    current: int
    rolls: int
    dice: tuple[int, ...]
    boxes: tuple[tuple[int | None, ...], ...]

    @property
    def over(self) -> bool:
        """True when every box is filled."""
        return all(None not in boxes for boxes in self.boxes)


class Yams(GameBase[State]):
    """The game; stateless."""

    spec = SPEC
    state_type = State

    def setup(self, seats: int, options: Options) -> State:
        """Return open boxes."""
        check_seats(SPEC, seats)
        resolve_options(SPEC, options)
        return State(0, 0, (), ((None,) * 6,) * seats)

    def awaits(self, state: State) -> DiceCall | None:
        """Five dice; after the first throw some may be kept."""
        if state.over or state.rolls == MAX_ROLLS:
            return None
        return DiceCall(("die",) * DICE, state.current, may_keep=state.rolls > 0)

    def to_act(self, state: State) -> frozenset[Seat]:
        """The current player once dice lie."""
        return frozenset({state.current}) if state.dice else frozenset()

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Every open box."""
        if seat not in self.to_act(state):
            return ()
        open_ = (n for n, points in enumerate(state.boxes[seat], start=1) if points is None)
        return tuple(Action("take", (str(n),)) for n in open_)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after a throw or a choice."""
        if isinstance(event, Played):
            return self._take(state, event)
        dice = event.dice if isinstance(event, Rolled) else ()
        if self.awaits(state) is None or [die.kind for die in dice] != ["die"] * DICE:
            raise refuse_roll("yams", "WRONG_DICE")
        pips = tuple(sorted(die.pips for die in dice))
        return replace(state, rolls=state.rolls + 1, dice=pips)

    def _take(self, state: State, event: Played) -> State:
        if event.action not in self.legal_actions(state, event.seat):
            raise refuse("yams", "NOT_OPEN")
        number = int(event.action.args[0])
        own = list(state.boxes[event.seat])
        own[number - 1] = number * state.dice.count(number)
        boxes = (*state.boxes[: event.seat], tuple(own), *state.boxes[event.seat + 1 :])
        return State((event.seat + 1) % len(boxes), 0, (), boxes)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the sums, with the bonus from 63 points."""
        sums = [sum(points or 0 for points in boxes) for boxes in state.boxes]
        return tuple(points + (BONUS if points >= BONUS_FROM else 0) for points in sums)

    def outcome(self, state: State) -> Outcome | None:
        """Most points wins, ties are shared."""
        if not state.over:
            return None
        scores = self.scores(state)
        best = max(scores)
        return Outcome(tuple(s for s, points in enumerate(scores) if points == best), scores)

    def describe(self, state: State, action: Action) -> Message:
        """Say which box is filled and with what."""
        if action.verb != "take" or len(action.args) != 1 or action.args[0] not in "123456":
            return Message.of("core.action.unknown", action=action.verb)
        number = int(action.args[0])
        points = number * state.dice.count(number)
        return Message.of("yams.action.take", number=number, points=points)

    def uses(self, state: State, action: Action) -> tuple[Die, ...]:
        """Return the dice that count for a box."""
        return tuple(Die("die", str(n)) for n in state.dice if (str(n),) == action.args)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """Return six boxes, each a row."""
        clicks = {action.args[0]: action for action in self.legal_actions(state, seat)}
        rows = tuple(
            Row(
                f"box_{number}",
                Message.of("yams.sheet.box", number=number),
                (
                    Cell(
                        "" if points is None else str(points),
                        Mark.OPEN if points is None else Mark.MARKED,
                        clicks.get(str(number)),
                        face=f"pips_{number}",
                    ),
                ),
                points=points,
            )
            for number, points in enumerate(state.boxes[seat], start=1)
        )
        return Sheet(seat, rows, self.scores(state)[seat])


def create(tables: Tables) -> Game[State]:
    """Return the game; it needs no data file."""
    del tables
    return Yams()
