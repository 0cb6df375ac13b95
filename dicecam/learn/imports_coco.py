"""Reads COCO exports as Roboflow, CVAT and Label Studio write them.

It knows JSON and names of files; pictures are looked at elsewhere.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Any

from dicecam.learn.imports_bundle import Bundle, safe_name
from dicecam.learn.imports_model import (
    ImportedBox,
    ImportedPhoto,
    check_classes,
    is_picture,
    refuse,
)
from dicecam.learn.imports_yolo import decode, fraction_box


def coco_files(bundle: Bundle) -> list[str]:
    """Return the annotation files of a COCO export; empty when it is none."""
    found = []
    for name in bundle.names:
        if not name.lower().endswith(".json"):
            continue
        path = PurePosixPath(name)
        known = path.name.lower() in ("_annotations.coco.json", "result.json", "annotations.json")
        if known or path.stem.lower().startswith("instances") or "annotations" in path.parts:
            found.append(name)
    return found


def read_coco(bundle: Bundle) -> tuple[tuple[str, ...], tuple[ImportedPhoto, ...]]:
    """Return classes and photos of a COCO export; several annotation files are merged.

    Raises:
        DataSetError: Something about it is wrong.
    """
    classes: tuple[str, ...] = ()
    photos: dict[str, ImportedPhoto] = {}
    for name in coco_files(bundle):
        reader = _Annotations(bundle, name)
        names = tuple(reader.categories.values())
        classes = tuple(dict.fromkeys((*classes, *names)))
        for photo in reader.photos():
            if photo.name in photos:
                refuse(bundle, f"{photo.name} is labelled in more than one file")
            photos[photo.name] = photo
    if not any(photo.boxes for photo in photos.values()):
        refuse(bundle, "no die is labelled in it; expected annotations with bbox")
    used = {box.name for photo in photos.values() for box in photo.boxes}
    # Roboflow writes a parent category that no box has.
    return tuple(name for name in classes if name in used), tuple(photos.values())


class _Annotations:
    """One annotation file."""

    def __init__(self, bundle: Bundle, name: str) -> None:
        self._bundle, self._name = bundle, name
        try:
            plain = json.loads(decode(bundle, name))
        except (ValueError, RecursionError) as error:
            refuse(bundle, f"{name} is not valid JSON ({error})")
        if not isinstance(plain, Mapping):
            refuse(bundle, f"{name}: expected an object with images, annotations, categories")
        self._plain = plain
        self.categories = self._categories()

    def _items(self, key: str) -> list[Mapping[str, Any]]:
        items = self._plain.get(key)
        if not isinstance(items, list) or not all(isinstance(item, Mapping) for item in items):
            refuse(self._bundle, f"{self._name}: {key}: expected a list of objects")
        return items

    def _categories(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for item in self._items("categories"):
            key, name = item.get("id"), item.get("name")
            if not isinstance(key, int) or not isinstance(name, str):
                refuse(self._bundle, f"{self._name}: categories: expected id and name, got {item}")
            if key in found:
                refuse(self._bundle, f"{self._name}: categories: id {key} is there twice")
            found[key] = name
        check_classes(self._bundle, self._name, list(found.values()))
        return found

    def photos(self) -> list[ImportedPhoto]:
        """Return the photos with their boxes."""
        images: dict[Any, tuple[str, int, int]] = {}
        for item in self._items("images"):
            key = item.get("id")
            if not isinstance(key, int | str):
                refuse(self._bundle, f"{self._name}: images: expected an id, got {key!r}")
            if key in images:
                refuse(self._bundle, f"{self._name}: images: id {key!r} is there twice")
            images[key] = self._image(item)
        boxes: dict[Any, list[ImportedBox]] = {key: [] for key in images}
        for number, item in enumerate(self._items("annotations")):
            key = item.get("image_id")
            where = f"{self._bundle.path}: {self._name}, annotation {number}"
            if key not in images:
                refuse(self._bundle, f"{self._name}: annotation {number}: no image {key!r}")
            if item.get("category_id") not in self.categories:
                got = item.get("category_id")
                refuse(self._bundle, f"{self._name}: annotation {number}: no category {got!r}")
            boxes[key].append(self._box(item, images[key], where))
        return [
            ImportedPhoto(name, tuple(boxes[key]), (width, height))
            for key, (name, width, height) in images.items()
        ]

    def _image(self, item: Mapping[str, Any]) -> tuple[str, int, int]:
        written = item.get("file_name")
        if not isinstance(written, str):
            refuse(self._bundle, f"{self._name}: images: expected a file_name, got {written!r}")
        width, height = item.get("width"), item.get("height")
        if not isinstance(width, int) or not isinstance(height, int) or min(width, height) < 1:
            refuse(self._bundle, f"{self._name}: {written}: expected width and height in px")
        return self._locate(safe_name(self._bundle.path, written)), width, height

    def _locate(self, wanted: str) -> str:
        """Return the photo a file name means: below the root, the file, or `images`."""
        folder = PurePosixPath(self._name).parent
        split = PurePosixPath(self._name).stem.partition("_")[2]
        places = [
            str(base / wanted)
            for base in (
                folder,
                folder / "images",
                folder.parent / "images",
                folder.parent / "images" / split,
                folder.parent,
                PurePosixPath("."),
            )
        ]
        pictures = {name for name in self._bundle.names if is_picture(name)}
        for place in places:
            if place in pictures:
                return place
        same = [n for n in pictures if PurePosixPath(n).name == PurePosixPath(wanted).name]
        if len(same) != 1:
            refuse(self._bundle, f"{self._name}: the photo {wanted} is missing")
        return same[0]

    def _box(self, item: Mapping[str, Any], image: tuple[str, int, int], where: str) -> ImportedBox:
        plain = item.get("bbox")
        numbers = isinstance(plain, list) and len(plain) == 4
        if not numbers or not all(_is_number(value) for value in plain or ()):
            refuse(self._bundle, f"{self._name}: {image[0]}: expected bbox x, y, w, h, got {plain}")
        assert isinstance(plain, list)
        x, y, w, h = (float(value) for value in plain)
        _, width, height = image
        box = (x / width, y / height, (x + w) / width, (y + h) / height)
        return fraction_box(self.categories[item["category_id"]], box, where)


def _is_number(value: Any) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value)
