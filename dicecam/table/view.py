"""What leaves the vision thread: the table as it is seen now, and throws that have settled.

These are values only; how they come about is the business of `dicecam.table.settling`. No game is
known here: a die is named by its reader class and body colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from dicecam.sight import Box, SeenFace


class Phase(StrEnum):
    """What is going on at the table."""

    NO_DICE = "no_dice"
    """No die has been seen yet."""
    HANDS = "hands"
    """Something large that is no die covers or moves over the table."""
    ROLLING = "rolling"
    """Dice are in motion."""
    SETTLING = "settling"
    """Nothing moves any more; faces are being voted on."""
    SETTLED = "settled"
    """The dice lie and the throw they show has been reported."""
    COCKED = "cocked"
    """The dice lie, but one shows no single top face; the throw is held back."""
    MOVED = "moved"
    """The dice lie and are read, but were only nudged, turned or put there: no throw."""
    CLEARED = "cleared"
    """The dice were taken off the table."""


LYING = frozenset({Phase.SETTLED, Phase.COCKED, Phase.MOVED})
"""The phases in which dice lie on the table and their faces are voted."""


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die on the table now, followed since it came to the place where it lies.

    Attributes:
        track: Its identity while it rests; a die that was thrown gets a new one.
        reading: What it shows, voted over the frames since it lies still; its box is the newest.
        centre_mm: Where it lies, (x, y) in mm. Without a table map the picture's upper left
            corner is the origin and a die edge counts as 16 mm.
        still_s: Since when it has been lying still, in seconds; 0 while it moves.
    """

    track: int
    reading: SeenFace
    centre_mm: tuple[float, float]
    still_s: float = 0.0

    @property
    def box(self) -> Box:
        """Where it lies in the newest picture."""
        return self.reading.box

    @property
    def face(self) -> str:
        """The reader class it shows."""
        return self.reading.face

    @property
    def colour(self) -> str:
        """The name of its body colour, or `unknown`."""
        return self.reading.colour

    @property
    def confidence(self) -> float:
        """How often a vote like this one is right, 0 to 1."""
        return self.reading.confidence

    @property
    def others(self) -> tuple[tuple[str, float], ...]:
        """Runner-up faces with their confidence, best first."""
        return self.reading.others


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that were thrown and have come to rest. Each throw is reported once.

    Attributes:
        number: Counts the throws of a run, from 1.
        time_s: Media time of the report, in seconds.
        dice: Every die that lies on the table, also those that stayed where they were.
        kept: Tracks of the dice that did not move since the throw before.
    """

    number: int
    time_s: float
    dice: tuple[SeenDie, ...]
    kept: tuple[int, ...] = ()

    @property
    def thrown(self) -> tuple[SeenDie, ...]:
        """The dice that were thrown, without those that were kept."""
        return tuple(die for die in self.dice if die.track not in self.kept)


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as it is seen in one frame.

    Attributes:
        index: Number of the frame.
        time_s: Media time of the frame, in seconds.
        phase: What is going on.
        dice: The dice seen, by track.
        blocked: True when a hand or something as large covers or moves over the table.
        throw: The throw that has just settled; None in every other frame.
        rest: How often the table has come to rest, counted when the votes are complete. Two
            views with the same number and a phase of `LYING` show the same arrangement.
        size_px: Width and height of the frame, px.
        mat: Name of the printed mat the dice lie on, empty when none is seen; the dice's
            places are then places on the mat.
    """

    index: int
    time_s: float
    phase: Phase
    dice: tuple[SeenDie, ...] = ()
    blocked: bool = False
    throw: Throw | None = None
    rest: int = 0
    size_px: tuple[int, int] = (0, 0)
    mat: str = ""

    @property
    def lying(self) -> bool:
        """True when the dice lie at rest and their faces are voted."""
        return self.phase in LYING

    def die(self, track: int) -> SeenDie | None:
        """Return the die of a track, None when it is not seen."""
        return next((die for die in self.dice if die.track == track), None)
