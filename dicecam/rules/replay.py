"""Playthroughs: a game as text, every position with what can be seen and done.

A playthrough is written once from events and compared line by line ever after, so that any change
of a rule shows as a difference that can be read. Random ones are drawn with the chooser handed in;
this module owns no randomness.

```
game qwixx
seats 2
options {"lock_min_including_last":6}
awaits 0 roll blue green red white white yellow
> rolled ...
scores 0 0
act 0: mark:red,7 pass
```
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from dicecam.dice import Die
from dicecam.errors import NotationError
from dicecam.rules.core import (
    Arranged,
    DiceCall,
    Event,
    Game,
    Options,
    OptionValue,
    Played,
    Rolled,
    Spec,
    Ticked,
)
from dicecam.rules.notation import format_action, format_event, parse_event

T = TypeVar("T")


class Chooser(Protocol):
    """The part of `random.Random` that is needed."""

    def choice(self, seq: Sequence[T]) -> T:
        """Return one item."""
        ...

    def random(self) -> float:
        """Return a number from 0 to 1."""
        ...


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A recorded game.

    Attributes:
        game: Key of the game.
        seats: Number of players.
        options: Values that differ from the defaults.
        events: What happened, in order.
    """

    game: str
    seats: int
    options: tuple[tuple[str, OptionValue], ...]
    events: tuple[Event, ...]


def random_dice(spec: Spec, call: DiceCall, chooser: Chooser) -> Event:
    """Return dice that answer a call, with faces drawn by the chooser."""
    kinds = [chooser.choice(spec.dice) if key == "any" else spec.kind(key) for key in call.kinds]
    meant = [[f for f in kind.faces if not call.faces or f in call.faces] for kind in kinds]
    dice = tuple(
        Die(kind.key, chooser.choice(faces)) for kind, faces in zip(kinds, meant, strict=True)
    )
    if call.placed:
        return Arranged(tuple(sorted(zip(call.places, dice, strict=True))))
    return Rolled(tuple(sorted(dice)))


def random_event(game: Game[Any], state: Any, chooser: Chooser) -> Event | None:
    """Return something that may happen now, None when the game is over.

    When dice are awaited and players may also act (a re-roll or a choice), either is drawn.
    """
    call, seats = game.awaits(state), sorted(game.to_act(state))
    deadline = game.deadline_s(state)
    if deadline is not None and chooser.random() < 0.01:
        return Ticked(deadline)
    if call is not None and (not seats or chooser.random() < 0.5):
        return random_dice(game.spec, call, chooser)
    if not seats:
        return None
    seat = chooser.choice(seats)
    return Played(seat, chooser.choice(game.legal_actions(state, seat)))


def random_game(
    game: Game[Any], seats: int, options: Options, chooser: Chooser, limit: int = 2000
) -> Iterator[tuple[Any, Event, Any]]:
    """Play a game with drawn events.

    Yields:
        The state before, the event and the state after, until the end or the limit of events.
    """
    state = game.setup(seats, options)
    for _ in range(limit):
        event = random_event(game, state, chooser)
        if event is None:
            return
        after = game.apply(state, event)
        yield state, event, after
        state = after


def fold(game: Game[Any], seats: int, options: Options, events: Iterable[Event]) -> Any:
    """Return the state after events.

    Raises:
        RulesError: An event is refused.
    """
    state = game.setup(seats, options)
    for event in events:
        state = game.apply(state, event)
    return state


def write_playthrough(game: Game[Any], play: Playthrough) -> str:
    """Return a playthrough as text, with everything that can be observed at each position."""
    lines = [
        f"game {play.game}",
        f"seats {play.seats}",
        f"options {json.dumps(dict(play.options), sort_keys=True, separators=(',', ':'))}",
    ]
    state = game.setup(play.seats, dict(play.options))
    lines += _observed(game, state)
    for event in play.events:
        state = game.apply(state, event)
        lines += [f"> {format_event(event)}", *_observed(game, state)]
    return "\n".join(lines) + "\n"


def _observed(game: Game[Any], state: Any) -> list[str]:
    lines = ["scores " + " ".join(map(str, game.scores(state)))]
    call = game.awaits(state)
    if call is not None:
        who = "-" if call.seat is None else call.seat
        keep = " may-keep" if call.may_keep else ""
        places = f" at {' '.join(call.places)}" if call.placed else ""
        lines.append(f"awaits {who}{keep} {' '.join(call.kinds)}{places}")
    lines += [
        f"act {seat}: {' '.join(map(format_action, game.legal_actions(state, seat)))}"
        for seat in sorted(game.to_act(state))
    ]
    outcome = game.outcome(state)
    if outcome is not None:
        lines.append(f"over winners {' '.join(map(str, outcome.winners))}")
    return lines


def read_playthrough(text: str) -> Playthrough:
    """Read the header and the events of a playthrough.

    Raises:
        NotationError: The header is missing or an event has another form.
    """
    head = dict(line.split(" ", 1) for line in text.splitlines()[:3] if " " in line)
    try:
        game, seats = head["game"], int(head["seats"])
        options = tuple(json.loads(head["options"]).items())
    except (KeyError, ValueError, AttributeError) as error:
        msg = "playthrough: expected the lines game NAME, seats N and options {...} at its head"
        raise NotationError(msg) from error
    events = tuple(parse_event(line[2:]) for line in text.splitlines() if line.startswith("> "))
    return Playthrough(game, seats, options, events)
