"""Translatable messages: what the rules say to people, as a key and arguments.

The rules emit a `Message`; a `Catalogue` turns it into a sentence of one language. Catalogues are
TOML files, `data/i18n/<language>/<name>.toml`, one file a game plus `core.toml`; every table in
them is flattened to dotted keys. This module knows no game, no Qt and no numpy.

Conventions for arguments: an `int` named `seat` or ending in `_seat` is a player and becomes the
player's name; a tuple becomes a list ("red, blue and green"); a nested `Message` is translated
first, so colours, faces and rows are messages of their own (`Message("colour.red")`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Union

from dicecam.errors import SettingsError

LANGUAGES = ("fr", "en")
"""The languages every catalogue has to be complete in."""

Argument = Union[str, int, "Message", tuple["Argument", ...]]
"""What a message may carry; all of it hashable, so that states and actions may hold messages."""


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence for people, not yet in any language.

    Attributes:
        key: Dotted key of the sentence in the catalogue.
        args: Pairs of placeholder name and value, in the order given.
    """

    key: str
    args: tuple[tuple[str, Argument], ...] = ()

    @classmethod
    def of(cls, key: str, **args: Argument) -> Message:
        """Build a message from keyword arguments."""
        return cls(key, tuple(args.items()))


def _flatten(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    flat: dict[str, str] = {}
    for name, value in table.items():
        key = f"{prefix}{name}"
        if isinstance(value, Mapping):
            flat.update(_flatten(value, f"{key}."))
        else:
            flat[key] = str(value)
    return flat


class Catalogue:
    """The sentences of one language.

    Args:
        language: Two-letter code, one of `LANGUAGES`.
        sentences: Dotted key to template; templates use `{name}` placeholders.
    """

    def __init__(self, language: str, sentences: Mapping[str, str]) -> None:
        self.language = language
        self._sentences = dict(sentences)

    def __contains__(self, key: str) -> bool:
        return key in self._sentences

    @property
    def keys(self) -> frozenset[str]:
        """All keys this language has a sentence for."""
        return frozenset(self._sentences)

    def say(self, message: Message, names: Sequence[str] = ()) -> str:
        """Return the sentence for a message.

        Args:
            message: What to say.
            names: The players' names by seat; a missing one is said as "player N".

        Returns:
            The sentence; a key without sentence is returned as it is, in brackets, so that a hole
            in a catalogue is seen and does not stop a game (tests look for such holes).
        """
        template = self._sentences.get(message.key)
        if template is None:
            return f"[{message.key}]"
        values = {name: self._value(name, value, names) for name, value in message.args}
        return template.format(**values)

    def _value(self, name: str, value: Argument, names: Sequence[str]) -> str:
        if isinstance(value, Message):
            return self.say(value, names)
        if isinstance(value, tuple):
            return self._list([self._value(name, item, names) for item in value])
        is_seat = name in ("seat", "seats") or name.endswith(("_seat", "_seats"))
        if isinstance(value, int) and is_seat:
            return self._player(value, names)
        return str(value)

    def _player(self, seat: int, names: Sequence[str]) -> str:
        if 0 <= seat < len(names):
            return names[seat]
        return self._sentences.get("core.player", "player {number}").format(number=seat + 1)

    def _list(self, parts: Sequence[str]) -> str:
        if len(parts) < 2:
            return "".join(parts)
        last = self._sentences.get("core.list_and", " and ")
        return ", ".join(parts[:-1]) + last + parts[-1]


def load_catalogue(language: str, extra_folders: Iterable[Path] = ()) -> Catalogue:
    """Read every catalogue file of a language.

    Args:
        language: Two-letter code.
        extra_folders: Folders of added games; each may hold `i18n/<language>/*.toml`.

    Returns:
        One catalogue of all files; the key of a sentence starts with the stem of its file.

    Raises:
        SettingsError: The language is unknown or a file is not valid TOML.
    """
    shipped = resources.files("dicecam").joinpath("data", "i18n", language)
    if not shipped.is_dir():
        msg = f"language: expected one of {', '.join(LANGUAGES)}, got {language!r}"
        raise SettingsError(msg)
    texts: list[tuple[str, str, str]] = [
        (entry.name.removesuffix(".toml"), str(entry), entry.read_text(encoding="utf-8"))
        for entry in shipped.iterdir()
        if entry.name.endswith(".toml")
    ]
    for folder in extra_folders:
        texts.extend(
            (path.stem, str(path), path.read_text(encoding="utf-8"))
            for path in sorted((folder / "i18n" / language).glob("*.toml"))
        )
    sentences: dict[str, str] = {}
    for stem, origin, text in texts:
        try:
            table = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            msg = f"{origin}: not valid TOML ({error}); mend the file or remove it"
            raise SettingsError(msg) from error
        sentences.update(_flatten(table, f"{stem}."))
    return Catalogue(language, sentences)
