"""Counts how right the readings of labelled photos are.

It takes any looker: the shipped one in the program, a recorded one in tests.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dicecam.dice import PIPS
from dicecam.measure.labels import Label, LabelledPhoto, labelled_photos
from dicecam.measure.matching import is_match, match
from dicecam.sight import Image, Looker, SeenFace
from dicecam.vision.photos import load_photo


@dataclass(frozen=True, slots=True)
class PhotoScore:
    """How right the readings of one photo are.

    Attributes:
        dice: Pip dice labelled.
        found: Of these, matched by a reading.
        faces_right: Of the found, read as labelled.
        false_dice: Readings that stand for no pip die.
    """

    dice: int
    found: int
    faces_right: int
    false_dice: int

    @property
    def exact(self) -> bool:
        """Every die found, nothing invented, every face right."""
        return self.faces_right == self.dice and self.false_dice == 0


@dataclass(slots=True)
class Tally:
    """Figures summed over photos.

    Attributes:
        photos: Photos seen.
        dice: Pip dice labelled.
        found: Of these, found.
        false_dice: Dice reported that are none.
        faces_right: Of the found, read as labelled.
        exact_photos: Photos without any fault.
        times_ms: Time for each photo, without loading it.
    """

    photos: int = 0
    dice: int = 0
    found: int = 0
    false_dice: int = 0
    faces_right: int = 0
    exact_photos: int = 0
    times_ms: list[float] = field(default_factory=list)

    def add(self, score: PhotoScore, ms: float) -> None:
        """Count one more photo."""
        self.photos += 1
        self.dice += score.dice
        self.found += score.found
        self.false_dice += score.false_dice
        self.faces_right += score.faces_right
        self.exact_photos += score.exact
        self.times_ms.append(ms)

    def extend(self, other: Tally) -> None:
        """Count all photos of another tally."""
        self.photos += other.photos
        self.dice += other.dice
        self.found += other.found
        self.false_dice += other.false_dice
        self.faces_right += other.faces_right
        self.exact_photos += other.exact_photos
        self.times_ms += other.times_ms

    @property
    def ms_p50(self) -> float:
        """Median time a photo, ms."""
        return statistics.median(self.times_ms) if self.times_ms else 0.0

    def as_json(self) -> dict[str, Any]:
        """Return the figures with their public names."""
        return {
            "photos": self.photos,
            "dice": self.dice,
            "found": self.found,
            "false_dice": self.false_dice,
            "faces_right": self.faces_right,
            "exact_photos": self.exact_photos,
            "ms_p50": round(self.ms_p50, 2),
        }


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Figures of several folders.

    Attributes:
        folders: Pairs of folder and its figures.
    """

    folders: tuple[tuple[Path, Tally], ...]

    @property
    def total(self) -> Tally:
        """The sum over all folders."""
        total = Tally()
        for _, tally in self.folders:
            total.extend(tally)
        return total

    def as_json(self) -> dict[str, Any]:
        """Return the sum and, under `folders`, a row for each folder."""
        rows = [{"folder": str(folder), **tally.as_json()} for folder, tally in self.folders]
        return {**self.total.as_json(), "folders": rows}


PhotoSeen = Callable[[LabelledPhoto, Image, tuple[SeenFace, ...], PhotoScore], None]
"""Called after each photo with what was read."""


def score_photo(
    faces: Sequence[SeenFace], labels: Sequence[Label], width: int, height: int
) -> PhotoScore:
    """Compare the readings of a photo with its labels.

    Args:
        faces: What was reported.
        labels: What a person says.
        width: Width of the photo, px.
        height: Height of the photo, px.
    """
    pips = [label for label in labels if label.face is not None]
    others = [label.scaled(width, height) for label in labels if label.face is None]
    matched = match([face.box for face in faces], [label.scaled(width, height) for label in pips])
    right = sum(faces[reading].face == pips[label].face for label, reading in matched.items())
    taken = set(matched.values())
    false_dice = sum(
        face.face in PIPS or not any(is_match(face.box, box) for box in others)
        for index, face in enumerate(faces)
        if index not in taken
    )
    return PhotoScore(len(pips), len(matched), right, false_dice)


def evaluate(looker: Looker, folders: Iterable[Path], seen: PhotoSeen | None = None) -> Evaluation:
    """Read the photos of labelled folders and count.

    Args:
        looker: What reads them.
        folders: Folders with `images/` and `labels/`.
        seen: Called after each photo.

    Raises:
        SourceNotFoundError: A folder is not a labelled one.
        SourceBrokenError: A photo or a label file cannot be read.
    """
    rows = []
    for folder, photos in [(folder, labelled_photos(folder)) for folder in folders]:
        tally = Tally()
        for photo in photos:
            image = load_photo(photo.path)
            start = time.perf_counter()
            faces = looker.look(image)
            ms = (time.perf_counter() - start) * 1e3
            score = score_photo(faces, photo.labels, image.shape[1], image.shape[0])
            tally.add(score, ms)
            if seen is not None:
                seen(photo, image, faces, score)
        rows.append((folder, tally))
    return Evaluation(tuple(rows))
