"""Real clips, watched with the shipped models: every throw once, and none that did not happen."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dicecam.cli._line import open_line

pytestmark = [pytest.mark.model, pytest.mark.slow, pytest.mark.photos]

THROWN = {
    "quilt_throw.mp4": (("pips_1", "pips_3", "pips_5"),),
    "hard_shadows_throw.mp4": (("pips_2", "pips_3", "pips_6"),),
    "backgammon_hands.mp4": (),
}


@pytest.fixture
def clips():
    """Return the folder of real clips."""
    named = os.environ.get("DICECAM_DATA")
    if not named:
        pytest.skip("DICECAM_DATA names no folder of labelled photos")
    return Path(named) / "clips"


def _watch(path):
    """Return the frame and the faces of every throw reported."""
    line = open_line(str(path), "default")
    views = [line.pipeline.step(frame) for frame in line.source]
    return [
        (view.index, tuple(sorted(die.face for die in view.throw.dice)))
        for view in views
        if view.throw
    ]


@pytest.mark.parametrize("name", sorted(THROWN))
def test_dice_thrown_in_are_reported_once_and_hands_are_no_throw(clips, name):
    """Dice come to rest on a quilt and in hard shadows; hands move checkers with dice about."""
    throws = tuple(faces for _, faces in _watch(clips / name))

    assert throws == THROWN[name]


def test_every_rest_between_jump_cuts_is_reported_while_it_lasts(clips):
    """Eight rests in one clip, each with other faces."""
    rests = json.loads((clips / "manifest.json").read_text())["green_felt.mp4"]["rests"]
    throws = _watch(clips / "green_felt.mp4")

    assert [faces for _, faces in throws] == [
        tuple(f"pips_{value}" for value in sorted(values)) for _, _, values in rests
    ]
    assert all(
        first <= frame <= last for (frame, _), (first, last, _) in zip(throws, rests, strict=True)
    )
