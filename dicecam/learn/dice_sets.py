"""Describes taught dice: a set's name and its faces, each with a name, an icon and a reader class.

A set is a folder with `set.toml`, `icons/*.png` and the photos it was taught from. This module
knows descriptions and folders; it trains nothing and knows no game.
"""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from dicecam.dice import OTHER, PIPS, READER_FACES, UNREADABLE
from dicecam.errors import DataSetError, LearnError
from dicecam.learn.files import data_folder, slug, write_text

DESCRIPTION = "set.toml"
PHOTOS = "photos"
ICONS = "icons"
MOST_FACES = 60
"""More faces than this are a slip, no die."""

_ID = re.compile(r"[a-z0-9][a-z0-9_]{0,40}")
_READING = re.compile(r"[a-z0-9][a-z0-9_.-]{0,100}")
# Beginnings of the program's own classes, and names that Windows allows no folder to have.
_DEVICES = (
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
)
_RESERVED = frozenset({"pips", "dixe", "shelfie", OTHER, UNREADABLE, "unnamed", *_DEVICES})


@dataclass(frozen=True, slots=True)
class SetFace:
    """A face of a taught die.

    Attributes:
        reading: Reader class that means it.
        name: What people call it.
        icon: Path of its picture below the set's folder; empty for none.
        colour: Colour of the face or its symbol, `#rrggbb`; empty when it does not matter.
        opposite: Reader class of the face on the other side; empty when not known.
    """

    reading: str
    name: str
    icon: str = ""
    colour: str = ""
    opposite: str = ""


@dataclass(frozen=True, slots=True)
class DiceSet:
    """A set of taught dice.

    Attributes:
        id: Name of its folder.
        name: What people call it.
        faces: Its faces, in the order they were taught.
        folder: Where it lies.
        author: Who taught it; may be empty.
    """

    id: str
    name: str
    faces: tuple[SetFace, ...] = ()
    folder: Path = field(default_factory=Path)
    author: str = ""

    @property
    def readings(self) -> tuple[str, ...]:
        """Reader classes of its faces."""
        return tuple(face.reading for face in self.faces)

    @property
    def photos(self) -> Path:
        """Folder of the photos it was taught from."""
        return self.folder / PHOTOS

    def face(self, text: str) -> SetFace | None:
        """Return the face of a name or reader class, None when there is none."""
        wanted = slug(text)
        return next(
            (f for f in self.faces if text == f.reading or wanted == slug(f.name)),
            None,
        )


def sets_folder() -> Path:
    """Return the folder of all taught sets."""
    return data_folder() / "dice"


def reading_for(dice: DiceSet, text: str) -> str:
    """Return the reader class that a name means in a set.

    `1` to `6` are pips, a class of the shipped reader is itself, and everything else is a symbol
    of the set, new or known.

    Raises:
        LearnError: The name has no letter or digit, or is kept for the program.
    """
    known = dice.face(text)
    if known is not None:
        return known.reading
    wanted = slug(text)
    if text.strip() in {"1", "2", "3", "4", "5", "6"}:
        return PIPS[int(text) - 1]
    if wanted in (OTHER, UNREADABLE):
        msg = f"face {text!r}: kept for dice that cannot be read; choose another name"
        raise LearnError(msg)
    if wanted in READER_FACES:
        return wanted
    if not wanted:
        msg = f"face: expected a name with letters or digits, got {text!r}"
        raise LearnError(msg)
    return f"{dice.id}_{wanted}"


def new_set(name: str, folder: Path | None = None) -> DiceSet:
    """Return an empty set of a name; nothing is written.

    Args:
        name: What people call it.
        folder: Folder of all sets; None for the user's.

    Raises:
        LearnError: The name has no letter or digit, or is kept for the program.
    """
    key = slug(name)
    if not key or key in _RESERVED:
        msg = f"set: expected a name with letters or digits other than {key!r}, got {name!r}"
        raise LearnError(msg)
    return DiceSet(key, name.strip(), folder=(folder or sets_folder()) / key)


def with_face(dice: DiceSet, face: SetFace) -> DiceSet:
    """Return a set with a face added, or changed when it has one of this reader class."""
    if face.reading in dice.readings:
        faces = tuple(face if old.reading == face.reading else old for old in dice.faces)
    else:
        faces = (*dice.faces, face)
    return DiceSet(dice.id, dice.name, faces, dice.folder, dice.author)


def find_sets(folder: Path | None = None) -> tuple[DiceSet, ...]:
    """Return all sets that can be read, by name; broken ones are left out."""
    folder = folder or sets_folder()
    found = []
    for path in sorted(folder.glob(f"*/{DESCRIPTION}")):
        try:
            found.append(read_set(path.parent))
        except DataSetError:
            continue
    return tuple(found)


def find_set(name: str, folder: Path | None = None) -> DiceSet:
    """Return a set by its name.

    Raises:
        LearnError: There is none.
        DataSetError: Its description cannot be read.
    """
    folder = folder or sets_folder()
    path = folder / (slug(name) or "-")
    if not (path / DESCRIPTION).is_file():
        known = ", ".join(dice.id for dice in find_sets(folder)) or "none yet"
        msg = f"dice set: expected one of {known}, got {name!r}; `dicecam dice sets` lists them"
        raise LearnError(msg)
    return read_set(path)


def read_set(folder: Path) -> DiceSet:
    """Read the description of a set.

    Raises:
        DataSetError: It is missing or wrong; the message names file and key.
    """
    path = folder / DESCRIPTION
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        msg = f"{path}: cannot be read ({error})"
        raise DataSetError(msg) from error
    return parse_set(table, folder, path)


def parse_set(table: Mapping[str, Any], folder: Path, path: Path) -> DiceSet:
    """Check a parsed description.

    Args:
        table: The parsed TOML.
        folder: Folder of the set.
        path: What to call the file in errors.

    Raises:
        DataSetError: A value is missing or wrong.
    """
    if table.get("schema") != 1:
        _wrong(path, "schema", "1", table.get("schema"))
    key = _text(path, "id", table.get("id"), _ID)
    if key in _RESERVED:
        _wrong(path, "id", "a name that is not kept for the program", key)
    plain = table.get("face", [])
    if not isinstance(plain, list) or len(plain) > MOST_FACES:
        _wrong(path, "face", f"at most {MOST_FACES} [[face]] blocks", plain)
    faces = tuple(_face(path, f"face[{n}]", item) for n, item in enumerate(plain))
    readings = [face.reading for face in faces]
    if len(set(readings)) < len(readings):
        _wrong(path, "face", "each reading once", readings)
    for number, face in enumerate(faces):
        if face.opposite and face.opposite not in readings:
            _wrong(path, f"face[{number}].opposite", f"one of {readings}", face.opposite)
        if face.reading not in READER_FACES and not face.reading.startswith(f"{key}_"):
            expected = f"a class of the reader, or one that begins with {key}_"
            _wrong(path, f"face[{number}].reading", expected, face.reading)
    author = table.get("author", "")
    return DiceSet(key, _text(path, "name", table.get("name")), faces, folder, str(author)[:200])


def write_set(dice: DiceSet) -> None:
    """Write the description of a set, whole or not at all.

    Raises:
        LearnError: It cannot be written.
    """
    write_text(dice.folder / DESCRIPTION, describe(dice))


def describe(dice: DiceSet) -> str:
    """Return the description of a set as TOML."""
    lines = [
        "schema = 1",
        f"id = {quoted(dice.id)}",
        f"name = {quoted(dice.name)}",
        f"author = {quoted(dice.author)}",
    ]
    for face in dice.faces:
        lines += ["", "[[face]]"]
        for key in ("reading", "name", "icon", "colour", "opposite"):
            if value := getattr(face, key):
                lines.append(f"{key} = {quoted(value)}")
    return "\n".join(lines) + "\n"


def remove_set(dice: DiceSet) -> None:
    """Remove a set with its photos.

    Raises:
        LearnError: It cannot be removed.
    """
    try:
        shutil.rmtree(dice.folder)
    except OSError as error:
        msg = f"{dice.folder}: cannot be removed ({error.strerror})"
        raise LearnError(msg) from error


def quoted(text: str) -> str:
    """Return a text as a TOML string."""
    return '"' + "".join(_escaped(letter) for letter in text) + '"'


def _escaped(letter: str) -> str:
    if letter in '"\\' or ord(letter) < 32 or ord(letter) == 127:
        return f"\\u{ord(letter):04x}"
    return letter


def _face(path: Path, where: str, plain: Any) -> SetFace:
    if not isinstance(plain, Mapping):
        _wrong(path, where, "a [[face]] block", plain)
    reading = _text(path, f"{where}.reading", plain.get("reading"), _READING)
    if reading in (OTHER, UNREADABLE):
        _wrong(path, f"{where}.reading", "a face", reading)
    colour = plain.get("colour", "")
    if colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", str(colour)):
        _wrong(path, f"{where}.colour", "#rrggbb", colour)
    icon = plain.get("icon", "")
    if icon and not re.fullmatch(rf"{ICONS}/[a-z0-9_.-]+\.png", str(icon)):
        _wrong(path, f"{where}.icon", f"the name of a PNG file in {ICONS}/", icon)
    opposite = plain.get("opposite", "")
    return SetFace(
        reading,
        _text(path, f"{where}.name", plain.get("name", reading)),
        str(icon),
        str(colour),
        str(opposite),
    )


def _text(path: Path, key: str, value: Any, form: re.Pattern[str] | None = None) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 200:
        _wrong(path, key, "a text of at most 200 letters", value)
    if form is not None and not form.fullmatch(value):
        _wrong(path, key, "small letters, digits and _", value)
    return value


def _wrong(path: Path, key: str, expected: str, got: object) -> NoReturn:
    msg = f"{path}: {key}: expected {expected}, got {got!r}"
    raise DataSetError(msg)


def names_of(faces: Sequence[SetFace]) -> dict[str, str]:
    """Return what each reader class is called."""
    return {face.reading: face.name for face in faces}
