"""The My Shelfie sheet as printed: rows, needs, points and the joker, checked from a data file.

Every number comes from the data file, because the printed points of an edition are the owner's to
enter. This module knows nothing of players, dice thrown or turns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dicecam.dice import OTHER, READER_FACES, UNREADABLE, DieKind
from dicecam.errors import SettingsError

FILE = "my_shelfie_sheet.toml"
KIND = "shelfie"
ROWS = 5
COLUMNS = 5
DICE = 6

_ID = re.compile(r"[a-z0-9][a-z0-9_-]*")
_FACE = re.compile(r"[a-z0-9][a-z0-9_.-]*")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
_FAMILIES = ("pips_", "dixe_", "shelfie_")


@dataclass(frozen=True, slots=True)
class ShelfRow:
    """One printed row: a symbol and its five items.

    Attributes:
        id: Name of the row, the face a die shows for it.
        face: Reader class of the symbol.
        label: What the data file calls it.
        colour: `#rrggbb`, None when the file names none.
        need: Dice each item takes, by column.
        points: Points of each item, by column.
    """

    id: str
    face: str
    label: str
    colour: str | None
    need: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shelf:
    """The whole printed sheet.

    Attributes:
        rows: The five rows from top to bottom.
        joker: Face a die shows for the joker.
        joker_face: Reader class of the joker.
    """

    rows: tuple[ShelfRow, ...]
    joker: str
    joker_face: str

    def index(self, row: str) -> int | None:
        """Return the place of a row from the top, None when there is no such row."""
        return next((at for at, each in enumerate(self.rows) if each.id == row), None)

    def die_kind(self) -> DieKind:
        """Return the kind of the six dice: a face for each row and the joker."""
        readings = tuple((row.face, row.id) for row in self.rows)
        return DieKind(KIND, (*readings, (self.joker_face, self.joker)))


def read_shelf(table: Mapping[str, Any]) -> Shelf:
    """Build the sheet from its parsed data file.

    Raises:
        SettingsError: Something is missing or wrong; the message names file, key, what was
            expected and what was found.
    """
    file = str(table.get("__file__", FILE))
    rows = table.get("row")
    if not isinstance(rows, list) or len(rows) != ROWS:
        found = f"{len(rows)} rows" if isinstance(rows, list) else repr(rows)
        raise _wrong(file, "row", f"exactly {ROWS} [[row]] tables", found)
    read = tuple(_row(file, f"row[{at}]", row) for at, row in enumerate(rows, start=1))
    joker = table.get("joker")
    if not isinstance(joker, Mapping):
        raise _wrong(file, "joker", "a table with id and face", repr(joker))
    shelf = Shelf(read, _id(file, "joker", joker), _face(file, "joker", joker))
    _unique(file, "id", [*(row.id for row in read), shelf.joker])
    _unique(file, "face", [*(row.face for row in read), shelf.joker_face])
    return shelf


def _row(file: str, where: str, row: Any) -> ShelfRow:
    if not isinstance(row, Mapping):
        raise _wrong(file, where, "a table", repr(row))
    name = _id(file, where, row)
    label = row.get("label", name)
    if not isinstance(label, str) or not label.strip():
        raise _wrong(file, f"{where}.label", "a name for people", repr(label))
    colour = row.get("color")
    if colour is not None and not (isinstance(colour, str) and _COLOUR.fullmatch(colour)):
        raise _wrong(file, f"{where}.color", "a colour such as #e58ab8", repr(colour))
    return ShelfRow(
        id=name,
        face=_face(file, where, row),
        label=label,
        colour=colour,
        need=_numbers(file, f"{where}.need", row.get("need"), 1, DICE),
        points=_numbers(file, f"{where}.points", row.get("points"), 0, None),
    )


def _id(file: str, where: str, table: Mapping[str, Any]) -> str:
    value = table.get("id")
    if not isinstance(value, str) or not _ID.fullmatch(value):
        expected = "a name of small letters, digits, _ and -"
        raise _wrong(file, f"{where}.id", expected, repr(value))
    return value


def _face(file: str, where: str, table: Mapping[str, Any]) -> str:
    value = table.get("face")
    if not isinstance(value, str) or not _FACE.fullmatch(value) or value in (OTHER, UNREADABLE):
        raise _wrong(file, f"{where}.face", "a symbol the reader knows or was taught", repr(value))
    # A taught symbol may have any name; one that looks like a shipped one has to be shipped.
    if value.startswith(_FAMILIES) and value not in READER_FACES:
        known = ", ".join(face for face in READER_FACES if face.startswith("shelfie_"))
        raise _wrong(file, f"{where}.face", f"a known symbol such as {known}", repr(value))
    return value


def _numbers(file: str, where: str, value: Any, low: int, high: int | None) -> tuple[int, ...]:
    bounds = f"{low} or more" if high is None else f"{low} to {high}"
    whole = isinstance(value, list) and len(value) == COLUMNS
    if not whole or any(type(each) is not int for each in value):
        raise _wrong(file, where, f"{COLUMNS} whole numbers", repr(value))
    if any(each < low or (high is not None and each > high) for each in value):
        raise _wrong(file, where, f"{COLUMNS} numbers, each {bounds}", repr(value))
    return tuple(value)


def _unique(file: str, key: str, values: list[str]) -> None:
    twice = sorted({value for value in values if values.count(value) > 1})
    if twice:
        raise _wrong(file, key, "a different one for each row and the joker", f"{twice[0]!r} twice")


def _wrong(file: str, key: str, expected: str, found: str) -> SettingsError:
    msg = f"{file}: {key}: expected {expected}, found {found}; mend it or remove the file"
    return SettingsError(msg)
