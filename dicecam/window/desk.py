"""The desk: one game as the window plays it; session, referee and corrections in one place.

Every click ends here and every change starts here, as a signal; widgets only show what the desk
says. It lives in the window's thread and knows no widget.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from dicecam.dice import Die
from dicecam.errors import RefusalError, RulesError
from dicecam.messages import Message
from dicecam.rules.core import Action, Arranged, DiceCall, Event, Rolled, Seat, Spec, Ticked
from dicecam.rules.sheet import Sheet
from dicecam.session.referee import Verdict
from dicecam.session.referee_places import board_of
from dicecam.session.session import Entry, HistoryLine, Offer, Session
from dicecam.sight import Box
from dicecam.table.view import TableView
from dicecam.window.callouts import Callout, callouts, places_of
from dicecam.window.judge import Judge
from dicecam.window.live.vision import Expected
from dicecam.window.merging import merged
from dicecam.window.readings import Corrections, colours_of, die_of, faces_of, tracks_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Read:
    """A view of the table that became an event.

    Attributes:
        place: How many entries came before the one it became.
        view: The view as the camera gave it.
    """

    place: int
    view: TableView

    @property
    def tracks(self) -> frozenset[int]:
        """The dice that lay there."""
        return frozenset(die.track for die in self.view.dice)


class Desk(QObject):
    """A game in progress.

    Args:
        session: The game.
        judge: Turns views of the table into events.
        clock: A clock in seconds, for timed games.

    Attributes:
        changed: The game changed: sheets, offers, history, whose turn.
        looked: The table is seen anew: `view` and `verdict`.
        told: Something happened: a tuple of messages.
        refused: Something was not possible: a message.
        face_said: A person says what a die shows: its track and the reader class.
        session: The game; ask it, change it through the desk only.
        view: The table now, as corrected; None before the first look.
        verdict: What is wrong with the dice on the table, if anything.
        paper: True while players keep paper sheets: dice are shown and nothing is played.
        peeking: The player who looks at what is secret to him; None while all is covered.
        looking_at: Number of entries up to which people look back; None for now.
    """

    changed = Signal()
    looked = Signal()
    told = Signal(object)
    refused = Signal(object)
    face_said = Signal(int, str)

    def __init__(
        self,
        session: Session,
        judge: Judge,
        clock: Callable[[], float] = time.monotonic,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.view: TableView | None = None
        self.verdict = Verdict()
        self.looking_at: int | None = None
        self.paper = False
        self.peeking: Seat | None = None
        self._judge = judge
        self._corrections = Corrections()
        self._raw: TableView | None = None
        self._shown: object = None
        self._offered: tuple[Any, tuple[Offer, ...], tuple[Offer, ...]] | None = None
        self._reads: dict[int, Read] = {}  # by place; later ones of the same place replace
        self._clock = clock
        self._began = clock() - last_tick(session)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._deadline)
        self._watch_deadline()

    # What panels ask.

    @property
    def spec(self) -> Spec:
        """The record of the game."""
        return self.session.game.spec

    @property
    def awaiting(self) -> DiceCall | None:
        """The dice the table must show next."""
        return self.session.awaits()

    @property
    def watching(self) -> bool:
        """True while the table can tell something: dice are awaited, or places are played on."""
        session = self.session
        if session.outcome() is not None:
            return False
        return self.awaiting is not None or board_of(session.game, session.state) is not None

    @property
    def colours(self) -> tuple[str, ...]:
        """Body colours that matter in the game."""
        return colours_of(self.spec)

    @property
    def expected(self) -> Expected:
        """What the dice of the game look like."""
        return Expected(self.colours, faces_of(self.spec))

    @property
    def shown_state(self) -> Any:
        """The position people look at: now, or the one they jumped back to."""
        if self.looking_at is None:
            return self.session.state
        return self.session.state_at(self.looking_at)

    def acting(self) -> tuple[Seat, ...]:
        """Return whose turn it is at the position people look at: who chooses, or who rolls."""
        game, state = self.session.game, self.shown_state
        seats = tuple(sorted(game.to_act(state)))
        call = game.awaits(state)
        if not seats and call is not None and call.seat is not None:
            return (call.seat,)
        return seats

    def sheet(self, seat: Seat) -> Sheet:
        """Return the sheet of a seat at the position people look at."""
        return self.session.game.sheet(self.shown_state, seat)

    def scores(self) -> tuple[int, ...]:
        """Return the points at the position people look at."""
        return self.session.game.scores(self.shown_state)

    def offers(self) -> tuple[Offer, ...]:
        """Return what may be chosen now; nothing while people look back or secrets are covered."""
        if self.looking_at is not None or self.covered:
            return ()
        everything = self._offers()[1]
        if self.peeking is None:
            return everything
        return tuple(offer for offer in everything if offer.seat == self.peeking)

    def _offers(self) -> tuple[tuple[Offer, ...], tuple[Offer, ...]]:
        """Return all the rules allow, and one offer for each result; once for each position."""
        state = self.session.state
        if self._offered is None or self._offered[0] is not state:
            offers = self.session.offers()
            self._offered = (state, offers, merged(self.session, offers))
        return self._offered[1:]

    def secret_seats(self) -> tuple[Seat, ...]:
        """Return who has to choose something that the others must not see."""
        game, state = self.session.game, self.session.state
        return tuple(
            dict.fromkeys(
                offer.seat
                for offer in self._offers()[0]
                if game.announce(state, offer.action) != offer.text
            )
        )

    @property
    def covered(self) -> bool:
        """True while somebody has secret choices and nobody looks at them."""
        return self.peeking is None and bool(self.secret_seats())

    def news(self) -> tuple[Message, ...]:
        """Return what the last event brought about, at the position people look at."""
        session = self.session
        count = len(session.entries) if self.looking_at is None else self.looking_at
        while count and isinstance(session.entries[count - 1].event, Ticked):
            count -= 1
        if not count:
            return ()
        before, after = session.state_at(count - 1), session.state_at(count)
        return session.game.news(before, session.entries[count - 1].event, after)

    def callouts(self) -> tuple[Callout, ...]:
        """Return what has to be done at places of the board now."""
        return callouts(self.news(), places_of(self.sheet(0)))

    def history(self) -> tuple[HistoryLine, ...]:
        """Return what has happened so far, in words."""
        return self.session.history()

    def tracks(self, dice: tuple[Die, ...]) -> frozenset[int]:
        """Return which dice on the table are meant."""
        return tracks_of(self.spec, self.view.dice, dice) if self.view is not None else frozenset()

    def time_left_s(self) -> float | None:
        """Return the seconds until the next deadline of a timed game, None without one."""
        deadline = self.session.game.deadline_s(self.session.state)
        if deadline is None or self.session.outcome() is not None:
            return None
        return max(0.0, deadline - self._elapsed())

    # What is secret.

    def peek(self, seat: Seat) -> None:
        """Let a player look at what is secret to him."""
        self.peeking = seat
        self.changed.emit()

    def cover(self) -> None:
        """Cover what is secret again."""
        self.peeking = None
        self.changed.emit()

    # The table.

    def see(self, view: TableView) -> None:
        """Take in what the camera sees now."""
        self._raw = view
        self._corrections.follow(view)
        self.view = self._corrections.apply(view)
        if self.paper or self._same_as_before(self.view):
            self.looked.emit()
            return
        verdict = self._judge.see(self.session, self.view)
        if verdict.event is not None:
            self._enter_read(verdict.event, "camera")
            if verdict.words:
                self.told.emit(verdict.words)
        elif verdict.words or self.awaiting is not None or not self.view.lying:
            self.verdict = verdict
        self.looked.emit()

    def _same_as_before(self, view: TableView) -> bool:
        """Tell whether a view says nothing new, so that nobody has to judge it again."""
        dice = tuple((d.track, d.face, d.colour, round(d.confidence, 1)) for d in view.dice)
        shown = (view.phase, view.rest, dice, len(self.session.entries), self.session.can_redo)
        same = shown == self._shown and view.throw is None
        self._shown = shown
        return same

    def read_again(self) -> None:
        """Take the dice that lie on the table as the throw awaited, such as after an undo."""
        if self.view is None or self.awaiting is None:
            return
        self.verdict = self._read_at(len(self.session.entries), self.view)
        if self.verdict.event is not None:
            self._enter_read(self.verdict.event, "user")
        self.looked.emit()

    def _read_at(self, place: int, view: TableView) -> Verdict:
        """Read dice as the answer to the position after so many entries."""
        state = self.session.state_at(place)
        verdict = self._judge.read(self.session, state, view)
        call = self.session.game.awaits(state)
        if isinstance(verdict.event, Rolled) and call is not None and call.may_keep:
            kept = tuple(sorted(self._kept(place, view)))
            return replace(verdict, event=replace(verdict.event, kept=kept))
        return verdict

    def _kept(self, place: int, view: TableView) -> Iterator[Die]:
        """Return the dice that lie where they lay in the throw before a place."""
        entries = self.session.entries[:place]
        before = [n for n, e in enumerate(entries) if isinstance(e.event, Rolled)]
        read = self._reads.get(before[-1]) if before else None
        for seen in view.dice:
            die = die_of(self.spec, seen)
            if read is not None and die is not None and seen.track in read.tracks:
                yield die

    def place_of(self, entry: Entry) -> int:
        """Return how many entries came before one that counts."""
        return [e.seq for e in self.session.entries].index(entry.seq)

    def call_of(self, entry: Entry) -> DiceCall | None:
        """Return which dice an entry answered; None when it did not come from dice."""
        if not isinstance(entry.event, Rolled | Arranged):
            return None
        return self.session.game.awaits(self.session.state_at(self.place_of(entry)))

    def roll_before(self, entry: Entry | None) -> Event | None:
        """Return the dice of the throw before an entry, or of the last throw."""
        entries = self.session.entries
        end = len(entries) if entry is None else self.place_of(entry)
        rolls = (e.event for e in reversed(entries[:end]) if isinstance(e.event, Rolled | Arranged))
        return next(rolls, None)

    def enter_by_hand(self, event: Event) -> None:
        """Enter dice that somebody typed."""
        self._do(lambda: self.session.enter(event, "user"))

    # Corrections.

    def set_face(self, track: int, face: str) -> None:
        """Say which face a die on the table really shows."""
        self.face_said.emit(track, face)
        self._corrections.set_face(track, face)
        self._corrected()

    def set_colour(self, track: int, colour: str) -> None:
        """Say which colour a die on the table really has."""
        self._corrections.set_colour(track, colour)
        self._corrected()

    def swap(self, track: int, other: int) -> None:
        """Say that the colours of two dice on the table were taken for one another."""
        first = self.view.die(track) if self.view is not None else None
        second = self.view.die(other) if self.view is not None else None
        if first is not None and second is not None:
            self._corrections.swap(first, second)
            self._corrected()

    def remove_die(self, track: int) -> None:
        """Say that something on the table is no die."""
        self._corrections.remove(track)
        self._corrected()

    def add_die(self, box: Box, face: str, colour: str) -> None:
        """Say that a die was missed."""
        self._corrections.add(box, face, colour)
        self._corrected()

    def correct_entry(self, seq: int, event: Event) -> None:
        """Replace what was read earlier; what comes after is worked out anew."""
        old = next((e for e in self.session.entries if e.seq == seq), None)
        if old is None or old.event == event:
            return
        before = self.session.scores()
        words = {line.entry.seq: line.text for line in self.history()}
        try:
            dropped = self.session.correct(seq, event)
        except RulesError as error:
            self._refuse(error)
            return
        self.told.emit(
            self._what_changed(before, [words[e.seq] for e in dropped if e.seq in words])
        )
        self.looking_at = None
        self._after_change()

    def _corrected(self) -> None:
        """Read the table again after people said what really lies there."""
        if self._raw is None:
            return
        self.view = self._corrections.apply(self._raw)
        read = self._read_of_now()
        if self.paper:
            self.looked.emit()
        elif read is None:
            self.read_again()
        else:
            self.verdict = self._read_at(read.place, self._corrections.apply(read.view))
            if self.verdict.event is not None:
                seq = self.session.entries[read.place].seq
                self.correct_entry(seq, self.verdict.event)
            self.looked.emit()

    def _read_of_now(self) -> Read | None:
        """Return the reading of the dice that lie there now, None when they were not taken."""
        lying = {die.track for die in self._raw.dice} if self._raw is not None else set()
        rolls = [
            n for n, e in enumerate(self.session.entries) if isinstance(e.event, Rolled | Arranged)
        ]
        read = self._reads.get(rolls[-1]) if rolls else None
        return read if read is not None and read.tracks == lying else None

    def _what_changed(
        self, before: tuple[int, ...], dropped: Iterable[Message]
    ) -> tuple[Message, ...]:
        points = enumerate(zip(before, self.session.scores(), strict=True))
        return (
            Message("desk.corrected"),
            *(Message.of("desk.dropped", event=words) for words in dropped),
            *(
                Message.of("desk.points", seat=seat, before=old, after=new)
                for seat, (old, new) in points
                if old != new
            ),
        )

    # Choices.

    def play(self, seat: Seat, action: Action) -> None:
        """Let a player choose."""
        self._do(lambda: self._with_time(lambda: self.session.play(seat, action)))

    def why_not(self, seat: Seat, action: Action) -> Message | None:
        """Return the rule that forbids an action, None when it is allowed."""
        return self.session.why_not(seat, action)

    def undo(self) -> None:
        """Take the last thing back."""
        if self.session.can_undo:
            self._do(self._undo)

    def redo(self) -> None:
        """Bring back what was undone last."""
        if self.session.can_redo:
            self._do(self._redo)

    def look_at(self, count: int | None) -> None:
        """Look back at the position after so many entries; None to return to now."""
        if self.secret_seats():
            return  # the past of a secret is a secret as well
        self.looking_at = None if count == len(self.session.entries) else count
        self.changed.emit()

    def close(self) -> None:
        """Stop the clock and close the log."""
        self._timer.stop()
        self.session.close()

    def _undo(self) -> tuple[Message, ...]:
        self.session.undo()
        return ()

    def _redo(self) -> tuple[Message, ...]:
        self.session.redo()
        return ()

    def _do(self, change: Callable[[], tuple[Message, ...]]) -> None:
        self.looking_at = None
        try:
            news = change()
        except RulesError as error:
            self._refuse(error)
            return
        if news:
            self.told.emit(news)
        self._after_change()

    def _refuse(self, error: RulesError) -> None:
        if isinstance(error, RefusalError):
            self.refused.emit(error.message)
        else:
            logger.warning("refused: %s", error)

    def _enter_read(self, event: Event, origin: str) -> None:
        raw = self._raw
        self._do(lambda: self._with_time(lambda: self.session.enter(event, origin)))
        place = len(self.session.entries) - 1
        if raw is not None and place >= 0 and self.session.entries[place].event == event:
            self._reads[place] = Read(place, raw)
            self.verdict = Verdict()

    def _after_change(self) -> None:
        if self.peeking not in self.secret_seats():
            self.peeking = None
        self._watch_deadline()
        self.changed.emit()

    # The clock of timed games.

    def _elapsed(self) -> float:
        return self._clock() - self._began

    def _with_time(self, change: Callable[[], tuple[Message, ...]]) -> tuple[Message, ...]:
        """Tell a timed game the time before something happens in it."""
        if not self.spec.timed:
            return change()
        return (*self.session.tick(self._elapsed()), *change())

    def _watch_deadline(self) -> None:
        self._timer.stop()
        left = self.time_left_s()
        if left is not None:
            self._timer.start(round(left * 1000) + 1)

    def _deadline(self) -> None:
        self._do(lambda: self.session.tick(self._elapsed()))


def last_tick(session: Session) -> float:
    """Return the time a timed game's clock showed last, seconds; a resumed game goes on there."""
    ticks = [e.event.time_s for e in session.entries if isinstance(e.event, Ticked)]
    return ticks[-1] if ticks else 0.0
