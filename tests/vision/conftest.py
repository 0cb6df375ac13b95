"""Networks made of arithmetic, so that the code around the real ones can be tested without them."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from dicecam.vision._cv2 import cv2


@dataclass
class BlobNetwork:
    """A detector that finds green squares, in one of the two output shapes of YOLO.

    Squares smaller than `smallest_px` or larger than `largest_px` of its input escape it.
    """

    output: str = "raw"
    smallest_px: int = 6
    largest_px: int = 10_000
    input_shape: tuple = (1, 3, None, None)
    seen: list = field(default_factory=list)

    def run(self, batch):
        self.seen.append(batch.shape)
        red, green, blue = batch[0]
        mask = ((green > 0.6) & (red < 0.4) & (blue < 0.4)).astype(np.uint8)
        count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
        rows = [
            (x, y, x + width, y + height, 0.9)
            for x, y, width, height, _ in stats[1:count].tolist()
            if self.smallest_px <= max(width, height) <= self.largest_px
        ]
        boxes = np.array(rows, np.float32).reshape(-1, 5)
        if self.output == "nms_free":
            padded = np.zeros((1, 300, 6), np.float32)
            padded[0, : len(boxes), :5] = boxes
            return padded
        raw = np.zeros((1, 5, 2 * len(boxes) + 1), np.float32)
        for index, (x1, y1, x2, y2, score) in enumerate(boxes):
            # Every die twice, as neighbouring anchors of a real network see it.
            for twin in (0, 1):
                centre = ((x1 + x2) / 2 + twin, (y1 + y2) / 2, x2 - x1, y2 - y1)
                raw[0, :, 2 * index + twin] = (*centre, score - 0.1 * twin)
        return raw


@dataclass
class BrightnessNetwork:
    """A reader that names a crop by its mean brightness, in steps."""

    classes: int = 4
    input_shape: tuple = (None, 3, 32, 32)
    sharpness: float = 40.0
    runs: list = field(default_factory=list)

    def run(self, batch):
        self.runs.append(len(batch))
        means = batch.mean((1, 2, 3))[:, None]
        centres = (np.arange(self.classes) + 0.5) / self.classes
        logits = -self.sharpness * np.abs(means - centres)
        powers = np.exp(logits)
        return (powers / powers.sum(1, keepdims=True)).astype(np.float32)


@pytest.fixture
def blob_network():
    return BlobNetwork


@pytest.fixture
def brightness_network():
    return BrightnessNetwork


@pytest.fixture
def table():
    """Return a maker of grey pictures with green squares at (x, y, side)."""

    def make(width, height, squares):
        image = np.full((height, width, 3), 90, np.uint8)
        for x, y, side in squares:
            image[y : y + side, x : x + side] = (30, 220, 30)
        return image

    return make
