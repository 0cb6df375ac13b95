"""Dice as the rules see them, and the catalogue of faces the reader may name.

A `Die` is a kind and a face, nothing more: where it lies and how sure the camera was is the
business of other modules. This module knows no picture and no game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dicecam.errors import NotationError

PIPS = tuple(f"pips_{value}" for value in range(1, 7))
"""Reader classes of the six pip faces."""

DIXE_SYMBOLS = ("sun", "pi", "smiley", "bomb", "pirate", "aum")
"""Symbols publicly known from DiXe dice."""

SHELFIE_ITEMS = ("plant", "game", "book", "trophy", "cat", "joker")
"""Faces of a My Shelfie die."""

OTHER = "other"
"""Reader class of a crop that shows no face we know, or no die at all."""

UNREADABLE = "unreadable"
"""Reader class of a die without a single top face: cocked, hidden or edge-on."""

READER_FACES = (
    *PIPS,
    *(f"dixe_{symbol}" for symbol in DIXE_SYMBOLS),
    *(f"shelfie_{item}" for item in SHELFIE_ITEMS),
    OTHER,
    UNREADABLE,
)
"""Every class the shipped reader may have, in its order."""

BODY_COLOURS = (
    "white",
    "red",
    "yellow",
    "green",
    "blue",
    "black",
    "orange",
    "purple",
    "pink",
    "brown",
    "grey",
)
"""Body colours with a name; a game narrows them to the ones it needs."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_.-]*")


@dataclass(frozen=True, slots=True, order=True)
class Die:
    """A die as the rules see it.

    Attributes:
        kind: Which die it is, such as `red` or `oni`.
        face: What it shows, such as `5` or `bomb`.
    """

    kind: str
    face: str

    def __str__(self) -> str:
        return f"{self.kind}={self.face}"

    @property
    def pips(self) -> int:
        """The face as a number.

        Raises:
            ValueError: The face is not a number.
        """
        return int(self.face)


@dataclass(frozen=True, slots=True)
class DieKind:
    """A kind of die a game is played with.

    Attributes:
        key: Name of the kind, the `kind` of its dice.
        readings: Pairs of reader class and face, in the order faces are offered to people.
        colour: Body colour that tells this kind from others with the same faces; None when the
            colour does not matter.
    """

    key: str
    readings: tuple[tuple[str, str], ...]
    colour: str | None = None

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces a die of this kind may show."""
        return tuple(face for _, face in self.readings)

    def face_of(self, reading: str) -> str | None:
        """Return the face a reader class stands for, or None when it is not one of this kind."""
        return next((face for name, face in self.readings if name == reading), None)


def pip_die(key: str, colour: str | None = None) -> DieKind:
    """Return the kind of a six-sided die with pips.

    Args:
        key: Name of the kind.
        colour: Its body colour, where the game needs it.
    """
    return DieKind(key, tuple((f"pips_{value}", str(value)) for value in range(1, 7)), colour)


def parse_die(text: str) -> Die:
    """Read a die from its text form, such as `red=5`.

    Raises:
        NotationError: The text has another form.
    """
    kind, equals, face = text.strip().partition("=")
    if not equals or not _NAME.fullmatch(kind) or not _NAME.fullmatch(face):
        msg = f"die: expected kind=face such as red=5, got {text!r}"
        raise NotationError(msg)
    return Die(kind, face)
