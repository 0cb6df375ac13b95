"""The rules' speed is measured for every game."""

from __future__ import annotations

from dicecam.measure.rules_speed import rules_ms
from dicecam.rules.games.qwixx import Qwixx


def test_every_game_gets_a_median_and_a_maximum():
    """The figures are times of real events: positive, the median not above the slowest."""
    figures = rules_ms({"qwixx": Qwixx()}, events=150)

    assert 0 < figures["qwixx"]["median"] <= figures["qwixx"]["max"]
