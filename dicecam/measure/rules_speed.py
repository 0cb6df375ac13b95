"""How long the rules take: legal actions plus apply, an event, for every game.

Games are seeded and played at random; figures are medians, so that a busy machine shows less.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Mapping
from typing import Any

from dicecam.rules.core import Game
from dicecam.rules.replay import random_event

EVENTS = 400
SEED = 20


def rules_ms(games: Mapping[str, Game[Any]], events: int = EVENTS) -> dict[str, dict[str, float]]:
    """Measure every game.

    Args:
        games: Games by key.
        events: Events to play of each game, over as many games as it takes.

    Returns:
        For each game the median and the slowest time in ms of one event: the legal actions of
        every seat that is to act, then `apply`.
    """
    return {key: _one(game, events) for key, game in games.items()}


def _one(game: Game[Any], events: int) -> dict[str, float]:
    rng = random.Random(SEED)
    times: list[float] = []
    state = game.setup(game.spec.min_seats, {})
    while len(times) < events:
        event = random_event(game, state, rng)
        if event is None:
            state = game.setup(game.spec.min_seats, {})
            continue
        start = time.perf_counter()
        for seat in game.to_act(state):
            game.legal_actions(state, seat)
        state = game.apply(state, event)
        times.append(1000 * (time.perf_counter() - start))
    return {"median": round(statistics.median(times), 4), "max": round(max(times), 3)}
