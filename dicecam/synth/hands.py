"""Hands over the table: palm, fingers and forearm, shaded as if round.

A hand is drawn once, fingertips up, and then laid into pictures at any place, turn and size.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from dicecam.synth.arrays import Bytes, Floats
from dicecam.synth.lights import Light
from dicecam.synth.skins import linear

PX_PER_MM = 2.0
_WIDE, _HIGH = 420, 900
POSES = ("reach", "pinch", "spread", "point", "fist")
"""How the fingers are held."""

# For each pose and finger: tip across and along from the knuckles, in mm; the thumb is last.
_TIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "reach": ((-36, 58), (-13, 72), (10, 74), (31, 62), (-58, 8)),
    "pinch": ((-30, 52), (-14, 40), (6, 34), (24, 28), (-38, 44)),
    "spread": ((-52, 60), (-18, 80), (14, 80), (46, 62), (-76, 2)),
    "point": ((-30, 76), (-12, 20), (8, 18), (27, 14), (-34, 12)),
    "fist": ((-30, 18), (-11, 22), (9, 21), (28, 15), (-26, 10)),
}


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand seen from above.

    Attributes:
        colour: `(h, w, 3)` float32 reflectance, linear BGR.
        mask: `(h, w)` uint8 coverage.
        relief: `(h, w, 2)` float32 slopes across and down.
        tip: (x, y) in px of the point between the fingertips.
    """

    colour: Floats
    mask: Bytes
    relief: Floats
    tip: tuple[float, float]


def _limb(mask: Bytes, start: Floats, end: Floats, radii: tuple[float, float]) -> None:
    """Fill a limb: two discs and what lies between them."""
    way = (end - start) / max(float(np.hypot(*(end - start))), 1e-6)
    side = np.array([-way[1], way[0]])
    quad = [
        start + side * radii[0],
        end + side * radii[1],
        end - side * radii[1],
        start - side * radii[0],
    ]
    cv2.fillConvexPoly(mask, np.round(np.array(quad) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    for place, radius in ((start, radii[0]), (end, radii[1])):
        centre = np.round(place * 16).astype(int).tolist()
        cv2.circle(mask, centre, int(radius * 16), 255, -1, cv2.LINE_AA, 4)


def make_hand(pose: str, rng: np.random.Generator) -> Hand:
    """Return a hand in a pose, of a random skin and sleeve.

    Args:
        pose: one of ``POSES``.
        rng: where the random numbers come from.
    """
    skin = linear(rng.uniform(12, 28), rng.uniform(0.3, 0.6), rng.uniform(0.3, 0.95))
    size = rng.uniform(0.85, 1.1) * PX_PER_MM
    knuckles = np.array([_WIDE / 2, 200.0])
    parts = []
    arm = np.zeros((_HIGH, _WIDE), dtype=np.uint8)
    _limb(
        arm,
        knuckles + np.array([0, 95 * size]),
        knuckles + np.array([0, 500 * size]),
        (27 * size, 40 * size),
    )
    parts.append(arm)
    palm = np.zeros_like(arm)
    _limb(
        palm,
        knuckles + np.array([0, 12 * size]),
        knuckles + np.array([0, 70 * size]),
        (38 * size, 31 * size),
    )
    parts.append(palm)
    side = -1.0 if rng.random() < 0.5 else 1.0
    for number, (across, along) in enumerate(_TIPS[pose]):
        finger = np.zeros_like(arm)
        root = np.array([(-27, -9, 9, 26, -30)[number] * side, -5 if number < 4 else 40]) * size
        tip = np.array([across * side, -along]) * size + rng.normal(0, 1.5, 2)
        thick = (9.5 if number < 4 else 11.0) * size * rng.uniform(0.9, 1.1)
        _limb(finger, knuckles + root, knuckles + tip, (thick, thick * 0.8))
        parts.append(finger)
    relief = np.zeros((_HIGH, _WIDE), dtype=np.float32)
    mask = np.zeros_like(arm)
    colour = np.zeros((_HIGH, _WIDE, 3), dtype=np.float32)
    colour[:] = skin
    for part in parts:
        depth = cv2.distanceTransform((part > 127).astype(np.uint8), cv2.DIST_L2, 5)
        top = float(depth.max()) or 1.0
        round_off = np.sqrt(np.clip(1 - (1 - depth / top) ** 2, 0, 1)) * top
        relief = np.maximum(relief, round_off)
        mask = np.maximum(mask, part)
    for number, (across, along) in enumerate(_TIPS[pose]):
        nail = np.round((knuckles + np.array([across * side, -along]) * size) * 16).astype(int)
        if number < 4 and pose != "fist":
            cv2.circle(colour, nail.tolist(), int(5 * size * 16), (skin * 1.25).tolist(), -1, 8, 4)
    if rng.random() < 0.6:
        sleeve = int(knuckles[1] + rng.uniform(90, 180) * size)
        cloth = linear(rng.uniform(0, 360), rng.uniform(0, 0.9), rng.uniform(0.05, 0.9))
        colour[sleeve:] = cloth
        relief[sleeve:] *= 1.1
    soft = cv2.GaussianBlur(relief, (0, 0), 3.0)
    right = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3) / 8
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3) / 8
    middle = np.array(_TIPS[pose][:2]).mean(axis=0)
    tip_at = knuckles + np.array([middle[0] * side, -middle[1]]) * size
    return Hand(colour, mask, np.dstack([right, down]), (float(tip_at[0]), float(tip_at[1])))


def lay_hand(
    image: Floats,
    hand: Hand,
    tip_px: tuple[float, float],
    angle: float,
    px_per_mm: float,
    light: Light,
) -> Bytes:
    """Lay a hand and its shadow into a picture.

    Args:
        image: `(H, W, 3)` float32 linear BGR, changed in place.
        hand: the hand.
        tip_px: where its fingertips lie.
        angle: turn of the arm in radians; 0 comes from below.
        px_per_mm: scale of the picture there.
        light: the light.

    Returns:
        `(H, W)` uint8 coverage of the hand.
    """
    height, width = image.shape[:2]
    scale = px_per_mm / PX_PER_MM
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
    matrix[:, 2] = np.array(tip_px) - matrix[:, :2] @ np.array(hand.tip)
    # Light comes from the table's frame; in the picture y runs down.
    sun = np.array([light.towards[0], -light.towards[1]])
    drift = -sun / max(float(light.towards[2]), 0.4) * px_per_mm * 14
    moved = matrix.copy()
    moved[:, 2] += drift
    _lay_shadow(image, hand.mask, moved, px_per_mm * 5)
    mask = cv2.warpAffine(hand.mask, matrix, (width, height))
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return mask
    box = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
    inner = matrix.copy()
    inner[:, 2] -= (columns[0], rows[0])
    size = (int(columns[-1] - columns[0] + 1), int(rows[-1] - rows[0] + 1))
    colour = cv2.warpAffine(hand.colour, inner, size, borderMode=cv2.BORDER_REPLICATE)
    slopes = cv2.warpAffine(hand.relief, inner, size)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    along, across = cv2.split(cv2.transform(slopes, turn))
    flat = 1 / cv2.sqrt(along * along + across * across + np.float32(1))
    bright = (float(light.towards[2]) - along * float(sun[0]) - across * float(sun[1])) * flat
    bright = np.maximum(bright, 0)
    rest = light.ambient_bgr + light.fill_bgr * 0.5
    aside = 0.5 + 0.5 * flat
    lit = cv2.merge([bright * float(light.key_bgr[k]) + aside * float(rest[k]) for k in range(3)])
    cover = mask[box].astype(np.float32) / np.float32(255)
    behind = np.ascontiguousarray(image[box])
    image[box] = cv2.blendLinear(cv2.multiply(colour, lit), behind, cover, 1 - cover)
    return mask


def _lay_shadow(image: Floats, mask: Bytes, matrix: Floats, soft_px: float) -> None:
    """Darken a picture where the soft shadow of a hand falls; it is drawn at a quarter size."""
    height, width = image.shape[:2]
    small = matrix * 0.25
    shade = cv2.warpAffine(mask, small, (-(-width // 4), -(-height // 4)))
    shade = cv2.GaussianBlur(shade, (0, 0), max(0.5, soft_px / 4))
    columns = np.flatnonzero(shade.any(axis=0))
    rows = np.flatnonzero(shade.any(axis=1))
    if not len(rows):
        return
    left, right = 4 * max(0, int(columns[0]) - 1), min(width, 4 * (int(columns[-1]) + 2))
    top, bottom = 4 * max(0, int(rows[0]) - 1), min(height, 4 * (int(rows[-1]) + 2))
    part = shade[top // 4 : -(-bottom // 4), left // 4 : -(-right // 4)].astype(np.float32)
    light = cv2.resize(part, (4 * part.shape[1], 4 * part.shape[0]))[: bottom - top, : right - left]
    light = 1 - light * np.float32(0.5 / 255)
    window = image[top:bottom, left:right]
    window[:] = cv2.multiply(np.ascontiguousarray(window), cv2.merge((light, light, light)))
