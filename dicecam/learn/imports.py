"""Imports labelled photos from other tools: everything is checked first, then taken over at once.

It puts the pieces together: bundles, YOLO, COCO, pictures, the store.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import numpy as np

from dicecam.errors import DataSetError, LearnError
from dicecam.learn.files import slug
from dicecam.learn.imports_bundle import Bundle, open_bundle
from dicecam.learn.imports_coco import coco_files, read_coco
from dicecam.learn.imports_model import ImportedPhoto, is_picture, refuse
from dicecam.learn.imports_yolo import is_yolo, read_yolo
from dicecam.learn.store import CONFIRMED, LabelledDie, Store
from dicecam.sight import Image
from dicecam.vision._cv2 import MAX_PIXELS, cv2

DENSE_PIXELS = 6_000_000
"""Photos with more pixels than this are held against the size of their file."""
MOST_PIXELS_A_BYTE = 150
"""No photo of that size is packed tighter than this; a bomb is."""
LEAST_SIDE_PX = 8.0
"""A box smaller than this shows nothing."""


@dataclass(frozen=True, slots=True)
class DataSet:
    """A data set that was checked from end to end.

    Attributes:
        bundle: Its files.
        kind: `YOLO` or `COCO`.
        classes: Names of its classes.
        photos: Photos with at least one box.
        empty: How many photos show no labelled die; they are left out.
        twice: How many photos are in it twice with the same labels; one of them is left out.
    """

    bundle: Bundle
    kind: str
    classes: tuple[str, ...]
    photos: tuple[ImportedPhoto, ...]
    empty: int
    twice: int

    def counts(self) -> dict[str, int]:
        """Return how many boxes each class has."""
        counted = dict.fromkeys(self.classes, 0)
        for photo in self.photos:
            for box in photo.boxes:
                counted[box.name] += 1
        return counted


def read_data_set(path: Path) -> DataSet:
    """Read and check a data set; nothing is written.

    Args:
        path: Folder or zip file.

    Raises:
        DataSetError: Something about it is wrong; the first thing found.
    """
    bundle = open_bundle(path)
    annotated = coco_files(bundle)
    if annotated:
        kind, (classes, photos) = "COCO", read_coco(bundle)
    elif is_yolo(bundle):
        kind, (classes, photos) = "YOLO", read_yolo(bundle)
    else:
        refuse(bundle, "neither YOLO nor COCO; expected data.yaml and labels, or a COCO .json")
    if not any(is_picture(name) for name in bundle.names):
        refuse(bundle, "no photo in it; export it together with the images")
    kept: dict[str, ImportedPhoto] = {}
    twice = 0
    for photo in photos:
        image, sha256 = _checked(bundle, photo)
        _check_boxes(bundle, photo, image)
        other = kept.get(sha256)
        if other is not None:
            if sorted(map(_order, other.boxes)) != sorted(map(_order, photo.boxes)):
                refuse(bundle, f"{other.name} and {photo.name} are one photo, labelled otherwise")
            twice += 1
            continue
        kept[sha256] = photo
    labelled = tuple(photo for photo in kept.values() if photo.boxes)
    return DataSet(bundle, kind, classes, labelled, len(kept) - len(labelled), twice)


def take_over(data: DataSet, store: Store, reading: Callable[[str], str], session: str = "") -> int:
    """Put a checked data set into a store and save it, wholly or not at all.

    Args:
        data: The data set.
        store: Where it goes.
        reading: Turns a class name into a reader class.
        session: Session it belongs to; empty to name it after the data set.

    Returns:
        How many dice were added; those the store knows already are left out.

    Raises:
        LearnError: A class name means nothing, or the disk is full; the store is as before.
    """
    session = session or f"import-{slug(data.bundle.path.stem) or 'photos'}"
    faces = {name: reading(name) for name in data.classes}
    before = store.faces, store.pictures
    added = 0
    try:
        for photo in data.photos:
            image = _decoded(data.bundle, photo.name, data.bundle.read(photo.name))
            height, width = image.shape[:2]
            dice = []
            for box in photo.boxes:
                x1, y1, x2, y2 = box.box
                pixels = (x1 * width, y1 * height, x2 * width, y2 * height)
                if not store.knows(image, pixels, faces[box.name]):
                    dice.append(LabelledDie(pixels, faces[box.name], CONFIRMED))
            if dice:
                store.add(image, dice, session, "import", PurePosixPath(photo.name).name)
                added += len(dice)
        store.save()
    except (LearnError, OSError):
        store.faces, store.pictures = before
        store.tidy()
        raise
    return added


def _order(box: object) -> str:
    return repr(box)


def _checked(bundle: Bundle, photo: ImportedPhoto) -> tuple[Image, str]:
    """Return a photo that can be decoded and has the size its labels say, with its hash."""
    data = bundle.read(photo.name)
    image = _decoded(bundle, photo.name, data)
    size = (image.shape[1], image.shape[0])
    if photo.size is not None and photo.size not in (size, size[::-1]):
        said = f"{photo.size[0]} x {photo.size[1]}"
        refuse(bundle, f"{photo.name}: {size[0]} x {size[1]} px, its labels were made for {said}")
    return image, hashlib.sha256(data).hexdigest()


def _check_boxes(bundle: Bundle, photo: ImportedPhoto, image: Image) -> None:
    height, width = image.shape[:2]
    for box in photo.boxes:
        x1, y1, x2, y2 = box.box
        sides = ((x2 - x1) * width, (y2 - y1) * height)
        if min(sides) < LEAST_SIDE_PX:
            got = f"{sides[0]:.0f} x {sides[1]:.0f}"
            least = f"{LEAST_SIDE_PX:.0f}"
            refuse(bundle, f"{photo.name}: a box of {got} px; expected at least {least} px a side")


def _decoded(bundle: Bundle, name: str, data: bytes) -> Image:
    """Return a picture from its bytes; bombs are found before they are unpacked."""
    if not data:
        refuse(bundle, f"{name} is empty")
    width, height = picture_size(data)
    if not width or not height:
        refuse(bundle, f"{name} is no picture; expected JPEG, PNG, WebP or BMP")
    pixels = width * height
    if pixels > MAX_PIXELS:
        most = MAX_PIXELS // 1_000_000
        refuse(bundle, f"{name}: {width} x {height} px; expected at most {most} megapixels")
    if pixels > DENSE_PIXELS and pixels > MOST_PIXELS_A_BYTE * len(data):
        refuse(bundle, f"{name}: {width} x {height} px in {len(data)} bytes is no photo")
    if not _is_whole(data):
        refuse(bundle, f"{name} is cut off before its end; export it again")
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError) as error:
        msg = f"{bundle.path}: {name} cannot be decoded; nothing was imported"
        raise DataSetError(msg) from error
    if image is None or image.size == 0:
        refuse(bundle, f"{name} cannot be decoded")
    return np.asarray(image, np.uint8)


def _is_whole(data: bytes) -> bool:
    if data.startswith(b"\xff\xd8"):
        return b"\xff\xd9" in data[-4096:]
    if data.startswith(b"\x89PNG"):
        return b"IEND" in data[-4096:]
    if data.startswith(b"RIFF"):
        return len(data) >= int.from_bytes(data[4:8], "little") + 8
    return True


def picture_size(data: bytes) -> tuple[int, int]:
    """Return width and height that a picture's header states; zeros when it is no picture.

    Args:
        data: Content of a JPEG, PNG, WebP or BMP file.
    """
    if data.startswith(b"\x89PNG\r\n\x1a\n") and len(data) >= 24:
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith(b"BM") and len(data) >= 26:
        width = int.from_bytes(data[18:22], "little", signed=True)
        return abs(width), abs(int.from_bytes(data[22:26], "little", signed=True))
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP" and len(data) >= 30:
        return _webp_size(data)
    if data.startswith(b"\xff\xd8\xff"):
        return _jpeg_size(data)
    return 0, 0


def _webp_size(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        return width, int.from_bytes(data[27:30], "little") + 1
    if kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    width = int.from_bytes(data[26:28], "little") & 0x3FFF
    return width, int.from_bytes(data[28:30], "little") & 0x3FFF


def _jpeg_size(data: bytes) -> tuple[int, int]:
    position = 2
    while position + 9 <= len(data):
        if data[position] != 0xFF:
            return 0, 0
        marker = data[position + 1]
        if marker == 0xFF:
            position += 1
        elif marker == 0x01 or 0xD0 <= marker <= 0xD8:
            position += 2
        elif 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height = int.from_bytes(data[position + 5 : position + 7], "big")
            return int.from_bytes(data[position + 7 : position + 9], "big"), height
        else:
            position += 2 + int.from_bytes(data[position + 2 : position + 4], "big")
    return 0, 0


def summary(data: DataSet) -> Sequence[str]:
    """Return what a data set holds, in lines for people."""
    lines = [f"{data.kind}: {len(data.photos)} photos"]
    lines += [f"  {name}: {count}" for name, count in data.counts().items()]
    if data.empty:
        lines.append(f"  {data.empty} photos without a labelled die are left out")
    if data.twice:
        lines.append(f"  {data.twice} photos were in it twice")
    return lines
