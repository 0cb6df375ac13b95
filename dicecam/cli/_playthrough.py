"""Writes a seeded random playthrough of a game; `dicecam games --write-playthrough`."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from dicecam.rules.core import Game, Options
from dicecam.rules.replay import Playthrough, random_game, write_playthrough


def record(game: Game[Any], seats: int, options: Options, seed: int, path: Path) -> int:
    """Play a random game and write it; return the number of events."""
    rng = random.Random(seed)
    events = tuple(event for _, event, _ in random_game(game, seats, options, rng, limit=400))
    play = Playthrough(game.spec.key, seats, tuple(sorted(options.items())), events)
    path.write_text(write_playthrough(game, play), encoding="utf-8")
    return len(events)
