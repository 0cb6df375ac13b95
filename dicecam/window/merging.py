"""Choices that come to the same are offered once, in their simplest words.

Rules list every way to do something, such as with or without a joker that is left over. For people
only the result counts. This module knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dicecam.rules.core import Action, Played
from dicecam.session.session import Offer, Session


def merged(session: Session, offers: Sequence[Offer]) -> tuple[Offer, ...]:
    """Return one offer for each result, in the order given.

    Args:
        session: The game as it stands.
        offers: What the rules allow now.
    """
    best: dict[Any, Offer] = {}
    for offer in offers:
        after = session.game.apply(session.state, Played(offer.seat, offer.action))
        result = (offer.seat, after)
        if result not in best or _length(offer.action) < _length(best[result].action):
            best[result] = offer
    chosen = set(best.values())
    return tuple(offer for offer in offers if offer in chosen)


def _length(action: Action) -> int:
    """Return how much has to be said for an action."""
    return sum(map(len, action.args))
