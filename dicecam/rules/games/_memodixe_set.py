"""The DiXe set: symbols, their powers as lists of primitives, die models, the co-op effects.

Reads what a `dixe_set.toml` holds and refuses it when it is wrong. Knows no turn and no player.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from dicecam.errors import SettingsError

FROM = {
    "steal": ("choice", "all_others"),
    "discard": ("square", "own", "choice", "all_others"),
    "give": ("choice",),
}
"""Primitives that say whose dice they mean, with what they may say."""

COUNTED = ("win", "steal", "discard", "give", "peek", "swap_places", "take_from_reserve")
"""Primitives with a number of dice."""

OPS = (*COUNTED, "no_win", "reroll_both", "extra_turn", "skip_next", "manual")
"""All primitives (section 11)."""

PLAYERS_OPS = ("steal", "give", "take_from_reserve")
"""Primitives about players' own dice, which do not exist in co-op."""

PLAIN = "none"
"""Name of the power that a symbol without a power has: win one, re-roll the other."""

_ID = re.compile(r"[a-z0-9][a-z0-9_.-]*")
_FACES = 6


@dataclass(frozen=True, slots=True)
class Effect:
    """One primitive of a power.

    Attributes:
        op: Which one, of `OPS`.
        n: How many dice or places.
        who: Whose dice: `square`, `own`, `choice` or `all_others`; empty where that says nothing.
        text: What to tell the players, for `manual`.
    """

    op: str
    n: int = 1
    who: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A face of a DiXe.

    Attributes:
        id: Its name, the face of the die.
        reading: Class of the reader that means it.
        label: What it is called.
        power: Name of its power.
    """

    id: str
    reading: str
    label: str
    power: str


@dataclass(frozen=True, slots=True)
class Model:
    """A model of DiXe die.

    Attributes:
        id: Its name.
        label: What it is called.
        faces: Its six symbols in the order top, bottom, north, south, east, west; empty when they
            are not known.
    """

    id: str
    label: str
    faces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DixeSet:
    """Everything a file says about the dice.

    Attributes:
        symbols: All faces that exist.
        powers: Effects by name of the power.
        models: Die models.
        timer_s: Length of a co-op game in seconds.
        coop_effects: What the app may announce after a pair in co-op.
    """

    symbols: tuple[Symbol, ...]
    powers: tuple[tuple[str, tuple[Effect, ...]], ...]
    models: tuple[Model, ...]
    timer_s: int
    coop_effects: tuple[Effect, ...]

    def symbol(self, key: str) -> Symbol:
        """Return a symbol; one that the file does not know is plain (section 11)."""
        found = (symbol for symbol in self.symbols if symbol.id == key)
        return next(found, Symbol(key, f"dixe_{key}", key, PLAIN))

    def effects(self, key: str) -> tuple[Effect, ...]:
        """Return what a pair of a symbol does, in order."""
        return dict(self.powers).get(self.symbol(key).power, (Effect("win"),))

    def under(self, top: str | None) -> tuple[str, ...]:
        """Return the symbols that may lie under a visible one, by the models of the file.

        Args:
            top: The visible symbol, None when it is not known.

        Returns:
            Sorted symbols; empty when the models do not tell: one of them has unknown faces, or
            none shows this symbol.
        """
        if top is None or not all(model.faces for model in self.models):
            return ()
        pairs = [pair for model in self.models for pair in _opposites(model)]
        return tuple(sorted({below for above, below in pairs if above == top}))


def _opposites(model: Model) -> list[tuple[str, str]]:
    halves = [(model.faces[at], model.faces[at + 1]) for at in range(0, _FACES, 2)]
    return halves + [(below, above) for above, below in halves]


def load_set(table: Mapping[str, Any]) -> DixeSet:
    """Read a DiXe set.

    Args:
        table: The parsed `dixe_set.toml`, with its path under `__file__`.

    Raises:
        SettingsError: Something is missing, unknown or twice; the message names file and key,
            what was expected and what was found.
    """
    file = str(table.get("__file__", "dixe_set.toml"))
    if table.get("schema") != 1:
        _wrong(file, "schema", "1", table.get("schema"))
    powers: dict[str, tuple[Effect, ...]] = {PLAIN: (Effect("win"),)}
    named: set[str] = set()
    for where, plain in _blocks(file, table, "power"):
        key = _name(file, f"{where}.id", plain.get("id"), named)
        powers[key] = read_effects(plain.get("effects"), file, f"{where}.effects")
    symbols = _symbols(file, table, tuple(powers))
    return DixeSet(
        symbols=symbols,
        powers=tuple(powers.items()),
        models=_models(file, table, [symbol.id for symbol in symbols]),
        timer_s=_timer(file, table),
        coop_effects=_coop_effects(file, table),
    )


def read_effects(plain: Any, file: str, where: str) -> tuple[Effect, ...]:
    """Read a list of primitives.

    Args:
        plain: The list, each item with `op` and what that needs.
        file: Where it comes from, for messages.
        where: Its key, for messages.

    Raises:
        SettingsError: It is no list of primitives.
    """
    if not isinstance(plain, Sequence) or isinstance(plain, str):
        _wrong(file, where, "a list of effects", plain)
    return tuple(_effect(file, f"{where}[{n}]", item) for n, item in enumerate(plain))


def _wrong(file: str, key: str, expected: str, got: object) -> NoReturn:
    msg = (
        f"{file}: {key}: expected {expected}, got {got!r}; "
        "mend the file or remove it to use the shipped set"
    )
    raise SettingsError(msg)


def _blocks(file: str, table: Mapping[str, Any], key: str) -> list[tuple[str, Mapping[str, Any]]]:
    listed = table.get(key, [])
    if not isinstance(listed, list) or not all(isinstance(item, Mapping) for item in listed):
        _wrong(file, key, f"[[{key}]] blocks", listed)
    return [(f"{key}[{number}]", item) for number, item in enumerate(listed)]


def _name(file: str, where: str, got: Any, taken: set[str]) -> str:
    if not isinstance(got, str) or not _ID.fullmatch(got):
        _wrong(file, where, "a name of small letters, digits, _ . and -", got)
    if got in taken:
        _wrong(file, where, "a name that is not used twice", got)
    taken.add(got)
    return got


def _text(file: str, where: str, got: Any) -> str:
    if not isinstance(got, str) or not got:
        _wrong(file, where, "a text", got)
    return got


def _symbols(file: str, table: Mapping[str, Any], powers: tuple[str, ...]) -> tuple[Symbol, ...]:
    named: set[str] = set()
    readings: set[str] = set()
    symbols = []
    for where, plain in _blocks(file, table, "symbol"):
        key = _name(file, f"{where}.id", plain.get("id"), named)
        reading = _name(file, f"{where}.face", plain.get("face", f"dixe_{key}"), readings)
        power = plain.get("power", PLAIN)
        if power not in powers:
            _wrong(file, f"{where}.power", f"one of {', '.join(powers)}", power)
        label = _text(file, f"{where}.label", plain.get("label", key))
        symbols.append(Symbol(key, reading, label, power))
    if len(symbols) < 2:
        _wrong(file, "symbol", "two or more [[symbol]] blocks", len(symbols))
    return tuple(symbols)


def _effect(file: str, where: str, plain: Any) -> Effect:
    if not isinstance(plain, Mapping):
        _wrong(file, where, "an effect with op", plain)
    op = plain.get("op")
    if op not in OPS:
        _wrong(file, f"{where}.op", f"one of {', '.join(OPS)}", op)
    n = plain.get("n", 1)
    most = 2 if op == "win" else 9
    if type(n) is not int or not 1 <= n <= most or (n != 1 and op not in COUNTED):
        _wrong(file, f"{where}.n", f"1 to {most if op in COUNTED else 1}", n)
    who = ""
    if op in FROM:
        word = "to" if op == "give" else "from"
        who = plain.get(word, "" if op == "discard" else "choice")
        if who not in FROM[op]:
            _wrong(file, f"{where}.{word}", f"one of {', '.join(FROM[op])}", who)
    text = _text(file, f"{where}.text", plain.get("text")) if op == "manual" else ""
    return Effect(str(op), n, who, text)


def _models(file: str, table: Mapping[str, Any], symbols: Sequence[str]) -> tuple[Model, ...]:
    named: set[str] = set()
    models = []
    for where, plain in _blocks(file, table, "model"):
        key = _name(file, f"{where}.id", plain.get("id"), named)
        known, faces = plain.get("known_symbols", []), plain.get("faces", [])
        for part, listed in (("known_symbols", known), ("faces", faces)):
            if not isinstance(listed, list):
                _wrong(file, f"{where}.{part}", "a list of symbols", listed)
            unknown = [item for item in listed if item not in symbols]
            if unknown:
                _wrong(file, f"{where}.{part}", f"symbols of {', '.join(symbols)}", unknown[0])
        if len(faces) not in (0, _FACES):
            _wrong(file, f"{where}.faces", f"{_FACES} symbols or none", len(faces))
        label = _text(file, f"{where}.label", plain.get("label", key))
        models.append(Model(key, label, tuple(faces)))
    return tuple(models)


def _coop(file: str, table: Mapping[str, Any]) -> Mapping[str, Any]:
    coop = table.get("coop", {})
    if not isinstance(coop, Mapping):
        _wrong(file, "coop", "a [coop] table", coop)
    return coop


def _timer(file: str, table: Mapping[str, Any]) -> int:
    timer_s = _coop(file, table).get("timer_s", 300)  # M-4
    if type(timer_s) is not int or timer_s < 1:
        _wrong(file, "coop.timer_s", "a number of seconds above 0", timer_s)
    return int(timer_s)


def _coop_effects(file: str, table: Mapping[str, Any]) -> tuple[Effect, ...]:
    effects = read_effects(_coop(file, table).get("effects", []), file, "coop.effects")
    for number, effect in enumerate(effects):
        if effect.op in PLAYERS_OPS or effect.who not in ("", "square"):
            found = f"{effect.op} {effect.who}".strip()
            _wrong(file, f"coop.effects[{number}]", "an effect without players' own dice", found)
    return effects
