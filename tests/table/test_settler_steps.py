"""The settler fed by hand: readings and motion, frame by frame."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from dicecam.dice import OTHER, UNREADABLE
from dicecam.sight import Box, SeenFace
from dicecam.table.motion import Motion
from dicecam.table.settling import STRANGE, Settler
from dicecam.table.view import Phase

SHAPE, STEP = (60, 80), 8.0
STILL = Motion(np.zeros(SHAPE, np.bool_), STEP)
JUMP = Motion(np.ones(SHAPE, np.bool_), STEP, jump=True)


def _moving(*boxes, hands=()):
    mask = np.zeros(SHAPE, np.bool_)
    for box in boxes:
        x1, y1, x2, y2 = (int(edge // STEP) for edge in box.xyxy)
        mask[y1 : y2 + 1, x1 : x2 + 1] = True
    return Motion(mask, STEP, tuple(hands))


def _die(x, y, face="pips_1", sure=0.95, found=0.6, colour="red"):
    box = Box(x - 16, y - 16, x + 16, y + 16, found)
    return SeenFace(box, face, sure, colour, 0.9, (("pips_6", (1 - sure) / 2),))


class _Feed:
    """Steps a settler at thirty frames a second."""

    def __init__(self, settler=None):
        self.settler = settler or Settler()
        self.index = 0
        self.views = []

    def __call__(self, faces, seconds=1.0, motion=STILL, left_out=()):
        for _ in range(max(1, round(seconds * 30))):
            time_s = self.index / 30
            wants = self.settler.wants_look(motion, time_s)
            seen = faces if wants else None
            view = self.settler.step(self.index, time_s, motion, seen, left_out if wants else ())
            self.views.append(view)
            self.index += 1
        return self.views[-1]

    @property
    def throws(self):
        return [view.throw for view in self.views if view.throw]


@pytest.fixture
def feed():
    """Return a settler that has seen an empty table."""
    feed = _Feed()
    feed((), 0.1, JUMP)
    return feed


def _thrown(feed, *dice):
    feed(dice, 0.2, _moving(*(die.box for die in dice)))
    return feed(dice, 1.0)


def test_something_neither_found_nor_read_surely_is_no_die(feed):
    """A checker that looks a little like a die holds no throw and is not shown."""
    view = _thrown(feed, _die(200, 200), _die(400, 200, "pips_3", sure=0.3, found=0.3))

    assert view.phase is Phase.SETTLED
    assert len(feed.throws) == 1
    assert [die.face for die in view.dice] == ["pips_1"]


def test_a_die_that_cannot_be_read_surely_holds_the_throw(feed):
    """The detector is sure that it is a die, the reader does not know its face."""
    view = _thrown(feed, _die(200, 200), _die(400, 200, "pips_5", sure=0.35))

    assert view.phase is Phase.COCKED
    assert feed.throws == []
    mended = feed((_die(200, 200), _die(400, 200, "pips_5")), 1.0, STILL)
    tapped = _thrown(feed, _die(200, 200), _die(400, 200, "pips_5"))

    assert mended.phase is Phase.COCKED
    assert tapped.phase is Phase.SETTLED
    assert len(feed.throws) == 1


def test_looks_that_contradict_each_other_hold_the_throw(feed):
    """A die is read as now this and now that, and not surely as anything."""
    sides = [_die(400, 200, face, sure=0.45) for face in ("pips_5", "pips_2", "pips_3")]
    feed((_die(200, 200), sides[0]), 0.2, _moving(sides[0].box))
    for turn in range(30):
        feed((_die(200, 200), sides[turn % 3]), 1 / 30)

    assert feed.views[-1].phase is Phase.COCKED
    assert feed.throws == []


def test_a_die_that_may_lean_holds_the_throw(feed):
    """A face leads, but the reader thinks it rather likely that the die leans."""
    leaning = replace(_die(400, 200, "pips_6", sure=0.6), others=((UNREADABLE, 0.35),))
    view = _thrown(feed, _die(200, 200), leaning)

    assert view.phase is Phase.COCKED
    assert feed.throws == []


def test_a_die_missed_by_the_last_look_in_motion_is_found_at_rest(feed):
    """Two dice lie there from a throw before; a third rolls in and is overlooked at first."""
    lying = (_die(200, 200), _die(300, 300))
    third = _die(500, 200, "pips_4")
    _thrown(feed, *lying)
    feed(lying, 0.3, _moving(third.box))
    view = feed((*lying, third), 1.0)

    assert view.phase is Phase.SETTLED
    assert len(feed.throws) == 2
    assert feed.throws[1].kept == tuple(die.track for die in feed.throws[0].dice)


def test_a_hand_that_is_lost_for_a_moment_has_not_gone(feed):
    """Between two pictures with the hand lies one in which it is not recognised."""
    dice = (_die(200, 200), _die(400, 200))
    hand = _moving(hands=(Box(330, 0, 640, 150),))
    feed(dice, 1.5, hand)
    for _ in range(8):
        feed(dice, 2 / 30)
        feed(dice, 0.3, hand)
    held = list(feed.throws)
    view = feed(dice, 1.0)

    assert held == []
    assert view.phase is Phase.SETTLED
    assert len(feed.throws) == 1


def test_a_table_in_motion_is_not_looked_at_in_every_frame(feed):
    """Ten looks a second are enough to follow rolling dice."""
    looks = sum(
        feed.settler.wants_look(motion, time_s)
        and feed.settler.step(0, time_s, motion, ()) is not None
        for time_s, motion in ((1 + n / 30, _moving(Box(0, 0, 90, 90))) for n in range(30))
    )

    assert looks == 10


def test_an_overlooked_die_is_no_new_throw(feed):
    """A die that is found where nothing moved had been there all the time."""
    _thrown(feed, _die(200, 200))
    rest = feed.views[-1].rest
    view = feed((_die(200, 200), _die(400, 200)), 7.0)

    assert len(feed.throws) == 1
    assert view.phase is Phase.SETTLED
    assert len(view.dice) == 2
    assert view.rest == rest + 1


def test_a_die_that_is_merely_not_found_is_still_there(feed):
    """Nothing moved where it lay."""
    _thrown(feed, _die(200, 200), _die(400, 200))
    view = feed((_die(200, 200),), 12.0)

    assert len(view.dice) == 2
    assert view.phase is Phase.SETTLED


def test_a_die_that_is_lifted_and_put_back_is_no_throw(feed):
    """It was away for two seconds and lies where it lay."""
    dice = (_die(200, 200), _die(400, 200, "pips_4"))
    _thrown(feed, *dice)
    feed(dice[:1], 0.2, _moving(dice[1].box))
    away = feed(dice[:1], 2.0)
    back = _thrown(feed, *dice)

    assert away.phase is Phase.MOVED
    assert len(away.dice) == 1
    assert back.phase is Phase.MOVED
    assert len(feed.throws) == 1


def test_dice_under_a_hand_are_remembered(feed):
    """A hand lies over one die for a while; nothing has happened to it."""
    dice = (_die(200, 200), _die(400, 200, "pips_4"))
    _thrown(feed, *dice)
    hand = Box(330, 100, 640, 400)
    covered = feed(dice[:1], 1.5, _moving(dice[1].box, hands=(hand,)))
    after = _thrown(feed, *dice)

    assert covered.phase is Phase.HANDS
    assert covered.blocked
    assert len(covered.dice) == 2
    assert after.phase is Phase.SETTLED
    assert len(feed.throws) == 1


def test_something_that_never_stops_moving_elsewhere_holds_no_throw_for_ever(feed):
    """A clock's display flickers in the corner."""
    die = _die(200, 200)
    clock = Box(560, 400, 620, 440)
    feed((die,), 0.2, _moving(die.box, clock))
    early = feed((die,), 0.5, _moving(clock))
    late = feed((die,), 2.5, _moving(clock))

    assert early.phase is Phase.ROLLING
    assert late.phase is Phase.SETTLED
    assert len(feed.throws) == 1


def test_a_die_that_rolls_for_long_is_waited_for(feed):
    """One die lies, another is taken and rolls far; the last look in motion misses it."""
    lying, taken = _die(200, 200), _die(400, 200)
    _thrown(feed, lying, taken)
    hand = Box(330, 0, 640, 300)
    feed((lying,), 1.5, _moving(taken.box, hands=(hand,)))
    for step in range(10):
        rolling = _die(420 + 8 * step, 120 + 25 * step, f"pips_{1 + step % 6}")
        shown = (lying, rolling) if step in {3, 8} else (lying,)
        feed(shown, 0.1, _moving(rolling.box))
    view = feed((lying, _die(492, 345, "pips_4")), 1.0)
    phases = {view.phase for view in feed.views if view.time_s >= 1.5}

    assert Phase.MOVED not in phases
    assert view.phase is Phase.SETTLED
    assert [len(throw.dice) for throw in feed.throws] == [2, 2]
    assert feed.throws[1].kept == (feed.throws[0].dice[0].track,)


def test_what_was_found_while_a_clock_flickers_is_looked_at_again_when_it_stops(feed):
    """Patience has run out with a die overlooked that came to lie meanwhile."""
    lying, late = _die(200, 200), _die(400, 200, "pips_4")
    clock = Box(560, 400, 620, 440)
    feed((lying,), 0.2, _moving(lying.box, clock))
    feed((lying,), 3.0, _moving(clock))
    feed((lying,), 0.1, _moving(late.box))
    view = feed((lying, late), 1.0)

    assert view.phase is Phase.SETTLED
    assert [len(throw.dice) for throw in feed.throws] == [1, 2]


def test_a_die_that_one_look_found_and_the_next_did_not_is_sought_again(feed):
    """The throw waits until it is clear whether it is there."""
    dice = (_die(200, 200), _die(400, 200))
    feed(dice[:1], 0.2, _moving(*(die.box for die in dice)))
    for shown in (dice[:1], dice, dice[:1]):
        feed(shown, 1 / 30)
    view = feed(dice, 1.0)

    assert view.phase is Phase.SETTLED
    assert [len(throw.dice) for throw in feed.throws] == [2]


def test_a_die_that_is_not_found_in_some_looks_is_part_of_the_throw(feed):
    """It lies there and nothing moves; the detector overlooks it for a third of a second."""
    dice = (_die(200, 200), _die(400, 200, "pips_4"))
    feed(dice, 0.2, _moving(*(die.box for die in dice)))
    feed(dice, 4 / 30)
    feed(dice[:1], 10 / 30)
    view = feed(dice, 1.0)

    assert view.phase is Phase.SETTLED
    assert [len(throw.dice) for throw in feed.throws] == [2]


def test_a_symbol_among_pips_is_taken_for_the_pips_it_resembles(feed):
    """The other dice tell which set of dice this is."""
    others = (("pips_1", 0.42), ("pips_4", 0.02))
    sun = replace(_die(400, 200, "dixe_sun", sure=0.5), others=others)
    _thrown(feed, _die(200, 200), _die(300, 300, "pips_5"), sun)

    assert [die.face for die in feed.throws[0].dice] == ["pips_1", "pips_5", "pips_1"]


def test_what_came_with_the_dice_and_shows_no_face_holds_the_throw(feed):
    """A throw without it would be a wrong one; after a hand was there it holds no other."""
    die, strange = _die(200, 200), _die(400, 200, OTHER)
    feed((die,), 0.2, _moving(die.box, strange.box), (strange,))
    held = feed((die,), 1.0, STILL, (strange,))
    hand = Box(330, 0, 640, 150)
    feed((die,), 0.5, _moving(hand, hands=(hand,)), (strange,))
    view = feed((die,), 1.0, STILL, (strange,))
    again = _die(300, 100, "pips_6")
    feed((), 0.7, _moving(die.box, again.box), (strange,))
    feed((again,), 1.0, STILL, (strange,))

    assert held.phase is Phase.COCKED
    assert [die.face for die in held.dice] == ["pips_1", UNREADABLE]
    assert held.dice[1].track >= STRANGE
    assert view.phase is Phase.MOVED
    assert [[die.face for die in throw.dice] for throw in feed.throws] == [["pips_6"]]


def test_what_lay_there_before_the_dice_and_shows_no_face_is_none(feed):
    """A checker of a board game lies on the table all the time; a die rolls past it."""
    die, checker = _die(200, 200), _die(400, 200, OTHER)
    feed((), 1.0, STILL, (checker,))
    feed((die,), 0.2, _moving(die.box, checker.box), (checker,))
    view = feed((die,), 1.0, STILL, (checker,))

    assert view.phase is Phase.SETTLED
    assert len(feed.throws) == 1


def test_what_nothing_touched_and_shows_no_face_holds_no_throw(feed):
    """A pattern of the cloth begins to look like a die when others roll past."""
    die, pattern = _die(200, 200), _die(400, 300, "pips_3", 0.3)
    again = _die(300, 100, "pips_2")
    _thrown(feed, die)
    feed((again,), 0.2, _moving(die.box, again.box))
    feed((again, pattern), 1.0)

    assert [[die.face for die in throw.dice] for throw in feed.throws] == [["pips_1"], ["pips_2"]]


def test_a_fleeting_reading_of_a_rolling_die_is_forgotten_at_once(feed):
    """It is found once and never again."""
    die = _die(300, 300)
    feed((die,), 0.03, _moving(die.box))
    feed((), 0.1, _moving(die.box))
    view = feed((), 0.5)

    assert view.dice == ()
    assert view.phase is Phase.NO_DICE


def test_a_flickering_die_is_not_counted(feed):
    """It is found in every third look only."""
    dice = (_die(200, 200), _die(400, 200))
    for number in range(60):
        shown = dice if number % 3 == 0 else dice[:1]
        feed(shown, 0.03, _moving(dice[0].box) if number < 5 else STILL)
        feed.settler._unseen = True

    assert all(len(throw.dice) == 1 for throw in feed.throws)


def test_a_thrown_die_that_is_followed_gets_a_new_number(feed):
    """It rolls across the table in plain sight."""
    _thrown(feed, _die(100, 200))
    first = feed.throws[0].dice[0].track
    for step in range(1, 8):
        die = _die(100 + 30 * step, 200, f"pips_{1 + step % 6}")
        feed((die,), 0.03, _moving(die.box))
    feed((_die(310, 200, "pips_3"),), 1.0)

    assert len(feed.throws) == 2
    assert feed.throws[1].dice[0].track != first
    assert feed.throws[1].kept == ()


def test_a_hand_over_a_die_does_not_make_it_forget_its_face(feed):
    """While votes are taken anew the old reading is shown."""
    _thrown(feed, _die(200, 200, "pips_4"))
    view = feed((_die(200, 200, "pips_2", sure=0.6),), 0.03, _moving(_die(200, 200).box))

    assert [die.face for die in view.dice] == ["pips_4"]


def test_a_cocked_die_that_is_put_flat_as_it_lay_ends_the_hold(feed):
    """A die at rest is tilted and laid back: nothing was thrown."""
    _thrown(feed, _die(200, 200, "pips_4"))
    tilted = _die(214, 200, "unreadable")
    feed((tilted,), 0.2, _moving(tilted.box))
    held = feed((tilted,), 1.0)
    back = _thrown(feed, _die(200, 200, "pips_4"))

    assert held.phase is Phase.COCKED
    assert back.phase is Phase.MOVED
    assert len(feed.throws) == 1


def test_places_come_from_the_map():
    """With a table map the dice lie at its millimetres."""

    class Halved:
        def to_mm(self, points):
            return points / 2

    feed = _Feed(Settler(places=Halved()))
    feed((), 0.1, JUMP)
    view = _thrown(feed, _die(200, 100))

    assert view.dice[0].centre_mm == pytest.approx((100.0, 50.0))


def test_another_picture_size_in_between_is_survived(feed):
    """The motion mask changes its shape."""
    _thrown(feed, _die(200, 200))
    other = replace(JUMP, moving=np.ones((30, 40), np.bool_))
    feed((_die(200, 200),), 0.1, _moving(_die(200, 200).box))
    view = feed((_die(200, 200),), 0.03, other)
    after = feed((_die(200, 200),), 1.0, Motion(np.zeros((30, 40), np.bool_), STEP))

    assert view.phase is Phase.ROLLING
    assert after.phase is Phase.SETTLED


def test_before_a_camera_dice_thrown_onto_an_empty_table_count():
    """Dice that lie there from the start do not; those that come later do."""
    empty, laid = (_Feed(Settler(first_counts=False)) for _ in range(2))
    empty((), 0.1, JUMP)
    empty((), 1.0)
    _thrown(empty, _die(200, 200))
    laid((_die(200, 200),), 0.1, JUMP)
    laid((_die(200, 200),), 1.0)

    assert len(empty.throws) == 1
    assert laid.throws == []
    assert laid.views[-1].phase is Phase.MOVED


def test_a_die_that_is_found_again_where_another_lay_is_a_new_one(feed):
    """A red die is taken; a blue one with another face is thrown to the same place."""
    red, blue = _die(200, 200), _die(200, 200, "pips_4", colour="blue")
    still = _die(400, 300, "pips_2")
    _thrown(feed, red, still)
    first = {die.colour: die.track for die in feed.throws[0].dice}
    feed((still,), 1.0, _moving(red.box))
    view = _thrown(feed, blue, still)

    assert view.phase is Phase.SETTLED
    assert len(feed.throws) == 2
    assert feed.throws[1].dice[-1].colour == "blue"
    assert feed.throws[1].dice[-1].track not in first.values()
    assert feed.throws[1].dice[0].others == (("pips_6", pytest.approx(0.025)),)


def test_something_faint_is_given_up_after_enough_looks(feed):
    """What is neither found nor read surely delays no throw that comes later."""
    faint = _die(400, 200, "pips_3", sure=0.3, found=0.3)
    rolling = _die(200, 200)
    feed((faint,), 1.5, _moving(rolling.box))
    view = _thrown(feed, faint, rolling)

    assert view.phase is Phase.SETTLED
    assert [die.face for die in feed.throws[0].dice] == ["pips_1"]
    assert not feed.settler.wants_look(STILL, view.time_s + 0.1)


def test_a_known_track_with_another_die_gets_a_new_number(feed):
    """A red die is rolled again and followed all the way: it is a new one when it lies."""
    _thrown(feed, _die(200, 200), _die(400, 300, "pips_2", colour="blue"))
    before = {die.track for die in feed.throws[0].dice}
    for step in range(1, 9):
        rolling = _die(200 + 12 * step, 200, "pips_4")
        feed((rolling, _die(400, 300, "pips_2", colour="blue")), 0.1, _moving(rolling.box))
    feed((rolling, _die(400, 300, "pips_2", colour="blue")), 1.0)

    assert len(feed.throws) == 2
    assert len({die.track for die in feed.throws[1].dice} - before) == 1
