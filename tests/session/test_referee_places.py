"""Dice at places: the square of MémoDiXe and the pawns of Dekaxex."""

from __future__ import annotations

import pytest

from dicecam.dice import Die
from dicecam.rules.core import Action, Arranged, Played
from dicecam.session.referee import Referee
from dicecam.session.session import Session
from dicecam.table.view import Phase

SYMBOLS = ("sun", "pi", "smiley", "bomb", "pirate", "sun", "pi", "smiley", "bomb")


def _keys(verdict):
    return [message.key.removeprefix("core.referee.") for message in verdict.words]


class _Table:
    """Dice on a table that are turned and moved, and the views of it."""

    def __init__(self, seen, rest):
        self._seen, self._rest = seen, rest
        self.dice = {}
        self.count = 0

    def lay(self, track, face, at, colour="white"):
        self.dice[track] = (face, at, colour)

    def turn(self, track, face):
        _, at, colour = self.dice[track]
        self.dice[track] = (face, at, colour)

    def view(self, new=True, phase=Phase.MOVED):
        self.count += new
        dice = [
            self._seen(track, face, colour, at=at)
            for track, (face, at, colour) in sorted(self.dice.items())
        ]
        return self._rest(dice, phase=phase, count=self.count)


@pytest.fixture
def table(seen, rest):
    """Return an empty table."""
    return _Table(seen, rest)


def _square(table, symbols=SYMBOLS):
    for place, symbol in enumerate(symbols):
        x, y = 400.0 + 90 * (place % 3), 200.0 + 90 * (place // 3)
        table.lay(place + 1, f"dixe_{symbol}", (x, y))


def _enter_all(session, referee, view, limit=30):
    """Let the referee see a view until it has no more events; return them."""
    events = []
    for _ in range(limit):
        verdict = referee.see(session, view)
        if verdict.event is None:
            return events, verdict
        session.enter(verdict.event, "camera")
        events.append(verdict.event)
    raise AssertionError("the referee finds events without end")


class TestSquare:
    """MémoDiXe."""

    @pytest.fixture
    def session(self, games):
        """Return a game before the dice are laid."""
        return Session(games["memodixe"], ["Ann", "Ben"], {})

    def test_nine_dice_are_laid_out(self, session, table):
        """The square is read as it lies."""
        _square(table)
        events, _ = _enter_all(session, Referee(), table.view())

        (event,) = events
        assert isinstance(event, Arranged)
        assert [die.face for _, die in event.slots] == list(SYMBOLS)

    def test_too_few_dice_make_no_square(self, session, table):
        """Four dice in a row are no square."""
        for n in range(4):
            table.lay(n + 1, "dixe_sun", (300.0 + 80 * n, 200.0))
        verdict = Referee().see(session, table.view())

        assert (verdict.event, _keys(verdict)) == (None, ["no_board"])

    def test_an_incomplete_square_names_the_empty_place(self, session, table):
        """Eight dice lie there."""
        _square(table)
        del table.dice[9]
        verdict = Referee().see(session, table.view())

        assert verdict.event is None
        assert _keys(verdict) == ["still_waiting"]
        assert dict(verdict.words[0].args)["places"] == ("9",)

    def test_a_turned_die_is_touched_and_read(self, session, table):
        """Somebody turns the die in the middle without clicking anything."""
        referee = Referee()
        _square(table)
        _enter_all(session, referee, table.view())
        table.turn(5, "dixe_aum")
        events, _ = _enter_all(session, referee, table.view())

        assert events == [
            Played(0, Action("touch", ("4",))),
            Arranged((("4", Die("dixe", "aum")),)),
        ]

    def test_a_turn_that_was_announced_is_awaited(self, session, table):
        """After a click on a place the die there has to show another face."""
        referee = Referee()
        _square(table)
        _enter_all(session, referee, table.view())
        session.play(0, Action("touch", ("4",)))
        waiting = referee.see(session, table.view())
        table.turn(1, "dixe_aum")
        wrong = referee.see(session, table.view())
        table.turn(1, "dixe_sun")
        table.turn(5, "dixe_bomb")
        right = referee.see(session, table.view())

        assert (waiting.event, waiting.words) == (None, ())
        assert _keys(wrong) == ["wrong_place"]
        assert right.event == Arranged((("4", Die("dixe", "bomb")),))

    def test_unlike_dice_have_to_be_put_back(self, session, table):
        """After two different symbols both dice are put back as they lay."""
        referee = Referee()
        _square(table)
        _enter_all(session, referee, table.view())
        table.turn(1, "dixe_aum")
        _enter_all(session, referee, table.view())
        table.turn(2, "dixe_bomb")
        events, reminded = _enter_all(session, referee, table.view())
        table.turn(1, "dixe_sun")
        half = referee.see(session, table.view())
        table.turn(2, "dixe_pi")
        done = referee.see(session, table.view())

        assert events[-1] == Arranged((("1", Die("dixe", "bomb")),))
        assert _keys(reminded) == ["put_back"]
        assert dict(half.words[0].args)["places"] == ("2",)
        assert done.words == ()

    def test_several_dice_turned_at_once_are_refused(self, session, table):
        """Only one die may be turned at a time."""
        referee = Referee()
        _square(table)
        _enter_all(session, referee, table.view())
        table.turn(1, "dixe_aum")
        table.turn(2, "dixe_aum")
        verdict = referee.see(session, table.view())

        assert (verdict.event, _keys(verdict)) == (None, ["several_turned"])

    def test_the_final_check_reads_every_die(self, session, table):
        """After a call all dice are turned; the ones that are not are named."""
        referee = Referee()
        _square(table)
        _enter_all(session, referee, table.view())
        session.play(0, Action("call"))
        hidden = ("aum", "bomb", "pirate", "sun", "smiley", "pi", "aum", "bomb", "sun")
        for track, face in list(enumerate(hidden, start=1))[:8]:
            table.turn(track, f"dixe_{face}")
        waiting = referee.see(session, table.view())
        table.turn(9, "dixe_sun")
        done = referee.see(session, table.view())

        assert _keys(waiting) == ["still_waiting"]
        assert [die.face for _, die in done.event.slots] == list(hidden)

    def test_an_unclear_die_is_named(self, session, table):
        """The die in the middle cannot be read."""
        _square(table)
        table.turn(5, "unreadable")
        verdict = Referee().see(session, table.view())

        assert (verdict.event, _keys(verdict)) == (None, ["unclear_places"])

    def test_a_turned_die_can_be_read_on_request(self, session, table):
        """The hidden face is the same as the top: only people know that it was turned."""
        referee = Referee()
        _square(table)
        _enter_all(session, referee, table.view())
        session.play(0, Action("touch", ("4",)))
        verdict = referee.read(session, session.state, table.view())

        assert verdict.event == Arranged((("4", Die("dixe", "pirate")),))

    def test_nothing_is_said_while_hands_are_there(self, session, table):
        """The square is looked at when it lies still."""
        _square(table)
        verdict = Referee().see(session, table.view(phase=Phase.HANDS))

        assert (verdict.event, verdict.words) == (None, ())


CELLS = {
    "A1": (1, -1), "A2": (2, -1), "A3": (3, -1), "B1": (0, 0), "B2": (1, 0), "B3": (2, 0),
    "B4": (3, 0), "C1": (0, 1), "C2": (1, 1), "C3": (2, 1),
}  # fmt: skip
PAWNS = {
    "A1": ("red", 6), "A2": ("blue", 6), "A3": ("red", 5), "B1": ("blue", 5), "B2": ("red", 5),
    "B3": ("blue", 5), "B4": ("red", 4), "C1": ("blue", 4), "C2": ("red", 4), "C3": ("blue", 4),
}  # fmt: skip


def _spot(cell):
    q, r = CELLS[cell]
    return 500.0 + 80 * (q + r / 2), 300.0 + 80 * 0.866 * r


class TestBoard:
    """Dekaxex."""

    @pytest.fixture
    def session(self, games):
        """Return a game before the pawns are placed."""
        return Session(games["dekaxex"], ["Ann", "Ben"], {})

    @pytest.fixture
    def battle(self, session, table):
        """Return a referee that has seen all pawns placed."""
        for track, cell in enumerate(PAWNS, start=1):
            colour, value = PAWNS[cell]
            table.lay(track, f"pips_{value}", _spot(cell), colour)
        referee = Referee()
        events, _ = _enter_all(session, referee, table.view())
        assert len(events) == 10
        return referee

    def test_pawns_laid_out_are_placed_in_turn(self, session, battle):
        """Ten pawns lie there at once; the game gets ten placements."""
        position = dict(session.game.position(session.state))

        assert {c: (d.kind, d.pips) for c, d in position.items()} == PAWNS

    def test_an_attack_is_inferred(self, session, battle, table):
        """Red 6 from A1 takes blue 5 on B1 and becomes a 5."""
        del table.dice[4]
        table.lay(1, "pips_5", _spot("B1"), "red")
        events, _ = _enter_all(session, battle, table.view())

        assert events == [Played(0, Action("attack", ("A1", "B1")))]

    def test_a_pawn_that_was_not_turned_is_pointed_out(self, session, battle, table):
        """The attacker still shows its 6."""
        del table.dice[4]
        table.lay(1, "pips_6", _spot("B1"), "red")
        verdict = battle.see(session, table.view())

        assert (verdict.event, _keys(verdict)) == (None, ["turn_to"])
        assert dict(verdict.words[0].args) == {"place": "B1", "value": 5}

    def test_a_change_without_a_legal_action_is_shown(self, session, battle, table):
        """A pawn was turned to another value."""
        table.turn(1, "pips_1")
        verdict = battle.see(session, table.view())

        assert (verdict.event, _keys(verdict)) == (None, ["differs"])

    def test_a_pawn_that_cannot_be_read_is_named(self, session, battle, table):
        """It leans."""
        table.turn(1, "unreadable")
        verdict = battle.see(session, table.view())

        assert _keys(verdict) == ["unclear_places"]

    def test_a_moved_board_is_found_again(self, session, battle, table):
        """All pawns lie elsewhere, the position is the same."""
        for track, (face, (x, y), colour) in list(table.dice.items()):
            table.lay(track, face, (x - 133.0, y + 61.0), colour)
        verdict = battle.see(session, table.view())

        assert (verdict.event, verdict.words) == (None, ())

    def test_nothing_is_said_of_a_board_that_is_not_full_yet(self, session, table):
        """Three pawns do not tell where the board is."""
        for track, cell in enumerate(("A1", "A2", "B1"), start=1):
            colour, value = PAWNS[cell]
            table.lay(track, f"pips_{value}", _spot(cell), colour)
        verdict = Referee().see(session, table.view())

        assert (verdict.event, verdict.words) == (None, ())
