"""Reads folders of YOLO-labelled photos and says which of them must stay out of training.

It knows the label format and the held-back parts, not what is done with the photos.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from dicecam.errors import DataSetError

IMAGE_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})
OTHER_FACE = 6
"""Label class of a face that is no pip face (numbered, cut off)."""
BLOCK = 20
"""Photos in a block of a numbered set; every fifth block is held back."""


@dataclass(frozen=True, slots=True)
class LabelledBox:
    """One label of a photo.

    Attributes:
        face: 0 to 5 for the pips one to six, 6 for another kind of face.
        box: (x1, y1, x2, y2) as fractions of the picture.
    """

    face: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A photo and its labels.

    Attributes:
        image: Path of the picture.
        labels: Its boxes; none when the picture shows no die.
    """

    image: Path
    labels: tuple[LabelledBox, ...]


def parse_labels(text: str, source: str) -> tuple[LabelledBox, ...]:
    """Read the lines `class cx cy w h` of a YOLO label file.

    Args:
        text: Content of the file; empty lines are skipped.
        source: What to call the file in an error.

    Returns:
        The boxes in order.

    Raises:
        DataSetError: when a line is not five numbers.
    """
    labels = []
    for number, line in enumerate(text.splitlines(), 1):
        parts = line.split()
        if not parts:
            continue
        try:
            face = int(parts[0])
            cx, cy, w, h = (float(part) for part in parts[1:5])
        except ValueError as error:
            raise DataSetError(
                f"{source}, line {number}: expected 'class cx cy w h', got {line!r}"
            ) from error
        labels.append(LabelledBox(face, (cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2)))
    return tuple(labels)


def read_folder(folder: Path) -> tuple[LabelledPhoto, ...]:
    """Read a folder with `images/` and `labels/`.

    Args:
        folder: The data set.

    Returns:
        Its photos sorted by name; a photo without label file has no dice.

    Raises:
        DataSetError: when the folder has no `images/`.
    """
    images = folder / "images"
    if not images.is_dir():
        raise DataSetError(f"{folder} has no folder 'images': a YOLO data set was expected")
    photos = []
    for path in sorted(images.iterdir()):
        if path.suffix.lower() not in IMAGE_ENDINGS:
            continue
        label = folder / "labels" / f"{path.stem}.txt"
        text = label.read_text(encoding="utf-8") if label.is_file() else ""
        photos.append(LabelledPhoto(path, parse_labels(text, label.name)))
    return tuple(photos)


def trainable(set_name: str, photos: Sequence[LabelledPhoto]) -> Iterator[LabelledPhoto]:
    """Yield the photos of a set that training and mining may see.

    Of the sets whose name ends with `numbered` every fifth block of 20 consecutive photos is held
    back, to measure invented readings on dice the models never saw.

    Args:
        set_name: Folder name of the set.
        photos: All its photos, sorted by name.

    Yields:
        The photos that are not held back.
    """
    for index, photo in enumerate(photos):
        if set_name.endswith("numbered") and (index // BLOCK) % 5 == 4:
            continue
        yield photo


def shows_cube(set_name: str, photo: LabelledPhoto) -> bool:
    """Tell whether the class-6 die of a photo is a cube, which the detector has to find.

    Only the file names of one set tell: `d6_...` is a cube, `d4_...` to `d20_...` are not.

    Args:
        set_name: Folder name of the set.
        photo: A photo of it.
    """
    return not set_name.startswith("ucffool") or photo.image.name.startswith("d6_")
