"""The cheap look at small grey pictures."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.sight import Box
from dicecam.table.motion import Motion, MotionGate, shrink

H, W, STEP = 90, 120, 4.0
EDGE = 40.0


def _table(seed=0, noise=1.0, gain=1.0):
    rng = np.random.default_rng(seed)
    rows, columns = np.ogrid[0:H, 0:W]
    grey = 100 + 20 * np.sin(columns / 9) * np.cos(rows / 7)
    return np.clip(gain * grey + rng.normal(0, noise, (H, W)), 0, 255).astype(np.float32)


def _with(small, rows, columns, value=220):
    changed = small.copy()
    changed[rows, columns] = value
    return changed


def _gate(*pictures, dice=(), start=0.0):
    gate = MotionGate()
    motions = [gate.step(p, STEP, start + n / 30, dice, EDGE) for n, p in enumerate(pictures)]
    return gate, motions


def test_pictures_are_shrunk_by_whole_steps():
    """The longer side stays within the limit; grey is the mean of the colours."""
    image = np.zeros((480, 640, 3), np.uint8)
    image[:, 320:] = (30, 60, 90)
    small, step = shrink(image)

    assert (small.shape, step) == ((120, 160), 4.0)
    assert small[0, 0] == 0
    assert small[0, -1] == pytest.approx(60)
    assert shrink(np.zeros((50, 40, 3), np.uint8))[1] == 1.0


def test_the_first_picture_is_all_new():
    """There is nothing to compare it with."""
    _, (first,) = _gate(_table())

    assert first.jump
    assert first.any


def test_noise_is_no_motion():
    """A still table of a noisy camera."""
    _, motions = _gate(*(_table(seed, noise=3.0) for seed in range(20)))

    assert not any(motion.any for motion in motions[1:])


def test_a_die_that_moves_is_seen_where_it_is():
    """The pixels that changed lie in its box and nowhere else."""
    moved = _with(_table(1), slice(40, 48), slice(60, 68))
    _, (_, motion) = _gate(_table(0), moved)
    box = Box(240, 160, 272, 192)

    assert motion.count_in(box) > 40
    assert motion.count_in(Box(0, 0, 100, 100)) == 0
    assert motion.outside((), 0.0)
    assert not motion.outside((box,), 8.0)


def test_exposure_is_taken_out():
    """The whole picture gets darker by a quarter."""
    _, motions = _gate(_table(0), _table(1), _table(2, gain=0.75), _table(3, gain=0.75))

    assert not any(motion.any for motion in motions[1:])


def test_a_trembling_edge_is_no_motion():
    """A sharp edge shifts by a fraction of a small pixel."""
    rows = np.broadcast_to(np.arange(W, dtype=np.float32), (H, W))

    def edge(at):
        return np.clip(100 + 60 * (rows - at), 100, 220).astype(np.float32)

    _, (_, shaken, moved) = _gate(edge(60.0), edge(60.25), edge(63.0))
    assert not shaken.any
    assert moved.any


def test_a_cut_is_a_jump():
    """Everything changes at once, and the new picture is the table from then on."""
    other = _table(5)[::-1, ::-1] + 60 * (np.indices((H, W)).sum(axis=0) % 2)
    _, motions = _gate(_table(0), _table(1), other, other)

    assert [motion.jump for motion in motions] == [True, False, True, False]
    assert not motions[-1].any


def _arm(seed, until, rows=slice(30, 55)):
    return _with(_table(seed), rows, slice(0, until))


def test_an_arm_that_comes_in_is_a_hand_even_when_it_stops():
    """It is strange, large and reaches in from the border."""
    coming = [_arm(n, 10 * n) for n in range(1, 7)]
    holding = [_arm(20 + n, 60) for n in range(10)]
    _, motions = _gate(_table(0), *coming, *holding)

    assert all(motion.hands for motion in motions[3:])
    (hand,) = motions[-1].hands
    assert hand.x1 == 0
    assert hand.x2 == pytest.approx(240, abs=16)


def test_what_lies_still_for_long_belongs_to_the_table():
    """A score pad was put down."""
    pad = [_with(_table(n), slice(20, 60), slice(50, 100), 240) for n in range(1, 90)]
    _, motions = _gate(_table(0), *pad)

    assert motions[5].hands
    assert not motions[-1].hands


def test_a_hand_that_leaves_leaves_no_ghost():
    """The first picture showed a hand; where it was is table, not something new."""
    gone = [_table(n) for n in range(1, 6)]
    _, motions = _gate(_arm(0, 70), *gone)

    assert not motions[-1].hands


def _busy(seed=0, noise=1.0):
    stripes = np.where(np.indices((H, W)).sum(axis=0) // 3 % 2, 70.0, 170.0)
    return (stripes + np.random.default_rng(seed).normal(0, noise, (H, W))).astype(np.float32)


def test_a_hand_that_holds_still_over_a_busy_table_stays_a_hand():
    """Its own outline is faint beside the table's pattern, which it covers."""
    calm = [_busy(n) for n in range(30)]
    coming = [_with(_busy(40 + n), slice(30, 60), slice(0, 12 * n), 120) for n in range(1, 6)]
    holding = [_with(_busy(50 + n), slice(30, 60), slice(0, 60), 120) for n in range(20)]
    _, motions = _gate(*calm, *coming, *holding)

    assert not any(motion.hands for motion in motions[:30])
    assert all(motion.hands for motion in motions[-20:])


def test_a_hand_that_joined_the_table_is_gone_as_soon_as_it_leaves():
    """It held still for so long that the table was thought to look like that."""
    calm = [_busy(n) for n in range(30)]
    holding = [_with(_busy(50 + n), slice(30, 60), slice(0, 60), 120) for n in range(90)]
    gone = [_busy(200 + n) for n in range(5)]
    _, motions = _gate(*calm, *holding, *gone)

    assert motions[40].hands
    assert not motions[119].hands
    assert not any(motion.hands for motion in motions[-4:])


def test_a_plain_table_that_is_lit_in_another_way_shows_no_hand():
    """A lamp's bright spot grows: it has no outline."""
    rows, columns = np.indices((H, W))
    spot = 40.0 * np.exp(-((rows - 45.0) ** 2 + (columns - 60.0) ** 2) / 900.0)
    noise = [np.random.default_rng(n).normal(0, 1.0, (H, W)) for n in range(50)]
    dark = [(100.0 + part).astype(np.float32) for part in noise[:40]]
    lit = [(100.0 + spot + part).astype(np.float32) for part in noise[40:]]
    _, motions = _gate(*dark, *lit)

    assert not any(motion.hands for motion in motions[42:])


def test_dice_are_no_hands():
    """Three dice side by side, whose boxes are known."""
    lying = [_with(_table(n), slice(40, 50), slice(30, 60)) for n in range(1, 5)]
    boxes = tuple(Box(120 + 40 * n, 160, 160 + 40 * n, 200) for n in range(3))
    _, motions = _gate(_table(0), *lying, dice=boxes)

    assert not any(motion.hands for motion in motions)


def test_motion_under_a_hand_is_explained_by_it():
    """Only what moves elsewhere could be a die."""
    mask = np.zeros((H, W), np.bool_)
    mask[10:20, 10:20] = True
    motion = Motion(mask, STEP, hands=(Box(0, 0, 120, 120),))

    assert not motion.outside((), 0.0)
    assert not Motion(np.zeros((H, W), np.bool_)).outside((), 0.0)
