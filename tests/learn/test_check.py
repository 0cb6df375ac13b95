"""The check on photos kept apart: when to stop, and which boxes are right."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.learn.ultra.check import Stopper, decode, judged


def test_training_stops_when_no_score_beats_the_best():
    """Two scores in a row below the best are enough with a patience of two."""
    stopper = Stopper(patience=2)

    assert [stopper.tell(score) for score in (0.5, 0.7, 0.6, 0.71, 0.70, 0.69)] == [
        False,
        False,
        False,
        False,
        False,
        True,
    ]


def test_raw_output_becomes_edges_and_one_box_a_die():
    """Centre and size become edges; weak and doubled boxes go."""
    raw = np.array(
        [[50, 51, 20], [40, 40, 20], [20, 20, 10], [10, 10, 10], [0.9, 0.8, 0.01]], np.float32
    )

    assert decode(raw) == pytest.approx(np.array([[40, 35, 60, 45, 0.9]]), abs=1e-4)


def test_a_label_is_found_once():
    """The second box on the same die and a box elsewhere are wrong."""
    boxes = np.array([[0, 0, 10, 10, 0.9], [1, 0, 11, 10, 0.8], [50, 50, 60, 60, 0.7]], np.float32)
    labels = np.array([[0, 0, 10, 10]], np.float32)

    assert [good for _, good in judged(boxes, labels)] == [True, False, False]
    assert [good for _, good in judged(boxes, np.zeros((0, 4), np.float32))] == [False] * 3
