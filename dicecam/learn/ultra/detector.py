"""Trains the detector: a YOLO network with one class, from scratch, time-boxed and resumable.

It knows torch, ultralytics and the prepared pictures; no games and no faces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dicecam.learn.data.augment import DetectionSampler
from dicecam.learn.data.store import Picture
from dicecam.learn.ultra.check import Stopper, detector_score
from dicecam.learn.ultra.loop import Course, prefetch

FIGURES = ("box_loss", "cls_loss")
DECAY = 0.02
DEFAULT_YAML = Path(__file__).with_name("detector.yaml")


@dataclass(frozen=True, slots=True)
class DetectorPlan:
    """How long and how to train.

    Attributes:
        minutes: Wall-clock time to train.
        batch: Pictures a step.
        sizes: Picture sizes (height, width) in px, multiples of 32; one is drawn a step.
        rate: Highest learning rate.
        seed: Start of the random numbers.
        threads: CPU threads of torch.
        save_every_s: Seconds between checkpoints.
    """

    minutes: float
    batch: int = 16
    sizes: tuple[tuple[int, int], ...] = (
        (224, 224),
        (256, 256),
        (256, 320),
        (320, 320),
        (288, 384),
    )
    rate: float = 2e-3
    seed: int = 1
    threads: int = 2
    save_every_s: float = 120.0


def build_detector(yaml: Path = DEFAULT_YAML) -> Any:
    """Return an untrained detector network described by an Ultralytics YAML file."""
    from ultralytics.cfg import get_cfg
    from ultralytics.nn.tasks import DetectionModel

    model = DetectionModel(str(yaml), nc=1, verbose=False)
    model.args = get_cfg()
    return model


def train_detector(
    sets: Sequence[tuple[Sequence[Picture], float]],
    run: Path,
    plan: DetectorPlan,
    *,
    resume: bool = False,
    start: Mapping[str, Any] | None = None,
    yaml: Path = DEFAULT_YAML,
    check: Sequence[Picture] = (),
    stopper: Stopper | None = None,
) -> Path:
    """Train until the time is over.

    Args:
        sets: Pictures of each set and its weight in the mix.
        run: Folder for `checkpoint.pt` and `log.csv`.
        plan: How to train.
        resume: Go on from the checkpoint in `run`.
        start: Weights to begin with; None for random ones.
        yaml: Network description.
        check: Photos kept apart that are scored at each checkpoint.
        stopper: Ends the training when the score no longer rises.

    Returns:
        Path of the last checkpoint.
    """
    import torch

    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    model = build_detector(yaml).to(memory_format=torch.channels_last)
    if start is not None:
        model.load_state_dict(start)
    model.train()
    course = Course(model, run, plan.minutes, plan.rate, DECAY, plan.save_every_s)
    if resume:
        course.resume()
    score = (lambda network: detector_score(network, check)) if check else None
    batches = prefetch(lambda: _batches(sets, plan, course.step), "detector-batches")
    for batch in batches:
        if course.over():
            break
        loss, parts = model.loss(batch)
        figures = [float(parts[name]) for name in FIGURES]
        course.descend(loss.sum(), figures, largest=10.0)
        if course.stops(FIGURES, score, stopper):
            break
    batches.close()
    course.save(FIGURES)
    return course.checkpoint


def _batches(
    sets: Sequence[tuple[Sequence[Picture], float]], plan: DetectorPlan, step: int
) -> Iterator[dict[str, Any]]:
    """Yield batches for the Ultralytics loss without end."""
    sampler = DetectionSampler(sets, plan.seed + step)
    rng = np.random.default_rng(plan.seed + step)
    while True:
        height, width = plan.sizes[int(rng.integers(len(plan.sizes)))]
        pairs = [sampler.sample(height, width) for _ in range(plan.batch)]
        yield _batch(np.stack([image for image, _ in pairs]), [boxes for _, boxes in pairs])


def _batch(images: Any, boxes: list[Any]) -> dict[str, Any]:
    """Turn pictures and boxes into the batch that the Ultralytics loss expects."""
    import torch

    height, width = images.shape[1:3]
    rgb = torch.from_numpy(np.ascontiguousarray(images[..., ::-1])).permute(0, 3, 1, 2)
    flat = np.concatenate(boxes)
    owner = np.repeat(np.arange(len(boxes)), [len(part) for part in boxes])
    centres = (flat[:, :2] + flat[:, 2:]) / 2
    normal = np.concatenate([centres, flat[:, 2:] - flat[:, :2]], 1)
    normal /= np.array([width, height, width, height], np.float32)
    return {
        "img": (rgb.float() / 255).contiguous(memory_format=torch.channels_last),
        "cls": torch.zeros(len(flat), 1),
        "bboxes": torch.from_numpy(normal.astype(np.float32)),
        "batch_idx": torch.from_numpy(owner.astype(np.float32)),
    }
