"""Runs a user's own one-part YOLO model, whose classes are faces, as detector and reader in one.

Class names come from the metadata that Ultralytics writes into its ONNX files. This module knows
ONNX files; how a `.pt` file becomes one is said elsewhere.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicecam.dice import PIPS, READER_FACES
from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.sight import Box, Image, SeenFace
from dicecam.vision._onnx import Network, OnnxNetwork, Tensor
from dicecam.vision.boxes import intersections
from dicecam.vision.letterbox import letterbox
from dicecam.vision.model import Reporting

ENDINGS = (".onnx", ".pt")
"""Files that are a user's own model rather than the name of one of ours."""
LONG_SIDE_PX = 640
"""Longer side of the input of networks that take any size, px; what most are trained at."""
STRIDE = 32
MIN_CONFIDENCE = 0.2
"""Readings less sure are not even looked at."""
OVERLAP = 0.5
"""Boxes overlapping more than this are one die, whatever their classes are."""
MOST_CLASSES = 200
REPORTING = Reporting(min_confidence=0.4, max_other=1.0)

_WORDS = ("one", "two", "three", "four", "five", "six")
_MOST_LETTERS = 20_000


def face_of(name: str) -> str:
    """Return the reader class that a class name means, such as `3`, `three`, `dice-3`, `pips_3`."""
    plain = re.sub(r"[^a-z0-9]+", "_", name.strip().lower()).strip("_")
    if plain in READER_FACES:
        return plain
    last = plain.rpartition("_")[2]
    if last in _WORDS:
        return PIPS[_WORDS.index(last)]
    # `dice3` and `d6_3` are a three, `d6` alone is a kind of die.
    digits = re.fullmatch(r"(?:.*_|[a-z]{2,})?([1-6])", plain)
    return PIPS[int(digits[1]) - 1] if digits else plain or "other"


def class_names(metadata: Mapping[str, str], path: Path) -> tuple[str, ...]:
    """Return the class names in the metadata of an ONNX file; nothing in them is executed.

    Raises:
        ModelClassesError: There are none, or they do not count from 0.
    """
    text = metadata.get("names", "")
    try:
        plain = ast.literal_eval(text) if len(text) < _MOST_LETTERS else None
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        plain = None
    if isinstance(plain, list | tuple):
        plain = dict(enumerate(plain))
    named = plain if isinstance(plain, dict) and len(plain) <= MOST_CLASSES else {}
    if not named or any(number not in named for number in range(len(named))):
        msg = (
            f"{path}: no class names in it; expected a YOLO model exported by Ultralytics, "
            f"got names = {text[:60]!r}"
        )
        raise ModelClassesError(msg)
    return tuple(str(named[number]) for number in range(len(named)))


class OnePart:
    """A one-part model as the detector and the reader of a looker.

    What was read is remembered from `detect` to the `read` that follows it, box by box.

    Args:
        network: The network.
        names: Its classes.
        path: Its file, for messages.

    Attributes:
        faces: Reader class of each of its classes.
    """

    def __init__(self, network: Network, names: Sequence[str], path: Path) -> None:
        self._network, self._path = network, path
        self.faces = tuple(face_of(name) for name in names)
        self._shares: npt.NDArray[np.float32] = np.zeros((0, len(names)), np.float32)
        self._possible: npt.NDArray[np.bool_] = np.ones(len(names), bool)
        height, width = network.input_shape[2:]
        self._fixed = (height, width) if height is not None and width is not None else None
        # The first run checks the shape of the output.
        self.detect(np.zeros((2 * STRIDE, 2 * STRIDE, 3), np.uint8))

    def detect(self, image: Image) -> tuple[Box, ...]:
        """Return the dice found in an image `(H, W, 3)` uint8 BGR, surest first."""
        if image.size == 0:
            return ()
        scale = min(2.0, LONG_SIDE_PX / max(image.shape[:2]))
        tensor, place = letterbox(image, scale, STRIDE, self._fixed)
        boxes, shares = self._decode(self._network.run(tensor))
        kept, self._shares = _one_each(boxes, shares)
        boxes = place.back(boxes[kept])
        height, width = image.shape[:2]
        boxes[:, [0, 2]] = boxes[:, [0, 2]].clip(0, width)
        boxes[:, [1, 3]] = boxes[:, [1, 3]].clip(0, height)
        return tuple(Box(*row) for row in boxes.tolist())

    def expect_faces(self, faces: Iterable[str]) -> None:
        """Choose among these faces from now on; when the model knows none of them, among all."""
        wanted = set(faces)
        possible = np.array([face in wanted for face in self.faces])
        self._possible = possible | (not possible.any())

    def read(self, image: Image, boxes: Sequence[Box]) -> tuple[SeenFace, ...]:
        """Return the readings of the boxes that `detect` has just given, in their order."""
        del image
        if len(boxes) != len(self._shares):
            msg = f"{self._path}: reads only what it found: {len(self._shares)}, got {len(boxes)}"
            raise ModelClassesError(msg)
        shares = self._shares * self._possible.astype(np.float32)
        return tuple(self._seen(box, row) for box, row in zip(boxes, shares, strict=True))

    def _seen(self, box: Box, shares: npt.NDArray[np.float32]) -> SeenFace:
        totals: dict[str, float] = {}
        for face, share in zip(self.faces, shares.tolist(), strict=True):
            totals[face] = max(totals.get(face, 0.0), share)
        best, *others = sorted(totals.items(), key=lambda item: -item[1])
        return SeenFace(box, best[0], best[1], others=tuple(o for o in others[:3] if o[1] > 0))

    def _decode(self, output: Tensor) -> tuple[Tensor, Tensor]:
        """Return boxes `(n, 5)` in px of the input, and the share of each class `(n, classes)`."""
        count = len(self.faces)
        if output.ndim == 3 and output.shape[0] == 1 and output.shape[1] == 4 + count:
            shares = output[0, 4:].T
            sure = shares.max(1) >= MIN_CONFIDENCE
            x, y, width, height = output[0, :4, sure].T
            edges = (x - width / 2, y - height / 2, x + width / 2, y + height / 2)
            boxes = np.stack((*edges, shares[sure].max(1)), 1)
            return boxes.astype(np.float32), shares[sure].astype(np.float32)
        if output.ndim == 3 and output.shape[0] == 1 and output.shape[2] == 6:
            rows = output[0][output[0, :, 4] >= MIN_CONFIDENCE]
            shares = np.zeros((len(rows), count), np.float32)
            shares[np.arange(len(rows)), rows[:, 5].astype(np.int64).clip(0, count - 1)] = rows[
                :, 4
            ]
            return rows[:, :5].astype(np.float32), shares
        msg = (
            f"{self._path}: its output has the shape {output.shape}, expected (1, {4 + count}, N) "
            f"or (1, N, 6) of a detection model with {count} classes"
        )
        raise ModelClassesError(msg)


def _one_each(boxes: Tensor, shares: Tensor) -> tuple[list[int], Tensor]:
    """Return the places of the surest boxes, one a die, and what all boxes of each die say."""
    kept: list[int] = []
    said: list[Tensor] = []
    areas = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    for index in np.argsort(-boxes[:, 4], kind="stable").tolist():
        common = intersections(boxes[index], boxes[kept])
        same = np.flatnonzero(common > OVERLAP * np.minimum(areas[index], areas[kept]))
        if len(same):
            said[same[0]] = np.maximum(said[same[0]], shares[index])
        else:
            kept.append(index)
            said.append(shares[index])
    return kept, np.stack(said) if said else shares[:0]


def load_one_part(path: Path, threads: int | None = None) -> OnePart:
    """Load a user's own model from an ONNX file.

    Raises:
        ModelMissingError: There is no such file.
        ModelClassesError: It is no YOLO detection model with class names.
    """
    if not path.is_file():
        msg = f"{path}: no such model file; expected a YOLO model exported as ONNX"
        raise ModelMissingError(msg)
    network = OnnxNetwork(path, threads)
    return OnePart(network, class_names(network.metadata, path), path)
