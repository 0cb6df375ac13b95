"""Draws varied training pictures for the detector out of stored ones.

Dice are shown at every size, on mosaics of several pictures, turned, recoloured, blurred, noisy
and compressed. It knows pictures and boxes, no network.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

from dicecam.learn.data.store import DIE, IGNORED, Picture

Pixels = npt.NDArray[np.uint8]
Boxes = npt.NDArray[np.float32]
MIN_DIE_PX = 8.0
"""Smaller dice are not shown: nobody could read them."""
CLOSE_SHARE = 0.25
"""How often a die fills a third of the window or more: few photos show that, players' cameras do."""
TURNED_SHARE = 0.15
"""How often a picture is turned by any angle, and how often by quarter turns."""
KEPT_SHARE = 0.3
"""Least visible share of a die cut by the border that still has to be found."""


class DetectionSampler:
    """Endless source of augmented pictures with the boxes of their dice."""

    def __init__(self, sets: Sequence[tuple[Sequence[Picture], float]], seed: int) -> None:
        """Keep the sets to draw from.

        Args:
            sets: Pictures of each set and how often to draw from it, relative to the others.
            seed: Start of the random numbers.
        """
        kept = [(pictures, weight) for pictures, weight in sets if pictures and weight > 0]
        self._sets = [pictures for pictures, _ in kept]
        weights = np.array([weight for _, weight in kept])
        self._shares = weights / weights.sum()
        self._rng = np.random.default_rng(seed)

    def sample(self, height: int, width: int) -> tuple[Pixels, Boxes]:
        """Return one picture of the given size and its dice.

        Args:
            height: Height, px.
            width: Width, px.

        Returns:
            `(height, width, 3)` uint8 BGR and `(n, 4)` boxes x1 y1 x2 y2, px.
        """
        rng = self._rng
        grid = int(rng.choice((1, 2, 3), p=(0.66, 0.27, 0.07)))
        canvas = np.empty((height, width, 3), np.uint8)
        columns = _cuts(rng, width, grid)
        rows = _cuts(rng, height, grid)
        found: list[Boxes] = []
        for top, bottom in rows:
            for left, right in columns:
                tile, boxes = self._tile(bottom - top, right - left)
                canvas[top:bottom, left:right] = tile
                found.append(boxes + np.array([left, top, left, top], np.float32))
        boxes = np.concatenate(found)
        if rng.random() < 0.5:
            canvas = canvas[:, ::-1]
            boxes = boxes[:, (2, 1, 0, 3)] * (-1, 1, -1, 1) + (width, 0, width, 0)
        return recolour(rng, degrade(rng, np.ascontiguousarray(canvas))), boxes.astype(np.float32)

    def _tile(self, height: int, width: int) -> tuple[Pixels, Boxes]:
        """Place one random picture in a tile."""
        rng = self._rng
        pictures = self._sets[int(rng.choice(len(self._sets), p=self._shares))]
        picture = pictures[int(rng.integers(len(pictures)))]
        return place(rng, picture, height, width)


def _cuts(rng: np.random.Generator, length: int, parts: int) -> list[tuple[int, int]]:
    """Cut a length into about equal random parts."""
    jitter = rng.uniform(-0.2, 0.2, parts - 1) / parts
    inner = (np.arange(1, parts) / parts + jitter) * length
    edges = [0, *(round(float(edge)) for edge in inner), length]
    return list(pairwise(edges))


def place(
    rng: np.random.Generator, picture: Picture, height: int, width: int
) -> tuple[Pixels, Boxes]:
    """Show a picture in a window at a random size, angle and place.

    Args:
        rng: Random numbers.
        picture: The picture and its boxes.
        height: Height of the window, px.
        width: Width of the window, px.

    Returns:
        The window `(height, width, 3)` and the boxes of the dice in it, px.
    """
    image = picture.image
    full_h, full_w = image.shape[:2]
    boxes = picture.boxes * np.array([full_w, full_h, full_w, full_h], np.float32)
    ignored = boxes[picture.classes == IGNORED].astype(int)
    if len(ignored):
        image = image.copy()
    for x1, y1, x2, y2 in ignored:
        area = image[max(y1, 0) : y2, max(x1, 0) : x2]
        area[:] = rng.integers(60, 200, 3)
    dice = boxes[picture.classes == DIE]
    scale, centre = _aim(rng, dice, (full_h, full_w), (height, width))
    shrink = int(1 / scale)
    if shrink >= 2:
        small = (max(1, full_w // shrink), max(1, full_h // shrink))
        image = cv2.resize(image, small, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
        factor = small[0] / full_w
        scale, centre, dice = scale / factor, centre * factor, dice * np.float32(factor)
    # Cameras stand upright, and dice lie at every angle anyway: few pictures are turned far.
    turn = rng.normal(0, 6) if rng.random() < 1 - TURNED_SHARE else rng.uniform(-180, 180)
    if rng.random() < TURNED_SHARE:
        turn += 90 * int(rng.integers(4))
    matrix = np.asarray(
        cv2.getRotationMatrix2D((float(centre[0]), float(centre[1])), float(turn), scale),
        np.float64,
    )
    spot = np.array([rng.uniform(0.1, 0.9) * width, rng.uniform(0.1, 0.9) * height])
    matrix[:, 2] += spot - centre
    border = cv2.BORDER_REPLICATE if rng.random() < 0.6 else cv2.BORDER_CONSTANT
    colour = tuple(int(value) for value in rng.integers(0, 256, 3))
    window = cv2.warpAffine(
        image,
        matrix,
        (width, height),
        flags=cv2.INTER_LINEAR,
        borderMode=border,
        borderValue=colour,
    )
    return window.astype(np.uint8, copy=False), _turned(dice, matrix, turn, scale, height, width)


def _aim(
    rng: np.random.Generator, dice: Boxes, size: tuple[int, int], window: tuple[int, int]
) -> tuple[float, npt.NDArray[np.float64]]:
    """Choose the enlargement and the point of the picture to show."""
    full_h, full_w = size
    least = 0.55 * min(window[0] / full_h, window[1] / full_w)
    if len(dice) == 0 or rng.random() < 0.1:
        scale = least * 1.8 * float(np.exp(rng.uniform(np.log(0.8), np.log(3.5))))
        centre = rng.uniform((0.2 * full_w, 0.2 * full_h), (0.8 * full_w, 0.8 * full_h))
        return scale, centre
    anchor = dice[int(rng.integers(len(dice)))]
    side = float(max(anchor[2] - anchor[0], anchor[3] - anchor[1], 1.0))
    short = min(window)
    if rng.random() < CLOSE_SHARE:
        wanted = float(rng.uniform(0.35, 0.95) * short)
    else:
        # In a narrow piece of a mosaic even the smallest die fills more than that.
        low, high = MIN_DIE_PX * 1.3, max(MIN_DIE_PX * 1.3, 0.6 * short)
        wanted = float(np.exp(rng.uniform(np.log(low), np.log(high))))
    scale = float(np.clip(wanted / side, least, 3.0))
    return scale, np.array([(anchor[0] + anchor[2]) / 2, (anchor[1] + anchor[3]) / 2], np.float64)


def _turned(
    dice: Boxes, matrix: npt.NDArray[np.float64], turn: float, scale: float, height: int, width: int
) -> Boxes:
    """Return the boxes after the motion, cut at the window, without those hardly visible.

    A die seen from above is between a square and a disc: the extents of its turned box are the
    mean of those of the turned rectangle and of the turned ellipse.
    """
    if len(dice) == 0:
        return np.zeros((0, 4), np.float32)
    centres = np.stack([(dice[:, 0] + dice[:, 2]) / 2, (dice[:, 1] + dice[:, 3]) / 2], 1)
    centres = centres @ matrix[:, :2].T + matrix[:, 2]
    half = np.stack([dice[:, 2] - dice[:, 0], dice[:, 3] - dice[:, 1]], 1) * (scale / 2)
    cos, sin = abs(np.cos(np.radians(turn))), abs(np.sin(np.radians(turn)))
    mix = np.array([[cos, sin], [sin, cos]])
    extents = (half @ mix + np.sqrt(half**2 @ mix**2)) / 2
    whole = np.concatenate([centres - extents, centres + extents], 1)
    cut: Boxes = np.clip(whole, 0, (width, height, width, height)).astype(np.float32)
    sides = cut[:, 2:] - cut[:, :2]
    share = sides.prod(1) / np.maximum((4 * extents[:, 0] * extents[:, 1]), 1e-6)
    kept = (share >= KEPT_SHARE) & (sides.max(1) >= MIN_DIE_PX) & (sides.min(1) >= MIN_DIE_PX / 2)
    return np.asarray(cut[kept], np.float32)


def degrade(rng: np.random.Generator, image: Pixels) -> Pixels:
    """Blur, coarsen, add noise or compress a picture, each sometimes."""
    height, width = image.shape[:2]
    if rng.random() < 0.2:
        factor = float(rng.uniform(0.35, 0.9))
        small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        image = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    if rng.random() < 0.2:
        sigma = float(rng.uniform(0.4, 1.6))
        image = cv2.GaussianBlur(image, (0, 0), sigma).astype(np.uint8)
    elif rng.random() < 0.1:
        length = int(rng.integers(3, 8))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        angle = float(rng.uniform(0, 180))
        centre = ((length - 1) / 2, (length - 1) / 2)
        turned = np.asarray(
            cv2.warpAffine(kernel, cv2.getRotationMatrix2D(centre, angle, 1), kernel.shape),
            np.float32,
        )
        image = cv2.filter2D(image, -1, turned / np.float32(turned.sum() + 1e-6)).astype(np.uint8)
    if rng.random() < 0.3:
        noise = rng.standard_normal((height, width, 3), np.float32)
        noise *= np.float32(rng.uniform(2, 14))
        image = cv2.add(image, noise, dtype=cv2.CV_8U).astype(np.uint8)
    if rng.random() < 0.25:
        quality = int(rng.integers(25, 80))
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return image


def recolour(rng: np.random.Generator, image: Pixels) -> Pixels:
    """Change light and colours: exchanged channels, hue, grey, white balance, gamma, inversion."""
    chance = rng.random()
    if chance < 0.2:
        image = np.ascontiguousarray(image[..., rng.permutation(3)])
    elif chance < 0.4:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(np.int16) + int(rng.integers(180))) % 180
        image = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.uint8)
    elif chance < 0.5:
        image = cv2.cvtColor(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR).astype(
            np.uint8
        )
    if rng.random() < 0.04:
        image = (255 - image).astype(np.uint8)
    level = float(np.clip(rng.uniform(70, 170) / max(float(image.mean()), 1.0), 0.6, 1.8))
    gains = rng.normal(1, 0.08, 3) * level
    gamma = float(np.exp(rng.normal(0, 0.25)))
    ramp = (np.arange(256) / 255.0) ** gamma * 255
    table = np.clip(ramp[:, None] * gains + rng.normal(0, 8), 0, 255).astype(np.uint8)
    return cv2.LUT(image, table[None]).astype(np.uint8, copy=False)
