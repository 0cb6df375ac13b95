"""A mailbox with one slot between two threads: the newest value wins, the others are counted.

A reader that is slower than the writer always gets what is new and never falls behind.
"""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """A slot that holds the newest value.

    One thread puts, another gets. After `close` nothing can be put; what lies in the slot can
    still be fetched.
    """

    def __init__(self) -> None:
        self._condition = threading.Condition()
        self._slot: list[T] = []
        self._dropped = 0
        self._closed = False

    @property
    def dropped(self) -> int:
        """How many values were replaced before anybody fetched them."""
        with self._condition:
            return self._dropped

    @property
    def closed(self) -> bool:
        """True when nothing more will come."""
        with self._condition:
            return self._closed

    def put(self, value: T) -> bool:
        """Lay a value into the slot, over one that may still lie there.

        Returns:
            False when the mailbox is closed and the value was thrown away.
        """
        with self._condition:
            if self._closed:
                return False
            self._dropped += len(self._slot)
            self._slot[:] = [value]
            self._condition.notify()
            return True

    def get(self, timeout_s: float | None = None) -> T | None:
        """Take the value out of the slot, waiting for one when it is empty.

        Args:
            timeout_s: How long to wait, seconds; None for as long as it takes, 0 for not at all.

        Returns:
            The value; None when the time is up, or when the mailbox is closed and empty.
        """
        with self._condition:
            self._condition.wait_for(lambda: self._slot or self._closed, timeout_s)
            return self._slot.pop() if self._slot else None

    def close(self) -> None:
        """Let nothing more in and wake who waits; may be called twice."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
