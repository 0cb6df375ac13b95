"""The automaton from readings to throws, on scripted tables."""

from __future__ import annotations

from dicecam.sight import Box
from dicecam.table.view import Phase


def test_a_throw_is_reported_once_soon_after_it_lies(script, play, die):
    """Two dice roll in, come to rest at different times, and count once."""
    dice = [die("red", 1.2, 300, 200, "pips_4"), die("blue", 1.5, 380, 260, "pips_2")]
    played = play(script(dice), 4)

    (throw,) = played.throws
    assert sorted(seen.face for seen in throw.dice) == ["pips_2", "pips_4"]
    assert 1.5 <= throw.time_s <= 2.0
    assert played.phases() == [Phase.NO_DICE, Phase.ROLLING, Phase.SETTLING, Phase.SETTLED]


def test_a_still_table_is_hardly_looked_at(script, play, die):
    """Once the votes are in, the models rest."""
    played = play(script([die("red", 1.0, 300, 200, "pips_4")]), 9)

    assert played.looks < 45


def test_a_hand_passing_over_is_no_throw(script, play, die):
    """A hand comes and goes, the dice stay."""
    dice = [die("red", 1.0, 300, 200, "pips_4"), die("blue", 1.0, 380, 260, "pips_2")]
    hand = Box(0, 150, 420, 330)
    played = play(script(dice, hands=[(2.0, 3.0, hand)]), 5)

    assert len(played.throws) == 1
    assert played.phases(2.2, 2.9) == [Phase.HANDS]
    assert played.views[-1].phase is Phase.SETTLED


def test_nothing_is_reported_while_a_hand_is_there(script, play, die):
    """A throw that settles beside a hand waits until the hand has gone."""
    dice = [die("red", 1.0, 450, 200, "pips_4")]
    played = play(script(dice, hands=[(0.6, 2.5, Box(0, 100, 200, 300))]), 4)

    (throw,) = played.throws
    assert 2.5 <= throw.time_s <= 3.1


def test_a_nudge_is_no_throw(script, play, die):
    """A die is pushed by a few millimetres without turning over."""
    nudged = die("red", 1.0, 300, 200, "pips_4", then=[(2.0, 300.0, 200.0), (2.2, 318.0, 206.0)])
    played = play(script([nudged, die("blue", 1.0, 380, 260, "pips_2")]), 4)

    assert len(played.throws) == 1
    assert played.views[-1].phase is Phase.MOVED
    assert [d.track for d in played.views[-1].dice] == [d.track for d in played.throws[0].dice]


def test_a_second_throw_of_the_same_faces_counts(script, play, die):
    """All dice are taken up and thrown again, and by chance show the same."""
    dice = [
        die(
            "red",
            1.0,
            300,
            200,
            "pips_4",
            then=[(2.0, None, None), (2.6, -20.0, 240.0), (3.2, 290.0, 260.0)],
        ),
        die(
            "blue",
            1.0,
            380,
            260,
            "pips_2",
            then=[(2.0, None, None), (2.6, -20.0, 240.0), (3.2, 400.0, 180.0)],
        ),
    ]
    played = play(script(dice), 5)

    assert len(played.throws) == 2
    assert played.throws[1].kept == ()


def test_one_die_rolled_again_leaves_the_others_kept(script, play, die):
    """A die is taken, thrown again and lands elsewhere."""
    again = [(2.0, None, None), (2.8, -20.0, 300.0), (3.4, 350.0, 330.0)]
    dice = [
        die("red", 1.0, 300, 200, "pips_4", then=again, faces=[(2.5, "pips_6")]),
        die("blue", 1.0, 380, 260, "pips_2"),
    ]
    played = play(script(dice), 5)

    assert len(played.throws) == 2
    second = played.throws[1]
    assert [d.colour for d in second.dice if d.track in second.kept] == ["blue"]
    assert [d.face for d in second.thrown] == ["pips_6"]


def test_a_cocked_die_holds_the_throw(script, play, die):
    """A leaning die shows nothing; once it was tapped the throw counts."""
    leaning = die(
        "red",
        1.0,
        300,
        200,
        "unreadable",
        then=[(2.5, 300.0, 200.0), (2.6, 306.0, 203.0)],
        faces=[(2.5, "pips_3")],
    )
    played = play(script([leaning, die("blue", 1.0, 380, 260, "pips_2")]), 4)

    assert played.at(2.2).phase is Phase.COCKED
    (throw,) = played.throws
    assert throw.time_s > 2.6
    assert sorted(seen.face for seen in throw.dice) == ["pips_2", "pips_3"]


def test_taken_dice_clear_the_table(script, play, die):
    """After the dice were taken the table is clear, and the next throw starts afresh."""
    dice = [die("red", 1.0, 300, 200, "pips_4", then=[(2.0, None, None)])]
    played = play(script(dice), 3.5)

    assert len(played.throws) == 1
    assert played.views[-1].phase is Phase.CLEARED
    assert played.views[-1].rest == 2


def test_light_that_changes_is_no_motion(script, play, die):
    """The exposure jumps; the dice stay where they are."""
    dice = [die("red", 1.0, 300, 200, "pips_4"), die("blue", 1.0, 380, 260, "pips_2")]
    played = play(script(dice, light=[(2.0, 9.0, 0.8)]), 3.5)

    assert len(played.throws) == 1
    assert played.phases(1.9) == [Phase.SETTLED]


def test_a_bumped_camera_moves_all_dice_and_throws_none(script, play, die):
    """All dice seem to jump the same way."""
    dice = [die("red", 1.0, 300, 200, "pips_4"), die("blue", 1.0, 380, 260, "pips_2")]
    played = play(script(dice, shift=[(2.0, 37.0, 12.0)]), 4)

    assert len(played.throws) == 1
    assert played.views[-1].phase is Phase.MOVED


def test_dice_thrown_while_none_are_awaited_are_not_reported(script, play, die):
    """Unarmed, the table is followed but nothing counts."""
    played = play(script([die("red", 1.0, 300, 200, "pips_4")]), 3, arm=lambda time_s: False)

    assert played.throws == []
    assert played.views[-1].phase is Phase.MOVED
