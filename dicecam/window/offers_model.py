"""What one player may do now, as an item model: sentences, the easiest to read first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from dicecam.rules.core import Action
from dicecam.session.session import Offer
from dicecam.window.i18n import Words

OFFER_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""The `Offer` of a row."""

GLANCE = 6
"""So many options are seen at once on a small laptop."""

Index = QModelIndex | QPersistentModelIndex


def ordered(offers: Sequence[Offer], printed: Sequence[Action] = ()) -> tuple[Offer, ...]:
    """Return offers as people read them.

    Args:
        offers: What may be chosen.
        printed: Actions in the order in which they stand on the sheet; others come after. Those
            that need no choice, such as to pass, come last, or first in a list too long to be
            seen at a glance.
    """
    first = len(offers) > GLANCE
    places = {action: n for n, action in reversed(list(enumerate(printed)))}

    def key(offer: Offer) -> tuple[Any, ...]:
        args = offer.action.args
        natural = [(0, int(a), "") if a.isdigit() else (1, 0, a) for a in args]
        return (bool(args) == first, places.get(offer.action, len(places)), natural)

    return tuple(sorted(offers, key=key))


class OffersModel(QAbstractListModel):
    """The options of a player, one a row.

    Args:
        words: The language in use.
        parent: Owner.
    """

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._offers: tuple[Offer, ...] = ()
        words.changed.connect(self.retranslate)

    def set_offers(self, offers: Sequence[Offer], printed: Sequence[Action] = ()) -> None:
        """Offer something else; `printed` are the actions in the order of the sheet."""
        arranged = ordered(offers, printed)
        if arranged == self._offers:
            return
        self.beginResetModel()
        self._offers = arranged
        self.endResetModel()

    def retranslate(self) -> None:
        """Say the same in the language that was switched to."""
        if self._offers:
            self.dataChanged.emit(self.index(0), self.index(len(self._offers) - 1))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Return how many options there are."""
        return 0 if parent.isValid() else len(self._offers)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        """Return the sentence of a row, or its offer."""
        if not index.isValid():
            return None
        offer = self._offers[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words.sentence(offer.text)
        return offer if role == OFFER_ROLE else None
