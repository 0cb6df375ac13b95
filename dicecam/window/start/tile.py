"""A tile: a game to choose, with its picture, name and number of players."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from dicecam.rules.core import Spec
from dicecam.window.icons import fit_text, fitting_px, paint_face
from dicecam.window.sheets.cells import write
from dicecam.window.start.pictures import paint_picture
from dicecam.window.theme import best_ink, mix, theme_of


def seats_text(spec: Spec) -> str:
    """Return how many may play, such as `2–5`."""
    low, high = spec.min_seats, spec.max_seats
    return str(low) if low == high else f"{low}–{high}"


class GameTile(QAbstractButton):
    """A game on the start page.

    Args:
        spec: The game.
    """

    def __init__(self, spec: Spec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_title(self, title: str, players: str) -> None:
        """Name the game.

        Args:
            title: Its name.
            players: How many may play, in words, for screen readers.
        """
        self.setText(title)
        self.setAccessibleName(f"{title}, {players}")
        self.setToolTip(f"{title}, {players}")
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        scale = theme_of(self).scale
        return QSize(round(240 * scale), round(170 + 40 * scale))

    def minimumSizeHint(self) -> QSize:
        """Return the size in which the picture can still be made out."""
        scale = theme_of(self).scale
        return QSize(150, round(96 + 44 * scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a card: picture, name, players; a check mark and a frame when it is chosen."""
        del event
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        card = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        chosen, hovered = self.isChecked(), self.underMouse()
        ground = mix(theme.paper, theme.accent, 0.14 if chosen else 0.06 if hovered else 0.0)
        edge = theme.accent if chosen or hovered else mix(theme.line, theme.paper, 0.4)
        painter.setPen(QPen(QColor(edge), 4 if chosen else 2))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(card, 14, 14)
        foot = 44 * theme.scale
        picture = card.adjusted(12, 12, -12, -foot - 4)
        paint_picture(painter, picture, self.spec, theme)
        line = QRectF(card.x() + 12, card.bottom() - foot - 2, card.width() - 24, foot)
        self._name(painter, line, ground)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.text), 2, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(card.adjusted(5, 5, -5, -5), 10, 10)
        painter.end()

    def _name(self, painter: QPainter, line: QRectF, ground: str) -> None:
        theme = theme_of(self)
        seats = seats_text(self.spec)
        width = 56 * theme.scale
        name = line.adjusted(0, 0, -width, 0)
        painter.setPen(QColor(best_ink(ground)))
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        most = 22 * theme.scale
        if fitting_px(name, self.text(), theme, True, most) < 16 * theme.scale:
            wrapped = int(flags) | int(Qt.TextFlag.TextWordWrap)
            for px in range(round(16 * theme.scale), 9, -1):
                font = theme.font(1, bold=True)
                font.setPixelSize(px)
                painter.setFont(font)
                if name.contains(painter.boundingRect(name, wrapped, self.text())):
                    break
            painter.drawText(name, wrapped, self.text())
        else:
            fit_text(painter, name, self.text(), theme, True, most, flags)
        side = line.height() * 0.5
        pawn = QRectF(line.right() - width + 4, line.center().y() - side / 2, side, side)
        paint_face(painter, pawn, "pawn", theme.quiet, theme)
        rest = QRectF(pawn.right(), line.y(), line.right() - pawn.right(), line.height())
        write(painter, rest, seats, theme.quiet, theme, round(16 * theme.scale))
        if self.isChecked():
            badge = QRectF(0, 0, 30, 30)
            badge.moveTopRight(QRectF(self.rect()).adjusted(0, 8, -8, 0).topRight())
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.accent))
            painter.drawEllipse(badge)
            inner = badge.adjusted(6, 6, -6, -6)
            paint_face(painter, inner, "check", theme.on_accent, theme)
