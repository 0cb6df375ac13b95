"""What has to be done at a place of the board stands on the board and beside the picture."""

from __future__ import annotations

from dicecam.dice import Die
from dicecam.messages import Message
from dicecam.rules.core import Action, Played, Rolled
from dicecam.session.session import Session
from dicecam.window.callouts import Callout, callouts
from dicecam.window.merging import merged

TURN = Message.of("dekaxex.news.turn_die", space="b2", value="5")


def test_news_that_name_a_place_are_called_out_there():
    """The other short argument is what the die shall show; other news stay where they are."""
    news = (TURN, Message.of("core.news.turn", seat=1))

    assert callouts(news, {"a1", "b2"}) == (Callout("b2", "5", TURN),)
    assert callouts(news, {"a1"}) == ()


def test_turn_your_pawn_stands_on_the_board_and_beside_the_picture(open_window):
    """After an attack the strip, the sheet and the badge say to which number the die turns."""
    driver = open_window(game="dekaxex", source="", names=("Ada", "Bo"))
    desk = driver.window.desk
    for _ in range(60):
        offers = desk.offers()
        attack = next((o for o in offers if o.action.verb == "attack"), None)
        offer = attack or offers[0]
        desk.play(offer.seat, offer.action)
        if attack is not None:
            break
    assert attack is not None
    place = attack.action.args[-1]
    value = dict(desk.session.game.position(desk.session.state))[place].face
    words = f"The die on {place.upper()}"

    assert words in driver.state()
    assert value in driver.state()
    assert all(view.look().turned == ((place, value),) for view in driver.page.sheets.views)
    said = [driver.window.words.say(note) for note in driver.page.sheets.views[0].sheet.notes]
    assert words in said[0]


def test_choices_with_the_same_result_are_offered_once(games):
    """With three cats and a joker "two cats" is said once, without the joker."""
    session = Session(games["my_shelfie_dice"], ("Ada", "Bo"), {})
    faces = ("green", "green", "joker", "pink", "blue", "white")
    session.enter(Rolled(tuple(sorted(Die("shelfie", face) for face in faces))))
    offers = session.offers()
    shown = merged(session, offers)
    results = [session.game.apply(session.state, Played(o.seat, o.action)) for o in shown]
    every = {session.game.apply(session.state, Played(o.seat, o.action)) for o in offers}

    assert len(shown) < len(offers)
    assert len(set(results)) == len(results)
    assert set(results) == every
    assert Action("circle", ("green.2=2",)) in [offer.action for offer in shown]
    assert Action("circle", ("green.2=1+1",)) not in [offer.action for offer in shown]
