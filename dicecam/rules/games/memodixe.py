"""MémoDiXe: a memory game with dice whose hidden faces make the pairs.

State machine (section 5): SETUP -> TURN_START -> ONE_TURNED -> TWO_TURNED -> RESOLVE_POWER ->
CHOOSE_DIE -> REROLL -> next turn, or TURN_START -> VERIFY -> AFTER_RIGHT_CALL -> GAME_OVER. The
engine never knows a hidden face; it asks the table for the faces of dice that were turned. Section
numbers in comments are those of the rule page's summary, M-n its decisions. Powers and the steps
between turns stand in modules beside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, TypeVar, overload

from dicecam.dice import Die, DieKind
from dicecam.errors import SettingsError
from dicecam.messages import Message
from dicecam.rules.core import (
    Action,
    Arranged,
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
    Ticked,
    check_seats,
    resolve_options,
)
from dicecam.rules.games._memodixe_powers import (
    NEXT,
    POWER,
    power_actions,
    power_played,
    resolve_pair,
)
from dicecam.rules.games._memodixe_set import DixeSet, load_set
from dicecam.rules.games._memodixe_state import (
    PLACES,
    Phase,
    Rules,
    State,
    Turned,
    end_turn,
    misfit,
    refused,
)
from dicecam.rules.games._memodixe_turns import (
    CALL,
    END_GAME,
    GO,
    PRESS_END,
    REPLACED,
    REROLL_INSTEAD,
    die_chosen,
    end_pressed,
    judged,
    laid,
    oni_moved,
    oni_moves,
    ticked,
    touched,
    winners_now,
    without_die,
    would_win,
)
from dicecam.rules.games._memodixe_words import (
    action_text,
    news_text,
    seen_text,
    sheet_of,
    symbol_name,
)
from dicecam.rules.sheet import Sheet

DATA = ("dixe_set.toml",)
KIND = "dixe"
P = TypeVar("P", int, str)


@overload
def remaining_pairs(square: Mapping[P, str | None]) -> tuple[tuple[P, P], ...]: ...
@overload
def remaining_pairs(square: Sequence[str | None]) -> tuple[tuple[int, int], ...]: ...
def remaining_pairs(square: Any) -> Any:
    """Return the pairs of places that hide equal symbols (section 7).

    Args:
        square: The hidden face of each place, by name of the place or in the order of the places;
            None for an empty place.

    Returns:
        Pairs of places, each with the lower one first, sorted; () means that a call is right.
    """
    by_place = square if isinstance(square, Mapping) else dict(enumerate(square))
    faces = sorted((place, face) for place, face in by_place.items() if face is not None)
    return tuple((a, b) for (a, face), (b, same) in combinations(faces, 2) if face == same)


class MemoDixe(GameBase[State]):
    """The game with the dice of a set.

    Args:
        dixes: Symbols, powers and models.
    """

    state_type = State

    def __init__(self, dixes: DixeSet) -> None:
        self.dixes = dixes
        self.spec = _spec(dixes)

    def setup(self, seats: int, options: Options) -> State:
        """Return the position before the nine dice are laid (section 4)."""
        check_seats(self.spec, seats)
        chosen_options = resolve_options(self.spec, options)
        coop = chosen_options["mode"] == "coop"
        if coop and seats < 2:
            msg = (
                "memodixe: option mode: expected 2 or more players for coop, got 1; "
                "one plays the roller master"
            )
            raise SettingsError(msg)
        master = int(chosen_options["roller_master"]) % seats if coop else None
        state = State(
            rules=Rules(
                coop=coop,
                reroll_after_right_call=bool(chosen_options["reroll_after_right_call"]),
                turn_after_wrong_call=bool(chosen_options["turn_after_wrong_call"]),
                master_plays=bool(chosen_options["roller_master_plays"]),
                assist=bool(chosen_options["assist_hidden_faces"]),
                timer_s=int(chosen_options["timer_s"]),
            ),
            phase=Phase.SETUP,
            current=int(chosen_options["first_seat"]) % seats,
            counts=(0,) * seats,
            reserve=0 if coop else seats * int(chosen_options["reserve_per_player"]),
            discarded=0,
            pile=0,
            occupied=frozenset(range(PLACES)),
            turned=(),
            queue=(),
            wins=1,
            rerolls=True,
            again=False,
            skips=0,
            pending=(),
            prize_due=False,
            last_right_caller=None,
            master=master,
            started_s=0.0,
            now_s=0.0,
            rang=False,
            tops=(None,) * PLACES,
        )
        # Section 4: in co-op the player to the roller master's left starts.
        return state if master is None else replace(state, current=(master + 1) % seats)

    def awaits(self, state: State) -> DiceCall | None:
        """Return the dice to lay, to turn or to show, by place (sections 4 to 7).

        Only a turned die and the check of a call show hidden faces; dice that are laid or put back
        show their tops, which tell nothing (M-14).
        """
        if state.phase is Phase.SETUP and not state.rules.coop:
            return _call(range(PLACES), None, "setup")
        if state.turned and state.turned[-1].face is None:
            place = state.turned[-1].place
            asked = _call((place,), state.current, "turn")
            return replace(asked, faces=self._possible(state, place))
        if state.phase is Phase.VERIFY:
            return _call(sorted(state.occupied), state.current, "verify")
        if state.phase is Phase.REROLL:
            return _call(state.pending, state.current, "replace")
        return None

    def _possible(self, state: State, place: int) -> tuple[str, ...]:
        """Return the faces the die models allow under a die, () when they do not tell."""
        return self.dixes.under(state.tops[place]) if state.rules.assist else ()

    def to_act(self, state: State) -> frozenset[Seat]:
        """Return who may do something: mostly the current player, besides him Oni's master."""
        everybody = frozenset(range(len(state.counts)))
        if state.phase is Phase.SETUP:
            return everybody
        if state.phase is Phase.AFTER_RIGHT_CALL and state.rules.coop:
            return everybody - {state.master or 0}
        revealing = bool(state.turned) and state.turned[-1].face is None
        if revealing or state.phase in (Phase.VERIFY, Phase.GAME_OVER):
            return frozenset()
        seats = frozenset((state.current,))
        return seats | {state.master or 0} if oni_moves(state) else seats

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """Return everything the rules allow a seat, sorted."""
        if seat not in self.to_act(state):
            return ()
        actions: list[Action] = []
        if seat == state.master:
            actions += [Action("oni_move", (str(place),)) for place in oni_moves(state)]
        actions += self._choices(state, seat)
        return tuple(sorted(actions, key=lambda action: (action.verb, action.args)))

    def _choices(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.phase is Phase.SETUP:
            return (GO,)
        if state.phase is Phase.AFTER_RIGHT_CALL and state.rules.coop:
            return (PRESS_END,)
        if seat != state.current:
            return ()
        if state.phase is Phase.TURN_START:
            few = len(state.occupied) < 2  # section 6: turning is impossible, only CALL is legal
            return (CALL, *(() if few else _on("touch", state.occupied)))
        if state.phase is Phase.ONE_TURNED:
            return _on("touch", state.occupied.difference(state.turned_places))
        if state.phase is Phase.RESOLVE_POWER:
            return power_actions(self.dixes, state)
        if state.phase is Phase.CHOOSE_DIE:
            return _on("choose_die", state.turned_places)
        if state.phase is Phase.REROLL:
            return (REPLACED,)
        if state.prize_due:
            return _on("choose_die", state.occupied)
        may_reroll = state.occupied and not would_win(state)
        return (END_GAME, REROLL_INSTEAD) if may_reroll else (END_GAME,)

    def apply(self, state: State, event: Event) -> State:
        """Return the state after dice were seen, an action, or time."""
        if isinstance(event, Played):
            return self._play(state, event.seat, event.action)
        if isinstance(event, Ticked):
            return ticked(state, event.time_s)
        call = self.awaits(state)
        if call is None:
            raise misfit("GAME_OVER" if state.phase is Phase.GAME_OVER else "WRONG_PHASE")
        places = tuple(int(place) for place in call.places)
        slots = event.slots if isinstance(event, Arranged) else ()
        known = {symbol.id for symbol in self.dixes.symbols}
        fits = tuple(place for place, _ in slots) == call.places
        if not fits or any(die.kind != KIND or die.face not in known for _, die in slots):
            raise misfit("WRONG_DICE", places)
        if call.faces and slots[0][1].face not in call.faces:
            raise misfit("IMPOSSIBLE_FACE", places)
        return self._seen(state, {int(place): die.face for place, die in slots})

    def _seen(self, state: State, faces: Mapping[int, str]) -> State:
        if state.phase is Phase.VERIFY:
            return judged(state, not remaining_pairs(faces))
        if state.phase in (Phase.SETUP, Phase.REROLL):
            return laid(state, faces)
        place = state.turned[-1].place
        turned = (*state.turned[:-1], Turned(place, faces[place]))
        state = replace(state, turned=turned)
        if state.phase is Phase.ONE_TURNED:
            return state
        if turned[0].face == turned[1].face:
            return resolve_pair(self.dixes, state)
        return end_turn(state)  # section 5: both are put back as they were

    def _play(self, state: State, seat: Seat, action: Action) -> State:
        if state.phase is Phase.GAME_OVER:
            raise refused("GAME_OVER")
        if action.verb == "oni_move" and len(action.args) == 1:
            return oni_moved(state, seat, action.args[0])
        if action == PRESS_END:
            return end_pressed(state, seat)
        if action == GO and state.phase is Phase.SETUP and 0 <= seat < len(state.counts):
            return laid(state, {})
        if state.phase is Phase.SETUP:
            raise refused("WRONG_PHASE")
        if seat != state.current:
            raise refused("NOT_YOUR_TURN", seat=state.current)
        verb, args = action.verb, action.args
        if verb == "touch" and len(args) == 1:
            return touched(state, args[0])
        if verb == "choose_die" and len(args) == 1:
            return die_chosen(state, args[0])
        if verb in (POWER, NEXT):
            if state.phase is not Phase.RESOLVE_POWER:
                raise refused("WRONG_PHASE")
            return power_played(self.dixes, state, action)
        return without_die(state, action)

    def scores(self, state: State) -> tuple[int, ...]:
        """Return the dice won; in co-op the common pile for everybody but the roller master."""
        if not state.rules.coop:
            return state.counts
        return tuple(0 if s == state.master else state.pile for s in range(len(state.counts)))

    def outcome(self, state: State) -> Outcome | None:
        """Return who won (section 8)."""
        if state.phase is not Phase.GAME_OVER:
            return None
        scores = self.scores(state)
        if state.rules.coop:
            master = state.master or 0
            if state.rang:
                message = Message.of("memodixe.outcome.coop_lost", seat=master)
                return Outcome((master,), scores, message)
            winners = tuple(s for s in range(len(scores)) if s != master)
            return Outcome(winners, scores, Message("memodixe.outcome.coop_won"))
        if len(scores) == 1:  # M-12: alone, the score is the dice won
            message = Message.of("memodixe.outcome.solo", count=scores[0])
            return Outcome((0,), scores, message)
        winners = winners_now(state)
        return Outcome(winners, scores, Message.of("memodixe.outcome.king", seats=winners))

    def describe(self, state: State, action: Action) -> Message:
        """Say what an action does."""
        return action_text(self.dixes, state, action)

    def announce_dice(self, state: State, event: Rolled | Arranged) -> Message | None:
        """Tell places, never faces: what was shown is for the players to remember (section 2)."""
        if not isinstance(event, Arranged):
            return None
        return seen_text(state, event)

    def face_text(self, die: Die) -> Message:
        """Say a symbol in our words, or by the label of the file."""
        return symbol_name(self.dixes, die.face)

    def news(self, before: State, event: Event, after: State) -> tuple[Message, ...]:
        """Tell pairs, calls, dice won and lost, the dice to put back, the next turn."""
        return news_text(self.dixes, before, event, after)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """Return the square; a face shows only while its die is turned."""
        legal = self.legal_actions(state, seat)
        return sheet_of(self.dixes, state, seat, legal, self.scores(state)[seat])

    def deadline_s(self, state: State) -> float | None:
        """Return when the timer rings, in co-op between "Go" and the end."""
        if not state.rules.coop or state.phase in (Phase.SETUP, Phase.GAME_OVER):
            return None
        return state.started_s + state.rules.timer_s


def create(tables: Tables) -> Game[State]:
    """Return the game with the dice of its data file."""
    return MemoDixe(load_set(tables[DATA[0]]))


def _spec(dixes: DixeSet) -> Spec:
    yes_no = (False, True)
    readings = tuple((symbol.reading, symbol.id) for symbol in dixes.symbols)
    return Spec(
        key="memodixe",
        min_seats=1,
        max_seats=6,
        dice=(DieKind(KIND, readings),),
        options=(
            Option("mode", "competitive", choices=("competitive", "coop")),
            Option("first_seat", 0, minimum=0, maximum=5, seat=True),
            Option("reserve_per_player", 1, minimum=0, maximum=2),
            Option("reroll_after_right_call", False, choices=yes_no),
            Option("turn_after_wrong_call", False, choices=yes_no),  # M-3
            Option("timer_s", dixes.timer_s, minimum=1, maximum=3600),  # M-4
            Option("roller_master", 0, minimum=0, maximum=5, seat=True),
            Option("roller_master_plays", False, choices=yes_no),  # M-6
            Option("assist_hidden_faces", False, choices=yes_no),
        ),
        timed=True,
    )


def _call(places: Sequence[int], seat: Seat | None, purpose: str) -> DiceCall:
    names = tuple(str(place) for place in places)
    return DiceCall((KIND,) * len(names), seat, places=names, purpose=f"memodixe.call.{purpose}")


def _on(verb: str, places: Sequence[int] | frozenset[int]) -> tuple[Action, ...]:
    return tuple(Action(verb, (str(place),)) for place in sorted(places))
