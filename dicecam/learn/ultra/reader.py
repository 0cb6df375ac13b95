"""Trains the reader: a small YOLO classifier of crops, from scratch, time-boxed and resumable.

It knows torch, ultralytics and stored crops; no detector and no games.
"""

from __future__ import annotations

import csv
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecam.learn.data.store import Crops
from dicecam.learn.ultra.crops import vary
from dicecam.learn.ultra.loop import Average, learning_rate, load_checkpoint, save_checkpoint

log = logging.getLogger(__name__)
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
) -> Path:
    """Train until the time is over.

    Args:
        sets: Crops of each set, all with the same classes, and the set's weight in the mix.
        run: Folder for `checkpoint.pt` and `log.csv`.
        plan: How to train.
        resume: Go on from the checkpoint in `run`.
        yaml: Network description.

    Returns:
        Path of the last checkpoint.
    """
    import torch

    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    run.mkdir(parents=True, exist_ok=True)
    faces = sets[0][0].faces
    model = build_reader(len(faces), yaml).to(memory_format=torch.channels_last)
    model.train()
    plain = [p for p in model.parameters() if p.ndim <= 1]
    decayed = [p for p in model.parameters() if p.ndim > 1]
    groups = [{"params": plain, "weight_decay": 0.0}, {"params": decayed}]
    optimiser = torch.optim.AdamW(groups, lr=plan.rate, weight_decay=0.03)
    average = Average(model)
    checkpoint = run / "checkpoint.pt"
    step = load_checkpoint(checkpoint, model, average, optimiser) if resume else 0
    rng = np.random.default_rng(plan.seed + step)
    random = torch.Generator().manual_seed(plan.seed + step)
    mirrored = torch.tensor([face.startswith(("pips", "other", "unread")) for face in faces])
    chances = [draw_chances(crops, plan.balance) for crops, _ in sets]
    shares = np.array([weight for _, weight in sets]) / sum(weight for _, weight in sets)
    first, start = step, time.monotonic()
    last_save, losses, right = start, [0.0], [0.0]
    while (elapsed := time.monotonic() - start) < plan.minutes * 60:
        rate = learning_rate(elapsed / (plan.minutes * 60), step - first, plan.rate)
        for group in optimiser.param_groups:
            group["lr"] = rate
        images, labels = _draw(sets, shares, chances, plan.batch, rng)
        targets = torch.from_numpy(labels)
        inputs = vary(torch.from_numpy(images), mirrored[targets], plan.size_px, random)
        scores = model(inputs.contiguous(memory_format=torch.channels_last))
        loss = torch.nn.functional.cross_entropy(scores, targets, label_smoothing=plan.smoothing)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        average.update(model)
        step += 1
        losses.append(loss.item())
        right.append((scores.argmax(1) == targets).float().mean().item())
        if time.monotonic() - last_save > plan.save_every_s:
            save_checkpoint(checkpoint, model, average, optimiser, step, yaml.name)
            _report(run / "log.csv", step, elapsed, rate, losses[1:], right[1:])
            last_save, losses, right = time.monotonic(), [0.0], [0.0]
    save_checkpoint(checkpoint, model, average, optimiser, step, yaml.name)
    _report(run / "log.csv", step, plan.minutes * 60, 0.0, losses, right)
    return checkpoint


def draw_chances(crops: Crops, balance: float) -> npt.NDArray[np.float64]:
    """Return how likely each crop of a set is drawn.

    Args:
        crops: The set.
        balance: 0 draws crops as they come, 1 draws every class equally often.

    Returns:
        `(n,)` chances that sum to 1.
    """
    counts = np.bincount(crops.labels, minlength=len(crops.faces)).astype(np.float64)
    weights = np.power(np.maximum(counts, 1), -balance)[crops.labels]
    return np.asarray(weights / weights.sum(), np.float64)


def _draw(
    sets: Sequence[tuple[Crops, float]],
    shares: npt.NDArray[np.float64],
    chances: Sequence[npt.NDArray[np.float64]],
    count: int,
    rng: np.random.Generator,
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]:
    """Draw a batch in random order, so that its parts mix the sets."""
    images, labels = [], []
    for index, number in enumerate(rng.multinomial(count, shares)):
        crops = sets[index][0]
        picked = rng.choice(len(crops.labels), number, p=chances[index])
        images.append(crops.images[picked])
        labels.append(crops.labels[picked])
    order = rng.permutation(count)
    return np.concatenate(images)[order], np.concatenate(labels)[order]


def _report(
    path: Path, step: int, elapsed: float, rate: float, losses: list[float], right: list[float]
) -> None:
    """Append a line with the means since the last one to the log."""
    new = not path.exists()
    with path.open("a", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        if new:
            writer.writerow(["step", "seconds", "rate", "loss", "right"])
        means = (f"{np.mean(losses):.4f}", f"{np.mean(right):.4f}")
        writer.writerow([step, round(elapsed), f"{rate:.6f}", *means])
    log.info("step %d after %.0f s: loss %s, right %s", step, elapsed, *means)
