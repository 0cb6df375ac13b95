"""Clips follow their script to the frame, and their truth fits their pictures."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dicecam.synth.clips import QWIXX_CLIP, ClipScript, Film, render_clip
from dicecam.synth.script import Act, everything, qwixx_demo

TINY = replace(QWIXX_CLIP, sizes=((192, 144),), distractors=0.0)


def film(*acts: Act, seed: int = 1) -> Film:
    """Return a small film of some acts."""
    return Film(ClipScript(acts, recipe=TINY, die_px=16.0), seed)


def test_a_clip_is_the_same_twice() -> None:
    """Same script and seed, same pictures and truth."""
    script = ClipScript((Act("throw"),), recipe=TINY, fps=2.5, die_px=16.0)
    first, second = list(render_clip(script, 3)), list(render_clip(script, 3))

    assert len(first) == len(second) > 2
    for (image, truth), (other, other_truth) in zip(first, second, strict=True):
        assert np.array_equal(image, other)
        assert truth == other_truth


def test_a_throw_rests_with_the_faces_asked_for() -> None:
    """The rest event lists them, and the last frame's labels agree."""
    faces = ("pips_1", "pips_2", "pips_3", "pips_4", "pips_5", "pips_6")
    shot = film(Act("throw", faces=faces), Act("wait", 0.4))
    rest = [event for event in shot.plan.events if event.name == "rest"]
    _, truth = shot.frame(int(shot.plan.end_s * 15))

    assert [event.faces for event in rest] == [faces]
    assert truth.still
    assert {die.number: die.seen.true_face for die in truth.dice} == dict(enumerate(faces))


def test_nothing_is_still_before_the_rest() -> None:
    """Frames between throw and rest are not still, those after it are."""
    shot = film(Act("wait", 0.2), Act("throw"), Act("wait", 0.5))
    times = {event.name: event.time_s for event in shot.plan.events}

    for index in range(5, int(shot.plan.end_s * 15), 5):
        time_s = index / 15
        truth = shot.frame(index)[1]
        assert truth.still == (time_s < times["throw"] or time_s >= times["rest"])


def test_a_taken_die_is_gone_and_a_kept_one_stays() -> None:
    """After a re-roll of two dice the others lie where they lay."""
    shot = film(Act("throw"), Act("wait", 0.3), Act("reroll", dice=(0, 2)), Act("wait", 0.2))
    first, second = (event for event in shot.plan.events if event.name == "rest")
    for die in (1, 3, 4, 5):
        before, after = (shot.placed(die, event.time_s + 0.05) for event in (first, second))
        assert before is not None
        assert after is not None

        assert np.allclose(before.body.centre, after.body.centre)
        assert first.faces[die] == second.faces[die]
    taken = next(event for event in shot.plan.events if event.name == "take")
    assert shot.placed(0, taken.time_s + 0.01) is None


def test_a_nudge_keeps_the_face() -> None:
    """A pushed die lies elsewhere and shows what it showed."""
    shot = film(Act("throw"), Act("wait", 0.3), Act("nudge", dice=(4,)), Act("wait", 0.2))
    rest = next(event for event in shot.plan.events if event.name == "rest")
    before, after = shot.placed(4, rest.time_s + 0.01), shot.placed(4, shot.plan.end_s)
    assert before is not None
    assert after is not None

    assert before.body.top_face()[0] == after.body.top_face()[0]
    assert np.linalg.norm(before.body.centre - after.body.centre) > 1


def test_a_cocked_throw_never_rests() -> None:
    """The event names the tilted die, and no rest is reported."""
    shot = film(Act("cock"), Act("wait", 0.2))
    names = [event.name for event in shot.plan.events]
    tilted = next(event for event in shot.plan.events if event.name == "cocked").dice[0]
    die = shot.placed(tilted, shot.plan.end_s)
    assert die is not None

    assert "rest" not in names
    assert die.body.top_face()[1] > 20


@pytest.mark.parametrize("acts", [everything(), qwixx_demo()])
def test_scripts_lie_within_their_time(acts: tuple[Act, ...]) -> None:
    """Events are in order and inside the clip."""
    plan = film(*acts).plan
    times = [event.time_s for event in plan.events]

    assert times == sorted(times)
    assert times[-1] <= plan.end_s
    assert len(plan.events) >= 8


def test_pictures_of_a_still_table_differ_in_their_grain_only() -> None:
    """What lies still is drawn once; a fresh film draws the same."""
    shot = film(Act("throw"), Act("wait", 1.5), Act("nudge"), Act("wait", 0.4))
    rest = next(event for event in shot.plan.events if event.name == "rest")
    still = int((rest.time_s + 1.2) * 15)
    one, other = (shot.frame(still + step)[0].astype(np.int16) for step in (0, 1))
    moved = next(event for event in shot.plan.events if event.name == "nudge").dice[0]
    nudged = shot.frame(int(shot.plan.end_s * 15))[1]
    before = shot.frame(still)[1]
    places = [
        next(die.centre_mm for die in truth.dice if die.number == moved)
        for truth in (before, nudged)
    ]

    assert 0 < np.abs(one - other).mean() < 6
    assert places[0] != places[1]


def test_a_die_in_motion_is_smeared() -> None:
    """Its outline in the picture is wider than the die at that moment."""
    shot = film(Act("throw", dice=(0,)), Act("wait", 0.3))
    moving = next(
        (index, truth)
        for index in range(3, 20)
        if (truth := shot.frame(index)[1]).dice and truth.dice[0].moving
    )
    middle = shot._patch(shot.camera, shot.dice[0], shot.light, [])
    patch = shot._blurred(shot.camera, 0, shot.light, moving[0] / 15, middle)
    assert patch is not None
    x1, _, x2, _ = moving[1].dice[0].seen.box

    assert np.count_nonzero(patch.alpha.max(axis=0) > 0.02) > x2 - x1
