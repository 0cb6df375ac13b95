"""Finds dice with a YOLO detector in ONNX: one look at the whole picture, more where it pays.

It knows boxes and pictures: no face, no colour, no game.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dicecam.errors import ModelClassesError
from dicecam.sight import Box, Image
from dicecam.vision._onnx import Network, OnnxNetwork, Tensor
from dicecam.vision.boxes import Boxes, clip, longer_sides, no_boxes, suppress
from dicecam.vision.letterbox import letterbox
from dicecam.vision.model import DetectorSpec


@dataclass(frozen=True, slots=True)
class LookPolicy:
    """How often and how closely a picture is looked at. Sizes are in px of the network's input.

    Attributes:
        long_side_px: Long side of the first look. Larger finds smaller dice and costs time with
            its square.
        close_side_px: Long side of a second, coarse look in which a die that fills half the
            picture has a size the network knows; 0 for none. In the first look such a die is
            missed, or its pips are taken for small dice.
        close_die_px: What the coarse look finds counts when it is at least this long in the first.
        small_die_px: A median die smaller than this calls for a look at tiles.
        tile_die_px: Tiles are enlarged until the median die has this size, at most to the
            picture's own resolution.
        tile_px: Side of a tile.
        max_tiles: Tiles are made coarser until there are no more than this; 0 for no tiles.
        hint: Boxes of the first look that are less sure do not call for tiles.
        sure: Boxes of the coarse look that are less sure do not spare a search in tiles.
        search_empty: Whether a picture in which nothing was found is looked at in tiles too.
        inside: A box of which more than this share lies in a surer one is the same die.
    """

    long_side_px: int = 480
    close_side_px: int = 192
    close_die_px: float = 90.0
    small_die_px: float = 26.0
    tile_die_px: float = 48.0
    tile_px: int = 512
    max_tiles: int = 12
    hint: float = 0.15
    sure: float = 0.45
    search_empty: bool = True
    inside: float = 0.65


PHOTO_POLICY = LookPolicy()
"""For single photos: thorough."""

LIVE_POLICY = LookPolicy(close_side_px=0, max_tiles=4, hint=0.3, search_empty=False)
"""For running pictures: a frame in which nothing is found for certain is an empty table."""


class OnnxDetector:
    """A detector in ONNX Runtime.

    Args:
        spec: What the model's description says.
        policy: How closely to look.
        network: The network; None to load the file of the spec.
        threads: Threads to use; None for a sensible number.

    Raises:
        ModelClassesError: The file does not fit its description.
    """

    def __init__(
        self,
        spec: DetectorSpec,
        policy: LookPolicy = PHOTO_POLICY,
        network: Network | None = None,
        threads: int | None = None,
    ) -> None:
        self.spec = spec
        self.policy = policy
        self._network = network or OnnxNetwork(spec.path, threads)
        height, width = self._network.input_shape[2:]
        self._fixed = (height, width) if height is not None and width is not None else None
        # The first run checks the shapes and warms the network up.
        side = 2 * spec.stride
        self._infer(np.zeros((side, side, 3), np.uint8), 1.0)

    def detect(self, image: Image) -> tuple[Box, ...]:
        """Return the dice found in an image `(H, W, 3)` uint8 BGR, surest first."""
        if image.size == 0:
            return ()
        return tuple(Box(*row) for row in self._look(image).tolist())

    def _look(self, image: Image) -> Boxes:
        """Return the merged boxes of all looks at a picture."""
        policy = self.policy
        height, width = image.shape[:2]
        long_side = max(height, width)
        # Enlarging a tiny picture more than twice shows nothing new.
        scale = min(2.0, policy.long_side_px / long_side)
        first = self._infer(image, scale)
        found = [first]
        if policy.close_side_px:
            coarse = self._infer(image, policy.close_side_px / long_side)
            # Smaller dice are the first look's: it places them better.
            found.append(coarse[longer_sides(coarse) * scale >= policy.close_die_px])
        if policy.max_tiles and self._fixed is None and scale < 1:
            # The coarse look counts only where the first one found nothing, and when it is sure:
            # it takes a tray with tiny dice for one doubtful large die.
            counted = first[first[:, 4] >= policy.hint]
            if len(counted) == 0:
                counted = found[-1][found[-1][:, 4] >= policy.sure]
            sides = longer_sides(counted)
            median = float(np.median(sides)) * scale if len(sides) else 0.0
            if 0 < median < policy.small_die_px or (len(sides) == 0 and policy.search_empty):
                wanted = scale * policy.tile_die_px / median if median else 1.0
                found.append(self._tiles(image, min(1.0, wanted)))
        merged = suppress(np.concatenate(found), self.spec.iou, policy.inside)
        return clip(merged, width, height)

    def _tiles(self, image: Image, scale: float) -> Boxes:
        """Return the boxes found in overlapping tiles at a scale."""
        height, width = image.shape[:2]
        policy = self.policy
        overlap = round(1.5 * policy.tile_die_px)
        while True:
            side = round(policy.tile_px / scale)
            step = round((policy.tile_px - overlap) / scale)
            columns, rows = _starts(width, side, step), _starts(height, side, step)
            if len(columns) * len(rows) <= policy.max_tiles:
                break
            scale *= 0.9
        found = [no_boxes()]
        for y in rows:
            for x in columns:
                tile = image[y : y + side, x : x + side]
                boxes = self._infer(tile, scale)
                boxes[:, [0, 2]] += x
                boxes[:, [1, 3]] += y
                found.append(_whole(boxes, (x, y, x + side, y + side), (width, height), 2 / scale))
        return np.concatenate(found)

    def _infer(self, image: Image, scale: float) -> Boxes:
        """Return the boxes `(n, 5)` of one run, in px of the picture."""
        tensor, place = letterbox(image, scale, self.spec.stride, self._fixed)
        boxes = self._decode(self._network.run(tensor))
        return clip(place.back(boxes), image.shape[1], image.shape[0])

    def _decode(self, output: Tensor) -> Boxes:
        """Return the boxes `(n, 5)` in an output, in px of the input."""
        count = len(self.spec.classes)
        if self.spec.output == "nms_free":
            if output.ndim != 3 or output.shape[0] != 1 or output.shape[2] != 6:
                self._refuse("(1, N, 6)", output)
            rows = output[0]
            rows = rows[rows[:, 4] >= self.spec.min_confidence]
            return suppress(rows[:, :5], self.spec.iou, 1.0)
        if output.ndim != 3 or output.shape[0] != 1 or output.shape[1] != 4 + count:
            self._refuse(f"(1, {4 + count}, N)", output)
        scores = output[0, 4:].max(0)
        chosen = scores >= self.spec.min_confidence
        x, y, width, height = output[0, :4, chosen].T
        boxes = np.stack(
            (x - width / 2, y - height / 2, x + width / 2, y + height / 2, scores[chosen]), 1
        )
        return suppress(boxes.astype(np.float32), self.spec.iou, 1.0)

    def _refuse(self, expected: str, output: Tensor) -> None:
        msg = (
            f"{self.spec.path}: its output has the shape {output.shape}, expected {expected} for "
            f"output = {self.spec.output!r} with {len(self.spec.classes)} class(es)"
        )
        raise ModelClassesError(msg)


def _starts(length: int, side: int, step: int) -> list[int]:
    """Return where tiles begin so that they cover a length, the last flush with its end."""
    if length <= side:
        return [0]
    count = -(-(length - side) // max(1, step)) + 1
    return [round(index * (length - side) / (count - 1)) for index in range(count)]


def _whole(
    boxes: Boxes, tile: tuple[int, int, int, int], size: tuple[int, int], margin: float
) -> Boxes:
    """Return the boxes that no inner edge of their tile cuts; another tile has the others."""
    x1, y1, x2, y2 = tile
    cut = (
        ((boxes[:, 0] < x1 + margin) & (x1 > 0))
        | ((boxes[:, 1] < y1 + margin) & (y1 > 0))
        | ((boxes[:, 2] > x2 - margin) & (x2 < size[0]))
        | ((boxes[:, 3] > y2 - margin) & (y2 < size[1]))
    )
    return boxes[~cut]
