"""Fitting of rows: new faces are learned, known ones kept and remembered by their names."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.errors import LearnError
from dicecam.learn.fewshot import CancelledError, FitPlan, Seen, fit_rows, typical
from dicecam.vision.taught import BACKGROUND
from dicecam.vision.topface import FEATURES

KNOWN = 3


def crops(prototypes, labels, count, rng, noise=0.35):
    """Return noisy crops of prototypes."""
    features, columns = [], []
    for prototype, label in zip(prototypes, labels, strict=True):
        for _ in range(count):
            one = prototype + rng.normal(0, noise / np.sqrt(FEATURES), FEATURES)
            features.append(one / np.linalg.norm(one))
            columns.append(label)
    labels = np.array(columns)
    shares = np.full((len(labels), KNOWN), 0.05, np.float32)
    shares[np.arange(len(labels)), np.minimum(labels, KNOWN - 1)] = 0.9
    return Seen(shares, np.array(features, np.float32), labels)


@pytest.fixture
def task():
    """Return new crops, replay and further crops of both, of sparse random drawings."""
    rng = np.random.default_rng(3)
    drawings = rng.normal(0, 1, (8, FEATURES))
    drawings /= np.linalg.norm(drawings, axis=1, keepdims=True)
    new, known = range(KNOWN, KNOWN + 4), (0, 1, 2, 2)
    make = [(drawings[:4], new, 5), (drawings[4:], known, 30), (drawings[:4], new, 20)]
    make.append((drawings[4:], known, 30))
    return [crops(some, labels, count, rng) for some, labels, count in make]


def test_new_faces_are_learned_and_known_ones_kept(task):
    """Five crops a face are enough; replay crops keep their readings."""
    new, replay, further, held = task
    head = fit_rows(new, replay, FitPlan(steps=40))
    right = head.extend(further.shares, further.features).argmax(1) == further.labels
    kept = head.extend(held.shares, held.features).argmax(1) == held.labels

    assert head.classes == KNOWN + 4
    assert right.mean() > 0.97
    assert kept.mean() == 1.0


def test_rows_of_the_background_know_what_they_stand_for(task):
    """Each known face has rows of its own; rows of taught faces stand for no known one."""
    new, replay, *_ = task
    head = fit_rows(new, replay, FitPlan(steps=5))
    background = head.columns == BACKGROUND

    assert set(head.stands[background]) == {0, 1, 2}
    assert set(head.stands[~background]) == {BACKGROUND}
    assert set(head.columns[~background]) == set(range(KNOWN, KNOWN + 4))


def test_a_further_style_of_a_known_face_is_learned(task):
    """Rows may stand for a known face: no new column appears."""
    new, replay, further, _ = task
    style = Seen(new.shares, new.features, np.where(new.labels < 5, 0, 1))
    head = fit_rows(style, replay, FitPlan(steps=40))
    read = head.extend(further.shares, further.features).argmax(1)

    assert head.classes == KNOWN
    assert (read == np.where(further.labels < 5, 0, 1)).mean() > 0.97


def test_shuffled_labels_are_not_learned(task):
    """Nonsense in, nonsense out: further crops tell."""
    new, replay, further, _ = task
    rng = np.random.default_rng(1)
    nonsense = Seen(new.shares, new.features, rng.permutation(new.labels))
    head = fit_rows(nonsense, replay, FitPlan(steps=40))
    right = head.extend(further.shares, further.features).argmax(1) == further.labels

    assert right.mean() < 0.7


def test_typical_examples_tell_styles_apart(task):
    """Two drawings under one label give two examples; alike crops give one."""
    new, *_ = task
    both = Seen(new.shares, new.features, np.zeros(len(new), np.int64))
    rows, columns = typical(both, 4)
    again, _ = typical(new.part(new.labels == KNOWN), 1)

    assert rows.shape == (4, FEATURES)
    assert columns.tolist() == [0, 0, 0, 0]
    assert len(again) == 1


def test_progress_is_told_and_can_be_cancelled(task):
    """The listener hears of share and accuracy; False ends the fitting."""
    new, replay, *_ = task
    heard = []
    fit_rows(new, replay, FitPlan(steps=9), lambda *told: heard.append(told) or True)

    assert [round(share, 2) for share, _ in heard] == [0.0, 0.44, 0.89]
    assert heard[-1][1] > 0.5
    with pytest.raises(CancelledError, match="stays as it is"):
        fit_rows(new, replay, FitPlan(steps=9), lambda *told: False)


def test_nothing_cannot_be_taught(task):
    """Without crops there is an error."""
    new, replay, *_ = task
    empty = new.part(np.zeros(len(new), bool))

    with pytest.raises(LearnError, match="got 0"):
        fit_rows(empty, replay)
    with pytest.raises(LearnError, match="and 0"):
        fit_rows(new, empty)
