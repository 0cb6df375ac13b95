"""Text forms of actions, events and states; every one parses back to an equal value.

```
action    mark:red,7            pass            circle:pink.3,yellow.2
rolled    rolled white=3 white=4 red=5 kept red=5
arranged  arranged A1:red=5 B2:blue=3           (arranged alone: no die anywhere)
played    played 0 mark:red,7
ticked    ticked 12.5
state     JSON of the state's fields
```

Characters of an argument that mean something here are written as `%XX`.
"""

from __future__ import annotations

import json
import types
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints
from urllib.parse import quote, unquote

from dicecam.dice import Die, parse_die
from dicecam.errors import NotationError
from dicecam.rules.core import Action, Arranged, Event, Played, Rolled, Ticked

T = TypeVar("T")

_SAFE = "._-+*/=|"


def format_action(action: Action) -> str:
    """Return the text form of an action."""
    if not action.args:
        return action.verb
    return action.verb + ":" + ",".join(quote(arg, safe=_SAFE) for arg in action.args)


def parse_action(text: str) -> Action:
    """Read an action from its text form.

    Raises:
        NotationError: The text has another form.
    """
    verb, colon, rest = text.strip().partition(":")
    if not verb.replace("_", "a").isalnum() or not verb.isascii() or any(c in rest for c in " :"):
        msg = f"action: expected verb or verb:arg,arg such as mark:red,7, got {text!r}"
        raise NotationError(msg)
    args = tuple(unquote(arg) for arg in rest.split(",")) if colon else ()
    return Action(verb, args)


def format_event(event: Event) -> str:
    """Return the text form of an event."""
    if isinstance(event, Rolled):
        words = ["rolled", *map(str, event.dice)]
        if event.kept:
            words += ["kept", *map(str, event.kept)]
        return " ".join(words)
    if isinstance(event, Arranged):
        return " ".join(["arranged", *(f"{place}:{die}" for place, die in event.slots)])
    if isinstance(event, Played):
        return f"played {event.seat} {format_action(event.action)}"
    return f"ticked {event.time_s!r}"


def parse_event(text: str) -> Event:
    """Read an event from its text form.

    Raises:
        NotationError: The text has another form.
    """
    words = text.split()
    if words[:1] == ["rolled"]:
        return _parse_rolled(words[1:])
    if words[:1] == ["arranged"]:
        return Arranged(tuple(sorted(_parse_slot(word) for word in words[1:])))
    if words[:1] == ["played"] and len(words) == 3 and words[1].isdecimal():
        return Played(int(words[1]), parse_action(words[2]))
    if words[:1] == ["ticked"] and len(words) == 2:
        try:
            return Ticked(float(words[1]))
        except ValueError:
            pass
    msg = f"event: expected rolled, arranged, played SEAT ACTION or ticked SECONDS, got {text!r}"
    raise NotationError(msg)


def _parse_rolled(words: list[str]) -> Rolled:
    cut = words.index("kept") if "kept" in words else len(words)
    dice = tuple(parse_die(word) for word in words[:cut])
    kept = tuple(parse_die(word) for word in words[cut + 1 :])
    return Rolled(dice, kept)


def _parse_slot(word: str) -> tuple[str, Die]:
    place, colon, die = word.partition(":")
    if not colon or not place:
        msg = f"place: expected place:kind=face such as A1:red=5, got {word!r}"
        raise NotationError(msg)
    return place, parse_die(die)


def to_plain(value: Any) -> Any:
    """Return a frozen value as JSON-ready data: dataclasses as objects, tuples and sets as lists.

    Raises:
        NotationError: The value holds something that has no plain form.
    """
    if isinstance(value, Enum):
        return value.value
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [to_plain(item) for item in value]
    if isinstance(value, frozenset):
        return sorted((to_plain(item) for item in value), key=json.dumps)
    msg = f"state: expected tuples, frozensets, enums and plain values, got {value!r}"
    raise NotationError(msg)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def from_plain(kind: Any, plain: Any, where: str = "state") -> Any:
    """Build a value of a type from its plain form.

    Args:
        kind: A dataclass or a type of one of its fields.
        plain: What `to_plain` gave.
        where: Name of the value in error messages.

    Raises:
        NotationError: The data does not fit the type; the message names the field.
    """
    origin, args = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _from_union(args, plain, where)
    if origin in (tuple, frozenset):
        return _from_list(origin, args, plain, where)
    if isinstance(kind, type) and is_dataclass(kind):
        return _from_object(kind, plain, where)
    if isinstance(kind, type) and issubclass(kind, Enum):
        try:
            return kind(plain)
        except ValueError as error:
            raise _misfit(where, " or ".join(str(item.value) for item in kind), plain) from error
    if kind is float and isinstance(plain, (int, float)) and not isinstance(plain, bool):
        return float(plain)
    if kind is type(None) or not isinstance(kind, type):
        if plain is None:
            return None
        raise _misfit(where, "null", plain)
    if type(plain) is not kind:
        raise _misfit(where, kind.__name__, plain)
    return plain


def _misfit(where: str, expected: str, got: Any) -> NotationError:
    return NotationError(f"{where}: expected {expected}, got {got!r}")


def _from_union(kinds: tuple[Any, ...], plain: Any, where: str) -> Any:
    if plain is None and type(None) in kinds:
        return None
    problem: NotationError | None = None
    for kind in kinds:
        try:
            return from_plain(kind, plain, where)
        except NotationError as error:
            problem = error
    raise problem or _misfit(where, "a value", plain)


def _from_list(origin: type, args: tuple[Any, ...], plain: Any, where: str) -> Any:
    if not isinstance(plain, list):
        raise _misfit(where, "a list", plain)
    if origin is frozenset or (len(args) == 2 and args[1] is Ellipsis):
        return origin(from_plain(args[0], item, f"{where}[{n}]") for n, item in enumerate(plain))
    if len(plain) != len(args):
        raise _misfit(where, f"{len(args)} items", plain)
    pairs = zip(args, plain, strict=True)
    return tuple(from_plain(kind, item, f"{where}[{n}]") for n, (kind, item) in enumerate(pairs))


def _from_object(kind: type, plain: Any, where: str) -> Any:
    if not isinstance(plain, dict):
        raise _misfit(where, "an object", plain)
    names = [field.name for field in fields(kind)]
    for name in plain:
        if name not in names:
            raise _misfit(f"{where}.{name}", f"one of {', '.join(names)}", name)
    hints = _hints(kind)
    values: dict[str, Any] = {}
    for name in names:
        if name not in plain:
            raise _misfit(f"{where}.{name}", "a value", "nothing")
        values[name] = from_plain(hints[name], plain[name], f"{where}.{name}")
    return kind(**values)


def format_state(state: Any) -> str:
    """Return the text form of a state: one line of JSON."""
    return json.dumps(to_plain(state), ensure_ascii=False, separators=(",", ":"))


def parse_state(kind: type[T], text: str) -> T:
    """Read a state from its text form.

    Args:
        kind: The game's `state_type`.
        text: What `format_state` gave.

    Raises:
        NotationError: The text is not JSON or does not fit the type.
    """
    try:
        plain = json.loads(text)
    except json.JSONDecodeError as error:
        msg = f"state: not valid JSON ({error})"
        raise NotationError(msg) from error
    value: T = from_plain(kind, plain)
    return value
