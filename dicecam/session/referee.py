"""From views of the table to events of the game: what the dice that lie there mean.

The referee knows which dice the game awaits and weighs all readings together. Dice that are the
ones awaited become an event; otherwise it says what does not fit and what to do. It proposes from
what was seen and never invents. It knows no camera, no window and no game by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecam.messages import Message
from dicecam.rules.core import DiceCall, Rolled
from dicecam.session.referee_board import BoardReferee, has_positions
from dicecam.session.referee_match import Matched, match_dice
from dicecam.session.referee_places import board_of
from dicecam.session.referee_square import SquareReferee
from dicecam.session.referee_words import (
    KEY,
    Verdict,
    best_kind,
    complaints,
    ignored,
    not_rolled,
)
from dicecam.session.session import Session
from dicecam.table.view import Phase, SeenDie, TableView

__all__ = ["Referee", "Verdict"]


class Referee:
    """Turns views of the table into events; one for each game in progress."""

    def __init__(self) -> None:
        self._used: frozenset[int] = frozenset()  # tracks of the throw that was taken last
        self._open = False  # a throw lies there that was not taken yet
        self._square = SquareReferee()
        self._board = BoardReferee()

    def see(self, session: Session, view: TableView) -> Verdict:
        """Take in a view, in order; return an event once for each thing that happened.

        Args:
            session: The game as it stands; the event is not entered here.
            view: The table.
        """
        game, state = session.game, session.state
        call = game.awaits(state)
        if call is not None and not call.placed:
            return self._loose(session, call, view)
        board = board_of(game, state)
        if board is None:
            return Verdict()
        if call is None and has_positions(game):
            return self._board.see(session, board, view)
        return self._square.see(session, board, call, view)

    def read(self, session: Session, state: Any, view: TableView) -> Verdict:
        """Read dice that lie on the table as the answer to what a state awaits, thrown or not.

        Args:
            session: The game.
            state: The position to answer; an earlier one when a misreading is corrected.
            view: The table, with what people said about the dice laid over it.
        """
        game = session.game
        call = game.awaits(state)
        if call is None:
            return Verdict()
        if call.placed:
            board = board_of(game, state)
            return Verdict() if board is None else self._square.read(game, board, call, view)
        matched = match_dice(game.spec, call.kinds, view.dice, call.faces)
        return _judged(session, call, view.dice, matched) or self._taken(session, call, matched)

    # Throws whose places do not matter

    def _loose(self, session: Session, call: DiceCall, view: TableView) -> Verdict:
        """Judge dice that were thrown."""
        if view.throw is not None:
            self._open = True
        if not view.lying:
            return Verdict()
        matched = match_dice(session.game.spec, call.kinds, view.dice, call.faces)
        stayed = [die for die, _ in matched.taken if die.track in self._used]
        # A throw that the table held back and the game took all the same lies there still.
        used = bool(stayed) and len(stayed) == len(matched.taken)
        if not self._open and (view.phase is not Phase.COCKED or used):
            return self._early(matched, stayed)
        verdict = _judged(session, call, view.dice, matched)
        if verdict is not None:
            return verdict
        if stayed and (not call.may_keep or len(stayed) == len(matched.taken)):
            return Verdict(
                None, (not_rolled(session.game.spec, stayed),), tuple(die.track for die in stayed)
            )
        return self._taken(session, call, matched)

    def _early(self, matched: Matched, stayed: Sequence[SeenDie]) -> Verdict:
        """Tell that the dice awaited lie there already, but were not thrown for this."""
        if matched.taken and not stayed and matched.is_clear:
            return Verdict(None, (Message(f"{KEY}.early"),))
        return Verdict()

    def _taken(self, session: Session, call: DiceCall, matched: Matched) -> Verdict:
        """Take the dice as the roll that was awaited."""
        kept = tuple(sorted(g.die for die, g in matched.taken if die.track in self._used))
        self._used = frozenset(die.track for die, _ in matched.taken)
        self._open = False
        words = ignored(session.game.spec, call.kinds, matched)
        return Verdict(Rolled(matched.dice, kept if call.may_keep else ()), words)


def _judged(
    session: Session, call: DiceCall, seen: Sequence[SeenDie], matched: Matched
) -> Verdict | None:
    """Return what keeps the dice from being the ones awaited, None when nothing does."""
    spec = session.game.spec
    surplus = [die for die in matched.extra if best_kind(spec, call.kinds, die) is not None]
    # A leaning die that is not needed, such as one of a locked row, may lean.
    cocked = matched.unreadable if matched.missing else ()
    if not matched.missing and not surplus and not matched.doubtful and not matched.swapped:
        return None
    about = (*cocked, *surplus, *matched.doubtful, *matched.swapped)
    words = complaints(session.game, call.kinds, seen, matched)
    return Verdict(None, words, tuple(dict.fromkeys(die.track for die in about)))
