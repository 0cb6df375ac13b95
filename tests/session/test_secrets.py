"""What a game keeps back stays out of the history: no face that was shown is told again."""

from __future__ import annotations

from dicecam.dice import Die
from dicecam.messages import load_catalogue
from dicecam.rules.core import Action, Arranged
from dicecam.session.session import Session

ENGLISH = load_catalogue("en")


def test_a_turned_die_is_told_by_its_place_only(games):
    """The history of MémoDiXe says which die was turned over, not what it showed."""
    session = Session(games["memodixe"], ("Ada", "Bo"), {})
    session.play(0, Action("go"))
    session.play(0, Action("touch", ("4",)))
    session.enter(Arranged((("4", Die("dixe", "pirate")),)), "camera")
    lines = [ENGLISH.say(line.text) for line in session.history()]

    assert lines[-1] == "A die was turned over: centre."
    assert not any("irate" in line for line in lines)
