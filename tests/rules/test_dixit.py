"""Dixit: what vectors do not show, secrecy, dice votes, every option, and invariants."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from dicecam.dice import Die
from dicecam.errors import IllegalActionError, SettingsError, UnexpectedRollError
from dicecam.messages import Message, load_catalogue
from dicecam.rules.core import Played, Rolled, Ticked
from dicecam.rules.games._dixit_state import COLOURS, Phase, turn_points
from dicecam.rules.games.dixit import create
from dicecam.rules.notation import format_action, parse_action
from dicecam.rules.replay import random_game
from dicecam.rules.sheet import Layout, Mark
from dicecam.rules.vectors import run_vectors

GAME = create({})
ENGLISH = load_catalogue("en")


def play(state, *moves):
    """Return the state after moves such as `0 clue:phrase`."""
    for move in moves:
        seat, action = move.split(" ")
        state = GAME.apply(state, Played(int(seat), parse_action(action)))
    return state


def voting(seats=4, storyteller=0, **options):
    """Return the position in which cards lie and nobody has voted."""
    state = play(GAME.setup(seats, options), f"{storyteller} clue:phrase")
    others = [seat for seat in range(seats) if seat != storyteller]
    count = 2 if seats == 3 else 1
    return play(state, *(f"{seat} give:{count}" for seat in others), f"{storyteller} lay_out")


def table(votes, claims, scores=None, deck=20, phase=Phase.SCORE, **options):
    """Return a position with votes and owners; the storyteller is seat 0 and owns card 1."""
    state = voting(len(votes), **options)
    return replace(
        state,
        phase=phase,
        votes=tuple(votes),
        claims=tuple(claims),
        scores=tuple(scores or state.scores),
        deck_left=deck,
    )


def own_each(seats):
    """Return claims in which seat n owns card n + 1, three players two cards each."""
    return ((1,), (2, 3), (4, 5)) if seats == 3 else tuple((n,) for n in range(1, seats + 1))


def refusal(state, move):
    """Return the code with which a move is refused; its sentence has to exist."""
    with pytest.raises(IllegalActionError) as caught:
        play(state, move)
    assert "[" not in ENGLISH.say(caught.value.message)
    return caught.value.reason


def dice(state, *pips, seats=None):
    """Return the throw of the voters' dice."""
    voters = state.voters if seats is None else seats
    return Rolled(tuple(Die(COLOURS[seat], str(n)) for seat, n in zip(voters, pips, strict=True)))


def roll_refusal(state, event):
    """Return the code with which dice are refused."""
    with pytest.raises(UnexpectedRollError) as caught:
        GAME.apply(state, event)
    assert "[" not in ENGLISH.say(caught.value.message)
    return caught.value.reason


def legal(state, seat):
    """Return the texts of a seat's actions."""
    return [format_action(action) for action in GAME.legal_actions(state, seat)]


def said(messages):
    """Return messages in English."""
    return [ENGLISH.say(message) for message in messages]


def test_first_to_announce_a_clue_becomes_storyteller():
    """In the first turn everybody may begin; later only the player to the left."""
    start = GAME.setup(4, {})
    told = play(start, "2 clue:song")
    later = replace(start, round=2, storyteller=1)

    assert GAME.to_act(start) == frozenset(range(4))
    assert legal(start, 3) == ["clue:mime", "clue:phrase", "clue:song"]
    assert (told.storyteller, told.clue, told.hands) == (2, "song", (6, 6, 5, 6))
    assert GAME.to_act(later) == frozenset({1})
    assert refusal(later, "2 clue:song") == "NOT_STORYTELLER"


@pytest.mark.parametrize(
    ("chosen", "kinds"),
    [
        ("phrase", ["clue:phrase"]),
        ("song", ["clue:song"]),
        ("mime", ["clue:mime"]),
        ("phrase_song", ["clue:phrase", "clue:song"]),
        ("phrase_mime", ["clue:mime", "clue:phrase"]),
        ("song_mime", ["clue:mime", "clue:song"]),
        ("phrase_song_mime", ["clue:mime", "clue:phrase", "clue:song"]),
    ],
)
def test_kinds_of_clue_are_those_agreed_on(chosen, kinds):
    """Other kinds are not offered and are refused."""
    state = GAME.setup(3, {"clue_kinds": chosen})

    assert legal(state, 0) == kinds
    for kind in {"clue:phrase", "clue:song", "clue:mime"} - set(kinds):
        assert refusal(state, f"0 {kind}") == "CLUE_KIND_NOT_ALLOWED"


@pytest.mark.parametrize(("seats", "count"), [(3, 2), (4, 1), (5, 1), (6, 1)])
def test_everybody_but_the_storyteller_gives_cards_once(seats, count):
    """Two cards with three players, else one; then the storyteller lays them out."""
    state = play(GAME.setup(seats, {}), "1 clue:phrase")
    once = play(state, f"0 give:{count}")

    assert legal(state, 0) == [f"give:{count}"]
    assert legal(state, 1) == []
    assert refusal(state, f"0 give:{3 - count}") == "WRONG_CARD_COUNT"
    assert refusal(once, f"0 give:{count}") == "WRONG_CARD_COUNT"
    assert refusal(state, "1 give:1") == "STORYTELLER_GIVES_NO_CARD"
    done = play(once, *(f"{seat} give:{count}" for seat in range(2, seats)))
    assert (done.phase, GAME.to_act(done)) == (Phase.LAYOUT, frozenset({1}))
    assert refusal(done, "0 lay_out") == "NOT_STORYTELLER"
    assert play(done, "1 lay_out").phase is Phase.VOTE
    assert sum(done.hands) == {3: 21, 4: 24, 5: 30, 6: 36}[seats] - (5 if seats == 3 else seats)


@pytest.mark.parametrize("move", ["0 vote:1", "0 claim:1", "0 reveal", "0 score", "0 refill"])
@pytest.mark.parametrize("phase", [Phase.CLUE, Phase.GIVE, Phase.LAYOUT])
def test_later_steps_are_refused_before_the_cards_lie(phase, move):
    """The order of the turn is kept."""
    assert refusal(replace(GAME.setup(4, {}), phase=phase), move) == "WRONG_PHASE"


@pytest.mark.parametrize("move", ["1 clue:phrase", "1 give:1", "0 lay_out", "0 refill"])
def test_earlier_and_later_steps_are_refused_while_votes_are_cast(move):
    """Neither back nor ahead."""
    assert refusal(voting(), move) == "WRONG_PHASE"


@pytest.mark.parametrize("move", ["9 vote:1", "1 dance", "1 dance:1", "1 vote:1,2", "1 vote"])
def test_nonsense_is_refused(move):
    """A seat that is not there, or a verb of another form."""
    assert refusal(voting(), move) in ("WRONG_PHASE", "UNKNOWN_ACTION")
    assert GAME.legal_actions(voting(), 9) == ()


def test_votes_are_secret_and_changeable_until_the_reveal():
    """A vote replaces the one before; the reveal waits for all and is the storyteller's."""
    state = play(voting(), "1 vote:3", "1 vote:4")

    assert state.votes == (0, 4, 0, 0)
    assert refusal(state, "1 vote:4") == "SAME_VOTE"
    assert refusal(state, "1 vote:5") == "NO_SUCH_CARD"
    assert refusal(state, "0 vote:1") == "STORYTELLER_CANNOT_VOTE"
    assert refusal(state, "0 reveal") == "VOTES_INCOMPLETE"
    assert refusal(state, "0 score") == "VOTES_INCOMPLETE"
    full = play(state, "2 vote:4", "3 vote:1")
    assert "reveal" in legal(full, 0)
    assert refusal(full, "1 reveal") == "NOT_STORYTELLER"
    shown = play(full, "0 reveal")
    assert shown.phase is Phase.REVEAL
    assert refusal(shown, "1 vote:3") == "VOTES_ALREADY_REVEALED"


def test_own_card_cannot_be_voted_for_once_it_is_noted():
    """A player may note his own card in secret before he votes, and take the note back."""
    noted = play(voting(), "1 claim:2")

    assert refusal(noted, "1 vote:2") == "OWN_CARD"
    assert "vote:2" not in legal(noted, 1)
    assert refusal(noted, "1 claim:2") == "WRONG_CARD_COUNT"
    assert refusal(noted, "1 claim:3") == "WRONG_CARD_COUNT"
    assert refusal(noted, "1 claim:7") == "NO_SUCH_CARD"
    assert refusal(noted, "2 unclaim:2") == "NOT_CLAIMED"
    assert play(noted, "1 unclaim:2") == voting()


def test_owners_are_told_after_the_reveal_and_offenders_vote_again():
    """A vote on an own card shows at the reveal; scoring waits for another vote."""
    shown = play(voting(), "1 vote:2", "2 vote:1", "3 vote:1", "0 reveal")
    told = play(shown, "0 claim:1", "1 claim:2", "2 claim:3", "3 claim:4")

    assert refusal(shown, "0 score") == "VOTES_INCOMPLETE"
    assert refusal(play(shown, "0 claim:1"), "1 claim:1") == "CARD_TAKEN"
    assert "claim:1" not in legal(play(shown, "0 claim:1"), 1)
    assert refusal(play(shown, "0 claim:1"), "0 unclaim:1") == "VOTES_ALREADY_REVEALED"
    assert (told.phase, told.offenders) == (Phase.REVEAL, (1,))
    assert GAME.to_act(told) == frozenset({1})
    assert legal(told, 1) == ["vote:1", "vote:3", "vote:4"]
    assert refusal(told, "0 score") == "OWN_CARD"
    again = play(told, "1 vote:3")
    assert again.phase is Phase.SCORE
    assert GAME.to_act(again) == frozenset({0})


def test_news_tell_votes_and_offenders_at_the_reveal_only():
    """Nothing is told of a secret vote; at the reveal everything is."""
    before = play(voting(), "1 vote:2", "2 vote:1")
    full = play(before, "3 vote:1")
    shown = play(full, "0 reveal")
    offended = play(shown, "1 claim:2")

    assert GAME.news(before, Played(3, parse_action("vote:1")), full) == ()
    assert said(GAME.news(full, Played(0, parse_action("reveal")), shown)) == [
        "player 2 voted for card 2.",
        "player 3 voted for card 1.",
        "player 4 voted for card 1.",
    ]
    told = GAME.news(shown, Played(1, parse_action("claim:2")), offended)
    assert said(told) == ["player 2's vote lies on a card of his own: he must vote again."]
    further = play(offended, "0 claim:1")
    assert GAME.news(offended, Played(0, parse_action("claim:1")), further) == ()


def test_card_claimed_twice_in_secret_has_to_be_claimed_again():
    """Before the reveal nobody learns of the other claim; then both are dropped and told."""
    noted = play(voting(), "0 claim:1", "1 claim:2", "2 claim:2", "3 claim:4")
    full = play(noted, "1 vote:1", "2 vote:1", "3 vote:1")
    shown = play(full, "0 reveal")

    assert shown.claims == ((1,), (), (), (4,))
    assert shown.phase is Phase.REVEAL
    told = GAME.news(full, Played(0, parse_action("reveal")), shown)
    assert Message.of("dixit.news.claimed_twice", number=2) in told
    assert play(shown, "1 claim:2", "2 claim:3").phase is Phase.SCORE


def hidden_variants():
    """Yield pairs of positions that differ only in what seats other than `seat` hold in secret."""
    for seats in (3, 4, 6):
        base = voting(seats)
        rng = random.Random(seats)
        for _ in range(12):
            first, second = (secrets(base, rng) for _ in range(2))
            for seat in range(seats):
                mixed = replace(
                    second,
                    votes=swapped(second.votes, first.votes, seat),
                    claims=swapped(second.claims, first.claims, seat),
                )
                yield seat, first, mixed


def secrets(base, rng):
    """Return a position with random secret votes and claims; who has voted stays the same."""
    numbers = list(base.numbers)
    votes = tuple(
        rng.choice(numbers) if seat in base.voters else 0 for seat in range(len(base.scores))
    )
    claims = tuple(
        tuple(sorted(rng.sample(numbers, k=rng.randint(0, base.quota(seat)))))
        for seat in range(len(base.scores))
    )
    return replace(base, votes=votes, claims=claims)


def swapped(others, mine, seat):
    """Return values of others with the own one of a seat."""
    return (*others[:seat], mine[seat], *others[seat + 1 :])


def test_what_a_seat_sees_does_not_tell_others_secrets():
    """Sheets, options and the call for dice are equal when only other seats' secrets differ."""
    compared = 0
    for seat, first, mixed in hidden_variants():
        compared += first != mixed

        assert GAME.sheet(first, seat) == GAME.sheet(mixed, seat)
        assert GAME.legal_actions(first, seat) == GAME.legal_actions(mixed, seat)
        assert GAME.to_act(first) == GAME.to_act(mixed)
        assert GAME.awaits(first) == GAME.awaits(mixed)
        assert GAME.scores(first) == GAME.scores(mixed)
    assert compared > 100


def test_announcements_hide_numbers_until_the_reveal():
    """What the history says of a secret action is the same whatever its number."""
    state = voting()
    for verb in ("vote", "claim", "unclaim"):
        first, second = (GAME.announce(state, parse_action(f"{verb}:{n}")) for n in (1, 2))
        assert first == second
        assert "[" not in ENGLISH.say(first)
        shown = GAME.announce(replace(state, phase=Phase.REVEAL), parse_action(f"{verb}:2"))
        assert "2" in ENGLISH.say(shown)


def test_own_vote_and_cards_show_on_the_own_sheet():
    """A click on a card votes; once votes lie open it says whose the card is."""
    state = play(voting(), "1 claim:2", "1 vote:3")
    cards = GAME.sheet(state, 1).rows[0].cells

    assert GAME.sheet(state, 1).layout is Layout.TRACK
    assert [cell.mark for cell in cards] == [Mark.OPEN, Mark.CLOSED, Mark.MARKED, Mark.OPEN]
    assert [cell.action for cell in cards] == [
        parse_action("vote:1"),
        None,
        None,
        parse_action("vote:4"),
    ]
    assert [cell.colour for cell in cards] == [None, COLOURS[1], None, None]
    teller = GAME.sheet(state, 0).rows[0].cells
    assert [cell.action for cell in teller] == [parse_action(f"claim:{n}") for n in (1, 2, 3, 4)]
    shown = play(state, "2 vote:1", "3 vote:1", "0 reveal", "0 claim:1")
    labels = [ENGLISH.say(cell.label) for cell in GAME.sheet(shown, 2).rows[0].cells]
    assert labels == [
        "card 1, by player 1; votes of player 3 and player 4",
        "card 2, by player 2; no vote",
        "card 3",
        "card 4",
    ]
    assert GAME.sheet(shown, 2).rows[0].cells[2].action == parse_action("claim:3")


def test_track_shows_every_rabbit_and_plain_numbers_past_the_end():
    """A score past the last space waits there with its number; a longer end makes it longer."""
    state = replace(GAME.setup(3, {}), scores=(0, 12, 41))
    rows = GAME.sheet(state, 0).rows

    assert [len(row.cells) for row in rows] == [31, 31, 31]
    assert [cell.mark for cell in rows[1].cells].index(Mark.MARKED) == 12
    assert rows[2].cells[30].text == "41"
    longer = GAME.setup(3, {"end_at_points": 40})
    assert len(GAME.sheet(longer, 0).rows[0].cells) == 41


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (GAME.setup(4, {}), "Whoever first has an idea gives the first clue."),
        (voting(), "Storyteller: player 1"),
        (voting(), "The clue was said in words."),
        (voting(), "Still to vote: player 2, player 3 and player 4"),
        (voting(), "Your voting die is yellow."),
        (table((0, 1, 1, 2), own_each(4), phase=Phase.REFILL), "player 2: +0"),
        (replace(voting(), deciding=True), "This turn decides the tie."),
    ],
)
def test_notes_say_what_is_going_on(state, sentence):
    """Storyteller, clue, who is missing, the own die, the last points."""
    assert sentence in said(GAME.sheet(state, 1).notes)


def test_notes_are_left_out_where_they_do_not_apply():
    """No die for the storyteller or where dice are off, nobody missing once all have voted."""
    all_in = play(voting(dice_votes=False), "1 vote:2", "2 vote:1", "3 vote:1")
    notes = said(GAME.sheet(all_in, 1).notes)

    assert notes == ["Storyteller: player 1", "The clue was said in words."]
    assert "Your voting die is red." not in said(GAME.sheet(voting(), 0).notes)


def test_dice_of_the_voters_colours_are_votes_and_the_reveal():
    """Die colour is the player, pips are the card; votes by hand go on beside."""
    state = play(voting(5, 1), "0 vote:3")
    call = GAME.awaits(state)
    shown = GAME.apply(state, dice(state, 1, 2, 3, 5))

    assert call.kinds == tuple(sorted(COLOURS[seat] for seat in (0, 2, 3, 4)))
    assert call.faces == ("1", "2", "3", "4", "5")
    assert (shown.phase, shown.votes) == (Phase.REVEAL, (1, 0, 2, 3, 5))
    assert GAME.to_act(state)
    assert GAME.awaits(shown) is None


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (dice(voting(), 1, 1, seats=(1, 2)), "DICE_MISMATCH"),
        (dice(voting(), 1, 1, 1, seats=(0, 1, 2)), "DICE_MISMATCH"),
        (dice(voting(), 1, 1, 1, seats=(1, 1, 2)), "DICE_MISMATCH"),
        (dice(voting(), 1, 1, 5), "NO_SUCH_CARD"),
        (Ticked(1.0), "DICE_MISMATCH"),
    ],
)
def test_dice_that_are_no_votes_are_refused(event, reason):
    """A colour too many or missing, or a number that no card has."""
    assert roll_refusal(voting(), event) == reason


def test_dice_count_only_while_votes_are_cast():
    """Before and after, and where dice are not allowed, a throw is refused."""
    event = dice(voting(), 1, 1, 1)
    over = replace(voting(), phase=Phase.GAME_OVER)

    assert roll_refusal(GAME.setup(4, {}), event) == "NO_DICE_NOW"
    assert roll_refusal(over, event) == "GAME_OVER"
    assert roll_refusal(voting(dice_votes=False), event) == "NO_DICE_NOW"
    assert GAME.awaits(voting(dice_votes=False)) is None


def test_dice_on_an_own_card_make_their_player_vote_again():
    """What a die shows is taken, and the rule of the own card follows at the reveal."""
    state = play(voting(), "1 claim:2")
    event = dice(state, 2, 1, 1)
    shown = GAME.apply(state, event)

    assert shown.offenders == (1,)
    assert "player 2's vote" in said(GAME.news(state, event, shown))[-1]


def plain_points(votes, seats):
    """Return points by the rule page's words: seat 0 tells, `own_each` says whose card is whose."""
    owners = {n: seat for seat, own in enumerate(own_each(seats)) for n in own}
    points = dict.fromkeys(range(seats), 0)
    found = [seat for seat in range(1, seats) if votes[seat] == 1]
    if 0 < len(found) < seats - 1:
        points[0] = 4 if seats == 3 else 3
    for seat in range(1, seats):
        if not found or len(found) == seats - 1:
            points[seat] += 2
        elif seat in found:
            points[seat] += 4 if seats == 3 else 3
        if owners[votes[seat]] != 0:
            points[owners[votes[seat]]] += 1
    return tuple(points.values())


@pytest.mark.parametrize(("seats", "count"), [(3, 9), (4, 27), (5, 256)])
def test_points_of_every_vote_pattern_follow_the_rule(seats, count):
    """All patterns of legal votes: three players have 3 choices each, n players n - 1 each.

    3 ^ 2 = 9, 3 ^ 3 = 27, 4 ^ 4 = 256.
    """
    own = own_each(seats)
    numbers = range(1, 6 if seats == 3 else seats + 1)
    choices = [[n for n in numbers if n not in own[seat]] for seat in range(1, seats)]
    patterns = [(0, *votes) for votes in product(*choices)]

    assert len(patterns) == count
    for votes in patterns:
        assert turn_points(table(votes, own)) == plain_points(votes, seats)


@pytest.mark.parametrize(
    ("votes", "options", "points"),
    [
        ((0, 1, 3, 2, 2), {}, (3, 5, 1, 0, 0)),
        ((0, 1, 3, 2, 2), {"single_finder_points": 4}, (4, 6, 1, 0, 0)),
        ((0, 1, 1, 2, 2), {"single_finder_points": 4}, (3, 5, 3, 0, 0)),
        ((0, 3, 2, 2, 2), {}, (0, 5, 3, 2, 2)),
        ((0, 3, 2, 2, 2), {"bonus_cap": 2}, (0, 4, 3, 2, 2)),
        ((0, 3, 2, 2, 2), {"bonus_cap": 3}, (0, 5, 3, 2, 2)),
        ((0, 1, 4), {}, (4, 4, 1)),
        ((0, 1, 4), {"single_finder_points": 3}, (3, 3, 1)),
    ],
)
def test_scoring_options_change_what_they_name(votes, options, points):
    """Points of a single finder, and the cap of points for votes on an own card."""
    seats = len(votes)
    own = ((1,), (2, 3), (4, 5)) if seats == 3 else own_each(seats)

    assert turn_points(table(votes, own, **options)) == points


@pytest.mark.parametrize(
    ("votes", "first"),
    [
        ((0, 3, 2, 2), "Nobody found the storyteller's card"),
        ((0, 1, 1, 1), "Everybody found the storyteller's card"),
        ((0, 1, 1, 2), "The storyteller's card was found by player 2 and player 3."),
    ],
)
def test_scoring_is_told(votes, first):
    """Who found the card, then every gain."""
    state = table(votes, own_each(4))
    after = play(state, "0 score")
    told = said(GAME.news(state, Played(0, parse_action("score")), after))

    assert told[0].startswith(first)
    assert len(told) == 1 + sum(gain > 0 for gain in after.gains)
    assert refusal(state, "1 score") == "NOT_STORYTELLER"


def test_refill_passes_the_story_to_the_left():
    """Hands are full again and the next player tells."""
    state = play(table((0, 1, 1, 2), own_each(4)), "0 score")
    after = play(state, "0 refill")
    told = said(GAME.news(state, Played(0, parse_action("refill")), after))

    assert (after.phase, after.storyteller, after.round) == (Phase.CLUE, 1, 2)
    assert (after.hands, after.deck_left) == ((6,) * 4, 16)
    assert after.claims == ((),) * 4
    assert told == ["player 2 is the storyteller now."]
    assert refusal(state, "1 refill") == "NOT_STORYTELLER"


@pytest.mark.parametrize(("seats", "turns"), [(3, 13), (4, 15), (5, 11), (6, 8)])
def test_deck_lasts_the_turns_of_the_rule_page(seats, turns):
    """63 cards by five, 60 by four, 54 by five and 48 by six; the last refill may be partial."""
    state, played = GAME.setup(seats, {}), 0
    while state.phase is not Phase.GAME_OVER:
        own = list(own_each(seats))
        own[0], own[state.storyteller] = own[state.storyteller], own[0]
        teller = state.storyteller
        state = replace(
            state,
            phase=Phase.SCORE,
            hands=tuple(
                h - (2 if seats == 3 and s != teller else 1) for s, h in enumerate(state.hands)
            ),
            claims=tuple(own),
            votes=tuple(0 if seat == teller else own[teller][0] for seat in range(seats)),
        )
        state = play(state, f"{teller} score", f"{teller} refill")
        played += 1

    assert played == turns
    assert state.deck_left == 0


def test_end_of_the_deck_is_told_and_ends_the_game():
    """Most points wins; afterwards nothing is possible."""
    before = play(table((0, 1, 1, 2), own_each(4), scores=(9, 0, 0, 0), deck=2), "0 score")
    after = play(before, "0 refill")

    assert after.phase is Phase.GAME_OVER
    assert GAME.outcome(after).winners == (0,)
    assert GAME.outcome(before) is None
    assert after.hands == (5, 6, 6, 5)
    assert refusal(after, "0 refill") == "GAME_OVER"
    assert GAME.to_act(after) == frozenset()
    assert said(GAME.sheet(after, 0).notes) == [
        "The clue was said in words.",
        "player 1: +3",
        "player 2: +4",
        "player 3: +3",
        "player 4: +0",
    ]
    told = said(GAME.news(before, Played(0, parse_action("refill")), after))
    assert told == ["The last card of the deck is drawn: the game ends."]


def test_points_may_end_the_game_after_a_whole_turn():
    """With an end at 30 points the turn is counted in full before anybody wins."""
    scores = (27, 26, 0, 0)
    goes_on = play(
        table((0, 1, 1, 2), own_each(4), scores=(26, 0, 0, 0), end_at_points=30), "0 score"
    )
    ends = play(table((0, 1, 1, 2), own_each(4), scores=scores, end_at_points=30), "0 score")

    assert goes_on.phase is Phase.REFILL
    assert (ends.phase, ends.scores) == (Phase.GAME_OVER, (30, 30, 3, 0))
    assert GAME.outcome(ends).winners == (0, 1)


def tied(**options):
    """Return a position whose scoring leaves seats 0 and 1 tied, with the last cards in the deck."""
    return table((0, 1, 1, 3), own_each(4), scores=(10, 10, 0, 0), deck=4, **options)


def test_tie_is_played_on_with_the_cards_in_hand():
    """One more turn without a refill, told by the next player; its gains decide."""
    refill = play(tied(tie="extra_turn"), "0 score")
    extra = play(refill, "0 refill")
    decided = play(
        replace(extra, phase=Phase.SCORE, claims=((2,), (1,), (3,), (4,)), votes=(1, 0, 1, 2)),
        "1 score",
    )

    assert (extra.phase, extra.storyteller, extra.deciding) == (Phase.CLUE, 1, True)
    assert "It is a tie" in said(GAME.news(refill, Played(0, parse_action("refill")), extra))[1]
    assert decided.phase is Phase.GAME_OVER
    assert GAME.outcome(decided).winners == (0,)


def test_ties_are_played_on_while_hands_last_and_then_shared():
    """Six cards in hand allow six deciding turns; after the last one the victory is shared."""
    state, turns = play(tied(tie="extra_turn"), "0 score", "0 refill"), 0
    while state.phase is Phase.CLUE:
        teller = state.storyteller
        others = [seat for seat in range(4) if seat != teller]
        state = play(state, f"{teller} clue:phrase", *(f"{seat} give:1" for seat in others))
        state = play(
            state,
            f"{teller} lay_out",
            f"{teller} claim:1",
            *(f"{seat} claim:{seat + (2 if seat < teller else 1)}" for seat in others),
            *(f"{seat} vote:1" for seat in others),
            f"{teller} reveal",
        )
        # Everybody found the card, two points each but for the teller: this keeps all four level.
        level = tuple(12 if seat == teller else 10 for seat in range(4))
        state = play(replace(state, scores=level), f"{teller} score")
        turns += 1

    assert turns == 6
    assert state.phase is Phase.GAME_OVER
    assert GAME.outcome(state).winners == (0, 1, 2, 3)
    assert state.hands == (0, 0, 0, 0)


def test_tie_is_shared_by_default():
    """Without the option the leaders win together."""
    state = play(tied(), "0 score", "0 refill")

    assert state.phase is Phase.GAME_OVER
    assert GAME.outcome(state).winners == (0, 1)


@pytest.mark.parametrize("seats", [2, 7])
def test_box_is_for_three_to_six(seats):
    """Other numbers of players are refused with what was expected."""
    with pytest.raises(SettingsError, match="3 to 6"):
        GAME.setup(seats, {})


@pytest.mark.parametrize(
    ("action", "sentence"),
    [
        ("clue:song", "hum a song as the clue"),
        ("clue:dance", "unknown action “clue”"),
        ("clue", "unknown action “clue”"),
        ("give:2", "give cards, face down: 2"),
        ("vote:3", "vote for card 3"),
        ("claim:3", "card 3 is mine"),
        ("unclaim:3", "card 3 is not mine after all"),
        ("lay_out", "shuffle the cards and lay them out, numbered from the left"),
        ("refill", "fill up the hands"),
        ("vote", "unknown action “vote”"),
    ],
)
def test_actions_are_said_in_words(action, sentence):
    """Whoever chooses reads what it does; nothing fails."""
    assert ENGLISH.say(GAME.describe(voting(), parse_action(action))) == sentence


def vector(action, expect, state=None, **extra):
    """Run one vector of the file format and return its failures."""
    plain = {"id": "T", "state": state, "action": action, "expect": expect, **extra}
    (result,) = run_vectors({"game": "dixit", "vectors": [plain]}, {"dixit": GAME})
    return list(result.failures)


def given_state(**changes):
    """Return a vector's position with four players."""
    names = ["S", "A", "B", "C"]
    state = {"players": names, "storyteller": "S", "phase": "CLUE", "round": 2, "deck_left": 40}
    return {**state, "scores": dict.fromkeys(names, 0), "cards": {}, "votes": {}, **changes}


def test_vectors_may_hold_a_whole_turn():
    """Clue, cards, votes, reveal, owners, scoring and refill in one sequence."""
    steps = [
        {"type": "clue", "player": "S", "kind": "song"},
        *({"type": "give", "player": name, "cards": 1} for name in "ABC"),
        {"type": "lay_out"},
        {"type": "vote", "player": "A", "card": 1},
        {"type": "vote", "player": "B", "card": 2},
        {"type": "vote", "player": "C", "card": 3},
        {"type": "reveal"},
        *({"type": "claim", "player": name, "card": at} for at, name in enumerate("SABC", start=1)),
        {"type": "score_turn"},
        {"type": "refill"},
        {"type": "query_score"},
    ]
    expect = {
        "state": {"phase": "CLUE", "deck_left": 36, "storyteller": "A", "hands": {"A": 6}},
        "score": {"S": 3, "A": 4, "B": 1, "C": 0},
        "next_storyteller": "A",
    }
    options = {"clue_kinds": ["song"], "single_finder_points": None}

    assert (
        vector({"type": "sequence", "actions": steps}, expect, given_state(), options=options) == []
    )


@pytest.mark.parametrize(
    ("action", "state", "expect"),
    [
        (
            {"type": "give", "player": "A", "cards": 1},
            given_state(phase="GIVE", given=["A"]),
            {"ok": False, "reason": "WRONG_CARD_COUNT"},
        ),
        (
            {"type": "score_turn"},
            given_state(phase="VOTE", cards={"1": "S"}, votes={"A": 1, "B": 1, "C": 2}),
            {"ok": False, "reason": "VOTES_INCOMPLETE", "state": {"phase": "VOTE"}},
        ),
        (
            {"type": "score_turn"},
            given_state(
                phase="SCORE",
                cards={"1": "S", "2": "A", "3": "B", "4": "C"},
                votes={"A": 1, "B": 1, "C": 2},
                deck_left=0,
            ),
            {"state": {"phase": "GAME_OVER"}, "winners": ["A"]},
        ),
        (
            {"type": "new_game", "players": ["A", "B", "C", "D", "E", "F", "G"]},
            None,
            {"ok": False, "reason": "PLAYER_COUNT"},
        ),
    ],
)
def test_vectors_start_anywhere(action, state, expect):
    """Any step of a turn, a deciding turn without a deck, and a refused set-up."""
    assert vector(action, expect, state, options={"tie": "extra_turn"}) == []


def test_unknown_word_of_a_vector_is_reported():
    """An action type that nobody knows fails that vector with its name."""
    (failure,) = vector({"type": "dance"}, {"ok": True}, given_state())

    assert "dance" in failure


def test_shipped_vectors_pass():
    """Every hand-derived vector of the game."""
    path = Path(__file__).parent / "vectors" / "dixit.json"
    results = run_vectors(json.loads(path.read_text(encoding="utf-8")), {"dixit": GAME})

    assert [result.id for result in results if not result.passed] == []


def check_invariants(before, event, after):
    """Cards are conserved between deck, hands and table; points only come by scoring."""
    seats = len(after.scores)
    assert after.deck_left <= before.deck_left
    assert all(0 <= hand <= after.hand_size for hand in after.hands)
    if after.scores != before.scores:
        assert event == Played(before.storyteller, parse_action("score"))
        gains = zip(before.scores, after.scores, after.gains, strict=True)
        assert all(new - old == gain >= 0 for old, new, gain in gains)
    laid = [
        before.hands[seat] - after.hands[seat]
        for seat in range(seats)
        if before.deck_left == after.deck_left
    ]
    assert all(0 <= count <= 2 for count in laid)
    assert after.votes[after.storyteller] == 0
    assert all(len(own) <= after.quota(seat) for seat, own in enumerate(after.claims))
    if after.phase in (Phase.SCORE, Phase.REFILL):
        claimed = sorted(number for own in after.claims for number in own)
        assert claimed == list(after.numbers)
        assert not after.offenders


def full_game(seed):
    """Play a random game to its end and check the invariants at every step."""
    rng = random.Random(seed)
    options = {
        "tie": rng.choice(("shared", "extra_turn")),
        "end_at_points": rng.choice((0, 0, 30)),
        "dice_votes": rng.random() < 0.7,
        "bonus_cap": rng.choice((0, 3)),
    }
    after = None
    for before, event, after in random_game(GAME, rng.choice((3, 4, 5, 6)), options, rng, 20000):
        check_invariants(before, event, after)
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.winners == after.leaders
    assert after.deck_left == 0 or max(after.scores) >= 30


def test_random_games_keep_the_invariants():
    """Fifty seeded games end, with all cards accounted for and points only from scoring."""
    for seed in range(50):
        full_game(seed)


@pytest.mark.slow
def test_two_thousand_random_games_keep_the_invariants():
    """The same over two thousand games."""
    for seed in range(50, 2050):
        full_game(seed)
