"""Text forms: actions, events, dice and states of every game parse back to equal values."""

from __future__ import annotations

import random
from dataclasses import dataclass
from enum import StrEnum

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecam.dice import Die
from dicecam.errors import NotationError
from dicecam.rules.core import Action, Arranged, Played, Rolled, Ticked
from dicecam.rules.games import find_games
from dicecam.rules.laws import drawn_setup
from dicecam.rules.notation import (
    format_action,
    format_event,
    format_state,
    from_plain,
    parse_action,
    parse_event,
    parse_state,
    to_plain,
)
from dicecam.rules.replay import random_game
from dicecam.tables import load_table

GAMES = find_games(load_table)
UNHURRIED = settings(deadline=None)  # a busy machine is no fault of the code
SOME = settings(deadline=None, max_examples=30)
NAMES = st.from_regex(r"[a-z0-9][a-z0-9_.-]{0,8}", fullmatch=True)
PLACES = st.from_regex(r"[A-Za-z0-9_,.-]{1,6}", fullmatch=True)
ACTIONS = st.builds(
    Action,
    st.from_regex(r"[a-z][a-z0-9_]{0,12}", fullmatch=True),
    st.lists(st.text(), max_size=4).map(tuple),
)
DICE = st.builds(Die, NAMES, NAMES)
SEVERAL_DICE = st.lists(DICE, max_size=7).map(tuple)
EVENTS = st.one_of(
    st.builds(Rolled, SEVERAL_DICE, SEVERAL_DICE),
    st.dictionaries(PLACES, DICE).map(lambda slots: Arranged(tuple(sorted(slots.items())))),
    st.builds(Played, st.integers(0, 20), ACTIONS),
    st.builds(Ticked, st.floats(allow_nan=False)),
)


@UNHURRIED
@given(ACTIONS)
def test_action_parses_back(action):
    """Whatever its arguments hold, commas, spaces and accents included."""
    assert parse_action(format_action(action)) == action


@UNHURRIED
@given(EVENTS)
def test_event_parses_back(event):
    """Throws, arrangements, choices and ticks."""
    assert parse_event(format_event(event)) == event


@pytest.mark.parametrize("text", ["", ":", "mark red", "mark:red 7", "mark:red:7", "märk", "a-b"])
def test_other_text_is_no_action(text):
    """The message shows the form that was expected."""
    with pytest.raises(NotationError, match="expected verb or verb:arg,arg"):
        parse_action(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "expected rolled, arranged, played"),
        ("danced red=5", "expected rolled, arranged, played"),
        ("played 0", "expected rolled, arranged, played"),
        ("played x pass", "expected rolled, arranged, played"),
        ("played -1 pass", "expected rolled, arranged, played"),
        ("ticked soon", "expected rolled, arranged, played"),
        ("ticked", "expected rolled, arranged, played"),
        ("rolled red", "expected kind=face"),
        ("rolled red=5 kept blue", "expected kind=face"),
        ("arranged red=5", "expected place:kind=face"),
        ("arranged :red=5", "expected place:kind=face"),
        ("arranged A1:red", "expected kind=face"),
        ("played 0 mark:red:7", "expected verb"),
    ],
)
def test_other_text_is_no_event(text, words):
    """The message names the part that has another form."""
    with pytest.raises(NotationError, match=words):
        parse_event(text)


@SOME
@given(st.sampled_from(sorted(GAMES)), st.integers(0, 10**6), st.integers(1, 60))
def test_state_of_every_game_parses_back(key, seed, steps):
    """A position of a random game, reached by a random number of events."""
    game, rng = GAMES[key], random.Random(seed)
    seats, options = drawn_setup(game, rng)
    state = game.setup(seats, options)
    for _, _, after in random_game(game, seats, options, rng, steps):
        state = after
    text = format_state(state)

    assert "\n" not in text
    assert parse_state(game.state_type, text) == state


class Light(StrEnum):
    """An enumeration in a sample state."""

    RED = "red"
    GREEN = "green"


@dataclass(frozen=True)
class Inner:
    """A value within a sample state."""

    size: float
    tags: frozenset[str]


@dataclass(frozen=True)
class Sample:
    """A state with every type of field that notation knows."""

    light: Light
    inner: Inner
    pairs: tuple[tuple[str, int], ...]
    fixed: tuple[int, str]
    either: int | str
    maybe: Inner | None
    nothing: None
    flag: bool
    groups: frozenset[tuple[int, ...]]


INNERS = st.builds(Inner, st.floats(allow_nan=False), st.frozensets(st.text(max_size=4)))
SAMPLES = st.builds(
    Sample,
    st.sampled_from(Light),
    INNERS,
    st.lists(st.tuples(st.text(max_size=4), st.integers())).map(tuple),
    st.tuples(st.integers(), st.text(max_size=4)),
    st.one_of(st.integers(), st.text(max_size=4)),
    st.one_of(st.none(), INNERS),
    st.none(),
    st.booleans(),
    st.frozensets(st.lists(st.integers(0, 9), max_size=3).map(tuple)),
)


@UNHURRIED
@given(SAMPLES)
def test_any_state_of_known_field_types_parses_back(sample):
    """Enumerations, nested values, tuples, sets, unions and numbers."""
    assert parse_state(Sample, format_state(sample)) == sample


GOOD = to_plain(
    Sample(Light.RED, Inner(1.5, frozenset({"b", "a"})), (("x", 1),), (1, "y"), 3, None, None, True,
           frozenset({(1, 2)}))
)  # fmt: skip


def test_whole_numbers_are_taken_where_a_float_is_due():
    """JSON writes 2 for 2.0; a truth value is still no number."""
    assert from_plain(float, 2) == 2.0
    with pytest.raises(NotationError, match="expected float, got True"):
        from_plain(float, True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"light": "blue"}, "state.light: expected red or green, got 'blue'"),
        ({"inner": [1]}, "state.inner: expected an object, got [1]"),
        ({"inner": {"size": 1.0}}, "state.inner.tags: expected a value, got 'nothing'"),
        ({"inner": {"size": "big", "tags": []}}, "state.inner.size: expected float, got 'big'"),
        ({"pairs": "x"}, "state.pairs: expected a list, got 'x'"),
        ({"pairs": [["x"]]}, "state.pairs[0]: expected 2 items, got ['x']"),
        ({"pairs": [["x", "1"]]}, "state.pairs[0][1]: expected int, got '1'"),
        ({"either": 1.5}, "state.either: expected str, got 1.5"),
        ({"maybe": 5}, "state.maybe: expected null, got 5"),
        ({"nothing": 0}, "state.nothing: expected null, got 0"),
        ({"flag": 1}, "state.flag: expected bool, got 1"),
        ({"extra": 1}, "state.extra: expected one of light, inner"),
    ],
)
def test_state_of_another_form_is_refused_with_its_field(changes, words):
    """The message names the field by its path."""
    with pytest.raises(NotationError) as caught:
        from_plain(Sample, {**GOOD, **changes})

    assert words in str(caught.value)


def test_text_that_is_no_json_is_no_state():
    """The message says so."""
    with pytest.raises(NotationError, match="state: not valid JSON"):
        parse_state(Sample, "{")


@pytest.mark.parametrize("value", [{1: 2}, [1], object(), Sample])
def test_values_without_a_plain_form_are_refused(value):
    """States hold tuples, frozen sets, enumerations and plain values only."""
    with pytest.raises(NotationError, match="expected tuples, frozensets"):
        to_plain((value,))
