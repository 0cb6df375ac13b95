"""More things that are not dice: keyboards, remotes, sockets, studded bricks, game boards.

They share rows of squares, dots and round holes with dice, which is why they are here.
"""

from __future__ import annotations

import cv2
import numpy as np

from dicecam.synth.clutter import BLACK, Ink, Thing, any_ink, rounded, sheet_of, times
from dicecam.synth.skins import linear


def keyboard(rng: np.random.Generator) -> Thing:
    """Draw rows of keys with letters, as on a laptop or a calculator."""
    wide, high = 420, int(rng.integers(150, 320))
    body = times(any_ink(rng), float(rng.uniform(0.2, 1.0)))
    sheet = sheet_of(wide, high, body)
    key = int(rng.integers(22, 44))
    tone = BLACK if rng.random() < 0.5 else times(body, 1.2, 30)
    letter: Ink = (235, 235, 235) if sum(tone) < 380 else BLACK
    for row, y in enumerate(range(8, high - key, key + 5)):
        for x in range(8 + (row * 7) % 15, wide - key, key + 5):
            cv2.rectangle(sheet, (x, y), (x + key, y + key), tone, -1)
            cv2.rectangle(sheet, (x, y), (x + key, y + key), times(tone, 0.6), 1)
            sign = str(rng.choice(list("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:")))
            place = (x + key // 4, y + key * 2 // 3)
            cv2.putText(sheet, sign, place, 0, key / 60, letter, 1, cv2.LINE_AA)
    return Thing(sheet, rounded(wide, high, 10), rng.uniform(6, 16), rng.uniform(0.1, 0.5))


def remote(rng: np.random.Generator) -> Thing:
    """Draw a remote control: a bar with rows of round buttons."""
    wide, high = 110, 360
    sheet = sheet_of(wide, high, times(any_ink(rng), float(rng.choice([0.2, 0.9]))))
    tone, step = any_ink(rng), int(rng.integers(26, 38))
    for y in range(30, high - 20, step):
        for x in range(24, wide - 10, int(rng.choice([30, 31, 32]))):
            if rng.random() < 0.85:
                cv2.circle(sheet, (x, y), int(rng.integers(7, 13)), tone, -1, cv2.LINE_AA)
    return Thing(sheet, rounded(wide, high, 24), rng.uniform(2, 4), 0.8)


def brick(rng: np.random.Generator) -> Thing:
    """Draw a studded toy brick from above: a box with two rows of discs."""
    count = int(rng.choice([1, 2, 2, 3, 4]))
    lines = int(rng.choice([1, 2, 2]))
    cell = 64
    body = any_ink(rng)
    sheet = sheet_of(cell * count, cell * lines, body)
    for x in range(count):
        for y in range(lines):
            place = (cell * x + 32, cell * y + 32)
            cv2.circle(sheet, (place[0] + 2, place[1] + 3), 21, times(body, 0.6), -1, cv2.LINE_AA)
            cv2.circle(sheet, place, 20, times(body, 1.1, 12), -1, cv2.LINE_AA)
    mask = np.full(sheet.shape[:2], 255, dtype=np.uint8)
    return Thing(sheet, mask, 0.5 * count * rng.uniform(0.8, 1.6), rng.uniform(0.3, 0.7))


def socket(rng: np.random.Generator) -> Thing:
    """Draw a plug, a hub or a socket strip: a pale box with dark round holes."""
    count = int(rng.integers(1, 5))
    sheet = sheet_of(100 * count, 100, times(any_ink(rng), 0.3, 160))
    for k in range(count):
        cv2.circle(sheet, (100 * k + 50, 50), 42, times(any_ink(rng), 0.2, 150), -1, cv2.LINE_AA)
        for side in (-1, 1):
            cv2.circle(sheet, (100 * k + 50 + 17 * side, 50), 6, BLACK, -1, cv2.LINE_AA)
    return Thing(sheet, rounded(100 * count, 100, 12), 1.4 * count * rng.uniform(0.8, 1.6), 0.6)


def hex_board(rng: np.random.Generator) -> Thing:
    """Draw a board of coloured hexagons with numbered discs and dots."""
    side, reach = 480, 54.0
    sheet = sheet_of(side, side, any_ink(rng))
    inks = [any_ink(rng) for _ in range(5)]
    angles = np.arange(6) * np.pi / 3 + np.pi / 6
    for row in range(-2, 3):
        for column in range(5 - abs(row)):
            x = side / 2 + (column - (4 - abs(row)) / 2) * reach * 1.74
            y = side / 2 + row * reach * 1.5
            shape = np.stack([x + reach * np.cos(angles), y + reach * np.sin(angles)], axis=1)
            cv2.fillPoly(sheet, [shape.astype(np.int32)], inks[int(rng.integers(5))], cv2.LINE_AA)
            cv2.polylines(sheet, [shape.astype(np.int32)], True, (150, 210, 225), 4, cv2.LINE_AA)
            centre = (int(x), int(y))
            cv2.circle(sheet, centre, 18, (205, 232, 240), -1, cv2.LINE_AA)
            place = (centre[0] - 8, centre[1] + 4)
            cv2.putText(sheet, str(rng.integers(2, 13)), place, 0, 0.5, BLACK, 1, cv2.LINE_AA)
            for k in range(int(rng.integers(1, 6))):
                cv2.circle(sheet, (centre[0] - 8 + 4 * k, centre[1] + 11), 1, BLACK, -1)
    mask = np.zeros((side, side), dtype=np.uint8)
    outline = side / 2 + side / 2 * np.stack(
        [np.cos(angles - np.pi / 6), np.sin(angles - np.pi / 6)], axis=1
    )
    cv2.fillPoly(mask, [outline.astype(np.int32)], 255, cv2.LINE_AA)
    return Thing(sheet, mask, rng.uniform(8, 24), 0.0)


def point_board(rng: np.random.Generator) -> Thing:
    """Draw a backgammon or chess board: triangles or squares in two colours."""
    wide, high = 480, 360
    base, first, second = any_ink(rng), any_ink(rng), any_ink(rng)
    sheet = sheet_of(wide, high, base)
    if rng.random() < 0.5:
        for k in range(12):
            left = int(k * wide / 12)
            right, tone = int((k + 1) * wide / 12), first if k % 2 else second
            for y, tip in ((0, int(high * 0.42)), (high, int(high * 0.58))):
                shape = np.array([[left, y], [right, y], [(left + right) // 2, tip]])
                cv2.fillPoly(sheet, [shape], tone, cv2.LINE_AA)
    else:
        cell = int(rng.choice([40, 60, 90]))
        for y in range(0, high, cell):
            for x in range(0, wide, cell):
                tone = first if (x // cell + y // cell) % 2 else second
                cv2.rectangle(sheet, (x, y), (x + cell - 1, y + cell - 1), tone, -1)
    mask = np.full((high, wide), 255, dtype=np.uint8)
    return Thing(sheet, mask, rng.uniform(8, 28), float(rng.choice([0.0, 0.4])))


def gem(rng: np.random.Generator) -> Thing:
    """Draw a blob of glass or sugar: soft-edged, bright in the middle, without faces."""
    side = 96
    steps = np.linspace(-1, 1, side, dtype=np.float32)
    bend = rng.uniform(2, 5)
    away = (np.abs(steps[None]) ** bend + np.abs(steps[:, None]) ** bend) ** (1 / bend)
    tone = linear(rng.uniform(0, 360), rng.uniform(0, 1), rng.uniform(0.2, 1.0))
    glow = np.clip(1.15 - away * 0.6 + rng.uniform(-0.3, 0.3) * steps[None], 0.2, 1.3)
    sheet = np.clip(np.sqrt(tone) * glow[..., None] * 255, 0, 255).astype(np.uint8)
    mask = (np.clip((0.96 - away) * 24, 0, 1) * 255).astype(np.uint8)
    return Thing(sheet, mask, rng.uniform(0.5, 1.4), rng.uniform(0.2, 0.9))


MAKERS = {
    "keyboard": keyboard,
    "remote": remote,
    "brick": brick,
    "socket": socket,
    "hex_board": hex_board,
    "point_board": point_board,
    "gem": gem,
}
"""Every kind of thing of this file by name."""
