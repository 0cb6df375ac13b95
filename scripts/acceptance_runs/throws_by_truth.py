"""The clips of `throws` with the truth's readings in place of the models: the table alone.

What goes wrong here is the table's fault; the difference to `throws` is the models'.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scripts.acceptance_runs import _clips, throws

CASES = throws.CASES


def run(case: int) -> dict[str, object]:
    """Return what was reported of one clip."""
    seed = throws.FIRST_SEED + case
    film = throws.film(seed, heldout=True)
    return throws.measure(film, f"throws-{seed}", _clips.TruthLooker(seed))


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return the figures of all clips."""
    figures = throws.summarise(results)
    kept = {name: value for name, value in figures.items() if name not in ("model", "game")}
    return {"readings": "truth with noise"} | kept
