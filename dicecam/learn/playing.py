"""Lets MémoDiXe and My Shelfie be played with a taught set: writes the user's own table of faces.

The shipped table is copied with other faces and names in it; a table the user has edited himself
is never overwritten. What a table means is the business of its game.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path

from dicecam.errors import LearnError
from dicecam.learn.dice_sets import DiceSet, SetFace, quoted
from dicecam.learn.files import write_text
from dicecam.tables import table_path

TABLES = {"memodixe": "dixe_set.toml", "my_shelfie_dice": "my_shelfie_sheet.toml"}
"""The table that holds the faces of each game that can be played with a taught set."""
MARK = "# Written by `dicecam dice sets play`; `dicecam dice sets play none GAME` removes it.\n"
"""First line of a table that this module has written and may replace."""

_BLOCKS = ("[[symbol]]", "[[row]]", "[joker]")
_VALUE = re.compile(r'^(\s*)(id|face|label)(\s*=\s*)"([^"]*)"(.*)$')


def play_with(
    game: str, dice: DiceSet | None, chosen: Mapping[str, str], folder: Path
) -> tuple[tuple[str, str], ...]:
    """Play a game with the faces of a set from now on.

    Args:
        game: A key of `TABLES`.
        dice: The set; None to play with the usual faces again.
        chosen: Name of the face for each symbol; empty to take them one after the other.
        folder: The user's configuration folder.

    Returns:
        Each symbol of the game with the name of its face; empty for the usual faces.

    Raises:
        LearnError: A symbol or face is unknown, there are too few faces, or the user has a table
            of his own.
    """
    path = folder / TABLES[game]
    if path.is_file() and not path.read_text(encoding="utf-8-sig").startswith(MARK):
        msg = f"{path}: your own table; move it away first, or write the faces into it yourself"
        raise LearnError(msg)
    if dice is None:
        path.unlink(missing_ok=True)
        return ()
    lines = table_path(TABLES[game]).read_text(encoding="utf-8").splitlines()
    symbols = [value for _, key, value in _values(lines) if key == "id"]
    faces = _faces(dice, symbols, chosen)
    text = MARK + "\n".join(_replaced(lines, faces)) + "\n"
    tomllib.loads(text)
    write_text(path, text)
    return tuple((symbol, face.name) for symbol, face in faces.items())


def _faces(dice: DiceSet, symbols: list[str], chosen: Mapping[str, str]) -> dict[str, SetFace]:
    """Return the face of each symbol."""
    if not chosen:
        if len(dice.faces) < len(symbols):
            msg = f"{dice.name}: expected {len(symbols)} faces or more, got {len(dice.faces)}"
            raise LearnError(msg)
        return dict(zip(symbols, dice.faces, strict=False))
    found = {}
    for symbol, name in chosen.items():
        face = dice.face(name)
        if symbol not in symbols or face is None:
            known = ", ".join(symbols)
            names = ", ".join(face.name for face in dice.faces)
            msg = f"face: expected one of {known} = one of {names}, got {symbol}={name}"
            raise LearnError(msg)
        found[symbol] = face
    readings = [face.reading for face in found.values()]
    if len(set(readings)) < len(readings):
        msg = "face: expected another face for each symbol, got one twice"
        raise LearnError(msg)
    return found


def _values(lines: list[str]) -> list[tuple[int, str, str]]:
    """Return place, key and value of the lines of blocks that hold faces."""
    found = []
    inside = False
    for place, line in enumerate(lines):
        if line.lstrip().startswith("["):
            inside = line.split("#")[0].strip() in _BLOCKS
        elif inside and (match := _VALUE.match(line)):
            found.append((place, match[2], match[4]))
    return found


def _replaced(lines: list[str], faces: Mapping[str, SetFace]) -> list[str]:
    """Return the lines of a table with other faces and labels."""
    new = list(lines)
    symbol = ""
    for place, key, value in _values(lines):
        if key == "id":
            symbol = value
            continue
        face = faces.get(symbol)
        if face is not None:
            match = _VALUE.match(lines[place])
            assert match is not None
            text = quoted(face.reading if key == "face" else face.name)
            new[place] = f"{match[1]}{key}{match[3]}{text}{match[5]}"
    return new
