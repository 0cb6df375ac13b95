"""The mailbox between vision and window: the newest view wins, a throw is never lost.

Unlike `dicecam.latest.Latest` a view that reports a throw is kept until it was fetched: throws are
reported once, and a window that is busy for a moment must not miss one.
"""

from __future__ import annotations

import threading

from dicecam.table.view import TableView


class ViewBox:
    """Views of the table on their way to the window; put by one thread, taken by another."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._views: list[TableView] = []

    def put(self, view: TableView) -> bool:
        """Lay a view into the box; it replaces a waiting one that reports no throw.

        Returns:
            True when the box was empty: the window has to be told, once.
        """
        with self._lock:
            was_empty = not self._views
            if self._views and self._views[-1].throw is None:
                self._views.pop()
            self._views.append(view)
            return was_empty

    def take(self) -> tuple[TableView, ...]:
        """Take everything out, oldest first."""
        with self._lock:
            views, self._views = tuple(self._views), []
            return views
