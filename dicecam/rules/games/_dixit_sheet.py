"""What a seat may see of a Dixit game: the score track and the cards on the table.

Before the reveal a seat sees its own vote and its own cards and nothing of anybody else's.
"""

from __future__ import annotations

from collections.abc import Set
from typing import TYPE_CHECKING

from dicecam.messages import Message
from dicecam.rules.core import Action
from dicecam.rules.games._dixit_state import COLOURS, KEY, TRACK, Phase
from dicecam.rules.sheet import Cell, Layout, Mark, Row, Sheet

if TYPE_CHECKING:
    from dicecam.rules.games._dixit_state import State

_CARDS_LIE = (Phase.VOTE, Phase.REVEAL, Phase.SCORE, Phase.REFILL)


def dixit_sheet(state: State, seat: int, legal: Set[Action]) -> Sheet:
    """Build a seat's sheet.

    Args:
        state: The position.
        seat: Who looks.
        legal: What this seat may do now.
    """
    rows = [_track(state, each) for each in range(len(state.scores))]
    if state.phase in _CARDS_LIE:
        cells = tuple(_card(state, seat, number, legal) for number in state.numbers)
        rows.insert(0, Row("cards", Message(f"{KEY}.sheet.cards"), cells))
    facts = (
        (Message(f"{KEY}.sheet.round"), str(state.round)),
        (Message(f"{KEY}.sheet.deck"), str(state.deck_left)),
        (Message(f"{KEY}.sheet.hand"), str(state.hands[seat])),
    )
    total = state.scores[seat]
    return Sheet(seat, tuple(rows), total, Layout.TRACK, facts, _notes(state, seat))


def _track(state: State, seat: int) -> Row:
    score = state.scores[seat]
    length = max(TRACK, state.rules.end_at_points)
    spot = min(score, length)  # past the end the rabbit waits on the last space
    cells = tuple(
        Cell(
            str(score if space == spot else space),
            Mark.MARKED if space == spot else Mark.PASSED if space < spot else Mark.OPEN,
        )
        for space in range(length + 1)
    )
    label = Message.of(f"{KEY}.sheet.player", seat=seat)
    return Row(f"seat_{seat}", label, cells, COLOURS[seat], points=score)


def _card(state: State, seat: int, number: int, legal: Set[Action]) -> Cell:
    own, voted = number in state.claims[seat], state.votes[seat] == number
    mark = Mark.MARKED if voted else Mark.CLOSED if own else Mark.OPEN
    # A click votes; where no vote is due any more it says "this card is mine".
    offered = [Action(verb, (str(number),)) for verb in ("vote", "claim")]
    may_vote = seat in state.voters and state.phase is Phase.VOTE
    click = next((action for action in offered[: 1 if may_vote else 2] if action in legal), None)
    open_now = state.phase is not Phase.VOTE
    owner = state.owner(number) if open_now else seat if own else None
    label = Message.of(f"{KEY}.sheet.card", number=number)
    if open_now and owner is not None:
        voters = tuple(each for each in state.voters if state.votes[each] == number)
        key = "card_voted" if voters else "card_of"
        label = Message.of(f"{KEY}.sheet.{key}", number=number, seat=owner, voter_seats=voters)
    colour = None if owner is None else COLOURS[owner]
    return Cell(str(number), mark, click, colour=colour, label=label)


def _notes(state: State, seat: int) -> tuple[Message, ...]:
    notes: list[Message] = []
    if state.phase is Phase.CLUE and state.round == 1:
        notes.append(Message(f"{KEY}.sheet.first_clue"))
    elif state.phase is not Phase.GAME_OVER:
        notes.append(Message.of(f"{KEY}.sheet.storyteller", seat=state.storyteller))
    if state.clue:
        notes.append(Message(f"{KEY}.sheet.clue_{state.clue}"))
    if state.phase is Phase.VOTE:
        waiting = tuple(each for each in state.voters if not state.votes[each])
        if waiting:
            notes.append(Message.of(f"{KEY}.sheet.waiting", waiting_seats=waiting))
        if state.rules.dice_votes and seat in state.voters:
            colour = Message(f"core.colour.{COLOURS[seat]}")
            notes.append(Message.of(f"{KEY}.sheet.die", colour=colour))
    if state.phase in (Phase.REFILL, Phase.GAME_OVER):
        gains = enumerate(state.gains)
        notes += [Message.of(f"{KEY}.sheet.gain", seat=s, points=gain) for s, gain in gains]
    if state.deciding:
        notes.append(Message(f"{KEY}.sheet.deciding"))
    return tuple(notes)
