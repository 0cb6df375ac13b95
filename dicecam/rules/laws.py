"""The laws every game keeps, as checks that can be run on any game.

They are used by the conformance suite, by the large acceptance run and by whoever adds a game. A
law that is broken is a sentence, never an exception: all of them are seen at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from dicecam.errors import IllegalActionError, RulesError, SettingsError, UnexpectedRollError
from dicecam.messages import Catalogue, Message
from dicecam.rules.core import Action, Event, Game, Options, OptionValue, Played, Rolled
from dicecam.rules.notation import (
    format_action,
    format_event,
    format_state,
    parse_action,
    parse_event,
    parse_state,
)
from dicecam.rules.replay import Chooser, random_game


class Sampler(Chooser, Protocol):
    """The part of `random.Random` that is needed here."""

    def sample(self, population: Sequence[Action], k: int) -> list[Action]:
        """Return k different items."""
        ...


def drawn_options(game: Game[Any], chooser: Chooser) -> dict[str, OptionValue]:
    """Return random values for some of the options that have choices."""
    return {
        option.key: chooser.choice(option.choices)
        for option in game.spec.options
        if option.choices and chooser.random() < 0.5
    }


def drawn_setup(game: Game[Any], chooser: Sampler) -> tuple[int, Options]:
    """Return a drawn number of seats and drawn options.

    Option sets that the game refuses for the number of seats fall back to the defaults.
    """
    spec = game.spec
    seats = chooser.choice(range(spec.min_seats, spec.max_seats + 1))
    options = drawn_options(game, chooser)
    try:
        game.setup(seats, options)
    except SettingsError:
        options = {}
    return seats, options


def broken_laws(
    game: Game[Any],
    chooser: Sampler,
    catalogues: Sequence[Catalogue],
    limit: int = 400,
    tried: int | None = None,
    every: int = 1,
) -> list[str]:
    """Play one drawn game and return every law it breaks.

    Args:
        game: The game.
        chooser: Draws seats, options, events and wrong actions.
        catalogues: Languages whose sentences have to be complete.
        limit: Most events to play.
        tried: Most legal actions of a seat to try at each position, drawn; None for all.
        every: Check every so many positions only; the game itself is always played on.
    """
    broken: list[str] = []
    seen: set[Action] = {Action("nonsense"), Action("nonsense", ("1", "2"))}
    seats, options = drawn_setup(game, chooser)
    last = game.setup(seats, options)
    try:
        played = random_game(game, seats, options, chooser, limit)
        for number, (before, event, after) in enumerate(played):
            last = after
            if number % every:
                continue
            broken += _named(before, _position(game, before, catalogues))
            broken += _named(before, _actions(game, before, chooser, catalogues, tried))
            broken += _named(before, _step(game, before, event, after, catalogues))
            broken += _named(before, _refusals(game, before, seen, chooser, catalogues))
            for seat in game.to_act(before):
                seen.update(game.legal_actions(before, seat))
    except RulesError as error:
        broken.append(f"an event that was awaited or legal is refused ({error})")
    problems = _position if game.outcome(last) is None else _ended
    return broken + _named(last, problems(game, last, catalogues))


def _named(state: Any, problems: Sequence[str]) -> list[str]:
    return [f"{problem} in {format_state(state)}" for problem in problems]


def _unsaid(message: Message, catalogues: Sequence[Catalogue]) -> list[str]:
    return [
        f"no {catalogue.language} sentence for {message.key}"
        for catalogue in catalogues
        if "[" in catalogue.say(message)
    ]


def _position(game: Game[Any], state: Any, catalogues: Sequence[Catalogue]) -> list[str]:
    broken: list[str] = []
    to_act = game.to_act(state)
    if game.outcome(state) is not None:
        broken.append("events go on after the end")
    if game.awaits(state) is None and not to_act:
        broken.append("not over, but nothing is awaited and nobody is to act")
    for seat in range(len(game.scores(state))):
        actions = game.legal_actions(state, seat)
        if list(actions) != sorted(set(actions)):
            broken.append(f"actions of seat {seat} are not sorted and unique")
        if bool(actions) != (seat in to_act):
            broken.append(f"seat {seat} has actions without being to act, or none although it is")
        if not set(game.sheet(state, seat).actions()) <= set(actions):
            broken.append(f"the sheet of seat {seat} offers what is not legal")
    return broken


def _actions(
    game: Game[Any],
    state: Any,
    chooser: Sampler,
    catalogues: Sequence[Catalogue],
    tried: int | None,
) -> list[str]:
    broken: list[str] = []
    for seat in sorted(game.to_act(state)):
        actions = game.legal_actions(state, seat)
        if tried is not None:
            actions = tuple(chooser.sample(actions, k=min(tried, len(actions))))
        for action in actions:
            broken += _legal(game, state, seat, action, catalogues)
    return broken


def _legal(
    game: Game[Any], state: Any, seat: int, action: Action, catalogues: Sequence[Catalogue]
) -> list[str]:
    text = format_action(action)
    broken = _unsaid(game.describe(state, action), catalogues)
    if parse_action(text) != action:
        broken.append(f"{text} does not parse back")
    try:
        game.apply(state, Played(seat, action))
    except RulesError as error:
        broken.append(f"legal {text} of seat {seat} is refused ({error})")
    return broken


def _step(
    game: Game[Any], before: Any, event: Event, after: Any, catalogues: Sequence[Catalogue]
) -> list[str]:
    broken: list[str] = []
    text = format_event(event)
    if parse_event(text) != event:
        broken.append(f"{text} does not parse back")
    if parse_state(game.state_type, format_state(after)) != after:
        broken.append(f"the state after {text} does not parse back")
    if game.apply(before, event) != after:
        broken.append(f"{text} gives another state the second time")
    for message in game.news(before, event, after):
        broken += _unsaid(message, catalogues)
    return broken


def _refusals(
    game: Game[Any],
    state: Any,
    seen: set[Action],
    chooser: Sampler,
    catalogues: Sequence[Catalogue],
) -> list[str]:
    broken: list[str] = []
    text = format_state(state)
    for seat in range(len(game.scores(state))):
        wrong = sorted(seen - set(game.legal_actions(state, seat)))
        for action in chooser.sample(wrong, k=min(4, len(wrong))):
            try:
                game.apply(state, Played(seat, action))
            except IllegalActionError as refusal:
                broken += _unsaid(refusal.message, catalogues)
            else:
                broken.append(f"illegal {format_action(action)} of seat {seat} is accepted")
            game.describe(state, action)
    try:
        game.apply(state, Rolled(()))
    except UnexpectedRollError as refusal:
        broken += _unsaid(refusal.message, catalogues)
    else:
        broken.append("a roll without dice is accepted")
    if format_state(state) != text:
        broken.append("a refusal changed the state")
    return broken


def _ended(game: Game[Any], state: Any, catalogues: Sequence[Catalogue]) -> list[str]:
    broken: list[str] = []
    outcome = game.outcome(state)
    if outcome is not None and outcome.message is not None:
        broken += _unsaid(outcome.message, catalogues)
    if outcome is not None and outcome.scores != game.scores(state):
        broken.append("the outcome's points differ from the scores")
    if game.awaits(state) is not None or game.to_act(state):
        broken.append("over, but something is still awaited or somebody to act")
    return broken
