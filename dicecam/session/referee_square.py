"""Dice asked for at places: laid out, turned over, put back, shown at the end.

It remembers what lay where, so that it can tell which die was turned and whether it came back as
it was. It knows no game by name: a game in which `touch` with a place is legal is one whose dice
are turned over in their places.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from typing import Any

from dicecam.dice import Die
from dicecam.messages import Message
from dicecam.rules.core import Action, Arranged, DiceCall, Game, Played
from dicecam.rules.sheet import Mark
from dicecam.session.referee_places import Places, die_at
from dicecam.session.referee_words import KEY, Verdict
from dicecam.session.session import Session
from dicecam.table.layouts import Board
from dicecam.table.view import SeenDie, TableView

TOUCH = "touch"
"""Verb of the action that turns the die at a place over."""

_GOES_BACK = ("turn", "verify")
"""Endings of the purposes that ask for hidden faces: these dice are put back as they were."""

Lying = Mapping[str, SeenDie]
"""Dice by place."""


class SquareReferee:
    """Follows dice that lie at places."""

    def __init__(self) -> None:
        self._places = Places()
        self._tops: dict[str, Die] = {}  # what lies where while nothing is turned
        self._shown: dict[str, tuple[int, Die]] = {}  # track and die at the last rest
        self._at_call: dict[str, tuple[int, Die]] = {}
        self._call: Hashable = None
        self._turned: set[str] = set()  # places whose dice still have to be put back
        self._handled: Hashable = None
        self._last = Verdict()

    def see(
        self, session: Session, board: Board, call: DiceCall | None, view: TableView
    ) -> Verdict:
        """Take in a view; return an event once for each thing that happened."""
        game, state = session.game, session.state
        if not view.lying:
            return Verdict()
        if (call, state) != self._call:
            self._call = (call, state)
            self._at_call = dict(self._shown)
        now = (view.rest, state, tuple((die.track, die.reading.face) for die in view.dice))
        if now == self._handled:
            return self._last
        self._handled = now
        at = self._locate(game, state, board, view)
        if at is None:
            wanted = len(_occupied(game, state))
            self._last = Verdict(None, (Message.of(f"{KEY}.no_board", count=wanted),))
            return self._last
        verdict = self._idle(session, at) if call is None else self._asked(game, call, at)
        self._shown = _known(game, at) | {
            place: old for place, old in self._shown.items() if place not in at
        }
        # An event is returned once; what remains to be said is said until the table changes.
        self._last = Verdict(None, verdict.words, verdict.tracks)
        return verdict

    def read(self, game: Game[Any], board: Board, call: DiceCall, view: TableView) -> Verdict:
        """Take the dice that lie at the places asked for, changed or not."""
        at = self._places.locate(board, view, len(board.names) - 1)
        if at is None:
            return Verdict(None, (Message.of(f"{KEY}.no_board", count=len(call.places)),))
        problem = _problem(game, call, at)
        return self._arranged(game, call, at) if problem is None else problem

    def _locate(self, game: Game[Any], state: Any, board: Board, view: TableView) -> Lying | None:
        # One die may be in somebody's hand, another may be hidden.
        gaps = len(board.names) - len(_occupied(game, state)) + 2
        return self._places.locate(board, view, min(gaps, len(board.names) - 1))

    def _asked(self, game: Game[Any], call: DiceCall, at: Lying) -> Verdict:
        """Answer a call once every die it asks for has come, or was turned."""
        goes_back = call.purpose.endswith(_GOES_BACK)
        changed = {place for place in call.places if self._has_changed(game, place, at, goes_back)}
        if goes_back and len(call.places) == 1:
            wrong = self._strangers(game, at, call.places)
            if wrong and not changed:
                return _about(f"{KEY}.wrong_place", wrong, at, place=call.places[0])
        waiting = [place for place in call.places if place not in changed]
        if waiting:
            if len(waiting) == len(call.places):
                return Verdict()
            return _about(f"{KEY}.still_waiting", waiting, at)
        problem = _problem(game, call, at)
        return self._arranged(game, call, at) if problem is None else problem

    def _has_changed(self, game: Game[Any], place: str, at: Lying, goes_back: bool) -> bool:
        """Tell whether the die at a place is another one, or shows something else, than before."""
        if place not in at:
            return False
        die = die_at(game, at[place])
        if goes_back and place in self._tops:
            return die is None or die != self._tops[place]
        before = self._at_call.get(place)
        return before is None or before != (at[place].track, die)

    def _strangers(self, game: Game[Any], at: Lying, expected: Collection[str]) -> tuple[str, ...]:
        """Return the places whose dice are not as they lay, apart from those expected to."""
        return tuple(
            place
            for place, seen in sorted(at.items())
            if place not in expected
            and place not in self._turned
            and place in self._tops
            and die_at(game, seen) not in (None, self._tops[place])
        )

    def _arranged(self, game: Game[Any], call: DiceCall, at: Lying) -> Verdict:
        slots = []
        for place in sorted(call.places):
            die = die_at(game, at[place], call.faces)
            assert die is not None, "unclear dice were complained about"
            slots.append((place, die))
        if call.purpose.endswith(_GOES_BACK):
            self._turned.update(place for place, _ in slots)
        else:
            self._tops.update(slots)
            self._turned.difference_update(place for place, _ in slots)
        return Verdict(Arranged(tuple(slots)))

    def _idle(self, session: Session, at: Lying) -> Verdict:
        """Check that turned dice come back, and notice a die that is being turned."""
        game = session.game
        occupied = _occupied(game, session.state)
        for gone in set(self._tops) - occupied:
            del self._tops[gone]
        self._turned &= occupied
        seen = {place: die_at(game, die) for place, die in at.items() if place in occupied}
        for place, die in seen.items():
            if die is not None:
                self._tops.setdefault(place, die)
        # A game that goes on with these dice turned has not asked for them to be put back yet.
        if not _touches(session):
            return Verdict()
        self._turned = {p for p in self._turned if seen.get(p) != self._tops.get(p)}
        turning = _turning(session)
        open_again = sorted(self._turned - turning)
        if open_again:
            return _about(f"{KEY}.put_back", open_again, at)
        touched = self._strangers(game, at, turning)
        if len(touched) > 1:
            return _about(f"{KEY}.several_turned", touched, at)
        for seat, action in _touches(session):
            if touched and action.args == touched:
                return Verdict(Played(seat, action))
        return Verdict()


def _touches(session: Session) -> tuple[tuple[int, Action], ...]:
    """Return who may turn which die over."""
    game, state = session.game, session.state
    return tuple(
        (seat, action)
        for seat in sorted(game.to_act(state))
        for action in game.legal_actions(state, seat)
        if action.verb == TOUCH
    )


def _turning(session: Session) -> set[str]:
    """Return the places whose dice are turned at this moment: occupied, but not to be touched."""
    places = {action.args[0] for _, action in _touches(session)}
    return _occupied(session.game, session.state) - places


def _occupied(game: Game[Any], state: Any) -> set[str]:
    """Return the places where the game has dice."""
    return {
        cell.place
        for row in game.sheet(state, 0).rows
        for cell in row.cells
        if cell.place is not None and cell.mark is not Mark.CLOSED
    }


def _known(game: Game[Any], at: Lying) -> dict[str, tuple[int, Die]]:
    """Return track and die of every place that shows something clear."""
    dice = {place: (seen.track, die_at(game, seen)) for place, seen in at.items()}
    return {place: (track, die) for place, (track, die) in dice.items() if die is not None}


def _problem(game: Game[Any], call: DiceCall, at: Lying) -> Verdict | None:
    """Return what keeps the places asked for from being read, None when nothing does."""
    empty = [place for place in call.places if place not in at]
    if empty:
        return _about(f"{KEY}.empty_places", empty, at)
    unclear = [p for p in call.places if die_at(game, at[p], call.faces) is None]
    return _about(f"{KEY}.unclear_places", unclear, at) if unclear else None


def _about(key: str, places: Collection[str], at: Lying, **args: str) -> Verdict:
    """Say something about places."""
    words = Message.of(key, places=tuple(place_words(place) for place in places), **args)
    return Verdict(None, (words,), tuple(at[place].track for place in places if place in at))


def place_words(place: str) -> str:
    """Return a place in words: numbers count from 1 for people, names stay."""
    return str(int(place) + 1) if place.isdecimal() else place
