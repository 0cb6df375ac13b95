"""Trains the part of the reader that names faces, on faces laid straight: the first, cheap half.

Where a face lies is known from the rendering, or found by the reader that training starts from,
so the rest of the network need not run. Beside stored crops it learns from faces drawn on the
fly, whose unknown drawings are told apart too: that gives features that tell any two drawings
apart, which teaching new dice rests on. It knows torch and stored crops; no scene, no detector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from torch import Generator, Tensor, cat, nn

from dicecam.learn.data.build import FACES
from dicecam.learn.data.store import CROP_MARGIN, CROP_PX, Crops
from dicecam.learn.ultra.crops import plain, recolour, soften
from dicecam.learn.ultra.drawn import Bank, draw_faces, load_bank
from dicecam.learn.ultra.loop import Course, PartPlan, prefetch
from dicecam.learn.ultra.network import FACE_PX, FaceReader, corners_of, encode, pooled, straighten
from dicecam.learn.ultra.reader import Mix

FIGURES = ("loss", "right", "drawn_right", "kind_loss")
DECAY = 0.03
DRAWN_SHARE = 0.45
"""Share of a step's faces that are drawn on the fly."""
BALANCE = 0.8
"""How evenly the classes of a stored set are drawn, 0 to 1."""
KIND_WEIGHT = 0.4
"""Weight of telling the unknown drawings apart beside naming the known ones."""
SMALLEST_OFF, LARGEST_OFF = 0.006, 0.06
"""Errors put on known places, in halves of the stored crop: found ones are never exact."""


@dataclass(frozen=True, slots=True)
class NamesPlan(PartPlan):
    """How long and how to train.

    Attributes:
        smoothing: Label smoothing of the loss.
    """

    smoothing: float = 0.02


class Naming(nn.Module):  # type: ignore[misc,unused-ignore]  # torch is untyped here
    """The part of a reader that names straightened faces, without its glance at the crop.

    Args:
        reader: The whole reader; its parts are shared.
        usual: `(192,)` what its glance says on average, which stands in for it.
        kinds: How many kinds of drawings are told apart.
    """

    def __init__(self, reader: FaceReader, usual: Tensor, kinds: int) -> None:
        super().__init__()
        self.face = reader.face
        self.name = reader.name
        self.register_buffer("usual", usual)
        self.kinds = nn.Linear(self.name.in_features - len(usual), kinds)

    def forward(self, faces: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores of the classes and of the kinds of drawings.

        Args:
            faces: `(n, 3, FACE_PX, FACE_PX)` RGB, 0 to 1.
        """
        seen = pooled(self.face(faces))
        both = cat((self.usual.expand(len(seen), -1), seen), 1)
        return self.name(both), self.kinds(seen)


def train_names(
    sets: Sequence[tuple[Crops, float]],
    reader: FaceReader,
    run: Path,
    plan: NamesPlan,
    *,
    resume: bool = False,
) -> Path:
    """Train until the time is over; the reader's averaged weights are changed in place.

    Args:
        sets: Crops of each set and the set's weight in the mix.
        reader: What to start from: its places of faces are used where no true ones are known.
        run: Folder for `checkpoint.pt` and `log.csv`.
        plan: How to train.
        resume: Go on from the checkpoint in `run`.

    Returns:
        Path of the last checkpoint.
    """
    import torch

    torch.set_num_threads(plan.threads)
    torch.manual_seed(plan.seed)
    bank = load_bank()
    reader.eval()
    known = [(with_corners(reader, _nameable(crops)), weight) for crops, weight in sets]
    naming = Naming(reader, _usual(reader, known), bank.count).to(memory_format=torch.channels_last)
    naming.train()
    course = Course(naming, run, plan.minutes, plan.rate, DECAY, plan.save_every_s)
    if resume:
        course.resume()
    batches = prefetch(lambda: _batches(known, bank, plan, course.step), "names-batches")
    for faces, labels, kinds in batches:
        if course.over():
            break
        scores, of_kinds = naming(faces)
        named = nn.functional.cross_entropy(scores, labels, label_smoothing=plan.smoothing)
        told = nn.functional.cross_entropy(of_kinds[-len(kinds) :], kinds)
        right = (scores.argmax(1) == labels).float()
        split = len(labels) - len(kinds)
        figures = (named.item(), right[:split].mean().item(), right[split:].mean().item())
        course.descend(named + KIND_WEIGHT * told, (*figures, told.item()), largest=5.0)
        course.stops(FIGURES, None, None)
    batches.close()
    course.save(FIGURES)
    reader.face.load_state_dict(course.average.model.face.state_dict())
    reader.name.load_state_dict(course.average.model.name.state_dict())
    return course.checkpoint


def _nameable(crops: Crops) -> Crops:
    """Return the crops but for unreadable ones: a face alone does not tell that it lies askew."""
    return crops.part(crops.labels != FACES.index("unreadable"))


def with_corners(reader: FaceReader, crops: Crops) -> Crops:
    """Return crops with the corners that the reader finds where none are known.

    Args:
        reader: In evaluation mode.
        crops: A set; it stays as it is.
    """
    import torch

    unknown = np.flatnonzero(np.isnan(crops.corners).any((1, 2)))
    if not len(unknown):
        return crops
    size = round(CROP_PX / CROP_MARGIN)
    found = []
    with torch.no_grad():
        for rows in np.array_split(unknown, -(-len(unknown) // 128)):
            inputs = plain(torch.from_numpy(crops.images[rows]), size)
            found.append(corners_of(reader.corners(reader.place(reader.glance(inputs)))))
    corners = crops.corners.copy()
    halves = CROP_PX / 2
    corners[unknown] = torch.cat(found).numpy() * (halves / CROP_MARGIN) + halves
    return replace(crops, corners=corners)


def _usual(reader: FaceReader, sets: Sequence[tuple[Crops, float]]) -> Tensor:
    """Return what the glance says on average of a few crops of each set."""
    import torch

    size = round(CROP_PX / CROP_MARGIN)
    with torch.no_grad():
        seen = [
            pooled(reader.kind(reader.glance(plain(torch.from_numpy(crops.images[:64]), size))))
            for crops, _ in sets
        ]
        return torch.cat(seen).mean(0)


def _batches(
    sets: Sequence[tuple[Crops, float]], bank: Bank, plan: NamesPlan, step: int
) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Yield faces, their classes and, of the drawn ones at the end, their kinds, without end."""
    import torch

    rng = np.random.default_rng(plan.seed + step)
    random = torch.Generator().manual_seed(plan.seed + step)
    mirrored = np.array([face.startswith(("pips", "other")) for face in FACES])
    drawn = round(plan.batch * DRAWN_SHARE)
    mix = Mix(sets, BALANCE)
    while True:
        images, labels, corners, *_ = mix.draw(plan.batch - drawn, rng)
        stored = stored_faces(images, corners, mirrored[labels], random)
        faces, names, kinds = draw_faces(bank, drawn, random)
        both = torch.cat((stored, faces)).contiguous(memory_format=torch.channels_last)
        yield both, torch.cat((torch.from_numpy(labels), names)), kinds


def stored_faces(
    images: npt.NDArray[np.uint8],
    corners: npt.NDArray[np.float32],
    mirrored: npt.NDArray[np.bool_],
    random: Generator,
) -> Tensor:
    """Return the faces of stored crops laid straight, each varied in its own way.

    Args:
        images: `(n, CROP_PX, CROP_PX, 3)` uint8 BGR.
        corners: `(n, 4, 2)` clockwise, px of the crop.
        mirrored: `(n,)` which may be mirrored.
        random: A `torch.Generator`.

    Returns:
        `(n, 3, FACE_PX, FACE_PX)` float32 RGB, 0 to 1.
    """
    import torch

    count = len(images)
    crops = torch.from_numpy(images).permute(0, 3, 1, 2).flip(1).float() / 255
    numbers = encode(torch.from_numpy(corners) * (2 / CROP_PX) - 1)
    share = torch.rand(count, 1, generator=random)
    spread = SMALLEST_OFF * (LARGEST_OFF / SMALLEST_OFF) ** share
    faces = straighten(crops, numbers + torch.randn(count, 6, generator=random) * spread)
    turns = torch.randint(0, 4, (count,), generator=random)
    for turn in range(1, 4):
        faces[turns == turn] = faces[turns == turn].rot90(turn, (2, 3))
    flip = torch.from_numpy(mirrored) & (torch.rand(count, generator=random) < 0.5)
    faces = torch.where(flip[:, None, None, None], faces.flip(3), faces)
    faces = torch.cat([soften(part, FACE_PX, random) for part in faces.chunk(8)])
    return recolour(faces, random).clamp(0, 1)
