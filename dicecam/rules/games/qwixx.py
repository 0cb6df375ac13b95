"""Qwixx: four rows of eleven numbers, two white and four coloured dice.

State machine: ROLL -> WHITE (everybody decides, then all marks apply at once) -> COLOUR (the
active player) -> next player's ROLL, or GAME_OVER. Section numbers in comments are those of the
rule page's summary: 5 turn, 6 preconditions, 7 changes, 8 end, 9 scoring, Q-n decisions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from dicecam.dice import Die, pip_die
from dicecam.messages import Message
from dicecam.rules.core import (
    Action,
    DiceCall,
    Event,
    Game,
    GameBase,
    Option,
    Options,
    Outcome,
    Played,
    Preset,
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

COLOURS = ("red", "yellow", "green", "blue")
NUMBERS = {
    "red": tuple(range(2, 13)),
    "yellow": tuple(range(2, 13)),
    "green": tuple(range(12, 1, -1)),  # green and blue run from 12 down to 2
    "blue": tuple(range(12, 1, -1)),
}
POINTS = tuple(n * (n + 1) // 2 for n in range(13))  # section 9
PENALTY_POINTS = 5
MAX_PENALTIES = 4
ROWS_TO_END = 2
PASS = Action("pass")
MARK_WHITE = "mark"
MARK_COLOUR = "mark_colour"


class Phase(StrEnum):
    """Where in a turn the game is."""

    ROLL = "ROLL"
    WHITE = "WHITE"
    COLOUR = "COLOUR"
    GAME_OVER = "GAME_OVER"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game, resolved.

    Attributes:
        lock_min: Crosses needed in a row, the last number included, to cross its last number.
        plain_cross: True when the last number may be crossed earlier, without the lock.
        only_if_stuck: True when a turn that offered a legal mark costs no penalty.
        penalty_in_white: True when a game that ends in the white step still costs a penalty.
    """

    lock_min: int
    plain_cross: bool
    only_if_stuck: bool
    penalty_in_white: bool


@dataclass(frozen=True, slots=True)
class Card:
    """One player's sheet.

    Attributes:
        rows: Crossed numbers of red, yellow, green and blue, in crossing order.
        locks: Colours whose lock box this player crossed.
        penalties: Error boxes crossed, 0 to 4.
    """

    rows: tuple[tuple[int, ...], ...] = ((), (), (), ())
    locks: frozenset[str] = frozenset()
    penalties: int = 0

    def numbers(self, colour: str) -> tuple[int, ...]:
        """Return the crossed numbers of a row."""
        return self.rows[COLOURS.index(colour)]

    def crosses(self, colour: str) -> int:
        """Return the crosses of a row, the lock included (section 9)."""
        return len(self.numbers(colour)) + (colour in self.locks)


@dataclass(frozen=True, slots=True)
class State:
    """A position of the game.

    Attributes:
        rules: The options.
        active: Seat whose turn it is.
        phase: Step of the turn.
        dice: The throw being used, sorted; empty before it.
        locked: Rows closed for everybody; their dice are out.
        cards: One for each seat.
        choices: Decisions of the white step by seat: a colour, `pass`, or None while open.
        marked: True when the active player crossed something this turn.
        could_mark: True when the active player had a legal mark this turn.
    """

    rules: Rules
    active: int
    phase: Phase
    dice: tuple[Die, ...]
    locked: frozenset[str]
    cards: tuple[Card, ...]
    choices: tuple[str | None, ...]
    marked: bool
    could_mark: bool

    @property
    def white(self) -> tuple[int, ...]:
        """The pips of the white dice."""
        return tuple(die.pips for die in self.dice if die.kind == "white")

    def pips(self, colour: str) -> int | None:
        """Return the pips of a coloured die, None when it is out."""
        return next((die.pips for die in self.dice if die.kind == colour), None)


SPEC = Spec(
    key="qwixx",
    min_seats=2,
    max_seats=8,  # printed for 2 to 5, more sheets do no harm
    dice=(pip_die("white", "white"), *(pip_die(colour, colour) for colour in COLOURS)),
    options=(
        Option("lock_min_including_last", 5, choices=(5, 6)),
        Option("last_number_below_min", "forbidden", choices=("forbidden", "plain_cross")),
        Option("penalty_when", "no_mark", choices=("no_mark", "no_legal_mark")),
        Option("penalty_if_ended_in_white", False, choices=(False, True)),
        Option("first_seat", 0, minimum=0, maximum=7, seat=True),
    ),
    presets=(Preset("official", (("lock_min_including_last", 6),)),),
)


class Qwixx(GameBase[State]):
    """The game; stateless, every method is a function of its arguments."""

    spec = SPEC
    state_type = State

    def setup(self, seats: int, options: Options) -> State:
        """Return empty sheets before the first roll."""
        check_seats(SPEC, seats)
        chosen = resolve_options(SPEC, options)
        rules = Rules(
            lock_min=int(chosen["lock_min_including_last"]),
            plain_cross=chosen["last_number_below_min"] == "plain_cross",
            only_if_stuck=chosen["penalty_when"] == "no_legal_mark",
            penalty_in_white=bool(chosen["penalty_if_ended_in_white"]),
        )
        return State(
            rules=rules,
            active=int(chosen["first_seat"]) % seats,
            phase=Phase.ROLL,
            dice=(),
            locked=frozenset(),
            cards=(Card(),) * seats,
            choices=(None,) * seats,
            marked=False,
            could_mark=False,
        )

    def awaits(self, state: State) -> DiceCall | None:
        """Two white dice and one of each open row, in the ROLL phase only (section 2)."""
        if state.phase is not Phase.ROLL:
            return None
        kinds = ("white", "white", *(c for c in COLOURS if c not in state.locked))
        return DiceCall(tuple(sorted(kinds)), seat=state.active)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Everybody undecided in the white step, the active player in the colour step."""
        if state.phase is Phase.WHITE:
            return frozenset(s for s, choice in enumerate(state.choices) if choice is None)
        if state.phase is Phase.COLOUR:
            return frozenset({state.active})
        return frozenset()

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Every mark the rules allow, and the pass, sorted."""
        if seat not in self.to_act(state):
            return ()
        return tuple(sorted((*legal_marks(state, seat), PASS)))

    def apply(self, state: State, event: Event) -> State:
        """Return the state after a roll or a decision."""
        if isinstance(event, Rolled):
            return _roll(state, event)
        if isinstance(event, Played):
            return _play(state, event.seat, event.action)
        raise refuse_roll("qwixx", "INCOMPLETE_ROLL", awaited=_awaited(state))

    def scores(self, state: State) -> tuple[int, ...]:
        """Rows by their crosses, less five points a penalty (section 9)."""
        return tuple(score(card) for card in state.cards)

    def outcome(self, state: State) -> Outcome | None:
        """Highest total wins; equal totals share the victory (Q-9)."""
        if state.phase is not Phase.GAME_OVER:
            return None
        scores = self.scores(state)
        best = max(scores)
        return Outcome(tuple(s for s, points in enumerate(scores) if points == best), scores)

    def describe(self, state: State, action: Action) -> Message:
        """Say what an action does, with the dice it uses."""
        if action == PASS:
            costs = state.phase is Phase.COLOUR and not state.marked
            return Message("qwixx.action.pass_penalty" if costs else "qwixx.action.pass")
        colour, number = _parse_mark(action) or ("", 0)
        if not colour:
            return Message.of("core.action.unknown", action=action.verb)
        last = number == NUMBERS[colour][-1]
        key = "qwixx.action.mark_last" if last else f"qwixx.action.{action.verb}"
        return Message.of(key, row=Message(f"core.colour.{colour}"), number=number)

    def uses(self, state: State, action: Action) -> tuple[Die, ...]:
        """The two white dice, or a white and the coloured one."""
        mark = _parse_mark(action)
        if mark is None:
            return ()
        white = tuple(die for die in state.dice if die.kind == "white")
        if action.verb == MARK_WHITE:
            return white
        coloured = next((die for die in state.dice if die.kind == mark[0]), None)
        partner = [d for d in white if coloured and d.pips + coloured.pips == mark[1]]
        return (partner[0], coloured) if coloured and partner else ()

    def news(self, before: State, event: Event, after: State) -> tuple[Message, ...]:
        """Tell closed rows, penalties and the next turn."""
        del event
        told = [
            Message.of("qwixx.news.locked", row=Message(f"core.colour.{colour}"))
            for colour in COLOURS
            if colour in after.locked - before.locked
        ]
        told += [
            Message.of("qwixx.news.penalty", seat=seat, count=card.penalties)
            for seat, card in enumerate(after.cards)
            if card.penalties > before.cards[seat].penalties
        ]
        if after.phase is Phase.ROLL and before.phase is not Phase.ROLL:
            told.append(Message.of("core.news.turn", seat=after.active))
        return tuple(told)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """Return a player's pad: four rows with lock boxes, four error boxes."""
        card = state.cards[seat]
        legal = set(self.legal_actions(state, seat))
        rows = [_sheet_row(state, card, colour, legal) for colour in COLOURS]
        boxes = tuple(
            Cell("×", Mark.MARKED if n < card.penalties else Mark.OPEN, shape="penalty")
            for n in range(MAX_PENALTIES)
        )
        penalties = Row(
            "penalties",
            Message("qwixx.sheet.penalties"),
            boxes,
            points=-PENALTY_POINTS * card.penalties,
        )
        return Sheet(seat, (*rows, penalties), score(card))


def create(tables: Tables) -> Game[State]:
    """Return the game; it needs no data file."""
    del tables
    return Qwixx()


def score(card: Card) -> int:
    """Return a sheet's points (section 9)."""
    rows = sum(POINTS[card.crosses(colour)] for colour in COLOURS)
    return rows - PENALTY_POINTS * card.penalties


def mark_refusal(state: State, card: Card, colour: str, number: int) -> str | None:
    """Return why a number cannot be crossed on a sheet, None when it can (section 6, 2. to 4.)."""
    if colour in state.locked:
        return "ROW_LOCKED"
    printed, crossed = NUMBERS[colour], card.numbers(colour)
    if crossed and printed.index(number) <= max(printed.index(n) for n in crossed):
        return "NOT_RIGHT_OF_LAST"
    too_few = len(crossed) + 1 < state.rules.lock_min
    if number == printed[-1] and too_few and not state.rules.plain_cross:
        return "LAST_NUMBER_NEEDS_MIN"
    return None


def legal_marks(state: State, seat: Seat) -> tuple[Action, ...]:
    """Return the marks a seat could make with the dice, in no special order (section 6)."""
    card, verb = state.cards[seat], _mark_verb(state)
    return tuple(
        Action(verb, (colour, str(number)))
        for colour in COLOURS
        for number in sorted(_sums(state, colour))
        if mark_refusal(state, card, colour, number) is None
    )


def _mark_verb(state: State) -> str:
    return MARK_WHITE if state.phase is Phase.WHITE else MARK_COLOUR


def _sums(state: State, colour: str) -> frozenset[int]:
    if state.phase is Phase.WHITE:
        return frozenset({sum(state.white)})
    pips = state.pips(colour)
    return frozenset() if pips is None else frozenset(white + pips for white in state.white)


def _awaited(state: State) -> tuple[Message, ...]:
    kinds = ("white", "white", *(c for c in COLOURS if c not in state.locked))
    return tuple(Message(f"core.colour.{kind}") for kind in kinds)


def _roll(state: State, event: Rolled) -> State:
    if state.phase is not Phase.ROLL:
        reason = "GAME_OVER" if state.phase is Phase.GAME_OVER else "WRONG_PHASE"
        raise refuse_roll("qwixx", reason)
    # Decided afterwards: a die of a locked colour is ignored, the others have to be right.
    dice = tuple(sorted(die for die in event.dice if die.kind not in state.locked))
    awaited = Counter(["white", "white", *(c for c in COLOURS if c not in state.locked)])
    readable = all(die.face in ("1", "2", "3", "4", "5", "6") for die in dice)
    if Counter(die.kind for die in dice) != awaited or not readable:
        raise refuse_roll("qwixx", "INCOMPLETE_ROLL", awaited=_awaited(state))
    rolled = replace(
        state,
        phase=Phase.WHITE,
        dice=dice,
        choices=(None,) * len(state.cards),
        marked=False,
        could_mark=False,
    )
    return replace(rolled, could_mark=bool(legal_marks(rolled, state.active)))


def _parse_mark(action: Action) -> tuple[str, int] | None:
    if action.verb not in (MARK_WHITE, MARK_COLOUR) or len(action.args) != 2:
        return None
    colour, number = action.args
    if colour not in COLOURS or number not in {str(n) for n in NUMBERS[colour]}:
        return None
    return colour, int(number)


def _play(state: State, seat: Seat, action: Action) -> State:
    if state.phase is Phase.GAME_OVER:
        raise refuse("qwixx", "GAME_OVER")
    if state.phase is Phase.ROLL or not 0 <= seat < len(state.cards):
        raise refuse("qwixx", "WRONG_PHASE")
    if state.phase is Phase.COLOUR and seat != state.active:
        raise refuse("qwixx", "NOT_ACTIVE_PLAYER", active_seat=state.active)
    if state.phase is Phase.WHITE and state.choices[seat] is not None:
        raise refuse("qwixx", "ONE_MARK_PER_ACTION")
    if action == PASS:
        return _white(state, seat, "pass") if state.phase is Phase.WHITE else _end_turn(state)
    colour, number = _allowed_mark(state, seat, action)
    if state.phase is Phase.WHITE:
        return _white(state, seat, colour)
    marked = _crossed(state.cards[state.active], colour, number, state.rules)
    state = _with_card(replace(state, marked=True), seat, marked)
    state = _close_rows(state)
    return state if state.phase is Phase.GAME_OVER else _end_turn(state)


def _allowed_mark(state: State, seat: Seat, action: Action) -> tuple[str, int]:
    """Return row and number of a mark; raise IllegalActionError with the rule that forbids it."""
    mark = _parse_mark(action)
    if mark is None:
        raise refuse("qwixx", "SUM_MISMATCH")
    if action.verb != _mark_verb(state):  # section 5: white first, then colour
        raise refuse("qwixx", "WRONG_PHASE")
    colour, number = mark
    row = Message(f"core.colour.{colour}")
    if colour in state.locked:
        raise refuse("qwixx", "ROW_LOCKED", row=row)
    if number not in _sums(state, colour):
        raise refuse("qwixx", "SUM_MISMATCH")
    reason = mark_refusal(state, state.cards[seat], colour, number)
    if reason is not None:
        raise refuse("qwixx", reason, row=row, number=number, minimum=state.rules.lock_min)
    return mark


def _white(state: State, seat: Seat, choice: str) -> State:
    choices = (*state.choices[:seat], choice, *state.choices[seat + 1 :])
    state = replace(state, choices=choices)
    if None in choices:
        return state
    # Section 5: the decisions are simultaneous, so all marks are tested against the same locks
    # and applied as one batch; several players may lock the same row.
    number = sum(state.white)
    cards = tuple(
        card if choice in ("pass", None) else _crossed(card, str(choice), number, state.rules)
        for card, choice in zip(state.cards, choices, strict=True)
    )
    state = _close_rows(replace(state, cards=cards, marked=choices[state.active] != "pass"))
    if state.phase is Phase.GAME_OVER:
        if state.rules.penalty_in_white:
            state = _with_penalty(state)
        return state
    state = replace(state, phase=Phase.COLOUR)
    could = state.could_mark or bool(legal_marks(state, state.active))
    return replace(state, could_mark=could)


def _crossed(card: Card, colour: str, number: int, rules: Rules) -> Card:
    at = COLOURS.index(colour)
    numbers = (*card.rows[at], number)
    rows = (*card.rows[:at], numbers, *card.rows[at + 1 :])
    # Section 7 and Q-10: the lock comes with the last number, it is no choice.
    locks = number == NUMBERS[colour][-1] and len(numbers) >= rules.lock_min
    return replace(card, rows=rows, locks=card.locks | {colour} if locks else card.locks)


def _with_card(state: State, seat: Seat, card: Card) -> State:
    return replace(state, cards=(*state.cards[:seat], card, *state.cards[seat + 1 :]))


def _close_rows(state: State) -> State:
    """Take locked rows out of the game after a batch; two of them end it (sections 7 and 8)."""
    locked = state.locked.union(*(card.locks for card in state.cards))
    over = len(locked) >= ROWS_TO_END
    return replace(state, locked=locked, phase=Phase.GAME_OVER if over else state.phase)


def _with_penalty(state: State) -> State:
    if state.marked or (state.rules.only_if_stuck and state.could_mark):
        return state
    card = state.cards[state.active]
    return _with_card(state, state.active, replace(card, penalties=card.penalties + 1))


def _end_turn(state: State) -> State:
    state = _with_penalty(state)
    if state.cards[state.active].penalties >= MAX_PENALTIES:  # section 8
        return replace(state, phase=Phase.GAME_OVER)
    return replace(
        state,
        phase=Phase.ROLL,
        active=(state.active + 1) % len(state.cards),
        dice=(),
        choices=(None,) * len(state.cards),
        marked=False,
        could_mark=False,
    )


def _sheet_row(state: State, card: Card, colour: str, legal: set[Action]) -> Row:
    crossed, printed = card.numbers(colour), NUMBERS[colour]
    last = max((printed.index(number) for number in crossed), default=-1)
    closed = colour in state.locked
    cells = []
    for index, number in enumerate(printed):
        action = Action(_mark_verb(state), (colour, str(number)))
        if number in crossed:
            mark = Mark.MARKED
        elif closed:
            mark = Mark.CLOSED
        else:
            mark = Mark.PASSED if index < last else Mark.OPEN
        cells.append(Cell(str(number), mark, action if action in legal else None))
    locked_here = colour in card.locks
    lock = Mark.MARKED if locked_here else Mark.CLOSED if closed else Mark.OPEN
    cells.append(Cell("", lock, shape="lock", label=Message("qwixx.sheet.lock")))
    return Row(
        colour,
        Message(f"core.colour.{colour}"),
        tuple(cells),
        colour=colour,
        points=POINTS[card.crosses(colour)],
        closed=closed,
    )
