"""A game in progress: events in, offers and sheets out, with undo, redo and corrections.

The state is never kept by itself: it is a fold of the effective records, so that undoing really
undoes everything. This module knows no camera and no window; time is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dicecam.dice import Die
from dicecam.errors import (
    LogCorruptError,
    NothingToUndoError,
    RefusalError,
    RulesError,
    SessionError,
)
from dicecam.messages import Message
from dicecam.rules.core import (
    Action,
    DiceCall,
    Event,
    Game,
    Options,
    Outcome,
    Played,
    Rolled,
    Seat,
    Ticked,
)
from dicecam.rules.sheet import Sheet
from dicecam.session.log import Header, LogWriter, Record, read_log


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a player may do now.

    Attributes:
        seat: Who.
        action: What.
        text: The same in words.
        dice: The dice of the throw it uses, to be highlighted.
    """

    seat: Seat
    action: Action
    text: Message
    dice: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """An event that counts, with the record it came from.

    Attributes:
        seq: Number of the record that brought it, or of the correction that replaced it.
        at: When, ISO 8601 with zone.
        origin: `camera`, `user`, `auto` or `clock`.
        event: What happened.
    """

    seq: int
    at: str
    origin: str
    event: Event


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """An entry in words.

    Attributes:
        entry: The event.
        text: What happened.
        news: What it brought about.
    """

    entry: Entry
    text: Message
    news: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class _Fold:
    """What the effective records add up to: entries and the state before, between and after."""

    entries: tuple[Entry, ...]
    states: tuple[Any, ...]
    dropped: tuple[Entry, ...] = ()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


class Session:
    """One game from set-up to winner.

    Args:
        game: Its rules.
        names: The players by seat; their number is the number of seats.
        options: Values chosen at set-up.
        log_path: File the game is written to; None to keep nothing.
        now: Gives the time for the log; tests hand in their own.
        model: Hash of the recognition model, for the log.
        colours: The players' colours by seat, for the window; empty when none were chosen.

    Raises:
        SettingsError: The number of players or an option is wrong.
    """

    def __init__(
        self,
        game: Game[Any],
        names: Sequence[str],
        options: Options,
        log_path: Path | None = None,
        now: Callable[[], str] = _now,
        model: str = "",
        colours: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.names = tuple(names)
        self.colours = tuple(colours)
        self.options = dict(options)
        self._now = now
        self._count = 0
        self._effective: list[Record] = []  # events and corrections that are not undone
        self._first = game.setup(len(names), options)
        self._fold = _Fold((), (self._first,))
        self._redo: list[Record] = []
        self._log: LogWriter | None = None
        if log_path is not None:
            chosen = tuple(sorted(self.options.items()))
            header = Header(
                game.spec.key, self.names, chosen, now(), model=model, colours=self.colours
            )
            self._log = LogWriter(log_path, header)

    @classmethod
    def resume(cls, game: Game[Any], log_path: Path, now: Callable[[], str] = _now) -> Session:
        """Open a log and go on with its game.

        Raises:
            LogCorruptError: The log cannot be read, or holds an event the rules refuse.
            LogVersionError: A newer program wrote it.
        """
        session, header = cls._read(game, log_path, now)
        session.write_to(LogWriter(log_path, header))
        return session

    @classmethod
    def replay(cls, game: Game[Any], log_path: Path) -> Session:
        """Open a log to look at; nothing is written to it.

        Raises:
            LogCorruptError: The log cannot be read, or holds an event the rules refuse.
            LogVersionError: A newer program wrote it.
        """
        return cls._read(game, log_path, _now)[0]

    @classmethod
    def _read(
        cls, game: Game[Any], log_path: Path, now: Callable[[], str]
    ) -> tuple[Session, Header]:
        header, records = read_log(log_path)
        options = dict(header.options)
        session = cls(game, header.names, options, None, now, colours=header.colours)
        for record in records:
            try:
                session._take(record)
            except (RulesError, LookupError, StopIteration) as error:
                msg = f"{log_path}: record {record.seq} does not fit the game ({error})"
                raise LogCorruptError(msg) from error
        return session, header

    def write_to(self, log: LogWriter) -> None:
        """Write every further record to a log."""
        self._log = log

    @property
    def state(self) -> Any:
        """The position now."""
        return self._fold.states[-1]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """Everything that counts so far."""
        return self._fold.entries

    @property
    def log_path(self) -> Path | None:
        """Where the game is written, None when it is not."""
        return None if self._log is None else self._log.path

    def state_at(self, count: int) -> Any:
        """Return the position after the first `count` entries, to look back at."""
        return self._fold.states[count]

    def awaits(self) -> DiceCall | None:
        """Return the dice the table must show next."""
        return self.game.awaits(self.state)

    def offers(self) -> tuple[Offer, ...]:
        """Return what every player may do now, by seat."""
        state, game = self.state, self.game
        return tuple(
            Offer(seat, action, game.describe(state, action), game.uses(state, action))
            for seat in sorted(game.to_act(state))
            for action in game.legal_actions(state, seat)
        )

    def sheet(self, seat: Seat) -> Sheet:
        """Return what a seat may see."""
        return self.game.sheet(self.state, seat)

    def scores(self) -> tuple[int, ...]:
        """Return the points of each seat."""
        return self.game.scores(self.state)

    def outcome(self) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        return self.game.outcome(self.state)

    def play(self, seat: Seat, action: Action, origin: str = "user") -> tuple[Message, ...]:
        """Play an action; see `enter`."""
        return self.enter(Played(seat, action), origin)

    def enter(self, event: Event, origin: str = "user") -> tuple[Message, ...]:
        """Let something happen.

        Args:
            event: What.
            origin: `camera`, `user`, `auto` or `clock`.

        Returns:
            What it brought about, in words.

        Raises:
            RulesError: The rules refuse it; nothing has changed then.
        """
        before = self.state
        self.game.apply(before, event)  # refused here: nothing is written
        self._write("event", origin, event)
        return self.game.news(before, event, self.state)

    def tick(self, time_s: float) -> tuple[Message, ...]:
        """Tell a timed game the time; see `enter`. Games without a clock ignore it."""
        if not self.game.spec.timed or self.outcome() is not None:
            return ()
        return self.enter(Ticked(time_s), "clock")

    def why_not(self, seat: Seat, action: Action) -> Message | None:
        """Return the rule that forbids an action, None when it is allowed."""
        try:
            self.game.apply(self.state, Played(seat, action))
        except RefusalError as refusal:
            return refusal.message
        return None

    @property
    def can_undo(self) -> bool:
        """True when there is something to undo."""
        return bool(self._effective)

    @property
    def can_redo(self) -> bool:
        """True when something undone can come back."""
        return bool(self._redo)

    def undo(self) -> None:
        """Take the last event or correction back.

        Raises:
            NothingToUndoError: Nothing has happened yet.
        """
        if not self.can_undo:
            msg = "undo: nothing has happened yet"
            raise NothingToUndoError(msg)
        # Ticks of the clock are nobody's decision: they go with the event before them.
        clock = True
        while clock and self.can_undo:
            clock = self._effective[-1].origin == "clock"
            self._write("undo", "user")

    def redo(self) -> None:
        """Bring the last undone event or correction back.

        Raises:
            NothingToUndoError: Nothing was undone since the last event.
        """
        if not self.can_redo:
            msg = "redo: nothing was undone since the last event"
            raise NothingToUndoError(msg)
        self._write("redo", "user")
        while self.can_redo and self._redo[-1].origin == "clock":
            self._write("redo", "user")

    def correct(self, seq: int, event: Event) -> tuple[Entry, ...]:
        """Replace a misread roll and recompute everything after it.

        Args:
            seq: Number of the entry to replace.
            event: What really lay on the table.

        Returns:
            Later entries that are no longer legal and were dropped.

        Raises:
            SessionError: No entry has this number.
            RulesError: The rules refuse the new event; nothing has changed then.
        """
        at = next((n for n, entry in enumerate(self.entries) if entry.seq == seq), None)
        if at is None:
            msg = f"correction: expected the number of an event that counts, got {seq}"
            raise SessionError(msg)
        self.game.apply(self._fold.states[at], event)
        before = {entry.seq for entry in self._fold.dropped}
        self._write("correct", "user", event, seq)
        return tuple(entry for entry in self._fold.dropped if entry.seq not in before)

    def last_roll(self) -> Entry | None:
        """Return the last entry that came from dice, None when there is none."""
        return next(
            (e for e in reversed(self.entries) if not isinstance(e.event, (Played, Ticked))), None
        )

    def history(self) -> tuple[HistoryLine, ...]:
        """Return every event that counts, in words; ticks of the clock are left out."""
        lines = []
        states = self._fold.states
        for entry, before, after in zip(self.entries, states, states[1:], strict=False):
            if isinstance(entry.event, Ticked):
                continue
            news = self.game.news(before, entry.event, after)
            lines.append(HistoryLine(entry, self._words(before, entry.event), news))
        return tuple(lines)

    def _words(self, before: Any, event: Event) -> Message:
        if isinstance(event, Played):
            action = self.game.announce(before, event.action)
            return Message.of("core.event.played", seat=event.seat, action=action)
        assert not isinstance(event, Ticked)
        heard = self.game.announce_dice(before, event)
        if heard is not None:
            return heard
        if isinstance(event, Rolled):
            order = [kind.key for kind in self.game.spec.dice]
            ranked = sorted(event.dice, key=lambda die: (order.index(die.kind), die.face))
            dice = tuple(die_words(self.game, die) for die in ranked)
            return Message.of("core.event.rolled", dice=dice)
        dice = tuple(
            Message.of("core.event.at", place=place, die=die_words(self.game, die))
            for place, die in event.slots
        )
        return Message.of("core.event.arranged", dice=dice)

    def close(self) -> None:
        """Close the log; may be called twice."""
        if self._log is not None:
            self._log.close()

    def _write(
        self, verb: str, origin: str, event: Event | None = None, target: int | None = None
    ) -> None:
        record = Record(self._count + 1, self._now(), origin, verb, event, target)
        if self._log is not None:
            self._log.append(record)
        self._take(record)

    def _take(self, record: Record) -> None:
        """Let a record count; the one way in for new records and for those of a log."""
        self._count += 1
        if record.verb == "undo":
            self._redo.append(self._effective.pop())
        elif record.verb == "redo":
            self._effective.append(self._redo.pop())
        else:
            self._redo.clear()
            self._effective.append(record)
        if record.verb == "event" and record.event is not None:
            self._fold = self._appended(record, record.event)  # the usual case, and the cheap one
        else:
            self._fold = self._refold()

    def _appended(self, record: Record, event: Event) -> _Fold:
        entry = Entry(record.seq, record.at, record.origin, event)
        after = self.game.apply(self.state, event)
        return _Fold((*self._fold.entries, entry), (*self._fold.states, after), self._fold.dropped)

    def _refold(self) -> _Fold:
        entries: list[Entry] = []
        for record in self._effective:
            assert record.event is not None
            entry = Entry(record.seq, record.at, record.origin, record.event)
            if record.verb == "event":
                entries.append(entry)
            else:
                at = next(n for n, old in enumerate(entries) if old.seq == record.target)
                entries[at] = entry
        return self._legal(entries)

    def _legal(self, entries: Sequence[Entry]) -> _Fold:
        """Fold entries, leaving out those the rules refuse after a correction."""
        kept: list[Entry] = []
        states = [self._first]
        dropped: list[Entry] = []
        for entry in entries:
            try:
                states.append(self.game.apply(states[-1], entry.event))
            except RulesError:
                dropped.append(entry)
            else:
                kept.append(entry)
        return _Fold(tuple(kept), tuple(states), tuple(dropped))


def die_words(game: Game[Any], die: Die) -> Message:
    """Return a die in words, such as "red 5" or the name of its symbol."""
    kind = game.spec.kind(die.kind)
    if kind.colour is not None:
        colour = Message(f"core.colour.{kind.colour}")
        return Message.of("core.die.coloured", colour=colour, face=die.face)
    return Message.of("core.die.plain", face=game.face_text(die))
