"""Runs hand-derived test vectors: a position, an action, what must come of it.

A vector file is JSON: `{game, schema_version, default_options, vectors: [{id, title, options,
state, action, expect, why}]}`. Where a file speaks a game's own words (the five shipped games), an
adapter in `dicecam.rules.adapters` translates; a game without one uses the generic form:

```
"state":  null (a fresh game of "seats" players) or the state's JSON
"action": {"type": "events", "events": ["rolled die=3 die=4", "played 0 mark:3"]}
"expect": {"ok", "reason" | "reason_any", "at", "state" (partial), "legal": {"0": ["mark:3"]},
           "score": [..], "winners": [..]}
```

A refused action must leave the state as it was. This module reads no file: it is given parsed JSON.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from dicecam.errors import DicecamError, NotationError, RefusalError
from dicecam.rules.core import Game
from dicecam.rules.notation import format_action, from_plain, parse_event, to_plain

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VectorResult:
    """What came of one vector.

    Attributes:
        game: Key of the game.
        id: The vector's name.
        title: What it shows.
        failures: What differs from the expectation; empty when it passes.
    """

    game: str
    id: str
    title: str
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """True when nothing differs."""
        return not self.failures


@dataclass(slots=True)
class Answer:
    """What an engine answered to a vector; an adapter fills in what applies.

    Attributes:
        refusal: The error raised, None when every action was accepted.
        at: Index of the refused action in a sequence.
        values: Answers by the name of their key in `expect`.
        extra: Failures the adapter found itself, such as a changed state after a refusal.
    """

    refusal: RefusalError | None = None
    at: int | None = None
    values: dict[str, Any] = field(default_factory=dict)
    extra: list[str] = field(default_factory=list)


class Adapter(Protocol):
    """Translates a game's vector files; a module of `dicecam.rules.adapters` with these names.

    Attributes:
        SETS: Keys of `expect`, dotted for nested ones, whose lists are compared as sets or
            multisets, that is without order.
    """

    SETS: frozenset[str]

    def answer(self, game: Game[Any], vector: Json, document: Json) -> Answer:
        """Run one vector and return what the engine says.

        Args:
            game: The game, built from the shipped tables.
            vector: One vector; its options already hold the file's defaults.
            document: The whole file, for defaults such as powers or sheets.
        """
        ...


def adapter_for(key: str) -> Adapter | None:
    """Return the adapter of a game, None when it uses the generic form."""
    name = f"dicecam.rules.adapters.{key}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # the adapter is there, but something it needs is not
            raise
        return None
    return cast("Adapter", module)


def run_vectors(document: Json, games: Mapping[str, Game[Any]]) -> list[VectorResult]:
    """Run every vector of a file.

    Args:
        document: The parsed file.
        games: Games by key.

    Raises:
        NotationError: The file has another form or names an unknown game.
    """
    key = document.get("game")
    if not isinstance(key, str) or key not in games:
        msg = f"vectors: expected game to be one of {', '.join(games)}, got {key!r}"
        raise NotationError(msg)
    vectors = document.get("vectors")
    if not isinstance(vectors, list):
        msg = f"vectors: expected a list under 'vectors', got {vectors!r}"
        raise NotationError(msg)
    return [_run(document, games[key], vector) for vector in vectors]


_CANNOT_RUN = (DicecamError, LookupError, ValueError, TypeError, AttributeError, AssertionError)
"""What a vector of another form may end in; it fails alone, the others are run."""


def _run(document: Json, game: Game[Any], vector: Json) -> VectorResult:
    key = str(document["game"])
    options = {**document.get("default_options", {}), **(vector.get("options") or {})}
    vector = {**vector, "options": options}
    adapter = adapter_for(key)
    try:
        if adapter is None:
            failures = judge(vector["expect"], _generic(game, vector), _GENERIC_SETS)
        else:
            failures = judge(vector["expect"], adapter.answer(game, vector, document), adapter.SETS)
    except _CANNOT_RUN as error:
        failures = [f"cannot be run: {type(error).__name__}: {error}"]
    return VectorResult(
        key, str(vector.get("id", "?")), str(vector.get("title", "")), tuple(failures)
    )


def judge(expect: Json, answer: Answer, sets: frozenset[str]) -> list[str]:
    """Compare an answer with what a vector expects.

    Args:
        expect: The vector's `expect`.
        answer: What the engine said.
        sets: Keys whose lists are compared without order.

    Returns:
        One sentence for each difference.
    """
    failures = list(answer.extra)
    refused = answer.refusal
    if expect.get("ok", True) and refused is not None:
        failures.append(f"expected ok, refused with {refused.reason} at {answer.at}")
    if not expect.get("ok", True):
        reasons = expect.get("reason_any") or [expect["reason"]]
        if refused is None:
            failures.append(f"expected a refusal ({' or '.join(reasons)}), was accepted")
        elif refused.reason not in reasons:
            failures.append(f"expected {' or '.join(reasons)}, refused with {refused.reason}")
        if "at" in expect and refused is not None and expect["at"] != answer.at:
            failures.append(f"expected a refusal at {expect['at']}, got one at {answer.at}")
    for key, wanted in expect.items():
        if key in ("ok", "reason", "reason_any", "at"):
            continue
        if key not in answer.values:
            if not (key == "player" and refused is not None):
                failures.append(f"{key}: the engine gave no answer")
            continue
        failures += differences(wanted, answer.values[key], key, sets)
    return failures


def differences(wanted: Any, got: Any, where: str, sets: frozenset[str]) -> list[str]:
    """Return where a partial expectation is not met; objects may hold more than is expected."""
    if isinstance(wanted, Mapping):
        if not isinstance(got, Mapping):
            return [f"{where}: expected {wanted!r}, got {got!r}"]
        found: list[str] = []
        for key, value in wanted.items():
            if key not in got:
                found.append(f"{where}.{key}: expected {value!r}, got nothing")
            else:
                found += differences(value, got[key], f"{where}.{key}", sets)
        return found
    if isinstance(wanted, list) and isinstance(got, (list, tuple)):
        left, right = list(wanted), list(got)
        if where in sets:
            left, right = sorted(left, key=repr), sorted(right, key=repr)
        if left != right:
            return [f"{where}: expected {wanted!r}, got {got!r}"]
        return []
    return [] if wanted == got else [f"{where}: expected {wanted!r}, got {got!r}"]


_GENERIC_SETS = frozenset({"winners"})


def _generic(game: Game[Any], vector: Json) -> Answer:
    answer = Answer()
    plain = vector.get("state")
    if plain is None:
        state = game.setup(int(vector.get("seats", game.spec.min_seats)), vector["options"])
    else:
        state = from_plain(game.state_type, plain)
    for index, text in enumerate(vector["action"].get("events", [])):
        try:
            state = game.apply(state, parse_event(text))
        except RefusalError as error:
            answer.refusal, answer.at = error, index
            break
    outcome = game.outcome(state)
    answer.values = {
        "state": to_plain(state),
        "score": list(game.scores(state)),
        "winners": None if outcome is None else list(outcome.winners),
        "legal": {
            str(seat): [format_action(action) for action in game.legal_actions(state, seat)]
            for seat in sorted(game.to_act(state))
        },
    }
    return answer
