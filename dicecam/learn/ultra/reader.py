"""Trains the reader: a small YOLO classifier of crops, from scratch, time-boxed and resumable.

It knows torch, ultralytics and stored crops; no detector and no games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecam.learn.data.store import Crops
from dicecam.learn.ultra.check import Stopper, reader_score
from dicecam.learn.ultra.crops import vary
from dicecam.learn.ultra.loop import Course, prefetch

FIGURES = ("loss", "right")
DECAY = 0.03
SMALL_PX = 18.0
"""Of smaller dice the face can often not be told."""
SMALL_SHARE = 0.3
"""How often those are drawn, compared with larger ones."""
DEFAULT_YAML = Path(__file__).with_name("reader.yaml")


@dataclass(frozen=True, slots=True)
class ReaderPlan:
    """How long and how to train.

    Attributes:
        minutes: Wall-clock time to train.
        size_px: Side of the crops the network sees.
        batch: Crops a step.
        rate: Highest learning rate.
        balance: 0 draws crops as they come, 1 draws every class of a set equally often.
        smoothing: Label smoothing of the loss.
        seed: Start of the random numbers.
        threads: CPU threads of torch.
        save_every_s: Seconds between checkpoints.
    """

    minutes: float
    size_px: int = 64
    batch: int = 160
    rate: float = 2e-3
    balance: float = 0.5
    smoothing: float = 0.02
    seed: int = 1
    threads: int = 2
    save_every_s: float = 120.0


def build_reader(classes: int, yaml: Path = DEFAULT_YAML) -> Any:
    """Return an untrained reader network for a number of classes."""
    from ultralytics.nn.tasks import ClassificationModel

    return ClassificationModel(str(yaml), nc=classes, verbose=False)


def train_reader(
    sets: Sequence[tuple[Crops, float]],
    run: Path,
    plan: ReaderPlan,
    *,
    resume: bool = False,
    yaml: Path = DEFAULT_YAML,
    check: Sequence[Crops] = (),
    stopper: Stopper | None = None,
) -> Path:
    """Train until the time is over.

    Args:
        sets: Crops of each set, all with the same classes, and the set's weight in the mix.
        run: Folder for `checkpoint.pt` and `log.csv`.
        plan: How to train.
        resume: Go on from the checkpoint in `run`.
        yaml: Network description.
        check: Crops kept apart that are scored at each checkpoint.
        stopper: Ends the training when the score no longer rises.

    Returns:
        Path of the last checkpoint.
    """
    import torch

    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    faces = sets[0][0].faces
    model = build_reader(len(faces), yaml).to(memory_format=torch.channels_last)
    model.train()
    course = Course(model, run, plan.minutes, plan.rate, DECAY, plan.save_every_s)
    if resume:
        course.resume()
    score = (lambda network: reader_score(network, check, plan.size_px)) if check else None
    batches = prefetch(lambda: _batches(sets, plan, course.step), "reader-batches")
    for inputs, targets in batches:
        if course.over():
            break
        scores = model(inputs)
        loss = torch.nn.functional.cross_entropy(scores, targets, label_smoothing=plan.smoothing)
        right = (scores.argmax(1) == targets).float().mean().item()
        course.descend(loss, (loss.item(), right), largest=5.0)
        if course.stops(FIGURES, score, stopper):
            break
    batches.close()
    course.save(FIGURES)
    return course.checkpoint


def _batches(
    sets: Sequence[tuple[Crops, float]], plan: ReaderPlan, step: int
) -> Iterator[tuple[Any, Any]]:
    """Yield network input and targets without end."""
    import torch

    rng = np.random.default_rng(plan.seed + step)
    random = torch.Generator().manual_seed(plan.seed + step)
    faces = sets[0][0].faces
    mirrored = torch.tensor([face.startswith(("pips", "other", "unread")) for face in faces])
    mix = _Mix(sets, plan.balance)
    while True:
        images, labels = mix.draw(plan.batch, rng)
        targets = torch.from_numpy(labels)
        inputs = vary(torch.from_numpy(images), mirrored[targets], plan.size_px, random)
        yield inputs.contiguous(memory_format=torch.channels_last), targets


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


class _Mix:
    """Draws batches from several sets."""

    def __init__(self, sets: Sequence[tuple[Crops, float]], balance: float) -> None:
        self._crops = [crops for crops, _ in sets]
        weights = np.array([weight for _, weight in sets])
        self._shares = weights / weights.sum()
        self._chances = [draw_chances(crops, balance) for crops in self._crops]

    def draw(
        self, count: int, rng: np.random.Generator
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
        """Draw a batch in random order, so that its parts mix the sets."""
        images, labels = [], []
        for index, number in enumerate(rng.multinomial(count, self._shares)):
            crops = self._crops[index]
            picked = rng.choice(len(crops.labels), number, p=self._chances[index])
            images.append(crops.images[picked])
            labels.append(crops.labels[picked])
        order = rng.permutation(count)
        return np.concatenate(images)[order], np.concatenate(labels)[order]
