"""Things on a table that are not dice: print, coins, cards, dominoes, keys, cables, pens.

Each thing is a small picture with a mask, laid on the table plane or, when it is thick, on
several planes above each other. None of them carries a label.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from dicecam.synth.arrays import Bytes
from dicecam.synth.skins import linear, pip_places

if TYPE_CHECKING:
    from collections.abc import Callable

Ink = tuple[int, int, int]
BLACK: Ink = (20, 20, 20)


@dataclass(frozen=True, slots=True)
class Thing:
    """A flat or thick thing, seen from above.

    Attributes:
        colour: `(h, w, 3)` uint8, square root of linear BGR.
        mask: `(h, w)` uint8 coverage.
        width_share: its width in dice edges.
        thick_share: its thickness in dice edges.
    """

    colour: Bytes
    mask: Bytes
    width_share: float
    thick_share: float


def _tone(hue: float, saturation: float, value: float) -> Ink:
    blue, green, red = (int(255 * part) for part in np.sqrt(linear(hue, saturation, value)))
    return blue, green, red


def any_ink(rng: np.random.Generator) -> Ink:
    """Return any colour."""
    return _tone(rng.uniform(0, 360), rng.uniform(0, 1.0) ** 1.7, rng.uniform(0.1, 1.0))


def _metal(rng: np.random.Generator) -> Ink:
    hue = float(rng.choice([35, 45, 210, 20]))
    return _tone(hue, rng.uniform(0.02, 0.55), rng.uniform(0.4, 0.85))


def times(tone: Ink, factor: float, plus: float = 0.0) -> Ink:
    """Return a colour made darker or brighter."""
    blue, green, red = (int(np.clip(part * factor + plus, 0, 255)) for part in tone)
    return blue, green, red


def sheet_of(width: int, height: int, tone: Ink) -> Bytes:
    """Return a picture `(height, width, 3)` of one colour."""
    sheet = np.empty((height, width, 3), dtype=np.uint8)
    sheet[:] = tone
    return sheet


def rounded(width: int, height: int, radius: int) -> Bytes:
    """Return the mask of a rectangle with round corners."""
    mask = np.zeros((height, width), dtype=np.uint8)
    radius = max(1, min(radius, width // 2 - 1, height // 2 - 1))
    cv2.rectangle(mask, (radius, 1), (width - 1 - radius, height - 2), 255, -1)
    cv2.rectangle(mask, (1, radius), (width - 2, height - 1 - radius), 255, -1)
    for x in (radius, width - 1 - radius):
        for y in (radius, height - 1 - radius):
            cv2.circle(mask, (x, y), radius - 1, 255, -1, cv2.LINE_AA)
    return mask


def _text_lines(sheet: Bytes, rng: np.random.Generator, ink: Ink, step: int) -> None:
    glyphs = list("abcdefghiklmnoprstuvwxyzABCDEFGHIKLMNOPRSTUVWXYZ0123456789.,:;-  ")
    for y in range(step, sheet.shape[0], step):
        text = "".join(rng.choice(glyphs, max(2, int(sheet.shape[1] / (step * 0.62)))))
        cv2.putText(
            sheet,
            text,
            (4, y),
            int(rng.integers(0, 4)),
            step / 36,
            ink,
            max(1, step // 22),
            cv2.LINE_AA,
        )


def _paper(rng: np.random.Generator) -> Thing:
    wide, high = 320, int(rng.integers(200, 460))
    paper = _tone(rng.uniform(20, 60), rng.uniform(0, 0.15), rng.uniform(0.75, 1.0))
    sheet = sheet_of(wide, high, paper)
    _text_lines(sheet, rng, times(any_ink(rng), 0.4), int(rng.integers(10, 48)))
    return Thing(sheet, np.full((high, wide), 255, dtype=np.uint8), rng.uniform(3, 12), 0.0)


def _score_sheet(rng: np.random.Generator) -> Thing:
    """Draw a printed sheet of coloured rows with numbers in boxes."""
    wide, high = 420, 260
    sheet = sheet_of(wide, high, _tone(0, 0, rng.uniform(0.8, 1)))
    rows, columns = int(rng.integers(3, 7)), int(rng.integers(5, 13))
    for row in range(rows):
        tone = any_ink(rng)
        top, low = int(row * high / rows) + 4, int((row + 1) * high / rows) - 4
        cv2.rectangle(sheet, (4, top), (wide - 4, low), tone, -1)
        pale = times(tone, 0.4, 150)
        for column in range(columns):
            left = int(8 + column * (wide - 16) / columns)
            right = int(left + (wide - 16) / columns) - 3
            cv2.rectangle(sheet, (left, top + 4), (right, low - 4), pale, -1)
            number = str(int(rng.integers(1, 13)))
            scale = (low - top) / 55
            cv2.putText(sheet, number, (left + 3, low - 10), 0, scale, tone, 2, cv2.LINE_AA)
            if rng.random() < 0.15:
                cv2.line(sheet, (left, top + 4), (right, low - 4), BLACK, 3, cv2.LINE_AA)
                cv2.line(sheet, (right, top + 4), (left, low - 4), BLACK, 3, cv2.LINE_AA)
    return Thing(sheet, np.full((high, wide), 255, dtype=np.uint8), rng.uniform(4, 12), 0.0)


def _card(rng: np.random.Generator) -> Thing:
    wide, high = 180, 260
    sheet = sheet_of(wide, high, _tone(0, 0, rng.uniform(0.85, 1)))
    tone = any_ink(rng)
    if rng.random() < 0.5:
        cv2.rectangle(sheet, (12, 12), (wide - 12, high - 12), tone, -1)
        for _ in range(int(rng.integers(2, 20))):
            x, y = int(rng.integers(20, wide - 20)), int(rng.integers(20, high - 20))
            cv2.circle(sheet, (x, y), int(rng.integers(4, 40)), any_ink(rng), -1, cv2.LINE_AA)
    else:
        count = int(rng.integers(1, 10))
        for k in range(count):
            x, y = 60 + 60 * (k % 2), 45 + int(k / 2) * 42
            shape = np.array([[0, -16], [13, 0], [0, 16], [-13, 0]]) + np.array([x, y])
            cv2.fillPoly(sheet, [shape.astype(np.int32)], tone, cv2.LINE_AA)
        cv2.putText(sheet, str(rng.integers(2, 11)), (8, 34), 2, 1.0, tone, 2, cv2.LINE_AA)
    return Thing(sheet, rounded(wide, high, 14), rng.uniform(2.5, 5), 0.02)


def _coin(rng: np.random.Generator) -> Thing:
    side = 128
    tone = _metal(rng)
    sheet = sheet_of(side, side, tone)
    dark, pale = times(tone, 0.6), times(tone, 1.25)
    cv2.circle(sheet, (64, 64), 56, dark, 2, cv2.LINE_AA)
    if rng.random() < 0.4:
        cv2.circle(sheet, (64, 64), 40, _metal(rng), -1, cv2.LINE_AA)
    cv2.ellipse(
        sheet, (60, 60), (16, 26), float(rng.uniform(0, 180)), 0, 360, pale, -1, cv2.LINE_AA
    )
    cv2.putText(sheet, str(rng.integers(1, 51)), (50, 90), 0, 1.0, dark, 3, cv2.LINE_AA)
    mask = np.zeros((side, side), dtype=np.uint8)
    cv2.circle(mask, (64, 64), 62, 255, -1, cv2.LINE_AA)
    return Thing(sheet, mask, rng.uniform(0.9, 1.8), 0.12)


def _button(rng: np.random.Generator) -> Thing:
    """Draw a button: a disc with two or four holes, very like pips."""
    side = 128
    sheet = sheet_of(side, side, any_ink(rng))
    mask = np.zeros((side, side), dtype=np.uint8)
    cv2.circle(mask, (64, 64), 62, 255, -1, cv2.LINE_AA)
    cv2.circle(sheet, (64, 64), 44, times(any_ink(rng), 0.8), 3, cv2.LINE_AA)
    for x, y in [(-1, -1), (1, 1), (-1, 1), (1, -1)][: int(rng.choice([2, 4]))]:
        cv2.circle(sheet, (64 + 14 * x, 64 + 14 * y), 8, BLACK, -1, cv2.LINE_AA)
    return Thing(sheet, mask, rng.uniform(0.6, 1.5), 0.12)


def _checker(rng: np.random.Generator) -> Thing:
    side = 128
    tone = any_ink(rng)
    sheet = sheet_of(side, side, tone)
    for radius in range(12, 62, int(rng.integers(8, 22))):
        cv2.circle(sheet, (64, 64), radius, times(tone, rng.uniform(0.6, 1.25)), 3, 16)
    mask = np.zeros((side, side), dtype=np.uint8)
    cv2.circle(mask, (64, 64), 62, 255, -1, cv2.LINE_AA)
    return Thing(sheet, mask, rng.uniform(1.0, 2.6), rng.uniform(0.2, 0.6))


def _domino(rng: np.random.Generator) -> Thing:
    wide, high = 128, 256
    dark = bool(rng.random() < 0.5)
    body, ink = (BLACK, (235, 235, 235)) if dark else ((225, 238, 242), BLACK)
    sheet = sheet_of(wide, high, body)
    cv2.line(sheet, (10, 128), (118, 128), ink, 3)
    for half in (64, 192):
        value = int(rng.integers(0, 7))
        for x, y in pip_places(value, 0.52, 0.52) if value else []:
            place = (int(64 + 64 * x), int(half + 64 * y))
            cv2.circle(sheet, place, 10, ink, -1, cv2.LINE_AA)
    return Thing(sheet, rounded(wide, high, 12), rng.uniform(1.2, 2.2), 0.4)


def _key(rng: np.random.Generator) -> Thing:
    wide, high = 320, 130
    tone = _metal(rng)
    sheet, mask = sheet_of(wide, high, tone), np.zeros((high, wide), dtype=np.uint8)
    cv2.circle(mask, (60, 65), int(rng.integers(40, 58)), 255, -1, cv2.LINE_AA)
    cv2.rectangle(mask, (90, 52), (300, 78), 255, -1)
    for x in range(150, 300, int(rng.integers(16, 30))):
        deep = int(rng.integers(4, 16))
        tooth = np.array([[x, 78], [x + 8, 78 - deep], [x + 16, 78]])
        cv2.fillPoly(mask, [tooth], 0, cv2.LINE_AA)
    cv2.circle(mask, (int(rng.integers(28, 50)), 65), int(rng.integers(7, 16)), 0, -1, cv2.LINE_AA)
    cv2.line(sheet, (95, 62), (295, 62), times(tone, 0.6), 3)
    cv2.circle(sheet, (64, 65), 26, times(tone, 1.2), 3, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 5))):
        place = (int(rng.integers(120, 280)), int(rng.integers(56, 74)))
        cv2.circle(sheet, place, int(rng.integers(4, 8)), times(tone, 0.5), -1, cv2.LINE_AA)
    return Thing(sheet, mask, rng.uniform(2.0, 5.0), 0.1)


def _cable(rng: np.random.Generator) -> Thing:
    wide, high = 384, 384
    tone = times(any_ink(rng), float(rng.choice([0.25, 1.0])))
    sheet, mask = sheet_of(wide, high, tone), np.zeros((high, wide), dtype=np.uint8)
    count = int(rng.integers(4, 9))
    knots = rng.uniform(20, 364, (count, 2)).astype(np.float32)
    steps = np.linspace(0, count - 1, 160)
    path: Bytes = np.stack(
        [np.interp(steps, np.arange(count), knots[:, k]) for k in (0, 1)], axis=1
    )
    path = cv2.GaussianBlur(path.astype(np.float32), (1, 61), 12)
    line = [np.round(path * 16).astype(np.int32)]
    thick = int(rng.integers(4, 18))
    cv2.polylines(mask, line, False, 255, thick, cv2.LINE_AA, 4)
    cv2.polylines(sheet, line, False, times(tone, 0.7, 70), max(1, thick // 3), cv2.LINE_AA, 4)
    if rng.random() < 0.6:
        x, y = (int(part) for part in path[-1])
        cv2.rectangle(mask, (x - 26, y - 16), (x + 26, y + 16), 255, -1)
        cv2.rectangle(sheet, (x + 4, y - 10), (x + 24, y + 10), _metal(rng), -1)
        cv2.rectangle(sheet, (x + 8, y - 6), (x + 13, y - 1), BLACK, -1)
        cv2.rectangle(sheet, (x + 8, y + 2), (x + 13, y + 7), BLACK, -1)
    return Thing(sheet, mask, rng.uniform(4, 12), 0.15)


def _pen(rng: np.random.Generator) -> Thing:
    wide, high = 420, 40
    tip, cap = int(rng.integers(340, 400)), int(rng.integers(20, 160))
    sheet = sheet_of(wide, high, any_ink(rng))
    sheet[:, :cap] = any_ink(rng)
    sheet[:, tip:] = times(_metal(rng), 0.6)
    profile = np.sqrt(1 - np.linspace(-0.95, 0.95, high, dtype=np.float32) ** 2)
    sheet = np.asarray(sheet * profile[:, None, None], dtype=np.uint8)
    mask = np.zeros((high, wide), dtype=np.uint8)
    mask[:, 4:tip] = 255
    point = np.array([[tip, 0], [wide - 4, high // 2], [tip, high]])
    cv2.fillPoly(mask, [point], 255, cv2.LINE_AA)
    return Thing(sheet, mask, rng.uniform(5, 10), 0.4)


def _dots(rng: np.random.Generator) -> Thing:
    """Draw a disc or sheet with a free pattern of dots: pips without a die."""
    side = 160
    sheet = sheet_of(side, side, any_ink(rng))
    ink = any_ink(rng)
    radius = int(rng.integers(5, 18))
    for _ in range(int(rng.integers(2, 30))):
        place = (int(rng.integers(15, 145)), int(rng.integers(15, 145)))
        cv2.circle(sheet, place, radius, ink, -1, cv2.LINE_AA)
    mask = np.zeros((side, side), dtype=np.uint8)
    if rng.random() < 0.5:
        cv2.circle(mask, (80, 80), 78, 255, -1, cv2.LINE_AA)
    else:
        mask[:] = 255
    return Thing(sheet, mask, rng.uniform(1.5, 8), 0.0)


def _box(rng: np.random.Generator) -> Thing:
    """Draw a book, a phone or an eraser: a thick rectangle without pips."""
    wide, high = 256, int(rng.integers(110, 360))
    sheet = sheet_of(wide, high, any_ink(rng))
    if rng.random() < 0.6:
        inner = (int(rng.integers(6, 40)), int(rng.integers(6, 40)))
        cv2.rectangle(sheet, inner, (wide - inner[0], high - inner[1]), any_ink(rng), -1)
    for _ in range(int(rng.integers(0, 4))):
        ends = rng.integers(0, (wide, high), (2, 2))
        cv2.rectangle(
            sheet, ends[0].tolist(), ends[1].tolist(), any_ink(rng), int(rng.choice([-1, 3]))
        )
    if rng.random() < 0.5:
        _text_lines(sheet, rng, any_ink(rng), int(rng.integers(24, 70)))
    return Thing(
        sheet,
        rounded(wide, high, int(rng.integers(2, 30))),
        rng.uniform(1.2, 9),
        rng.uniform(0.1, 0.9),
    )


def _token(rng: np.random.Generator) -> Thing:
    """Draw a plain bar, gem or hexagon of one colour."""
    side = 128
    count = int(rng.integers(3, 9))
    angles = np.arange(count) * 2 * np.pi / count + rng.uniform(0, 3)
    stretch = np.array([1.0, rng.uniform(0.3, 1.0)])
    shape = 64 + 60 * np.stack([np.cos(angles), np.sin(angles)], axis=1) * stretch
    mask = np.zeros((side, side), dtype=np.uint8)
    cv2.fillPoly(mask, [np.round(shape * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    tone = any_ink(rng)
    sheet = sheet_of(side, side, tone)
    inner = 64 + (shape - 64) * 0.6
    cv2.fillPoly(sheet, [inner.astype(np.int32)], times(tone, 0.8, 20), cv2.LINE_AA)
    return Thing(sheet, mask, rng.uniform(0.6, 2.0), rng.uniform(0.1, 0.9))


MAKERS: dict[str, Callable[[np.random.Generator], Thing]] = {
    "paper": _paper,
    "score_sheet": _score_sheet,
    "card": _card,
    "coin": _coin,
    "button": _button,
    "checker": _checker,
    "domino": _domino,
    "key": _key,
    "cable": _cable,
    "pen": _pen,
    "dots": _dots,
    "box": _box,
    "token": _token,
}
"""Every kind of thing by name."""
