"""Throws whose places do not matter: right ones become events, others are talked about."""

from __future__ import annotations

import pytest

from dicecam.dice import Die
from dicecam.rules.core import Played, Rolled
from dicecam.rules.games.qwixx import PASS
from dicecam.session.referee import Referee
from dicecam.session.session import Session
from dicecam.table.view import Phase

QWIXX = ("white", "white", "red", "yellow", "green", "blue")


@pytest.fixture
def qwixx(games):
    """Return a game of Qwixx that awaits its first roll."""
    return Session(games["qwixx"], ["Ann", "Ben"], {})


def _six(seen, first=1, faces=(1, 2, 3, 4, 5, 6), colours=QWIXX):
    return [
        seen(first + n, f"pips_{face}", colour)
        for n, (face, colour) in enumerate(zip(faces, colours, strict=False))
    ]


def _keys(verdict):
    return [message.key.removeprefix("core.referee.") for message in verdict.words]


def _args(verdict, number=0):
    return dict(verdict.words[number].args)


def test_the_dice_awaited_become_a_roll(qwixx, seen, rest):
    """Six right dice are a roll, once."""
    referee = Referee()
    dice = _six(seen)
    verdict = referee.see(qwixx, rest(dice, throw=1))
    qwixx.enter(verdict.event, "camera")
    again = referee.see(qwixx, rest(dice))

    assert isinstance(verdict.event, Rolled)
    assert Die("red", "3") in verdict.event.dice
    assert (again.event, again.words) == (None, ())


def test_dice_taken_from_a_throw_held_back_are_not_asked_to_be_rolled_again(qwixx, seen, rest):
    """The table holds the throw for a die that may lean; the game takes it, and it lies there."""
    referee = Referee()
    held = rest(_six(seen), phase=Phase.COCKED)
    verdict = referee.see(qwixx, held)
    qwixx.enter(verdict.event, "camera")
    again = referee.see(qwixx, held)

    assert isinstance(verdict.event, Rolled)
    assert (again.event, again.words) == (None, ())


def test_a_missing_die_is_named(qwixx, seen, rest):
    """Five of six dice: the red one is missing."""
    dice = [die for die in _six(seen) if die.colour != "red"]
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert verdict.event is None
    assert _keys(verdict) == ["missing"]
    assert _args(verdict)["expected"] == 6
    assert _args(verdict)["seen"] == 5
    assert [m.key for m in _args(verdict)["dice"]] == ["core.colour.red"]


def test_a_die_that_was_overlooked_completes_the_throw(qwixx, seen, rest):
    """The sixth die is found later; no new throw is needed."""
    referee = Referee()
    dice = _six(seen)
    referee.see(qwixx, rest(dice[:5], throw=1))
    verdict = referee.see(qwixx, rest(dice, count=2))

    assert verdict.event is not None


def test_two_green_dice_are_told_apart_by_what_is_missing(qwixx, seen, rest):
    """Of two dice read as green, the one that may be blue is taken for blue."""
    dice = _six(seen)
    dice[5] = seen(6, "pips_6", "green", colours=(("blue", 0.4),))
    dice[4] = seen(5, "pips_5", "green", colours=(("blue", 0.02),))
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert Die("blue", "6") in verdict.event.dice
    assert Die("green", "5") in verdict.event.dice


def test_two_green_dice_that_cannot_be_told_apart_are_asked_about(qwixx, seen, rest):
    """Either might be the blue one."""
    dice = _six(seen)
    dice[5] = seen(6, "pips_6", "green", colours=(("blue", 0.3),))
    dice[4] = seen(5, "pips_5", "green", colours=(("blue", 0.3),))
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert verdict.event is None
    assert _keys(verdict) == ["which_colour"]
    assert set(verdict.tracks) == {5, 6}


def test_a_colour_nothing_speaks_for_is_not_invented(qwixx, seen, rest):
    """Two dice are surely green; none of them becomes blue."""
    dice = _six(seen, colours=("white", "white", "red", "yellow", "green", "green"))
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert verdict.event is None
    assert _keys(verdict) == ["which_colour"]
    assert _args(verdict)["missing"].key == "core.colour.blue"


def test_many_wrong_colours_are_asked_about_one_at_a_time(qwixx, seen, rest):
    """Six white dice are no wall of sentences; yet all that are in doubt are pointed at."""
    dice = _six(seen, colours=("white",) * 6)
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert verdict.event is None
    assert _keys(verdict).count("which_colour") == 1
    assert len(verdict.tracks) >= 4


def test_a_doubtful_face_is_asked_about(qwixx, seen, rest):
    """Blue 5 or 6?"""
    dice = _six(seen)
    dice[5] = seen(6, "pips_5", "blue", sure=0.5, others=(("pips_6", 0.4),))
    verdict = Referee().see(qwixx, rest(dice, throw=1))

    assert verdict.event is None
    assert _keys(verdict) == ["which_face"]
    assert verdict.tracks == (6,)


def test_a_leaning_die_is_named(qwixx, seen, rest):
    """The yellow die leans."""
    dice = _six(seen)
    dice[3] = seen(4, "unreadable", "yellow")
    verdict = Referee().see(qwixx, rest(dice, phase=Phase.COCKED))

    assert verdict.event is None
    assert _keys(verdict) == ["cocked", "missing"]
    assert _args(verdict)["die"].key == "core.colour.yellow"


def test_a_leaning_die_that_is_not_needed_may_lean(qwixx, seen, rest):
    """A seventh, black die leans; the six others count."""
    dice = [*_six(seen), seen(7, "unreadable", "black")]
    verdict = Referee().see(qwixx, rest(dice, phase=Phase.COCKED))

    assert verdict.event is not None


def test_dice_that_are_not_needed_are_ignored_aloud(qwixx, seen, rest):
    """A black die lies among the six."""
    verdict = Referee().see(qwixx, rest([*_six(seen), seen(7, "pips_4", "black")], throw=1))

    assert verdict.event is not None
    assert _keys(verdict) == ["ignored"]


def test_one_die_too_many_is_asked_about(qwixx, seen, rest):
    """Two red dice lie there."""
    verdict = Referee().see(qwixx, rest([*_six(seen), seen(7, "pips_4", "red")], throw=1))

    assert verdict.event is None
    assert _keys(verdict) == ["too_many"]


def test_dice_left_lying_are_not_a_new_roll(qwixx, seen, rest):
    """Only five of the six dice were thrown again."""
    referee = Referee()
    first = _six(seen)
    qwixx.enter(referee.see(qwixx, rest(first, throw=1)).event, "camera")
    for seat in (0, 1, 0):
        qwixx.enter(Played(seat, PASS))
    second = [*first[:1], *_six(seen, first=11)[1:]]
    refused = referee.see(qwixx, rest(second, throw=2, kept=(1,), count=2))
    third = _six(seen, first=21)
    taken = referee.see(qwixx, rest(third, throw=3, count=3))

    assert refused.event is None
    assert _keys(refused) == ["not_rolled"]
    assert taken.event is not None


def test_dice_that_lie_there_already_are_not_taken_unasked(qwixx, seen, rest):
    """Nobody threw them for this roll; reading them on request is fine."""
    referee = Referee()
    view = rest(_six(seen), phase=Phase.MOVED)
    verdict = referee.see(qwixx, view)
    asked = referee.read(qwixx, qwixx.state, view)

    assert verdict.event is None
    assert _keys(verdict) == ["early"]
    assert asked.event is not None


def test_nothing_is_said_while_dice_roll(qwixx, seen, rest):
    """Words wait until the dice lie."""
    verdict = Referee().see(qwixx, rest(_six(seen)[:2], phase=Phase.ROLLING))

    assert (verdict.event, verdict.words) == (None, ())


def test_kept_dice_of_a_second_roll_are_told(games, seen, rest):
    """My Shelfie: two dice are rolled again, the others stay."""
    session = Session(games["my_shelfie_dice"], ["Ann", "Ben"], {})
    referee = Referee()
    wanted = len(session.awaits().kinds)
    dice = [seen(n + 1, "shelfie_cat") for n in range(wanted)]
    session.enter(referee.see(session, rest(dice, throw=1)).event, "camera")
    call = session.awaits()
    again = [*dice[:-1], seen(20, "shelfie_book")]
    verdict = referee.see(session, rest(again, throw=2, kept=range(1, wanted), count=2))

    assert call.may_keep
    assert len(verdict.event.kept) == wanted - 1
    assert len(verdict.event.dice) == wanted
