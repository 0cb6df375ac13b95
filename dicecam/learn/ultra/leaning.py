"""Trains the part of the reader that tells for each direction whether it is a die's upwards.

The rendering says how a die is turned, so every crop answers for all directions at once. The
rest of the reader stays as it is. It knows torch and stored crops; no scene, no detector.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from torch import Generator, Tensor, nn

from dicecam.errors import DataSetError
from dicecam.learn.data.store import CROP_MARGIN, Crops
from dicecam.learn.ultra.crops import recolour, soften
from dicecam.learn.ultra.loop import Course, PartPlan, prefetch
from dicecam.learn.ultra.network import FaceReader
from dicecam.vision.tilts import DIRECTIONS, TOLD

FIGURES = ("loss",)
DECAY = 0.03
FLAT_DEG, SOFT_DEG = 12.0, 1.0
"""A die lies askew if no face of it looks upwards up to this angle; half of what the scene maker
tilts its dice by at least. The change is this soft."""

ZOOMED, SHIFTED = 0.11, 0.08
"""Spreads of the zoom's logarithm and of shifts, in halves of the crop: found boxes are never exact.
With half the shift cocked dice were told on true boxes and far less often on found ones."""


@dataclass(frozen=True, slots=True)
class LeaningPlan(PartPlan):
    """How long and how to train.

    Attributes:
        size_px: Side of the crops the network sees.
    """

    size_px: int = 80


def train_leaning(
    sets: Sequence[Crops],
    reader: FaceReader,
    run: Path,
    plan: LeaningPlan,
    *,
    resume: bool = False,
) -> Path:
    """Train until the time is over.

    Args:
        sets: Crops of each set; those whose dice are not known to be turned how are passed over.
        reader: What to start from; its other parts are not changed.
        run: Folder for `checkpoint.pt`, which holds the whole reader, and `log.csv`.
        plan: How to train.
        resume: Go on from the checkpoint in `run`.

    Returns:
        Path of the last checkpoint.

    Raises:
        DataSetError: of no crop it is known how its die is turned.
    """
    import torch

    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    known = [crops.part(np.flatnonzero(np.isfinite(crops.axes[:, 0, 0]))) for crops in sets]
    if not sum(len(crops.labels) for crops in known):
        msg = "no crop says how its die is turned: render scenes with build_dataset --scenes"
        raise DataSetError(msg)
    reader.eval().requires_grad_(False)
    reader.tilt.train().requires_grad_(True)
    course = Course(reader, run, plan.minutes, plan.rate, DECAY, plan.save_every_s)
    if resume:
        course.resume()
    told = torch.from_numpy(TOLD.ravel())
    batches = prefetch(lambda: _batches(known, plan, course.step), "leaning-batches")
    for crops, askew in batches:
        if course.over():
            break
        with torch.no_grad():
            seen = reader.glance(crops)
        odds = reader.tilt(seen)
        loss = nn.functional.binary_cross_entropy_with_logits(odds[:, told], askew[:, told])
        course.descend(loss, (loss.item(),), largest=5.0)
        course.stops(FIGURES, None, None)
    batches.close()
    course.save(FIGURES)
    return course.checkpoint


def _batches(
    sets: Sequence[Crops], plan: LeaningPlan, step: int
) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield crops and for each direction how askew their dice would lie, without end."""
    import torch

    rng = np.random.default_rng(plan.seed + step)
    random = torch.Generator().manual_seed(plan.seed + step)
    images = np.concatenate([crops.images for crops in sets])
    axes = torch.from_numpy(np.concatenate([crops.axes for crops in sets]))
    upwards = torch.from_numpy(DIRECTIONS.reshape(-1, 3).astype(np.float32))
    while True:
        picked = rng.choice(len(images), plan.batch)
        crops, turned = turn(torch.from_numpy(images[picked]), axes[picked], plan.size_px, random)
        angles = torch.rad2deg(lean(turned, upwards))
        yield crops, torch.sigmoid((angles - FLAT_DEG) / SOFT_DEG)


def lean(axes: Tensor, upwards: Tensor) -> Tensor:
    """Return by what angle the face that looks upwards most is off, radians.

    Args:
        axes: `(n, 3, 3)` rows are directions of the edges of dice.
        upwards: `(m, 3)` directions of length 1.

    Returns:
        `(n, m)`.
    """
    return (axes @ upwards.T).abs().amax(1).clamp(max=1).acos()


def turn(crops: Tensor, axes: Tensor, size_px: int, random: Generator) -> tuple[Tensor, Tensor]:
    """Return crops turned, mirrored, zoomed and shifted, and the directions of the dice's edges.

    Unlike in `vary` nothing is drawn out: that would make a flat die a tilted one.

    Args:
        crops: `(n, S, S, 3)` uint8 BGR.
        axes: `(n, 3, 3)` rows are directions: rightwards, downwards, towards the camera.
        size_px: Side of the result.
        random: A `torch.Generator`.

    Returns:
        `(n, 3, size_px, size_px)` float32 RGB, 0 to 1, and `(n, 3, 3)`.
    """
    import torch

    count = len(crops)

    def normal(spread: float) -> Tensor:
        return torch.randn(count, generator=random) * spread

    images = crops.permute(0, 3, 1, 2).flip(1).float() / 255
    flip = torch.where(torch.rand(count, generator=random) < 0.5, -1.0, 1.0)
    angle = torch.rand(count, generator=random) * (2 * math.pi)
    zoom = torch.exp(normal(ZOOMED).clamp(-0.3, 0.3)) / CROP_MARGIN
    cos, sin = torch.cos(angle), torch.sin(angle)
    rows = torch.stack([torch.stack([cos * flip, -sin], 1), torch.stack([sin * flip, cos], 1)], 1)
    motion = torch.zeros(count, 2, 3)
    motion[:, :, :2] = rows * zoom[:, None, None]
    motion[:, :, 2] = torch.stack([normal(SHIFTED), normal(SHIFTED)], 1).clamp(-0.2, 0.2)
    grid = nn.functional.affine_grid(motion, [count, 3, size_px, size_px], False)
    images = nn.functional.grid_sample(
        images, grid, mode="bilinear", padding_mode="border", align_corners=False
    )
    images = torch.cat([soften(part, size_px, random) for part in images.chunk(8)])
    turned = axes.clone()
    # What the motion does to a place in the result, its transpose undoes to a direction.
    turned[:, :, :2] = axes[:, :, :2] @ rows
    return recolour(images, random).clamp(0, 1), turned
