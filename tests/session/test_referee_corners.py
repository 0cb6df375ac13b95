"""Rarer tables: unknown colours, printed mats, unclear dice, questions without an answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dicecam.dice import Die
from dicecam.rules.core import Action, Arranged, Played, Rolled
from dicecam.session.referee import Referee
from dicecam.session.referee_match import match_dice
from dicecam.session.referee_places import Places, board_of
from dicecam.session.referee_words import kind_words, not_rolled
from dicecam.session.session import Session
from dicecam.table.mats import Mat
from dicecam.table.view import Phase

QWIXX = ("white", "white", "red", "yellow", "green", "blue")
SYMBOLS = ("sun", "pi", "smiley", "bomb", "pirate", "sun", "pi", "smiley", "bomb")


def _keys(verdict):
    return [message.key.removeprefix("core.referee.") for message in verdict.words]


@pytest.fixture
def qwixx(games):
    """Return a game of Qwixx that awaits its first roll."""
    return Session(games["qwixx"], ["Ann", "Ben"], {})


@pytest.fixture
def memodixe(games):
    """Return a game of MémoDiXe before the dice are laid."""
    return Session(games["memodixe"], ["Ann", "Ben"], {})


def _six(seen, faces=(1, 2, 3, 4, 5, 6)):
    pairs = enumerate(zip(faces, QWIXX, strict=True), start=1)
    return [seen(n, f"pips_{face}", colour) for n, (face, colour) in pairs]


def _laid(seen, symbols=SYMBOLS, skip=()):
    return [
        seen(n + 1, f"dixe_{symbol}", "white", at=(400.0 + 90 * (n % 3), 200.0 + 90 * (n // 3)))
        for n, symbol in enumerate(symbols)
        if n not in skip
    ]


def test_a_colour_that_was_not_judged_is_found_by_elimination(qwixx, seen, rest):
    """One die has no colour; only blue is left for it."""
    dice = _six(seen)
    dice[5] = seen(6, "pips_6", "unknown")
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert Die("blue", "6") in verdict.event.dice


def test_a_die_of_another_game_is_missing_here(qwixx, seen, rest):
    """A symbol die among the six is none of them."""
    dice = _six(seen)
    dice[5] = seen(6, "dixe_sun", "blue")
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert (verdict.event, _keys(verdict)) == (None, ["missing"])


def test_an_unsure_face_without_runner_up_is_asked_about(qwixx, seen, rest):
    """Nothing else is proposed."""
    dice = _six(seen)
    dice[5] = seen(6, "pips_5", "blue", sure=0.5)
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert (verdict.event, _keys(verdict)) == (None, ["unsure_face"])


def test_two_dice_whose_colours_could_be_swapped_are_asked_about(qwixx, seen, rest):
    """Red or yellow, yellow or red: both assignments are nearly as likely."""
    dice = _six(seen)
    dice[2] = seen(3, "pips_3", "red", colours=(("yellow", 0.45),))
    dice[3] = seen(4, "pips_4", "yellow", colours=(("red", 0.45),))
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert (verdict.event, _keys(verdict)) == (None, ["unsure_colour"])
    assert set(verdict.tracks) == {3, 4}


def test_a_swap_that_changes_nothing_is_not_asked_about(qwixx, seen, rest):
    """Both dice show a four."""
    dice = _six(seen, faces=(1, 2, 4, 4, 5, 6))
    dice[2] = seen(3, "pips_4", "red", colours=(("yellow", 0.45),))
    dice[3] = seen(4, "pips_4", "yellow", colours=(("red", 0.45),))

    assert isinstance(Referee().see(qwixx, rest(dice, throw=1)).event, Rolled)


def test_faces_that_cannot_be_meant_are_left_out(games, seen):
    """Only the faces asked for are weighed."""
    spec = games["qwixx"].spec
    die = seen(1, "pips_5", "red", sure=0.6, others=(("pips_6", 0.35),))
    matched = match_dice(spec, ("red",), [die], ("6",))

    assert [guess.die for _, guess in matched.taken] == [Die("red", "6")]


def test_nothing_is_said_of_incomplete_dice_that_were_not_thrown(qwixx, seen, rest):
    """Some dice lie on the table before the first throw."""
    verdict = Referee().see(qwixx, rest(_six(seen)[:3], phase=Phase.MOVED))

    assert (verdict.event, verdict.words) == (None, ())


def test_without_dice_awaited_there_is_nothing_to_read(qwixx, seen, rest):
    """While players choose, the table does not matter."""
    referee = Referee()
    view = rest(_six(seen), throw=1)
    qwixx.enter(referee.see(qwixx, view).event)
    idle = referee.see(qwixx, view)
    asked = referee.read(qwixx, qwixx.state, view)

    assert (idle.event, idle.words) == (None, ())
    assert (asked.event, asked.words) == (None, ())


def test_a_kind_without_a_name_is_a_die(games):
    """`any` stands for every kind."""
    assert kind_words(games["memodixe"].spec, "any").key == "core.referee.die"
    assert kind_words(games["my_shelfie_dice"].spec, "shelfie").key.endswith("kind.shelfie")


def test_a_game_without_places_has_no_board(qwixx):
    """Qwixx has none."""
    assert board_of(qwixx.game, qwixx.state) is None


def test_a_view_without_its_size_is_fitted_all_the_same(memodixe, seen, rest):
    """Recordings may not say how large the picture was."""
    view = replace(rest(_laid(seen), phase=Phase.MOVED), size_px=(0, 0))

    assert isinstance(Referee().see(memodixe, view).event, Arranged)


class TestPrintedMat:
    """Places that are printed need no fitting."""

    mat = Mat("memodixe", "A4")

    def _on_mat(self, memodixe, seen, rest, symbols, **more):
        board = board_of(memodixe.game, memodixe.state)
        spots = self.mat.places_mm(board)
        dice = [
            replace(seen(n + 1, f"dixe_{symbol}"), centre_mm=spots[str(n)])
            for n, symbol in symbols.items()
        ]
        return replace(rest(dice, phase=Phase.MOVED, **more), mat=self.mat.key)

    def test_dice_are_read_where_they_are_printed(self, memodixe, seen, rest):
        """All nine places are known at once."""
        view = self._on_mat(memodixe, seen, rest, dict(enumerate(SYMBOLS)))
        verdict = Referee().see(memodixe, view)

        assert [die.face for _, die in verdict.event.slots] == list(SYMBOLS)

    def test_an_empty_place_is_named_on_request(self, memodixe, seen, rest):
        """Two dice are missing."""
        view = self._on_mat(memodixe, seen, rest, dict(enumerate(SYMBOLS[:7])))
        verdict = Referee().read(memodixe, memodixe.state, view)

        assert _keys(verdict) == ["empty_places"]
        assert dict(verdict.words[0].args)["places"] == ("8", "9")

    def test_an_empty_mat_holds_nothing(self, memodixe, rest):
        """No dice, no places."""
        board = board_of(memodixe.game, memodixe.state)
        view = replace(rest([]), mat=self.mat.key)

        assert Places().locate(board, view, 2) == {}

    def test_pawns_on_a_mat_are_placed_one_by_one(self, games, seen, rest):
        """The first pawn of Dekaxex is known although the board is empty."""
        session = Session(games["dekaxex"], ["Ann", "Ben"], {})
        mat = Mat("dekaxex", "A3")
        spot = mat.places_mm(board_of(session.game, session.state))["B2"]
        die = replace(seen(1, "pips_6", "red"), centre_mm=spot)
        view = replace(rest([die], phase=Phase.MOVED), mat=mat.key)

        assert Referee().see(session, view).event == Played(0, Action("place", ("red", "6", "B2")))


class TestSquareCorners:
    """MémoDiXe, rarer cases."""

    def test_what_was_said_is_said_again_until_the_table_changes(self, memodixe, seen, rest):
        """The same view is not judged twice."""
        referee = Referee()
        view = rest(_laid(seen, skip=(8,)), phase=Phase.MOVED)
        first, second = referee.see(memodixe, view), referee.see(memodixe, view)

        assert first.words == second.words != ()

    def test_dice_that_form_no_square_are_refused_on_request(self, memodixe, rest):
        """Nothing lies there."""
        verdict = Referee().read(memodixe, memodixe.state, rest([]))

        assert (verdict.event, _keys(verdict)) == (None, ["no_board"])

    def test_a_die_that_was_taken_is_forgotten(self, memodixe, seen, rest):
        """After a pair one die leaves the square; the other is rolled again."""
        referee = Referee()
        memodixe.enter(referee.see(memodixe, rest(_laid(seen), phase=Phase.MOVED)).event)
        for place in ("1", "6"):
            memodixe.play(0, Action("touch", (place,)))
            memodixe.enter(Arranged(((place, Die("dixe", "bomb")),)))
        game = memodixe.game
        while not any(a.verb == "choose_die" for a in game.legal_actions(memodixe.state, 0)):
            memodixe.play(0, game.legal_actions(memodixe.state, 0)[0])
        memodixe.play(0, Action("choose_die", ("1",)))
        call = memodixe.awaits()
        lying = _laid(seen, skip=tuple(int(place) for place in call.places))
        before = referee.see(memodixe, rest(lying, phase=Phase.MOVED, count=2))
        again = [
            seen(40 + int(place), "dixe_aum", "white",
                 at=(400.0 + 90 * (int(place) % 3), 200.0 + 90 * (int(place) // 3)))
            for place in call.places
        ]  # fmt: skip
        after = referee.see(memodixe, rest([*lying, *again], phase=Phase.MOVED, count=3))

        assert before.event is None
        assert {place for place, _ in after.event.slots} == set(call.places)

    def test_nothing_is_asked_while_a_player_chooses(self, memodixe, seen, rest):
        """Both dice of a pair lie there turned until its finder has chosen one."""
        referee = Referee()
        memodixe.enter(referee.see(memodixe, rest(_laid(seen), phase=Phase.MOVED)).event)
        for place in ("1", "6"):
            memodixe.play(0, Action("touch", (place,)))
            memodixe.enter(Arranged(((place, Die("dixe", "bomb")),)))
        verdict = referee.see(memodixe, rest(_laid(seen), phase=Phase.MOVED, count=3))

        assert memodixe.awaits() is None
        assert (verdict.event, verdict.words) == (None, ())

    def test_places_that_stay_empty_are_forgotten(self, memodixe, seen, rest):
        """Once no dice are left to fill them, places of won dice are not asked for."""
        referee = Referee()
        memodixe.enter(referee.see(memodixe, rest(_laid(seen), phase=Phase.MOVED)).event)
        referee.see(memodixe, rest(_laid(seen), phase=Phase.MOVED, count=2))
        game = memodixe.game
        touches = ()
        while len(memodixe.state.occupied) == 9 or not touches:
            call = memodixe.awaits()
            if call is not None:
                slots = tuple((place, Die("dixe", "bomb")) for place in call.places)
                memodixe.enter(Arranged(slots))
            else:
                seat = min(game.to_act(memodixe.state))
                memodixe.play(seat, (touches or game.legal_actions(memodixe.state, seat))[0])
            touches = [
                action
                for seat in sorted(game.to_act(memodixe.state))
                for action in game.legal_actions(memodixe.state, seat)
                if action.verb == "touch"
            ]
        gone = set(range(9)) - memodixe.state.occupied
        lying = _laid(seen, skip=tuple(gone))
        verdict = referee.see(memodixe, rest(lying, phase=Phase.MOVED, count=3))

        assert 0 < len(gone) < 3
        assert (verdict.event, verdict.words) == (None, ())
        assert not {str(place) for place in gone} & set(referee._square._tops)


class TestBoardCorners:
    """Dekaxex, rarer cases."""

    def test_the_same_view_is_explained_once(self, games, seen, rest):
        """Words stay, nothing happens twice; hands are waited for."""
        session = Session(games["dekaxex"], ["Ann", "Ben"], {})
        mat = Mat("dekaxex", "A4")
        spots = mat.places_mm(board_of(session.game, session.state))
        die = replace(seen(1, "unreadable", "red"), centre_mm=spots["A1"])
        view = replace(rest([die], phase=Phase.COCKED), mat=mat.key)
        referee = Referee()
        first, second = referee.see(session, view), referee.see(session, view)
        hands = referee.see(session, replace(view, phase=Phase.HANDS))

        assert _keys(first) == _keys(second) == ["unclear_places"]
        assert hands.words == ()


def test_every_sentence_exists_in_both_languages():
    """No key of the referee is missing in a catalogue."""
    import re
    from pathlib import Path

    import dicecam.session as package
    from dicecam.messages import LANGUAGES, load_catalogue

    source = "".join(
        path.read_text(encoding="utf-8") for path in Path(package.__path__[0]).glob("referee*.py")
    )
    keys = set(re.findall(r'\{KEY\}\.([a-z_]+)"', source))

    assert len(keys) > 15
    for language in LANGUAGES:
        catalogue = load_catalogue(language)
        assert [key for key in sorted(keys) if f"core.referee.{key}" not in catalogue] == []


def test_dice_without_colours_are_not_named_by_them(games, seen):
    """Where all dice are alike it is enough to say that they were left lying."""
    dice = [seen(1, "shelfie_cat", "unknown")]
    alike = not_rolled(games["my_shelfie_dice"].spec, dice)
    coloured = not_rolled(games["qwixx"].spec, [seen(1, "pips_1", "red")])

    assert alike.key == "core.referee.still_lying"
    assert alike.args == ()
    assert coloured.key == "core.referee.not_rolled"
