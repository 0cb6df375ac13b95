"""Prepares training data: photos into detector sets and reader crops.

It knows labelled photos and the stored form, no network.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from dicecam.errors import DataSetError
from dicecam.learn.data.photos import (
    OTHER_FACE,
    LabelledPhoto,
    read_folder,
    shows_cube,
    trainable,
)
from dicecam.learn.data.store import (
    CROP_MARGIN,
    CROP_PX,
    CROP_SCALE,
    DIE,
    IGNORED,
    Crops,
    fingerprint,
    save_crops,
    write_label,
)
from dicecam.vision.crops import crop_square, square_around

FACES = (
    *(f"pips_{n}" for n in range(1, 7)),
    *(f"dixe_{s}" for s in ("sun", "pi", "smiley", "bomb", "pirate", "aum")),
    *(f"shelfie_{s}" for s in ("plant", "game", "book", "trophy", "cat", "joker")),
    "other",
    "unreadable",
)
"""Every class a reader can be taught, in the order of its output."""
OTHER = FACES.index("other")


@dataclass(slots=True)
class CropCollector:
    """Gathers reader crops of one set."""

    images: list[npt.NDArray[np.uint8]] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    sizes: list[float] = field(default_factory=list)
    corners: list[npt.NDArray[np.float32]] = field(default_factory=list)
    elevations: list[float] = field(default_factory=list)
    axes: list[npt.NDArray[np.float32]] = field(default_factory=list)

    def add(
        self,
        image: npt.NDArray[np.uint8],
        box: tuple[float, float, float, float],
        label: int,
        corners: Sequence[tuple[float, float]] | None = None,
        elevation_deg: float = float("nan"),
        axes: Sequence[Sequence[float]] | None = None,
    ) -> None:
        """Cut the surroundings of a box out of a picture and keep them.

        Args:
            image: `(H, W, 3)` uint8 BGR.
            box: (x1, y1, x2, y2) in px.
            label: Index into `FACES`.
            corners: Corners of the top face, clockwise, px of the picture; None if unknown.
            elevation_deg: Height above the table from which the die is seen; NaN if unknown.
            axes: Directions of its edges, see `Crops`; None if unknown.
        """
        scale = CROP_SCALE * CROP_MARGIN
        self.images.append(crop_square(image, box, CROP_PX, scale))
        self.labels.append(label)
        self.sizes.append(max(box[2] - box[0], box[3] - box[1]))
        known = np.full((4, 2), np.nan, np.float32)
        if corners is not None:
            left, top, side = square_around(box, scale)
            known[:] = (np.array(corners) - (left, top)) * (CROP_PX / side)
        self.corners.append(known)
        self.elevations.append(elevation_deg)
        turned = np.full((3, 3), np.nan) if axes is None else np.array(axes)
        self.axes.append(turned.astype(np.float32))

    def save(self, path: Path) -> None:
        """Write what was gathered, if anything."""
        if self.images:
            crops = Crops(
                np.stack(self.images),
                np.array(self.labels),
                FACES,
                np.array(self.sizes, np.float32),
                np.stack(self.corners),
                np.array(self.elevations, np.float32),
                np.stack(self.axes),
            )
            save_crops(path, crops)


def build_photos(folder: Path, out: Path, limit: int | None = None) -> dict[str, object]:
    """Prepare one folder of labelled photos.

    Pip dice and numbered cubes become dice for the detector, other polyhedra background. The
    reader learns pip faces, numbered faces as `other`, and pieces of background as `other`.

    Args:
        folder: Data set with `images/` and `labels/`.
        out: Where `detect/<name>/` and `read/<name>.npz` are written.
        limit: At most so many photos, spread evenly.

    Returns:
        What the training record needs: name, photos, boxes, sha256.
    """
    photos = list(trainable(folder.name, read_folder(folder)))
    if limit is not None and len(photos) > limit:
        picked = np.linspace(0, len(photos) - 1, limit).astype(int)
        photos = [photos[index] for index in picked]
    target = out / "detect" / folder.name
    for part in ("images", "labels"):
        (target / part).mkdir(parents=True, exist_ok=True)
    (out / "read").mkdir(parents=True, exist_ok=True)
    crops = CropCollector()
    rng = np.random.default_rng(len(photos))
    for photo in photos:
        image = cv2.imread(str(photo.image), cv2.IMREAD_COLOR)
        if image is None:
            raise DataSetError(f"{photo.image} is no readable picture: remove or replace it")
        _store_photo(target, folder.name, photo)
        _collect(crops, np.asarray(image, np.uint8), photo, rng)
    crops.save(out / "read" / f"{folder.name}.npz")
    return {
        "name": folder.name,
        "photos": len(photos),
        "boxes": sum(len(photo.labels) for photo in photos),
        "sha256": fingerprint([photo.image for photo in photos]),
    }


def _store_photo(target: Path, set_name: str, photo: LabelledPhoto) -> None:
    """Copy a photo and write the detector's labels."""
    copy = target / "images" / photo.image.name
    if not copy.exists():
        copy.write_bytes(photo.image.read_bytes())
    dice = [
        (DIE, label.box)
        for label in photo.labels
        if label.face != OTHER_FACE or shows_cube(set_name, photo)
    ]
    write_label(target / "labels" / f"{photo.image.stem}.txt", dice)


def _collect(
    crops: CropCollector,
    image: npt.NDArray[np.uint8],
    photo: LabelledPhoto,
    rng: np.random.Generator,
) -> None:
    """Add the crops of the labelled faces of a photo and one of its background."""
    height, width = image.shape[:2]
    scale = np.array([width, height, width, height])
    boxes = [tuple(float(v) for v in np.array(label.box) * scale) for label in photo.labels]
    for label, (x1, y1, x2, y2) in zip(photo.labels, boxes, strict=True):
        face = OTHER if label.face == OTHER_FACE else label.face
        crops.add(image, (x1, y1, x2, y2), face)
    free = _free_box(boxes, width, height, rng)
    if free is not None:
        crops.add(image, free, OTHER)


def _free_box(
    boxes: Sequence[tuple[float, ...]], width: int, height: int, rng: np.random.Generator
) -> tuple[float, float, float, float] | None:
    """Return a random square that touches no box, or None when none was found."""
    for _ in range(20):
        side = float(np.exp(rng.uniform(np.log(16), np.log(min(width, height) / 3))))
        x = float(rng.uniform(0, width - side))
        y = float(rng.uniform(0, height - side))
        if all(x + side < b[0] or x > b[2] or y + side < b[1] or y > b[3] for b in boxes):
            return (x, y, x + side, y + side)
    return None


def build_listed(folder: Path, table: Path, out: Path) -> dict[str, object]:
    """Prepare photos whose boxes are listed in a CSV file with the columns file, kind, x1 to y2.

    A kind is a face, `cube` (a numbered cube: a die to the detector, `other` to the reader),
    `other` (background to the detector) or `ignored` (hidden from both).

    Args:
        folder: Folder of the photos.
        table: The CSV file; lines beginning with `#` are comments.
        out: Folder of the prepared data.

    Returns:
        What the training record needs.

    Raises:
        DataSetError: when a photo cannot be read or a kind is unknown.
    """
    name = table.stem
    target = out / "detect" / name
    for part in (target / "images", target / "labels", out / "read"):
        part.mkdir(parents=True, exist_ok=True)
    lines = [line for line in table.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    rows: dict[str, list[dict[str, str]]] = {}
    for row in csv.DictReader(lines):
        rows.setdefault(row["file"], []).append(row)
    crops = CropCollector()
    for file, boxes in rows.items():
        image = cv2.imread(str(folder / file), cv2.IMREAD_COLOR)
        if image is None:
            raise DataSetError(f"{folder / file} is no readable picture, but {table} lists it")
        height, width = image.shape[:2]
        labels = []
        for row in boxes:
            kind = row["kind"]
            if kind not in (*FACES, "cube", "ignored"):
                raise DataSetError(f"{table}: unknown kind {kind!r}")
            x1, y1, x2, y2 = (float(row[key]) for key in ("x1", "y1", "x2", "y2"))
            if kind != "other":
                labels.append((IGNORED if kind == "ignored" else DIE, (x1, y1, x2, y2)))
            if kind != "ignored":
                face = OTHER if kind == "cube" else FACES.index(kind)
                box = (x1 * width, y1 * height, x2 * width, y2 * height)
                crops.add(np.asarray(image, np.uint8), box, face)
        cv2.imwrite(str(target / "images" / f"{Path(file).stem}.png"), image)
        write_label(target / "labels" / f"{Path(file).stem}.txt", labels)
    crops.save(out / "read" / f"{name}.npz")
    return {
        "name": name,
        "photos": len(rows),
        "boxes": sum(len(boxes) for boxes in rows.values()),
        "sha256": fingerprint([folder / file for file in rows]),
    }


def write_record(out: Path, entries: Sequence[dict[str, object]]) -> None:
    """Write what the data folder was made from, for the training record of a model.

    Args:
        out: The data folder; entries of sets that were built before are kept.
        entries: One record a set.
    """
    path = out / "record.json"
    known = {}
    if path.is_file():
        known = {entry["name"]: entry for entry in json.loads(path.read_text(encoding="utf-8"))}
    for entry in entries:
        known[entry["name"]] = entry
    text = json.dumps([known[name] for name in sorted(known)], indent=1)
    path.write_text(text + "\n", encoding="utf-8")
