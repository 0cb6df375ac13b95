"""What all games share: options checked by their record, refusals with words, defaults."""

from __future__ import annotations

import pytest

from dicecam.dice import Die, pip_die
from dicecam.errors import IllegalActionError, SettingsError, UnexpectedRollError
from dicecam.messages import Message
from dicecam.rules.core import (
    Action,
    DiceCall,
    GameBase,
    Option,
    Preset,
    Rolled,
    Spec,
    Ticked,
    check_seats,
    refuse,
    refuse_roll,
    resolve_options,
)

SPEC = Spec(
    key="toy",
    min_seats=2,
    max_seats=4,
    dice=(pip_die("red", "red"), pip_die("die")),
    options=(
        Option("speed", "slow", choices=("slow", "fast")),
        Option("limit", 30, minimum=10, maximum=50),
        Option("low", 1, minimum=1),
        Option("high", 1, maximum=9),
        Option("strict", True, choices=(True, False)),
        Option("board", "a", choices=("a", "b"), names=(("a", "Big board"),)),
    ),
    presets=(Preset("quick", (("speed", "fast"),)),),
)
DEFAULTS = {"speed": "slow", "limit": 30, "low": 1, "high": 1, "strict": True, "board": "a"}


class Toy(GameBase[int]):
    """A game that leaves everything to the defaults."""

    spec = SPEC

    def describe(self, state, action):
        return Message.of("toy.action", state=state, verb=action.verb)


def test_record_answers_for_its_dice():
    """Title key and kinds by name."""
    assert SPEC.title == Message("toy.title")
    assert SPEC.kind("red").colour == "red"
    with pytest.raises(KeyError, match="blue"):
        SPEC.kind("blue")


@pytest.mark.parametrize(
    "chosen",
    [
        {},
        {"speed": "fast"},
        {"limit": 10},
        {"limit": 50},
        {"low": 999},
        {"high": -999},
        {"strict": False, "board": "b"},
    ],
)
def test_options_are_filled_up_with_defaults(chosen):
    """What is not said keeps its default; bounds that are not given do not bind."""
    assert resolve_options(SPEC, chosen) == {**DEFAULTS, **chosen}


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"sped": "fast"}, "unknown option 'sped'; expected one of speed, limit"),
        ({"speed": "warp"}, "option speed: expected one of slow, fast, got 'warp'"),
        ({"limit": "30"}, "option limit: expected int, got '30'"),
        ({"limit": True}, "option limit: expected int, got True"),
        ({"strict": 1}, "option strict: expected bool, got 1"),
        ({"limit": 9}, "option limit: expected 10 to 50, got 9"),
        ({"limit": 51}, "option limit: expected 10 to 50, got 51"),
        ({"low": 0}, "option low: expected 1 to None, got 0"),
        ({"high": 10}, "option high: expected None to 9, got 10"),
    ],
)
def test_wrong_option_is_refused_with_what_was_expected(chosen, words):
    """Unknown name, wrong type, no such choice, out of bounds."""
    with pytest.raises(SettingsError) as caught:
        resolve_options(SPEC, chosen)

    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("speed", "fast", Message("toy.option.speed.fast")),
        ("strict", True, Message("toy.option.strict.true")),
        ("limit", 12, Message.of("core.verbatim", text="12")),
        ("board", "a", Message.of("core.verbatim", text="Big board")),
        ("board", "b", Message("toy.option.board.b")),
    ],
)
def test_option_values_have_words(key, value, message):
    """From the catalogue, from a data file's name, or the number itself."""
    option = next(each for each in SPEC.options if each.key == key)

    assert option.value_text("toy", value) == message


@pytest.mark.parametrize(("seats", "fits"), [(1, False), (2, True), (4, True), (5, False)])
def test_seats_are_checked(seats, fits):
    """Too few and too many players are refused."""
    if fits:
        check_seats(SPEC, seats)
    else:
        with pytest.raises(SettingsError, match=f"toy: expected 2 to 4 players, got {seats}"):
            check_seats(SPEC, seats)


@pytest.mark.parametrize(
    ("maker", "kind"), [(refuse, IllegalActionError), (refuse_roll, UnexpectedRollError)]
)
def test_refusals_carry_code_and_sentence(maker, kind):
    """The text of the error names code and arguments for logs; the message is for people."""
    error, bare = maker("toy", "TOO_LATE", number=3), maker("toy", "TOO_LATE")

    assert isinstance(error, kind)
    assert (error.reason, error.message) == (
        "TOO_LATE",
        Message.of("toy.refuse.TOO_LATE", number=3),
    )
    assert str(error) == "TOO_LATE (number=3)"
    assert str(bare) == "TOO_LATE"


def test_call_is_placed_when_it_names_places():
    """Only then the answer is an arrangement."""
    assert DiceCall(("die",), places=("A1",)).placed
    assert not DiceCall(("die",)).placed


def test_defaults_say_nothing_special():
    """No secrets, no clock, no news, no dice used, faces from the catalogue."""
    toy, action = Toy(), Action("go")

    assert toy.announce(3, action) == toy.describe(3, action)
    assert toy.announce_dice(3, Rolled(())) is None
    assert toy.uses(3, action) == ()
    assert toy.news(3, Ticked(1.0), 4) == ()
    assert toy.deadline_s(3) is None
    assert toy.face_text(Die("die", "6")) == Message("toy.face.6")
