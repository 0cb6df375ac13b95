"""Which die on the table is which die of the game: the likeliest assignment, and its doubts.

Body colours and faces are weighed together over all dice, so that two dice read as green are told
apart when blue is missing. Nothing is invented: what the readings do not support is a doubt. It
knows the dice of a game, not its rules, and says nothing in words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log

from dicecam.dice import UNREADABLE, Die, DieKind
from dicecam.rules.core import Spec
from dicecam.sight import SeenFace
from dicecam.table.view import SeenDie

SUPPORT = 0.05
"""A colour that is less likely than this is not supported by what is seen."""

CLEAR_FACE = 0.55
"""A face that is less likely than this has to be confirmed."""

CLEAR_RATIO = 3.0
"""So has a face, or a whole assignment, that is not this many times as likely as the next."""

ANY = "any"
"""A wanted kind that stands for every kind of the game."""

Weights = Mapping[str, float]
"""How well a die fits each kind, as logarithms."""

_FACE_FLOOR = 1e-3
# Small shares of colours count: which of two dice is the blue one is often told by which of them
# is the less unlikely one. Cut off at 0.001 instead, 1.5 % of rendered Qwixx dice were swapped.
_COLOUR_FLOOR = 1e-8
_EXTRA = -26.0  # an extra die is left out only when nothing speaks for it
_UNKNOWN = 0.2  # a colour that could not be judged may be any, the likelier ones first


@dataclass(frozen=True, slots=True)
class Guess:
    """A die of the table taken for a die of the game.

    Attributes:
        die: The die of the game.
        face_share: How likely its face is.
        colour_share: How likely its colour is; 1 when the colour does not matter.
        other: The runner-up face of the same kind, None when there is none.
        other_share: How likely that one is.
    """

    die: Die
    face_share: float
    colour_share: float
    other: str | None = None
    other_share: float = 0.0

    @property
    def weight(self) -> float:
        """How well it fits, as a logarithm."""
        colour, face = max(self.colour_share, _COLOUR_FLOOR), max(self.face_share, _FACE_FLOOR)
        return log(colour) + log(face)

    @property
    def face_is_clear(self) -> bool:
        """True when the face needs no confirmation."""
        return self.face_share >= CLEAR_FACE and self.face_share >= CLEAR_RATIO * self.other_share


@dataclass(frozen=True, slots=True)
class Matched:
    """The likeliest assignment of the dice on the table to the dice of the game.

    Attributes:
        taken: Pairs of a die on the table and what it is taken for, in the order given.
        extra: Dice on the table that are none of those wanted.
        missing: Kinds wanted for which no die lies there, sorted.
        unreadable: Dice that show nothing.
        doubtful: Dice whose face has to be confirmed.
        swapped: Dice whose colour has to be confirmed, since another assignment is nearly as
            likely or the readings do not support this one.
    """

    taken: tuple[tuple[SeenDie, Guess], ...]
    extra: tuple[SeenDie, ...] = ()
    missing: tuple[str, ...] = ()
    unreadable: tuple[SeenDie, ...] = ()
    doubtful: tuple[SeenDie, ...] = ()
    swapped: tuple[SeenDie, ...] = ()

    @property
    def is_clear(self) -> bool:
        """True when every die wanted lies there and nothing has to be asked."""
        return not (self.missing or self.unreadable or self.doubtful or self.swapped)

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice of the game that lie there, sorted."""
        return tuple(sorted(guess.die for _, guess in self.taken))


def face_shares(reading: SeenFace) -> dict[str, float]:
    """Return how likely each reader class is."""
    shares = dict(reading.others)
    shares[reading.face] = max(shares.get(reading.face, 0.0), reading.confidence)
    return shares


def colour_share(kind: DieKind, reading: SeenFace) -> float:
    """Return how likely a die has the colour of a kind; 1 when its colour does not matter."""
    if kind.colour is None:
        return 1.0
    shares = dict(reading.other_colours)
    shares[reading.colour] = max(shares.get(reading.colour, 0.0), reading.colour_confidence)
    share = shares.get(kind.colour, 0.0)
    if reading.colour == "unknown":
        likeliest = max((value for name, value in shares.items() if name != "unknown"), default=0.0)
        return max(share, _UNKNOWN * share / likeliest) if likeliest > 0 else _UNKNOWN
    return share


def guess(kind: DieKind, reading: SeenFace, faces: Collection[str] = ()) -> Guess | None:
    """Take a reading for a die of a kind.

    Args:
        kind: Which kind.
        reading: What was read.
        faces: Faces that can be meant; empty when all can.

    Returns:
        The likeliest face of the kind; None when the reading gives none of its faces.
    """
    shares = face_shares(reading)
    ranked = sorted(
        (
            (shares[name], face)
            for name, face in kind.readings
            if shares.get(name, 0.0) > 0 and (not faces or face in faces)
        ),
        reverse=True,
    )
    if not ranked:
        return None
    share, face = ranked[0]
    other_share, other = ranked[1] if len(ranked) > 1 else (0.0, None)
    die = Die(kind.key, face)
    return Guess(die, share, colour_share(kind, reading), other, other_share)


def match_dice(
    spec: Spec, wanted: Sequence[str], seen: Sequence[SeenDie], faces: Collection[str] = ()
) -> Matched:
    """Find the likeliest assignment of dice on the table to dice wanted.

    Args:
        spec: The game's record.
        wanted: Kinds of the dice wanted, a multiset.
        seen: The dice on the table.
        faces: Faces that can be meant; empty when all can.
    """
    readable = [die for die in seen if die.face != UNREADABLE]
    tables = [_guesses(spec, wanted, die.reading, faces) for die in readable]
    weights = [{kind: found.weight for kind, found in table.items()} for table in tables]
    best = _first_choices(weights, wanted) or _assign(weights, wanted)
    taken = tuple(
        (die, table[kind])
        for die, table, kind in zip(readable, tables, best, strict=True)
        if kind is not None
    )
    left = Counter(wanted) - Counter(kind for kind in best if kind is not None)
    unsupported = [die for die, taken_for in taken if taken_for.colour_share < SUPPORT]
    return Matched(
        taken=taken,
        extra=tuple(d for d, kind in zip(readable, best, strict=True) if kind is None),
        missing=tuple(sorted(left.elements())),
        unreadable=tuple(die for die in seen if die.face == UNREADABLE),
        doubtful=tuple(die for die, taken_for in taken if not taken_for.face_is_clear),
        swapped=tuple(unsupported) or _ambiguous(readable, tables, weights, wanted, best),
    )


def _guesses(
    spec: Spec, wanted: Sequence[str], reading: SeenFace, faces: Collection[str]
) -> dict[str, Guess]:
    """Return what a die may be taken for, by kind wanted."""
    found: dict[str, Guess] = {}
    for name in dict.fromkeys(wanted):
        kinds = spec.dice if name == ANY else (spec.kind(name),)
        options = [g for kind in kinds if (g := guess(kind, reading, faces)) is not None]
        if options:
            found[name] = max(options, key=lambda option: option.weight)
    return found


def _first_choices(weights: Sequence[Weights], wanted: Sequence[str]) -> list[str | None] | None:
    """Return for each die the kind it fits best, None when not all of them can be had."""
    chosen: list[str | None] = []
    for table in weights:
        ranked = sorted(table.items(), key=lambda item: -item[1])
        if (ranked and ranked[0][1] <= _EXTRA) or (
            len(ranked) > 1 and ranked[0][1] == ranked[1][1]
        ):
            return None  # rare, and not to be decided here
        chosen.append(ranked[0][0] if ranked else None)
    fits = Counter(kind for kind in chosen if kind is not None) <= Counter(wanted)
    return chosen if fits else None


def _assign(
    weights: Sequence[Weights],
    wanted: Sequence[str],
    barred: tuple[int, str] | None = None,
) -> list[str | None]:
    """Return for each die the kind it is taken for in the likeliest assignment, None for extra.

    Args:
        weights: How well each die fits each kind it may be taken for.
        wanted: The kinds, a multiset.
        barred: A die and a kind that it must not be taken for.
    """
    kinds = sorted(set(wanted))
    counts = Counter(wanted)
    options = [
        [(n, kind, table[kind]) for n, kind in enumerate(kinds) if kind in table]
        for table in weights
    ]
    if barred is not None:
        options[barred[0]] = [option for option in options[barred[0]] if option[1] != barred[1]]

    @cache
    def rest(index: int, left: tuple[int, ...]) -> tuple[float, tuple[str | None, ...]]:
        if index == len(options):
            return 0.0, ()
        value, tail = rest(index + 1, left)
        best: tuple[float, tuple[str | None, ...]] = (value + _EXTRA, (None, *tail))
        for number, kind, weight in options[index]:
            if not left[number]:
                continue
            fewer = (*left[:number], left[number] - 1, *left[number + 1 :])
            value, tail = rest(index + 1, fewer)
            if value + weight > best[0]:
                best = value + weight, (kind, *tail)
        return best

    return list(rest(0, tuple(counts[kind] for kind in kinds))[1])


def _total(weights: Sequence[Weights], kinds: Sequence[str | None]) -> float:
    return sum(
        _EXTRA if kind is None else table[kind] for table, kind in zip(weights, kinds, strict=True)
    )


def _ambiguous(
    dice: Sequence[SeenDie],
    tables: Sequence[Mapping[str, Guess]],
    weights: Sequence[Weights],
    wanted: Sequence[str],
    best: Sequence[str | None],
) -> tuple[SeenDie, ...]:
    """Return the dice that another assignment, nearly as likely, takes for something else."""
    outcome = _outcome(tables, best)
    needed = _total(weights, best) - log(CLEAR_RATIO)
    # Each die taken for what it fits best, wanted or not: no assignment can weigh more.
    most = [max((*table.values(), _EXTRA)) for table in weights]
    for index, kind in enumerate(best):
        if kind is None:
            continue
        others = (weight for name, weight in weights[index].items() if name != kind)
        if sum(most) - most[index] + max((*others, _EXTRA)) <= needed:
            continue  # this die alone decides; nothing else has to be tried
        other = _assign(weights, wanted, (index, kind))
        if _total(weights, other) > needed and _outcome(tables, other) != outcome:
            return tuple(d for d, a, b in zip(dice, best, other, strict=True) if a != b)
    return ()


def _outcome(tables: Sequence[Mapping[str, Guess]], kinds: Sequence[str | None]) -> Counter[Die]:
    """Return the dice of the game that an assignment gives."""
    return Counter(
        table[kind].die for table, kind in zip(tables, kinds, strict=True) if kind is not None
    )
