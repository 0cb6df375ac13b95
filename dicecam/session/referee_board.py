"""Pawns on a board: which legal action explains what lies there now.

It works with every game that can say what lies where after each legal action; it knows none by
name.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Protocol, TypeGuard

import numpy as np

from dicecam.dice import Die
from dicecam.messages import Message
from dicecam.rules.core import Action, Played, Seat
from dicecam.session.referee_places import Places, Slots, read_slots
from dicecam.session.referee_square import place_words
from dicecam.session.referee_words import KEY, Verdict, face_words
from dicecam.session.session import Session
from dicecam.table.layouts import Board, turns_of
from dicecam.table.view import SeenDie, TableView

SAID = 3
"""Differences that are named; more would only confuse."""


class HasPositions(Protocol):
    """A game played with dice on a board."""

    def position(self, state: Any) -> Slots:
        """Return what lies where."""
        ...

    def positions_after(self, state: Any, seat: Seat) -> tuple[tuple[Action, Slots], ...]:
        """Return each legal action that changes the table, with what lies where after it."""
        ...

    def explain_unturned(
        self, state: Any, seat: Seat, slots: Slots
    ) -> tuple[Action, str, int] | None:
        """Return the action that was made when only a die was not turned, its place and value."""
        ...


def has_positions(game: object) -> TypeGuard[HasPositions]:
    """Tell whether a game can say what lies where."""
    return all(hasattr(game, name) for name in ("position", "positions_after", "explain_unturned"))


class BoardReferee:
    """Follows pawns on a board."""

    def __init__(self) -> None:
        self._places = Places()
        self._handled: Hashable = None
        self._last = Verdict()

    def see(self, session: Session, board: Board, view: TableView) -> Verdict:
        """Take in a view; return an event once for each action that was made."""
        if not view.lying:
            return Verdict()
        state = session.state
        now = (view.rest, state, tuple((die.track, die.reading.face) for die in view.dice))
        if now == self._handled:
            return self._last
        self._handled = now
        verdict = self._explained(session, board, view)
        self._last = Verdict(None, verdict.words, verdict.tracks)
        return verdict

    def _explained(self, session: Session, board: Board, view: TableView) -> Verdict:
        game: Any = session.game
        expected: Slots = game.position(session.state)
        found = self._places.fit is None
        located = self._places.locate(board, view, _gaps(board, expected, first=found))
        if located is None:
            words = (Message.of(f"{KEY}.no_board", count=len(board.names)),)
            return Verdict(None, words if len(expected) == len(board.names) else ())
        turned = not self._places.printed and (found or self._places.moved)
        at = self._oriented(game, view, located, expected) if turned else located
        slots, unclear = read_slots(session.game, at)
        if unclear:
            places = tuple(place_words(place) for place in unclear)
            words = (Message.of(f"{KEY}.unclear_places", places=places),)
            return Verdict(None, words, tuple(at[place].track for place in unclear))
        return _matching_action(session, slots, expected, at)

    def _oriented(
        self, game: Any, view: TableView, at: Mapping[str, SeenDie], expected: Slots
    ) -> Mapping[str, SeenDie]:
        """Choose among the turns of a symmetric board the one that agrees best with the game."""
        fit = self._places.fit
        assert fit is not None, "the board was found"
        wanted = dict(expected)
        best_count = -1
        best = at
        centres = np.array([die.box.centre for die in view.dice], np.float64)
        for turned in turns_of(fit, centres):
            there = {place: view.dice[index] for place, index in turned.at}
            slots, _ = read_slots(game, there)
            count = sum(wanted.get(place) == die for place, die in slots)
            if count > best_count:
                best_count, best, self._places.fit = count, there, turned
        return best


def _gaps(board: Board, expected: Slots, first: bool) -> int:
    """Return how many places may be empty: one more than now, since a pawn may be taken."""
    return 2 if first else min(len(board.names) - 1, len(board.names) - len(expected) + 1)


def _matching_action(
    session: Session, slots: Slots, expected: Slots, at: Mapping[str, SeenDie]
) -> Verdict:
    """Return the action that explains a position, or the difference in words."""
    if slots == expected:
        return Verdict()
    game: Any = session.game
    state = session.state
    seats = sorted(game.to_act(state))
    laid = None
    for seat in seats:
        for action, after in game.positions_after(state, seat):
            if after == slots:
                return Verdict(Played(seat, action))
            # While pawns are laid out one after the other, several may lie there already.
            if laid is None and set(expected) < set(after) <= set(slots):
                laid = Played(seat, action)
    if laid is not None:
        return Verdict(laid)
    for seat in seats:
        unturned = game.explain_unturned(state, seat, slots)
        if unturned is not None:
            _, place, value = unturned
            words = Message.of(f"{KEY}.turn_to", place=place_words(place), value=value)
            return Verdict(None, (words,), (at[place].track,))
    return _differences(session, dict(slots), dict(expected), at)


def _differences(
    session: Session,
    seen: Mapping[str, Die],
    expected: Mapping[str, Die],
    at: Mapping[str, SeenDie],
) -> Verdict:
    """Say where the table differs from the game."""
    game = session.game
    nothing = Message(f"{KEY}.nothing")
    places = [p for p in sorted({*seen, *expected}) if seen.get(p) != expected.get(p)]
    words = []
    for place in places[:SAID]:
        there, wanted = seen.get(place), expected.get(place)
        words.append(
            Message.of(
                f"{KEY}.differs",
                place=place_words(place),
                seen=face_words(game, there.kind, there.face) if there else nothing,
                expected=face_words(game, wanted.kind, wanted.face) if wanted else nothing,
            )
        )
    return Verdict(None, tuple(words), tuple(at[place].track for place in places if place in at))
