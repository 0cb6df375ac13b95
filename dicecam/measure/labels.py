"""Reads labelled photos in YOLO layout: `images/` and, beside it, `labels/`.

It knows files and boxes only. Classes 0 to 5 are the pip faces one to six, class 6 is another
kind of face.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dicecam.dice import PIPS
from dicecam.errors import SourceBrokenError, SourceNotFoundError
from dicecam.sight import Box
from dicecam.vision.photos import is_photo

OTHER_CLASS = len(PIPS)
"""Class of faces that are no pips: numbered, or cut off."""


@dataclass(frozen=True, slots=True)
class Label:
    """What a person says lies in a photo.

    Attributes:
        box: Where, relative to the photo: 0 to 1 in both directions.
        number: Class, 0 to 5 for pips, 6 for other faces.
    """

    box: Box
    number: int

    @property
    def face(self) -> str | None:
        """Reader class of the face; None for a face that is no pips."""
        return PIPS[self.number] if self.number < OTHER_CLASS else None

    def scaled(self, width: int, height: int) -> Box:
        """Return the box in px of a photo of this size."""
        box = self.box
        return Box(box.x1 * width, box.y1 * height, box.x2 * width, box.y2 * height)


@dataclass(frozen=True, slots=True)
class LabelledPhoto:
    """A photo and its labels.

    Attributes:
        path: The photo.
        labels: What lies in it.
    """

    path: Path
    labels: tuple[Label, ...]


def labelled_photos(folder: Path) -> tuple[LabelledPhoto, ...]:
    """Return the labelled photos of a folder in name order.

    A photo without a label file shows no die.

    Raises:
        SourceNotFoundError: The folder has no `images/` and `labels/`, or no photo.
        SourceBrokenError: A label file has a wrong line.
    """
    images, labels = folder / "images", folder / "labels"
    if not images.is_dir() or not labels.is_dir():
        msg = f"{folder}: expected a folder with images/ and labels/ in it"
        raise SourceNotFoundError(msg)
    photos = tuple(
        LabelledPhoto(path, read_labels(labels / f"{path.stem}.txt"))
        for path in sorted(images.iterdir())
        if is_photo(path)
    )
    if not photos:
        msg = f"{images}: no photo in this folder"
        raise SourceNotFoundError(msg)
    return photos


def read_labels(path: Path) -> tuple[Label, ...]:
    """Return the labels in a YOLO label file; none when there is no file.

    Raises:
        SourceBrokenError: A line is not `class cx cy w h`, relative, class 0 to 6.
    """
    if not path.exists():
        return ()
    labels = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            name, *numbers = line.split()
            x, y, width, height = (float(text) for text in numbers)
            kind = int(name)
            if not 0 <= kind <= OTHER_CLASS or width <= 0 or height <= 0:
                raise ValueError
        except ValueError as error:
            msg = f"{path}: line {number}: expected 'class cx cy w h', class 0 to 6, got {line!r}"
            raise SourceBrokenError(msg) from error
        box = Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
        labels.append(Label(box, kind))
    return tuple(labels)
