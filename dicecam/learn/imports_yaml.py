"""Reads the few lines of `data.yaml` that say what the classes are called.

Only the forms that exporters write are understood: a list in brackets, a list of dashes, numbers
with names. A YAML library would do more than is needed, and some of them run code.
"""

from __future__ import annotations

import re

from dicecam.errors import DataSetError

_KEY = re.compile(r"^([A-Za-z_][\w-]*)\s*:\s*(.*)$")
_NUMBERED = re.compile(r"^(\d+)\s*:\s*(.+)$")


def class_names(text: str, source: str) -> tuple[str, ...]:
    """Return the class names of a `data.yaml` in the order of their numbers.

    Args:
        text: Content of the file.
        source: What to call it in errors.

    Raises:
        DataSetError: There are none, they have gaps, or their number is not the one stated.
    """
    lines = [_without_comment(line) for line in text.lstrip("\ufeff").splitlines()]
    entries: list[str] = []
    stated: int | None = None
    inside = False
    for line in lines:
        top = _KEY.match(line)
        if top:
            inside = top[1] == "names"
            if inside and top[2]:
                entries.append(top[2])
            if top[1] == "nc":
                stated = _number(top[2], source)
        elif inside and line.strip():
            entries.append(line.strip())
    names = _names(entries, source)
    if stated is not None and stated != len(names):
        msg = f"{source}: nc says {stated} classes, names lists {len(names)}; expected the same"
        raise DataSetError(msg)
    return names


def _number(text: str, source: str) -> int:
    if not text.strip().isdecimal():
        msg = f"{source}: nc: expected a number of classes, got {text!r}"
        raise DataSetError(msg)
    return int(text)


def _without_comment(line: str) -> str:
    """Return a line without what follows a `#` outside of quotes."""
    quote = ""
    for at, letter in enumerate(line):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        elif letter == "#" and (at == 0 or line[at - 1].isspace()):
            return line[:at].rstrip()
    return line.rstrip()


def _names(entries: list[str], source: str) -> tuple[str, ...]:
    joined = " ".join(entries)
    if joined.startswith("["):
        return _inline(joined, source)
    if joined.startswith("{"):
        entries = [part.strip() for part in _split(joined.strip("{} "))]
    if entries and all(entry.startswith("-") for entry in entries):
        return tuple(_unquoted(entry[1:]) for entry in entries)
    numbered: dict[int, str] = {}
    for entry in entries:
        found = _NUMBERED.match(entry)
        if not found:
            msg = f"{source}: names: expected a list of class names, got {entry!r}"
            raise DataSetError(msg)
        if int(found[1]) in numbered:
            msg = f"{source}: names: class {found[1]} is there twice"
            raise DataSetError(msg)
        numbered[int(found[1])] = _unquoted(found[2])
    if not numbered:
        msg = f"{source}: no class names; expected a line `names: [...]`"
        raise DataSetError(msg)
    if sorted(numbered) != list(range(len(numbered))):
        msg = f"{source}: names: expected classes 0 to {len(numbered) - 1}, got {sorted(numbered)}"
        raise DataSetError(msg)
    return tuple(numbered[number] for number in range(len(numbered)))


def _inline(joined: str, source: str) -> tuple[str, ...]:
    if not joined.rstrip().endswith("]"):
        msg = f"{source}: names: the list does not end; expected a closing bracket"
        raise DataSetError(msg)
    return tuple(_unquoted(part) for part in _split(joined.strip()[1:-1]) if part.strip())


def _split(text: str) -> list[str]:
    """Split at commas outside of quotes."""
    parts, quote = [""], ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        if letter == "," and not quote:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def _unquoted(text: str) -> str:
    plain = text.strip()
    if len(plain) > 1 and plain[0] == plain[-1] and plain[0] in "'\"":
        return plain[1:-1].replace("''", "'") if plain[0] == "'" else plain[1:-1]
    return plain
