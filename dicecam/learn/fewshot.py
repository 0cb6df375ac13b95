"""Teaches a reader new faces from a handful of crops, without torch.

The shipped reader gives features; new rows over them are fitted in numpy so that they win on the
new faces and lose on a replay set of everything the reader knows. The shipped rows stay as they
are. This module knows arrays only; where crops come from and which model is used is said outside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dicecam.errors import LearnError
from dicecam.vision.taught import TaughtHead

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

OnStep = Callable[[float, float], bool]
"""Told the share done and the accuracy on the new crops, both 0 to 1; False cancels."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Crops as the reader's network sees them.

    Attributes:
        shares: `(n, known)` probabilities of the shipped reader.
        features: `(n, features)` of the same crops.
        labels: `(n,)` column of the right face in the extended output.
    """

    shares: Floats
    features: Floats
    labels: Ints

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True, slots=True)
class FitPlan:
    """How rows are fitted.

    Attributes:
        steps: Gradient steps on all crops at once.
        rate: Step size; larger is faster and may overshoot.
        decay: Pull of the weights to zero; larger keeps the rows from claiming foreign crops.
        replay_share: Weight of the replay set in the loss; larger forgets less, learns slower.
    """

    steps: int = 400
    rate: float = 0.03
    decay: float = 1e-3
    replay_share: float = 0.6


class CancelledError(LearnError):
    """Raised when somebody cancels a training; the model in use stays as it is."""


def fit_rows(
    new: Seen,
    replay: Seen,
    columns: Ints,
    plan: FitPlan | None = None,
    on_step: OnStep | None = None,
) -> TaughtHead:
    """Fit a row for each taught style of a face.

    The loss is cross-entropy over known faces and rows together, new crops and replay weighted;
    it is minimised with Adam (Kingma and Ba 2015) on all crops at once.

    Args:
        new: Crops of the new faces; their labels are columns of the extended output.
        replay: Crops of the known faces.
        columns: `(rows,)` the column each row counts for; columns from `known` on are new faces.
        plan: How to fit.
        on_step: Told about the progress.

    Raises:
        LearnError: There are no crops, or a row's face has none.
        CancelledError: `on_step` returned False.
    """
    plan = plan or FitPlan()
    if len(new) == 0 or len(replay) == 0:
        msg = f"teaching: expected new crops and a replay set, got {len(new)} and {len(replay)}"
        raise LearnError(msg)
    missing = sorted(set(columns.tolist()) - set(new.labels.tolist()))
    if missing:
        msg = f"teaching: no crop for face column {missing[0]}; photograph every face"
        raise LearnError(msg)
    known = new.shares.shape[1]
    centre, scale = _standard(replay.features)
    fitter = _Fitter(new, replay, columns, plan, centre, scale)
    for step in range(plan.steps):
        fitter.step()
        if on_step is not None and step % 20 == 0 and not on_step(step / plan.steps, fitter.right):
            msg = "teaching: cancelled; the model in use stays as it is"
            raise CancelledError(msg)
    weight = (fitter.weight / scale).astype(np.float32)
    bias = (fitter.bias - weight @ centre).astype(np.float32)
    return TaughtHead(weight, bias, columns, known)


def _standard(features: Floats) -> tuple[Floats, Floats]:
    """Return mean and spread of features, so that one step size fits all of them."""
    spread = features.std(0) + 0.1 * features.std() + 1e-6
    return features.mean(0), spread * np.float32(np.sqrt(features.shape[1]))


class _Fitter:
    """Adam on the rows; features are standardised once."""

    def __init__(
        self,
        new: Seen,
        replay: Seen,
        columns: Ints,
        plan: FitPlan,
        centre: Floats,
        scale: Floats,
    ) -> None:
        self.plan = plan
        self.known = new.shares.shape[1]
        self.features = (np.concatenate((new.features, replay.features)) - centre) / scale
        self.logs = np.log(np.maximum(np.concatenate((new.shares, replay.shares)), 1e-12))
        labels = np.concatenate((new.labels, replay.labels))
        # 1 where an entry of the softmax counts for the right face; a face may have its own
        # column among the known ones and several rows.
        owners = np.concatenate((np.arange(self.known), columns))
        self.targets = owners[None, :] == labels[:, None]
        share = plan.replay_share
        self.shares = np.concatenate(
            (
                np.full(len(new), (1 - share) / len(new), np.float32),
                np.full(len(replay), share / len(replay), np.float32),
            )
        )[:, None]
        self.count = len(new)
        rows, width = len(columns), self.features.shape[1]
        self.weight = np.zeros((rows, width), np.float32)
        self.bias = np.full(rows, -2.0, np.float32)
        self.right = 0.0
        self._moments = [np.zeros((rows, width + 1), np.float32) for _ in range(2)]
        self._steps = 0

    def step(self) -> None:
        """Take one step."""
        scores = np.concatenate((self.logs, self.features @ self.weight.T + self.bias), 1)
        powers = np.exp(scores - scores.max(1, keepdims=True))
        powers /= powers.sum(1, keepdims=True)
        good = powers * self.targets
        wanted = good / np.maximum(good.sum(1, keepdims=True), 1e-12)
        rows = ((powers - wanted) * self.shares)[:, self.known :]
        gradient = np.concatenate(
            (rows.T @ self.features + self.plan.decay * self.weight, rows.sum(0)[:, None]), 1
        )
        hits = np.take_along_axis(self.targets, powers.argmax(1)[:, None], 1)
        self.right = float(hits[: self.count].mean())
        self._steps += 1
        for moment, value, fade in zip(
            self._moments, (gradient, gradient**2), (0.9, 0.99), strict=True
        ):
            moment += (1 - fade) * (value - moment)
        first = self._moments[0] / (1 - 0.9**self._steps)
        second = self._moments[1] / (1 - 0.99**self._steps)
        change = self.plan.rate * first / (np.sqrt(second) + 1e-8)
        self.weight -= change[:, :-1]
        self.bias -= change[:, -1]
