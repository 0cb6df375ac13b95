"""Translates Dixit vectors: players by name, cards with owners, a scored turn in one word."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dicecam.errors import RefusalError, SettingsError
from dicecam.rules.core import Action, Game, Options, Played, refuse
from dicecam.rules.games._dixit_state import KEY, Phase, State
from dicecam.rules.games.dixit import CLUE_KINDS, LAY_OUT, REFILL, REVEAL, SCORE
from dicecam.rules.vectors import Answer, Json

SETS = frozenset({"winners"})

_SECOND_HALF = (Phase.LAYOUT, Phase.VOTE, Phase.REVEAL, Phase.SCORE, Phase.REFILL)


def answer(game: Game[Any], vector: Json, document: Json) -> Answer:
    """Run one vector; see `dicecam.rules.vectors.Adapter`."""
    del document
    return _Runner(game, vector).run()


def _options(plain: Json) -> Options:
    """Return the options in the engine's types: no value is 0, a list of clues is one word."""
    options = {key: 0 if value is None else value for key, value in plain.items()}
    if isinstance(options.get("clue_kinds"), list):
        kinds = [kind for kind in CLUE_KINDS if kind in plain["clue_kinds"]]
        options["clue_kinds"] = "_".join(kinds)
    return options


class _Runner:
    def __init__(self, game: Game[State], vector: Json) -> None:
        self.game, self.vector = game, vector
        self.options = _options(vector["options"])
        self.result = Answer()
        self.players: list[str] = []
        self.state: State | None = None
        plain = vector.get("state")
        if plain is not None:
            self.players = plain["players"]
            self.state = self._state(plain)

    def _state(self, plain: Json) -> State:
        names = self.players
        fresh = self.game.setup(len(names), self.options)
        phase = Phase(plain.get("phase", "CLUE"))
        cards, votes = plain.get("cards", {}), plain.get("votes", {})
        state = replace(
            fresh,
            phase=phase,
            round=int(plain.get("round", 1)),
            storyteller=names.index(plain.get("storyteller", names[0])),
            scores=tuple(plain.get("scores", {}).get(name, 0) for name in names),
            deck_left=int(plain.get("deck_left", fresh.deck_left)),
            claims=tuple(tuple(sorted(int(n) for n in cards if cards[n] == p)) for p in names),
            votes=tuple(votes.get(name) or 0 for name in names),
        )
        given = plain.get("given", ())
        laid = tuple(
            phase is not Phase.CLUE
            and (phase in _SECOND_HALF or seat == state.storyteller or name in given)
            for seat, name in enumerate(names)
        )
        return replace(
            state,
            given=tuple(done and seat != state.storyteller for seat, done in enumerate(laid)),
            # What is in hand follows from the step of the turn: full hands less what was laid down.
            hands=tuple(
                fresh.hand_size - state.quota(seat) * done for seat, done in enumerate(laid)
            ),
            # A turn that goes on without a deck can only be the one that decides a tie.
            deciding=state.rules.extra_turn and state.deck_left == 0,
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
        if self.state is not None:
            self._observe(self.state)
        return self.result

    def _step(self, step: Json) -> None:
        kind = step["type"]
        if kind == "new_game":
            self._new_game(step["players"])
        elif kind == "clue":
            self._play(step, Action("clue", (step.get("kind", "phrase"),)))
        elif kind == "give":
            self._play(step, Action("give", (str(step.get("cards", 1)),)))
        elif kind in ("vote", "claim"):
            self._play(step, Action(kind, (str(step["card"]),)))
        elif kind == "lay_out":
            self._play(step, LAY_OUT)
        elif kind == "reveal":
            self._play(step, REVEAL)
        elif kind == "score_turn":
            # In a vector votes and owners are known: showing them is part of the scoring.
            if self.state is not None and self.state.phase is Phase.VOTE:
                self._play(step, REVEAL)
            self._play(step, SCORE)
        elif kind == "refill":
            self._play(step, REFILL)
        elif kind != "query_score":
            raise KeyError(kind)

    def _new_game(self, players: list[str]) -> None:
        try:
            self.state, self.players = self.game.setup(len(players), self.options), players
        except SettingsError as error:
            # The engine refuses a set-up with a sentence, the vectors with a code.
            raise refuse(KEY, "PLAYER_COUNT") from error

    def _play(self, step: Json, action: Action) -> None:
        assert self.state is not None, "a vector without state starts with new_game"
        name = step.get("player", self.players[self.state.storyteller])
        self.state = self.game.apply(self.state, Played(self.players.index(name), action))

    def _observe(self, state: State) -> None:
        names, values = self.players, self.result.values
        seats = range(len(names))
        outcome = self.game.outcome(state)
        winners = state.leaders if outcome is None else outcome.winners
        turn_over = state.phase is Phase.CLUE
        following = state.storyteller if turn_over else (state.storyteller + 1) % len(names)
        values.update(
            gain=dict(zip(names, state.gains, strict=True)),
            score=dict(zip(names, state.scores, strict=True)),
            winners=[names[seat] for seat in winners],
            next_storyteller=names[following],
            hand_size=state.hand_size,
            deck_left=state.deck_left,
            cards_per_turn=len(state.numbers),
            vote_numbers=len(state.numbers),
            cards_given_by_others=max(state.quota(seat) for seat in seats),
        )
        values["state"] = {
            "storyteller": names[state.storyteller],
            "phase": state.phase.value,
            "round": state.round,
            "deck_left": state.deck_left,
            "scores": dict(zip(names, state.scores, strict=True)),
            "hands": dict(zip(names, state.hands, strict=True)),
            "votes": {names[seat]: state.votes[seat] for seat in seats if state.votes[seat]},
            "cards": {str(n): names[seat] for seat in seats for n in state.claims[seat]},
        }
