"""Dixit: a storyteller's clue, cards of the others, secret votes; cards stay with the players.

State machine: CLUE -> GIVE -> LAYOUT -> VOTE -> REVEAL -> SCORE -> REFILL -> next CLUE, or
GAME_OVER. Pictures are never read: a card is the number of its place, its owner is what the owner
says. Votes are given in secret, or all at once by one coloured die for each voter (the colour is
the player, the pips are the card). Section numbers in comments are those of the rule page's
summary: 3 state, 4 set-up, 5 turn, 6 actions, 7 scoring, 8 end, X-n decisions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from dicecam.dice import pip_die
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
from dicecam.rules.games._dixit_sheet import dixit_sheet
from dicecam.rules.games._dixit_state import (
    CARDS,
    COLOURS,
    KEY,
    Phase,
    Rules,
    State,
    turn_points,
)
from dicecam.rules.sheet import Sheet

CLUE_KINDS = ("phrase", "song", "mime")
LAY_OUT = Action("lay_out")
REVEAL = Action("reveal")
SCORE = Action("score")
REFILL = Action("refill")
_STEPS = {
    LAY_OUT: Phase.LAYOUT,
    REVEAL: Phase.VOTE,
    SCORE: Phase.SCORE,
    REFILL: Phase.REFILL,
}

SPEC = Spec(
    key=KEY,
    min_seats=3,
    max_seats=6,
    dice=tuple(pip_die(colour, colour) for colour in COLOURS),
    seat_colours=COLOURS,
    options=(
        Option("end_at_points", 0, minimum=0, maximum=100),  # X-1, 0 for the deck only
        Option("bonus_cap", 0, minimum=0, maximum=10),  # X-4, 0 for no cap
        Option("single_finder_points", 0, minimum=0, maximum=10),  # X-2, 0 for the usual points
        Option("tie", "shared", choices=("shared", "extra_turn")),
        Option(
            "clue_kinds",
            "phrase_song_mime",
            choices=(
                "phrase_song_mime",
                "phrase",
                "phrase_song",
                "phrase_mime",
                "song",
                "song_mime",
                "mime",
            ),
        ),
        Option("dice_votes", True, choices=(True, False)),
    ),
    presets=(Preset("thirty", (("end_at_points", 30),)),),
)


class Dixit(GameBase[State]):
    """The game; stateless, every method is a function of its arguments."""

    spec = SPEC
    state_type = State

    def setup(self, seats: int, options: Options) -> State:
        """Deal the hands; the first storyteller is who first announces a clue (section 4)."""
        check_seats(SPEC, seats)
        chosen = resolve_options(SPEC, options)
        rules = Rules(
            end_at_points=int(chosen["end_at_points"]),
            bonus_cap=int(chosen["bonus_cap"]),
            single_finder_points=int(chosen["single_finder_points"]),
            extra_turn=chosen["tie"] == "extra_turn",
            clue_kinds=tuple(str(chosen["clue_kinds"]).split("_")),
            dice_votes=bool(chosen["dice_votes"]),
        )
        hand = 7 if seats == 3 else 6
        return State(
            rules=rules,
            phase=Phase.CLUE,
            round=1,
            storyteller=0,
            scores=(0,) * seats,
            gains=(0,) * seats,
            hands=(hand,) * seats,
            deck_left=CARDS - hand * seats,
            clue="",
            given=(False,) * seats,
            claims=((),) * seats,
            votes=(0,) * seats,
            deciding=False,
        )

    def awaits(self, state: State) -> DiceCall | None:
        """One die of each voter's colour, as the other way to vote; by hand goes on meanwhile."""
        if state.phase is not Phase.VOTE or not state.rules.dice_votes:
            return None
        numbers = tuple(str(number) for number in state.numbers)
        kinds = tuple(sorted(COLOURS[seat] for seat in state.voters))
        return DiceCall(kinds, purpose=f"{KEY}.call.votes", faces=numbers)

    def to_act(self, state: State) -> frozenset[Seat]:
        """Everybody who has something to do in this step; several at once in most of them."""
        seats = range(len(state.scores))
        return frozenset(seat for seat in seats if _possible(state, seat))

    def legal_actions(self, state: State, seat: Seat) -> tuple[Action, ...]:
        """What a seat may do, sorted; it never tells what another seat holds in secret."""
        if not 0 <= seat < len(state.scores):
            return ()
        return tuple(sorted(_possible(state, seat)))

    def apply(self, state: State, event: Event) -> State:
        """Return the state after a decision, or after votes shown by dice."""
        if isinstance(event, Rolled):
            return _dice_votes(state, event)
        if isinstance(event, Played):
            return _play(state, event.seat, event.action)
        raise refuse_roll(KEY, "DICE_MISMATCH", colours=_colours(state))

    def scores(self, state: State) -> tuple[int, ...]:
        """Points so far; going past 30 is a plain number (X-8)."""
        return state.scores

    def outcome(self, state: State) -> Outcome | None:
        """Most points wins; a tie is shared once no deciding turn is played (X-7)."""
        if state.phase is not Phase.GAME_OVER:
            return None
        return Outcome(state.leaders, state.scores)

    def describe(self, state: State, action: Action) -> Message:
        """Say what an action does."""
        del state
        if action in _STEPS:
            return Message(f"{KEY}.action.{action.verb}")
        if action.verb == "clue" and len(action.args) == 1 and action.args[0] in CLUE_KINDS:
            return Message(f"{KEY}.action.clue_{action.args[0]}")
        if action.verb in ("give", "vote", "claim", "unclaim") and len(action.args) == 1:
            number = action.args[0]
            return Message.of(f"{KEY}.action.{action.verb}", number=number)
        return Message.of("core.action.unknown", action=action.verb)

    def announce(self, state: State, action: Action) -> Message:
        """Say no number of a vote or of an own card before the reveal (section 2)."""
        if state.phase is Phase.VOTE and action.verb in ("vote", "claim", "unclaim"):
            return Message(f"{KEY}.action.secret_{action.verb}")
        return self.describe(state, action)

    def news(self, before: State, event: Event, after: State) -> tuple[Message, ...]:
        """Tell votes at the reveal, points, the end and the next storyteller."""
        del event
        told: list[Message] = []
        if before.phase is Phase.VOTE and after.phase is not Phase.VOTE:
            told += [
                Message.of(f"{KEY}.news.vote", seat=seat, number=after.votes[seat])
                for seat in after.voters
            ]
            told += [
                Message.of(f"{KEY}.news.claimed_twice", number=number)
                for number in _claimed_twice(before)
            ]
        known = before.offenders if before.phase is Phase.REVEAL else ()
        if after.phase is Phase.REVEAL:
            told += [
                Message.of(f"{KEY}.news.own_card", seat=seat)
                for seat in after.offenders
                if seat not in known
            ]
        if before.phase is Phase.SCORE:
            told += _points_news(before, after.gains)
        if after.deck_left == 0 < before.deck_left:
            told.append(Message(f"{KEY}.news.deck_empty"))
        if after.phase is Phase.CLUE and before.phase is not Phase.CLUE:
            if after.deciding:
                told.append(Message(f"{KEY}.news.deciding"))
            told.append(Message.of(f"{KEY}.news.storyteller", seat=after.storyteller))
        return tuple(told)

    def sheet(self, state: State, seat: Seat) -> Sheet:
        """Return the score track and the cards on the table as this seat may see them."""
        return dixit_sheet(state, seat, frozenset(self.legal_actions(state, seat)))


def create(tables: Tables) -> Game[State]:
    """Return the game; it needs no data file."""
    del tables
    return Dixit()


def _numbered(verb: str, numbers: list[int]) -> list[Action]:
    return [Action(verb, (str(number),)) for number in numbers]


def _possible(state: State, seat: Seat) -> list[Action]:
    """Return what a seat may do now, in no special order (sections 5 and 6)."""
    teller = seat == state.storyteller
    if state.phase is Phase.CLUE:
        # Section 4: in the first turn whoever first announces a clue is the storyteller.
        may = teller or state.round == 1
        return [Action("clue", (kind,)) for kind in state.rules.clue_kinds] if may else []
    if state.phase is Phase.GIVE:
        due = not teller and not state.given[seat]
        return _numbered("give", [state.quota(seat)]) if due else []
    if state.phase is Phase.VOTE:
        return _possible_votes(state, seat)
    if state.phase is Phase.REVEAL:
        return _possible_claims(state, seat)
    return [step for step, phase in _STEPS.items() if phase is state.phase and teller]


def _possible_votes(state: State, seat: Seat) -> list[Action]:
    own = state.claims[seat]
    actions = _numbered("unclaim", list(own))
    if len(own) < state.quota(seat):
        # What others claimed is their secret, so a number is only refused at the reveal.
        actions += _numbered("claim", [n for n in state.numbers if n not in own])
    if seat != state.storyteller:
        open_ = [n for n in state.numbers if n not in own and n != state.votes[seat]]
        return actions + _numbered("vote", open_)
    return [*actions, REVEAL] if state.all_voted else actions


def _possible_claims(state: State, seat: Seat) -> list[Action]:
    own, taken = state.claims[seat], {n for claims in state.claims for n in claims}
    actions: list[Action] = []
    if len(own) < state.quota(seat):
        actions += _numbered("claim", [n for n in state.numbers if n not in taken])
    if seat in state.offenders:
        actions += _numbered("vote", [n for n in state.numbers if n not in own])
    return actions


def _colours(state: State) -> tuple[Message, ...]:
    return tuple(Message(f"core.colour.{COLOURS[seat]}") for seat in state.voters)


def _dice_votes(state: State, event: Rolled) -> State:
    """Take the votes shown by dice: they lie open, so they are the reveal."""
    if state.phase is not Phase.VOTE or not state.rules.dice_votes:
        over = state.phase is Phase.GAME_OVER
        raise refuse_roll(KEY, "GAME_OVER" if over else "NO_DICE_NOW")
    if Counter(die.kind for die in event.dice) != Counter(COLOURS[s] for s in state.voters):
        raise refuse_roll(KEY, "DICE_MISMATCH", colours=_colours(state))
    votes = list(state.votes)
    for die in event.dice:
        seat = COLOURS.index(die.kind)
        if die.face not in {str(number) for number in state.numbers}:
            raise refuse_roll(KEY, "NO_SUCH_CARD", count=len(state.numbers))
        votes[seat] = die.pips
    return _revealed(replace(state, votes=tuple(votes)))


def _play(state: State, seat: Seat, action: Action) -> State:
    if state.phase is Phase.GAME_OVER:
        raise refuse(KEY, "GAME_OVER")
    if not 0 <= seat < len(state.scores):
        raise refuse(KEY, "WRONG_PHASE")
    if action in _STEPS:
        return _step(state, seat, action)
    if len(action.args) == 1:
        if action.verb == "clue":
            return _clue(state, seat, action.args[0])
        if action.verb == "give":
            return _give(state, seat, action.args[0])
        if action.verb == "vote":
            return _vote(state, seat, action.args[0])
        if action.verb in ("claim", "unclaim"):
            return _claim(state, seat, action)
    raise refuse(KEY, "UNKNOWN_ACTION", action=action.verb)


def _step(state: State, seat: Seat, action: Action) -> State:
    """Take one of the storyteller's steps: lay the cards out, reveal, score, refill."""
    if action == REVEAL and state.phase is Phase.VOTE and not state.all_voted:
        missing = tuple(s for s in state.voters if not state.votes[s])
        raise refuse(KEY, "VOTES_INCOMPLETE", missing_seats=missing)
    if action == SCORE and state.phase is Phase.VOTE:
        raise refuse(KEY, "VOTES_INCOMPLETE", missing_seats=state.voters)
    if action == SCORE and state.phase is Phase.REVEAL:
        if state.offenders:  # Section 6: the offending voter votes again before scoring
            raise refuse(KEY, "OWN_CARD")
        raise refuse(KEY, "VOTES_INCOMPLETE", missing_seats=state.silent)
    if state.phase is not _STEPS[action]:
        raise refuse(KEY, "WRONG_PHASE")
    if seat != state.storyteller:
        raise refuse(KEY, "NOT_STORYTELLER", storyteller_seat=state.storyteller)
    if action == LAY_OUT:
        return replace(state, phase=Phase.VOTE)
    if action == REVEAL:
        return _revealed(state)
    return _scored(state) if action == SCORE else _refilled(state)


def _clue(state: State, seat: Seat, kind: str) -> State:
    if state.phase is not Phase.CLUE:
        raise refuse(KEY, "WRONG_PHASE")
    if seat != state.storyteller and state.round > 1:
        raise refuse(KEY, "NOT_STORYTELLER", storyteller_seat=state.storyteller)
    if kind not in state.rules.clue_kinds:  # section 9
        raise refuse(KEY, "CLUE_KIND_NOT_ALLOWED")
    hands = state.hands_less(seat, 1)
    return replace(state, phase=Phase.GIVE, storyteller=seat, clue=kind, hands=hands)


def _give(state: State, seat: Seat, count: str) -> State:
    if state.phase is not Phase.GIVE:
        raise refuse(KEY, "WRONG_PHASE")
    if seat == state.storyteller:
        raise refuse(KEY, "STORYTELLER_GIVES_NO_CARD")
    quota = state.quota(seat)
    if count != str(quota) or state.given[seat]:  # Decided afterwards: given once, given for good
        raise refuse(KEY, "WRONG_CARD_COUNT", count=quota)
    given = (*state.given[:seat], True, *state.given[seat + 1 :])
    done = all(given[voter] for voter in state.voters)
    phase = Phase.LAYOUT if done else Phase.GIVE
    return replace(state, phase=phase, given=given, hands=state.hands_less(seat, quota))


def _vote(state: State, seat: Seat, card: str) -> State:
    if state.phase in (Phase.CLUE, Phase.GIVE, Phase.LAYOUT):
        raise refuse(KEY, "WRONG_PHASE")
    if seat == state.storyteller:
        raise refuse(KEY, "STORYTELLER_CANNOT_VOTE")
    may_repeat = state.phase is Phase.REVEAL and seat in state.offenders
    if state.phase is not Phase.VOTE and not may_repeat:
        raise refuse(KEY, "VOTES_ALREADY_REVEALED")
    if card not in {str(number) for number in state.numbers}:
        raise refuse(KEY, "NO_SUCH_CARD", count=len(state.numbers))
    number = int(card)
    if number in state.claims[seat]:
        raise refuse(KEY, "OWN_CARD")
    if number == state.votes[seat]:
        raise refuse(KEY, "SAME_VOTE", number=number)
    votes = (*state.votes[:seat], number, *state.votes[seat + 1 :])
    state = replace(state, votes=votes)
    return state if state.phase is Phase.VOTE else _settled(state)


def _claim(state: State, seat: Seat, action: Action) -> State:
    """Note which card is whose: in secret while votes are open, for all to see afterwards."""
    if state.phase not in (Phase.VOTE, Phase.REVEAL):
        raise refuse(KEY, "WRONG_PHASE")
    if action.verb == "unclaim" and state.phase is Phase.REVEAL:
        raise refuse(KEY, "VOTES_ALREADY_REVEALED")  # undo the reveal instead
    if action.args[0] not in {str(number) for number in state.numbers}:
        raise refuse(KEY, "NO_SUCH_CARD", count=len(state.numbers))
    number, own = int(action.args[0]), state.claims[seat]
    if action.verb == "unclaim":
        if number not in own:
            raise refuse(KEY, "NOT_CLAIMED", number=number)
        return state.with_claims(seat, tuple(n for n in own if n != number))
    if number in own or len(own) == state.quota(seat):
        raise refuse(KEY, "WRONG_CARD_COUNT", count=state.quota(seat))
    if state.phase is Phase.REVEAL and any(number in claims for claims in state.claims):
        raise refuse(KEY, "CARD_TAKEN", number=number)
    state = state.with_claims(seat, tuple(sorted((*own, number))))
    return state if state.phase is Phase.VOTE else _settled(state)


def _claimed_twice(state: State) -> list[int]:
    counted = Counter(number for claims in state.claims for number in claims)
    return sorted(number for number, count in counted.items() if count > 1)


def _revealed(state: State) -> State:
    """Open the votes; a card that several claimed in secret has to be claimed again."""
    twice = _claimed_twice(state)
    claims = tuple(tuple(n for n in own if n not in twice) for own in state.claims)
    return _settled(replace(state, phase=Phase.REVEAL, claims=claims))


def _settled(state: State) -> State:
    """Go on to the scoring once every card has its owner and no vote lies on an own card."""
    ready = not state.silent and not state.offenders
    return replace(state, phase=Phase.SCORE) if ready else state


def _scored(state: State) -> State:
    gains = turn_points(state)
    scores = tuple(old + gain for old, gain in zip(state.scores, gains, strict=True))
    state = replace(state, phase=Phase.REFILL, scores=scores, gains=gains)
    limit = state.rules.end_at_points
    if state.deciding or (limit and max(scores) >= limit):  # after the whole turn
        return _finished(state)
    return state


def _refilled(state: State) -> State:
    """Fill the hands as far as the deck goes; its last card ends the game (section 8, X-6)."""
    hands, deck = list(state.hands), state.deck_left
    seats = len(hands)
    order = [(state.storyteller + step) % seats for step in range(1, seats + 1)]
    for _ in range(2):  # one card each and one more with three players
        for seat in order:
            if deck and hands[seat] < state.hand_size:
                hands[seat], deck = hands[seat] + 1, deck - 1
    state = replace(state, hands=tuple(hands), deck_left=deck)
    return _finished(state) if deck == 0 else _next_turn(state)


def _next_turn(state: State, *, deciding: bool = False) -> State:
    seats = len(state.scores)
    return replace(
        state,
        phase=Phase.CLUE,
        round=state.round + 1,
        storyteller=(state.storyteller + 1) % seats,
        clue="",
        given=(False,) * seats,
        claims=((),) * seats,
        votes=(0,) * seats,
        deciding=deciding,
    )


def _finished(state: State) -> State:
    """End the game; a tie is played on with the cards in hand where that was chosen (X-7)."""
    another = _next_turn(state, deciding=True)
    enough = all(hand >= another.quota(seat) for seat, hand in enumerate(state.hands))
    if state.rules.extra_turn and len(state.leaders) > 1 and enough:
        return another
    return replace(state, phase=Phase.GAME_OVER)


def _points_news(state: State, gains: tuple[int, ...]) -> list[Message]:
    finders = state.finders
    if not finders:
        told = [Message(f"{KEY}.news.found_none")]
    elif finders == state.voters:
        told = [Message(f"{KEY}.news.found_all")]
    else:
        told = [Message.of(f"{KEY}.news.found_some", finder_seats=finders)]
    told += [
        Message.of(f"{KEY}.news.gain", seat=seat, points=gain)
        for seat, gain in enumerate(gains)
        if gain
    ]
    return told
