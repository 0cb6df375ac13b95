"""Boards have the cells their games name, and their clips play what they say."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dicecam.synth.boards import CELL_MM, dekaxex_script, hex_cells, memodixe_script, square_cells
from dicecam.synth.clips import QWIXX_CLIP, ClipScript, Film
from dicecam.synth.timeline import ClipEvent

SMALL = replace(QWIXX_CLIP, sizes=((240, 180),), distractors=0.0)


def rests(film: Film) -> list[ClipEvent]:
    """Return the views a still table gives, in order."""
    return [event for event in film.plan.events if event.name == "rest"]


def test_the_hexagons_touch_nineteen_times() -> None:
    """Rows of three, four and three cells have nineteen pairs of neighbours."""
    places = np.array(list(hex_cells().values()))
    gaps = np.hypot(*(places[:, None] - places[None]).transpose(2, 0, 1))
    pairs = np.triu(np.isclose(gaps, CELL_MM, rtol=0.02)).sum()

    assert len(places) == 10
    assert pairs == 19


def test_the_square_is_read_row_by_row() -> None:
    """The first place is far left, the last one near right."""
    cells = square_cells()

    assert cells[0] == (-CELL_MM, CELL_MM)
    assert cells[4] == (0.0, 0.0)
    assert cells[8] == (CELL_MM, -CELL_MM)


def test_the_battle_holds_an_attack_of_a_one_on_a_six_and_a_forgotten_turn() -> None:
    """Views of the board before and after each move show it."""
    script = ClipScript(dekaxex_script(), replace(SMALL, composition="dekaxex"), board="hex")
    film = Film(script, 2)
    views = [dict(zip(view.dice, view.faces, strict=True)) for view in rests(film)]
    colours = [die.look.colour for die in film.dice]
    armies = [sorted(views[0][die] for die in dice) for dice in (range(5), range(5, 10))]

    assert colours == ["blue"] * 5 + ["red"] * 5
    assert armies[0] == armies[1] == [f"pips_{value}" for value in (1, 2, 3, 5, 6)]
    assert [len(view) for view in views] == [10, 9, 8, 7, 6, 6, 5, 4, 4, 3, 2]
    assert (views[0][5], views[0][2], views[1][5]) == ("pips_1", "pips_6", "pips_6")
    assert (views[4][1], views[5][1]) == ("pips_1", "pips_6")
    assert set(views[-1].values()) == {"pips_2"}


def test_a_die_turned_over_and_back_shows_its_first_face() -> None:
    """Two dice are turned and turned back, twice."""
    script = ClipScript(memodixe_script(), replace(SMALL, composition="square"))
    views = rests(Film(script, 4))

    assert len(views) == 9
    assert views[0].faces == views[4].faces == views[8].faces
    assert all(len(view.dice) == 9 for view in views)
