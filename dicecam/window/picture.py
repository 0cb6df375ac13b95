"""Shows the table: the live picture with every die outlined and named; dice can be clicked.

It draws what it is given and says where was clicked; what that means is decided elsewhere.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from dicecam.messages import Message
from dicecam.table.view import Phase, SeenDie, TableView
from dicecam.window.icons import Say, letter_of, paint_die, paint_mark
from dicecam.window.live.picture import Picture
from dicecam.window.readings import UNSURE
from dicecam.window.theme import Theme, theme_of

FRESH_S = 0.3
"""Outlines older than this, seconds of media time, begin to fade."""

FADED_S = 0.8
"""Outlines older than this are gone."""

CHIP_PX = 30
"""Height of a die's name tag before text scaling, px."""


MOST_CHIP_SCALE = 1.25
"""Name tags grow with the text no further than this: they would cover the dice."""

MOST_CHIPS = 200
"""So many name tags are kept drawn."""

QUIET, ACTIVE, ASKED = "#ffffff", "#ffe27a", "#ff9e2c"
"""Outlines of a die: usual, at hand or used by an option, to be looked at by somebody."""


_LETTER = Message("core.letter.red")
"""Tells languages apart: name tags carry the letters of colours."""


class PictureView(QWidget):
    """The picture of the table.

    Args:
        say: Turns messages into words, for the letters of colours.

    Attributes:
        die_clicked: A die was clicked or chosen with the keyboard: its track and where on the
            screen a menu should open.
        spot_clicked: A spot without die was clicked: its place in px of the frame, and on screen.
        face_typed: A number was typed while a die was chosen: its track and the number.
        removed: The delete key was pressed on a die: its track.
        width_changed: The picture is shown in another width, device px.
    """

    die_clicked = Signal(int, QPoint)
    spot_clicked = Signal(QPointF, QPoint)
    face_typed = Signal(int, int)
    removed = Signal(int)
    width_changed = Signal(int)

    def __init__(self, say: Say, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._say = say
        self._picture: Picture | None = None
        self._view: TableView | None = None
        self._lit: frozenset[int] = frozenset()
        self._asked: frozenset[int] = frozenset()
        self._hint = ""
        self._shown_px = 0
        self._overlay = QPixmap()
        self._overlay_key: object = None
        self._chips: dict[object, QPixmap] = {}
        self._chosen: int | None = None
        self._hovered: int | None = None
        self._colours = True
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 180)

    def sizeHint(self) -> QSize:
        """Return a size that fits the smallest laptop."""
        return QSize(560, 400)

    @property
    def picture(self) -> Picture | None:
        """The picture shown, None before the first."""
        return self._picture

    def set_picture(self, picture: Picture | None) -> None:
        """Show another picture."""
        self._picture = picture
        self._tell_width()
        self.update()

    def set_view(self, view: TableView | None) -> None:
        """Outline these dice from now on."""
        self._view = view
        if view is None or (self._chosen is not None and view.die(self._chosen) is None):
            self._chosen = None
        self.update()

    def set_colours_matter(self, matter: bool) -> None:
        """Say whether the game tells dice apart by colour; only then colours are named."""
        self._colours = matter
        self.update()

    def set_lit(self, tracks: frozenset[int]) -> None:
        """Highlight some dice, such as those an option uses."""
        if tracks != self._lit:
            self._lit = tracks
            self.update()

    def set_asked(self, tracks: frozenset[int]) -> None:
        """Point at dice that somebody has to look at."""
        if tracks != self._asked:
            self._asked = tracks
            self.update()

    def set_hint(self, text: str) -> None:
        """Say this while there is no picture."""
        self._hint = text
        self.update()

    # Geometry.

    def picture_rect(self) -> QRectF:
        """Return where the picture lies in the widget, px."""
        if self._picture is None:
            return QRectF(self.rect())
        size = QSize(self._picture.width, self._picture.height)
        size.scale(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        rect = QRectF(0, 0, size.width(), size.height())
        rect.moveCenter(QRectF(self.rect()).center())
        return rect

    def die_rect(self, die: SeenDie) -> QRectF:
        """Return where a die is drawn in the widget, px."""
        if self._picture is None:
            return QRectF()
        area = self.picture_rect()
        scale = area.width() / self._picture.width
        x1, y1, x2, y2 = (edge * scale for edge in die.box.xyxy)
        return QRectF(QPointF(x1, y1), QPointF(x2, y2)).translated(area.topLeft())

    def _die_at(self, point: QPointF) -> int | None:
        if self._view is None:
            return None
        hits = [
            (die.box.area, die.track)
            for die in self._view.dice
            if self.die_rect(die).adjusted(-4, -4, 4, 4).contains(point)
        ]
        return min(hits)[1] if hits else None

    # Mouse and keyboard.

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show which die a click would choose."""
        hovered = self._die_at(event.position())
        if hovered != self._hovered:
            self._hovered = hovered
            shape = Qt.CursorShape
            self.setCursor(shape.PointingHandCursor if hovered is not None else shape.CrossCursor)
            self.update()

    def leaveEvent(self, event: QEvent) -> None:
        """Forget the die under the mouse."""
        super().leaveEvent(event)
        self._hovered = None
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the die or the spot that was clicked."""
        if self._picture is None or event.button() == Qt.MouseButton.MiddleButton:
            return
        here = event.globalPosition().toPoint()
        track = self._die_at(event.position())
        if track is not None:
            self._chosen = track
            self.update()
            self.die_clicked.emit(track, here)
        elif self.picture_rect().contains(event.position()):
            self.spot_clicked.emit(self._frame_point(event.position()), here)

    def _frame_point(self, point: QPointF) -> QPointF:
        assert self._picture is not None
        area = self.picture_rect()
        return (point - area.topLeft()) * (self._picture.width / area.width())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows choose a die, 1 to 6 correct it, Return opens its menu, Delete removes it."""
        key = Qt.Key(event.key())
        keys = Qt.Key
        if key in (keys.Key_Right, keys.Key_Down):
            self._choose(1)
        elif key in (keys.Key_Left, keys.Key_Up):
            self._choose(-1)
        elif self._chosen is None:
            super().keyPressEvent(event)
        elif keys.Key_1 <= key <= keys.Key_6:
            self.face_typed.emit(self._chosen, key - keys.Key_0)
        elif key in (keys.Key_Return, keys.Key_Enter, keys.Key_Space):
            self.die_clicked.emit(self._chosen, self._menu_point())
        elif key in (keys.Key_Delete, keys.Key_Backspace):
            self.removed.emit(self._chosen)
        else:
            super().keyPressEvent(event)

    def _menu_point(self) -> QPoint:
        die = self._view.die(self._chosen) if self._view and self._chosen is not None else None
        corner = self.die_rect(die).bottomLeft().toPoint() if die else self.rect().center()
        return self.mapToGlobal(corner)

    def _choose(self, step: int) -> None:
        dice = sorted(self._view.dice, key=lambda d: d.box.centre) if self._view else []
        if not dice:
            return
        tracks = [die.track for die in dice]
        if self._chosen in tracks:
            index = (tracks.index(self._chosen) + step) % len(tracks)
        else:
            index = 0 if step > 0 else len(tracks) - 1
        self._chosen = tracks[index]
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose a die when the keyboard comes here."""
        super().focusInEvent(event)
        if self._chosen is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._choose(1)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell how wide pictures are needed."""
        super().resizeEvent(event)
        self._tell_width()

    def _tell_width(self) -> None:
        px = round(self.picture_rect().width() * self.devicePixelRatioF())
        if px != self._shown_px:
            self._shown_px = px
            self.width_changed.emit(px)

    # Painting.

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the picture, then the dice over it."""
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._picture is None:
            painter.fillRect(self.rect(), QColor(theme.paper))
            painter.setPen(QColor(theme.quiet))
            painter.setFont(theme.font(18))
            margin = self.rect().adjusted(24, 24, -24, -24)
            flags = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
            painter.drawText(margin, flags, self._hint)
        else:
            painter.drawImage(self.picture_rect(), self._picture.image)
            self._paint_dice(painter, theme)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(theme.accent), 3))
            painter.drawRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5))
        painter.end()

    def opacity(self) -> float:
        """Return how strongly outlines are drawn, 0 to 1: old ones fade."""
        if self._view is None or self._picture is None:
            return 0.0
        age = self._picture.time_s - self._view.time_s
        return 1.0 - min(1.0, max(0.0, (age - FRESH_S) / (FADED_S - FRESH_S)))

    def _paint_dice(self, painter: QPainter, theme: Theme) -> None:
        opacity = self.opacity()
        if self._view is None or opacity == 0.0:
            return
        dice = tuple(
            (die.track, die.face, die.colour, die.confidence < UNSURE, self._rounded(die))
            for die in self._view.dice
        )
        named = self._view.phase is not Phase.ROLLING
        at_hand = (self._lit, self._asked, self._hovered, self._chosen, self._colours)
        key = (dice, named, at_hand, self.size(), theme, self._say(_LETTER))
        if key != self._overlay_key:
            self._overlay_key = key
            self._draw_overlay(theme, named)
        painter.setOpacity(opacity)
        painter.drawPixmap(0, 0, self._overlay)
        painter.setOpacity(1.0)

    def _rounded(self, die: SeenDie) -> tuple[int, int, int, int]:
        rect = self.die_rect(die).toRect()
        return (rect.x(), rect.y(), rect.width(), rect.height())

    def _draw_overlay(self, theme: Theme, named: bool) -> None:
        """Draw all outlines and name tags once; while dice lie still they are only copied.

        Args:
            theme: Colours and type.
            named: False while dice roll: what they show then is nothing to be read.
        """
        assert self._view is not None
        ratio = self.devicePixelRatioF()
        self._overlay = QPixmap(self.size() * ratio)
        self._overlay.setDevicePixelRatio(ratio)
        self._overlay.fill(Qt.GlobalColor.transparent)
        painter = QPainter(self._overlay)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for die in self._view.dice:
            self._paint_outline(painter, die, theme)
        taken = [self.die_rect(die) for die in self._view.dice]
        for die in self._view.dice if named else ():
            chip = self._chip_rect(self.die_rect(die), taken, theme)
            taken.append(chip)
            painter.drawPixmap(chip.topLeft(), self._chip(chip.size(), die, theme))
        painter.end()

    def _chip(self, size: QSizeF, die: SeenDie, theme: Theme) -> QPixmap:
        """Return the name tag of a die; each is drawn once."""
        colour = die.colour if self._colours else None
        unsure = die.confidence < UNSURE
        ratio = self.devicePixelRatioF()
        key = (die.face, colour, unsure, size.toTuple(), ratio, theme, self._say(_LETTER))
        if key not in self._chips:
            if len(self._chips) >= MOST_CHIPS:
                self._chips.clear()
            chip = QPixmap((size * ratio).toSize() + QSize(1, 1))
            chip.setDevicePixelRatio(ratio)
            chip.fill(Qt.GlobalColor.transparent)
            painter = QPainter(chip)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            self._paint_chip(painter, QRectF(QPointF(0, 0), size), die, theme)
            painter.end()
            self._chips[key] = chip
        return self._chips[key]

    def _paint_outline(self, painter: QPainter, die: SeenDie, theme: Theme) -> None:
        rect = self.die_rect(die).adjusted(-3, -3, 3, 3)
        active = die.track in self._lit or die.track in (self._hovered, self._chosen)
        width = 5.0 if active or die.track in self._asked else 3.0
        painter.setBrush(Qt.BrushStyle.NoBrush)
        # A dark line under a light one shows on any table.
        painter.setPen(QPen(QColor(0, 0, 0, 170), width + 3))
        painter.drawRoundedRect(rect, 6, 6)
        colour = QColor(ACTIVE if active else ASKED if die.track in self._asked else QUIET)
        pen = QPen(colour, width)
        if die.confidence < UNSURE:
            pen.setStyle(Qt.PenStyle.DashLine)
        painter.setPen(pen)
        painter.drawRoundedRect(rect, 6, 6)

    def _chip_rect(self, box: QRectF, taken: list[QRectF], theme: Theme) -> QRectF:
        """Return a place for a name tag beside its die: a free one, else the least covered."""
        height = CHIP_PX * min(theme.scale, MOST_CHIP_SCALE)
        chip = QRectF(0, 0, height * (1.75 if self._colours else 1.0) + 6, height + 4)
        area = self.picture_rect()
        above, below = box.top() - chip.height() - 6, box.bottom() + 6
        left, right = box.left() - chip.width() - 6, box.right() + 6
        middle_x = box.center().x() - chip.width() / 2
        middle_y = box.center().y() - chip.height() / 2
        places = [(middle_x, above), (middle_x, below), (right, middle_y), (left, middle_y)]
        # Aligned with an edge of the die, then off its corners.
        places += [(x, y) for y in (above, below) for x in (box.right() - chip.width(), box.left())]
        places += [(x, y) for y in (above, below) for x in (left, right)]
        spots = [chip.translated(x, y) for x, y in places]
        inside = [spot for spot in spots if area.contains(spot)]
        return min(inside or spots, key=lambda spot: sum(_common(spot, other) for other in taken))

    def _paint_chip(self, painter: QPainter, chip: QRectF, die: SeenDie, theme: Theme) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        back = QColor(theme.paper)
        back.setAlpha(235)
        painter.setBrush(back)
        painter.drawRoundedRect(chip, 6, 6)
        side = chip.height() - 4
        colour = die.colour if self._colours else None
        icon = QRectF(chip.x() + 3, chip.y() + 2, side, side)
        paint_die(painter, icon, die.face, colour, theme, die.confidence < UNSURE)
        if colour is not None:
            mark = QRectF(icon.right() + 3, chip.y() + 3, chip.right() - icon.right() - 6, side - 2)
            paint_mark(painter, mark, colour, letter_of(colour, self._say), theme)


def _common(one: QRectF, other: QRectF) -> float:
    """Return the area two rectangles share, px."""
    both = one.intersected(other)
    return max(0.0, both.width()) * max(0.0, both.height())
