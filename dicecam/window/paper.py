"""For players who keep paper sheets: after each throw the sums and legal numbers, nothing else.

What is on the paper is not known here. So a throw is answered as on empty sheets, and every player
picks what fits his own. No turn is kept, nothing has to be clicked: the next throw simply counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from dicecam.dice import Die
from dicecam.errors import RulesError
from dicecam.messages import Message
from dicecam.rules.core import Action, Game, Options, Played, Rolled
from dicecam.table.view import SeenDie
from dicecam.window.desk import Desk
from dicecam.window.i18n import Words
from dicecam.window.readings import die_of
from dicecam.window.theme import theme_of

MOST_STEPS = 40
"""More decisions than this are not looked through after one throw."""


@dataclass(frozen=True, slots=True)
class Call:
    """What may be done with a throw in one step of a turn.

    Attributes:
        everybody: True when every player may, False for whoever rolled.
        texts: The possibilities, in the order of the sheet.
    """

    everybody: bool
    texts: tuple[Message, ...]


def calls(game: Game[Any], seats: int, options: Options, dice: Sequence[Die]) -> tuple[Call, ...]:
    """Return what may be done with a throw on empty sheets, step by step.

    Args:
        game: The rules.
        seats: Number of players.
        options: Options of the game.
        dice: The dice on the table; kinds that left the game may be missing.
    """
    state = game.setup(seats, options)
    awaited = game.awaits(state)
    if awaited is None or awaited.placed:
        return ()
    missing = _stand_ins(game, awaited.kinds, dice)
    try:
        state = game.apply(state, Rolled(tuple(sorted((*dice, *missing)))))
    except RulesError:
        return ()
    found: list[Call] = []
    for _ in range(MOST_STEPS):
        seat = min(game.to_act(state), default=None)
        if seat is None:
            break
        everybody = len(game.to_act(state)) > 1
        sheet = game.sheet(state, seat).actions()
        legal = set(game.legal_actions(state, seat))
        order = [*(a for a in sheet if a in legal), *sorted(legal - set(sheet))]
        # Combinations follow from their parts: only the simplest choices are said.
        fewest = min((len(a.args) for a in order if a.args), default=0)
        texts = tuple(
            game.describe(state, action)
            for action in dict.fromkeys(order)
            if action.args
            and len(action.args) == fewest
            and not set(game.uses(state, action)) & set(missing)
        )
        call = Call(everybody, texts)
        if texts and call not in found and not (found and found[-1].texts == texts):
            found.append(call)
        passing = next((a for a in game.legal_actions(state, seat) if not a.args), None)
        if passing is None:
            break
        state = game.apply(state, Played(seat, Action(passing.verb)))
    return tuple(found)


def _stand_ins(game: Game[Any], kinds: Sequence[str], dice: Sequence[Die]) -> tuple[Die, ...]:
    """Return dice for the kinds that are not on the table: their rows are closed on paper."""
    there = [die.kind for die in dice]
    absent = []
    for kind in kinds:
        if kind in there:
            there.remove(kind)
        else:
            absent.append(Die(kind, game.spec.kind(kind).faces[0]))
    return tuple(absent)


class PaperPanel(QWidget):
    """Says in large letters what the dice on the table allow.

    Args:
        words: The language in use.
    """

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._desk: Desk | None = None
        self._dice: tuple[Die, ...] = ()
        self._calls: tuple[Call, ...] = ()
        self.title = QLabel(self)
        self.body = QLabel(self)
        for label in (self.title, self.body):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        card = QFrame(self)
        card.setProperty("card", True)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(24, 18, 24, 18)
        inside.addWidget(self.title)
        inside.addWidget(self.body, 1)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(card)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(scroll)

    def set_desk(self, desk: Desk | None) -> None:
        """Announce for another game, or for none."""
        if self._desk is not None:
            self._desk.looked.disconnect(self._look)
        self._desk, self._dice, self._calls = desk, (), ()
        if desk is not None:
            desk.looked.connect(self._look)
        self._show()

    def _look(self) -> None:
        desk = self._desk
        if desk is None or desk.view is None or not desk.view.lying:
            return
        dice = self._known(desk.view.dice)
        if dice and dice != self._dice:
            self._dice = dice
            session = desk.session
            self._calls = calls(session.game, len(session.names), session.options, dice)
            self._show()

    def _known(self, seen: Sequence[SeenDie]) -> tuple[Die, ...]:
        assert self._desk is not None
        found = (die_of(self._desk.spec, die) for die in seen)
        return tuple(sorted(die for die in found if die is not None))

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._show()
        super().changeEvent(event)

    def _show(self) -> None:
        theme = theme_of(self)
        self.title.setFont(theme.font(24, bold=True))
        self.body.setFont(theme.font(29))
        if not self._calls:
            self.title.setText(self.tr("Roll the dice: what they allow is said here."))
            self.body.setText("")
        else:
            self.title.setText(self.tr("What these dice allow"))
            self.body.setText("\n\n".join(self._call_text(call) for call in self._calls))
        self.setAccessibleName(f"{self.title.text()} {self.body.text()}")

    def _call_text(self, call: Call) -> str:
        who = self.tr("Everybody:") if call.everybody else self.tr("Who rolled:")
        lines = (f"   {self._words.sentence(text)}" for text in call.texts)
        return "\n".join((who, *lines))
