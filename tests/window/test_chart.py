"""How the points grew: one line a player, told apart by more than colour."""

from __future__ import annotations

from itertools import pairwise

import pytest

from dicecam.dice import Die
from dicecam.rules.core import Action, Played, Rolled
from dicecam.session.session import Session
from dicecam.window.chart import Line, PointsChart, apart, points_by_seat, seat_colours

DICE = {"white": "34", "red": "5", "yellow": "2", "green": "6", "blue": "1"}
ROLL = Rolled(tuple(sorted(Die(kind, face) for kind, faces in DICE.items() for face in faces)))


@pytest.fixture
def session(games):
    """A game of Qwixx in which Bo has crossed red 7."""
    session = Session(games["qwixx"], ("Ada", "Bo"), {}, colours=("pink", "blue"))
    session.enter(ROLL)
    session.enter(Played(1, Action("mark", ("red", "7"))))
    session.enter(Played(0, Action("pass")))
    return session


def test_points_are_those_after_each_event(session):
    """From nothing on; undoing takes the last one away."""
    assert points_by_seat(session) == ((0, 0, 0, 0), (0, 0, 0, 1))
    session.undo()
    assert points_by_seat(session) == ((0, 0, 0), (0, 0, 0))


def test_every_player_has_a_colour_of_his_own(session, games):
    """The chosen one, the game's, or one that is free."""
    plain = Session(games["qwixx"], ("Ada", "Bo", "Cy"), {})
    pawns = Session(games["dekaxex"], ("Ada", "Bo"), {}, colours=("pink", "green"))

    assert seat_colours(session) == ("pink", "blue")
    assert len(set(seat_colours(plain))) == 3
    assert seat_colours(pawns) == ("red", "blue")


@pytest.mark.parametrize("heights", [(50, 50, 50), (5, 95, 90), (10, 40, 70), (0, 0, 0)])
def test_names_never_lie_over_one_another(heights):
    """They move apart, stay in the drawing, and keep their order."""
    moved = apart(heights, 30, 100)
    order = sorted(range(3), key=lambda n: (heights[n], n))
    shown = [moved[n] for n in order]

    assert all(low - high >= 30 - 1e-6 for high, low in pairwise(shown))
    assert min(moved) >= 5
    assert max(moved) <= 85 + 1e-6


def test_the_drawing_has_a_name_and_lines_of_different_colour(qtbot, session):
    """Screen readers hear what it is; two players are two inks."""
    chart = PointsChart()
    qtbot.addWidget(chart)
    chart.resize(520, 330)
    points = points_by_seat(session)
    chart.set_lines(
        [Line("Ada", "red", "R", points[0]), Line("Bo", "blue", "B", points[1])], "Points"
    )
    chart.show()
    image = chart.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(60, 330) for y in range(0, 330, 2)}

    assert chart.accessibleName() == "Points"
    assert [line.name for line in chart.lines] == ["Ada", "Bo"]
    assert len(colours) > 4
