"""Rendered training parts."""

from __future__ import annotations

import numpy as np

from dicecam.learn.data.scenes import Part, render_part
from dicecam.learn.data.store import load_crops, load_pictures


def test_a_part_is_rendered_once_and_the_same_again(tmp_path):
    """A finished part is skipped; another folder gets the same pictures from the same seed."""
    first = Part(tmp_path / "a", "scenes", 0, seed=4, count=3)
    second = Part(tmp_path / "b", "scenes", 0, seed=4, count=3)
    dice = render_part(first)

    assert dice > 0
    assert render_part(first) == 0
    assert render_part(second) == dice
    assert np.array_equal(load_crops(first.crops).images, load_crops(second.crops).images)
    assert len(load_pictures(tmp_path / "a" / "detect" / "scenes")) == 3
