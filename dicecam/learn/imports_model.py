"""What a data set is, whatever tool has written it: photos, boxes and names of classes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import NoReturn

from dicecam.errors import DataSetError
from dicecam.learn.imports_bundle import Bundle

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})
MOST_CLASSES = 200
"""More classes than this are another kind of data set."""


@dataclass(frozen=True, slots=True)
class ImportedBox:
    """A labelled die.

    Attributes:
        name: Name of its class.
        box: Edges (x1, y1, x2, y2) in fractions of the photo, 0 to 1.
    """

    name: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ImportedPhoto:
    """A photo of a data set.

    Attributes:
        name: Its path in the data set.
        boxes: The dice labelled in it.
        size: Width and height in px as the labels say; None when they do not say.
    """

    name: str
    boxes: tuple[ImportedBox, ...]
    size: tuple[int, int] | None = None


def is_picture(name: str) -> bool:
    """Tell whether a file name is that of a photo."""
    return PurePosixPath(name).suffix.lower() in PICTURES


def refuse(bundle: Bundle, what: str) -> NoReturn:
    """Raise the error for a data set that is wrong."""
    msg = f"{bundle.path}: {what}; nothing was imported"
    raise DataSetError(msg)


def check_classes(bundle: Bundle, source: str, classes: Sequence[str]) -> None:
    """Refuse class lists that cannot be right.

    Raises:
        DataSetError: Names are missing, empty, twice, or too many.
    """
    if not classes:
        refuse(bundle, f"{source}: no class names")
    if len(classes) > MOST_CLASSES:
        refuse(bundle, f"{source}: {len(classes)} classes; expected at most {MOST_CLASSES}")
    if not all(name.strip() for name in classes):
        refuse(bundle, f"{source}: a class without a name")
    twice = sorted({name for name in classes if classes.count(name) > 1})
    if twice:
        refuse(bundle, f"{source}: class {twice[0]!r} is there twice")
