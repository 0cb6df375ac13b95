"""What both trainings share: averaged weights, learning rate over time, checkpoints.

It knows torch, not what the networks are for.
"""

from __future__ import annotations

import copy
import csv
import logging
import math
import queue
import shutil
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from dicecam.errors import DataSetError
from dicecam.learn.ultra.check import Stopper

log = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PartPlan:
    """How long and how to train a part of the reader.

    Attributes:
        minutes: Wall-clock time to train.
        batch: Faces or crops a step.
        rate: Highest learning rate.
        seed: Start of the random numbers.
        threads: CPU threads of torch.
        save_every_s: Seconds between checkpoints.
    """

    minutes: float
    batch: int = 160
    rate: float = 2e-3
    seed: int = 1
    threads: int = 2
    save_every_s: float = 120.0


class Average:
    """Exponential moving average of a network's weights: steadier than the last step."""

    def __init__(self, model: Any, decay: float = 0.9985) -> None:
        """Start from the weights of a network.

        Args:
            model: The network.
            decay: Share of the old average kept at each step, once warm.
        """
        self.model = copy.deepcopy(model).eval()
        self.decay = decay
        self.updates = 0
        for parameter in self.model.parameters():
            parameter.requires_grad_(False)

    def update(self, model: Any) -> None:
        """Move the average towards the network's weights."""
        self.updates += 1
        decay = self.decay * (1 - math.exp(-self.updates / 300))
        fresh = model.state_dict()
        for name, value in self.model.state_dict().items():
            if value.dtype.is_floating_point:
                value.lerp_(fresh[name].detach(), 1 - decay)
            else:
                value.copy_(fresh[name])


def learning_rate(progress: float, step: int, peak: float, warm_steps: int = 150) -> float:
    """Return the learning rate: a short warm-up, then a cosine down to 1 % of the peak.

    Args:
        progress: Share of the time that is over, 0 to 1.
        step: Steps since the start.
        peak: Highest rate.
        warm_steps: Steps of the warm-up.
    """
    cosine = 0.01 + 0.99 * (1 + math.cos(math.pi * min(1.0, progress))) / 2
    return peak * cosine * min(1.0, (step + 1) / warm_steps)


def load_checkpoint(path: Path, model: Any, average: Average, optimiser: Any) -> int:
    """Read a checkpoint into a network, its average and its optimiser.

    Returns:
        The number of steps done so far.

    Raises:
        DataSetError: when there is no checkpoint.
    """
    import torch

    if not path.is_file():
        raise DataSetError(f"no checkpoint {path}: train once without --resume first")
    state = torch.load(path, map_location="cpu", weights_only=True)
    model.load_state_dict(state["model"])
    average.model.load_state_dict(state["average"])
    average.updates = state["updates"]
    optimiser.load_state_dict(state["optimiser"])
    return int(state["step"])


def blend(first: Path, second: Path, share: float, run: Path) -> Path:
    """Write a checkpoint whose averaged weights lie between those of two trainings.

    Of two trainings of which one goes on from the other, the weights between them often hold on
    new pictures where either fails (Wortsman et al. 2022, "Model soups"). All else is as in the second.

    Args:
        first: Run folder of a training.
        second: Run folder of a training that began with the first one's weights.
        share: How much the second counts, 0 to 1.
        run: Folder for the checkpoint and the second one's log.

    Returns:
        Path of the checkpoint.

    Raises:
        DataSetError: when a checkpoint is missing, or the networks differ.
    """
    import torch

    files = [folder / "checkpoint.pt" for folder in (first, second)]
    for path in files:
        if not path.is_file():
            raise DataSetError(f"no checkpoint {path}: train first")
    old, state = (torch.load(path, map_location="cpu", weights_only=True) for path in files)
    before, after = old["average"], state["average"]
    shapes = [{name: value.shape for name, value in one.items()} for one in (before, after)]
    if shapes[0] != shapes[1]:
        raise DataSetError(f"{first} and {second} hold different networks: nothing to blend")
    for name, value in after.items():
        if value.dtype.is_floating_point:
            value.mul_(share).add_(before[name], alpha=1 - share)
    run.mkdir(parents=True, exist_ok=True)
    torch.save(state, run / "checkpoint.pt")
    shutil.copyfile(second / "log.csv", run / "log.csv")
    return run / "checkpoint.pt"


class Course:
    """One training: network, average, optimiser, clock, checkpoints and log."""

    def __init__(
        self, model: Any, run: Path, minutes: float, rate: float, decay: float, save_every_s: float
    ) -> None:
        """Begin at the network's weights.

        Args:
            model: The network.
            run: Folder for `checkpoint.pt` and `log.csv`.
            minutes: Wall-clock time to train.
            rate: Highest learning rate.
            decay: Weight decay, of all weights but biases and normalisation.
            save_every_s: Seconds between checkpoints.
        """
        import torch

        run.mkdir(parents=True, exist_ok=True)
        plain = [p for p in model.parameters() if p.ndim <= 1]
        decayed = [p for p in model.parameters() if p.ndim > 1]
        groups = [{"params": plain, "weight_decay": 0.0}, {"params": decayed}]
        self.model = model
        self.average = Average(model)
        self.checkpoint = run / "checkpoint.pt"
        self.step = 0
        self._optimiser = torch.optim.AdamW(groups, lr=rate, weight_decay=decay)
        self._log = run / "log.csv"
        self._seconds = minutes * 60
        self._rate = self._peak = rate
        self._save_every_s = save_every_s
        self._first = 0
        self._start = self._saved = time.monotonic()
        self._figures: list[Sequence[float]] = []

    def resume(self) -> None:
        """Go on from the checkpoint in the run folder."""
        self.step = load_checkpoint(self.checkpoint, self.model, self.average, self._optimiser)
        self._first = self.step

    def over(self) -> bool:
        """Tell whether the time is over; set the learning rate for the next step if not."""
        elapsed = time.monotonic() - self._start
        if elapsed >= self._seconds:
            return True
        self._rate = learning_rate(elapsed / self._seconds, self.step - self._first, self._peak)
        for group in self._optimiser.param_groups:
            group["lr"] = self._rate
        return False

    def descend(self, loss: Any, figures: Sequence[float], largest: float) -> None:
        """Do one step down a loss.

        Args:
            loss: Scalar tensor.
            figures: What the log shows of this step.
            largest: The gradient is shortened to this length.
        """
        import torch

        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), largest)
        self._optimiser.step()
        self._optimiser.zero_grad(set_to_none=True)
        self.average.update(self.model)
        self.step += 1
        self._figures.append(figures)

    def stops(
        self, names: Sequence[str], score: Callable[[Any], float] | None, stopper: Stopper | None
    ) -> bool:
        """Save and log when it is time; tell whether the score on data kept apart stopped rising.

        Args:
            names: Names of the figures.
            score: Scores the averaged network; None for no check.
            stopper: Remembers the scores; None for no check.
        """
        if time.monotonic() - self._saved <= self._save_every_s:
            return False
        self.save(names)
        if score is None or stopper is None:
            return False
        done = stopper.tell(score(self.average.model))
        log.info("score on data kept apart: %.4f", stopper.scores[-1])
        return done

    def save(self, names: Sequence[str]) -> None:
        """Write the checkpoint, replacing the old one in one move, and a line of the log.

        Args:
            names: Names of the figures.
        """
        import torch

        partial = self.checkpoint.with_suffix(".partial")
        state = {
            "model": self.model.state_dict(),
            "average": self.average.model.state_dict(),
            "updates": self.average.updates,
            "optimiser": self._optimiser.state_dict(),
            "step": self.step,
        }
        torch.save(state, partial)
        partial.replace(self.checkpoint)
        self._saved = time.monotonic()
        if not self._figures:
            return
        means = [f"{mean:.4f}" for mean in np.mean(self._figures, axis=0)]
        self._figures = []
        seconds = round(self._saved - self._start)
        new = not self._log.exists()
        with self._log.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(["step", "seconds", "rate", *names])
            writer.writerow([self.step, seconds, f"{self._rate:.6f}", *means])
        shown = ", ".join(f"{name} {mean}" for name, mean in zip(names, means, strict=True))
        log.info("step %d after %d s: %s", self.step, seconds, shown)


def prefetch(make: Callable[[], Iterator[T]], name: str) -> Generator[T, None, None]:
    """Draw from an endless iterator in a thread of its own, a few items ahead.

    Args:
        make: Makes the iterator, inside the thread.
        name: Name of the thread.

    Yields:
        The items in order, until the generator is closed.

    Raises:
        RuntimeError: when drawing failed; the cause is attached.
    """
    box: queue.Queue[T] = queue.Queue(maxsize=4)
    stop = threading.Event()
    failure: list[BaseException] = []

    def work() -> None:
        try:
            for item in make():
                while not stop.is_set():
                    try:
                        box.put(item, timeout=1)
                        break
                    except queue.Full:
                        continue
                if stop.is_set():
                    return
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=work, name=name, daemon=True)
    thread.start()
    try:
        while True:
            try:
                yield box.get(timeout=1)
            except queue.Empty:
                if not thread.is_alive():
                    cause = failure[0] if failure else None
                    raise RuntimeError("drawing training data failed") from cause
    finally:
        stop.set()
        thread.join()
