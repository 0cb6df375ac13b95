"""A reader that was taught further faces: new rows over descriptions of top faces.

The shipped reader gives probabilities of the faces it knows. A taught row is a linear score of
the description of the straightened top face; rows say how likely a die is one of the taught ones,
and everything else is left to the shipped reader, which stays as it is. Several rows may stand for
the same face, also for a known one: a further style of it.

This module knows arrays and the two files; it trains nothing.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.vision._onnx import Network, TalkativeNetwork, Tensor
from dicecam.vision.topface import (
    CROP_SCALE,
    FACES,
    FEATURES,
    FaceFinder,
    corners_px,
    straighten,
)

_PARTS = ("weight", "bias", "columns", "doubtful", "stands")
BACKGROUND = -1
"""Column of rows that stand for what the shipped reader knows, whatever that is."""
TRUST = 1.5
"""How much the shipped reader's own certainty counts against rows; more keeps known faces safer."""
EVEN = 0.7
"""Share of its best face at which the shipped reader is taken to be neither sure nor in doubt."""
DECIDED = 1.2
"""How sharply it is decided between rows; more leaves fewer dice in doubt, and lets one very like
row count for more than many that are a little like, so that known faces lose a little more."""
MOST_NUMBERS = 10_000_000
"""No file of rows holds more numbers than this."""


class TaughtHead:
    """The taught rows of a reader.

    One softmax decides between what the shipped reader says and the taught faces. On the reader's
    side are the rows of the background and a score of its own, which grows with how sure it is of
    a face: of drawings it has never seen it is seldom sure. What falls to the reader is shared out
    as the reader says.

    Args:
        weight: `(rows, features)` float32.
        bias: `(rows,)` float32.
        columns: `(rows,)` int, the column of the extended output each row counts for, or
            BACKGROUND.
        known: Number of classes of the shipped reader.
        doubtful: Which of those name no face, such as `other`.
        stands: `(rows,)` int, the known class each row of the background stands for, BACKGROUND
            where that does not matter; None for nowhere.

    Raises:
        ModelClassesError: The shapes or columns do not fit together.
    """

    def __init__(
        self,
        weight: npt.NDArray[np.float32],
        bias: npt.NDArray[np.float32],
        columns: npt.NDArray[np.int64],
        known: int,
        doubtful: Sequence[int] = (),
        stands: npt.NDArray[np.int64] | None = None,
    ) -> None:
        rows = len(weight)
        if stands is None:
            stands = np.full(rows, BACKGROUND, np.int64)
        if weight.ndim != 2 or bias.shape != (rows,) or columns.shape != (rows,) or rows == 0:
            msg = (
                f"taught rows: expected weight (rows, features), bias and columns (rows,), "
                f"got {weight.shape}, {bias.shape}, {columns.shape}"
            )
            raise ModelClassesError(msg)
        finite = np.isfinite(weight).all() and np.isfinite(bias).all()
        most = known + rows
        if not finite or columns.min() < BACKGROUND or not 0 <= columns.max() < most:
            msg = f"taught rows: expected finite numbers and columns from 0 to {most - 1}"
            raise ModelClassesError(msg)
        if any(not 0 <= column < known for column in doubtful) or len(set(doubtful)) >= known:
            msg = f"taught rows: expected doubtful columns below {known}, got {list(doubtful)}"
            raise ModelClassesError(msg)
        if stands.shape != (rows,) or stands.min() < BACKGROUND or stands.max() >= known:
            msg = f"taught rows: expected known classes from 0 to {known - 1} they stand for"
            raise ModelClassesError(msg)
        self.weight, self.bias, self.columns, self.known = weight, bias, columns, known
        self.stands = stands
        self.doubtful = tuple(int(column) for column in doubtful)
        self._named = np.setdiff1d(np.arange(known), self.doubtful)
        self.classes = max(known, int(columns.max()) + 1)

    def extend(
        self, shares: Tensor, features: Tensor, possible: npt.NDArray[np.bool_] | None = None
    ) -> Tensor:
        """Return the probabilities of all faces.

        Args:
            shares: `(n, known)` probabilities of the shipped reader.
            features: `(n, features)`, the descriptions of the same crops' top faces.
            possible: `(classes,)` which faces there can be at all, such as those of the dice that
                are played with; None for all. Rows of other faces are left out, and so is what
                the reader says of such faces: a taught face then need not be told from them.

        Returns:
            `(n, classes)` probabilities; each row sums to 1.
        """
        scores = (features @ self.weight.T + self.bias) * np.float32(DECIDED)
        named = self._named
        if possible is not None:
            rows = possible[np.where(self.columns == BACKGROUND, self.stands, self.columns)]
            unbound = (self.columns == BACKGROUND) & (self.stands == BACKGROUND)
            scores = np.where(rows | unbound, scores, np.float32(-1e9))
            named = named[possible[named]]
        sure = shares[:, named].max(1, initial=0.0)[:, None]
        own = np.float32(TRUST * DECIDED) * (sure - np.float32(EVEN))
        top = np.maximum(scores.max(1, keepdims=True), own)
        powers, reader = np.exp(scores - top), np.exp(own - top)
        reader = reader + powers[:, self.columns == BACKGROUND].sum(1, keepdims=True)
        extended = np.zeros((len(shares), self.classes), np.float32)
        extended[:, : self.known] = shares * reader
        taught = self.columns != BACKGROUND
        np.add.at(extended.T, self.columns[taught], powers[:, taught].T)
        if possible is not None:
            extended = np.where(possible, extended, np.float32(0))
        sums = np.maximum(extended.sum(1, keepdims=True), np.float32(1e-12))
        return np.asarray(extended / sums, np.float32)


def load_head(path: Path, known: int) -> TaughtHead:
    """Read taught rows from a `.npz` file; nothing in it is ever executed.

    Raises:
        ModelMissingError: The file cannot be read.
        ModelClassesError: It holds something else.
    """
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
            parts = [arrays[name] for name in _PARTS]
            if any(part.dtype.kind not in "fiu" or part.size > MOST_NUMBERS for part in parts):
                raise ValueError("expected arrays of numbers")
            weight, bias, columns, doubtful, stands = parts
    except OSError as error:
        msg = f"{path}: the taught rows cannot be read ({error}); teach the dice again"
        raise ModelMissingError(msg) from error
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        msg = f"{path}: expected the arrays {_PARTS} ({error})"
        raise ModelClassesError(msg) from error
    return TaughtHead(
        weight.astype(np.float32),
        bias.astype(np.float32),
        columns.astype(np.int64),
        known,
        doubtful.astype(np.int64).ravel().tolist(),
        stands.astype(np.int64),
    )


class TaughtNetwork:
    """The shipped reader with taught rows, to be run like any other network.

    Args:
        network: The shipped reader.
        head: The taught rows.
        finder: Finds and describes top faces.
        scale: Side of the reader's crops in lengths of the longer side of the die's box.
        calibrate: Makes shares of the reader what the rows were taught beside; None for nothing.
        itself: Whether the shipped reader itself says where top faces lie, in the same run.

    Raises:
        ModelClassesError: The rows were made for other descriptions than the finder gives.
    """

    def __init__(
        self,
        network: Network,
        head: TaughtHead,
        finder: FaceFinder,
        scale: float = CROP_SCALE,
        calibrate: Callable[[Tensor], Tensor] | None = None,
        *,
        itself: bool = False,
    ) -> None:
        self._network, self._head, self._finder = network, head, finder
        self._scale, self._calibrate = scale, calibrate or (lambda shares: shares)
        self._possible: npt.NDArray[np.bool_] | None = None
        self.input_shape = network.input_shape
        self.extras = network.extras if isinstance(network, TalkativeNetwork) else ()
        self._itself = itself and FACES in self.extras
        if head.weight.shape[1] != FEATURES:
            msg = (
                f"taught rows of {head.weight.shape[1]} numbers do not fit this program, which "
                f"describes faces with {FEATURES}; teach the dice again"
            )
            raise ModelClassesError(msg)

    def run(self, batch: Tensor) -> Tensor:
        """Return probabilities `(n, classes)` for a batch `(n, 3, H, W)` float32 RGB, 0 to 1."""
        return self.run_with(batch)[0]

    def run_with(self, batch: Tensor, *names: str) -> tuple[Tensor, ...]:
        """Return probabilities and further outputs of the shipped reader, some of `extras`."""
        network = self._network
        if not isinstance(network, TalkativeNetwork):
            return (self._extended(batch, network.run(batch), None),)
        asked = (*names, FACES) if self._itself else names
        shares, *more = network.run_with(batch, *asked)
        places = more.pop() if self._itself else None
        return self._extended(batch, shares, places), *more

    def _extended(self, batch: Tensor, shares: Tensor, places: Tensor | None) -> Tensor:
        crops = as_crops(batch)
        if places is None:
            described = self._finder.describe(face_crops(crops, self._scale))
        else:
            faces = straighten(crops, corners_px(places, crops.shape[1]))
            described = self._finder.describe_faces(faces)
        return self._head.extend(self._calibrate(shares), described, self._possible)

    def expect(self, possible: npt.NDArray[np.bool_] | None) -> None:
        """Choose among these faces `(classes,)` from now on; None for all."""
        self._possible = possible


def as_crops(batch: Tensor) -> npt.NDArray[np.uint8]:
    """Return the crops `(n, H, W, 3)` uint8 BGR of a batch of network input."""
    crops = np.rint(batch[:, ::-1].transpose(0, 2, 3, 1) * 255).astype(np.uint8)
    return np.ascontiguousarray(crops)


def face_crops(crops: npt.NDArray[np.uint8], scale: float) -> npt.NDArray[np.uint8]:
    """Return what the finder of top faces sees of a reader's crops: their middle.

    Args:
        crops: `(n, side, side, 3)` uint8 BGR.
        scale: Their side in lengths of the longer side of the die's box, CROP_SCALE or more.

    Returns:
        `(n, seen, seen, 3)` uint8 BGR, CROP_SCALE wide.
    """
    seen = round(crops.shape[1] * min(1.0, CROP_SCALE / scale))
    first = (crops.shape[1] - seen) // 2
    return np.ascontiguousarray(crops[:, first : first + seen, first : first + seen])
