"""Draws the picture on a game's tile.

Games with a scene of their own are in the table at the end, by key; any other game gets its dice,
fanned out, so that an added game has a tile without a change here. Scenes are our own drawings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dicecam.rules.core import Spec
from dicecam.window.icons import paint_die, paint_face
from dicecam.window.sheets.board import FELT, WOOD, hexagon
from dicecam.window.sheets.cells import cross
from dicecam.window.sheets.track import PATH, STONE
from dicecam.window.theme import FILLS, Theme, best_ink, mix

Scene = Callable[[QPainter, QRectF, Theme], None]
"""Paints a tile's picture into a rectangle."""


def paint_picture(painter: QPainter, rect: QRectF, spec: Spec, theme: Theme) -> None:
    """Paint the picture of a game: its own scene, or its dice.

    Args:
        painter: Where.
        rect: The space.
        spec: The game.
        theme: Colours.
    """
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setClipRect(rect)
    scene = SCENES.get(spec.key)
    if scene is not None:
        scene(painter, rect, theme)
    else:
        dice_of(painter, rect, spec, theme)
    painter.restore()


def dice_of(painter: QPainter, rect: QRectF, spec: Spec, theme: Theme) -> None:
    """Paint up to five dice of a game, or blank cards for a game without dice."""
    kinds = spec.dice[:5]
    if not kinds:
        for n in range(3):
            _card(painter, rect, (n - 1) * 0.2, theme)
        return
    faces = [kind.readings[(n * 2 + 1) % len(kind.readings)][0] for n, kind in enumerate(kinds)]
    count = max(3, len(kinds))
    for n in range(count):
        kind, face = kinds[n % len(kinds)], faces[n % len(kinds)]
        if len(kinds) < count:
            face = kind.readings[n % len(kind.readings)][0]
        at = (n + 0.5) / count
        _die(painter, rect, (at, 0.5 + 0.12 * (n % 2) - 0.06), 0.34, face, kind.colour, theme, n)


def _die(
    painter: QPainter,
    rect: QRectF,
    at: tuple[float, float],
    size: float,
    face: str,
    colour: str | None,
    theme: Theme,
    turn: int = 0,
) -> None:
    """Paint a die: its centre and size are shares of the rectangle's width and height."""
    side = size * min(rect.height() * 1.4, rect.width())
    painter.save()
    painter.translate(rect.x() + at[0] * rect.width(), rect.y() + at[1] * rect.height())
    painter.rotate((0, -9, 7, 14, -5)[turn % 5])
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 50))
    painter.drawRoundedRect(QRectF(-side / 2 + 3, -side / 2 + 4, side, side), side / 5, side / 5)
    paint_die(painter, QRectF(-side / 2, -side / 2, side, side), face, colour, theme)
    painter.restore()


def _card(painter: QPainter, rect: QRectF, lean: float, theme: Theme) -> None:
    high = rect.height() * 0.78
    painter.save()
    painter.translate(rect.center().x() + lean * rect.width(), rect.center().y())
    painter.rotate(lean * 60)
    card = QRectF(-high * 0.33, -high / 2, high * 0.66, high)
    painter.setPen(QPen(QColor(theme.line), 2))
    painter.setBrush(QColor(theme.raised))
    painter.drawRoundedRect(card, high * 0.06, high * 0.06)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(mix(theme.raised, theme.accent, 0.35 + lean)))
    inset = high * 0.06
    painter.drawRoundedRect(card.adjusted(inset, inset, -inset, -inset), inset, inset)
    painter.restore()


def strips(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Paint four coloured strips of numbers with crosses, and three dice."""
    high, columns = rect.height() / 4, 8
    wide = rect.width() / columns
    for n, colour in enumerate(("red", "yellow", "green", "blue")):
        ink = theme.ink(colour)
        strip = QRectF(rect.x(), rect.y() + n * high + 2, rect.width(), high - 4)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(ink.fill))
        painter.drawRoundedRect(strip, high / 5, high / 5)
        for m in range(columns):
            box = QRectF(strip.x() + m * wide + 3, strip.y() + 4, wide - 6, strip.height() - 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(ink.cell))
            painter.drawRoundedRect(box, 4, 4)
            if (n * 3 + m * 5) % 7 in (0, 3):
                cross(painter, box, ink.on_cell)
    for n, (face, die) in enumerate((("pips_3", "white"), ("pips_5", "white"), ("pips_4", "red"))):
        at = (0.56 + 0.17 * n, 0.5 + (0.2, 0.24, 0.12)[n])
        _die(painter, rect, at, 0.26, face, die, theme, n + 1)


def shelf(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Paint a shelf with books, plants, cups and a cat."""
    items = ("plant", "book", "trophy", "game", "cat", "book", "plant", "cat", "trophy", "game")
    wood = WOOD[theme.dark]
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(wood))
    painter.drawRoundedRect(rect, 8, 8)
    columns, rows = 5, 2
    wide, high = rect.width() / columns, rect.height() / rows
    colours = ("pink", "white", "blue", "yellow", "green")
    for n, item in enumerate(items):
        box = QRectF(rect.x() + n % columns * wide, rect.y() + n // columns * high, wide, high)
        box.adjust(4, 4, -4, -4)
        fill = FILLS[colours[(n * 3) % 5]]
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(fill))
        painter.drawRoundedRect(box, 6, 6)
        side = min(box.width(), box.height()) * 0.72
        sign = QRectF(0, 0, side, side)
        sign.moveCenter(box.center())
        paint_face(painter, sign, f"shelfie_{item}", best_ink(fill), theme)


def square(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Paint three by three symbol dice, two of them just turned over."""
    faces = ("sun", "pi", "bomb", "smiley", "pirate", "aum", "pi", "sun", "smiley")
    unit = min(rect.width(), rect.height()) / 3
    board = QRectF(0, 0, unit * 3, unit * 3)
    board.moveCenter(rect.center())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(WOOD[theme.dark]))
    painter.drawRoundedRect(board.adjusted(-unit * 1.2, 0, unit * 1.2, 0), 10, 10)
    for n, face in enumerate(faces):
        box = QRectF(board.x() + n % 3 * unit, board.y() + n // 3 * unit, unit, unit)
        box.adjust(unit * 0.09, unit * 0.09, -unit * 0.09, -unit * 0.09)
        colour = "yellow" if face == "sun" else None
        paint_die(painter, box, f"dixe_{face}", colour, theme)


def hexagons(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Paint hexagons with red and blue dice, one attacking another."""
    wide = min(rect.width() / 4.1, rect.height() / 2.75)
    pawns = {1: ("red", 5), 3: ("blue", 4), 4: ("red", 6), 6: ("blue", 3), 8: ("blue", 6)}
    places = [(x + (0.5 if y % 2 == 0 else 0), y) for y in range(3) for x in range(4 - (y + 1) % 2)]
    for n, (x, y) in enumerate(places):
        box = QRectF(0, 0, wide, wide)
        step = math.sqrt(3) / 2 * wide
        box.moveCenter(
            QPointF(rect.center().x() + (x - 1.5) * wide, rect.center().y() + (y - 1) * step)
        )
        painter.setPen(QPen(QColor(WOOD[theme.dark]).darker(130), 1.5))
        painter.setBrush(QColor(FELT[theme.dark]))
        painter.drawPath(hexagon(box.adjusted(1, 1, -1, -1)))
        if n in pawns:
            colour, pips = pawns[n]
            inset = wide * 0.22
            die = box.adjusted(inset, inset, -inset, -inset)
            paint_die(painter, die, f"pips_{pips}", colour, theme)


def meadow(painter: QPainter, rect: QRectF, theme: Theme) -> None:
    """Paint picture cards and rabbits on a winding path."""
    for n in range(3):
        _card(painter, rect.adjusted(0, 0, -rect.width() * 0.3, 0), (n - 1) * 0.16, theme)
    side = rect.height() * 0.26
    for n in range(8):
        x = rect.x() + (0.14 + 0.11 * n) * rect.width()
        y = rect.y() + (0.78 - 0.22 * math.sin(n / 7 * math.pi * 1.4)) * rect.height()
        stone = QRectF(x - side / 2, y - side / 2, side, side)
        painter.setPen(QPen(QColor(PATH[theme.dark]), 4))
        painter.setBrush(QColor(STONE[theme.dark]))
        painter.drawEllipse(stone)
        if n in (2, 5, 7):
            box = QRectF(0, 0, side * 1.7, side * 1.7)
            box.moveCenter(QPointF(x, y - side * 0.6))
            fill = FILLS[{2: "red", 5: "blue", 7: "green"}[n]]
            paint_face(painter, box.adjusted(-2, -2, 2, 2), "rabbit", "#ffffff", theme)
            paint_face(painter, box, "rabbit", fill, theme)


SCENES: Mapping[str, Scene] = MappingProxyType(
    {
        "qwixx": strips,
        "my_shelfie_dice": shelf,
        "memodixe": square,
        "dekaxex": hexagons,
        "dixit": meadow,
    }
)
"""Scenes by key of the game; a game without one shows its dice."""
