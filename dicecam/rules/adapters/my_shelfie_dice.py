"""Translates My Shelfie vectors: players by name, shelves as texts of `.OX`, items with payments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dicecam.dice import Die
from dicecam.errors import RefusalError
from dicecam.rules.core import Action, Game, Played, Rolled
from dicecam.rules.games._shelfie_items import (
    CIRCLE,
    Item,
    circle,
    column_points,
    payments,
    row_points,
)
from dicecam.rules.games._shelfie_shelf import DICE, FILE, KIND, ROWS, Shelf
from dicecam.rules.games.shelfie import CROSS, REROLL, STOP, Phase, Shelfie, State, create
from dicecam.rules.vectors import Answer, Json

SETS = frozenset({"items", "cross_rows", "winners"})


def answer(game: Game[Any], vector: Json, document: Json) -> Answer:
    """Run one vector; see `dicecam.rules.vectors.Adapter`."""
    return _Runner(_with_sheet(game, vector, document), vector).run()


def _with_sheet(game: Game[Any], vector: Json, document: Json) -> Shelfie:
    """Return the game with the sheet of the file, changed as the vector says."""
    assert isinstance(game, Shelfie)
    shipped: Shelf = game.shelf
    default, override = document.get("default_sheet", {}), vector.get("sheet_override") or {}
    names = override.get("rows") or default.get("rows") or [row.id for row in shipped.rows]
    rows = []
    for at, name in enumerate(names):
        old = shipped.rows[at % ROWS]
        row = {"id": name, "face": old.face, "label": old.label}
        for key, printed in (("need", old.need), ("points", old.points)):
            value = _of_row(override.get(key), name) or _of_row(default.get(key), name)
            row[key] = list(value or printed)
        rows.append(row)
    joker = {"id": shipped.joker, "face": shipped.joker_face}
    built = create({FILE: {"row": rows, "joker": joker}})
    assert isinstance(built, Shelfie)
    return built


def _of_row(value: Any, row: str) -> list[int] | None:
    """Return a row's numbers from a list for all rows or an object of rows."""
    found = value.get(row) if isinstance(value, Mapping) else value
    return list(found) if found is not None else None


class _Runner:
    def __init__(self, game: Shelfie, vector: Json) -> None:
        self.game, self.vector = game, vector
        plain = vector.get("state") or {}
        self.players: list[str] = plain.get("players", ["A", "B"])
        self.state = self._state(plain)
        self.result = Answer()

    def _state(self, plain: Json) -> State:
        state = self.game.setup(len(self.players), self.vector["options"])
        first = self.players.index(plain.get("first_player", self.players[state.first]))
        dice = tuple(sorted(self.vector.get("dice") or ()))
        used = int(plain.get("rolls_used", 1 if dice else 0))
        rows = [row.id for row in self.game.shelf.rows]
        sheets = plain.get("sheets", {})
        given = [sheets.get(name, {}) for name in self.players]
        return replace(
            state,
            first=first,
            current=self.players.index(plain.get("current", self.players[first])),
            round=int(plain.get("round", 1)),
            phase=Phase(plain.get("phase", "ROLLING")),
            rolls_used=used,
            # A vector whose action is the throw itself has its dice still to come.
            waiting=plain.get("phase", "ROLLING") == "ROLLING" and (used == 0 or not dice),
            dice=dice if used else (),
            sheets=tuple(
                tuple(sheet.get(row, old) for row, old in zip(rows, state.sheets[0], strict=True))
                for sheet in given
            ),
            final_round=bool(plain.get("final_round", False)),
        )

    def run(self) -> Answer:
        action = self.vector["action"]
        steps = action["actions"] if action["type"] == "sequence" else [action]
        for index, step in enumerate(steps):
            before = self.state
            try:
                self._step(step)
            except RefusalError as error:
                self.state = before
                self.result.refusal, self.result.at = error, index
                break
        self._observe()
        return self.result

    def _step(self, step: Json) -> None:
        kind = step["type"]
        seat = self.players.index(step.get("player", self.players[self.state.current]))
        if kind in ("query_items", "query_legal"):
            self._query(seat)
        elif kind == "roll":
            self._roll(step.get("dice") or self.vector["dice"], ())
        elif kind == "reroll":
            self._reroll(seat, step)
        elif kind == "stop":
            self._play(seat, STOP)
        elif kind == "circle":
            self._play(seat, self._circle(step["items"]))
        elif kind == "circle_all_jokers":
            items = step.get("items") or [step]
            paid = [Item(item["row"], int(item["col"]), 0, DICE) for item in items]
            self._play(seat, circle(self._ordered(paid)))
        elif kind == "cross_row":
            self._play(seat, Action(CROSS, (step["row"],)))
        elif kind != "query_score":
            raise KeyError(kind)

    def _play(self, seat: int, action: Action) -> None:
        self.state = self.game.apply(self.state, Played(seat, action))

    def _roll(self, dice: list[str], kept: tuple[str, ...]) -> None:
        event = Rolled(
            tuple(Die(KIND, face) for face in dice), tuple(Die(KIND, face) for face in kept)
        )
        self.state = self.game.apply(self.state, event)

    def _reroll(self, seat: int, step: Json) -> None:
        if not step.get("dice_indices", [0]):
            # No die taken: in the engine's words a throw in which every die was kept.
            self._roll(list(self.state.dice), self.state.dice)
        self._play(seat, REROLL)
        # What comes up is the table's part; where a vector does not say, the same faces do.
        self._roll(step.get("dice") or list(self.state.dice), ())

    def _circle(self, items: list[Json]) -> Action:
        paid = [
            Item(each["row"], int(each["col"]), int(each["dice"]), int(each.get("jokers", 0)))
            for each in items
        ]
        six_jokers = self.state.dice == (self.game.shelf.joker,) * DICE
        if six_jokers and len(paid) == 1 and paid[0].dice == 0:
            paid = [replace(paid[0], jokers=DICE)]  # the same choice in the engine's words
        return circle(self._ordered(paid))

    def _ordered(self, items: list[Item]) -> list[Item]:
        index = self.game.shelf.index
        return sorted(items, key=lambda item: (index(item.row) or 0, item.column))

    def _query(self, seat: int) -> None:
        state, shelf = self.state, self.game.shelf
        items = [item for _, _, item in payments(shelf, state.sheets[seat], state.dice)]
        single = {(item.row, item.column) for item in items}
        self.result.values["items"] = [list(place) for place in sorted(single)]
        actions = self.game.legal_actions(state, seat)
        self.result.values["cross_rows"] = [a.args[0] for a in actions if a.verb == CROSS]
        self.result.values["circles"] = sum(action.verb == CIRCLE for action in actions)

    def _observe(self) -> None:
        state, names, shelf = self.state, self.players, self.game.shelf
        values, scores = self.result.values, self.game.scores(self.state)
        best = max(scores)
        values["score"] = dict(zip(names, scores, strict=True))
        values["winners"] = [n for n, points in zip(names, scores, strict=True) if points == best]
        rows = [row.id for row in shelf.rows]
        for key, points in (("row_points", row_points), ("column_points", column_points)):
            heads = rows if key == "row_points" else [str(n + 1) for n in range(len(rows))]
            values[key] = {
                name: dict(zip(heads, points(shelf, marks), strict=True))
                for name, marks in zip(names, state.sheets, strict=True)
            }
        values["state"] = {
            "first_player": names[state.first],
            "current": names[state.current],
            "round": state.round,
            "phase": state.phase.value,
            "rolls_used": state.rolls_used,
            "dice": list(state.dice),
            "final_round": state.final_round,
            "sheets": {
                name: dict(zip(rows, marks, strict=True))
                for name, marks in zip(names, state.sheets, strict=True)
            },
        }
