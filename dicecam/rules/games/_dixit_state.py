"""A position of Dixit and what follows from it: who may vote, who is missing, what a turn gives.

Values only; which action is allowed when is the game's business. Section numbers are those of the
rule page's summary.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

KEY = "dixit"
CARDS = 84
TRACK = 30
COLOURS = ("red", "yellow", "green", "blue", "white", "black")
"""Colours of rabbits and voting dice by seat."""

FINDER_POINTS = 3
FINDER_POINTS_OF_THREE = 4
ALL_OR_NONE_POINTS = 2


class Phase(StrEnum):
    """Where in a turn the game is (section 5)."""

    CLUE = "CLUE"
    GIVE = "GIVE"
    LAYOUT = "LAYOUT"
    VOTE = "VOTE"
    REVEAL = "REVEAL"
    SCORE = "SCORE"
    REFILL = "REFILL"
    GAME_OVER = "GAME_OVER"


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of one game, resolved.

    Attributes:
        end_at_points: Points that end the game after a turn, 0 for the deck only (X-1).
        bonus_cap: Most points a turn for votes on own cards, 0 for no cap (X-4).
        single_finder_points: Points when exactly one finds, 0 for the usual ones (X-2).
        extra_turn: True when a tie is played on with the cards in hand (X-7).
        clue_kinds: Kinds of clue that may be given (section 9).
        dice_votes: True when votes may also be shown by coloured dice.
    """

    end_at_points: int
    bonus_cap: int
    single_finder_points: int
    extra_turn: bool
    clue_kinds: tuple[str, ...]
    dice_votes: bool


@dataclass(frozen=True, slots=True)
class State:
    """A position of the game.

    Attributes:
        rules: The options.
        phase: Step of the turn.
        round: Turn, from 1.
        storyteller: Seat that gives the clue; before the first clue, who is offered it first.
        scores: Points by seat.
        gains: Points of the last turn by seat.
        hands: Cards in hand by seat.
        deck_left: Cards of the deck.
        clue: Kind of the clue, empty before it.
        given: Who has given his cards this turn.
        claims: Numbers of the cards each seat says are his, sorted.
        votes: Number each seat votes for, 0 for none.
        deciding: True in a turn that only decides a tie.
    """

    rules: Rules
    phase: Phase
    round: int
    storyteller: int
    scores: tuple[int, ...]
    gains: tuple[int, ...]
    hands: tuple[int, ...]
    deck_left: int
    clue: str
    given: tuple[bool, ...]
    claims: tuple[tuple[int, ...], ...]
    votes: tuple[int, ...]
    deciding: bool

    @property
    def hand_size(self) -> int:
        """Cards a full hand holds: seven with three players, else six (section 4)."""
        return 7 if len(self.scores) == 3 else 6

    def quota(self, seat: int) -> int:
        """Return how many cards a seat lays down: two with three players, but one to tell."""
        return 2 if len(self.scores) == 3 and seat != self.storyteller else 1

    @property
    def numbers(self) -> range:
        """Numbers of the cards on the table: one a player, five with three players."""
        return range(1, (5 if len(self.scores) == 3 else len(self.scores)) + 1)

    @property
    def voters(self) -> tuple[int, ...]:
        """Every seat but the storyteller's."""
        return tuple(seat for seat in range(len(self.scores)) if seat != self.storyteller)

    @property
    def all_voted(self) -> bool:
        """True when every voter has voted."""
        return all(self.votes[seat] for seat in self.voters)

    @property
    def offenders(self) -> tuple[int, ...]:
        """Voters whose vote lies on a card of their own (section 6)."""
        return tuple(seat for seat in self.voters if self.votes[seat] in self.claims[seat])

    @property
    def silent(self) -> tuple[int, ...]:
        """Seats that have not yet said which cards are theirs."""
        seats = range(len(self.scores))
        return tuple(seat for seat in seats if len(self.claims[seat]) < self.quota(seat))

    @property
    def leaders(self) -> tuple[int, ...]:
        """Seats with the most points."""
        best = max(self.scores)
        return tuple(seat for seat, points in enumerate(self.scores) if points == best)

    @property
    def finders(self) -> tuple[int, ...]:
        """Voters who chose the storyteller's card."""
        told = self.claims[self.storyteller]
        return tuple(seat for seat in self.voters if self.votes[seat] in told)

    def owner(self, number: int) -> int | None:
        """Return whose card a number is, None when nobody has said so."""
        return next((seat for seat, own in enumerate(self.claims) if number in own), None)

    def hands_less(self, seat: int, count: int) -> tuple[int, ...]:
        """Return the hands after a seat laid cards down."""
        return (*self.hands[:seat], self.hands[seat] - count, *self.hands[seat + 1 :])

    def with_claims(self, seat: int, own: tuple[int, ...]) -> State:
        """Return the position with other claims of a seat."""
        return replace(self, claims=(*self.claims[:seat], own, *self.claims[seat + 1 :]))


def turn_points(state: State) -> tuple[int, ...]:
    """Return the points of a turn by seat, all votes and owners being known (section 7)."""
    finders, voters = state.finders, state.voters
    points = [0] * len(state.scores)
    if len(finders) in (0, len(voters)):
        for seat in voters:
            points[seat] = ALL_OR_NONE_POINTS
    else:
        usual = FINDER_POINTS_OF_THREE if len(state.scores) == 3 else FINDER_POINTS
        alone = state.rules.single_finder_points if len(finders) == 1 else 0
        for seat in (state.storyteller, *finders):
            points[seat] = alone or usual
    # votes on own cards count in every case; the storyteller gets none for his.
    received = Counter(state.votes[seat] for seat in voters)
    for seat in voters:
        bonus = sum(received[number] for number in state.claims[seat])
        points[seat] += min(bonus, state.rules.bonus_cap or bonus)
    return tuple(points)
