"""MémoDiXe and Dekaxex followed through a rendered clip: the events are those of the script.

Each clip is played by the truth's readings, which measures table, geometry and referee, and by the
shipped models. The Dekaxex clip holds an attack of a 1 on a 6, a jump over an own pawn and a pawn
that the player forgets to turn.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from dicecam.cli._games import load_games
from dicecam.cli._line import table_looker, table_pipeline
from dicecam.cli.watch import watch
from dicecam.dice import Die
from dicecam.rules.core import Rolled
from dicecam.session.session import Session
from dicecam.sight import Frame
from dicecam.synth.boards import dekaxex_script, hex_cells, memodixe_script
from dicecam.synth.clips import QWIXX_CLIP, ClipScript, Film
from scripts.acceptance_runs import _clips, _common

GAMES = ("dekaxex", "memodixe")
READINGS = ("truth", "models")
CASES = 4
BATTLE = (
    "attack:A2,B3",
    "attack:C1,B1",
    "attack:A3,C2",
    "attack:C3,B3",
    "attack:A1,B2",
    "attack:B3,B4",
    "move:C2,B3",
    "attack:B1,B3",
    "attack:B2,B3",
)
"""What `dekaxex_script` plays, red and blue in turn."""
SEEDS = {"dekaxex": 3, "memodixe": 4}


def film(game: str) -> Film:
    """Return a game's clip."""
    if game == "dekaxex":
        recipe = replace(QWIXX_CLIP, composition="dekaxex", sizes=((640, 480),), heldout=True)
        script = ClipScript(dekaxex_script(), recipe, die_px=40.0, board="hex")
    else:
        recipe = replace(QWIXX_CLIP, composition="square", sizes=((640, 480),), heldout=True)
        script = ClipScript(memodixe_script(), recipe, die_px=40.0)
    return Film(script, SEEDS[game])


def expected(game: str, clip: Film) -> list[str]:
    """Return the events a clip's script stands for, in notation."""
    return _battle(clip) if game == "dekaxex" else _turns(clip)


def _battle(clip: Film) -> list[str]:
    """Return ten pawns placed in turn, and the battle; placing them may go in any order."""
    first = next(event for event in clip.plan.events if event.name == "rest")
    cells = {(round(x), round(y)): cell for cell, (x, y) in hex_cells().items()}
    placed = []
    for die, face in zip(first.dice, first.faces, strict=True):
        lies = clip.placed(die, first.time_s)
        assert lies is not None
        x, y = (round(float(part)) for part in lies.body.centre[:2])
        seat = 0 if lies.look.colour == "red" else 1
        value = face.removeprefix("pips_")
        placed.append(f"played {seat} place:{lies.look.colour},{value},{cells[x, y]}")
    return sorted(placed) + [f"played {number % 2} {verb}" for number, verb in enumerate(BATTLE)]


def _turns(clip: Film) -> list[str]:
    """Return the dice laid out, and two turns of two dice each."""
    rests = [event for event in clip.plan.events if event.name == "rest"]
    names = [face.replace("_", "=") for face in rests[0].faces]
    found = ["arranged " + " ".join(f"{place}:{name}" for place, name in enumerate(names))]
    flips = [event for event in clip.plan.events if event.name == "flip"]
    for number, flip in enumerate(flips):
        if number % 4 < 2:  # the other two turn the dice back
            (die,) = flip.dice
            shown = next(rest for rest in rests if rest.time_s > flip.time_s).faces[die]
            seat = number // 4
            found.append(f"played {seat} touch:{die}")
            found.append(f"arranged {die}:{shown.replace('_', '=')}")
    return found


def run(case: int) -> dict[str, object]:
    """Play one clip with one kind of readings."""
    game, readings = GAMES[case // 2], READINGS[case % 2]
    clip = film(game)
    rules = load_games()[game]
    look: Any = (
        _clips.TruthLooker(1) if readings == "truth" else table_looker("default", game=rules)
    )
    session = _session(rules, clip)

    script = zlib.crc32(repr(clip.script).encode())

    class Source:
        name, live = game, False

        def __iter__(self) -> Any:
            for index, (image, truth) in enumerate(
                _clips.frames(clip, f"played-{game}-{script:08x}")
            ):
                _clips.tell(look, truth)
                yield Frame(index, truth.time_s, image)

        def close(self) -> None:
            """Nothing is held."""

    pipeline = table_pipeline(look, live=False)
    lines = list(watch(Source(), pipeline, session))
    seen = [line["notation"] for line in lines if line["event"] == "game"]
    words = [words for line in lines if line["event"] == "words" for words in line["words"]]
    due = expected(game, clip)
    placings = sum("place:" in event for event in due)
    right = sorted(seen[:placings]) + seen[placings:] == due
    told = any("6" in sentence and "B3" in sentence for sentence in words)
    return {
        "game": game,
        "readings": readings,
        "due": len(due),
        "events": len(seen),
        "first_wrong": _first_wrong(seen, due, placings),
        "told_of_the_forgotten_turn": told if game == "dekaxex" else None,
        "over": session.outcome() is not None,
        "right": right,
    }


def _first_wrong(seen: Sequence[str], due: Sequence[str], placings: int) -> str | None:
    """Return where the events begin to differ, in words."""
    ordered = [*sorted(seen[:placings]), *seen[placings:]]
    for number, (one, other) in enumerate(zip_longest(ordered, due)):
        if one != other:
            return f"event {number + 1}: {one} instead of {other}"
    return None


def _session(rules: Any, clip: Film) -> Session:
    """Return the game before the first frame; Dekaxex's armies were rolled by hand."""
    if rules.spec.key != "dekaxex":
        return Session(rules, ["Ann", "Ben"], {})
    session = Session(rules, ["Ann", "Ben"], {"config": "random", "jump_attacks": True})
    first = next(event for event in clip.plan.events if event.name == "rest")
    colours = [clip.dice[die].look.colour for die in first.dice]
    army = [
        Die("red", face.removeprefix("pips_"))
        for colour, face in zip(colours, first.faces, strict=True)
        if colour == "red"
    ]
    session.enter(Rolled(tuple(sorted(army, key=str)), ()), "user")
    return session


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return which games were followed to the end of their clip."""
    passed = all(result["right"] for result in results)
    return {"model": _common.model_name(), "games": list(results), "passed": passed}
