"""Random games of every game against every law: 2,000 games a game, 20 games a case.

Games are played to their end (400 events at most); every eighth position is checked. The conformance
suite checks every position of fewer games.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from dicecam.messages import load_catalogue
from dicecam.rules.games import find_games
from dicecam.rules.laws import broken_laws
from dicecam.tables import load_table

GAMES_A_GAME = 2000
GAMES_A_CASE = 20
GAMES = find_games(load_table)
CATALOGUES = [load_catalogue(language) for language in ("fr", "en")]
CASES = len(GAMES) * GAMES_A_GAME // GAMES_A_CASE


def run(case: int) -> dict[str, object]:
    keys = sorted(GAMES)
    key = keys[case % len(keys)]
    first = 1_000_000 + GAMES_A_CASE * case
    broken = [
        sentence
        for seed in range(first, first + GAMES_A_CASE)
        for sentence in broken_laws(GAMES[key], random.Random(seed), CATALOGUES, tried=6, every=8)
    ]
    return {"game": key, "games": GAMES_A_CASE, "broken": broken[:3], "violations": len(broken)}


def summarise(results: Sequence[dict[str, object]]) -> dict[str, object]:
    games: dict[str, int] = {}
    violations: dict[str, int] = {}
    for result in results:
        key = str(result["game"])
        games[key] = games.get(key, 0) + int(str(result["games"]))
        violations[key] = violations.get(key, 0) + int(str(result["violations"]))
    examples = [result["broken"] for result in results if result["broken"]][:3]
    return {
        "games": games,
        "violations": violations,
        "examples": examples,
        "passed": not any(violations.values()),
    }
