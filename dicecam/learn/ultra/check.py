"""Scores a network on photos kept apart while it trains, and says when to stop.

It knows torch networks and stored pictures; the figures of a finished model come from elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecam.learn.data.store import DIE, Crops, Picture
from dicecam.learn.ultra.crops import plain
from dicecam.vision.boxes import Boxes, intersections, suppress
from dicecam.vision.letterbox import letterbox

SAME_DIE = 0.4
"""Least overlap, intersection over union, of a box and a label."""


@dataclass(slots=True)
class Stopper:
    """Remembers scores and says when they no longer rise.

    Attributes:
        patience: So many scores in a row without a new best one end the training.
        scores: What was told so far.
    """

    patience: int
    scores: list[float] = field(default_factory=list)

    def tell(self, score: float) -> bool:
        """Note a score; return whether to stop."""
        self.scores.append(score)
        best = int(np.argmax(self.scores))
        return len(self.scores) - 1 - best >= self.patience


def reader_score(model: Any, sets: Sequence[Crops], size_px: int) -> float:
    """Return the share of right faces over sets of crops, every set counting the same.

    Args:
        model: Reader network in evaluation mode.
        sets: Crops kept apart.
        size_px: Side of the network's input, px.
    """
    import torch

    shares = []
    with torch.no_grad():
        for crops in sets:
            right = 0
            for start in range(0, len(crops.labels), 128):
                images = torch.from_numpy(crops.images[start : start + 128])
                scores = model(plain(images, size_px))
                scores = scores[0] if isinstance(scores, tuple) else scores
                labels = crops.labels[start : start + 128]
                right += int((scores.argmax(1).numpy() == labels).sum())
            shares.append(right / max(1, len(crops.labels)))
    return float(np.mean(shares))


def detector_score(model: Any, pictures: Sequence[Picture], long_side_px: int = 416) -> float:
    """Return the best F1 over the confidence thresholds.

    Args:
        model: Detector network in evaluation mode.
        pictures: Photos kept apart.
        long_side_px: Long side at which to look, px.
    """
    import torch

    surest: list[tuple[float, bool]] = []
    dice = 0
    for picture in pictures:
        height, width = picture.image.shape[:2]
        tensor, place = letterbox(picture.image, long_side_px / max(height, width), 32)
        with torch.no_grad():
            output = model(torch.from_numpy(tensor))
        raw = (output[0] if isinstance(output, tuple) else output)[0].numpy()
        labels = picture.boxes[picture.classes == DIE] * np.array([width, height] * 2, np.float32)
        dice += len(labels)
        surest += judged(place.back(decode(raw)), labels)
    surest.sort(reverse=True)
    best, right = 0.0, 0
    for count, (_, good) in enumerate(surest, 1):
        right += good
        best = max(best, 2 * right / (count + dice))
    return best


def decode(raw: npt.NDArray[np.float32], least: float = 0.05) -> Boxes:
    """Return the boxes `(n, 5)` in raw output `(5, places)`, overlapping ones merged."""
    x, y, width, height, score = raw[:, raw[4] >= least]
    edges = (x - width / 2, y - height / 2, x + width / 2, y + height / 2, score)
    return suppress(np.stack(edges, 1).astype(np.float32), 0.5, 0.8)


def judged(boxes: Boxes, labels: npt.NDArray[np.float32]) -> list[tuple[float, bool]]:
    """Return for each box, surest first, its confidence and whether it finds a new label."""
    open_labels = np.ones(len(labels), bool)
    result = []
    for box in boxes:
        common = intersections(box, labels) if len(labels) else np.zeros(0, np.float32)
        sizes = (labels[:, 2] - labels[:, 0]) * (labels[:, 3] - labels[:, 1])
        overlap = common / np.maximum((box[2] - box[0]) * (box[3] - box[1]) + sizes - common, 1e-6)
        overlap = np.where(open_labels, overlap, 0)
        good = bool(len(labels)) and float(overlap.max()) >= SAME_DIE
        if good:
            open_labels[int(overlap.argmax())] = False
        result.append((float(box[4]), good))
    return result
