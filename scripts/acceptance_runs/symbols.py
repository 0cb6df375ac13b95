"""Symbols of DiXe and My Shelfie dice in held-back drawings and styles, as a webcam sees them.

A die counts when the detector found it; it is right when its face is reported and is the true
one, so a reading that is left out as too unsure is not right. The goal holds for the pictures the
program itself takes without a hint (too dark, glare, dice too small: come closer); the figures of
all of them stand beside it, and those of Shelfie and DiXe scenes looked at as in a game, whose six
faces are known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from dicecam.dice import PIPS
from dicecam.sight import Box
from dicecam.synth import MEMODIXE, SHELFIE, WEBCAM, Scene, render_scene
from dicecam.synth.styles import DIXE_FACES, SHELFIE_FACES
from dicecam.table.hints import hints_for
from scripts.acceptance_runs import _common

CASES = 600
RIGHT = 0.98
AS_PIPS = 0.005

_LEFT_OUT = "left_out"
_MIXED = replace(WEBCAM, symbols=1.0, dice=(3, 9), die_px=(16.0, 110.0), cocked=0.0, grey=0.0)
_RECIPES = tuple(
    replace(recipe, heldout=True, sizes=WEBCAM.sizes, hands=0.05, cocked=0.0)
    for recipe in (_MIXED, SHELFIE, MEMODIXE)
)


_GAMES: tuple[tuple[str, ...], ...] = ((), SHELFIE_FACES, DIXE_FACES)
"""The faces of the game whose dice each recipe shows; none for a mixture."""


def run(case: int) -> dict[str, object]:
    """Read one scene: its hints, and `[truth, reading, size in px, likeliest face]` for each die.

    The reading is None for a die that is not found, `left_out` for one that is not reported. The
    same again as `game`, when the faces of the game are known.
    """
    kind = case % len(_RECIPES)
    scene = render_scene(80_000 + case, _RECIPES[kind])
    hints = hints_for(scene.image, [Box(*die.box) for die in scene.dice])
    result: dict[str, object] = {"dice": _read(scene, ()), "hints": [str(hint) for hint in hints]}
    if _GAMES[kind]:
        result["game"] = _read(scene, _GAMES[kind])
    return result


def _read(scene: Scene, faces: Sequence[str]) -> list[list[object]]:
    """Return a row for each symbol die of a scene, chosen among some faces or, of none, all."""
    truths = [die for die in scene.dice if die.face.startswith(("dixe_", "shelfie_"))]
    looker = _common.looker()
    looker.expect_faces(faces)
    looked = looker.look_closely(scene.image)
    looker.expect_faces(())
    readings = (*looked.faces, *looked.left_out)
    taken = _common.match([face.box for face in readings], [Box(*die.box) for die in truths])
    rows = []
    for index, die in enumerate(truths):
        reading = taken.get(index)
        said = likeliest = None
        if reading is not None:
            likeliest = readings[reading].face
            said = readings[reading].face if reading < len(looked.faces) else _LEFT_OUT
        box = die.box
        rows.append([die.face, said, round(max(box[2] - box[0], box[3] - box[1]), 1), likeliest])
    return rows


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return the share of right readings, by size and by symbol, and the confusion table."""
    taken = [die for result in results if not result["hints"] for die in result["dice"]]
    game = [die for r in results if not r["hints"] for die in r.get("game", ())]
    hinted = Counter(hint for result in results for hint in result["hints"])
    figures = _summary(taken)
    pips = figures["read_as_pips_share"]
    assert isinstance(pips, dict)
    right = figures["right_share"]
    return {
        "scenes": len(results),
        "scenes_with_hint": dict(hinted.most_common()),
        "without_hint": figures,
        "without_hint_in_a_game": _summary(game),
        "all": _summary([die for result in results for die in result["dice"]]),
        "goals": {"right_share": RIGHT, "read_as_pips_share": AS_PIPS},
        "model": _common.model_name(),
        "passed": right >= RIGHT and max(pips.values(), default=1.0) <= AS_PIPS,
    }


def _summary(dice: Sequence[Sequence[Any]]) -> dict[str, Any]:
    found = [die for die in dice if die[1] is not None]
    symbols = sorted({die[0] for die in dice})
    table = {
        symbol: dict(Counter(said for truth, said, *_ in found if truth == symbol).most_common())
        for symbol in symbols
    }
    as_pips = {
        symbol: round(
            sum(count for said, count in row.items() if said in PIPS) / max(1, sum(row.values())), 4
        )
        for symbol, row in table.items()
    }
    return {
        "dice": len(dice),
        "found": len(found),
        "right": sum(die[0] == die[1] for die in found),
        "right_share": round(_share(found), 4),
        "likeliest_right_share": round(_share([[die[0], die[3]] for die in found]), 4),
        "right_share_of_reported": round(_share([d for d in found if d[1] != _LEFT_OUT]), 4),
        "read_as_pips_share": as_pips,
        "by_size_px": {
            name: _figures([die for die in dice if low <= die[2] < high])
            for name, low, high in _common.SIZES
        },
        "confusions": table,
    }


def _figures(dice: Sequence[Sequence[Any]]) -> dict[str, object]:
    found = [die for die in dice if die[1] is not None]
    return {"dice": len(dice), "found": len(found), "right_share": round(_share(found), 4)}


def _share(dice: Sequence[Sequence[Any]]) -> float:
    return sum(bool(die[0] == die[1]) for die in dice) / max(1, len(dice))
