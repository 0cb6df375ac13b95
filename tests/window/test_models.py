"""The item models: Qt's own tester watches them while they change."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtTest import QAbstractItemModelTester

import dicecam.window
from dicecam.dice import Die
from dicecam.messages import Message, load_catalogue
from dicecam.rules.core import Action, Played, Rolled
from dicecam.session.session import Offer, Session
from dicecam.window.history_panel import LINE_ROLE, HistoryModel
from dicecam.window.i18n import Words
from dicecam.window.offers_model import OFFER_ROLE, OffersModel, ordered

FATAL = QAbstractItemModelTester.FailureReportingMode.Fatal


@pytest.fixture
def words(qapp):
    """Return the English words; they leave the application in the end."""
    words = Words(load_catalogue, "en")
    yield words
    words.release()
    words.deleteLater()


def offer(verb, *args):
    return Offer(0, Action(verb, args), Message("core.verbatim", (("text", verb),)))


def test_offers_come_and_go(words):
    """The model keeps its promises through every change, and says each row in words."""
    model = OffersModel(words)
    tester = QAbstractItemModelTester(model, FATAL)
    for offers in ([], [offer("pass")], [offer("pass"), offer("mark", "red", "7")], []):
        model.set_offers(offers)
    model.set_offers([offer("pass")])

    assert tester.model() is model
    assert model.index(0).data() == "Pass"
    assert model.index(0).data(OFFER_ROLE) == offer("pass")


def test_offers_stand_in_the_order_of_the_sheet():
    """Printed actions first, then numbers in order; what needs no choice comes last."""
    offers = [offer("pass"), offer("m", "b", "10"), offer("m", "b", "9"), offer("m", "r", "2")]
    printed = [Action("m", ("r", "2"))]

    assert [o.action.args for o in ordered(offers, printed)] == [
        ("r", "2"),
        ("b", "9"),
        ("b", "10"),
        (),
    ]


def test_passing_stands_first_in_a_long_list():
    """Nobody has to scroll for it."""
    offers = [offer("m", "b", str(n)) for n in range(2, 9)]

    assert ordered([*offers, offer("pass")])[0] == offer("pass")
    assert ordered([*offers[:5], offer("pass")])[-1] == offer("pass")


def test_history_grows_and_shrinks_with_undo(words, games):
    """Rows appear and vanish at the end; a corrected line changes in place."""
    dice = [("white", 3), ("white", 4), ("red", 5), ("yellow", 2), ("green", 6), ("blue", 1)]
    session = Session(games["qwixx"], ["Ada", "Bo"], {})
    words.names = session.names
    model = HistoryModel(words)
    tester = QAbstractItemModelTester(model, FATAL)
    session.enter(Rolled(tuple(Die(kind, str(face)) for kind, face in dice)))
    model.set_lines(session.history())
    session.enter(Played(0, Action("pass")))
    model.set_lines(session.history())

    assert tester.model() is model
    assert [model.index(n).data() for n in range(model.rowCount())][1] == "Ada: pass."
    session.undo()
    model.set_lines(session.history())
    assert model.rowCount() == 1
    assert model.index(0).data(LINE_ROLE).entry.seq == 1
    words.switch("fr")
    assert model.index(0).data().startswith("Lancer")


def test_every_model_is_watched_by_qt_s_tester():
    """No item model of the window without a test module that lets Qt's tester watch it."""
    window = Path(dicecam.window.__file__).parent
    sources = [path.read_text("utf-8") for path in window.rglob("*.py")]
    bases = r"\((?:QAbstractItemModel|QAbstractListModel|QAbstractTableModel|QStandardItemModel)\)"
    models = {name for text in sources for name in re.findall(rf"class (\w+){bases}", text)}
    texts = [path.read_text("utf-8") for path in Path(__file__).parent.rglob("test_*.py")]
    watched = "\n".join(text for text in texts if "QAbstractItemModelTester(" in text)

    assert {"OffersModel", "HistoryModel", "TallyModel"} <= models
    assert {name for name in models if name not in watched} == set()
