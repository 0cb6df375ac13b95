"""Keeps prepared training pictures on disk and gives them back.

A detector set is a folder in YOLO form whose classes are 0 (die) and 1 (area to ignore). Reader
crops are one `.npz` a set. It knows files, not how pictures are made or used.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from dicecam.errors import DataSetError
from dicecam.learn.data.photos import read_folder

DIE = 0
IGNORED = 1
CROP_PX = 112
"""Side of a stored reader crop, px: more than the reader sees, so that it can be turned."""
CROP_MARGIN = 1.4
"""Side of a stored crop in sides of the square the reader sees."""
CROP_SCALE = 1.3
"""Side of the square the reader sees in lengths of the longer side of a box."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A training picture with its boxes.

    Attributes:
        image: `(H, W, 3)` uint8 BGR.
        boxes: `(n, 4)` float32, fractions of the picture, x1 y1 x2 y2.
        classes: `(n,)` DIE or IGNORED.
    """

    image: npt.NDArray[np.uint8]
    boxes: npt.NDArray[np.float32]
    classes: npt.NDArray[np.int64]


def write_label(path: Path, boxes: Iterable[tuple[int, tuple[float, float, float, float]]]) -> None:
    """Write a YOLO label file.

    Args:
        path: Where to.
        boxes: Class and (x1, y1, x2, y2) in fractions of the picture.
    """
    lines = [
        f"{kind} {(x1 + x2) / 2:.6f} {(y1 + y2) / 2:.6f} {x2 - x1:.6f} {y2 - y1:.6f}\n"
        for kind, (x1, y1, x2, y2) in boxes
    ]
    path.write_text("".join(lines), encoding="utf-8")


def load_pictures(folder: Path) -> list[Picture]:
    """Read a prepared detector set into memory.

    Args:
        folder: Folder with `images/` and `labels/`.

    Returns:
        Its pictures sorted by name.

    Raises:
        DataSetError: when a picture cannot be read.
    """
    pictures = []
    for photo in read_folder(folder):
        boxes = np.array([label.box for label in photo.labels], np.float32).reshape(-1, 4)
        classes = np.array([label.face for label in photo.labels], np.int64)
        image = cv2.imread(str(photo.image), cv2.IMREAD_COLOR)
        if image is None:
            raise DataSetError(f"{photo.image} is no readable picture: build the data set again")
        pictures.append(Picture(np.asarray(image, np.uint8), boxes, classes))
    return pictures


@dataclass(frozen=True, slots=True)
class Crops:
    """Reader crops of one set.

    Attributes:
        images: `(n, CROP_PX, CROP_PX, 3)` uint8 BGR.
        labels: `(n,)` indices into `faces`.
        faces: Names of the classes.
        sizes: `(n,)` longer side of the box in the source picture, px.
        corners: `(n, 4, 2)` corners of the top face, clockwise, px of the crop; NaN where unknown.
        elevations: `(n,)` height above the table from which each is seen, degrees; NaN where
            unknown.
        axes: `(n, 3, 3)` rows are directions of a die's edges: rightwards and downwards in the
            crop, and towards the camera; NaN where unknown.
    """

    images: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int64]
    faces: tuple[str, ...]
    sizes: npt.NDArray[np.float32]
    corners: npt.NDArray[np.float32]
    elevations: npt.NDArray[np.float32]
    axes: npt.NDArray[np.float32]

    def part(self, chosen: npt.NDArray[np.bool_] | npt.NDArray[np.int64]) -> Crops:
        """Return some of the crops, by mask `(n,)` or places."""
        rows = {field.name: getattr(self, field.name) for field in fields(self)}
        return Crops(**{k: v if k == "faces" else v[chosen] for k, v in rows.items()})


def save_crops(path: Path, crops: Crops) -> None:
    """Write crops to an `.npz` file."""
    np.savez(
        path,
        images=crops.images,
        labels=crops.labels,
        faces=np.array(crops.faces),
        sizes=crops.sizes,
        corners=crops.corners,
        elevations=crops.elevations,
        axes=crops.axes,
    )


def load_crops(path: Path) -> Crops:
    """Read crops written by `save_crops`.

    Raises:
        DataSetError: when the crops have another size than this version makes.
    """
    with np.load(path) as data:
        count = len(data["labels"])
        # Files made before corners were kept know none.
        corners = data.get("corners", np.full((count, 4, 2), np.nan, np.float32))
        crops = Crops(
            data["images"],
            data["labels"].astype(np.int64),
            tuple(str(face) for face in data["faces"]),
            data["sizes"].astype(np.float32),
            corners,
            data.get("elevations", np.full(count, np.nan, np.float32)),
            data.get("axes", np.full((count, 3, 3), np.nan, np.float32)),
        )
    if crops.images.shape[1:] != (CROP_PX, CROP_PX, 3):
        raise DataSetError(
            f"{path} holds crops of {crops.images.shape[1:]}, expected ({CROP_PX}, {CROP_PX}, 3): "
            "build the data set again"
        )
    return crops


def fingerprint(files: Sequence[Path]) -> str:
    """Return one SHA-256 over names and contents of files, in sorted order."""
    total = hashlib.sha256()
    for path in sorted(files):
        total.update(path.name.encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
