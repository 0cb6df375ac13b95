"""My Shelfie, the dice game: six dice, a shelf of five rows and five columns.

State machine: ROLLING (the first throw is due; then up to two re-rolls, or a choice) -> CHOOSING
(no re-roll left, or stopped) -> next player's ROLLING, or GAME_OVER. While a re-roll is left the
dice stay awaited: a throw in which at least one die moved is the re-roll. Section numbers in
comments are those of the rule page's summary: 5 turn, 6 preconditions, 7 changes, 8 end, 9
scoring, S-n decisions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from dicecam.dice import BODY_COLOURS, Die
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
    Rolled,
    Seat,
    Spec,
    Tables,
    check_seats,
    refuse,
    refuse_roll,
    resolve_options,
)
from dicecam.rules.games._shelfie_items import (
    CIRCLE,
    CIRCLED,
    CROSSED,
    KEY,
    MAX_ITEMS,
    OPEN,
    Item,
    Marks,
    check_payment,
    circle,
    circle_choices,
    close_lines,
    column_points,
    completed,
    parse_items,
    payments,
    row_label,
    row_points,
    score,
    unavailable_rows,
    with_mark,
)
from dicecam.rules.games._shelfie_shelf import COLUMNS, DICE, FILE, KIND, ROWS, Shelf, read_shelf
from dicecam.rules.sheet import Cell, Mark, Row, Sheet

DATA = (FILE,)

MAX_ROLLS = 3
ROWS_TO_END = 2
STOP = Action("stop")
REROLL = Action("reroll")
CROSS = "cross_row"


_Clicks = dict[tuple[str, int], tuple[Action, ...]]


class Phase(StrEnum):
    """Where in a turn the game is."""

    ROLLING = "ROLLING"
    """A throw is due or still possible."""
    CHOOSING = "CHOOSING"
    """The dice lie for good."""
    GAME_OVER = "GAME_OVER"


@dataclass(frozen=True, slots=True)
class State:
    """A position of the game.

    Attributes:
        must_circle: True when a row may only be crossed out if no item is possible (S-5, S-6).
        first: Seat that began; a round ends before it.
        current: Seat whose turn it is.
        round: Round of turns, from 1.
        phase: Step of the turn.
        rolls_used: Throws of this turn, a re-roll announced by hand included.
        waiting: True when a throw is due before anything else can happen.
        dice: Faces on the table, sorted; empty before the first throw of a turn.
        sheets: The marks of every seat.
        final_round: True when this round is the last.
    """

    must_circle: bool
    first: int
    current: int
    round: int
    phase: Phase
    rolls_used: int
    waiting: bool
    dice: tuple[str, ...]
    sheets: tuple[Marks, ...]
    final_round: bool


def spec_of(shelf: Shelf) -> Spec:
    """Return the game's record; its dice show the symbols of the sheet."""
    return Spec(
        key=KEY,
        min_seats=2,
        max_seats=4,
        dice=(shelf.die_kind(),),
        options=(
            Option("must_circle", True, choices=(True, False)),  # S-5, S-6
            Option("first_seat", 0, minimum=0, maximum=3, seat=True),
        ),
    )


class Shelfie(GameBase[State]):
    """The game; its only content is the printed sheet.

    Args:
        shelf: Rows, needs, points and joker.
    """

    state_type = State

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.spec = spec_of(shelf)

    def setup(self, seats: int, options: Options) -> State:
        """Return open shelves before the first throw (section 4)."""
        check_seats(self.spec, seats)
        chosen = resolve_options(self.spec, options)
        first = int(chosen["first_seat"]) % seats
        return State(
            must_circle=bool(chosen["must_circle"]),
            first=first,
            current=first,
            round=1,
            phase=Phase.ROLLING,
            rolls_used=0,
            waiting=True,
            dice=(),
            sheets=((OPEN * COLUMNS,) * ROWS,) * seats,
            final_round=False,
        )

    def awaits(self, state: State) -> DiceCall | None:
        """All six dice for the first throw; then any of them while a re-roll is left."""
        if state.phase is not Phase.ROLLING:
            return None
        keep = bool(state.dice)
        purpose = f"{KEY}.call.reroll" if keep else f"{KEY}.call.first"
        return DiceCall((KIND,) * DICE, seat=state.current, may_keep=keep, purpose=purpose)

    def to_act(self, state: State) -> frozenset[Seat]:
        """The current player, once his dice lie."""
        idle = state.waiting or state.phase is Phase.GAME_OVER
        return frozenset() if idle else frozenset({state.current})

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Every way to circle, rows to cross out, and re-roll or stop while there is one left."""
        if seat not in self.to_act(state):
            return ()
        actions = [
            circle(items) for items in circle_choices(self.shelf, state.sheets[seat], state.dice)
        ]
        if not actions or not state.must_circle:
            actions += [Action(CROSS, (row,)) for row in rows_to_cross(self.shelf, state, seat)]
        if state.phase is Phase.ROLLING:
            actions += [REROLL, STOP]
        return tuple(sorted(actions, key=lambda action: (action.verb, action.args)))

    def apply(self, state: State, event: Event) -> State:
        """Return the state after a throw or a decision."""
        if isinstance(event, Rolled):
            return _roll(self.shelf, state, event)
        if isinstance(event, Played):
            return _play(self.shelf, state, event.seat, event.action)
        raise refuse_roll(KEY, "INCOMPLETE_ROLL", count=DICE)

    def scores(self, state: State) -> tuple[int, ...]:
        """Rows and columns with at least three circled items (section 9)."""
        return tuple(score(self.shelf, marks) for marks in state.sheets)

    def outcome(self, state: State) -> Outcome | None:
        """Highest total wins; equal totals share the victory (section 9)."""
        if state.phase is not Phase.GAME_OVER:
            return None
        scores = self.scores(state)
        best = max(scores)
        return Outcome(tuple(s for s, points in enumerate(scores) if points == best), scores)

    def describe(self, state: State, action: Action) -> Message:
        """Say what an action does; a joker is named where one is used."""
        del state
        if action in (STOP, REROLL):
            return Message(f"{KEY}.action.{action.verb}")
        items = parse_items(action)
        if items:
            return Message.of(f"{KEY}.action.circle", items=tuple(map(self._item, items)))
        if action.verb == CROSS and len(action.args) == 1:
            return Message.of(f"{KEY}.action.cross_row", row=row_label(self.shelf, action.args[0]))
        return Message.of("core.action.unknown", action=action.verb)

    def _item(self, item: Item) -> Message:
        row = row_label(self.shelf, item.row)
        if item.jokers == 0:
            return Message.of(f"{KEY}.item.plain", row=row, column=item.column)
        if item.dice == 0:
            return Message.of(f"{KEY}.item.all_jokers", row=row, column=item.column)
        return Message.of(f"{KEY}.item.joker", row=row, column=item.column, dice=item.dice)

    def face_text(self, die: Die) -> Message:
        """Return what a face is called: the joker, or the row it stands for."""
        joker = die.face == self.shelf.joker
        return Message(f"{KEY}.face.joker") if joker else row_label(self.shelf, die.face)

    def uses(self, state: State, action: Action) -> tuple[Die, ...]:
        """Return the dice that pay the items of an action."""
        del state
        faces: list[str] = []
        for item in parse_items(action) or ():
            faces += [item.row] * item.dice + [self.shelf.joker] * item.jokers
        return tuple(Die(KIND, face) for face in sorted(faces))

    def news(self, before: State, event: Event, after: State) -> tuple[Message, ...]:
        """Tell closed rows and columns, the last round, skipped players and the next turn."""
        if not isinstance(event, Played) or event.action in (STOP, REROLL):
            return ()
        told: list[Message] = []
        rows, columns = completed(before.sheets[event.seat], after.sheets[event.seat])
        for at in rows:
            row = row_label(self.shelf, self.shelf.rows[at].id)
            told.append(Message.of(f"{KEY}.news.row", seat=event.seat, row=row))
        told += [Message.of(f"{KEY}.news.column", seat=event.seat, column=at + 1) for at in columns]
        if after.final_round and not before.final_round:
            told.append(Message(f"{KEY}.news.final_round"))
        told += [
            Message.of(f"{KEY}.news.skipped", seat=seat) for seat in _passed_over(before, after)
        ]
        if after.phase is Phase.ROLLING:
            told.append(Message.of("core.news.turn", seat=after.current))
        return tuple(told)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """Return a player's shelf; a click circles the item alone or with others, or crosses."""
        marks = state.sheets[seat]
        clicks = self._clicks(state, seat)
        rows = [self._sheet_row(at, marks, clicks) for at in range(ROWS)]
        earned = column_points(self.shelf, marks)
        cells = tuple(
            Cell(str(points), Mark.MARKED if points else Mark.OPEN, shape="circle")
            for points in earned
        )
        rows.append(Row("columns", Message(f"{KEY}.sheet.columns"), cells, points=sum(earned)))
        facts = [(Message(f"{KEY}.sheet.round"), str(state.round))]
        if seat == state.current and state.phase is not Phase.GAME_OVER:
            facts.append((Message(f"{KEY}.sheet.rolls"), f"{state.rolls_used} / {MAX_ROLLS}"))
        notes = (Message(f"{KEY}.sheet.final_round"),) if state.final_round else ()
        total = score(self.shelf, marks)
        return Sheet(seat, tuple(rows), total, facts=tuple(facts), notes=notes)

    def _clicks(self, state: State, seat: Seat) -> _Clicks:
        """Return what a click on a space may play: each set of items it is in, shortest first."""
        if seat not in self.to_act(state):
            return {}
        clicks: dict[tuple[str, int], list[Action]] = {}
        cheapest: dict[frozenset[tuple[str, int]], tuple[Item, ...]] = {}
        for items in circle_choices(self.shelf, state.sheets[seat], state.dice):
            spaces = frozenset((item.row, item.column) for item in items)
            cheapest[spaces] = min(
                cheapest.get(spaces, items), items, key=lambda ways: sum(w.jokers for w in ways)
            )
        for items in sorted(cheapest.values(), key=len):
            for item in items:
                clicks.setdefault((item.row, item.column), []).append(circle(items))
        if not cheapest or not state.must_circle:
            for row in rows_to_cross(self.shelf, state, seat):
                for column in range(1, COLUMNS + 1):
                    clicks.setdefault((row, column), []).append(Action(CROSS, (row,)))
        return {space: tuple(actions) for space, actions in clicks.items()}

    def _sheet_row(self, at: int, marks: Marks, clicks: _Clicks) -> Row:
        row, painted = self.shelf.rows[at], {CIRCLED: Mark.MARKED, CROSSED: Mark.CLOSED}
        label = row_label(self.shelf, row.id)
        cells = []
        for column, mark in enumerate(marks[at]):
            offered = clicks.get((row.id, column + 1), ()) if mark == OPEN else ()
            need, points = row.need[column], row.points[column]
            words = Message.of(
                f"{KEY}.sheet.item", row=label, column=column + 1, need=need, points=points
            )
            cells.append(
                Cell(
                    str(need),
                    painted.get(mark, Mark.OPEN),
                    offered[0] if len(offered) == 1 else None,
                    offered if len(offered) > 1 else (),
                    face=row.face,
                    corner=str(points),
                    label=words,
                )
            )
        return Row(
            row.id,
            label,
            tuple(cells),
            colour=row.id if row.id in BODY_COLOURS else row.colour,
            points=row_points(self.shelf, marks)[at],
            closed=OPEN not in marks[at],
        )


def create(tables: Tables) -> Game[State]:
    """Return the game with the sheet of its data file.

    Raises:
        SettingsError: The sheet is wrong.
    """
    return Shelfie(read_shelf(tables[FILE]))


def rows_to_cross(shelf: Shelf, state: State, seat: Seat) -> list[str]:
    """Return the rows that still have an open space; only those can be crossed out."""
    rows = zip(shelf.rows, state.sheets[seat], strict=True)
    return [row.id for row, marks in rows if OPEN in marks]


def _passed_over(before: State, after: State) -> list[Seat]:
    seats = len(before.sheets)
    if after.phase is Phase.GAME_OVER:
        # Only those of this round who come after the player could have been skipped.
        turns = (before.first - before.current) % seats or seats
    else:
        turns = (after.current - before.current) % seats or seats
    return [(before.current + step) % seats for step in range(1, turns)]


def _roll(shelf: Shelf, state: State, event: Rolled) -> State:
    if state.phase is Phase.GAME_OVER:
        raise refuse_roll(KEY, "GAME_OVER")
    if state.phase is Phase.CHOOSING:
        raise refuse_roll(KEY, "NO_REROLL_LEFT")
    kind = shelf.die_kind()
    readable = all(die.kind == KIND and die.face in kind.faces for die in event.dice)
    if len(event.dice) != DICE or not readable:
        raise refuse_roll(KEY, "INCOMPLETE_ROLL", count=DICE)
    kept = Counter(die.face for die in event.kept)
    faces = tuple(sorted(die.face for die in event.dice))
    if not state.dice and kept:  # section 5: the first throw takes all six dice
        raise refuse_roll(KEY, "FIRST_ROLL_TAKES_ALL", count=DICE)
    if not kept <= Counter(state.dice) or not kept <= Counter(faces):
        raise refuse_roll(KEY, "KEPT_DIE_CHANGED")
    if kept.total() == DICE:
        raise refuse_roll(KEY, "NO_DIE_ROLLED")
    announced = state.waiting and bool(state.dice)
    used = state.rolls_used + (not announced)
    # Decided afterwards: after the third throw the choice is due at once.
    phase = Phase.CHOOSING if used == MAX_ROLLS else Phase.ROLLING
    return replace(state, phase=phase, rolls_used=used, waiting=False, dice=faces)


def _play(shelf: Shelf, state: State, seat: Seat, action: Action) -> State:
    if state.phase is Phase.GAME_OVER:
        raise refuse(KEY, "GAME_OVER")
    if seat != state.current:
        raise refuse(KEY, "NOT_YOUR_TURN", current_seat=state.current)
    if action in (REROLL, STOP):
        if action == REROLL and state.rolls_used >= MAX_ROLLS:
            raise refuse(KEY, "NO_REROLL_LEFT")
        if state.phase is not Phase.ROLLING or state.waiting:
            raise refuse(KEY, "WRONG_PHASE")
        if action == STOP:
            return replace(state, phase=Phase.CHOOSING)
        return replace(state, rolls_used=state.rolls_used + 1, waiting=True)
    if state.waiting:
        raise refuse(KEY, "WRONG_PHASE")
    if action.verb == CIRCLE:
        return _end_turn(state, _circled(shelf, state, action))
    if action.verb == CROSS and len(action.args) == 1:
        return _end_turn(state, _row_crossed(shelf, state, action.args[0]))
    raise refuse(KEY, "UNKNOWN_ACTION", action=action.verb)


def _circled(shelf: Shelf, state: State, action: Action) -> tuple[Marks, ...]:
    """Return the sheets with the items circled; raise IllegalActionError with the rule broken."""
    items = parse_items(action)
    if items is None:
        raise refuse(KEY, "UNKNOWN_ACTION", action=action.verb)
    if not items:  # S-5
        raise refuse(KEY, "MUST_CIRCLE")
    if state.dice == (shelf.joker,) * DICE and len(items) > 1:
        raise refuse(KEY, "ALL_JOKERS_ONE_ITEM", count=DICE)
    if len(items) > MAX_ITEMS:
        raise refuse(KEY, "TOO_MANY_ITEMS", count=MAX_ITEMS)
    marks = state.sheets[state.current]
    for item in items:
        at = shelf.index(item.row)
        inside = at is not None and 1 <= item.column <= COLUMNS
        if at is None or not inside or marks[at][item.column - 1] != OPEN:
            row = row_label(shelf, item.row)
            raise refuse(KEY, "SPACE_NOT_OPEN", row=row, column=item.column)
        check_payment(shelf, state.dice, at, item)
        marks = with_mark(marks, at, item.column - 1, CIRCLED)
    spent = Counter({shelf.joker: sum(item.jokers for item in items)})
    for item in items:
        spent[item.row] += item.dice
    if not spent <= Counter(state.dice):  # section 6: a die is used once
        raise refuse(KEY, "NOT_ENOUGH_DICE")
    places = [(shelf.index(item.row), item.column) for item in items]
    if places != sorted(places):  # one order only, so that equal choices are equal actions
        raise refuse(KEY, "UNKNOWN_ACTION", action=action.verb)
    return _with_marks(state, state.current, marks)


def _row_crossed(shelf: Shelf, state: State, row: str) -> tuple[Marks, ...]:
    possible = payments(shelf, state.sheets[state.current], state.dice)
    if possible and state.must_circle:  # S-6
        raise refuse(KEY, "MUST_CIRCLE")
    at, marks = shelf.index(row), state.sheets[state.current]
    if at is None or OPEN not in marks[at]:
        raise refuse(KEY, "ROW_HAS_NO_OPEN_SPACE", row=row_label(shelf, row))
    crossed = marks[at].replace(OPEN, CROSSED)  # S-7: circled items stay and count
    return _with_marks(state, state.current, (*marks[:at], crossed, *marks[at + 1 :]))


def _with_marks(state: State, seat: Seat, marks: Marks) -> tuple[Marks, ...]:
    return (*state.sheets[:seat], marks, *state.sheets[seat + 1 :])


def _end_turn(state: State, sheets: tuple[Marks, ...]) -> State:
    """Close what was completed for all others at once, then find who plays or end the game."""
    rows, columns = completed(state.sheets[state.current], sheets[state.current])
    sheets = tuple(  # section 7
        marks if seat == state.current else close_lines(marks, rows, columns)
        for seat, marks in enumerate(sheets)
    )
    # Section 8: closing can take a row from anybody, so every sheet is looked at.
    final = state.final_round or any(unavailable_rows(m) >= ROWS_TO_END for m in sheets)
    state = replace(state, sheets=sheets, final_round=final)
    seat = (state.current + 1) % len(sheets)
    while seat != state.first and unavailable_rows(sheets[seat]) == ROWS:  # S-12
        seat = (seat + 1) % len(sheets)
    if final and seat == state.first:  # S-4: the round is finished
        return replace(state, phase=Phase.GAME_OVER)
    return replace(
        state,
        current=seat,
        round=state.round + (seat == state.first),
        phase=Phase.ROLLING,
        rolls_used=0,
        waiting=True,
        dice=(),
    )
