"""All sheets of a game: as many as can be read, the one that matters most as large as possible.

A board that all players share is shown once, as the player to act sees it.
"""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QSize, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from dicecam.rules.core import Action
from dicecam.rules.sheet import Sheet
from dicecam.session.session import Offer
from dicecam.window.arranging import Arrangement, Place, arrange, comfortable, shared
from dicecam.window.curtain import Curtain
from dicecam.window.desk import Desk
from dicecam.window.i18n import Words
from dicecam.window.icons import colour_icon, letter_of
from dicecam.window.sheets.view import SheetView
from dicecam.window.theme import theme_of
from dicecam.window.why import reason


def without_actions(sheet: Sheet) -> Sheet:
    """Return a sheet on which nothing can be played, to look back at."""
    rows = tuple(
        replace(row, cells=tuple(replace(cell, action=None, choices=()) for cell in row.cells))
        for row in sheet.rows
    )
    return replace(sheet, rows=rows)


class SheetsPanel(QWidget):
    """The sheets of all players.

    Args:
        words: The language in use.

    Attributes:
        pointed: Somebody points at a cell that may be played: its `Offer`, or None.
    """

    pointed = Signal(object)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._desk: Desk | None = None
        self._wanted: int | None = None
        self._plan: Arrangement | None = None
        self.views: list[SheetView] = []
        self.chips: list[QPushButton] = []
        self._chosen = QButtonGroup(self)
        self._chips = QHBoxLayout()
        self._chips.setSpacing(6)
        self._inner = QWidget(self)
        self._grid = QGridLayout(self._inner)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(6)
        self._scroll = QScrollArea(self)
        self._scroll.setWidgetResizable(True)
        self._scroll.setWidget(self._inner)
        self.curtain = Curtain(words, self)
        self.curtain.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._chips)
        column.addWidget(self._scroll, 1)
        column.addWidget(self.curtain, 1)

    def _colour(self, seat: int) -> str | None:
        """Return a player's colour: the game's, or the one that was chosen."""
        assert self._desk is not None
        fixed = self._desk.spec.seat_colours
        if seat < len(fixed):
            return fixed[seat]
        chosen = self._desk.session.colours
        return chosen[seat] if seat < len(chosen) else None

    def _say_action(self, action: Action) -> str:
        assert self._desk is not None
        game = self._desk.session.game
        return self._words.sentence(game.describe(self._desk.shown_state, action))

    def set_desk(self, desk: Desk | None) -> None:
        """Show the sheets of another game, or none."""
        if self._desk is not None:
            self._desk.changed.disconnect(self.refresh)
        for widget in (*self.views, *self.chips):
            widget.hide()
            widget.deleteLater()
        self.views, self.chips, self._wanted, self._plan = [], [], None, None
        self._desk = desk
        self.curtain.set_desk(desk)
        if desk is not None:
            desk.changed.connect(self.refresh)
            for seat in range(len(desk.session.names)):
                self._add_seat(seat)
        self.refresh()

    def _add_seat(self, seat: int) -> None:
        view = SheetView(self._inner)
        view.action_chosen.connect(lambda action: self._play(seat, action))
        view.cell_hovered.connect(lambda action: self._point(seat, action))
        view.installEventFilter(self)
        view.hide()
        self.views.append(view)
        chip = QPushButton(self)
        chip.setCheckable(True)
        chip.clicked.connect(lambda: self._choose(seat))
        self._chosen.addButton(chip)
        self._chips.addWidget(chip)
        self.chips.append(chip)

    def _play(self, seat: int, action: Action) -> None:
        if self._desk is not None:
            self._desk.play(seat, action)

    def _point(self, seat: int, action: Action | None) -> None:
        offers = self._desk.offers() if self._desk is not None and action is not None else ()
        match = (o for o in offers if (o.seat, o.action) == (seat, action))
        self.pointed.emit(next(match, None))

    def _choose(self, seat: int) -> None:
        self._wanted = seat
        self._arrange()

    def highlight(self, offer: Offer | None) -> None:
        """Light up the cells an option uses."""
        for seat, view in enumerate(self.views):
            mine = offer is not None and offer.seat == seat
            view.highlight(frozenset({offer.action}) if offer is not None and mine else frozenset())

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the sheets for another size."""
        super().resizeEvent(event)
        self._arrange()

    def refresh(self) -> None:
        """Show the sheets as they are now, or at the moment people look back at."""
        desk = self._desk
        if desk is None:
            return
        self.curtain.refresh()
        self.curtain.setVisible(desk.covered)
        self._scroll.setVisible(not desk.covered)
        acting = desk.acting()
        called = desk.callouts()
        asked = tuple(dict.fromkeys(callout.text for callout in called))
        turned = tuple((callout.place, callout.figure) for callout in called)
        for seat, view in enumerate(self.views):
            sheet = desk.sheet(seat)
            if desk.looking_at is not None:
                sheet = without_actions(sheet)
            sheet = replace(sheet, notes=(*asked, *sheet.notes))
            name = self._words.player(seat)
            view.set_turned(turned)
            view.set_sheet(sheet, self._words.say, name, seat in acting, self._say_action)
            view.set_colour(self._colour(seat))
        scores = desk.scores()
        for seat, chip in enumerate(self.chips):
            turn = "▶ " if seat in acting else ""
            chip.setText(f"{turn}{self._words.player(seat)}  {scores[seat]}")
            self._dress_chip(chip, seat)
        if acting and self._wanted not in acting:
            self._wanted = None
        self._arrange()

    def _dress_chip(self, chip: QPushButton, seat: int) -> None:
        """Show a player's colour on the button that shows his sheet."""
        theme, colour = theme_of(self), self._colour(seat)
        chip.setFont(theme.font(19, bold=True))
        if colour is not None:
            side = round(28 * theme.scale)
            letter = letter_of(colour, self._words.say)
            chip.setIcon(colour_icon(colour, letter, theme, side * 2))
            chip.setIconSize(QSize(side, side))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enlarge a small sheet that is clicked, and say why a box cannot be chosen."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress:
            seat = next((n for n, view in enumerate(self.views) if view is watched), None)
            if seat is not None:
                self._choose(seat)
                self._explain(seat, event.position(), event.globalPosition().toPoint())
        return super().eventFilter(watched, event)

    def _explain(self, seat: int, place: QPointF, where: QPoint) -> None:
        desk = self._desk
        spots = self.views[seat].plan().spots
        spot = next((s for s in spots if s.rect.contains(place) and not s.cell.offered), None)
        if desk is None or spot is None or desk.looking_at is not None or desk.covered:
            return
        message = reason(desk.session, seat, spot.row, spot.cell)
        if message is not None:
            QToolTip.showText(where, self._words.sentence(message), self.views[seat])
            desk.refused.emit(message)

    def _arrange(self) -> None:
        desk = self._desk
        if desk is None or not self.views:
            return
        sheets = [view.sheet for view in self.views if view.sheet is not None]
        main = self._wanted if self._wanted is not None else next(iter(desk.acting()), 0)
        if desk.peeking is not None:
            plan = Arrangement((Place(desk.peeking, 0, 0),))
        elif shared(sheets):
            plan = Arrangement((Place(main, 0, 0),))
        else:
            least = self.views[0].brief_size()
            good = comfortable(sheets[0], least)
            plan = arrange(len(sheets), main, self.size(), least, good)
        self._apply(plan)
        alone = len(plan.places) == 1 and len(self.views) > 1
        for seat, chip in enumerate(self.chips):
            chip.setVisible(alone and desk.peeking is None and not desk.covered)
            chip.setChecked(seat == main)

    def _apply(self, plan: Arrangement) -> None:
        if plan == self._plan:
            return
        self._plan = plan
        for view in self.views:
            self._grid.removeWidget(view)
            view.hide()
        for p in plan.places:
            self.views[p.seat].set_brief(p.brief)
            self._grid.addWidget(self.views[p.seat], p.row, p.column, p.rows, p.columns)
            self.views[p.seat].show()
        for n in range(self._grid.rowCount()):
            share = plan.row_shares[n] if n < len(plan.row_shares) else 0
            self._grid.setRowStretch(n, share)
        for n in range(self._grid.columnCount()):
            share = plan.column_shares[n] if n < len(plan.column_shares) else 0
            self._grid.setColumnStretch(n, share)
