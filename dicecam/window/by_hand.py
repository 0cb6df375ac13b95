"""Entering dice by hand: one row for each die awaited, one button for each face it may show.

Digits fill row after row, so that "3 4 5 2 6 1" is a whole throw of Qwixx.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dicecam.dice import Die
from dicecam.messages import Message
from dicecam.rules.core import Arranged, DiceCall, Event, Rolled, Spec
from dicecam.session.session import Entry
from dicecam.window.desk import Desk
from dicecam.window.i18n import Words, sentence
from dicecam.window.icons import die_icon, pips_of
from dicecam.window.theme import theme_of
from dicecam.window.wording import face_words, kind_words


@dataclass(frozen=True, slots=True)
class Slot:
    """A die to be entered.

    Attributes:
        choices: Pairs of reader class and die, in the order they are offered.
        kind: Key of its kind; `any` when several kinds may lie here.
        place: Its place on the table; empty when places do not matter.
        before: What it showed in the throw before, when it may be kept.
    """

    choices: tuple[tuple[str, Die], ...]
    kind: str
    place: str = ""
    before: Die | None = None


def slots_of(spec: Spec, call: DiceCall, before: Event | None) -> tuple[Slot, ...]:
    """Return the dice to be entered for a call.

    Args:
        spec: The game's record.
        call: What the game awaits.
        before: The throw before, for dice that may be kept.
    """
    kept = list(before.dice) if isinstance(before, Rolled) and call.may_keep else []
    places = call.places or ("",) * len(call.kinds)
    order = [kind.key for kind in spec.dice]
    kinds = (
        call.kinds
        if call.placed
        else tuple(
            sorted(call.kinds, key=lambda key: order.index(key) if key in order else len(order))
        )
    )
    slots = []
    for key, place in zip(kinds, places, strict=True):
        wanted = spec.dice if key == "any" else (spec.kind(key),)
        choices = tuple(
            (reading, Die(kind.key, face)) for kind in wanted for reading, face in kind.readings
        )
        old = next((die for die in kept if key in ("any", die.kind)), None)
        if old is not None:
            kept.remove(old)
        slots.append(Slot(choices, key, place, old))
    return tuple(slots)


class HandEntry(QDialog):
    """Asks for every die the game awaits.

    Args:
        desk: The game; it must await dice, unless an earlier throw is corrected.
        words: The language in use.
        parent: Over which widget it opens.
        entry: The earlier throw that is corrected; None to enter the one awaited.
    """

    def __init__(
        self, desk: Desk, words: Words, parent: QWidget, entry: Entry | None = None
    ) -> None:
        super().__init__(parent)
        call = desk.awaiting if entry is None else desk.call_of(entry)
        assert call is not None
        self._desk, self._words, self._call, self._entry = desk, words, call, entry
        self.slots = slots_of(desk.spec, call, desk.roll_before(entry))
        self.rows: list[QButtonGroup] = []
        self.kept: list[QCheckBox | None] = []
        self._grid_widget = QWidget(self)
        grid = QGridLayout(self._grid_widget)
        for row, slot in enumerate(self.slots):
            self._add_row(grid, row, slot)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(self._grid_widget)
        self._title = QLabel(self)
        self._title.setWordWrap(True)
        self._title.setProperty("heading", True)
        buttons = QDialogButtonBox.StandardButton
        self.buttons = QDialogButtonBox(buttons.Ok | buttons.Cancel, self)
        self.buttons.accepted.connect(self._accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self._title)
        column.addWidget(scroll, 1)
        column.addWidget(self.buttons)
        if entry is not None:
            self._fill(entry.event)
        self._retranslate()
        self._refresh()
        hint = self._grid_widget.sizeHint()
        self.resize(hint.width() + 60, min(hint.height() + 170, 680))

    def _add_row(self, grid: QGridLayout, row: int, slot: Slot) -> None:
        spec, theme = self._desk.spec, theme_of(self)
        grid.addWidget(QLabel(self._slot_name(slot), self._grid_widget), row, 0)
        group = QButtonGroup(self)
        side = round(40 * theme.scale)
        for n, (reading, die) in enumerate(slot.choices):
            button = QToolButton(self._grid_widget)
            button.setCheckable(True)
            button.setIconSize(QSize(side, side))
            button.setIcon(die_icon(reading, spec.kind(die.kind).colour, theme))
            name = face_words(self._desk.session.game, self._words, reading)
            button.setAccessibleName(f"{self._slot_name(slot)}: {name}")
            button.setToolTip(sentence(name))
            group.addButton(button, n)
            grid.addWidget(button, row, 1 + n)
        group.idToggled.connect(self._refresh)
        self.rows.append(group)
        self.kept.append(self._add_kept(grid, row, slot))

    def _add_kept(self, grid: QGridLayout, row: int, slot: Slot) -> QCheckBox | None:
        if slot.before is None:
            return None
        box = QCheckBox(self._grid_widget)
        box.setText(self.tr("stays"))
        box.toggled.connect(lambda on: self._keep(row, on))
        grid.addWidget(box, row, 2 + len(slot.choices))
        return box

    def _keep(self, row: int, on: bool) -> None:
        slot, group = self.slots[row], self.rows[row]
        if on:
            at = next(n for n, (_, die) in enumerate(slot.choices) if die == slot.before)
            group.button(at).setChecked(True)
        for button in group.buttons():
            button.setEnabled(not on)

    def _slot_name(self, slot: Slot) -> str:
        if slot.place:
            known = Message(f"{self._desk.spec.key}.place.{slot.place}")
            named = known.key in self._words.catalogue
            return sentence(self._words.say(known)) if named else slot.place
        if slot.kind == "any":
            return ""
        return sentence(kind_words(self._desk.session.game, self._words, slot.kind))

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        if self._entry is None:
            self.setWindowTitle(self.tr("Enter dice by hand"))
            self._title.setText(self.tr("What do the dice show?"))
        else:
            self.setWindowTitle(self.tr("Correct a throw"))
            self._title.setText(self.tr("What did the dice really show?"))

    def _refresh(self) -> None:
        chosen = [group.checkedId() for group in self.rows]
        ready = all(n >= 0 for n in chosen)
        self.buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(ready)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Fill the first open row with a digit; Backspace clears the last one filled."""
        key = event.key()
        open_rows = [n for n, group in enumerate(self.rows) if group.checkedId() < 0]
        if Qt.Key.Key_1 <= key <= Qt.Key.Key_9 and open_rows:
            self._type(open_rows[0], key - Qt.Key.Key_0)
        elif key == Qt.Key.Key_Backspace:
            self._clear_last()
        else:
            super().keyPressEvent(event)

    def _type(self, row: int, number: int) -> None:
        readings = [reading for reading, _ in self.slots[row].choices]
        pips = [n for n, reading in enumerate(readings) if pips_of(reading) == number]
        at = pips[0] if pips else number - 1
        if at < len(readings):
            self.rows[row].button(at).setChecked(True)

    def _clear_last(self) -> None:
        filled = [group for group in self.rows if group.checkedId() >= 0]
        if filled:
            group = filled[-1]
            group.setExclusive(False)
            group.button(group.checkedId()).setChecked(False)
            group.setExclusive(True)
            self._refresh()

    def event_entered(self) -> Event:
        """Return the dice entered as an event; every row must be filled."""
        dice = [
            slot.choices[group.checkedId()][1]
            for slot, group in zip(self.slots, self.rows, strict=True)
        ]
        if self._call.placed:
            places = [slot.place for slot in self.slots]
            return Arranged(tuple(sorted(zip(places, dice, strict=True))))
        kept = (
            die
            for die, box in zip(dice, self.kept, strict=True)
            if box is not None and box.isChecked()
        )
        return Rolled(tuple(sorted(dice)), tuple(sorted(kept)))

    def _fill(self, event: Event) -> None:
        """Show what was read: dice that stayed in the rows they had, then the others."""
        assert isinstance(event, Rolled | Arranged)
        left = list(event.slots) if isinstance(event, Arranged) else [("", d) for d in event.dice]
        rows = list(zip(self.slots, self.rows, self.kept, strict=True))
        for die in event.kept if isinstance(event, Rolled) else ():
            at = next((n for n, (s, _, box) in enumerate(rows) if box and s.before == die), None)
            if at is not None:
                _, _, box = rows.pop(at)
                left.remove(("", die))
                assert box is not None
                box.setChecked(True)
        for slot, group, _ in rows:
            dice = [die for _, die in slot.choices]
            found = next((p for p in left if p[0] == slot.place and p[1] in dice), None)
            if found is not None:
                left.remove(found)
                group.button(dice.index(found[1])).setChecked(True)

    def _accept(self) -> None:
        self.accept()
        if self._entry is None:
            self._desk.enter_by_hand(self.event_entered())
        else:
            self._desk.correct_entry(self._entry.seq, self.event_entered())
