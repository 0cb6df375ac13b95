"""The widget that shows a sheet: painted in one go, with a button over each cell that may be played.

The buttons are invisible until they have the focus: they bring mouse, keyboard and screen reader
for nothing. This module knows the neutral `Sheet` and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QEnterEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QMenu, QSizePolicy, QWidget

from dicecam.rules.core import Action
from dicecam.rules.sheet import Layout, Sheet
from dicecam.window.icons import Say
from dicecam.window.sheets.board import Board, hexagon
from dicecam.window.sheets.frame import Frame, make_frame, paint_frame
from dicecam.window.sheets.parts import Layouter, Look, Plan, Spot, cell_name, sheet_summary
from dicecam.window.sheets.rows import Rows
from dicecam.window.sheets.track import Track
from dicecam.window.theme import theme_of

LAYOUTS: Mapping[Layout, Layouter] = MappingProxyType(
    {
        Layout.ROWS: Rows(),
        Layout.SQUARE: Board(),
        Layout.HEXAGONS: Board(),
        Layout.TRACK: Track(),
    }
)
"""Who places and paints which layout; anything else is shown as rows."""

Words = Callable[[Action], str]
"""Puts an action in words."""

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


def paint_sheet(painter: QPainter, area: QRectF, sheet: Sheet, look: Look) -> None:
    """Paint a sheet into an area of any painter, such as that of a PDF page.

    Args:
        painter: Where.
        area: The space, in the painter's units; text sizes are meant for about 900 across.
        sheet: What to paint.
        look: Theme, words and title.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    frame = make_frame(sheet, area, look)
    layouter = _layouter(sheet)
    paint_frame(painter, sheet, frame, look)
    layouter.paint(painter, sheet, layouter.plan(sheet, frame.board, look), look)


class CellButton(QAbstractButton):
    """The place of a cell that may be played; shows nothing but its focus.

    Attributes:
        actions_offered: What it may play; several open a menu.
        hovered: The mouse came over it (True) or left it, or the focus did.
        moved: An arrow key was pressed: direction x and y.
    """

    hovered = Signal(bool)
    moved = Signal(int, int)

    def __init__(
        self, actions: tuple[Action, ...], name: str, parent: QWidget, hexagonal: bool = False
    ) -> None:
        super().__init__(parent)
        self._hexagonal = hexagonal
        self.actions_offered = actions
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Show the focus as a dotted double frame, seen on any ground."""
        del event
        if not self.hasFocus():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for colour, width, style in (
            ("#ffffff", 4.0, Qt.PenStyle.SolidLine),
            ("#000000", 3.0, Qt.PenStyle.DashLine),
        ):
            painter.setPen(QPen(QColor(colour), width, style))
            painter.drawPath(self._path())
        painter.end()

    def _path(self) -> QPainterPath:
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        if self._hexagonal:
            return hexagon(area.adjusted(1, 0, -1, 0))
        path = QPainterPath()
        path.addRoundedRect(area, 8, 8)
        return path

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Play on Enter and Space, move with the arrows."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() in _ARROWS:
            self.moved.emit(*_ARROWS[Qt.Key(event.key())])
        else:
            super().keyPressEvent(event)

    def enterEvent(self, event: QEnterEvent) -> None:
        """Say that the mouse is here."""
        self.hovered.emit(True)
        super().enterEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Say that the mouse is gone."""
        self.hovered.emit(False)
        super().leaveEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Treat the focus like the mouse: what the cell uses is highlighted."""
        self.hovered.emit(True)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say that the focus is gone."""
        self.hovered.emit(False)
        super().focusOutEvent(event)


class SheetView(QWidget):
    """Shows the sheet of one player.

    Attributes:
        action_chosen: A cell was played: its `Action`.
        cell_hovered: Mouse or focus is on a cell that plays one action: that, otherwise None.
    """

    action_chosen = Signal(object)
    cell_hovered = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sheet: Sheet | None = None
        self._say: Say = lambda message: message.key
        self._words: Words = lambda action: " ".join((action.verb, *action.args))
        self._title = ""
        self._turn = False
        self._colour: str | None = None
        self._lit: frozenset[Action] = frozenset()
        self._buttons: list[CellButton] = []
        self._frame: Frame | None = None
        self._plan: Plan | None = None
        self._painted: QPixmap | None = None
        self._brief = False
        self._turned: tuple[tuple[str, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    @property
    def sheet(self) -> Sheet | None:
        """The sheet shown, None before the first."""
        return self._sheet

    @property
    def buttons(self) -> tuple[CellButton, ...]:
        """The cells that may be played, in reading order."""
        return tuple(self._buttons)

    def plan(self) -> Plan:
        """Return where everything lies now; empty before the first sheet."""
        return self._plan or Plan(())

    def set_sheet(
        self,
        sheet: Sheet,
        say: Say,
        title: str,
        turn: bool = False,
        words: Words | None = None,
    ) -> None:
        """Show a sheet.

        Args:
            sheet: What to show.
            say: Turns messages into words.
            title: Whose sheet it is.
            turn: True when this player may do something now.
            words: Puts an action in words, for cells where several meet.
        """
        if words is not None:
            self._words = words
        self._sheet, self._say, self._title, self._turn = sheet, say, title, turn
        self.setAccessibleName(f"{title}: {sheet.total}")
        self.setAccessibleDescription(sheet_summary(sheet, say))
        self._place()
        self.updateGeometry()

    def set_turned(self, turned: tuple[tuple[str, str], ...]) -> None:
        """Point at dice that shall be turned: pairs of place and what they shall show."""
        if turned != self._turned:
            self._turned = turned
            self._forget()

    def set_brief(self, brief: bool) -> None:
        """Leave out facts and notes, where another sheet shows them large."""
        if brief != self._brief:
            self._brief = brief
            self._place()

    def set_colour(self, colour: str | None) -> None:
        """Show a player's colour beside his name; None for none."""
        self._colour = colour
        self._forget()

    def highlight(self, actions: frozenset[Action]) -> None:
        """Light up the cells that play these actions."""
        if actions != self._lit:
            self._lit = actions
            self._forget()

    def look(self) -> Look:
        """Return how the sheet is shown now."""
        return Look(
            theme_of(self),
            self._say,
            self._title,
            self._turn,
            self._colour,
            self._lit,
            turned=self._turned,
        )

    def _shown(self) -> Sheet:
        """Return the sheet as far as it is shown."""
        assert self._sheet is not None
        return replace(self._sheet, facts=(), notes=()) if self._brief else self._sheet

    def brief_size(self) -> QSize:
        """Return the size in which boxes and points can still be read."""
        if self._sheet is None:
            return QSize(220, 160)
        board = _layouter(self._sheet).minimum(self._sheet)
        return QSize(board.width() + 26, board.height() + 52)

    def minimumSizeHint(self) -> QSize:
        """Return the size in which the sheet can still be read."""
        least = self.brief_size()
        if self._sheet is None or self._brief:
            return least
        return least + QSize(0, 36 * bool(self._sheet.facts) + 24 * len(self._sheet.notes))

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return self.minimumSizeHint() * 2

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place everything anew."""
        self._place()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of theme or text size."""
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._place()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sheet; what has not changed is not painted anew."""
        del event
        if self._sheet is None or self._frame is None or self._plan is None:
            return
        ratio = self.devicePixelRatioF()
        if self._painted is None or self._painted.devicePixelRatioF() != ratio:
            self._painted = self._paint(self._shown(), self._frame, self._plan, ratio)
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._painted)
        painter.end()

    def _paint(self, sheet: Sheet, frame: Frame, plan: Plan, ratio: float) -> QPixmap:
        pixmap = QPixmap(self.size() * ratio)
        pixmap.setDevicePixelRatio(ratio)
        pixmap.fill(Qt.GlobalColor.transparent)
        look = self.look()
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_frame(painter, sheet, frame, look)
        _layouter(sheet).paint(painter, sheet, plan, look)
        painter.end()
        return pixmap

    def _forget(self) -> None:
        """Paint anew the next time."""
        self._painted = None
        self.update()

    def _place(self) -> None:
        if self._sheet is None:
            return
        look, shown = self.look(), self._shown()
        self._frame = make_frame(shown, QRectF(self.rect()), look)
        self._plan = _layouter(shown).plan(shown, self._frame.board, look)
        self._place_buttons([spot for spot in self._plan.spots if spot.cell.offered])
        self._forget()

    def _place_buttons(self, spots: list[Spot]) -> None:
        focused = next((b.actions_offered for b in self._buttons if b.hasFocus()), None)
        names = [cell_name(spot, self._say) for spot in spots]
        wanted = [
            (spot.cell.offered, name, spot.cell.shape == "hexagon")
            for spot, name in zip(spots, names, strict=True)
        ]
        if [(actions, name) for actions, name, _ in wanted] != [
            (b.actions_offered, b.accessibleName()) for b in self._buttons
        ]:
            self._make_buttons(wanted)
        for button, spot in zip(self._buttons, spots, strict=True):
            # A hexagon on its corner is higher than wide.
            high = spot.rect.width() * 0.08 if spot.cell.shape == "hexagon" else 0.0
            area = spot.rect.adjusted(-3, -3 - high, 3, 3 + high)
            button.setGeometry(area.toAlignedRect())
            if button.actions_offered == focused and not button.hasFocus():
                button.setFocus()

    def _make_buttons(self, wanted: list[tuple[tuple[Action, ...], str, bool]]) -> None:
        for button in self._buttons:
            button.blockSignals(True)
            button.hide()
            button.deleteLater()
        self._buttons = []
        for actions, name, hexagonal in wanted:
            button = CellButton(actions, name, self, hexagonal)
            button.clicked.connect(self._clicked)
            button.hovered.connect(self._hovered)
            button.moved.connect(self._moved)
            button.show()
            self._buttons.append(button)

    def _clicked(self) -> None:
        button = self.sender()
        if not isinstance(button, CellButton):
            return
        if len(button.actions_offered) == 1:
            self.action_chosen.emit(button.actions_offered[0])
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.setAccessibleName(button.accessibleName())
        for action in button.actions_offered:
            entry = menu.addAction(self._words(action))
            entry.triggered.connect(partial(self.action_chosen.emit, action))
            entry.hovered.connect(partial(self.cell_hovered.emit, action))
        menu.popup(button.mapToGlobal(button.rect().center()))

    def _hovered(self, here: bool) -> None:
        button = self.sender()
        if isinstance(button, CellButton):
            alone = here and len(button.actions_offered) == 1
            self.cell_hovered.emit(button.actions_offered[0] if alone else None)

    def _moved(self, x: int, y: int) -> None:
        button = self.sender()
        if isinstance(button, CellButton):
            target = nearest(button, self._buttons, x, y)
            if target is not None:
                target.setFocus(Qt.FocusReason.OtherFocusReason)


def nearest(start: CellButton, buttons: list[CellButton], x: int, y: int) -> CellButton | None:
    """Return the closest button in a direction, None when there is none."""
    origin = QRectF(start.geometry()).center()
    best: tuple[float, CellButton] | None = None
    for button in buttons:
        way = QRectF(button.geometry()).center() - origin
        ahead = QPointF.dotProduct(way, QPointF(x, y))
        aside = abs(QPointF.dotProduct(way, QPointF(y, x)))
        if button is start or ahead < 1:
            continue
        distance = ahead + 2.5 * aside
        if best is None or distance < best[0]:
            best = (distance, button)
    return best[1] if best is not None else None


def _layouter(sheet: Sheet) -> Layouter:
    return LAYOUTS.get(sheet.layout, LAYOUTS[Layout.ROWS])
