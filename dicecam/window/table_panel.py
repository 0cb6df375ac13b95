"""The table panel: picture, state in words, and the way to say what really lies there."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF
from PySide6.QtWidgets import QBoxLayout, QMenu, QPushButton, QVBoxLayout, QWidget

from dicecam.messages import Message
from dicecam.table.view import Phase, TableView
from dicecam.window.correction import CorrectionMenu, MissedMenu
from dicecam.window.desk import Desk
from dicecam.window.i18n import Words, sentence
from dicecam.window.live.picture import Picture
from dicecam.window.picture import PictureView
from dicecam.window.state_strip import Sign, State, StateStrip
from dicecam.window.theme import theme_of
from dicecam.window.wording import dice_sentence

_SIGNS = {
    Phase.NO_DICE: Sign.WAIT,
    Phase.CLEARED: Sign.WAIT,
    Phase.HANDS: Sign.HAND,
    Phase.ROLLING: Sign.MOVE,
    Phase.SETTLING: Sign.MOVE,
    Phase.SETTLED: Sign.DONE,
    Phase.MOVED: Sign.ASK,
    Phase.COCKED: Sign.ASK,
}


MOST_BESIDE = 1.25
"""In larger text the button stands below the words: both would not fit beside each other."""


class TablePanel(QWidget):
    """What the camera sees.

    Args:
        words: The language in use.
    """

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._desk: Desk | None = None
        self._menu: QMenu | None = None
        self._trouble = ""
        self.strip = StateStrip(self)
        self.picture = PictureView(words.say, self)
        self.read_again = QPushButton(self)
        self.read_again.clicked.connect(self._on_read_again)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.addWidget(self.strip, 1)
        self._row.addWidget(self.read_again)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._row)
        column.addWidget(self.picture, 1)
        self.picture.die_clicked.connect(self.open_menu)
        self.picture.spot_clicked.connect(self.open_missed_menu)
        self.picture.face_typed.connect(self._on_face_typed)
        self.picture.removed.connect(self._on_removed)
        self._fit()
        self._retranslate()

    def set_desk(self, desk: Desk | None) -> None:
        """Show another game's table, or none."""
        if self._desk is not None:
            self._desk.looked.disconnect(self._refresh)
            self._desk.changed.disconnect(self._refresh)
        self._desk = desk
        if desk is not None:
            desk.looked.connect(self._refresh)
            desk.changed.connect(self._refresh)
            self.picture.set_colours_matter(bool(desk.colours))
        self._refresh()

    def show_picture(self, picture: Picture) -> None:
        """Show what the camera gives."""
        self._trouble = ""
        self.picture.set_picture(picture)

    def show_trouble(self, text: str) -> None:
        """Say what is wrong with the camera; an empty text says that all is well."""
        self._trouble = text
        self._refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        elif event.type() == QEvent.Type.FontChange:
            self._fit()
        super().changeEvent(event)

    def _fit(self) -> None:
        way = QBoxLayout.Direction
        below = theme_of(self).scale > MOST_BESIDE
        self._row.setDirection(way.TopToBottom if below else way.LeftToRight)

    def _retranslate(self) -> None:
        self.read_again.setText(self.tr("Read the dice"))
        self.read_again.setToolTip(self.tr("Take the dice as they lie now"))
        self.picture.set_hint(self.tr("Waiting for the first picture…"))
        self._refresh()

    def _refresh(self) -> None:
        desk = self._desk
        view = desk.view if desk is not None else None
        self.picture.set_view(view)
        asked = desk.verdict.tracks if desk is not None else ()
        self.picture.set_asked(frozenset(asked))
        self.strip.set_state(self._state(desk, view))
        waiting = desk is not None and desk.awaiting is not None
        lies = view is not None and view.lying and bool(view.dice)
        self.read_again.setVisible(waiting and lies and desk is not None and not desk.paper)
        self.picture.setAccessibleName(self.tr("Picture of the table"))
        if desk is not None and view is not None:
            dice = dice_sentence(desk.session.game, self._words, view.dice)
            self.picture.setAccessibleDescription(dice)

    # The state in words.

    def _state(self, desk: Desk | None, view: TableView | None) -> State:
        if self._trouble:
            return State(Sign.OFF, self._trouble)
        if desk is None or desk.session.outcome() is not None:
            return State(Sign.DONE, self.tr("The game is over."))
        if desk.paper:
            return self._on_paper(view)
        if desk.looking_at is not None:
            return State(Sign.BACK, self.tr("You are looking back."))
        call = desk.awaiting
        if view is not None and view.lying and desk.verdict.words:
            said = " ".join(sentence(self._words.say(m)) for m in desk.verdict.words)
            return State(Sign.ASK, said)
        if call is None:
            return self._between(desk, view)
        asked = Message(call.purpose)
        if call.seat is not None:
            asked = Message.of(call.purpose, seat=call.seat)
        wanted = sentence(self._words.say(asked))
        if view is None:
            return State(Sign.WAIT, wanted)
        busy = self._busy(view.phase)
        return State(_SIGNS[view.phase], busy) if busy else State(Sign.WAIT, wanted)

    def _between(self, desk: Desk, view: TableView | None) -> State:
        """Say what is to be seen while players choose and no dice are awaited."""
        if view is not None and view.phase is Phase.HANDS:
            return State(Sign.HAND, self.tr("A hand is over the table."))
        asked = dict.fromkeys(callout.text for callout in desk.callouts())
        if asked:
            return State(Sign.ASK, " ".join(sentence(self._words.say(m)) for m in asked))
        if desk.session.last_roll() is None:
            return State(Sign.WAIT, self.tr("Choose below."))
        return State(Sign.DONE, self.tr("Read. Choose below."))

    def _on_paper(self, view: TableView | None) -> State:
        """Say what is to be seen while players keep paper sheets."""
        if view is None or view.phase in (Phase.NO_DICE, Phase.CLEARED):
            return State(Sign.WAIT, self.tr("Roll the dice."))
        busy = self._busy(view.phase)
        return State(_SIGNS[view.phase], busy or self.tr("Read."))

    def _busy(self, phase: Phase) -> str:
        """Return what hinders the reading just now; empty when nothing does."""
        if phase is Phase.HANDS:
            return self.tr("A hand is over the table.")
        if phase is Phase.ROLLING:
            return self.tr("The dice are rolling…")
        if phase is Phase.SETTLING:
            return self.tr("Reading the dice…")
        if phase is Phase.COCKED:
            return self.tr("One die is tilted: click it and say what it shows.")
        if phase is Phase.MOVED:
            return self.tr("Dice were moved, not rolled.")
        return ""

    # Corrections.

    def open_menu(self, track: int, where: QPoint) -> None:
        """Ask what a die really shows."""
        die = self._desk.view.die(track) if self._desk and self._desk.view else None
        if self._desk is not None and die is not None:
            self._pop_up(CorrectionMenu(self._desk, self._words, die, self.picture), where)

    def open_missed_menu(self, spot: QPointF, where: QPoint) -> None:
        """Ask which die lies where none was seen."""
        picture = self.picture.picture
        if self._desk is not None and picture is not None and self._desk.spec.dice:
            menu = MissedMenu(self._desk, self._words, spot, picture.width, self.picture)
            self._pop_up(menu, where)

    def _pop_up(self, menu: QMenu, where: QPoint) -> None:
        if self._menu is not None:
            self._menu.deleteLater()
        self._menu = menu
        menu.popup(where)

    @property
    def menu(self) -> QMenu | None:
        """The menu opened last."""
        return self._menu

    def _on_face_typed(self, track: int, number: int) -> None:
        if self._desk is not None:
            self._desk.set_face(track, f"pips_{number}")

    def _on_removed(self, track: int) -> None:
        if self._desk is not None:
            self._desk.remove_die(track)

    def _on_read_again(self) -> None:
        if self._desk is not None:
            self._desk.read_again()
