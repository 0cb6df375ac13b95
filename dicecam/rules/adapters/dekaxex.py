"""Translates Dekaxex vectors: sides by name, pawns such as `R5`, boards by space."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from dicecam.dice import Die
from dicecam.errors import RefusalError
from dicecam.rules.core import Action, Game, Played, Rolled
from dicecam.rules.games._dekaxex_moves import CLAIM, PASS, SIDES, Phase, State, position_key
from dicecam.rules.games.dekaxex import Dekaxex
from dicecam.rules.vectors import Answer, Json

SETS = frozenset(
    {"attacks", "moves", "increases", "placements", "winners"}
    | {f"{where}hands.{side}" for where in ("", "state.") for side in SIDES}
)

_LETTERS = {"R": "red", "B": "blue"}


def answer(game: Game[Any], vector: Json, document: Json) -> Answer:
    """Run one vector; see `dicecam.rules.vectors.Adapter`."""
    del document
    return _Runner(cast("Dekaxex", game), vector).run()


def _pawn(text: str) -> Die:
    return Die(_LETTERS[text[0]], text[1:])


def _text(pawn: Die | None) -> str | None:
    return None if pawn is None else f"{pawn.kind[0].upper()}{pawn.face}"


class _Runner:
    def __init__(self, game: Dekaxex, vector: Json) -> None:
        self.game, self.vector = game, vector
        self.result = Answer()
        plain = vector.get("state")
        self.state = self._fresh({}) if plain is None else self._given(plain)

    def _fresh(self, extra: Json) -> State:
        options = {**self.vector["options"], **extra}
        return self.game.setup(1 if options.get("solo") else 2, options)

    def _given(self, plain: Json) -> State:
        layout = {"board": plain["board_layout"]} if "board_layout" in plain else {}
        fresh = self._fresh(layout)
        board = plain.get("board", {})
        phase = Phase(plain.get("phase", "BATTLE"))
        hands = plain.get("hands", {}) if phase is Phase.PLACE else {}
        used = plain.get("increments_used", {})
        red, blue = (tuple(sorted(hands.get(side, ()), reverse=True)) for side in SIDES)
        state = State(
            layout=fresh.layout,
            rules=fresh.rules,
            phase=phase,
            turn=plain.get("turn", fresh.turn),
            pawns=tuple(
                None if board.get(cell) is None else _pawn(board[cell])
                for cell in self.game.cells(fresh)
            ),
            hands=(red, blue),
            increases=(int(used.get("red", 0)), int(used.get("blue", 0))),
            passed=bool(plain.get("passed", False)),
            turns=int(plain.get("turns", 0)),
            seen=(),
            winner=plain.get("winner"),
        )
        # A vector begins somewhere: the position it shows has occurred once.
        seen = (position_key(state),) if phase is Phase.BATTLE else ()
        return replace(state, seen=seen)

    def run(self) -> Answer:
        action = self.vector["action"]
        steps = action["actions"] if action["type"] == "sequence" else [action]
        for index, step in enumerate(steps):
            try:
                self._step(step)
            except RefusalError as error:
                self.result.refusal, self.result.at = error, index
                break
        self._observe()
        return self.result

    def _step(self, step: Json) -> None:
        kind = step["type"]
        if kind == "configure":
            self._configure(step)
        elif kind == "query_legal":
            self._legal(step)
        else:
            seat = self._seat(step)
            self.state = self.game.apply(self.state, Played(seat, self._action(kind, step)))

    def _seat(self, step: Json) -> int:
        side = step.get("player", self.state.turn)
        return 0 if self.state.rules.solo else SIDES.index(side)

    def _action(self, kind: str, step: Json) -> Action:
        if kind == "place":
            pawn = _pawn(step["pawn"])
            return Action("place", (pawn.kind, pawn.face, step["cell"]))
        if kind == "attack":
            path = step.get("path")
            if not path:
                return self.game.attack(self.state, step["from"], step["to"])
            ends = () if path[-1] == step["to"] else (step["to"],)
            return Action("attack", (step["from"], *path, *ends))
        if kind == "move":
            return Action("move", (step["from"], step["to"]))
        if kind == "increase":
            return Action("increase", (step["cell"],))
        return {"pass": PASS, "claim_draw": CLAIM}[kind]

    def _configure(self, step: Json) -> None:
        self.state = self._fresh({"config": step["config"]})
        if "red_roll" in step:
            dice = tuple(Die("red", str(value)) for value in step["red_roll"])
            self.state = self.game.apply(self.state, Rolled(dice))

    def _legal(self, step: Json) -> None:
        state, seat = self.state, self._seat(step)
        mine = step.get("player", state.turn) == state.turn
        actions = self.game.legal_actions(state, seat) if mine else ()
        ends = {
            verb: sorted({(a.args[0], a.args[-1]) for a in actions if a.verb == verb})
            for verb in ("attack", "move")
        }
        self.result.values |= {
            "attacks": [list(pair) for pair in ends["attack"]],
            "moves": [list(pair) for pair in ends["move"]],
            "paths": [list(a.args) for a in actions if a.verb == "attack"],
            "increases": [a.args[0] for a in actions if a.verb == "increase"],
            "placements": [
                [f"{a.args[0][0].upper()}{a.args[1]}", a.args[2]]
                for a in actions
                if a.verb == "place"
            ],
            "may_pass": PASS in actions,
            "may_claim_draw": CLAIM in actions,
        }

    def _observe(self) -> None:
        state = self.state
        hands = {side: list(hand) for side, hand in zip(SIDES, state.hands, strict=True)}
        outcome = self.game.outcome(state)
        self.result.values |= {
            "hands": hands,
            "winner": state.winner,
            "winners": [] if state.winner is None else [state.winner],
            "solo_success": bool(outcome and outcome.winners) and state.rules.solo,
            "state": {
                "board_layout": state.layout,
                "board": {
                    cell: _text(pawn)
                    for cell, pawn in zip(self.game.cells(state), state.pawns, strict=True)
                },
                "turn": state.turn,
                "phase": state.phase.value,
                "hands": hands,
                "increments_used": dict(zip(SIDES, state.increases, strict=True)),
                "winner": state.winner,
                "turns": state.turns,
                "passed": state.passed,
            },
        }
