"""MémoDiXe: what vectors do not show, powers, co-op, secrecy, counts, invariants, the set file."""

from __future__ import annotations

import copy
import random
from dataclasses import fields, replace
from itertools import combinations

import pytest

from dicecam.dice import Die
from dicecam.errors import IllegalActionError, SettingsError, UnexpectedRollError
from dicecam.messages import Message, load_catalogue
from dicecam.rules.core import Action, Arranged, Played, Rolled, Ticked
from dicecam.rules.games._memodixe_set import Effect, load_set
from dicecam.rules.games._memodixe_state import Phase
from dicecam.rules.games.memodixe import DATA, KIND, create, remaining_pairs
from dicecam.rules.laws import broken_laws, drawn_setup
from dicecam.rules.notation import format_action, format_state, parse_action
from dicecam.rules.replay import random_event, random_game
from dicecam.rules.sheet import Layout, Mark
from dicecam.rules.vectors import run_vectors
from dicecam.tables import load_table

TABLE = load_table(DATA[0])
CATALOGUES = [load_catalogue(language) for language in ("fr", "en")]
ENGLISH = CATALOGUES[1]
SYMBOLS = ("pi", "smiley", "bomb", "pirate", "sun", "aum")
NINE = ("pi", "sun", "bomb", "pi", "smiley", "pirate", "aum", "sun", "bomb")


def changed(*changes):
    """Return the shipped table with values replaced: pairs of path and value, None to remove."""
    table = copy.deepcopy(dict(TABLE))
    for path, value in changes:
        place = table
        for key in path[:-1]:
            place = place[key]
        if value is None:
            del place[path[-1]]
        else:
            place[path[-1]] = value
    return table


def game_with(*effects, coop=()):
    """Return the game in which a pair of pi does these effects."""
    powers = [*TABLE["power"], {"id": "tested", "effects": list(effects)}]
    return create(
        {
            DATA[0]: changed(
                (("power",), powers),
                (("symbol", 0, "power"), "tested"),
                (("coop", "effects"), list(coop)),
            )
        }
    )


GAME = create({DATA[0]: TABLE})


class Table:
    """A game with its physical table: answers every call for dice from the hidden faces."""

    def __init__(self, *hidden, game=GAME, seats=2, **options):
        self.game, self.hidden = game, list(hidden or NINE)
        self.state = game.setup(seats, options)
        self.play(0, "go")
        self.state = replace(
            self.state,
            occupied=frozenset(n for n, face in enumerate(self.hidden) if face),
        )

    def change(self, **values):
        self.state = replace(self.state, **values)
        return self

    def play(self, seat, *texts, show=True):
        """Do actions; show what the game asks for unless told otherwise."""
        for text in texts:
            self.apply(Played(seat, parse_action(text)))
            while show and self.state.phase is not Phase.REROLL and self.show():
                pass
        return self

    def show(self):
        """Answer a call for dice."""
        call = self.game.awaits(self.state)
        if call is None:
            return False
        slots = tuple((place, Die(KIND, self.hidden[int(place)])) for place in call.places)
        self.apply(Arranged(slots))
        return True

    def apply(self, event):
        self.state = self.game.apply(self.state, event)
        return self

    def legal(self, seat=0):
        return [format_action(action) for action in self.game.legal_actions(self.state, seat)]

    def refusal(self, seat, text):
        """Return the code with which an action is refused; its sentences have to exist."""
        with pytest.raises(IllegalActionError) as caught:
            self.game.apply(self.state, Played(seat, parse_action(text)))
        for catalogue in CATALOGUES:
            assert "[" not in catalogue.say(caught.value.message)
        return caught.value.reason


def total(state):
    """Return all dice there are."""
    return len(state.occupied) + state.reserve + sum(state.counts) + state.discarded + state.pile


# The pure check


@pytest.mark.parametrize(
    ("square", "pairs"),
    [
        ((None,) * 9, ()),
        (("pi", "sun", "bomb", None, None, None, None, None, "aum"), ()),
        (
            ("pi", "sun", "pi", "pi", None, "sun", None, None, None),
            ((0, 2), (0, 3), (1, 5), (2, 3)),
        ),
        ({"8": "sun", "0": "sun", "4": None}, (("0", "8"),)),
    ],
)
def test_remaining_pairs_are_places_with_equal_faces(square, pairs):
    """Empty places do not count, three equal faces are three pairs, names are kept."""
    assert remaining_pairs(square) == pairs


# Set-up


def test_the_camera_or_a_word_starts_the_game():
    """Nine dice with readable tops, or anybody's go."""
    state = GAME.setup(3, {"first_seat": 2})
    call = GAME.awaits(state)
    tops = Arranged(tuple((str(n), Die(KIND, face)) for n, face in enumerate(NINE)))

    assert call.places == tuple("012345678")
    assert call.seat is None
    assert GAME.to_act(state) == frozenset((0, 1, 2))
    assert GAME.apply(state, tops).phase is Phase.TURN_START
    assert GAME.apply(state, tops).current == 2
    assert GAME.apply(state, tops).tops == (None,) * 9
    assert GAME.apply(state, Played(1, Action("go"))) == GAME.apply(state, tops)


def test_nothing_else_is_possible_before_the_square_lies():
    """Every action but go is refused, also from a seat that does not exist."""
    state = GAME.setup(2, {})
    for seat, text in ((0, "touch:1"), (0, "call"), (7, "go")):
        with pytest.raises(IllegalActionError) as caught:
            GAME.apply(state, Played(seat, parse_action(text)))

        assert caught.value.reason == "WRONG_PHASE"


def test_coop_needs_a_second_player():
    """One person cannot be the roller master and play against him."""
    with pytest.raises(SettingsError, match="expected 2 or more players for coop, got 1"):
        GAME.setup(1, {"mode": "coop"})


def test_the_reserve_depends_on_players_and_mode():
    """One die a player (or as chosen), none in co-op."""
    assert GAME.setup(4, {}).reserve == 4
    assert GAME.setup(4, {"reserve_per_player": 2}).reserve == 8
    assert GAME.setup(4, {"mode": "coop"}).reserve == 0


# Turning


def test_the_engine_asks_for_the_face_of_the_touched_die_and_forgets_it_again():
    """One die is asked for, its face is known while it is turned, and gone in the next turn."""
    table = Table().play(0, "touch:1", show=False)
    call = table.game.awaits(table.state)
    waiting = table.legal()
    table.show()
    shown = table.state
    table.play(0, "touch:0")

    assert call.places == ("1",)
    assert call.kinds == (KIND,)
    assert waiting == []
    assert [die.face for die in shown.turned] == ["sun"]
    assert table.state.current == 1
    assert table.state.turned == ()
    assert not any(f'"{symbol}"' in format_state(table.state) for symbol in SYMBOLS)


def test_a_touched_die_binds():
    """While it is not shown nothing else can be done; then only another die may follow."""
    table = Table().play(0, "touch:1", show=False)

    assert table.refusal(0, "touch:2") == "TOUCHED_DIE_MUST_BE_TURNED"
    assert table.refusal(0, "untouch:1") == "TOUCHED_DIE_MUST_BE_TURNED"
    assert table.refusal(0, "call") == "CALL_ONLY_AT_TURN_START"
    table.show()
    assert table.refusal(0, "touch:1") == "SAME_DIE"
    assert table.refusal(1, "touch:2") == "NOT_YOUR_TURN"
    table.play(0, "touch:2", show=False)
    assert table.refusal(0, "touch:3") == "WRONG_PHASE"


def test_refusals_at_the_start_of_a_turn():
    """Empty or unknown places, actions of later phases, unknown ones."""
    table = Table("pi", "sun", None, None, None, None, None, None, "pi")

    assert table.refusal(0, "touch:2") == "EMPTY_PLACE"
    assert table.refusal(0, "touch:9") == "EMPTY_PLACE"
    assert table.refusal(0, "choose_die:0") == "WRONG_PHASE"
    assert table.refusal(0, "power:steal,1") == "WRONG_PHASE"
    assert table.refusal(0, "replaced") == "WRONG_PHASE"
    assert table.refusal(0, "go") == "WRONG_PHASE"
    assert table.refusal(0, "untouch:0") == "WRONG_PHASE"
    assert table.refusal(0, "end_game") == "OPTION_OFF"
    assert table.refusal(0, "oni_move:0") == "OPTION_OFF"
    assert table.refusal(0, "press_end") == "OPTION_OFF"
    assert table.refusal(0, "dance") == "UNKNOWN_ACTION"


def test_with_one_die_left_only_the_call_is_possible():
    """Section 6: turning needs two dice."""
    table = Table(None, "pi", None, None, None, None, None, None, None)

    assert table.legal() == ["call"]
    assert table.refusal(0, "touch:1") == "ONLY_CALL_POSSIBLE"


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Arranged((("1", Die(KIND, "sun")),)), "WRONG_DICE"),
        (Arranged((("0", Die("red", "sun")),)), "WRONG_DICE"),
        (Arranged((("0", Die(KIND, "unicorn")),)), "WRONG_DICE"),
        (Rolled((Die(KIND, "sun"),)), "WRONG_DICE"),
    ],
)
def test_other_dice_than_the_turned_one_are_refused(event, reason):
    """Another place, another kind, an unknown face, dice without places."""
    state = Table().play(0, "touch:0", show=False).state
    with pytest.raises(UnexpectedRollError) as caught:
        GAME.apply(state, event)

    assert caught.value.reason == reason
    assert ENGLISH.say(caught.value.message).endswith("at: top left.")


def test_dice_are_refused_when_none_are_asked_for():
    """Between turns and after the end."""
    table = Table("pi", *[None] * 8)
    with pytest.raises(UnexpectedRollError) as early:
        table.apply(Arranged(()))
    table.play(0, "call", "choose_die:0")
    with pytest.raises(UnexpectedRollError) as late:
        table.apply(Arranged(()))

    assert early.value.reason == "WRONG_PHASE"
    assert late.value.reason == "GAME_OVER"


# Pairs


def test_the_dice_of_a_pair_are_put_back_with_their_tops_or_by_hand():
    """After the choice the re-rolled die and the one of the reserve are awaited together."""
    table = Table().play(0, "touch:0", "touch:3", "choose_die:0")
    call = table.game.awaits(table.state)
    by_hand = table.game.apply(table.state, Played(0, Action("replaced")))
    tops = Arranged((("0", Die(KIND, "aum")), ("3", Die(KIND, "pi"))))

    assert call.places == ("0", "3")
    assert table.legal() == ["replaced"]
    assert table.game.apply(table.state, tops) == by_hand
    assert by_hand.current == 1
    assert by_hand.counts == (1, 0)
    assert by_hand.reserve == 1
    assert len(by_hand.occupied) == 9


def test_a_sun_pair_without_a_victim_skips_the_theft():
    """M-5: nobody else owns a die, so both are re-rolled at once; own dice do not count."""
    table = Table().change(counts=(2, 0)).play(0, "touch:1", "touch:7")

    assert table.state.phase is Phase.REROLL
    assert table.state.pending == (1, 7)
    assert table.state.counts == (2, 0)
    assert table.state.reserve == 2


def test_a_theft_needs_another_player_who_owns_a_die():
    """Nobody steals from himself, from a player without dice, or from a seat that is not there."""
    table = Table(seats=3).change(counts=(2, 1, 0)).play(0, "touch:1", "touch:7")

    assert table.legal() == ["power:steal,1"]
    assert table.refusal(0, "power:steal,2") == "VICTIM_HAS_NO_DICE"
    assert table.refusal(0, "power:steal,0") == "VICTIM_HAS_NO_DICE"
    assert table.refusal(0, "power:steal,9") == "WRONG_PHASE"
    assert table.refusal(0, "power:done") == "WRONG_PHASE"
    assert table.refusal(0, "power") == "WRONG_PHASE"
    assert table.refusal(0, "choose_die:1") == "WRONG_PHASE"
    assert table.play(0, "power:steal,1").state.counts == (3, 0, 0)


PI = {"op": "win", "n": 1}


@pytest.mark.parametrize(
    ("effects", "counts", "actions", "expected"),
    [
        ([{"op": "win", "n": 2}], (0, 0), [], {"counts": (2, 0), "reserve": 0}),
        ([{"op": "no_win"}], (0, 0), [], {"counts": (0, 0), "pending": ()}),
        ([{"op": "reroll_both"}], (0, 0), [], {"counts": (0, 0), "pending": (0, 3)}),
        ([{"op": "extra_turn"}, PI], (0, 0), ["choose_die:0", "replaced"], {"current": 0}),
        ([{"op": "skip_next"}, PI], (0, 0), ["choose_die:0", "replaced"], {"current": 0}),
        (
            [{"op": "take_from_reserve", "n": 3}, PI],
            (0, 0),
            ["choose_die:3"],
            {"counts": (3, 0), "reserve": 0, "pending": (0,)},
        ),
        ([{"op": "steal", "n": 2, "from": "choice"}, {"op": "no_win"}], (0, 3), ["power:steal,1"],
         {"counts": (2, 1)}),
        ([{"op": "steal", "n": 2, "from": "all_others"}, {"op": "no_win"}], (0, 1), [],
         {"counts": (1, 0)}),
        ([{"op": "discard", "n": 1, "from": "own"}, {"op": "no_win"}], (2, 2), [],
         {"counts": (1, 2), "discarded": 1}),
        ([{"op": "discard", "n": 9, "from": "all_others"}, {"op": "no_win"}], (2, 2), [],
         {"counts": (2, 0), "discarded": 2}),
        ([{"op": "discard", "n": 1, "from": "choice"}, {"op": "no_win"}], (2, 2),
         ["power:discard_from,1"], {"counts": (2, 1), "discarded": 1}),
        (
            [{"op": "discard", "n": 2, "from": "square"}, PI],
            (0, 0),
            ["power:discard_die,5", "power:discard_die,6", "choose_die:0"],
            # M-10: the power first, then the win, then every empty place is filled.
            {"counts": (1, 0), "discarded": 2, "reserve": 0, "pending": (0, 3, 5)},
        ),
        ([{"op": "give", "n": 2, "to": "choice"}, {"op": "no_win"}], (1, 0), ["power:give,1"],
         {"counts": (0, 1)}),
        ([{"op": "give"}, {"op": "no_win"}], (0, 0), [], {"counts": (0, 0), "current": 1}),
        ([{"op": "peek", "n": 2}, {"op": "no_win"}], (0, 0), ["power:peek,8", "power:peek,8"],
         {"current": 1}),
        ([{"op": "swap_places"}, {"op": "no_win"}], (0, 0), ["power:swap_places,1,8"],
         {"current": 1}),
    ],
)  # fmt: skip
def test_primitives_do_what_they_say(effects, counts, actions, expected):
    """Each primitive of section 11 on a pair of pi at 0 and 3, two players, two in reserve."""
    table = Table(game=game_with(*effects)).change(counts=counts)
    before = total(table.state)
    table.play(0, "touch:0", "touch:3", *actions)

    assert {name: getattr(table.state, name) for name in expected} == expected
    assert total(table.state) == before


def test_an_extra_turn_keeps_the_skip_for_later():
    """Skipped is the player after the extra turn."""
    game = game_with({"op": "extra_turn"}, {"op": "skip_next"}, {"op": "no_win"})
    table = Table(game=game, seats=3).play(0, "touch:0", "touch:3")

    assert table.state.current == 0
    assert table.play(0, "touch:1", "touch:2").state.current == 2


def test_wrong_choices_for_a_power_are_refused():
    """Places without a die, the pair itself, a choice the power does not give."""
    game = game_with({"op": "discard", "from": "square"})
    table = Table("pi", "sun", None, "pi", *[None] * 5, game=game).play(0, "touch:0", "touch:3")

    assert table.legal() == ["power:discard_die,1"]
    assert table.refusal(0, "power:discard_die,2") == "EMPTY_PLACE"
    assert table.refusal(0, "power:discard_die,0") == "WRONG_PHASE"
    assert table.refusal(0, "next:0") == "WRONG_PHASE"


def test_a_manual_power_offers_every_primitive_as_a_button():
    """Buttons stay until it is done; then the die is chosen."""
    game = game_with({"op": "manual", "text": "Read the card"})
    table = Table(game=game).change(counts=(1, 2)).play(0, "touch:0", "touch:3")
    verbs = {action.split(",")[0] for action in table.legal()}
    note = table.game.sheet(table.state, 0).notes[1]
    before = total(table.state)
    table.play(0, "power:steal,1", "power:discard_own", "power:take_from_reserve")
    table.play(0, "power:give,1", "power:discard_from,1", "power:discard_die,8", "power:peek,7")
    table.play(0, "power:swap_places,6,7", "power:win_both", "power:extra_turn", "power:done")

    assert verbs == {
        f"power:{name}"
        for name in (
            "steal", "discard_own", "take_from_reserve", "give", "discard_from", "discard_die",
            "peek", "swap_places", "no_win", "win_both", "reroll_both", "extra_turn", "skip_next",
            "done",
        )
    }  # fmt: skip
    assert ENGLISH.say(note) == "Read the card"
    assert total(table.state) == before
    assert table.state.again
    assert table.state.phase is Phase.REROLL


def test_manual_buttons_need_dice():
    """Without own dice and reserve there is nothing to discard or to take."""
    game = game_with({"op": "manual", "text": "x"})
    table = Table(game=game).change(reserve=0).play(0, "touch:0", "touch:3")

    assert not {"power:discard_own", "power:take_from_reserve"} & set(table.legal())
    assert not any(action.startswith(("power:give", "power:steal")) for action in table.legal())


# Calls


def test_a_wrong_call_costs_all_dice_and_rolls_the_square_again():
    """Every die of the square is put back, then the next player begins; M-3 gives him his turn."""
    table = Table("pi", "pi", "sun", *[None] * 6).change(counts=(3, 2), reserve=0)
    table.play(0, "call")
    again = Table("pi", "pi", *[None] * 7, turn_after_wrong_call=True).change(reserve=0)
    again.play(0, "call")

    assert table.state.counts == (0, 2)
    assert table.state.discarded == 3
    assert table.state.pending == (0, 1, 2)
    assert table.play(0, "replaced").state.current == 1
    assert again.play(0, "replaced").state.current == 0


def test_the_check_asks_for_every_die_of_the_square():
    """Places with dice only; nobody may act meanwhile."""
    table = Table("pi", None, "sun", *[None] * 6).play(0, "call", show=False)

    assert table.game.awaits(table.state).places == ("0", "2")
    assert table.legal() == []
    assert ENGLISH.say(Message.of(table.game.awaits(table.state).purpose, seat=0))


def test_a_right_caller_takes_any_die_and_the_game_ends():
    """The prize is free, but a die has to lie there."""
    table = Table("pi", None, "sun", *[None] * 6).change(counts=(0, 1)).play(0, "call")

    assert table.legal() == ["choose_die:0", "choose_die:2"]
    assert table.refusal(0, "choose_die:1") == "EMPTY_PLACE"
    table.play(0, "choose_die:2")
    assert table.refusal(0, "choose_die:0") == "GAME_OVER"
    assert table.game.outcome(table.state).winners == (0,)
    assert table.game.to_act(table.state) == frozenset()
    said = ENGLISH.say(table.game.outcome(table.state).message, ("Ada", "Bo"))
    assert said == "King of the Dwarves: Ada."


def test_a_tie_without_the_caller_is_shared():
    """Section 8: the caller is behind, the two others finish equal."""
    table = (
        Table("pi", *[None] * 8, seats=3).change(counts=(0, 4, 4)).play(0, "call", "choose_die:0")
    )

    assert table.game.outcome(table.state).winners == (1, 2)


def test_the_new_roll_after_a_right_call_is_for_losers_only():
    """With the option on: end or roll again; who would win, also by a tie, may only end."""
    option = {"reroll_after_right_call": True}
    behind = Table("pi", "sun", *[None] * 7, **option).change(counts=(0, 3), reserve=0)
    behind.play(0, "call")
    tied = Table("pi", "sun", *[None] * 7, **option).change(counts=(2, 3)).play(0, "call")

    assert behind.refusal(0, "end_game") == "WRONG_PHASE"
    behind.play(0, "choose_die:0")
    tied.play(0, "choose_die:0")
    assert behind.legal() == ["end_game", "reroll_instead_of_end"]
    assert behind.game.apply(behind.state, Played(0, Action("end_game"))).phase is Phase.GAME_OVER
    assert behind.refusal(0, "choose_die:1") == "WRONG_PHASE"
    assert tied.legal() == ["end_game"]
    assert tied.refusal(0, "reroll_instead_of_end") == "WOULD_WIN_ANYWAY"
    behind.play(0, "reroll_instead_of_end")
    assert behind.state.pending == (1,)
    assert behind.play(0, "replaced").state.current == 1


def test_nothing_is_rolled_again_when_the_square_is_empty():
    """Decided afterwards: the re-roll is refused, the game can only end."""
    table = Table("pi", *[None] * 8, reroll_after_right_call=True).change(counts=(0, 5))
    table.play(0, "call", "choose_die:0")

    assert table.legal() == ["end_game"]
    assert table.refusal(0, "reroll_instead_of_end") == "EMPTY_PLACE"


def test_the_reserve_fills_the_place_of_the_prize_when_the_square_is_rolled_again():
    """Every empty place gets a die as long as there is a reserve."""
    table = Table("pi", "sun", *[None] * 7, reroll_after_right_call=True)
    table.change(counts=(0, 5), reserve=2).play(0, "call", "choose_die:0", "reroll_instead_of_end")

    assert table.state.pending == (0, 1, 2)
    assert table.state.reserve == 0


def test_a_single_player_scores_his_dice():
    """M-12: alone it is the competitive game; the call ends it."""
    table = Table("pi", "sun", *[None] * 7, seats=1, reroll_after_right_call=True)
    table.change(counts=(4,)).play(0, "call", "choose_die:1")

    assert table.legal() == ["end_game"]
    outcome = table.game.outcome(table.play(0, "end_game").state)
    assert outcome.winners == (0,)
    assert ENGLISH.say(outcome.message) == "Dice won alone: 5."


# Co-op


def coop(*hidden, game=GAME, seats=3, **options):
    """Return a co-op table; the last seat is the roller master."""
    options = {"mode": "coop", "roller_master": seats - 1, **options}
    return Table(*hidden, game=game, seats=seats, **options)


def test_the_player_left_of_the_roller_master_begins_and_the_master_turns_no_dice():
    """Seats 0, 1, 2 with the master at 2: 0 begins, after 1 comes 0 again; unless he plays too."""
    table = coop()
    plays = coop(roller_master_plays=True)

    assert table.state.current == 0
    assert table.play(0, "touch:0", "touch:1").play(1, "touch:0", "touch:1").state.current == 0
    assert plays.play(0, "touch:0", "touch:1").play(1, "touch:0", "touch:1").state.current == 2
    assert GAME.awaits(GAME.setup(2, {"mode": "coop"})) is None


def test_oni_moves_only_to_an_empty_centre_between_turns():
    """The roller master alone, beside the player to move; the places are refused one by one."""
    table = coop("pi", None, "sun", *[None] * 6)

    assert table.legal(2) == ["oni_move:0", "oni_move:2"]
    assert table.legal(1) == []
    assert table.refusal(0, "oni_move:0") == "NOT_YOUR_TURN"
    assert table.refusal(2, "oni_move:1") == "EMPTY_PLACE"
    assert table.refusal(2, "call") == "NOT_YOUR_TURN"
    moved = table.game.apply(table.state, Played(2, parse_action("oni_move:0")))
    assert moved.occupied == frozenset((2, 4))
    table.play(0, "touch:0")
    assert table.refusal(2, "oni_move:0") == "WRONG_PHASE"
    assert table.legal(2) == []
    table.state = moved
    assert table.refusal(2, "oni_move:2") == "CENTRE_NOT_EMPTY"


def test_dice_won_together_lie_on_a_common_pile_without_powers():
    """M-7: a pair of suns in co-op is plain; nobody's count changes, nothing is filled."""
    table = coop().play(0, "touch:1", "touch:7", "choose_die:1")

    assert table.state.pile == 1
    assert table.state.counts == (0, 0, 0)
    assert table.state.pending == (7,)
    assert table.game.scores(table.state) == (1, 1, 0)


def test_the_app_announces_an_effect_of_the_file_after_next():
    """Each entry can be drawn; it applies, then the pair is resolved."""
    announced = [{"op": "extra_turn"}, {"op": "manual", "text": "Hop"}, {"op": "no_win"}]
    table = coop(game=game_with(coop=announced)).play(0, "touch:1", "touch:7")
    drawn = table.legal()
    texts = [ENGLISH.say(table.game.describe(table.state, parse_action(text))) for text in drawn]
    manual = table.game.apply(table.state, Played(0, parse_action("next:1")))
    none = table.game.apply(table.state, Played(0, parse_action("next:2")))
    extra = table.game.apply(table.state, Played(0, parse_action("next:0")))
    buttons = {a.args[0] for a in table.game.legal_actions(manual, 0)}

    assert drawn == ["next:0", "next:1", "next:2"]
    assert texts == ["next: another turn", "next: Hop", "next: no die is won"]
    assert manual.phase is Phase.RESOLVE_POWER
    assert not buttons & {"steal", "give", "take_from_reserve", "discard_own", "discard_from"}
    assert none.current == 1
    assert extra.phase is Phase.CHOOSE_DIE
    assert extra.again
    assert table.refusal(0, "next:3") == "WRONG_PHASE"


def test_a_wrong_call_in_coop_only_rolls_the_square_again():
    """M-13: nothing else is lost."""
    table = coop("pi", "pi", *[None] * 7).change(pile=4).play(0, "call")

    assert table.state.pending == (0, 1)
    assert table.state.pile == 4
    assert table.state.discarded == 0


def test_the_end_button_counts_after_a_right_call_and_in_time():
    """Anybody but the roller master presses; exactly at the end of the timer it is too late."""
    table = coop("pi", "sun", *[None] * 7, timer_s=60)

    assert table.refusal(0, "press_end") == "WRONG_PHASE"
    assert table.refusal(0, "reroll_instead_of_end") == "OPTION_OFF"
    table.play(0, "call")
    assert table.legal(0) == table.legal(1) == ["press_end"]
    assert table.refusal(2, "press_end") == "NOT_YOUR_TURN"
    assert table.refusal(0, "choose_die:0") == "WRONG_PHASE"
    late = table.game.apply(table.state, Ticked(60.0))
    table.apply(Ticked(59.9)).play(1, "press_end")
    assert table.game.outcome(table.state).winners == (0, 1)
    assert table.game.outcome(late).winners == (2,)
    assert "Oni" in ENGLISH.say(table.game.outcome(late).message)


def test_the_timer_starts_with_go_and_never_runs_backwards():
    """Go at 12 s, so the bell rings at 72 s; an earlier tick changes nothing."""
    state = GAME.setup(2, {"mode": "coop", "timer_s": 60})
    ready = GAME.apply(state, Ticked(12.0))
    going = GAME.apply(ready, Played(1, Action("go")))
    later = GAME.apply(GAME.apply(going, Ticked(30.0)), Ticked(20.0))
    rung = GAME.apply(later, Ticked(72.0))

    assert GAME.deadline_s(ready) is None
    assert GAME.deadline_s(going) == 72.0
    assert later.now_s == 30.0
    assert rung.rang
    assert GAME.deadline_s(rung) is None
    assert GAME.apply(rung, Ticked(99.0)) == rung
    touched = GAME.apply(later, Played(1, parse_action("touch:0")))
    assert GAME.awaits(GAME.apply(touched, Ticked(72.0))) is None
    assert [m.key for m in GAME.news(later, Ticked(72.0), rung)] == ["memodixe.news.rang"]
    assert GAME.news(going, Ticked(30.0), later) == ()


def test_time_means_nothing_without_a_timer():
    """The competitive game has no deadline and ignores ticks."""
    table = Table()

    assert table.game.deadline_s(table.state) is None
    assert table.game.apply(table.state, Ticked(1e6)) == table.state


# The checking aid

CUBE = ["sun", "pi", "bomb", "aum", "pirate", "smiley"]


def aided(*faces):
    """Return a game whose five models all have these faces."""
    changes = [(("model", n, "faces"), list(faces)) for n in range(5)]
    return create({DATA[0]: changed(*changes)})


def test_models_tell_what_may_lie_under_a_face():
    """Opposite faces go both ways; one unknown model and nothing can be told."""
    known = aided(*CUBE).dixes

    assert known.under("sun") == ("pi",)
    assert known.under("pi") == ("sun",)
    assert known.under(None) == ()
    assert GAME.dixes.under("sun") == ()


def test_the_aid_checks_a_reading_against_the_top_that_was_seen():
    """A sun on top hides pi; after Oni's move the top lies in the centre, after by-hand nowhere."""
    game = aided(*CUBE)
    tops = Arranged(tuple((str(n), Die(KIND, "sun")) for n in range(9)))
    state = game.apply(game.setup(2, {"assist_hidden_faces": True}), tops)
    touched = game.apply(state, Played(0, parse_action("touch:4")))

    assert game.awaits(touched).faces == ("pi",)
    with pytest.raises(UnexpectedRollError) as caught:
        game.apply(touched, Arranged((("4", Die(KIND, "bomb")),)))
    assert caught.value.reason == "IMPOSSIBLE_FACE"
    assert game.apply(touched, Arranged((("4", Die(KIND, "pi")),))).turned[0].face == "pi"
    aid = {"mode": "coop", "roller_master": 1, "assist_hidden_faces": True}
    played = game.apply(game.setup(2, aid), Played(0, Action("go")))
    assert played.tops == (None,) * 9
    played = replace(played, tops=("aum", *[None] * 8), occupied=frozenset((0, 1)))
    moved = game.apply(played, Played(1, parse_action("oni_move:0")))
    assert moved.tops[4] == "aum"
    assert moved.tops[0] is None


def test_the_aid_follows_dice_that_swap_and_dice_that_are_put_back():
    """Tops swap with their dice; re-rolled ones show a new top, or none when said by hand."""
    powers = [*TABLE["power"], {"id": "swap", "effects": [{"op": "swap_places"}]}]
    changes = [(("model", n, "faces"), CUBE) for n in range(5)]
    changes += [(("power",), powers), (("symbol", 0, "power"), "swap")]
    game = create({DATA[0]: changed(*changes)})
    table = Table(game=game, assist_hidden_faces=True)
    table.change(tops=("sun", "aum", "bomb", "sun", *[None] * 5), reserve=0)
    table.play(0, "touch:0", "touch:3", "power:swap_places,1,2", "choose_die:0")
    seen = table.game.apply(table.state, Arranged((("3", Die(KIND, "aum")),)))

    assert seen.tops[:4] == ("sun", "bomb", "aum", "aum")
    assert table.play(0, "replaced").state.tops[3] is None


# Counts


def test_the_first_turn_has_as_many_lines_as_counted_by_hand():
    """Pin the turn: 9 touches and the call; after a touch 8 others: 10, then 9 x 8 + the call."""
    table = Table()
    seconds = 0
    for place in range(9):
        state = table.game.apply(table.state, Played(0, Action("touch", (str(place),))))
        state = table.game.apply(state, Arranged(((str(place), Die(KIND, "pi")),)))
        seconds += len(table.game.legal_actions(state, 0))

    assert len(table.legal()) == 10
    assert seconds == 72


def test_the_winning_first_turns_are_the_pairs_of_the_square():
    """pi, sun and bomb lie twice: of 36 pairs of places 3 match, in both orders 6 of 72."""
    won = 0
    for a, b in combinations(range(9), 2):
        for first, second in ((a, b), (b, a)):
            state = Table().play(0, f"touch:{first}", f"touch:{second}").state
            won += state.phase in (Phase.CHOOSE_DIE, Phase.REROLL)

    assert won == 6
    assert len(remaining_pairs(NINE)) == 3


# Secrecy


def test_the_state_has_no_field_for_hidden_faces():
    """Only dice turned in this turn have a face; tops are kept for the checking aid alone."""
    names = {field.name for field in fields(Table().state)}

    assert not {name for name in names if "hidden" in name or "square" in name}


@pytest.mark.parametrize("seed", range(10))
def test_no_sheet_shows_a_face_that_is_not_turned_now(seed):
    """Whoever looks, at every position of a drawn game."""
    rng = random.Random(seed)
    seats, options = drawn_setup(GAME, rng)
    for before, _, _ in random_game(GAME, seats, options, rng, 200):
        shown = {die.place for die in before.turned if die.face}
        for seat in range(seats):
            sheet = GAME.sheet(before, seat)
            assert {int(c.place) for c in sheet.rows[0].cells if c.face} == shown
            assert all(c.text in ("", "?") for c in sheet.rows[0].cells if not c.face)


def test_news_do_not_name_the_faces_of_dice_that_differ():
    """A miss is told without symbols, a pair with its symbol."""
    missed = Table().play(0, "touch:0").play(0, "touch:1", show=False).state
    after = GAME.apply(missed, Arranged((("1", Die(KIND, "sun")),)))
    miss = GAME.news(missed, Arranged((("1", Die(KIND, "sun")),)), after)
    pair = Arranged((("1", Die(KIND, "pi")),))
    hit = GAME.news(missed, pair, GAME.apply(missed, pair))

    assert [m.key for m in miss] == ["memodixe.news.differ", "core.news.turn"]
    assert ENGLISH.say(hit[0]) == "A pair: Pi!"


def test_what_was_seen_is_told_by_place():
    """Turned dice, the check and dice on their places; dice without places are not kept back."""
    turned = Table().play(0, "touch:4", show=False).state
    checked = Table().play(0, "call", show=False).state
    dice = Arranged((("4", Die(KIND, "pi")),))
    said = [ENGLISH.say(GAME.announce_dice(s, dice)) for s in (turned, checked, GAME.setup(2, {}))]

    assert said == [
        "A die was turned over: centre.",
        "All dice of the square were turned over.",
        "Dice lie on their places: centre.",
    ]
    assert GAME.announce_dice(turned, Rolled(())) is None


# Texts and sheet


def test_news_tell_calls_counts_and_what_to_put_back():
    """A wrong call of a player with dice: the verdict, his loss, the places."""
    table = Table("pi", "pi", *[None] * 7).change(counts=(2, 0), reserve=0)
    table.play(0, "call", show=False)
    event = Arranged((("0", Die(KIND, "pi")), ("1", Die(KIND, "pi"))))
    told = GAME.news(table.state, event, GAME.apply(table.state, event))
    right = Table(*[None] * 9)
    call = Played(0, Action("call"))

    assert [m.key.rsplit(".", 1)[1] for m in told] == ["wrong", "lost", "replace"]
    assert [m.key for m in GAME.news(right.state, call, GAME.apply(right.state, call))] == [
        "memodixe.news.right"
    ]


def test_news_tell_the_common_pile_and_a_manual_power():
    """Co-op counts together; a manual power's text is read out with the pair."""
    table = coop().play(0, "touch:1", "touch:7")
    taken = Played(0, parse_action("choose_die:1"))
    manual = game_with({"op": "manual", "text": "Read the card"})
    second = Table(game=manual).play(0, "touch:0").play(0, "touch:3", show=False)
    pair = Arranged((("3", Die(KIND, "pi")),))
    keys = [m.key for m in GAME.news(table.state, taken, GAME.apply(table.state, taken))]
    read = manual.news(second.state, pair, manual.apply(second.state, pair))

    assert "memodixe.news.pile" in keys
    assert ENGLISH.say(read[1]) == "Read the card"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("touch:4", "turn over the die: centre"),
        ("choose_die:0", "keep this die of the pair: top left"),
        ("oni_move:8", "move Oni's die to the centre: bottom right"),
        ("power:steal,1", "steal from player 2 (up to 1)"),
        ("power:swap_places,0,8", "swap two dice: top left and bottom right"),
        ("power:done", "done: the power is applied"),
        ("power:fly", "unknown action “fly”"),
        ("power:peek,77", "unknown action “peek”"),
        ("power", "unknown action “power”"),
        ("next:0", "unknown action “next”"),
        ("next:x", "unknown action “next”"),
        ("touch:9", "unknown action “touch”"),
        ("press_end", "press the end button"),
    ],
)
def test_actions_are_said_in_words(text, words):
    """Known actions by name and place, others as unknown."""
    assert ENGLISH.say(GAME.describe(Table().state, parse_action(text))) == words


def test_the_prize_has_its_own_words():
    """After a right call the die is a prize, not one of a pair."""
    state = Table("pi", *[None] * 8).play(0, "call").state

    assert ENGLISH.say(GAME.describe(state, parse_action("choose_die:0"))).startswith(
        "take this die"
    )


def test_the_square_is_clicked_to_touch_to_choose_and_to_aim():
    """Nine places in a square; each phase has its own clicks."""
    start = Table().state
    one = Table().play(0, "touch:1").state
    touched = Table().play(0, "touch:1", show=False).state
    choosing = Table().play(0, "touch:0", "touch:3").state
    aiming = Table(game=game_with({"op": "peek"})).play(0, "touch:0", "touch:3").state
    sheet = GAME.sheet(one, 0)
    cell = sheet.rows[0].cells[1]

    assert sheet.layout is Layout.SQUARE
    assert [c.at for c in sheet.rows[0].cells][5] == (2, 1)
    assert [c.action.verb for c in GAME.sheet(start, 0).rows[0].cells] == ["touch"] * 9
    assert [c.action.verb for c in GAME.sheet(start, 0).rows[1].cells] == ["call"]
    assert GAME.sheet(start, 1).actions() == ()
    assert (cell.face, cell.text, cell.mark) == ("dixe_sun", "Sun", Mark.MARKED)
    assert ENGLISH.say(cell.label) == "top middle: Sun"
    assert GAME.sheet(touched, 1).rows[0].cells[1].mark is Mark.MARKED
    assert {a.verb for a in GAME.sheet(choosing, 0).actions()} == {"choose_die"}
    assert {a.args[0] for a in GAME.sheet(aiming, 0).actions()} == {"peek"}


def test_facts_and_notes_follow_mode_and_phase():
    """Dice of everybody, reserve; in co-op the pile and the time; no note after the end."""
    coop_sheet = GAME.sheet(coop(timer_s=90).state, 0)
    facts = [value for _, value in coop_sheet.facts]
    over = Table("pi", *[None] * 8).play(0, "call", "choose_die:0").state
    steal = Table().change(counts=(0, 1)).play(0, "touch:1", "touch:7").state

    assert "1:30" in facts
    assert [v for _, v in GAME.sheet(Table().state, 1).facts] == ["0", "0", "2", "0"]
    assert GAME.sheet(over, 0).notes == ()
    assert ENGLISH.say(GAME.sheet(steal, 0).notes[1]) == "dice stolen from a player: 1"


def test_symbols_of_ones_own_have_the_name_of_the_file():
    """A known symbol is translated, another one keeps its label, an unknown one its id."""
    own = [*TABLE["symbol"], {"id": "oni", "label": "Oni's head"}]
    game = create({DATA[0]: changed((("symbol",), own))})

    assert game.spec.dice[0].face_of("dixe_oni") == "oni"
    assert ENGLISH.say(game.face_text(Die(KIND, "oni"))) == "Oni's head"
    assert CATALOGUES[0].say(game.face_text(Die(KIND, "sun"))) == "Soleil"
    assert game.dixes.effects("unicorn") == (Effect("win"),)


# Invariants

RICH = [
    {"op": op, **more}
    for op, more in (
        ("steal", {"n": 2, "from": "choice"}),
        ("steal", {"from": "all_others"}),
        ("discard", {"from": "square"}),
        ("discard", {"n": 2, "from": "choice"}),
        ("give", {"n": 1, "to": "choice"}),
        ("peek", {"n": 2}),
        ("swap_places", {"n": 1}),
        ("take_from_reserve", {"n": 1}),
        ("extra_turn", {}),
        ("skip_next", {}),
        ("manual", {"text": "x"}),
    )
]


def rich_game(seed):
    """Return a game whose symbols have powers of drawn primitives."""
    rng = random.Random(seed)
    powers = [
        *TABLE["power"],
        *({"id": f"p{n}", "effects": rng.sample(RICH, k=2)} for n in range(6)),
    ]
    changes = [(("symbol", n, "power"), f"p{n}") for n in range(6)]
    together = [e for e in RICH if e["op"] in ("peek", "extra_turn", "skip_next", "manual")]
    return create(
        {DATA[0]: changed((("power",), powers), *changes, (("coop", "effects"), together))}
    )


def check_invariants(game, seed):
    """Play a drawn game and check that no die appears or vanishes."""
    rng = random.Random(seed)
    seats, options = drawn_setup(game, rng)
    state = game.setup(seats, options)
    dice = total(state)
    for _ in range(120):
        event = random_event(game, state, rng)
        if event is None:
            break
        state = game.apply(state, event)
        assert total(state) == dice
        assert min(state.counts) >= 0
        assert state.reserve >= 0
        assert set(state.turned_places) <= state.occupied
        assert set(state.pending) <= state.occupied
        assert not (state.rules.coop and sum(state.counts))
        ready = state.phase in (Phase.TURN_START, Phase.ONE_TURNED)
        assert not ready or not state.reserve or len(state.occupied) == 9
    assert dice == 9 + (0 if state.rules.coop else seats)


@pytest.mark.parametrize("seed", range(50))
def test_random_games_conserve_the_dice(seed):
    """Square, reserve, won, discarded and pile add up to 9 and one for each player."""
    check_invariants(GAME if seed % 2 else rich_game(seed), seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_random_games_conserve_the_dice(block):
    """The same over 2,000 games, every second block with drawn powers."""
    game = rich_game(block) if block % 2 else GAME
    for seed in range(block * 100, block * 100 + 100):
        check_invariants(game, 10_000 + seed)


@pytest.mark.parametrize("seed", range(8))
def test_drawn_powers_keep_every_law(seed):
    """The conformance laws hold for powers no shipped file has."""
    assert broken_laws(rich_game(seed), random.Random(seed), CATALOGUES, limit=60) == []


# The set file

SYMBOL, POWER, MODEL = ("symbol", 0), ("power", 0), ("model", 0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ((("schema",), 9), "schema: expected 1, got 9"),
        ((("symbol",), "x"), r"symbol: expected \[\[symbol\]\] blocks"),
        ((("symbol",), []), "expected two or more"),
        (((*SYMBOL, "id"), "Pi!"), r"symbol\[0\].id: expected a name of small letters"),
        (((*SYMBOL, "id"), "sun"), r"symbol\[4\].id: expected a name that is not used twice"),
        (((*SYMBOL, "face"), "dixe_sun"), r"symbol\[4\].face: expected a name that is not used"),
        (((*SYMBOL, "power"), "laser"), r"symbol\[0\].power: expected one of none, sun, manual"),
        (((*SYMBOL, "label"), 5), r"symbol\[0\].label: expected a text, got 5"),
        (((*POWER, "id"), "sun"), r"power\[1\].id: expected a name that is not used twice"),
        (((*POWER, "effects"), None), r"power\[0\].effects: expected a list of effects"),
        (((*POWER, "effects"), "win"), r"power\[0\].effects: expected a list of effects"),
        (((*POWER, "effects"), ["win"]), r"effects\[0\]: expected an effect with op"),
        (((*POWER, "effects"), [{"op": "fly"}]), r"effects\[0\].op: expected one of win, steal"),
        (((*POWER, "effects"), [{"op": "win", "n": 3}]), r"effects\[0\].n: expected 1 to 2, got 3"),
        (((*POWER, "effects"), [{"op": "steal", "n": -1}]), r"n: expected 1 to 9, got -1"),
        (((*POWER, "effects"), [{"op": "no_win", "n": 2}]), r"n: expected 1 to 1, got 2"),
        (
            ((*POWER, "effects"), [{"op": "discard"}]),
            r"from: expected one of square, own, choice, all_others, got ''",
        ),
        (((*POWER, "effects"), [{"op": "give", "to": "own"}]), r"\.to: expected one of choice"),
        (((*POWER, "effects"), [{"op": "manual"}]), r"\.text: expected a text"),
        (((*MODEL, "id"), "yorick"), r"model\[1\].id: expected a name that is not used twice"),
        (((*MODEL, "known_symbols"), ["x"]), r"known_symbols: expected symbols of pi, .*got 'x'"),
        (((*MODEL, "faces"), "pi"), r"model\[0\].faces: expected a list of symbols"),
        (((*MODEL, "faces"), ["pi", "sun"]), r"model\[0\].faces: expected 6 symbols or none"),
        ((("coop",), 3), r"coop: expected a \[coop\] table, got 3"),
        ((("coop", "timer_s"), 0), "coop.timer_s: expected a number of seconds above 0, got 0"),
        ((("coop", "effects"), [{"op": "steal"}]), r"coop.effects\[0\]: .* got 'steal choice'"),
        (
            (("coop", "effects"), [{"op": "discard", "from": "own"}]),
            r"coop.effects\[0\]: expected an effect without players' own dice",
        ),
    ],
)
def test_a_wrong_set_is_refused(change, words):
    """The message names the file, the key, what was expected and what was found."""
    with pytest.raises(SettingsError, match=words) as caught:
        load_set(changed(change))

    assert str(caught.value).startswith(TABLE["__file__"])


def test_a_short_file_gets_defaults():
    """Symbols alone are a set: plain powers, no models, five minutes."""
    dixes = load_set({"schema": 1, "symbol": [{"id": "a"}, {"id": "b"}]})

    assert dixes.timer_s == 300
    assert dixes.effects("a") == (Effect("win"),)
    assert dixes.symbol("a").reading == "dixe_a"
    assert dixes.models == ()


# Vectors in the words of the vector files


def vector(action, expect, hidden=NINE, players=("A", "B"), override=None, options=None, **state):
    """Return a vector that starts at A's turn."""
    plain = {
        "mode": "COMPETITIVE", "players": list(players), "current": "A", "reserve": 0,
        "square_hidden": list(hidden), "phase": "TURN_START", **state,
    }  # fmt: skip
    actions = action if isinstance(action, list) else [action]
    return {
        "id": "own",
        "options": options or {},
        "state": plain,
        "powers_override": override,
        "action": {"type": "sequence", "actions": actions},
        "expect": expect,
    }


def touch(*places):
    """Return A's touches."""
    return [{"type": "touch", "player": "A", "pos": place} for place in places]


DISCARD = [{"op": "discard", "n": 2, "from": "square"}]
LEFT = ["aum", "sun", "bomb", "pi", "smiley", None, None, "sun", "bomb"]
EMPTY = [None] * 9
COOP = {"players": ("A", "B", "R"), "mode": "COOP"}


@pytest.mark.parametrize(
    "given",
    [
        # A power that takes two dice of the square out of the game, before the win (M-10).
        vector(
            [
                *touch(0, 3),
                {"type": "power", "player": "A", "symbol": "pi", "positions": [5, 6]},
                {"type": "choose_die", "player": "A", "pos": 3},
                {"type": "rerolled", "pos": 0, "hidden": "aum"},
            ],
            {"state": {"square_hidden": ["aum", "sun", "bomb", None, *LEFT[4:]], "discarded": 2,
                       "current": "B", "total_dice": 9}},
            override={"pi": DISCARD},
        ),
        # Two dice that swap their places, then the pair lies elsewhere than before.
        vector(
            [
                *touch(0, 3),
                {"type": "power", "player": "A", "symbol": "pi", "positions": [8, 1]},
            ],
            {"state": {"phase": "CHOOSE_DIE",
                       "square_hidden": ["pi", "bomb", "bomb", *NINE[3:8], "sun"]}},
            override={"pi": [{"op": "swap_places", "n": 1}]},
        ),
        # Manual powers are named by their primitive.
        vector(
            [
                *touch(0, 3),
                {"type": "power", "player": "A", "op": "discard", "victim": "B"},
                {"type": "power", "player": "A", "op": "discard", "pos": 8},
                {"type": "power", "player": "A", "op": "peek", "pos": 7},
                {"type": "power", "player": "A", "op": "done"},
            ],
            {"state": {"counts": {"A": 0, "B": 1}, "discarded": 2, "phase": "CHOOSE_DIE"}},
            override={"pi": [{"op": "manual", "text": "x"}]},
            counts={"A": 0, "B": 2},
        ),
        # A power without anything to choose: the step names nothing, nothing happens.
        vector(
            [*touch(1, 7), {"type": "power", "player": "A", "symbol": "sun", "victim": None}],
            {"state": {"current": "B"}},
        ),
        # A power out of season.
        vector(
            {"type": "power", "player": "A", "symbol": "sun", "victim": "B"},
            {"ok": False, "reason": "WRONG_PHASE"},
        ),
        # A position in the middle of a turn.
        vector(
            touch(3),
            {"state": {"phase": "CHOOSE_DIE", "turned": [0, 3]}},
            phase="ONE_TURNED",
            turned=[0],
        ),
        # A position after a right call.
        vector(
            {"type": "query_legal", "player": "A"},
            {"legal": ["choose_die"], "pairs_exist": False, "pairs": []},
            hidden=["pi", "sun", *EMPTY[2:]],
            phase="AFTER_RIGHT_CALL",
        ),
        # The bell rings before the button is pressed: exactly at the end is too late.
        vector(
            [{"type": "call", "player": "A", "t": 290}, {"type": "press_end", "t": 300}],
            {"call": "right", "winners": ["R", "oni"], "state": {"phase": "GAME_OVER"}},
            hidden=["pi", *EMPTY[1:]],
            coop={"roller_master": "R", "timer_s": 300},
            **COOP,
        ),
        # A bell means nothing where no timer runs.
        vector({"type": "timer_rings", "t": 300}, {"state": {"phase": "TURN_START"}}),
        # After the end every action is refused.
        vector(
            [{"type": "timer_rings", "t": 300}, {"type": "press_end", "t": 301}],
            {"ok": False, "reason": "GAME_OVER", "at": 1},
            coop={"roller_master": "R", "timer_s": 300},
            **COOP,
        ),
        # Dice won together; the pile is given as a number or as the dice.
        vector(
            [*touch(0, 3), {"type": "choose_die", "player": "A", "pos": 0}],
            {"state": {"coop": {"pile": 3, "roller_master": "R"}, "counts": {"A": 0}}},
            coop={"roller_master": "R", "timer_s": 300, "pile": ["aum", "pi"]},
            **COOP,
        ),
        # Without announced effects "next" has no place.
        vector(
            [*touch(0, 3), {"type": "next", "player": "A"}],
            {"ok": False, "reason": "WRONG_PHASE", "at": 2},
            coop={"roller_master": "R", "timer_s": 300},
            **COOP,
        ),
    ],
)  # fmt: skip
def test_vectors_of_every_action_pass(given):
    """Derived by hand from the rules, one for each word of the format the files use rarely."""
    document = {"game": "memodixe", "vectors": [given]}

    assert [result.failures for result in run_vectors(document, {"memodixe": GAME})] == [()]


@pytest.mark.parametrize(
    ("action", "state"),
    [
        (
            {"mode": "COOP", "players": ["A", "R", "B"], "roller_master": "R"},
            {"reserve": 0, "total_dice": 9, "current": "B", "mode": "COOP"},
        ),
        ({"players": ["A"]}, {"reserve": 1, "total_dice": 10, "phase": "SETUP"}),
    ],
)
def test_vectors_of_a_new_game_pass(action, state):
    """Co-op has no reserve; alone there is one die in it."""
    given = {"id": "own", "options": {"mode": "COMPETITIVE"}, "state": None,
             "action": {"type": "new_game", **action}, "expect": {"ok": True, "state": state}}  # fmt: skip
    document = {"game": "memodixe", "vectors": [given]}

    assert [result.failures for result in run_vectors(document, {"memodixe": GAME})] == [()]


def test_a_vector_with_an_unknown_action_cannot_be_run():
    """The result says so instead of passing."""
    document = {"game": "memodixe", "vectors": [vector({"type": "fly"}, {"ok": True})]}

    assert "cannot be run" in run_vectors(document, {"memodixe": GAME})[0].failures[0]
