"""Translates MémoDiXe vectors: players by name, the square's hidden faces kept as the table.

The engine does not know hidden faces: this adapter answers each of its calls for dice from the
table it keeps, and compares `state.square_hidden` with that table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, cast

from dicecam.dice import Die
from dicecam.errors import RefusalError
from dicecam.rules.core import Action, Arranged, Game, Played, Ticked
from dicecam.rules.games._memodixe_set import DixeSet, Symbol, read_effects
from dicecam.rules.games._memodixe_state import CENTRE, PLACES, Phase, State
from dicecam.rules.games._memodixe_turns import CALL, REPLACED, oni_moves
from dicecam.rules.games.memodixe import KIND, MemoDixe, remaining_pairs
from dicecam.rules.vectors import Answer, Json

SETS = frozenset({"from", "winners", "legal", "pairs"})

_PLAIN = ("go", "call", "reroll_instead_of_end", "end_game", "press_end")
_HEAD_CHOICE = {("discard", "choice"): "discard_from", ("discard", "square"): "discard_die"}


def answer(game: Game[Any], vector: Json, document: Json) -> Answer:
    """Run one vector; see `dicecam.rules.vectors.Adapter`."""
    return _Runner(cast("MemoDixe", game), vector, document).run()


def _steps(vector: Json) -> list[Json]:
    action = vector["action"]
    return list(action["actions"]) if action["type"] == "sequence" else [action]


def _symbols(vector: Json) -> Iterator[str]:
    """Yield every symbol that lies in the square or will."""
    squares = [(vector.get("state") or {}).get("square_hidden", ())]
    squares += [step["hidden"] for step in _steps(vector) if "hidden" in step]
    for square in squares:
        yield from [square] if isinstance(square, str) else [face for face in square if face]


def _dixes(shipped: DixeSet, vector: Json, document: Json) -> DixeSet:
    """Return the shipped set with the powers a file or a vector gives the symbols."""
    given = {**document.get("default_powers", {}), **(vector.get("powers_override") or {})}
    known = {symbol.id: symbol for symbol in shipped.symbols}
    for key in (*_symbols(vector), *given):
        known.setdefault(key, shipped.symbol(key))
    known.pop("*", None)
    powers = dict(shipped.powers)
    symbols: list[Symbol] = []
    for key, symbol in known.items():
        effects = given.get(key, given.get("*"))
        if effects is not None:
            symbol = replace(symbol, power=f"vector.{key}")
            powers[symbol.power] = read_effects(effects, "vector", key)
        symbols.append(symbol)
    return replace(shipped, symbols=tuple(symbols), powers=tuple(powers.items()))


class _Runner:
    def __init__(self, game: MemoDixe, vector: Json, document: Json) -> None:
        self.game = MemoDixe(_dixes(game.dixes, vector, document))
        self.vector = vector
        self.result = Answer()
        plain = vector.get("state") or {}
        self.players: list[str] = list(plain.get("players", ["A", "B"]))
        self.table: list[str | None] = list(plain.get("square_hidden", [None] * PLACES))
        self.state = self._given(plain)
        self._lead_to(plain)

    def _options(self, plain: Json) -> dict[str, Any]:
        options = dict(self.vector["options"])
        if "mode" in plain:
            options["mode"] = str(plain["mode"]).lower()
        elif "mode" in options:
            options["mode"] = str(options["mode"]).lower()
        coop = plain.get("coop") or {}
        if "roller_master" in coop:
            options["roller_master"] = self.players.index(coop["roller_master"])
        if "timer_s" in coop:
            options["timer_s"] = coop["timer_s"]
        return options

    def _given(self, plain: Json) -> State:
        fresh = self.game.setup(len(self.players), self._options(plain))
        if not plain:
            return fresh
        seats, coop = {name: at for at, name in enumerate(self.players)}, plain.get("coop") or {}
        counts = plain.get("counts", {})
        started = float(coop.get("started_at") or 0)
        return replace(
            fresh,
            phase=Phase(plain.get("phase", "TURN_START")),
            current=seats.get(plain.get("current") or "", fresh.current),
            counts=tuple(int(counts.get(name, 0)) for name in self.players),
            reserve=int(plain.get("reserve", fresh.reserve)),
            discarded=int(plain.get("discarded", 0)),
            pile=_size(coop.get("pile", 0)),
            occupied=frozenset(at for at, face in enumerate(self.table) if face is not None),
            last_right_caller=seats.get(plain.get("last_right_caller") or ""),
            started_s=started,
            now_s=started,
        )

    def _lead_to(self, plain: Json) -> None:
        """Play from the start of the turn to a vector's position in the middle of one."""
        phase, touched = self.state.phase, plain.get("turned") or ()
        if touched:
            self.state = replace(self.state, phase=Phase.TURN_START)
            for place in touched:
                self._play(self.state.current, Action("touch", (str(place),)))
        elif phase in (Phase.VERIFY, Phase.AFTER_RIGHT_CALL):
            self.state = replace(self.state, phase=Phase.TURN_START)
            self._play(self.state.current, CALL)

    def run(self) -> Answer:
        for index, step in enumerate(_steps(self.vector)):
            try:
                self._step(step)
            except RefusalError as error:
                self.result.refusal, self.result.at = error, index
                break
        self._observe()
        return self.result

    def _step(self, step: Json) -> None:
        kind = step["type"]
        if "t" in step:
            over = self.state.phase is Phase.GAME_OVER
            self.state = self.game.apply(self.state, Ticked(float(step["t"])))
            if self.state.phase is Phase.GAME_OVER and not over:
                return  # The bell rang before this could be done.
        if kind in ("rerolled", "refilled"):
            self.table[step["pos"]] = step["hidden"]
        elif kind == "rerolled_all":
            self.table = list(step["hidden"])
        elif kind == "new_game":
            self._new_game(step)
        elif kind == "query_oni_moves":
            self.result.values["from"] = list(oni_moves(self.state))
        elif kind == "query_legal":
            seat = self._seat(step)
            legal = self.game.legal_actions(self.state, seat)
            self.result.values["legal"] = sorted({action.verb for action in legal})
        elif kind != "timer_rings":
            self._act(kind, step)

    def _new_game(self, step: Json) -> None:
        self.players = list(step["players"])
        self.table = [None] * PLACES
        coop = {k: step[k] for k in ("roller_master", "timer_s") if k in step}
        plain = {k: step[k] for k in ("mode",) if k in step}
        self.state = self.game.setup(len(self.players), self._options({**plain, "coop": coop}))

    def _seat(self, step: Json) -> int:
        name = step.get("player")
        return self.state.current if name is None else self.players.index(name)

    def _act(self, kind: str, step: Json) -> None:
        seat = self._seat(step)
        if kind in _PLAIN:
            self._play(seat, Action(kind))
        elif kind in ("touch", "untouch", "choose_die"):
            self._play(seat, Action(kind, (str(step["pos"]),)))
            if kind == "choose_die":
                self.table[step["pos"]] = None
        elif kind == "oni_move":
            self._play(seat, Action(kind, (str(step["from"]),)))
            self._swap(step["from"], CENTRE)
        elif kind == "next":
            self._play(seat, Action(kind, (str(step.get("effect", 0)),)))
        elif kind == "power":
            for action in self._power(step):
                self._play(seat, action)
                self._moved(action)
        else:
            raise KeyError(kind)

    def _power(self, step: Json) -> list[Action]:
        """Return the choices a power step names; none when it names none."""
        head = self.state.queue[0] if self.state.queue else None
        name = step.get("op") or (
            _HEAD_CHOICE.get((head.op, head.who), head.op) if head else "steal"
        )
        victim = next((step[k] for k in ("victim", "target", "to", "from") if step.get(k)), None)
        if victim is not None:
            name = "discard_from" if name == "discard" else name
            return [Action("power", (name, str(self.players.index(victim))))]
        places = step.get("positions", [step["pos"]] if "pos" in step else [])
        if places:
            name = "discard_die" if name == "discard" else name
            if name == "swap_places":
                return [Action("power", (name, *map(str, sorted(places))))]
            return [Action("power", (name, str(place))) for place in places]
        return [Action("power", (step["op"],))] if "op" in step else []

    def _moved(self, action: Action) -> None:
        """Do at the table what a power did there."""
        name, args = action.args[0], action.args[1:]
        if name == "discard_die":
            self.table[int(args[0])] = None
        elif name == "swap_places":
            self._swap(int(args[0]), int(args[1]))

    def _swap(self, a: int, b: int) -> None:
        self.table[a], self.table[b] = self.table[b], self.table[a]

    def _play(self, seat: int, action: Action) -> None:
        before = self.state
        self.state = self.game.apply(before, Played(seat, action))
        self._answer_calls()
        if action == CALL:
            right = self.state.phase in (Phase.AFTER_RIGHT_CALL, Phase.GAME_OVER)
            self.result.values["call"] = "right" if right else "wrong"
            pairs = remaining_pairs(self.table)
            self.result.values["pairs_exist"] = bool(pairs)
            self.result.values["pairs"] = [list(pair) for pair in pairs]

    def _answer_calls(self) -> None:
        """Show the engine the dice it waits for; dice that are put back it learns nothing of."""
        while (call := self.game.awaits(self.state)) and self.state.phase is not Phase.SETUP:
            if self.state.phase is Phase.REROLL:
                self.state = self.game.apply(self.state, Played(self.state.current, REPLACED))
                continue
            slots = tuple((place, Die(KIND, str(self.table[int(place)]))) for place in call.places)
            self.state = self.game.apply(self.state, Arranged(slots))

    def _observe(self) -> None:
        state, names = self.state, self.players
        counts = dict(zip(names, state.counts, strict=True))
        caller = state.last_right_caller
        dice = len(state.occupied)
        outcome = self.game.outcome(state)
        if outcome is not None:
            oni = ["oni"] if state.rang else []
            self.result.values["winners"] = [names[seat] for seat in outcome.winners] + oni
        master = None if state.master is None else names[state.master]
        self.result.values["state"] = {
            "mode": "COOP" if state.rules.coop else "COMPETITIVE",
            "players": names,
            "current": names[state.current],
            "counts": counts,
            "reserve": state.reserve,
            "discarded": state.discarded,
            "square_hidden": self.table,
            "turned": list(state.turned_places),
            "last_right_caller": None if caller is None else names[caller],
            "phase": state.phase.value,
            "dice_in_square": dice,
            "total_dice": dice + state.reserve + state.discarded + state.pile + sum(state.counts),
            "coop": {
                "roller_master": master,
                "timer_s": state.rules.timer_s,
                "started_at": state.started_s,
                "pile": state.pile,
            },
        }


def _size(pile: Any) -> int:
    return pile if isinstance(pile, int) else len(pile or ())
