"""What every game has in common: actions, events, dice calls, and the `Game` protocol.

A game is an object with pure methods over immutable states. It never rolls, never looks at a
clock and never reads a file; what a player could not know (a hidden face, another's vote) never
shows in what it says about that player.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from dicecam.dice import Die, DieKind
from dicecam.errors import IllegalActionError, SettingsError, UnexpectedRollError
from dicecam.messages import Message
from dicecam.rules.sheet import Sheet

Seat = int
"""A player's place at the table, from 0, clockwise."""

OptionValue = bool | int | str
Options = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True, order=True)
class Action:
    """Something a player may decide, in one generic form for all games.

    Attributes:
        verb: What is done, such as `mark`.
        args: With what, in a fixed order for each verb; text form `mark:red,7`.
    """

    verb: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rolled:
    """A settled throw was read.

    Attributes:
        dice: Every die that counts in this throw, also those that were kept; order is free.
        kept: The part of `dice` that did not move since the throw before (a multiset).
    """

    dice: tuple[Die, ...]
    kept: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Arranged:
    """Dice were seen at named places.

    Attributes:
        slots: Pairs of place and die, sorted by place; a place that is not listed is empty.
    """

    slots: tuple[tuple[str, Die], ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A player chose an action."""

    seat: Seat
    action: Action


@dataclass(frozen=True, slots=True)
class Ticked:
    """Time passed, in a timed game; sent before each action and at the deadline.

    Attributes:
        time_s: Seconds since the game's clock started.
    """

    time_s: float


Event = Rolled | Arranged | Played | Ticked
"""Everything that can happen to a game."""


@dataclass(frozen=True, slots=True)
class DiceCall:
    """The dice the table must show next.

    Attributes:
        kinds: Kinds of the dice wanted, a sorted multiset; with places, one for each place, where
            `any` stands for any kind of the game.
        seat: Who rolls or turns them; None when it does not matter.
        may_keep: True when dice of the throw before may be left lying: a throw in which at least
            one die moved is then a re-roll.
        places: Places that must be occupied; empty when places do not matter. The answer is then
            `Rolled`, otherwise `Arranged`.
        purpose: Catalogue key of the sentence that asks for them.
        faces: Faces that can be meant, such as the numbers of the cards that lie there; empty
            when every face of a die can be.
    """

    kinds: tuple[str, ...]
    seat: Seat | None = None
    may_keep: bool = False
    places: tuple[str, ...] = ()
    purpose: str = "core.call.roll"
    faces: tuple[str, ...] = ()

    @property
    def placed(self) -> bool:
        """True when the places of the dice matter."""
        return bool(self.places)


@dataclass(frozen=True, slots=True)
class Option:
    """A rule that can be chosen at set-up.

    Attributes:
        key: Its name in options.
        default: Value when nothing is said; its type is the option's type.
        choices: Allowed values, empty for any value of the type within the bounds.
        minimum: Smallest number allowed.
        maximum: Largest number allowed.
        names: Pairs of value and its name, for values that come from a data file and so have no
            sentence in a catalogue.
        seat: True when the value is a player, counted from 0; one beyond the last wraps around.
    """

    key: str
    default: OptionValue
    choices: tuple[OptionValue, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    names: tuple[tuple[OptionValue, str], ...] = ()
    seat: bool = False

    def value_text(self, game: str, value: OptionValue) -> Message:
        """Return a value in words for people; a number without words as it is."""
        named = dict(self.names).get(value)
        if named is not None or value not in self.choices:
            return Message.of("core.verbatim", text=str(value) if named is None else named)
        word = str(value).lower() if isinstance(value, bool) else value
        return Message(f"{game}.option.{self.key}.{word}")


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of option values, such as the official rule.

    Attributes:
        key: Its name.
        values: Pairs of option key and value; other options keep their default.
    """

    key: str
    values: tuple[tuple[str, OptionValue], ...]


@dataclass(frozen=True, slots=True)
class Spec:
    """The static record of a game.

    Attributes:
        key: Name of the game in commands, files and catalogues.
        min_seats: Fewest players.
        max_seats: Most players.
        dice: Every kind of die the game uses, empty for a game without dice.
        options: What can be chosen at set-up.
        presets: Named sets of option values.
        timed: True when the session must send `Ticked` events.
        seat_colours: Colour of each seat where the game fixes it, such as pawns; empty when players
            may choose.
    """

    key: str
    min_seats: int
    max_seats: int
    dice: tuple[DieKind, ...] = ()
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    timed: bool = False
    seat_colours: tuple[str, ...] = ()

    @property
    def title(self) -> Message:
        """The game's name for people."""
        return Message(f"{self.key}.title")

    def kind(self, key: str) -> DieKind:
        """Return the die kind of this name.

        Raises:
            KeyError: The game has no such die.
        """
        for kind in self.dice:
            if kind.key == key:
                return kind
        raise KeyError(key)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    Attributes:
        winners: Seats that won, several when the victory is shared; empty when nobody did.
        scores: Points of each seat.
        message: The result in a sentence; None for the usual "X wins".
    """

    winners: tuple[Seat, ...]
    scores: tuple[int, ...]
    message: Message | None = None


S = TypeVar("S")


class Game(Protocol[S]):
    """What a game must offer; see the conformance suite for the laws it must keep.

    Attributes:
        spec: Its static record.
        state_type: The class of its states, for notation.
    """

    spec: Spec
    state_type: type[S]

    def setup(self, seats: int, options: Options) -> S:
        """Return the first state; raise SettingsError for wrong seats or options."""
        ...

    def awaits(self, state: S) -> DiceCall | None:
        """Return the dice the table must show next, None when no roll is due."""
        ...

    def to_act(self, state: S) -> frozenset[Seat]:
        """Return the seats that may choose now; several at once is allowed."""
        ...

    def legal_actions(self, state: S, seat: Seat) -> tuple[Action, ...]:
        """Return what a seat may do, sorted and without repetition; () when not to act."""
        ...

    def apply(self, state: S, event: Event) -> S:
        """Return the state after an event.

        Raises:
            IllegalActionError: The rules forbid the action.
            UnexpectedRollError: The dice are not the ones awaited.
        """
        ...

    def scores(self, state: S) -> tuple[int, ...]:
        """Return the points of each seat so far."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the game ended, None while it goes on."""
        ...

    def describe(self, state: S, action: Action) -> Message:
        """Return an action in words; never fails, whatever the action."""
        ...

    def announce(self, state: S, action: Action) -> Message:
        """Return what everybody may hear about an action; less than `describe` for a secret one."""
        ...

    def announce_dice(self, state: S, event: Rolled | Arranged) -> Message | None:
        """Return what may be told later about dice that were read; None to name every die."""
        ...

    def face_text(self, die: Die) -> Message:
        """Return the face of a die in words."""
        ...

    def uses(self, state: S, action: Action) -> tuple[Die, ...]:
        """Return the dice of the throw an action uses, to be highlighted; () when none."""
        ...

    def news(self, before: S, event: Event, after: S) -> tuple[Message, ...]:
        """Return what an event brought about, in words, for everybody at the table."""
        ...

    def sheet(self, state: S, seat: Seat) -> Sheet:
        """Return what a seat may see."""
        ...

    def deadline_s(self, state: S) -> float | None:
        """Return the time of the next forced event in a timed game, None when there is none."""
        ...


class GameBase(ABC, Generic[S]):
    """Defaults for what few games need; a game may derive from it."""

    spec: Spec

    @abstractmethod
    def describe(self, state: S, action: Action) -> Message:
        """Return an action in words; every game has its own."""

    def announce(self, state: S, action: Action) -> Message:
        """Return the action's description: nothing is secret."""
        return self.describe(state, action)

    def announce_dice(self, state: S, event: Rolled | Arranged) -> Message | None:
        """Return None: every die may be named."""
        del state, event
        return None

    def face_text(self, die: Die) -> Message:
        """Return the sentence of the game's own catalogue, `<game>.face.<face>`."""
        return Message(f"{self.spec.key}.face.{die.face}")

    def uses(self, state: S, action: Action) -> tuple[Die, ...]:
        """Return nothing: no die is used up."""
        del state, action
        return ()

    def news(self, before: S, event: Event, after: S) -> tuple[Message, ...]:
        """Return nothing: the action's own description says enough."""
        del before, event, after
        return ()

    def deadline_s(self, state: S) -> float | None:
        """Return None: the game has no clock."""
        del state
        return None


Tables = Mapping[str, Mapping[str, Any]]
"""Parsed data files by file name, such as `my_shelfie_sheet.toml`."""

GameFactory = Callable[[Tables], "Game[Any]"]
"""A game module's `create`: builds the game from its data files."""


def resolve_options(spec: Spec, options: Options) -> dict[str, OptionValue]:
    """Fill in defaults and check every value.

    Args:
        spec: The game's record.
        options: What was chosen; keys may be missing.

    Returns:
        A value for each option of the game.

    Raises:
        SettingsError: An option is unknown, of the wrong type or out of bounds.
    """
    known = {option.key: option for option in spec.options}
    unknown = sorted(set(options) - set(known))
    if unknown:
        msg = f"{spec.key}: unknown option {unknown[0]!r}; expected one of {', '.join(known)}"
        raise SettingsError(msg)
    return {key: _checked(spec, known[key], options.get(key)) for key in known}


def _checked(spec: Spec, option: Option, value: OptionValue | None) -> OptionValue:
    if value is None:
        return option.default
    where = f"{spec.key}: option {option.key}"
    if type(value) is not type(option.default):
        expected = type(option.default).__name__
        msg = f"{where}: expected {expected}, got {value!r}"
        raise SettingsError(msg)
    if option.choices and value not in option.choices:
        allowed = ", ".join(str(choice) for choice in option.choices)
        msg = f"{where}: expected one of {allowed}, got {value!r}"
        raise SettingsError(msg)
    low, high = option.minimum, option.maximum
    if not isinstance(value, str) and (
        (low is not None and value < low) or (high is not None and value > high)
    ):
        msg = f"{where}: expected {low} to {high}, got {value!r}"
        raise SettingsError(msg)
    return value


def check_seats(spec: Spec, seats: int) -> None:
    """Refuse a number of players the game is not made for.

    Raises:
        SettingsError: Too few or too many.
    """
    if not spec.min_seats <= seats <= spec.max_seats:
        msg = f"{spec.key}: expected {spec.min_seats} to {spec.max_seats} players, got {seats}"
        raise SettingsError(msg)


def refuse(game: str, reason: str, **args: Any) -> IllegalActionError:
    """Return the error for a forbidden action, its sentence at `<game>.refuse.<reason>`."""
    return IllegalActionError(reason, Message.of(f"{game}.refuse.{reason}", **args))


def refuse_roll(game: str, reason: str, **args: Any) -> UnexpectedRollError:
    """Return the error for dice that do not fit, its sentence at `<game>.refuse.<reason>`."""
    return UnexpectedRollError(reason, Message.of(f"{game}.refuse.{reason}", **args))
