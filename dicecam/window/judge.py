"""What the window asks of whoever turns views of the table into events: the session's referee."""

from __future__ import annotations

from typing import Any, Protocol

from dicecam.session.referee import Verdict
from dicecam.session.session import Session
from dicecam.table.view import TableView


class Judge(Protocol):
    """Turns views of the table into events."""

    def see(self, session: Session, view: TableView) -> Verdict:
        """Take in a view, in order; return an event once for each thing that happened."""
        ...

    def read(self, session: Session, state: Any, view: TableView) -> Verdict:
        """Read dice that lie on the table as the answer to what a state awaits, thrown or not."""
        ...
