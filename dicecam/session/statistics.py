"""Statistics across games: wins, averages, and whether the dice actually rolled look fair.

The chi-square test is worked out here with the standard library: the regularised incomplete gamma
function by its series or its continued fraction. This module knows no window and no words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from dicecam.rules.core import Game
from dicecam.session.archive import KeptGame

LEAST_EXPECTED = 5.0
"""A chi-square test needs at least this many rolls expected of each face."""
ODD = 0.05
"""Below this p-value a collection of rolls is unusual."""
VERY_ODD = 0.001
"""Below this p-value fair dice are hard to believe."""
_PRECISION = 1e-14


@dataclass(frozen=True, slots=True)
class Tally:
    """How one player did in one game.

    Attributes:
        game: Key of the game.
        name: The player.
        played: Finished games.
        won: Of them won, shared victories included.
        mean: Average points.
        best: Most points.
    """

    game: str
    name: str
    played: int
    won: int
    mean: float
    best: int


def tallies(kept: Iterable[KeptGame]) -> tuple[Tally, ...]:
    """Return how every player did in every game, most wins first within a game.

    Args:
        kept: The games; those that are not finished do not count.
    """
    points: dict[tuple[str, str], list[int]] = {}
    wins: Counter[tuple[str, str]] = Counter()
    for game in kept:
        if game.winners is None:
            continue
        for seat, name in enumerate(game.names):
            points.setdefault((game.game, name), []).append(game.scores[seat])
            wins[game.game, name] += seat in game.winners
    found = [
        Tally(game, name, len(all_), wins[game, name], sum(all_) / len(all_), max(all_))
        for (game, name), all_ in points.items()
    ]
    return tuple(sorted(found, key=lambda t: (t.game, -t.won, -t.mean, t.name)))


class Verdict(StrEnum):
    """What the rolls say about the dice."""

    TOO_FEW = "too_few"
    """Not enough rolls to say anything."""
    USUAL = "usual"
    """Fair dice often give such numbers."""
    UNUSUAL = "unusual"
    """Fair dice give such numbers now and then; roll on and look again."""
    SUSPECT = "suspect"
    """Fair dice hardly ever give such numbers."""


@dataclass(frozen=True, slots=True)
class Fairness:
    """The rolls of one group of dice.

    Attributes:
        group: What the dice are: `pips`, the colour of dice with pips, or the key of their game.
        faces: Reader classes in order.
        counts: How often each was rolled.
        chi_square: The test's statistic.
        p_value: How often fair dice deviate at least as much, 0 to 1.
        verdict: What that means.
    """

    group: str
    faces: tuple[str, ...]
    counts: tuple[int, ...]
    chi_square: float
    p_value: float
    verdict: Verdict

    @property
    def rolls(self) -> int:
        """How many dice were rolled."""
        return sum(self.counts)

    @property
    def expected(self) -> float:
        """How often fair dice would show each face."""
        return self.rolls / len(self.faces)


def fairness(group: str, faces: Sequence[str], counts: Sequence[int]) -> Fairness:
    """Test whether all faces come up equally often.

    Args:
        group: What the dice are.
        faces: Reader classes, two or more.
        counts: How often each was rolled.
    """
    total, kinds = sum(counts), len(faces)
    expected = total / kinds
    statistic = sum((n - expected) ** 2 / expected for n in counts) if total else 0.0
    p_value = chi_square_p(statistic, kinds - 1)
    if expected < LEAST_EXPECTED:
        verdict = Verdict.TOO_FEW
    elif p_value >= ODD:
        verdict = Verdict.USUAL
    else:
        verdict = Verdict.UNUSUAL if p_value >= VERY_ODD else Verdict.SUSPECT
    return Fairness(group, tuple(faces), tuple(counts), statistic, p_value, verdict)


def rolled_faces(
    kept: Iterable[KeptGame], games: Mapping[str, Game[Any]]
) -> dict[str, Counter[str]]:
    """Count the reader classes rolled, by group of dice.

    Args:
        kept: The games.
        games: Their rules, by key.

    Returns:
        Counts by group: `pips` for all dice with pips, one more group for each of their colours,
        and the key of the game for dice with symbols.
    """
    counts: dict[str, Counter[str]] = {}
    for game in kept:
        spec = games[game.game].spec
        for die in game.thrown:
            kind = spec.kind(die.kind)
            reading = next((name for name, face in kind.readings if face == die.face), None)
            if reading is None:
                continue
            groups = [game.game]
            if reading.startswith("pips_"):
                groups = ["pips", *([kind.colour] if kind.colour else [])]
            for group in groups:
                counts.setdefault(group, Counter())[reading] += 1
    return counts


def all_fairness(kept: Iterable[KeptGame], games: Mapping[str, Game[Any]]) -> tuple[Fairness, ...]:
    """Return one test for each group of dice that was rolled, most rolls first."""
    kept = tuple(kept)
    faces: dict[str, tuple[str, ...]] = {}
    for game in games.values():
        for kind in game.spec.dice:
            names = tuple(name for name, _ in kind.readings)
            pips = all(name.startswith("pips_") for name in names)
            for group in ("pips", kind.colour or "pips") if pips else (game.spec.key,):
                faces.setdefault(group, names)
    found = [
        fairness(group, faces[group], [count[face] for face in faces[group]])
        for group, count in rolled_faces(kept, games).items()
    ]
    return tuple(sorted(found, key=lambda fair: (-fair.rolls, fair.group)))


def chi_square_p(statistic: float, freedom: int) -> float:
    """Return how often chance alone gives at least such a chi-square.

    Args:
        statistic: Sum of squared deviations over expected counts, 0 or more.
        freedom: Degrees of freedom, 1 or more.
    """
    return upper_gamma(freedom / 2, statistic / 2)


def upper_gamma(a: float, x: float) -> float:
    """Return the regularised upper incomplete gamma function Q(a, x).

    Args:
        a: More than 0.
        x: 0 or more.
    """
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    # Each form converges fast on its own side of x = a + 1.
    if x < a + 1:
        return max(0.0, 1.0 - scale * _series(a, x))
    return min(1.0, scale * _fraction(a, x))


def _series(a: float, x: float) -> float:
    """Return the series of the lower function, without its scale."""
    term = total = 1.0 / a
    step = 0
    while term >= total * _PRECISION:
        step += 1
        term *= x / (a + step)
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Return the continued fraction of the upper function, without its scale (Lentz)."""
    tiny = 1e-300
    b = x + 1.0 - a
    c, d = 1.0 / tiny, 1.0 / b
    value, change, step = d, 0.0, 0
    while abs(change - 1.0) >= _PRECISION:
        step += 1
        part = -step * (step - a)
        b += 2.0
        d = 1.0 / (part * d + b or tiny)
        c = part / c + b or tiny
        change = c * d
        value *= change
    return value
