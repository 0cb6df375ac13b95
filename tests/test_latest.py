"""The one-slot mailbox between two threads."""

from __future__ import annotations

import threading

from dicecam.latest import Latest


def test_the_newest_value_wins_and_the_others_are_counted():
    """Three puts, one get: the last comes out, two were dropped."""
    box = Latest()
    for value in (1, 2, 3):
        assert box.put(value)

    assert box.get(0) == 3
    assert box.dropped == 2
    assert box.get(0) is None


def test_a_value_that_was_fetched_was_not_dropped():
    """Put and get in turn lose nothing."""
    box = Latest()
    fetched = []
    for value in range(5):
        box.put(value)
        fetched.append(box.get())

    assert fetched == [0, 1, 2, 3, 4]
    assert box.dropped == 0


def test_none_is_not_needed_to_mean_empty():
    """False values pass like any other."""
    box = Latest()
    box.put(0)

    assert box.get(0) == 0


def test_a_closed_mailbox_gives_what_is_left_and_takes_nothing():
    """The last value can be fetched after close, once."""
    box = Latest()
    box.put("last")
    box.close()
    box.close()

    assert not box.put("late")
    assert box.closed
    assert box.get() == "last"
    assert box.get() is None


def test_a_waiting_reader_is_woken_by_a_value():
    """A get without a time limit ends when something is put."""
    box = Latest()
    fetched = []
    reader = threading.Thread(target=lambda: fetched.append(box.get()))
    reader.start()
    box.put("new")
    reader.join(5)

    assert fetched == ["new"]


def test_a_waiting_reader_is_woken_by_close():
    """A get without a time limit ends with None when the mailbox is closed."""
    box = Latest()
    fetched = []
    reader = threading.Thread(target=lambda: fetched.append(box.get()))
    reader.start()
    box.close()
    reader.join(5)

    assert fetched == [None]


def test_a_slow_reader_gets_new_values_in_order():
    """Under load every value is either fetched or counted, and none comes twice or late."""
    box = Latest()
    fetched = []

    def read():
        while (value := box.get()) is not None:
            fetched.append(value)

    reader = threading.Thread(target=read)
    reader.start()
    for value in range(1, 2001):
        box.put(value)
    box.close()
    reader.join(5)

    assert fetched == sorted(set(fetched))
    assert fetched[-1] == 2000
    assert len(fetched) + box.dropped == 2000
