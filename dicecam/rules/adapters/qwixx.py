"""Translates Qwixx vectors: players by name, sheets as lists of numbers, whole white rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dicecam.dice import Die
from dicecam.errors import RefusalError
from dicecam.rules.core import Action, Event, Game, Played, Rolled
from dicecam.rules.games.qwixx import (
    COLOURS,
    MARK_COLOUR,
    MARK_WHITE,
    NUMBERS,
    PASS,
    POINTS,
    Card,
    Phase,
    State,
    legal_marks,
    mark_refusal,
)
from dicecam.rules.vectors import Answer, Json

SETS = frozenset(
    {"legal", "winners", "state.locked"} | {f"legal_later.{n}.{c}" for n in "ABC" for c in COLOURS}
)


def answer(game: Game[Any], vector: Json, document: Json) -> Answer:
    """Run one vector; see `dicecam.rules.vectors.Adapter`."""
    del document
    return _Runner(game, vector).run()


class _Runner:
    def __init__(self, game: Game[State], vector: Json) -> None:
        self.game, self.vector = game, vector
        plain = vector.get("state") or {}
        self.players: list[str] = plain.get("players", ["A", "B"])
        self.state = self._state(plain)
        self.result = Answer()

    def _state(self, plain: Json) -> State:
        state = self.game.setup(len(self.players), self.vector["options"])
        dice = self._dice()
        cards = tuple(self._card(plain.get("sheets", {}).get(name, {})) for name in self.players)
        phase = Phase(plain.get("phase", "ROLL"))
        state = State(
            rules=state.rules,
            active=self.players.index(plain.get("active", self.players[0])),
            phase=phase,
            dice=() if phase is Phase.ROLL else dice,
            locked=frozenset(plain.get("locked", ())),
            cards=cards,
            choices=(None,) * len(self.players),
            marked=bool(plain.get("marked_this_turn", False)),
            could_mark=False,
        )
        if phase in (Phase.WHITE, Phase.COLOUR) and dice:
            # A vector starts in the middle of a turn: what was possible so far follows from it.
            could = bool(legal_marks(state, state.active))
            state = replace(state, could_mark=could)
        return state

    @staticmethod
    def _card(plain: Json) -> Card:
        return Card(
            rows=tuple(tuple(plain.get(colour, ())) for colour in COLOURS),
            locks=frozenset(plain.get("locks", ())),
            penalties=int(plain.get("penalties", 0)),
        )

    def _dice(self) -> tuple[Die, ...]:
        plain = self.vector.get("dice") or {}
        white = [Die("white", str(pips)) for pips in plain.get("white", ())]
        coloured = [Die(c, str(plain[c])) for c in COLOURS if plain.get(c) is not None]
        return tuple(sorted((*white, *coloured)))

    def run(self) -> Answer:
        action = self.vector["action"]
        steps = action["actions"] if action["type"] == "sequence" else [action]
        for index, step in enumerate(steps):
            before = self.state
            try:
                self._step(step)
            except RefusalError as error:
                # The whole step is refused: what its earlier parts did does not count.
                self.state = before
                self.result.refusal, self.result.at = error, index
                break
        self._observe()
        return self.result

    def _step(self, step: Json) -> None:
        kind = step["type"]
        if kind == "white_round":
            self._white_round(step["choices"])
        elif kind == "colour":
            self._colour(step)
        elif kind == "colour_pass":
            # In a vector the step is named; in the engine a pass belongs to the phase.
            self._apply(Played(self.players.index(step["player"]), PASS))
        elif kind == "roll":
            self._apply(Rolled(self._dice()))
        elif kind == "query_legal":
            self._legal(step)
        elif kind == "query_expected_dice":
            call = self.game.awaits(self.state)
            kinds = call.kinds if call else ()
            self.result.values["expected_dice"] = {k: kinds.count(k) for k in sorted(set(kinds))}
        elif kind == "query_points_table":
            self.result.values["points"] = list(POINTS)
        elif kind != "query_score":
            raise KeyError(kind)

    def _apply(self, event: Event) -> None:
        self.state = self.game.apply(self.state, event)

    def _white_round(self, choices: Json) -> None:
        number = str(sum(self.state.white))
        # A player with several choices goes first, so that his second one meets an open step.
        order = sorted(choices, key=lambda name: not isinstance(choices[name], list))
        for name in order:
            chosen = choices[name] if isinstance(choices[name], list) else [choices[name]]
            for row in chosen:
                action = PASS if row is None else Action(MARK_WHITE, (row, number))
                self._apply(Played(self.players.index(name), action))

    def _colour(self, step: Json) -> None:
        row = step["row"]
        pips = next((die.pips for die in self._dice() if die.kind == row), 0)
        number = step.get("number", int(step["white"]) + pips)
        action = Action(MARK_COLOUR, (row, str(number)))
        self._apply(Played(self.players.index(step["player"]), action))

    def _legal(self, step: Json) -> None:
        actions = self.game.legal_actions(self.state, self.players.index(step["player"]))
        self.result.values["may_pass"] = PASS in actions
        self.result.values["legal"] = [
            {"row": action.args[0], "number": int(action.args[1])}
            for action in actions
            if action != PASS
        ]

    def _observe(self) -> None:
        state, names = self.state, self.players
        values = self.result.values
        scores = self.game.scores(state)
        best = max(scores)
        values["score"] = dict(zip(names, scores, strict=True))
        outcome = self.game.outcome(state)
        seats = outcome.winners if outcome else [s for s, p in enumerate(scores) if p == best]
        values["winners"] = [names[seat] for seat in seats]
        values["row_points"] = {
            name: {colour: POINTS[card.crosses(colour)] for colour in COLOURS}
            for name, card in zip(names, state.cards, strict=True)
        }
        values["legal_later"] = {
            name: {colour: self._later(card, colour) for colour in COLOURS}
            for name, card in zip(names, state.cards, strict=True)
        }
        values["state"] = {
            "active": names[state.active],
            "phase": state.phase.value,
            "locked": sorted(state.locked),
            "marked_this_turn": state.marked,
            "sheets": {
                name: {
                    **{colour: list(card.numbers(colour)) for colour in COLOURS},
                    "locks": sorted(card.locks),
                    "penalties": card.penalties,
                }
                for name, card in zip(names, state.cards, strict=True)
            },
        }

    def _later(self, card: Card, colour: str) -> list[int]:
        return [n for n in NUMBERS[colour] if mark_refusal(self.state, card, colour, n) is None]
