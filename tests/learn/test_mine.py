"""False finds: what the detector takes for a die where none is labelled."""

from __future__ import annotations

import cv2
import numpy as np

from dicecam.learn.data.build import OTHER
from dicecam.learn.data.mine import false_finds, mine_set
from dicecam.learn.data.store import load_crops
from dicecam.sight import Box, SeenFace


class _Always:
    """Finds the same boxes in every picture."""

    def __init__(self, *boxes):
        self.boxes = boxes

    def detect(self, image):
        """Return the boxes."""
        return self.boxes


ON_DIE = Box(10, 10, 30, 30, 0.9)
HALF_ON_DIE = Box(20, 10, 50, 30, 0.8)
AWAY = Box(60, 60, 80, 80, 0.3)
SURER_AWAY = Box(60, 10, 80, 30, 0.5)


def test_finds_that_touch_a_label_are_not_false():
    """Only finds away from every label count, surest first, and no more than asked for."""
    labels = np.array([[10, 10, 30, 30]], np.float32)
    found = (ON_DIE, HALF_ON_DIE, AWAY, SURER_AWAY)

    assert false_finds(found, labels, 9) == (SURER_AWAY, AWAY)
    assert false_finds(found, labels, 1) == (SURER_AWAY,)


class _Reads:
    """Reads what lies furthest to the right as a sure six and all else as an unsure one."""

    def read(self, image, boxes):
        """Return one reading for each box."""
        last = max(box.x1 for box in boxes)
        return tuple(SeenFace(b, "pips_6", 0.9 if b.x1 == last else 0.3) for b in boxes)


def _write_set(folder, labels):
    """Write a prepared set of one grey picture."""
    for part in ("images", "labels"):
        (folder / "detect" / "s" / part).mkdir(parents=True)
    (folder / "read").mkdir()
    cv2.imwrite(str(folder / "detect/s/images/a.png"), np.full((100, 100, 3), 90, np.uint8))
    (folder / "detect/s/labels/a.txt").write_text(labels)


def test_dice_without_a_label_are_no_false_finds(tmp_path):
    """On photos, what a reader surely takes for pips is left out; what it doubts is kept."""
    _write_set(tmp_path, "")
    finder = _Always(ON_DIE, AWAY)

    assert mine_set(finder, tmp_path, "s", lambda *step: None) == 2
    assert mine_set(finder, tmp_path, "s", lambda *step: None, reader=_Reads()) == 1


def test_false_finds_become_crops_of_the_class_other(tmp_path):
    """One file a set, with as many crops as there were false finds."""
    _write_set(tmp_path, "0 0.2 0.2 0.2 0.2\n")
    steps = []

    count = mine_set(_Always(ON_DIE, AWAY), tmp_path, "s", lambda *step: steps.append(step))

    assert count == 1
    assert load_crops(tmp_path / "read" / "mined_s.npz").labels.tolist() == [OTHER]
    assert steps == [(1, 1)]
