"""What the threads tell the window: signals that Qt carries over into the window's thread."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal


class Report(QObject):
    """The one object both threads emit from.

    Attributes:
        opened: A source was opened: its name, and whether it is live.
        pictured: A picture lies in the mailbox that was empty before.
        looked: A view lies in the mailbox that was empty before.
        ready: The models are loaded.
        ended: The source has no more pictures.
        failed: A thread stopped: `capture` or `vision`, and the error in words.
    """

    opened = Signal(str, bool)
    pictured = Signal()
    looked = Signal()
    ready = Signal()
    ended = Signal()
    failed = Signal(str, str)
