"""Trains the reader, a small network of YOLO blocks, from scratch, time-boxed and resumable.

It knows torch, ultralytics and stored crops; no detector and no games.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecam.errors import DataSetError
from dicecam.learn.data.store import Crops
from dicecam.learn.ultra.check import Stopper, reader_score
from dicecam.learn.ultra.crops import squashes, vary
from dicecam.learn.ultra.loop import Course, prefetch

log = logging.getLogger(__name__)
FIGURES = ("loss", "right", "corner_loss", "closer_loss")
DECAY = 0.03
SMALL_PX = 22.0
"""Of smaller dice the face can often not be told."""
SMALL_SHARE = 0.3
"""How often those are drawn, compared with larger ones."""
STEEP_DEG = 66.0
"""Crops seen from higher above the table may be turned by any angle."""
TURNED_SHARE = 0.4
"""Share of the crops seen from an unknown height that are turned by any angle."""
TRUE_SHARE = 0.3
"""Share of the crops whose true corners are shown to the part that names faces."""
CORNER_NOISE = 0.03
"""Spread of the error put on those, in halves of the crop: found ones are never exact."""


@dataclass(frozen=True, slots=True)
class ReaderPlan:
    """How long and how to train.

    Attributes:
        minutes: Wall-clock time to train.
        size_px: Side of the crops the network sees.
        batch: Crops a step.
        drawn: Faces drawn on the fly a step, beside those; see `drawn`.
        rate: Highest learning rate.
        balance: 0 draws crops as they come, 1 draws every class of a set equally often.
        smoothing: Label smoothing of the loss.
        corner_weight: Weight of the top faces' places beside their names.
        keep_glance: Whether the glance stays as it is, so that the part that tells how a die is
            turned, which rests on it, still holds.
        seed: Start of the random numbers.
        threads: CPU threads of torch.
        save_every_s: Seconds between checkpoints.
    """

    minutes: float
    size_px: int = 80
    batch: int = 128
    drawn: int = 32
    rate: float = 2e-3
    balance: float = 0.5
    smoothing: float = 0.02
    corner_weight: float = 1.0
    keep_glance: bool = False
    seed: int = 1
    threads: int = 2
    save_every_s: float = 120.0


def build_reader(classes: int) -> Any:
    """Return an untrained reader network for a number of classes."""
    from dicecam.learn.ultra.network import FaceReader

    return FaceReader(classes)


def begin_with(model: Any, weights: Mapping[str, Any]) -> None:
    """Give a network the weights of an older one; parts that one lacks stay as they are.

    Raises:
        DataSetError: when the weights are of another network.
    """
    known = model.state_dict()
    odd = [
        name for name in weights if name not in known or known[name].shape != weights[name].shape
    ]
    if odd:
        raise DataSetError(f"weights of another network: it has no {odd[0]} of that shape")
    if missing := sorted({name.split(".")[0] for name in known if name not in weights}):
        log.info("not in the weights, so new: %s", ", ".join(missing))
    model.load_state_dict(weights, strict=False)


def train_reader(
    sets: Sequence[tuple[Crops, float]],
    run: Path,
    plan: ReaderPlan,
    *,
    resume: bool = False,
    start: Mapping[str, Any] | None = None,
    check: Sequence[Crops] = (),
    stopper: Stopper | None = None,
) -> Path:
    """Train until the time is over.

    Args:
        sets: Crops of each set, all with the same classes, and the set's weight in the mix.
        run: Folder for `checkpoint.pt` and `log.csv`.
        plan: How to train.
        resume: Go on from the checkpoint in `run`.
        start: Weights to begin with; None for random ones.
        check: Crops kept apart that are scored at each checkpoint.
        stopper: Ends the training when the score no longer rises.

    Returns:
        Path of the last checkpoint.
    """
    import torch

    from dicecam.learn.ultra.network import closer_loss, corner_loss

    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    faces = sets[0][0].faces
    model = build_reader(len(faces)).to(memory_format=torch.channels_last)
    if start is not None:
        begin_with(model, start)
    model.train()
    if plan.keep_glance:
        model.glance.eval().requires_grad_(False)
    course = Course(model, run, plan.minutes, plan.rate, DECAY, plan.save_every_s)
    if resume:
        course.resume()
    score = (lambda network: reader_score(network, check, plan.size_px)) if check else None
    noise = torch.Generator().manual_seed(plan.seed + course.step + 1)
    batches = prefetch(lambda: _batches(sets, plan, course.step), "reader-batches")
    for batch in batches:
        if course.over():
            break
        shown = _shown(batch.numbers, noise)
        scores, _, found, moved = model(batch.crops, shown, batch.drawn)
        targets = batch.targets
        named = torch.nn.functional.cross_entropy(scores, targets, label_smoothing=plan.smoothing)
        placed, nearer = corner_loss(found, batch.numbers), closer_loss(moved, found, batch.numbers)
        right = (scores.argmax(1) == targets)[: plan.batch].float().mean().item()
        figures = (named.item(), right, placed.item(), nearer.item())
        loss = named + plan.corner_weight * (placed + nearer)
        course.descend(loss, figures, largest=5.0)
        if course.stops(FIGURES, score, stopper):
            break
    batches.close()
    course.save(FIGURES)
    return course.checkpoint


@dataclass(frozen=True, slots=True)
class _Batch:
    """What one step learns from.

    Attributes:
        crops: `(n, 3, S, S)` network input.
        drawn: `(m, 3, FACE_PX, FACE_PX)` faces without a crop.
        targets: `(n + m,)` their classes.
        numbers: `(n, 6)` where the top faces of the crops lie; NaN where unknown.
    """

    crops: Any
    drawn: Any
    targets: Any
    numbers: Any


def _shown(numbers: Any, random: Any) -> Any:
    """Return faces to show the part that names them: some true ones, a little off; else NaN."""
    import torch

    chosen = torch.rand(len(numbers), 1, generator=random) < TRUE_SHARE
    off = torch.randn(numbers.shape, generator=random) * CORNER_NOISE
    return torch.where(chosen, numbers + off, torch.nan)


def _batches(sets: Sequence[tuple[Crops, float]], plan: ReaderPlan, step: int) -> Iterator[_Batch]:
    """Yield batches without end."""
    import torch

    from dicecam.learn.ultra.drawn import draw_faces, load_bank
    from dicecam.learn.ultra.network import encode

    bank = load_bank()

    rng = np.random.default_rng(plan.seed + step)
    random = torch.Generator().manual_seed(plan.seed + step)
    faces = sets[0][0].faces
    mirrored = torch.tensor([face.startswith(("pips", "other", "unread")) for face in faces])
    mix = Mix(sets, plan.balance)
    while True:
        images, labels, corners, elevations = mix.draw(plan.batch, rng)
        turned = np.where(
            np.isnan(elevations), rng.random(plan.batch) < TURNED_SHARE, elevations > STEEP_DEG
        )
        targets = torch.from_numpy(labels)
        squash = squashes(torch.from_numpy(elevations), random)
        crops, moved = vary(
            torch.from_numpy(images),
            mirrored[targets],
            torch.from_numpy(turned),
            squash,
            torch.from_numpy(corners),
            plan.size_px,
            random,
        )
        drawn, names, _ = draw_faces(bank, plan.drawn, random)
        yield _Batch(
            crops.contiguous(memory_format=torch.channels_last),
            drawn,
            torch.cat((targets, names)),
            encode(moved),
        )


def draw_chances(crops: Crops, balance: float) -> npt.NDArray[np.float64]:
    """Return how likely each crop of a set is drawn; those of tiny dice less often.

    Args:
        crops: The set.
        balance: 0 draws crops as they come, 1 draws every class equally often.

    Returns:
        `(n,)` chances that sum to 1.
    """
    counts = np.bincount(crops.labels, minlength=len(crops.faces)).astype(np.float64)
    weights = np.power(np.maximum(counts, 1), -balance)[crops.labels]
    weights = weights * np.where(crops.sizes < SMALL_PX, SMALL_SHARE, 1.0)
    return np.asarray(weights / weights.sum(), np.float64)


class Mix:
    """Draws batches from several sets."""

    def __init__(self, sets: Sequence[tuple[Crops, float]], balance: float) -> None:
        self._crops = [crops for crops, _ in sets]
        weights = np.array([weight for _, weight in sets])
        self._shares = weights / weights.sum()
        self._chances = [draw_chances(crops, balance) for crops in self._crops]

    def draw(
        self, count: int, rng: np.random.Generator
    ) -> tuple[
        npt.NDArray[np.uint8],
        npt.NDArray[np.int64],
        npt.NDArray[np.float32],
        npt.NDArray[np.float32],
    ]:
        """Draw images, labels, corners and elevations in random order, the sets mixed."""
        parts = []
        for index, number in enumerate(rng.multinomial(count, self._shares)):
            crops = self._crops[index]
            picked = rng.choice(len(crops.labels), number, p=self._chances[index])
            chosen = (crops.images, crops.labels, crops.corners, crops.elevations)
            parts.append([values[picked] for values in chosen])
        order = rng.permutation(count)
        images, labels, corners, elevations = (
            np.concatenate(values)[order] for values in zip(*parts, strict=True)
        )
        return images, labels, corners, elevations
