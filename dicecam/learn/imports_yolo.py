"""Reads YOLO exports as Roboflow, CVAT, Label Studio and Ultralytics write them.

It knows names of files and lines of labels; pictures are looked at elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath

from dicecam.errors import DataSetError
from dicecam.learn.imports_bundle import Bundle
from dicecam.learn.imports_model import (
    ImportedBox,
    ImportedPhoto,
    check_classes,
    is_picture,
    refuse,
)
from dicecam.learn.imports_yaml import class_names

CLASS_LISTS = ("classes.txt", "obj.names", "_darknet.labels")
"""Plain lists of class names: Label Studio, CVAT, Roboflow."""
NO_LABELS = frozenset({"readme", "license", "train", "valid", "val", "test", "trainval"})
"""Stems of text files that hold no labels."""
SLACK = 0.02
"""Boxes may stick out of the photo by this share of it; they are cut."""


def is_yolo(bundle: Bundle) -> bool:
    """Tell whether a data set looks like a YOLO export."""
    return bool(_yamls(bundle) or _lists(bundle) or _label_files(bundle))


def read_yolo(bundle: Bundle) -> tuple[tuple[str, ...], tuple[ImportedPhoto, ...]]:
    """Return classes and photos of a YOLO export.

    Raises:
        DataSetError: Something about it is wrong.
    """
    classes = _classes(bundle)
    pictures = [name for name in bundle.names if is_picture(name)]
    by_stem: dict[str, str] = {}
    for picture in pictures:
        other = by_stem.setdefault(_key(picture), picture)
        if other != picture:
            refuse(bundle, f"{other} and {picture} would share one label file")
    boxes: dict[str, tuple[ImportedBox, ...]] = {}
    for label in _label_files(bundle):
        picture = by_stem.get(_key(label), "")
        if not picture:
            refuse(bundle, f"{label} has no photo; expected one of the same name")
        text = decode(bundle, label)
        boxes[picture] = parse_lines(text, f"{bundle.path}: {label}", classes)
    if not any(boxes.values()):
        refuse(bundle, "no die is labelled in it; expected label files with lines")
    return classes, tuple(ImportedPhoto(name, boxes.get(name, ())) for name in pictures)


def parse_lines(text: str, source: str, classes: Sequence[str]) -> tuple[ImportedBox, ...]:
    """Read lines `class cx cy w h`, or `class x1 y1 x2 y2 x3 y3 ...` for an outline.

    Args:
        text: Content of a label file; empty lines are skipped.
        source: What to call it in errors.
        classes: Names by number.

    Raises:
        DataSetError: A line is wrong.
    """
    found = []
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        parts = line.split()
        if parts:
            found.append(_box(parts, f"{source}, line {number}", classes))
    return tuple(found)


def _box(parts: list[str], where: str, classes: Sequence[str]) -> ImportedBox:
    outline = len(parts) >= 7 and len(parts) % 2 == 1
    if len(parts) != 5 and not outline:
        raise DataSetError(f"{where}: expected 'class cx cy w h', got {' '.join(parts)[:60]!r}")
    try:
        kind = float(parts[0])
        values = [float(part) for part in parts[1:]]
    except ValueError as error:
        got = " ".join(parts)[:60]
        raise DataSetError(f"{where}: expected numbers, got {got!r}") from error
    if kind != int(kind) or not 0 <= kind < len(classes):
        most = len(classes) - 1
        raise DataSetError(f"{where}: class: expected 0 to {most}, got {parts[0]!r}")
    if not all(math.isfinite(value) for value in values):
        raise DataSetError(f"{where}: expected finite numbers, got {' '.join(parts)[:60]!r}")
    if outline:
        xs, ys = values[0::2], values[1::2]
        x1, y1, x2, y2 = min(xs), min(ys), max(xs), max(ys)
    else:
        cx, cy, width, height = values
        x1, y1, x2, y2 = cx - width / 2, cy - height / 2, cx + width / 2, cy + height / 2
    return fraction_box(classes[int(kind)], (x1, y1, x2, y2), where)


def fraction_box(name: str, box: tuple[float, float, float, float], where: str) -> ImportedBox:
    """Return a checked box in fractions of the photo, cut at its edges.

    Raises:
        DataSetError: It is empty or far out of the photo.
    """
    x1, y1, x2, y2 = box
    if x2 - x1 <= 0 or y2 - y1 <= 0:
        raise DataSetError(f"{where}: expected a box with width and height, got {_said(box)}")
    if min(x1, y1) < -SLACK or max(x2, y2) > 1 + SLACK:
        raise DataSetError(f"{where}: expected a box inside the photo (0 to 1), got {_said(box)}")
    cut = (max(0.0, x1), max(0.0, y1), min(1.0, x2), min(1.0, y2))
    return ImportedBox(name, cut)


def _said(box: tuple[float, float, float, float]) -> str:
    return ", ".join(f"{edge:.3f}" for edge in box)


def decode(bundle: Bundle, name: str) -> str:
    """Return a text file of a data set.

    Raises:
        DataSetError: It is not UTF-8.
    """
    try:
        return bundle.read(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        msg = f"{bundle.path}: {name} is not UTF-8 text ({error.reason}); nothing was imported"
        raise DataSetError(msg) from error


def _yamls(bundle: Bundle) -> list[str]:
    found = [n for n in bundle.names if PurePosixPath(n).suffix.lower() in (".yaml", ".yml")]
    named = [n for n in found if PurePosixPath(n).stem.lower() in ("data", "dataset")]
    return named or found


def _lists(bundle: Bundle) -> list[str]:
    return [n for n in bundle.names if PurePosixPath(n).name.lower() in CLASS_LISTS]


def _label_files(bundle: Bundle) -> list[str]:
    """Return the names of label files: text files beside the photos or in a folder `labels`."""
    lists = set(_lists(bundle))
    texts = [n for n in bundle.names if n.lower().endswith(".txt") and n not in lists]
    pictures = {_key(n) for n in bundle.names if is_picture(n)}
    return [
        name
        for name in texts
        if _key(name) in pictures
        or (
            "labels" in _lower_parts(name)[:-1]
            or (
                "obj_train_data" in _lower_parts(name)[:-1]
                and PurePosixPath(name).stem.lower() not in NO_LABELS
            )
        )
    ]


def _lower_parts(name: str) -> tuple[str, ...]:
    return tuple(part.lower() for part in PurePosixPath(name).parts)


def _key(name: str) -> str:
    """Return what a photo and its label file have in common: the path, without `images`."""
    path = PurePosixPath(name)
    parts = [part for part in path.parent.parts if part.lower() not in ("images", "labels")]
    return "/".join([*parts, path.stem])


def _classes(bundle: Bundle) -> tuple[str, ...]:
    """Return the class names; where several files list them they have to agree."""
    found: dict[str, tuple[str, ...]] = {}
    for name in _yamls(bundle):
        found[name] = class_names(decode(bundle, name), f"{bundle.path}: {name}")
    for name in _lists(bundle):
        lines = decode(bundle, name).splitlines()
        found[name] = tuple(line.strip() for line in lines if line.strip())
    if not found:
        refuse(bundle, "no class names; expected data.yaml, classes.txt or obj.names")
    first, classes = next(iter(found.items()))
    for other, names in found.items():
        if names != classes:
            refuse(
                bundle,
                f"{first} and {other} disagree about the order of the classes "
                f"({_short(classes)} and {_short(names)}); keep the right one",
            )
    check_classes(bundle, first, classes)
    return classes


def _short(names: Sequence[str]) -> str:
    return ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")


def group_by_class(photos: Sequence[ImportedPhoto]) -> Mapping[str, int]:
    """Return how many boxes each class has."""
    counts: dict[str, int] = {}
    for photo in photos:
        for box in photo.boxes:
            counts[box.name] = counts.get(box.name, 0) + 1
    return counts
