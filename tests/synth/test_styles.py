"""The held-back styles are those of datasets/heldout.toml and never mix with the others."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from dicecam.errors import DicecamError
from dicecam.synth.styles import HELD_OUT, STYLES, allowed

LIST = Path(__file__).parents[2] / "datasets" / "heldout.toml"


def test_the_program_holds_back_what_the_list_names() -> None:
    """The list people read and the list the program obeys are the same."""
    named = tomllib.loads(LIST.read_text(encoding="utf-8"))

    assert {group: frozenset(names) for group, names in named.items()} == HELD_OUT


@pytest.mark.parametrize("group", sorted(STYLES))
def test_training_and_measuring_share_no_style(group: str) -> None:
    """Both halves are non-empty, disjoint and together everything."""
    training = set(allowed(group, heldout=False))
    measuring = set(allowed(group, heldout=True))

    assert training
    assert measuring
    assert not training & measuring
    assert training | measuring == set(STYLES[group])


def test_a_third_of_the_symbol_styles_is_held_back() -> None:
    """Issue of fairness: at least nine styles a symbol, a third of them for measuring."""
    assert len(STYLES["symbols"]) >= 9
    assert 3 * len(HELD_OUT["symbols"]) >= len(STYLES["symbols"])


def test_unknown_groups_are_named() -> None:
    """A wrong group is an error that lists the right ones."""
    with pytest.raises(DicecamError, match="textures"):
        allowed("smells", heldout=True)
