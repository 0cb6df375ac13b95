"""Cocked dice, on an edge or leaning on another die, and flat ones, in held-back styles.

500 of each, all of them fully in view, in throws of four to eight dice of which about a third lie
askew: what tells them is that they do not fit the height from which the others are seen. One die
alone, tilted, looks like a flat one seen from another height. A cocked die has to be reported as unreadable, also when
that means it has to be found first; a flat one must not be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dicecam.dice import OTHER, UNREADABLE
from dicecam.sight import Box
from dicecam.synth import COCKED, WEBCAM, render_scene
from scripts.acceptance_runs import _common

CASES = 450
OF_EACH = 500
COCKED_UNREADABLE = 0.95
FLAT_UNREADABLE = 0.005

_RECIPE = replace(
    COCKED,
    heldout=True,
    dice=(4, 8),
    cocked=0.3,
    sizes=WEBCAM.sizes,
    symbols=0.25,
    numbered=0.0,
    hands=0.0,
    distractors=3.0,
    grey=0.0,
)


def run(case: int) -> dict[str, object]:
    """Read one scene: `[cocked, what it would show, reading, size in px]` for each die."""
    scene = render_scene(90_000 + case, _RECIPE)
    truths = [
        die
        for die in scene.dice
        if die.visible >= 0.95 and die.top_visible >= 0.9 and die.true_face != OTHER
    ]
    looked = _common.looker().look_closely(scene.image)
    readings = (*looked.faces, *looked.left_out)
    taken = _common.match([face.box for face in readings], [Box(*die.box) for die in truths])
    rows = []
    for index, die in enumerate(truths):
        reading, said = taken.get(index), "not_found"
        if reading is not None:
            said = readings[reading].face if reading < len(looked.faces) else "left_out"
        box = die.box
        size = round(max(box[2] - box[0], box[3] - box[1]), 1)
        rows.append([not die.flat, die.true_face, said, size])
    return {"dice": rows}


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return how often cocked and flat dice are said to be unreadable."""
    dice = [die for result in results for die in result["dice"]]
    cocked = [die for die in dice if die[0]][:OF_EACH]
    flat = [die for die in dice if not die[0]][:OF_EACH]
    hit, wrong = _unreadable(cocked), _unreadable(flat)
    return {
        "cocked": _figures(cocked),
        "flat": _figures(flat),
        "goals": {"cocked_unreadable": COCKED_UNREADABLE, "flat_unreadable": FLAT_UNREADABLE},
        "model": _common.model_name(),
        "passed": hit >= COCKED_UNREADABLE and wrong <= FLAT_UNREADABLE,
    }


def _figures(dice: Sequence[Sequence[Any]]) -> dict[str, object]:
    found = [die for die in dice if die[2] != "not_found"]
    parts = {
        name: [die for die in found if die[1].startswith("pips_") == pips]
        for name, pips in (("pips", True), ("symbols", False))
    }
    return {
        "dice": len(dice),
        "found": len(found),
        "unreadable_share": round(_unreadable(dice), 4),
        "unreadable_share_of_found": round(_unreadable(found), 4),
        **{f"unreadable_share_of_found_{k}": round(_unreadable(v), 4) for k, v in parts.items()},
        "unreadable_share_of_found_by_size_px": {
            name: round(_unreadable([die for die in found if low <= die[3] < high]), 4)
            for name, low, high in _common.SIZES
        },
        "read_as": dict(Counter(die[2] for die in dice).most_common()),
    }


def _unreadable(dice: Sequence[Sequence[Any]]) -> float:
    return sum(bool(die[2] == UNREADABLE) for die in dice) / max(1, len(dice))
