"""State machines that play legal and illegal events at random, with each game's invariants.

One machine for every registered game: hypothesis chooses dice, decisions and nonsense, and shrinks
whatever breaks an invariant to the shortest game that does.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from dicecam.dice import Die
from dicecam.errors import RefusalError, SettingsError
from dicecam.rules.core import Action, Arranged, Played, Rolled, Ticked
from dicecam.rules.games import find_games
from dicecam.rules.notation import format_state
from dicecam.tables import load_table

GAMES = find_games(load_table)


def qwixx_keeps(before, after):
    """Crosses only grow, from left to right, at most two an event and player; no row reopens."""
    for old, new in zip(before.cards, after.cards, strict=True):
        for was, now, up in zip(old.rows, new.rows, (1, 1, -1, -1), strict=True):
            assert now[: len(was)] == was
            assert len(now) <= len(was) + 1
            assert all(up * (b - a) > 0 for a, b in pairwise(now))
        assert old.locks <= new.locks <= after.locked
        assert old.penalties <= new.penalties <= 4
    assert before.locked <= after.locked


def shelfie_keeps(before, after):
    """A circled or crossed space stays as it is; six dice or none lie there; three rolls at most."""
    for old, new in zip(before.sheets, after.sheets, strict=True):
        for was, now in zip(old, new, strict=True):
            assert all(a in (b, ".") for a, b in zip(was, now, strict=True))
    assert len(after.dice) in (0, 6)
    assert after.rolls_used <= 3
    assert after.round >= before.round


def memodixe_keeps(before, after):
    """No die appears or vanishes, whatever powers and calls do."""

    def dice(state):
        lying = len(state.occupied) + state.reserve + state.discarded
        return lying + sum(state.counts) + state.pile

    assert dice(before) == dice(after)
    assert min(after.counts) >= 0
    assert after.reserve >= 0


def dekaxex_keeps(before, after):
    """Pawns are never added in the battle, and one at most is taken; hands only empty."""

    def pawns(state):
        return Counter(die.kind for die in state.pawns if die is not None)

    held = Counter(
        {side: len(hand) for side, hand in zip(("red", "blue"), after.hands, strict=True)}
    )
    assert all(count <= 5 for count in (pawns(after) + held).values())
    if str(before.phase) == "BATTLE":
        lost = pawns(before) - pawns(after)
        assert not pawns(after) - pawns(before)
        assert sum(lost.values()) <= 1


def dixit_keeps(before, after):
    """Points only grow, the deck only shrinks, and no vote for an own card is ever scored."""
    assert all(a <= b for a, b in zip(before.scores, after.scores, strict=True))
    assert 0 <= after.deck_left <= before.deck_left
    if after.scores != before.scores:
        for vote, own in zip(before.votes, before.claims, strict=True):
            assert vote not in own


KEEPS = {
    "qwixx": qwixx_keeps,
    "my_shelfie_dice": shelfie_keeps,
    "memodixe": memodixe_keeps,
    "dekaxex": dekaxex_keeps,
    "dixit": dixit_keeps,
}


def machine_for(key):
    """Return the machine of a game."""
    game, keeps = GAMES[key], KEEPS[key]

    class Machine(RuleBasedStateMachine):
        """Plays one game."""

        @initialize(data=st.data())
        def begin(self, data):
            seats = data.draw(st.integers(game.spec.min_seats, game.spec.max_seats), "seats")
            options = {
                option.key: data.draw(st.sampled_from(option.choices), option.key)
                for option in game.spec.options
                if option.choices and data.draw(st.booleans())
            }
            try:
                self.state = game.setup(seats, options)
            except SettingsError:
                self.state = game.setup(seats, {})
            self.seats = seats

        def happen(self, event):
            after = game.apply(self.state, event)
            keeps(self.state, after)
            assert game.scores(after) is not None
            self.state = after

        @precondition(lambda self: game.awaits(self.state) is not None)
        @rule(data=st.data())
        def dice_fall(self, data):
            call = game.awaits(self.state)
            kinds = [
                data.draw(st.sampled_from(game.spec.dice))
                if kind == "any"
                else game.spec.kind(kind)
                for kind in call.kinds
            ]
            dice = tuple(
                Die(
                    kind.key,
                    data.draw(
                        st.sampled_from(
                            [f for f in kind.faces if not call.faces or f in call.faces]
                        )
                    ),
                )
                for kind in kinds
            )
            if call.placed:
                self.happen(Arranged(tuple(sorted(zip(call.places, dice, strict=True)))))
            else:
                self.happen(Rolled(tuple(sorted(dice))))

        @precondition(lambda self: game.to_act(self.state))
        @rule(data=st.data())
        def somebody_decides(self, data):
            seat = data.draw(st.sampled_from(sorted(game.to_act(self.state))), "seat")
            actions = game.legal_actions(self.state, seat)
            self.happen(Played(seat, data.draw(st.sampled_from(actions), "action")))

        @rule(data=st.data())
        def somebody_cheats(self, data):
            """Refused or not, what is not legal changes nothing."""
            seat = data.draw(st.integers(0, self.seats), "seat")
            verb = data.draw(
                st.sampled_from(("pass", "mark", "touch", "vote", "attack", "circle", "fly"))
            )
            args = tuple(
                data.draw(
                    st.lists(st.sampled_from(("red", "1", "7", "A1", "12", "pink")), max_size=3)
                )
            )
            action = Action(verb, args)
            if seat < self.seats and action in game.legal_actions(self.state, seat):
                return
            text = format_state(self.state)
            with pytest.raises(RefusalError):
                game.apply(self.state, Played(seat, action))
            assert format_state(self.state) == text

        @rule(dice=st.lists(st.sampled_from(("1", "sun", "joker")), max_size=2))
        def wrong_dice_fall(self, dice):
            with pytest.raises(RefusalError):
                game.apply(self.state, Rolled(tuple(Die("nobody", face) for face in dice)))

        @precondition(lambda self: game.deadline_s(self.state) is not None)
        @rule(share=st.floats(0, 1.2))
        def time_passes(self, share):
            self.happen(Ticked(share * game.deadline_s(self.state)))

    return Machine


@pytest.mark.parametrize("key", GAMES)
def test_fifty_drawn_games_keep_the_invariants(key):
    """Legal events keep the invariants, illegal ones are refused, in 50 games of every game."""
    machine = machine_for(key).TestCase
    machine.settings = settings(
        max_examples=50,
        stateful_step_count=25,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    machine().runTest()


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_three_hundred_drawn_games_keep_the_invariants(key):
    """The same over 300 longer games of every game; 2,000 seeded ones are in each game's tests."""
    machine = machine_for(key).TestCase
    machine.settings = settings(
        max_examples=300,
        stateful_step_count=30,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    machine().runTest()


def test_every_game_has_invariants():
    """A shipped game without invariants of its own is noticed."""
    assert set(KEEPS) == set(GAMES)
