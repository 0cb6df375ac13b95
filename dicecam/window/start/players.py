"""Who plays: names, order around the table, colours."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from dicecam.messages import Message
from dicecam.rules.core import Spec
from dicecam.window.i18n import Words
from dicecam.window.icons import colour_icon, letter_of, paint_face
from dicecam.window.theme import Theme, theme_of

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange", "pink", "brown")
"""Colours of players in the order they are given out."""
LONGEST_NAME = 20
USUAL = 2
"""So many players sit at the table before anybody is added, where the game allows."""


def sign_icon(name: str, theme: Theme, size: int = 24) -> QIcon:
    """Return a small sign, such as an arrow, in the colour of text."""
    pixmap = QPixmap(size, size)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_face(painter, pixmap.rect().toRectF(), name, theme.text, theme)
    painter.end()
    return QIcon(pixmap)


class PlayerRow(QWidget):
    """One player: colour, name, up, remove.

    Attributes:
        raised: The player shall sit one place earlier.
        removed: The player does not play.
        coloured: Another colour was chosen: its name.
    """

    raised = Signal()
    removed = Signal()
    coloured = Signal(str)

    def __init__(self, words: Words, name: str, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.own = self.colour = colour  # what was chosen, and what the game makes of it
        self.fixed = False
        self.swatch = QToolButton(self)
        self.name = QLineEdit(name, self)
        self.name.setMaxLength(LONGEST_NAME)
        self.up = QToolButton(self)
        self.off = QToolButton(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        for widget in (self.swatch, self.name, self.up, self.off):
            row.addWidget(widget, 1 if widget is self.name else 0)
        self.up.clicked.connect(self.raised)
        self.off.clicked.connect(self.removed)
        self.swatch.clicked.connect(self._ask_colour)

    def show_as(self, number: int, colour: str, fixed: bool, spare: bool) -> None:
        """Show a player's place.

        Args:
            number: Place at the table, from 1.
            colour: Name of the colour.
            fixed: True when the game fixes the colour.
            spare: True when the player may be removed.
        """
        theme, say = theme_of(self), self._words.say
        side = round(28 * theme.scale)
        self.colour, self.fixed = colour, fixed
        letter = letter_of(colour, say)
        self.swatch.setIcon(colour_icon(colour, letter, theme, side * 2))
        self.swatch.setIconSize(QSize(side, side))
        named = say(Message(f"core.colour.{colour}"))
        who = say(Message.of("core.player", number=number))
        self.swatch.setAccessibleName(
            self.tr("{player}: colour {colour}").format(player=who, colour=named)
        )
        self.swatch.setToolTip(
            self.tr("In this game the place at the table decides the colour")
            if fixed
            else self.tr("Another colour")
        )
        self.name.setPlaceholderText(who)
        self.name.setAccessibleName(self.tr("Name of {player}").format(player=who))
        for button, sign, text, on in (
            (self.up, "up", self.tr("{player}: one place earlier"), number > 1),
            (self.off, "remove", self.tr("Remove {player}"), spare),
        ):
            button.setIcon(sign_icon(sign, theme, side))
            button.setAccessibleName(text.format(player=who))
            button.setToolTip(text.format(player=who))
            button.setEnabled(on)

    def _ask_colour(self) -> None:
        if self.fixed:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme = theme_of(self)
        for colour in COLOURS:
            letter = letter_of(colour, self._words.say)
            entry = menu.addAction(
                colour_icon(colour, letter, theme),
                self._words.say(Message(f"core.colour.{colour}")),
            )
            entry.triggered.connect(lambda checked=False, name=colour: self.coloured.emit(name))
        menu.popup(self.swatch.mapToGlobal(self.swatch.rect().bottomLeft()))


class PlayersEditor(QWidget):
    """The players of the next game, in the order they sit, clockwise.

    Args:
        words: The language in use.

    Attributes:
        changed: Somebody was added, removed, moved or renamed.
    """

    changed = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._low, self._high = 2, 5
        self._fixed: tuple[str, ...] = ()
        self.rows: list[PlayerRow] = []
        self._hint = QLabel(self)
        self._hint.setProperty("quiet", True)
        self._hint.setWordWrap(True)
        self.add = QPushButton(self)
        self.add.clicked.connect(self.add_player)
        self._list = QVBoxLayout()
        self._list.setSpacing(6)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._hint)
        column.addLayout(self._list)
        column.addWidget(self.add)
        column.addStretch(1)
        for _ in range(USUAL):
            self._append("")
        self._show()

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in order, each once; who gave none is called "player N"."""
        names: list[str] = []
        for number, row in enumerate(self.rows, start=1):
            name = row.name.text().strip() or row.name.placeholderText()
            while name in names:
                name = f"{name} {number}"
            names.append(name)
        return tuple(names)

    @property
    def colours(self) -> tuple[str, ...]:
        """The players' colours in order, as the game shows them."""
        return tuple(row.colour for row in self.rows)

    @property
    def chosen(self) -> tuple[str, ...]:
        """The colours the players have chosen, also where the game shows others."""
        return tuple(row.own for row in self.rows)

    def set_spec(self, spec: Spec) -> None:
        """Take in how many may play a game, and whether it fixes colours."""
        self._low, self._high = spec.min_seats, spec.max_seats
        self._fixed = spec.seat_colours
        while len(self.rows) < self._low:
            self._append("")
        for row in self.rows[self._high :]:
            self._drop(row)
        self._show()

    def set_players(self, names: Sequence[str], colours: Sequence[str] = ()) -> None:
        """Put people at the table, as many as the game allows.

        Args:
            names: Who, in order.
            colours: Their colours; missing ones are given out.
        """
        for row in tuple(self.rows):
            self._drop(row)
        for n, name in enumerate(names[: self._high]):
            self._append(name, colours[n] if n < len(colours) else "")
        while len(self.rows) < self._low:
            self._append("")
        self._show()

    def add_player(self) -> None:
        """Add somebody at the end."""
        if len(self.rows) < self._high:
            self._append("")
            self._show()
            self.rows[-1].name.setFocus()

    def _append(self, name: str, colour: str = "") -> None:
        taken = {row.own for row in self.rows}
        free = next((c for c in COLOURS if c not in taken), COLOURS[0])
        row = PlayerRow(self._words, name, colour or free, self)
        row.raised.connect(lambda: self._raise(row))
        row.removed.connect(lambda: self._remove(row))
        row.coloured.connect(lambda name: self._colour(row, name))
        row.name.textEdited.connect(lambda text: self.changed.emit())
        self.rows.append(row)
        self._list.addWidget(row)
        row.show()

    def _drop(self, row: PlayerRow) -> None:
        self.rows.remove(row)
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _remove(self, row: PlayerRow) -> None:
        if len(self.rows) > self._low:
            self._drop(row)
            self._show()

    def _raise(self, row: PlayerRow) -> None:
        at = self.rows.index(row)
        if at == 0:
            return
        self.rows[at - 1], self.rows[at] = row, self.rows[at - 1]
        self._list.removeWidget(row)
        self._list.insertWidget(at - 1, row)
        self._show()

    def _colour(self, row: PlayerRow, colour: str) -> None:
        """Give a player a colour; who had it takes the other one."""
        for other in self.rows:
            if other is not row and other.own == colour:
                other.own = row.own
        row.own = colour
        self._show()

    def _show(self) -> None:
        for number, row in enumerate(self.rows, start=1):
            fixed = number <= len(self._fixed)
            colour = self._fixed[number - 1] if fixed else row.own
            row.show_as(number, colour, fixed, len(self.rows) > self._low)
        for before, after in zip(self.rows, self.rows[1:], strict=False):
            QWidget.setTabOrder(before, after)
        self._hint.setText(self.tr("In the order they sit around the table, clockwise"))
        self.add.setText(self.tr("Add a player"))
        self.add.setVisible(len(self.rows) < self._high)
        self.changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Follow language, colours and text size."""
        if event.type() in (
            QEvent.Type.LanguageChange,
            QEvent.Type.PaletteChange,
            QEvent.Type.FontChange,
        ):
            self._show()
        super().changeEvent(event)
