"""Teaches a reader new faces from a handful of crops, without torch.

Crops come as descriptions of their straightened top faces, and as what the shipped reader says of
them. New rows over the descriptions are fitted in numpy so that they win on the new faces and
lose on a replay set of everything the reader knows; the shipped reader stays as it is. Each row
stands for one style of a face, new or known.

This module knows arrays only; where crops come from and which model is used is said outside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dicecam.errors import LearnError
from dicecam.vision.taught import BACKGROUND, EVEN, TRUST, TaughtHead

_ALIKE = 0.8
"""Likeness from which on two crops of a face need no row each."""

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]

OnStep = Callable[[float, float], bool]
"""Told the share done and the accuracy on the new crops, both 0 to 1; False cancels."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Crops as the reader sees them.

    Attributes:
        shares: `(n, known)` probabilities of the shipped reader.
        features: `(n, features)` descriptions of the straightened top faces.
        labels: `(n,)` column of the right face in the extended output.
    """

    shares: Floats
    features: Floats
    labels: Ints

    def __len__(self) -> int:
        return len(self.labels)

    def part(self, chosen: npt.NDArray[np.bool_] | Ints) -> Seen:
        """Return some of the crops."""
        return Seen(self.shares[chosen], self.features[chosen], self.labels[chosen])


@dataclass(frozen=True, slots=True)
class FitPlan:
    """How rows are fitted.

    Attributes:
        steps: Gradient steps on all crops at once.
        rate: Step size, in units of a row's first length; larger is faster and may overshoot.
        sharpness: First length of a row: how much a likeness counts; larger is surer of itself.
        likeness: First likeness at which a row and the shipped reader draw; 1 is the same picture.
        decay: Pull of the rows to where they began; larger trusts the photos as they are.
        replay_share: Weight of the replay set in the loss; larger forgets less, learns slower.
        styles: Rows a taught face gets at most; more tell apart styles that look different.
        background: Rows a known face gets at most, so that new faces keep away from it.
    """

    steps: int = 120
    rate: float = 0.02
    sharpness: float = 16.0
    likeness: float = 0.45
    decay: float = 1e-5
    replay_share: float = 0.9
    styles: int = 4
    background: int = 6


class CancelledError(LearnError):
    """Raised when somebody cancels a training; the model in use stays as it is."""


def fit_rows(
    new: Seen,
    replay: Seen,
    plan: FitPlan | None = None,
    on_step: OnStep | None = None,
    doubtful: Sequence[int] = (),
) -> TaughtHead:
    """Fit rows for the faces that the new crops show.

    Rows begin as typical examples of the new faces and, for the background, of the known ones;
    then cross-entropy between the new faces and "as the shipped reader says" is minimised with
    Adam (Kingma and Ba 2015), new crops and replay weighted.

    Args:
        new: Crops of the new faces; their labels are columns of the extended output, columns from
            the number of known faces on are new ones.
        replay: Crops of the known faces.
        plan: How to fit.
        on_step: Told about the progress.
        doubtful: Columns of known classes that name no face, such as `other`.

    Raises:
        LearnError: There are no crops.
        CancelledError: `on_step` returned False.
    """
    plan = plan or FitPlan()
    if len(new) == 0 or len(replay) == 0:
        msg = f"teaching: expected new crops and a replay set, got {len(new)} and {len(replay)}"
        raise LearnError(msg)
    named = np.setdiff1d(np.arange(new.shares.shape[1]), doubtful)
    fitter = _Fitter(new, replay, plan, named)
    for step in range(plan.steps):
        if on_step is not None and step % 4 == 0 and not on_step(step / plan.steps, fitter.right):
            msg = "teaching: cancelled; the model in use stays as it is"
            raise CancelledError(msg)
        fitter.step()
    return TaughtHead(
        fitter.weight,
        fitter.bias,
        fitter.columns,
        new.shares.shape[1],
        doubtful,
        fitter.stands,
    )


def typical(seen: Seen, styles: int) -> tuple[Floats, Ints]:
    """Return typical descriptions of each face, `(rows, features)`, and the faces, `(rows,)`.

    Args:
        seen: Crops with labels.
        styles: Most examples a face gets.
    """
    rows, columns = [], []
    for column in np.unique(seen.labels):
        for middle in _middles(seen.features[seen.labels == column], styles):
            rows.append(middle)
            columns.append(column)
    return np.stack(rows).astype(np.float32), np.array(columns, np.int64)


def _middles(features: Floats, count: int) -> list[Floats]:
    """Return the middles of groups of descriptions that look alike."""
    # The first middle is the crop most like all others; each next is the one least explained.
    chosen = [int((features @ features.mean(0)).argmax())]
    while len(chosen) < min(count, len(features)):
        best = (features @ features[chosen].T).max(1)
        if best.min() > _ALIKE:
            break
        chosen.append(int(best.argmin()))
    middles = features[chosen]
    for _ in range(6):
        owner = (features @ middles.T).argmax(1)
        groups = [features[owner == number] for number in range(len(middles))]
        middles = np.stack(
            [
                group.mean(0) / (np.linalg.norm(group.mean(0)) + 1e-6) if len(group) else middle
                for group, middle in zip(groups, middles, strict=True)
            ]
        )
    return list(middles)


class _Fitter:
    """Adam on the rows."""

    def __init__(self, new: Seen, replay: Seen, plan: FitPlan, named: Ints) -> None:
        self.plan = plan
        examples, taught = typical(new, plan.styles)
        others, stands = typical(replay, plan.background)
        self.columns = np.concatenate((taught, np.full(len(others), BACKGROUND)))
        self.stands = np.concatenate((np.full(len(taught), BACKGROUND), stands))
        self.features = np.concatenate((new.features, replay.features))
        # What the shipped reader says for itself: it is not asked about crops that are new to it.
        sure = replay.shares[:, named].max(1) if len(named) else np.zeros(len(replay))
        own = np.concatenate((np.zeros(len(new)), TRUST * (sure - EVEN)))
        self.own = own.astype(np.float32)[:, None]
        labels = np.concatenate((new.labels, np.full(len(replay), BACKGROUND)))
        # True where an entry of the softmax counts for the right face; the first one is the
        # shipped reader itself.
        owners = np.concatenate(([BACKGROUND], self.columns))
        self.targets = owners[None, :] == labels[:, None]
        self.shares = np.concatenate(
            (
                _balanced(new.labels) * (1 - plan.replay_share),
                _balanced(replay.labels) * plan.replay_share,
            )
        ).astype(np.float32)[:, None]
        self.count = len(new)
        self.first = np.concatenate((examples, others)) * np.float32(plan.sharpness)
        self.weight = self.first.copy()
        self.bias = np.full(len(self.first), -plan.sharpness * plan.likeness, np.float32)
        self.right = 0.0
        rows, width = self.weight.shape
        self._moments = [np.zeros((rows, width + 1), np.float32) for _ in range(2)]
        self._steps = 0

    def step(self) -> None:
        """Take one step."""
        scores = np.concatenate((self.own, self.features @ self.weight.T + self.bias), 1)
        powers = np.exp(scores - scores.max(1, keepdims=True))
        powers /= powers.sum(1, keepdims=True)
        good = powers * self.targets
        sums = good.sum(1, keepdims=True)
        self.right = float((sums[: self.count] > 0.5).mean())
        pull = ((powers - good / np.maximum(sums, 1e-12)) * self.shares)[:, 1:]
        gradient = np.concatenate((pull.T @ self.features, pull.sum(0)[:, None]), 1)
        gradient[:, :-1] += self.plan.decay * (self.weight - self.first)
        self._move(gradient)

    def _move(self, gradient: Floats) -> None:
        self._steps += 1
        fades = (0.9, 0.99)
        for moment, value, fade in zip(self._moments, (gradient, gradient**2), fades, strict=True):
            moment += (1 - fade) * (value - moment)
        first = self._moments[0] / (1 - fades[0] ** self._steps)
        second = self._moments[1] / (1 - fades[1] ** self._steps)
        change = first / (np.sqrt(second) + 1e-7)
        # A row has about as many lively numbers as its length squared in units of one.
        self.weight -= np.float32(self.plan.rate * self.plan.sharpness / 8) * change[:, :-1]
        self.bias -= np.float32(self.plan.rate * self.plan.sharpness) * change[:, -1]


def _balanced(labels: Ints) -> npt.NDArray[np.float64]:
    """Return weights that sum to 1 and give rare faces more, by the root of their number."""
    _, places, counts = np.unique(labels, return_inverse=True, return_counts=True)
    weights = 1 / np.sqrt(counts[places])
    return np.asarray(weights / weights.sum())
