"""The options panel: what each player may do now, as sentences to click; several players at once."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QEvent, QModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QLabel,
    QListView,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from dicecam.rules.core import Action
from dicecam.session.session import Offer
from dicecam.window.desk import Desk
from dicecam.window.i18n import Words
from dicecam.window.icons import paint_die
from dicecam.window.offers_model import OFFER_ROLE, Index, OffersModel
from dicecam.window.theme import Theme, mix, scaled, theme_of

ROW_PX = 42
"""Height of an option before text scaling, px."""


COLUMN_PX = 225
"""Least width of a player's options before text scaling, px."""

NARROW_PX = 340
"""Lists narrower than this, px before text scaling, draw smaller dice and leave words the room."""


USUAL_PX = (510, 290)
"""Size of the panel on the smallest laptop before text scaling, px."""

MOST_ZOOM = 1.4
"""Larger screens show options so much larger at most."""


@lru_cache(maxsize=2048)
def _measured(text: str, room: int, family: str, px: int) -> int:
    font = QFont(family)
    font.setPixelSize(px)
    flags = int(Qt.TextFlag.TextWordWrap)
    return QFontMetrics(font).boundingRect(0, 0, room, 10_000, flags, text).height()


def _text_height(text: str, room: int, font: QFont) -> int:
    """Return how high a text is, px, when it is wrapped to a width; each is measured once."""
    return _measured(text, room, font.family(), font.pixelSize())


class OfferDelegate(QStyledItemDelegate):
    """Draws an option as a button: the dice it uses, then the sentence.

    Args:
        desk: The game, for the faces and colours of dice.
    """

    def __init__(self, desk: Desk, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk = desk

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a height that a finger can hit, more for a long sentence."""
        theme = self._theme()
        width = max(120, self._view.viewport().width())
        text = str(index.data() or "")
        room = width - self._text_left(index, theme.scale) - 10
        high = _text_height(text, room, theme.font(self._text_px(theme.scale)))
        return QSize(width, max(round(ROW_PX * theme.scale), high + round(16 * theme.scale)))

    @property
    def _view(self) -> OfferList:
        parent = self.parent()
        assert isinstance(parent, OfferList)
        return parent

    def _theme(self) -> Theme:
        """Return colours and text size; the list itself has a transparent ground."""
        theme = theme_of(self._view.parentWidget() or self._view)
        return scaled(theme, theme.scale * self._view.zoom)

    def _narrow(self, scale: float) -> bool:
        return self._view.viewport().width() < NARROW_PX * scale

    def _text_px(self, scale: float) -> int:
        return 16 if self._narrow(scale) else 17

    def _die_px(self, scale: float) -> float:
        """Return the side of a die, px."""
        return (21 if self._narrow(scale) else 26) * scale

    def _text_left(self, index: Index, scale: float) -> int:
        offer = index.data(OFFER_ROLE)
        dice = len(offer.dice) if isinstance(offer, Offer) else 0
        return round(14 * scale + (self._die_px(scale) + 3 * scale) * dice)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a row."""
        theme = self._theme()
        offer = index.data(OFFER_ROLE)
        state = option.state
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        focused = bool(state & QStyle.StateFlag.State_HasFocus)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(option.rect).adjusted(2, 3, -2, -3)
        fill = mix(theme.raised, theme.accent, 0.16) if hovered or focused else theme.raised
        edge = theme.accent if hovered or focused else theme.line
        painter.setBrush(QColor(fill))
        painter.setPen(QPen(QColor(edge), 3 if focused else 1.5))
        painter.drawRoundedRect(rect, 8, 8)
        side = self._die_px(theme.scale)
        left = rect.left() + 8 * theme.scale
        for die in offer.dice:
            kind = self._desk.spec.kind(die.kind)
            reading = next(name for name, face in kind.readings if face == die.face)
            icon = QRectF(left, rect.center().y() - side / 2, side, side)
            paint_die(painter, icon, reading, kind.colour, theme)
            left += side + 3 * theme.scale
        painter.setPen(QColor(theme.text))
        painter.setFont(theme.font(self._text_px(theme.scale)))
        text = QRectF(rect)
        text.setLeft(option.rect.left() + self._text_left(index, theme.scale))
        text.setRight(option.rect.right() - 8)
        flags = int(Qt.AlignmentFlag.AlignVCenter) | int(Qt.TextFlag.TextWordWrap)
        painter.drawText(text, flags, str(index.data()))
        painter.restore()


class OfferList(QListView):
    """A list of options that plays a row on a click, Return or space.

    Attributes:
        chosen: An option was chosen: its `Offer`.
        pointed: The mouse or the keyboard points at an option: its `Offer`, or None.
        reached: The keyboard came to a row: where it lies in the viewport.
        zoom: How much larger than usual rows are drawn, where a large screen has the room.
    """

    chosen = Signal(object)
    pointed = Signal(object)
    reached = Signal(QRect)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.zoom = 1.0
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setWordWrap(True)  # lays the rows out anew when the width changes
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFrameShape(QListView.Shape.NoFrame)
        # The row at hand shows the focus; a frame around the list as well would be too much.
        self.setStyleSheet("QListView, QListView:focus { border: none; background: transparent; }")
        self.entered.connect(lambda index: self.pointed.emit(index.data(OFFER_ROLE)))

    def sizeHint(self) -> QSize:
        """Return the height of all rows: the panel scrolls, not each list."""
        rows = range(self.model().rowCount())
        height = sum(self.sizeHintForIndex(self.model().index(n, 0)).height() for n in rows)
        return QSize(160, height + 2 * self.frameWidth() + 8)

    def minimumSizeHint(self) -> QSize:
        """Return the same: no row is ever hidden."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height when sentences wrap differently."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Point at what the keyboard chose."""
        super().currentChanged(current, previous)
        if self.hasFocus() and current.isValid():
            self.pointed.emit(current.data(OFFER_ROLE))
            self.reached.emit(self.visualRect(current))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the row under the mouse."""
        index = self.indexAt(event.position().toPoint())
        super().mouseReleaseEvent(event)
        if event.button() == Qt.MouseButton.LeftButton and index == self.currentIndex():
            self._choose(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the current row with Return or space."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._choose(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self.pointed.emit(None)

    def _choose(self, index: QModelIndex) -> None:
        offer = index.data(OFFER_ROLE) if index.isValid() else None
        if offer is not None:
            self.chosen.emit(offer)


class SeatOffers(QWidget):
    """The options of one player under his name.

    Args:
        desk: The game.
        words: The language in use.
        seat: The player.
    """

    def __init__(self, desk: Desk, words: Words, seat: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.seat = seat
        self.model = OffersModel(words, self)
        self.title = QLabel(self)
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.list = OfferList(self)
        self.list.setModel(self.model)
        self.list.setItemDelegate(OfferDelegate(desk, self.list))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.title)
        column.addWidget(self.list)

    def show_offers(
        self, name: str, heading: str, offers: tuple[Offer, ...], printed: tuple[Action, ...]
    ) -> None:
        """Offer these to the player of a name, in the order of his sheet."""
        self.title.setText(heading)
        self.list.setAccessibleName(name)
        self.model.set_offers(offers, printed)
        self.set_zoom(self.list.zoom)

    def set_zoom(self, zoom: float) -> None:
        """Draw everything so much larger than usual."""
        self.title.setFont(theme_of(self).font(17 * zoom, bold=True))
        if zoom != self.list.zoom:
            self.list.zoom = zoom
            self.list.scheduleDelayedItemsLayout()
        self.list.updateGeometry()


class OptionsPanel(QWidget):
    """What all players may do now.

    Args:
        words: The language in use.

    Attributes:
        pointed: Somebody points at an option: its `Offer`, or None.
    """

    pointed = Signal(object)

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._desk: Desk | None = None
        self._columns = 1
        self.seats: list[SeatOffers] = []
        self._empty = QLabel(self)
        self._empty.setProperty("quiet", True)
        self._empty.setWordWrap(True)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.hide_button = QPushButton(self)
        self.hide_button.setProperty("main", True)
        self.hide_button.clicked.connect(self._cover)
        self.hide_button.hide()
        self._inner = QWidget(self)
        self._grid = QGridLayout(self._inner)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.addWidget(self._empty, 0, 0)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(self._inner)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.hide_button)
        column.addWidget(scroll)
        self.area = scroll

    def set_desk(self, desk: Desk | None) -> None:
        """Offer the choices of another game, or none."""
        if self._desk is not None:
            self._desk.changed.disconnect(self.refresh)
        for panel in self.seats:
            panel.hide()
            panel.deleteLater()
        self.seats = []
        self._desk = desk
        if desk is not None:
            desk.changed.connect(self.refresh)
            for seat in range(len(desk.session.names)):
                self._add_seat(desk, seat)
        self.refresh()

    def _add_seat(self, desk: Desk, seat: int) -> None:
        panel = SeatOffers(desk, self._words, seat, self._inner)
        panel.list.chosen.connect(lambda offer: desk.play(offer.seat, offer.action))
        panel.list.pointed.connect(self.pointed)
        panel.list.reached.connect(lambda rect: self._show_row(panel.list, rect))
        panel.hide()
        self.seats.append(panel)

    def _show_row(self, view: OfferList, rect: QRect) -> None:
        middle = view.viewport().mapTo(self._inner, rect.center())
        self.area.ensureVisible(middle.x(), middle.y(), 0, rect.height())

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self.refresh()
        super().changeEvent(event)

    def refresh(self) -> None:
        """Show what may be chosen now."""
        offers = self._desk.offers() if self._desk is not None else ()
        acting = sorted({offer.seat for offer in offers})
        for panel in self.seats:
            mine = tuple(offer for offer in offers if offer.seat == panel.seat)
            name = self._words.player(panel.seat)
            printed = self._desk.sheet(panel.seat).actions() if mine and self._desk else ()
            panel.show_offers(name, self.tr("{name} may:").format(name=name), mine, printed)
            panel.set_zoom(self._zoom())
            panel.setVisible(bool(mine))
            self._grid.removeWidget(panel)
        columns = self._fitting_columns(len(acting))
        self._columns = columns
        for n, seat in enumerate(acting):
            self._grid.addWidget(
                self.seats[seat], n // columns, n % columns, Qt.AlignmentFlag.AlignTop
            )
        self._empty.setVisible(not acting)
        if not acting:
            self._grid.addWidget(self._empty, 0, 0)
        self._empty.setText(self._nothing())
        self.hide_button.setText(self.tr("Done: hide my choices"))
        self.hide_button.setVisible(self._desk is not None and self._desk.peeking is not None)
        self.pointed.emit(None)

    def _fitting_columns(self, acting: int) -> int:
        wide = self.width() >= 2 * COLUMN_PX * theme_of(self).scale
        return 2 if acting > 1 and wide else 1

    def _zoom(self) -> float:
        """Return how much larger than on a small laptop there is room for."""
        scale = theme_of(self).scale
        room = min(self.width() / (USUAL_PX[0] * scale), self.height() / (USUAL_PX[1] * scale))
        return max(1.0, min(MOST_ZOOM, round(room, 1)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the players' options for another width."""
        super().resizeEvent(event)
        for panel in self.seats:
            panel.set_zoom(self._zoom())
        acting = sum(panel.isVisible() for panel in self.seats)
        if acting and self._fitting_columns(acting) != self._columns:
            self.refresh()

    def _cover(self) -> None:
        if self._desk is not None:
            self._desk.cover()

    def _nothing(self) -> str:
        if self._desk is None or self._desk.session.outcome() is not None:
            return ""
        if self._desk.looking_at is not None:
            return self.tr("You are looking back. Return to now to go on.")
        if self._desk.covered:
            return self.tr("What can be chosen is secret.")
        return self.tr("Nothing to choose until the dice lie.")
