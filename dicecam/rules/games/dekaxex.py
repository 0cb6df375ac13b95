"""Dekaxex: five red and five blue dice fight on ten hexagons.

State machine: CONFIG (red rolls, only for random values) -> PLACE (ten pawns) -> BATTLE (attack,
move, increase or forced pass, in turn) -> OVER. A pawn is a die: its kind is its side, its face
its value. Section numbers in comments are those of the rule page's summary: 5 set-up, 7 actions,
8 end, 9 variants (V1 to V4, solo), K-n decisions. What a pawn may do stands in a module beside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from dicecam.dice import Die, pip_die
from dicecam.errors import SettingsError
from dicecam.messages import Message
from dicecam.rules.core import (
    Action,
    DiceCall,
    Event,
    Game,
    GameBase,
    Option,
    Options,
    OptionValue,
    Outcome,
    Played,
    Rolled,
    Seat,
    Spec,
    Tables,
    check_seats,
    refuse_roll,
    resolve_options,
)
from dicecam.rules.games._dekaxex_board import CELLS, Board, load_boards
from dicecam.rules.games._dekaxex_moves import (
    CLAIM,
    DRAW,
    PASS,
    SIDES,
    Phase,
    Rules,
    State,
    direct_attack,
    increases_left,
    legal_for_turn,
    may_claim,
    pawn_count,
    played,
    seat_to_play,
)
from dicecam.rules.sheet import Cell, Layout, Mark, Row, Sheet

DATA = ("dekaxex_boards.toml",)
PAWNS = 5
VALUES = {"65544": (6, 5, 5, 4, 4), "65432": (6, 5, 4, 3, 2)}
"""The pawns of each side by configuration (section 5)."""

Slots = tuple[tuple[str, Die], ...]
"""What lies where: pairs of space and pawn, sorted; a space that is not listed is empty."""


class Dekaxex(GameBase[State]):
    """The game on the boards of a file.

    Args:
        boards: Boards by name.
        default: Name of the board that is used when nothing is said.
    """

    state_type = State

    def __init__(self, boards: Mapping[str, Board], default: str) -> None:
        self.boards = dict(boards)
        self.spec = _spec(self.boards, default)

    def board(self, state: State) -> Board:
        """Return the board a state is played on."""
        return self.boards[state.layout]

    def setup(self, seats: int, options: Options) -> State:
        """Return an empty board; one person alone plays both sides."""
        check_seats(self.spec, seats)
        chosen = resolve_options(self.spec, options)
        if chosen["solo"] and seats != 1:
            msg = f"dekaxex: option solo: expected 1 player, got {seats}; give one seat"
            raise SettingsError(msg)
        values = VALUES.get(str(chosen["config"]))
        return State(
            layout=str(chosen["board"]),
            rules=_rules(chosen, solo=seats == 1),
            phase=Phase.CONFIG if values is None else Phase.PLACE,
            turn=str(chosen["starting_side"]),  # K-9
            pawns=(None,) * CELLS,
            hands=(values or (), values or ()),
            increases=(0, 0),
            passed=False,
            turns=0,
            seen=(),
            winner=None,
        )

    def awaits(self, state: State) -> DiceCall | None:
        """Red's five dice when the values are random: blue copies them (section 5, K-11)."""
        if state.phase is not Phase.CONFIG:
            return None
        return DiceCall(("red",) * PAWNS, seat=0, purpose="dekaxex.call.roll")

    def to_act(self, state: State) -> frozenset[Seat]:
        """The side to play; both when a draw may be claimed (K-6)."""
        if state.phase not in (Phase.PLACE, Phase.BATTLE):
            return frozenset()
        if may_claim(state) and not state.rules.solo:
            return frozenset((0, 1))
        return frozenset((seat_to_play(state),))

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Everything the rules allow a seat, sorted."""
        if seat not in self.to_act(state):
            return ()
        actions: tuple[Action, ...] = ()
        if seat == seat_to_play(state):
            actions = legal_for_turn(self.board(state), state)
        return tuple(sorted((*actions, CLAIM))) if may_claim(state) else actions

    def apply(self, state: State, event: Event) -> State:
        """Return the state after red's roll or an action."""
        if isinstance(event, Played):
            return played(self.board(state), state, event.seat, event.action)
        if state.phase is not Phase.CONFIG:
            reason = "GAME_OVER" if state.phase is Phase.OVER else "NO_ROLL_NOW"
            raise refuse_roll("dekaxex", reason)
        dice = event.dice if isinstance(event, Rolled) else ()
        readable = all(die.face in ("1", "2", "3", "4", "5", "6") for die in dice)
        if Counter(die.kind for die in dice) != Counter(red=PAWNS) or not readable:
            raise refuse_roll("dekaxex", "INCOMPLETE_ROLL", count=PAWNS)
        values = tuple(sorted((die.pips for die in dice), reverse=True))
        return replace(state, phase=Phase.PLACE, hands=(values, values))

    def scores(self, state: State) -> tuple[int, ...]:
        """The pawns of each side, those not yet placed included; red's alone when solo."""
        counts = tuple(
            pawn_count(state, side) + len(hand)
            for side, hand in zip(SIDES, state.hands, strict=True)
        )
        return counts[:1] if state.rules.solo else counts

    def outcome(self, state: State) -> Outcome | None:
        """The side that won; nobody after a draw; alone, one wins with red (section 9)."""
        if state.winner is None:
            return None
        winners = () if state.winner == DRAW else (SIDES.index(state.winner),)
        if not state.rules.solo:
            message = Message("dekaxex.outcome.draw") if state.winner == DRAW else None
            return Outcome(winners, self.scores(state), message)
        key = f"dekaxex.outcome.solo_{state.winner}"
        message = Message.of(key, turns=state.turns)
        return Outcome((0,) if winners == (0,) else (), self.scores(state), message)

    def describe(self, state: State, action: Action) -> Message:
        """Say what an action does and what has to be done with the dice."""
        args, known = action.args, {*self.board(state).cells}
        if action in (PASS, CLAIM):
            return Message(f"dekaxex.action.{action.verb}")
        if action.verb == "place" and len(args) == 3 and args[0] in SIDES:
            pawn_words = _words(Die(args[0], args[1]))
            return Message.of("dekaxex.action.place", pawn=pawn_words, space=args[2])
        spaces = action.verb in ("attack", "move", "increase") and args and known.issuperset(args)
        pawn = self._pawn(state, args[0]) if spaces else None
        if pawn is None:
            return Message.of("core.action.unknown", action=action.verb)
        mine = _words(pawn)
        if action.verb == "increase":
            raised = _words(Die(pawn.kind, str(pawn.pips + 1)))
            return Message.of("dekaxex.action.increase", pawn=mine, space=args[0], raised=raised)
        enemy = self._pawn(state, args[-1]) or pawn
        board = self.board(state)
        near = board.cells.index(args[-1]) in board.neighbours[board.cells.index(args[0])]
        jumps = action.verb == "attack" and (len(args) > 2 or not near)
        return Message.of(
            "dekaxex.action.jump" if jumps else f"dekaxex.action.{action.verb}",
            pawn=mine,
            enemy=_words(enemy),
            value=enemy.face,
            source=args[0],
            target=args[-1],
            way=" → ".join(args),
        )

    def _pawn(self, state: State, space: str) -> Die | None:
        return state.pawns[self.board(state).cells.index(space)]

    def news(self, before: State, event: Event, after: State) -> tuple[Message, ...]:
        """Tell the die to turn, the start of the battle, a blocked side, an offered draw."""
        told: list[Message] = []
        if isinstance(event, Played) and event.action.verb in ("attack", "increase"):
            space = event.action.args[-1]
            value = dict(self.position(after))[space].face
            told.append(Message.of("dekaxex.news.turn_die", space=space, value=value))
        if after.phase is not before.phase and after.phase in (Phase.PLACE, Phase.BATTLE):
            told.append(Message(f"dekaxex.news.{after.phase.value.lower()}"))
        if after.phase is not Phase.OVER and after.turn != before.turn:
            side = Message(f"core.colour.{after.turn}")
            told.append(Message.of("dekaxex.news.turn", side=side))
            if legal_for_turn(self.board(after), after) == (PASS,):
                told.append(Message.of("dekaxex.news.blocked", side=side))
        if may_claim(after):
            told.append(Message("dekaxex.news.repetition"))
        return tuple(told)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """Return the board; a space carries the actions that end on it."""
        board = self.board(state)
        ending: dict[str, list[Action]] = {}
        for action, _ in self.positions_after(state, seat):
            ending.setdefault(action.args[-1], []).append(action)
        cells = []
        for name, at, pawn in zip(board.cells, board.at, state.pawns, strict=True):
            here = ending.get(name, [])
            cells.append(
                Cell(
                    text="" if pawn is None else pawn.face,
                    mark=Mark.OPEN if pawn is None else Mark.MARKED,
                    action=here[0] if len(here) == 1 else None,
                    choices=tuple(here) if len(here) > 1 else (),
                    face=None if pawn is None else f"pips_{pawn.face}",
                    colour=None if pawn is None else pawn.kind,
                    at=at,
                    place=name,
                    shape="hexagon",
                    label=_cell_label(name, pawn),
                )
            )
        row = Row("board", Message.of("dekaxex.sheet.board", name=board.label), tuple(cells))
        scores = self.scores(state)
        total = scores[seat]
        return Sheet(seat, (row,), total, Layout.HEXAGONS, _facts(state), _notes(state))

    # What the camera's side needs: places, positions and which action explains a position.

    def cells(self, state: State) -> dict[str, tuple[int, int]]:
        """Return the spaces of the board with their axial coordinates q and r."""
        board = self.board(state)
        return dict(zip(board.cells, board.at, strict=True))

    def position(self, state: State) -> Slots:
        """Return what lies where on the table."""
        spaces = zip(self.board(state).cells, state.pawns, strict=True)
        return tuple(sorted((name, pawn) for name, pawn in spaces if pawn is not None))

    def positions_after(self, state: State, seat: Seat) -> tuple[tuple[Action, Slots], ...]:
        """Return each legal action that changes the table, with what lies where after it.

        Ways of jumping that come to the same are one: the shortest stands for all of them.
        """
        found: dict[Slots, Action] = {}
        for action in self.legal_actions(state, seat):
            if action in (PASS, CLAIM):
                continue
            slots = self.position(self.apply(state, Played(seat, action)))
            known = found.get(slots)
            if known is None or len(action.args) < len(known.args):
                found[slots] = action
        return tuple((action, slots) for slots, action in found.items())

    def explain(self, state: State, seat: Seat, slots: Slots) -> Action | None:
        """Return the one legal action that leads to what was seen, None when there is none."""
        wanted = tuple(sorted(slots))
        for action, after in self.positions_after(state, seat):
            if after == wanted:
                return action
        return None

    def explain_unturned(
        self, state: State, seat: Seat, slots: Slots
    ) -> tuple[Action, str, int] | None:
        """Return the attack that was made when only the attacker was not turned.

        Returns:
            The attack, the space of the attacker and the value it has to be turned to; None when
            no attack explains what was seen.
        """
        wanted = tuple(sorted(slots))
        for action, after in self.positions_after(state, seat):
            old = self._pawn(state, action.args[0]) if action.verb == "attack" else None
            target = action.args[-1]
            if old is not None and wanted == tuple(
                (place, old if place == target else die) for place, die in after
            ):
                return action, target, dict(after)[target].pips
        return None

    def attack(self, state: State, source: str, target: str) -> Action:
        """Return the attack from one space to another, its jumps found when only one way is open.

        Raises:
            IllegalActionError: Several ways of jumping lead there, so one has to be named.
        """
        return direct_attack(self.board(state), state, source, target)


def create(tables: Tables) -> Game[State]:
    """Return the game on the boards of its data file."""
    boards, default = load_boards(tables[DATA[0]])
    return Dekaxex(boards, default)


def _spec(boards: Mapping[str, Board], default: str) -> Spec:
    names = tuple((key, board.label) for key, board in boards.items())
    return Spec(
        key="dekaxex",
        min_seats=1,
        max_seats=2,
        dice=tuple(pip_die(side, side) for side in SIDES),
        seat_colours=SIDES,
        options=(
            Option("board", default, choices=tuple(boards), names=names),  # K-1
            Option("config", "65544", choices=(*VALUES, "random")),
            Option("placement", "own", choices=("own", "opponent")),
            Option("starting_side", "red", choices=SIDES),  # K-9
            Option("attack_compulsory", False, choices=(False, True)),  # V1
            Option("jump_attacks", False, choices=(False, True)),  # V2
            Option("one_immune_to_six", False, choices=(False, True)),  # V3
            Option("increase_action", False, choices=(False, True)),  # V4
            Option("increase_limit_scope", "player", choices=("player", "game")),  # K-4
            Option("move_when_attack_possible", False, choices=(False, True)),  # K-2
            Option("move_range", "adjacent", choices=("adjacent", "any")),  # K-3
            Option("long_jumps", False, choices=(False, True)),  # K-7
            Option("repetition", "offer", choices=("offer", "off")),  # K-6
            Option("solo", False, choices=(False, True)),
        ),
    )


def _rules(chosen: Mapping[str, OptionValue], *, solo: bool) -> Rules:
    return Rules(
        opponent_places=chosen["placement"] == "opponent",
        attack_compulsory=bool(chosen["attack_compulsory"]),
        move_anyway=bool(chosen["move_when_attack_possible"]),
        jump_attacks=bool(chosen["jump_attacks"]),
        long_jumps=bool(chosen["long_jumps"]),
        one_immune_to_six=bool(chosen["one_immune_to_six"]),
        increase_action=bool(chosen["increase_action"]),
        shared_increases=chosen["increase_limit_scope"] == "game",
        move_anywhere=chosen["move_range"] == "any",
        offer_draw=chosen["repetition"] == "offer",
        solo=solo,
    )


def _words(pawn: Die) -> Message:
    return Message.of(f"dekaxex.pawn.{pawn.kind}", value=pawn.face)


def _cell_label(name: str, pawn: Die | None) -> Message:
    if pawn is None:
        return Message.of("dekaxex.sheet.empty", space=name)
    return Message.of("dekaxex.sheet.pawn", space=name, pawn=_words(pawn))


def _facts(state: State) -> tuple[tuple[Message, str], ...]:
    facts: list[tuple[Message, str]] = []
    for number, side in enumerate(SIDES):
        said = Message(f"core.colour.{side}")
        if state.hands[number]:
            hand = " ".join(map(str, state.hands[number]))
            facts.append((Message.of("dekaxex.sheet.hand", side=said), hand))
        else:
            count = str(pawn_count(state, side))
            facts.append((Message.of("dekaxex.sheet.pawns", side=said), count))
        if state.rules.increase_action:
            left = increases_left(replace(state, turn=side))
            facts.append((Message.of("dekaxex.sheet.increases", side=said), str(left)))
    return (*facts, (Message("dekaxex.sheet.turns"), str(state.turns)))


def _notes(state: State) -> tuple[Message, ...]:
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.CONFIG:
        return (Message("dekaxex.sheet.roll_first"),)
    return (Message.of("dekaxex.news.turn", side=Message(f"core.colour.{state.turn}")),)
