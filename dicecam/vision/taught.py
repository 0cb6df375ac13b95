"""A reader that was taught further faces: new rows over the shipped network's features.

The shipped reader gives probabilities of the faces it knows and, as a second output, the features
its last layer decides on. A taught row is a linear score of these features; it competes with the
known faces' log-probabilities in one softmax, so that nothing the shipped reader knows is
overwritten. Several rows may stand for the same face, also for a known one: a further style of it.

This module knows arrays and the two files; it trains nothing.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.vision._onnx import OnnxNetwork, Tensor


class TaughtHead:
    """The taught rows of a reader.

    Args:
        weight: `(rows, features)` float32.
        bias: `(rows,)` float32.
        columns: `(rows,)` int, the column of the extended output each row counts for.
        known: Number of classes of the shipped reader.

    Raises:
        ModelClassesError: The shapes or columns do not fit together.
    """

    def __init__(
        self,
        weight: npt.NDArray[np.float32],
        bias: npt.NDArray[np.float32],
        columns: npt.NDArray[np.int64],
        known: int,
    ) -> None:
        rows = len(weight)
        if weight.ndim != 2 or bias.shape != (rows,) or columns.shape != (rows,) or rows == 0:
            msg = (
                f"taught rows: expected weight (rows, features), bias and columns (rows,), "
                f"got {weight.shape}, {bias.shape}, {columns.shape}"
            )
            raise ModelClassesError(msg)
        if not (np.isfinite(weight).all() and np.isfinite(bias).all() and columns.min() >= 0):
            msg = "taught rows: expected finite numbers and columns from 0"
            raise ModelClassesError(msg)
        self.weight, self.bias, self.columns, self.known = weight, bias, columns, known
        self.classes = max(known, int(columns.max()) + 1)

    def extend(self, shares: Tensor, features: Tensor) -> Tensor:
        """Return the probabilities of all faces.

        Args:
            shares: `(n, known)` probabilities of the shipped reader.
            features: `(n, features)` of the same crops.

        Returns:
            `(n, classes)` probabilities; each row sums to 1.
        """
        logs = np.log(np.maximum(shares, 1e-12))
        scores = np.concatenate((logs, features @ self.weight.T + self.bias), 1)
        powers = np.exp(scores - scores.max(1, keepdims=True))
        powers /= powers.sum(1, keepdims=True)
        extended = np.zeros((len(shares), self.classes), np.float32)
        extended[:, : self.known] = powers[:, : self.known]
        np.add.at(extended.T, self.columns, powers[:, self.known :].T)
        return extended


def load_head(path: Path, known: int) -> TaughtHead:
    """Read taught rows from a `.npz` file; nothing in it is ever executed.

    Raises:
        ModelMissingError: The file cannot be read.
        ModelClassesError: It holds something else.
    """
    try:
        with np.load(path, allow_pickle=False) as arrays:
            weight, bias, columns = arrays["weight"], arrays["bias"], arrays["columns"]
    except OSError as error:
        msg = f"{path}: the taught rows cannot be read ({error}); teach the dice again"
        raise ModelMissingError(msg) from error
    except (KeyError, ValueError, EOFError) as error:
        msg = f"{path}: expected arrays weight, bias and columns ({error})"
        raise ModelClassesError(msg) from error
    return TaughtHead(
        weight.astype(np.float32), bias.astype(np.float32), columns.astype(np.int64), known
    )


class TaughtNetwork:
    """The shipped reader with taught rows, to be run like any other network.

    Args:
        network: The shipped reader; it must give features as a second output.
        head: The taught rows.

    Raises:
        ModelClassesError: The network gives no features, or as many as the rows do not expect.
    """

    def __init__(self, network: OnnxNetwork, head: TaughtHead) -> None:
        self._network, self._head = network, head
        self.input_shape = network.input_shape
        if network.features != head.weight.shape[1]:
            msg = (
                f"taught rows for {head.weight.shape[1]} features do not fit a reader that gives "
                f"{network.features}; teach the dice again on this model"
            )
            raise ModelClassesError(msg)

    def run(self, batch: Tensor) -> Tensor:
        """Return probabilities `(n, classes)` for a batch `(n, 3, H, W)` float32 RGB, 0 to 1."""
        shares, features = self._network.run_with_features(batch)
        return self._head.extend(shares, features)
