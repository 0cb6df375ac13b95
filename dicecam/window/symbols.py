"""Vector drawings of symbols, one colour each, in a square of 100 by 100.

Every drawing is our own; it is worked out once, as areas and strokes, and then painted in any ink.
Holes are cut out, so that a symbol can stand on any ground. The names are reader classes or plain
words; this module knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF, QTransform


@dataclass(frozen=True, slots=True)
class Part:
    """An area or a stroke of a drawing.

    Attributes:
        path: Its outline or line.
        width: Width of the stroke; 0 for an area.
        glint: True for a light spot, painted in the opposite of the ink.
    """

    path: QPainterPath
    width: float = 0.0
    glint: bool = False


class Sketch:
    """Collects the parts of a drawing."""

    def __init__(self) -> None:
        self.parts: list[Part] = []

    def fill(self, path: QPainterPath) -> None:
        """Add an area."""
        self.parts.append(Part(path))

    def stroke(self, path: QPainterPath, width: float, glint: bool = False) -> None:
        """Add a line with round ends."""
        self.parts.append(Part(path, width, glint))


Drawing = Callable[[Sketch], None]
"""Draws in a square of 100 by 100."""


def _disc(x: float, y: float, rx: float, ry: float | None = None) -> QPainterPath:
    path = QPainterPath()
    path.addEllipse(QPointF(x, y), rx, rx if ry is None else ry)
    return path


def _box(x: float, y: float, w: float, h: float, radius: float = 0.0) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(x, y, w, h), radius, radius)
    return path


def _outline(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points]))
    path.closeSubpath()
    return path


def _line(*points: tuple[float, float]) -> QPainterPath:
    path = QPainterPath(QPointF(*points[0]))
    for x, y in points[1:]:
        path.lineTo(x, y)
    return path


def sun(sketch: Sketch) -> None:
    """Draw a disc with eight rays."""
    rays = _disc(50, 50, 21)
    for turn in range(8):
        ray = (
            QTransform()
            .translate(50, 50)
            .rotate(45 * turn)
            .map(_outline((-7, -28), (7, -28), (0, -48)))
        )
        rays = rays.united(ray)
    sketch.fill(rays)


def pi(sketch: Sketch) -> None:
    """Draw the letter pi with a waving roof."""
    roof = QPainterPath(QPointF(14, 36))
    roof.cubicTo(24, 18, 34, 24, 50, 24)
    roof.lineTo(88, 22)
    sketch.stroke(roof, 11)
    left = QPainterPath(QPointF(38, 28))
    left.cubicTo(37, 56, 34, 74, 24, 84)
    sketch.stroke(left, 11)
    right = QPainterPath(QPointF(65, 28))
    right.cubicTo(62, 60, 60, 84, 73, 84)
    right.cubicTo(78, 84, 82, 81, 84, 76)
    sketch.stroke(right, 11)


def smiley(sketch: Sketch) -> None:
    """Draw a round laughing face."""
    sketch.stroke(_disc(50, 50, 39), 8)
    sketch.fill(_disc(36, 40, 6, 8).united(_disc(64, 40, 6, 8)))
    mouth = QPainterPath(QPointF(26, 56))
    mouth.cubicTo(34, 82, 66, 82, 74, 56)
    sketch.stroke(mouth, 8)


def bomb(sketch: Sketch) -> None:
    """Draw a round bomb with a burning fuse."""
    ball = _disc(43, 60, 31)
    neck = QTransform().translate(43, 60).rotate(40).map(_box(-10, -40, 20, 18, 2))
    shine = QPainterPath()
    shine.arcMoveTo(QRectF(23, 40, 40, 40), 130)
    shine.arcTo(QRectF(23, 40, 40, 40), 130, 60)
    sketch.fill(ball.united(neck))
    fuse = QPainterPath(QPointF(66, 33))
    fuse.cubicTo(70, 22, 78, 32, 82, 22)
    sketch.stroke(fuse, 5)
    for angle in range(0, 360, 60):
        x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        spark = _line((84 + 5 * x, 17 + 5 * y), (84 + 12 * x, 17 + 12 * y))
        sketch.stroke(spark, 4)
    sketch.stroke(shine, 5, glint=True)


def pirate(sketch: Sketch) -> None:
    """Draw a skull above crossed bones."""
    for ends in (((14, 66), (86, 92)), ((86, 66), (14, 92))):
        sketch.stroke(_line(*ends), 9)
        for x, y in ends:
            sketch.fill(_disc(x - 3, y - 4, 6).united(_disc(x + 3, y + 4, 6)))
    skull = _disc(50, 36, 30, 28).united(_box(35, 54, 30, 18, 5))
    for hole in (_disc(38, 38, 8, 9), _disc(62, 38, 8, 9), _outline((50, 46), (45, 55), (55, 55))):
        skull = skull.subtracted(hole)
    for x in (43, 50, 57):
        skull = skull.subtracted(_box(x - 1.4, 62, 2.8, 11))
    sketch.fill(skull)


def aum(sketch: Sketch) -> None:
    """Draw the sign of the syllable Aum: two bows, a tail, a crescent and a dot."""
    three = QPainterPath(QPointF(12, 36))
    three.cubicTo(20, 22, 46, 24, 44, 40)
    three.cubicTo(43, 50, 32, 51, 26, 51)
    three.cubicTo(44, 50, 52, 62, 48, 74)
    three.cubicTo(42, 92, 16, 92, 9, 74)
    sketch.stroke(three, 9)
    tail = QPainterPath(QPointF(44, 58))
    tail.cubicTo(56, 48, 62, 44, 72, 48)
    tail.cubicTo(90, 56, 86, 84, 66, 78)
    sketch.stroke(tail, 9)
    moon = QPainterPath(QPointF(58, 20))
    moon.cubicTo(62, 36, 82, 36, 88, 20)
    sketch.stroke(moon, 7)
    sketch.fill(_outline((73, 6), (80, 13), (73, 20), (66, 13)))


def plant(sketch: Sketch) -> None:
    """Draw a potted plant with three leaves."""
    pot = _outline((28, 66), (72, 66), (65, 94), (35, 94)).united(_box(24, 60, 52, 10, 3))
    sketch.fill(pot)
    sketch.stroke(_line((50, 62), (50, 30)), 5)
    for turn, length in ((0, 46), (-52, 42), (52, 42)):
        leaf = QPainterPath(QPointF(0, 0))
        leaf.cubicTo(-19, -length * 0.35, -14, -length * 0.8, 0, -length)
        leaf.cubicTo(14, -length * 0.8, 19, -length * 0.35, 0, 0)
        sketch.fill(QTransform().translate(50, 54).rotate(turn).map(leaf))


def game(sketch: Sketch) -> None:
    """Draw a pawn beside a die."""
    pawn = _disc(35, 24, 15).united(_outline((35, 26), (58, 84), (12, 84)))
    pawn = pawn.united(_box(8, 80, 54, 13, 5))
    die = QTransform().translate(74, 70).rotate(12).map(_box(-19, -19, 38, 38, 7))
    gap = QTransform().translate(74, 70).rotate(12).map(_box(-24, -24, 48, 48, 10))
    sketch.fill(pawn.subtracted(gap))
    for x, y in ((66, 60), (74, 70), (82, 80)):
        die = die.subtracted(_disc(x, y, 4.6))
    sketch.fill(die)


def book(sketch: Sketch) -> None:
    """Draw an open book."""
    for mirror in (1, -1):
        page = QPainterPath(QPointF(0, -28))
        page.cubicTo(12, -40, 30, -40, 44, -34)
        page.lineTo(44, 26)
        page.cubicTo(30, 20, 12, 20, 0, 32)
        page.closeSubpath()
        for y in (-20, -6, 8):
            rule = QPainterPath(QPointF(10, y))
            rule.cubicTo(18, y - 6, 28, y - 6, 36, y - 3)
            rule.lineTo(36, y + 2)
            rule.cubicTo(28, y - 1, 18, y - 1, 10, y + 5)
            rule.closeSubpath()
            page = page.subtracted(rule)
        sketch.fill(QTransform().translate(50 + 2 * mirror, 54).scale(mirror, 1).map(page))


def trophy(sketch: Sketch) -> None:
    """Draw a cup with two handles."""
    cup = QPainterPath(QPointF(26, 12))
    cup.lineTo(74, 12)
    cup.cubicTo(74, 44, 68, 58, 50, 62)
    cup.cubicTo(32, 58, 26, 44, 26, 12)
    foot = _box(45, 58, 10, 20).united(_outline((36, 76), (64, 76), (70, 92), (30, 92)))
    star = QPainterPath()
    star.addPolygon(_star(50, 33, 12))
    sketch.fill(cup.united(foot).subtracted(star))
    for mirror in (1, -1):
        handle = QPainterPath(QPointF(26, 0))
        handle.cubicTo(46, -4, 44, 26, 18, 30)
        sketch.stroke(QTransform().translate(50, 20).scale(mirror, 1).map(handle), 6)


def _star(x: float, y: float, radius: float) -> QPolygonF:
    points = []
    for tip in range(10):
        angle = math.radians(36 * tip - 90)
        length = radius if tip % 2 == 0 else radius * 0.42
        points.append(QPointF(x + math.cos(angle) * length, y + math.sin(angle) * length))
    points.append(points[0])
    return QPolygonF(points)


def cat(sketch: Sketch) -> None:
    """Draw a cat's head with whiskers."""
    head = _disc(50, 58, 34, 30)
    head = head.united(_outline((18, 52), (20, 12), (46, 32)))
    head = head.united(_outline((82, 52), (80, 12), (54, 32)))
    for hole in (_disc(37, 54, 5, 8), _disc(63, 54, 5, 8), _outline((44, 66), (56, 66), (50, 73))):
        head = head.subtracted(hole)
    sketch.fill(head)
    for y0, y1 in ((62, 56), (70, 70), (78, 84)):
        sketch.stroke(_line((20, y0), (3, y1)), 3)
        sketch.stroke(_line((80, y0), (97, y1)), 3)


def joker(sketch: Sketch) -> None:
    """Draw a fool's cap with three bells."""
    cap = QPainterPath(QPointF(22, 72))
    cap.cubicTo(26, 54, 22, 36, 8, 34)
    cap.cubicTo(26, 22, 40, 34, 42, 48)
    cap.cubicTo(44, 34, 46, 24, 50, 14)
    cap.cubicTo(54, 24, 56, 34, 58, 48)
    cap.cubicTo(60, 34, 74, 22, 92, 34)
    cap.cubicTo(78, 36, 74, 54, 78, 72)
    cap.closeSubpath()
    bells = _disc(9, 41, 8).united(_disc(50, 12, 8)).united(_disc(91, 41, 8))
    sketch.fill(cap.united(bells).united(_box(20, 77, 60, 13, 6)))


def rabbit(sketch: Sketch) -> None:
    """Draw a sitting rabbit in profile, the body as one silhouette."""
    body = _disc(44, 70, 28, 22).united(_disc(66, 46, 18, 16)).united(_disc(17, 74, 9))
    body = body.united(_outline((50, 52), (68, 46), (72, 84), (50, 84)))
    body = body.united(_box(34, 82, 44, 11, 5))
    for turn, x in ((-22, 58), (6, 67)):
        ear = QTransform().translate(x, 36).rotate(turn).map(_disc(0, -19, 7, 21))
        body = body.united(ear)
    sketch.fill(body.subtracted(_disc(71, 43, 3.2)))


def padlock(sketch: Sketch) -> None:
    """Draw a closed padlock."""
    _padlock(sketch, 0)


def padlock_open(sketch: Sketch) -> None:
    """Draw an open padlock."""
    _padlock(sketch, 30)


def _padlock(sketch: Sketch, turn: float) -> None:
    bow = QPainterPath(QPointF(30, 50))
    bow.lineTo(30, 32)
    bow.cubicTo(30, 6, 70, 6, 70, 32)
    bow.lineTo(70, 50)
    if turn:
        bow = QTransform().translate(70, 50).rotate(turn).translate(-70, -50).map(bow)
    sketch.stroke(bow, 9)
    sketch.fill(
        _box(20, 46, 60, 46, 8).subtracted(_disc(50, 66, 7)).subtracted(_box(47, 68, 6, 14, 2))
    )


def play(sketch: Sketch) -> None:
    """Draw the triangle that says "your turn"."""
    sketch.fill(_outline((8, 4), (96, 50), (8, 96)))


def check(sketch: Sketch) -> None:
    """Draw a check mark."""
    sketch.stroke(_line((8, 54), (38, 84), (92, 20)), 16)


def up(sketch: Sketch) -> None:
    """Draw an arrow up."""
    sketch.stroke(_line((50, 88), (50, 16)), 12)
    sketch.stroke(_line((20, 46), (50, 14), (80, 46)), 12)


def remove(sketch: Sketch) -> None:
    """Draw a cross, the sign for taking away."""
    sketch.stroke(_line((20, 20), (80, 80)), 12)
    sketch.stroke(_line((80, 20), (20, 80)), 12)


def lamp(sketch: Sketch) -> None:
    """Draw a light bulb, the sign for a hint."""
    bulb = _disc(50, 38, 30).united(_outline((32, 56), (68, 56), (62, 76), (38, 76)))
    sketch.fill(bulb.united(_box(38, 80, 24, 6, 3)).united(_box(42, 89, 16, 6, 3)))


def pawn(sketch: Sketch) -> None:
    """Draw a pawn, the sign for players."""
    body = _disc(50, 26, 20).united(_outline((50, 30), (80, 90), (20, 90)))
    sketch.fill(body.united(_box(16, 84, 68, 12, 6)))


def crown(sketch: Sketch) -> None:
    """Draw a crown with five points."""
    points = ((12, 34), (30, 54), (50, 20), (70, 54), (88, 34), (80, 76), (20, 76))
    tips = _disc(12, 31, 6).united(_disc(50, 16, 6)).united(_disc(88, 31, 6))
    sketch.fill(_outline(*points).united(tips).united(_box(20, 80, 60, 9, 3)))


SYMBOLS: Mapping[str, Drawing] = MappingProxyType(
    {
        "dixe_sun": sun,
        "dixe_pi": pi,
        "dixe_smiley": smiley,
        "dixe_bomb": bomb,
        "dixe_pirate": pirate,
        "dixe_aum": aum,
        "shelfie_plant": plant,
        "shelfie_game": game,
        "shelfie_book": book,
        "shelfie_trophy": trophy,
        "shelfie_cat": cat,
        "shelfie_joker": joker,
        "rabbit": rabbit,
        "padlock": padlock,
        "padlock_open": padlock_open,
        "check": check,
        "up": up,
        "remove": remove,
        "lamp": lamp,
        "pawn": pawn,
        "crown": crown,
        "cup": trophy,
        "play": play,
    }
)
"""Drawings by reader class or word."""


@cache
def parts_of(name: str) -> tuple[Part, ...]:
    """Return the parts of a symbol; none for a name without drawing."""
    sketch = Sketch()
    if name in SYMBOLS:
        SYMBOLS[name](sketch)
    return tuple(sketch.parts)


def paint_symbol(painter: QPainter, name: str, ink: QColor) -> None:
    """Paint a symbol into the square of 100 by 100 at the painter's origin."""
    for part in parts_of(name):
        if not part.width:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ink)
            painter.drawPath(part.path)
            continue
        colour = ink
        if part.glint:
            colour = QColor("#ffffff" if ink.lightness() < 128 else "#14181d")
        pen = QPen(colour, part.width)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(part.path)
