"""Training pictures of the detector keep boxes on the dice."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.learn.data.augment import MIN_DIE_PX, DetectionSampler, place
from dicecam.learn.data.store import DIE, IGNORED, Picture


def _picture(boxes, classes):
    """Return a black picture whose boxes are filled with white."""
    image = np.zeros((240, 320, 3), np.uint8)
    for x1, y1, x2, y2 in boxes:
        image[y1:y2, x1:x2] = 255
    shares = np.array(boxes, np.float32).reshape(-1, 4) / np.array([320, 240, 320, 240])
    return Picture(image, shares.astype(np.float32), np.array(classes, np.int64))


def test_boxes_follow_the_die():
    """Nearly all white of a placed picture lies in the boxes, whatever the turn."""
    picture = _picture([(130, 90, 190, 150)], [DIE])
    rng = np.random.default_rng(5)
    inside = white = 0
    for _ in range(60):
        window, boxes = place(rng, picture, 160, 160)
        mask = np.zeros((160, 160), bool)
        for x1, y1, x2, y2 in boxes.round().astype(int):
            mask[y1:y2, x1:x2] = True
        bright = (window.min(2) > 200) & (window.std() > 0)
        if len(boxes) and not (bright[0].any() and bright[:, 0].any()):
            inside += int((bright & mask).sum())
            white += int(bright.sum())

    assert white > 0
    assert inside / white > 0.6


def test_ignored_areas_are_painted_over_and_give_no_box():
    """What is neither die nor background is hidden from the training."""
    picture = _picture([(130, 90, 190, 150)], [IGNORED])
    rng = np.random.default_rng(6)
    for _ in range(10):
        window, boxes = place(rng, picture, 160, 160)

        assert len(boxes) == 0
        assert window.shape == (160, 160, 3)


def test_samples_have_the_size_asked_for_and_boxes_inside():
    """Mosaics, mirrors and cuts never push a box outside."""
    sampler = DetectionSampler([([_picture([(20, 20, 80, 80)], [DIE])], 1.0)], seed=3)
    shown = 0
    for _ in range(30):
        image, boxes = sampler.sample(96, 128)
        shown += len(boxes)

        assert image.shape == (96, 128, 3)
        assert image.dtype == np.uint8
        assert (boxes[:, :2] >= 0).all()
        assert (boxes[:, 2] <= 128).all()
        assert (boxes[:, 3] <= 96).all()
        assert ((boxes[:, 2:] - boxes[:, :2]).max(1, initial=MIN_DIE_PX) >= MIN_DIE_PX).all()

    assert shown > 10


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_draws_the_same_pictures(seed):
    """Trainings can be repeated."""
    sets = [([_picture([(20, 20, 80, 80)], [DIE])], 1.0)]
    first = DetectionSampler(sets, seed).sample(64, 64)[0]
    second = DetectionSampler(sets, seed).sample(64, 64)[0]

    assert np.array_equal(first, second)
