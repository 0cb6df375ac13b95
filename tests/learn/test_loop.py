"""What both trainings share: the learning rate over time and drawing ahead."""

from __future__ import annotations

import itertools

import pytest

from dicecam.learn.ultra.loop import learning_rate, prefetch


def test_the_learning_rate_warms_up_and_falls():
    """It starts small, reaches the peak early and ends at a hundredth of it."""
    assert learning_rate(0.0, 0, 1.0) < 0.01
    assert learning_rate(0.0, 500, 1.0) == pytest.approx(1.0)
    assert learning_rate(1.0, 500, 1.0) == pytest.approx(0.01)


def test_items_come_in_order_until_closed():
    """Drawing ahead changes nothing about what is drawn."""
    numbers = prefetch(itertools.count, "numbers")

    assert list(itertools.islice(numbers, 20)) == list(range(20))
    numbers.close()


def test_a_failure_while_drawing_ends_the_training_with_its_cause():
    """A broken picture does not leave the training waiting for ever."""

    def broken():
        yield 1
        raise ValueError("no picture")

    numbers = prefetch(broken, "broken")

    assert next(numbers) == 1
    with pytest.raises(RuntimeError, match="failed") as caught:
        next(numbers)
    assert isinstance(caught.value.__cause__, ValueError)
