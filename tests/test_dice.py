"""Dice as values: their text form, their faces, the reader classes behind them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dicecam.dice import Die, DieKind, parse_die, pip_die
from dicecam.errors import NotationError

UNHURRIED = settings(deadline=None)  # a busy machine is no fault of the code
NAMES = st.from_regex(r"[a-z0-9][a-z0-9_.-]*", fullmatch=True)


@UNHURRIED
@given(st.builds(Die, NAMES, NAMES))
def test_text_of_a_die_parses_back(die):
    """Any kind and face made of the allowed characters makes the round trip."""
    assert parse_die(str(die)) == die


@pytest.mark.parametrize("text", ["", "red", "red=", "=5", "red=5=6", "Red=5", "red 5", "red=é"])
def test_other_text_is_no_die(text):
    """The message shows what was expected and what was found."""
    with pytest.raises(NotationError, match="expected kind=face such as red=5"):
        parse_die(text)


def test_pips_are_the_face_as_a_number():
    """A symbol has none."""
    assert Die("red", "5").pips == 5
    with pytest.raises(ValueError, match="sun"):
        _ = Die("dixe", "sun").pips


def test_kind_translates_what_the_reader_names():
    """Reader classes become faces; others are not of this kind."""
    kind = pip_die("red", "red")

    assert kind.faces == ("1", "2", "3", "4", "5", "6")
    assert kind.face_of("pips_4") == "4"
    assert kind.face_of("dixe_sun") is None
    assert DieKind("oni", (("dixe_sun", "sun"),)).colour is None
