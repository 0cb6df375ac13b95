"""Keeps the photos of a die set that is being taught: a YOLO folder and a manifest.

`images/<session>/*.jpg` and `labels/<session>/*.txt` are what other tools read; `manifest.json`
says where each photo comes from, in which session it was taken, and how far a label is to be
trusted. The manifest is written last and as a whole: what it does not list does not exist.

This module knows pictures, boxes and names of faces; no model and no game.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from dicecam.errors import DataSetError, LearnError
from dicecam.learn.files import UNFINISHED, slug, sweep, write_bytes, write_text
from dicecam.sight import Image
from dicecam.vision._cv2 import cv2
from dicecam.vision.photos import load_photo

MANIFEST = "manifest.json"
CONFIRMED, GUESSED = "confirmed", "guessed"
TRUST = (CONFIRMED, GUESSED)
ORIGINS = ("photos", "camera", "correction", "import")
LONG_SIDE_PX = 2048
"""Photos are stored at most this large, px, unless their dice would become smaller than DIE_PX."""
DIE_PX = 120
"""Shorter side a box keeps when a large photo is stored smaller, px."""
SAME_BITS = 4
"""Looks that differ in no more bits than this are the same picture of a die."""

_JPEG = [int(cv2.IMWRITE_JPEG_QUALITY), 95]


@dataclass(frozen=True, slots=True)
class LabelledDie:
    """A die in a stored photo.

    Attributes:
        box: Edges (x1, y1, x2, y2) in the stored photo, px.
        face: Reader class of its top face.
        trust: `confirmed` by a person, or `guessed`.
        look: Hash of what it looks like, to drop duplicates.
    """

    box: tuple[float, float, float, float]
    face: str
    trust: str = CONFIRMED
    look: int = 0


@dataclass(frozen=True, slots=True)
class StoredPicture:
    """A photo of the store.

    Attributes:
        file: Path below the folder, such as `images/2026-11-30/3f2a.jpg`.
        sha256: Hash of that file.
        session: When and where it was taken; splits never cut through a session.
        origin: One of `ORIGINS`.
        source: What it was called where it came from.
        width: Width, px.
        height: Height, px.
        dice: The dice labelled in it.
    """

    file: str
    sha256: str
    session: str
    origin: str
    source: str
    width: int
    height: int
    dice: tuple[LabelledDie, ...]

    @property
    def label_file(self) -> str:
        """Path of its YOLO label file below the folder."""
        return str(Path("labels", *Path(self.file).parts[1:]).with_suffix(".txt").as_posix())


def look_of(image: Image, box: Sequence[float]) -> int:
    """Return a 64-bit hash of a die: which neighbours are brighter, on a coarse grid.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        box: Edges (x1, y1, x2, y2), px.
    """
    height, width = image.shape[:2]
    x1, y1 = max(0, int(box[0])), max(0, int(box[1]))
    x2, y2 = min(width, max(x1 + 1, round(box[2]))), min(height, max(y1 + 1, round(box[3])))
    grey = cv2.cvtColor(image[y1:y2, x1:x2], cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, (9, 8), interpolation=cv2.INTER_AREA)
    bits = (small[:, 1:] > small[:, :-1]).ravel()
    return int.from_bytes(np.packbits(bits).tobytes(), "big")


@dataclass
class Store:
    """The photos of one die set.

    Attributes:
        folder: Where they lie.
        faces: Names of the faces in the order of the YOLO classes.
        pictures: What is stored.
    """

    folder: Path
    faces: tuple[str, ...] = ()
    pictures: tuple[StoredPicture, ...] = ()
    _revision: int = field(default=0, repr=False)

    def __len__(self) -> int:
        return sum(len(picture.dice) for picture in self.pictures)

    @property
    def sessions(self) -> tuple[str, ...]:
        """The sessions in the order they began."""
        return tuple(dict.fromkeys(picture.session for picture in self.pictures))

    def counts(self) -> dict[str, int]:
        """Return how many dice show each face."""
        counted = dict.fromkeys(self.faces, 0)
        for picture in self.pictures:
            for die in picture.dice:
                counted[die.face] = counted.get(die.face, 0) + 1
        return counted

    def load(self, picture: StoredPicture) -> Image:
        """Read a stored photo.

        Raises:
            DataSetError: It is gone or another one than was stored.
        """
        path = self.folder / picture.file
        try:
            whole = hashlib.sha256(path.read_bytes()).hexdigest() == picture.sha256
        except OSError as error:
            msg = f"{path}: the photo is gone ({error.strerror}); remove it from the set"
            raise DataSetError(msg) from error
        if not whole:
            msg = f"{path}: another file than the one that was stored; remove it from the set"
            raise DataSetError(msg)
        return load_photo(path)

    def knows(self, image: Image, box: Sequence[float], face: str | None = None) -> bool:
        """Tell whether a die like this one is stored already (under this face, if one is named)."""
        look = look_of(image, box)
        return any(
            (look ^ die.look).bit_count() <= SAME_BITS
            for picture in self.pictures
            for die in picture.dice
            if face is None or die.face == face
        )

    def add(
        self,
        image: Image,
        dice: Iterable[LabelledDie],
        session: str,
        origin: str,
        source: str = "",
    ) -> StoredPicture:
        """Put a photo into the store; `save` makes it last.

        Args:
            image: `(H, W, 3)` uint8 BGR.
            dice: The dice in it; their looks are computed here.
            session: Session it belongs to.
            origin: One of `ORIGINS`.
            source: What it was called before.

        Raises:
            LearnError: It cannot be written.
        """
        looked = [replace(die, look=look_of(image, die.box)) for die in dice]
        image, shrunk = _stored_size(image, looked)
        data = cv2.imencode(".jpg", image, _JPEG)[1].tobytes()
        sha256 = hashlib.sha256(data).hexdigest()
        file = f"images/{slug(session) or 'session'}/{sha256[:16]}.jpg"
        picture = StoredPicture(
            file, sha256, session, origin, source, image.shape[1], image.shape[0], tuple(shrunk)
        )
        write_bytes(self.folder / file, data)
        self.pictures = (*(old for old in self.pictures if old.file != file), picture)
        named = (*self.faces, *(die.face for die in shrunk))
        self.faces = tuple(dict.fromkeys(named))
        return picture

    def rename(self, file: str, number: int, face: str) -> None:
        """Say that a die shows another face; a person said so, hence it is confirmed."""
        self._change(file, number, face)
        self.faces = tuple(dict.fromkeys((*self.faces, face)))

    def remove(self, file: str, number: int) -> None:
        """Take a die out; a photo without dice is forgotten."""
        self._change(file, number, None)

    def rename_face(self, old: str, new: str) -> None:
        """Give a face another name, everywhere."""
        self.pictures = tuple(
            replace(
                picture,
                dice=tuple(
                    replace(die, face=new) if die.face == old else die for die in picture.dice
                ),
            )
            for picture in self.pictures
        )
        self.faces = tuple(dict.fromkeys(new if face == old else face for face in self.faces))

    def _change(self, file: str, number: int, face: str | None) -> None:
        changed = []
        for picture in self.pictures:
            dice = list(picture.dice)
            if picture.file == file:
                if not 0 <= number < len(dice):
                    msg = f"{file}: expected a die number from 0 to {len(dice) - 1}, got {number}"
                    raise LearnError(msg)
                if face is None:
                    del dice[number]
                else:
                    dice[number] = replace(dice[number], face=face, trust=CONFIRMED)
            if dice:
                changed.append(replace(picture, dice=tuple(dice)))
        self.pictures = tuple(changed)

    def save(self) -> None:
        """Make all changes last: labels first, the manifest as the last step.

        Raises:
            LearnError: The disk is full, or another process changed the store meanwhile.
        """
        if (now := _revision_of(self.folder)) != self._revision:
            msg = (
                f"{self.folder}: changed by another program meanwhile (revision {now}, expected "
                f"{self._revision}); close it and try again"
            )
            raise LearnError(msg)
        for picture in self.pictures:
            write_text(self.folder / picture.label_file, yolo_lines(picture, self.faces))
        names = "".join(f"  {n}: {json.dumps(face)}\n" for n, face in enumerate(self.faces))
        write_text(
            self.folder / "data.yaml", f"path: .\ntrain: images\nval: images\nnames:\n{names}"
        )
        self._revision += 1
        manifest = {
            "schema": 1,
            "revision": self._revision,
            "faces": list(self.faces),
            "pictures": [_plain(picture) for picture in self.pictures],
        }
        write_text(self.folder / MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False))
        self.tidy()

    def tidy(self) -> None:
        """Remove files that no longer belong to the store, such as those of a crash."""
        sweep(self.folder)
        kept = {p.file for p in self.pictures} | {p.label_file for p in self.pictures}
        for kind in ("images", "labels"):
            for path in (self.folder / kind).rglob("*"):
                if not path.is_file():
                    continue
                known = path.relative_to(self.folder).as_posix() in kept
                if not known or path.name.startswith(UNFINISHED):
                    path.unlink(missing_ok=True)


def open_store(folder: Path) -> Store:
    """Open the store in a folder; a folder without one gives an empty store.

    Raises:
        DataSetError: Its manifest cannot be read.
    """
    path = folder / MANIFEST
    if not path.exists():
        return Store(folder)
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
        if plain["schema"] != 1:
            msg = f"{path}: schema: expected 1, got {plain['schema']!r}; update the program"
            raise DataSetError(msg)
        pictures = tuple(_picture(item) for item in plain["pictures"])
        faces = tuple(str(face) for face in plain["faces"])
        return Store(folder, faces, pictures, int(plain["revision"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        msg = f"{path}: cannot be read ({error}); restore it or remove the folder"
        raise DataSetError(msg) from error


def yolo_lines(picture: StoredPicture, faces: Sequence[str]) -> str:
    """Return the label file of a photo: class, centre and size in fractions of the photo."""
    lines = []
    for die in picture.dice:
        x1, y1, x2, y2 = die.box
        values = (
            (x1 + x2) / 2 / picture.width,
            (y1 + y2) / 2 / picture.height,
            (x2 - x1) / picture.width,
            (y2 - y1) / picture.height,
        )
        numbers = " ".join(f"{min(1.0, max(0.0, value)):.6f}" for value in values)
        lines.append(f"{faces.index(die.face)} {numbers}\n")
    return "".join(lines)


def _revision_of(folder: Path) -> int:
    path = folder / MANIFEST
    return int(json.loads(path.read_text(encoding="utf-8"))["revision"]) if path.exists() else 0


def _stored_size(image: Image, dice: Sequence[LabelledDie]) -> tuple[Image, list[LabelledDie]]:
    """Return a photo and its dice at the size they are stored in."""
    sides = [min(d.box[2] - d.box[0], d.box[3] - d.box[1]) for d in dice]
    smallest = max(1.0, min(sides, default=1.0))
    scale = min(1.0, max(LONG_SIDE_PX / max(image.shape[:2]), DIE_PX / smallest))
    if scale == 1.0:
        return image, list(dice)
    height, width = (max(1, round(side * scale)) for side in image.shape[:2])
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    sx, sy = width / image.shape[1], height / image.shape[0]
    moved = [
        replace(d, box=(d.box[0] * sx, d.box[1] * sy, d.box[2] * sx, d.box[3] * sy)) for d in dice
    ]
    return np.asarray(small, np.uint8), moved


def _plain(picture: StoredPicture) -> dict[str, Any]:
    plain: dict[str, Any] = {
        name: getattr(picture, name)
        for name in ("file", "sha256", "session", "origin", "source", "width", "height")
    }
    plain["dice"] = [
        {
            "box": [round(edge, 1) for edge in die.box],
            "face": die.face,
            "trust": die.trust,
            "look": f"{die.look:016x}",
        }
        for die in picture.dice
    ]
    return plain


def _picture(plain: Mapping[str, Any]) -> StoredPicture:
    file = str(plain["file"])
    parts = Path(file).parts
    if parts[:1] != ("images",) or ".." in parts:
        msg = f"file: expected a path below images/, got {file!r}"
        raise ValueError(msg)
    dice = tuple(
        LabelledDie(
            box=(float(d["box"][0]), float(d["box"][1]), float(d["box"][2]), float(d["box"][3])),
            face=str(d["face"]),
            trust=_one_of(TRUST, d["trust"]),
            look=int(d["look"], 16),
        )
        for d in plain["dice"]
    )
    return StoredPicture(
        file,
        str(plain["sha256"]),
        str(plain["session"]),
        _one_of(ORIGINS, plain["origin"]),
        str(plain["source"]),
        int(plain["width"]),
        int(plain["height"]),
        dice,
    )


def _one_of(allowed: Sequence[str], value: Any) -> str:
    if value not in allowed:
        msg = f"expected one of {', '.join(allowed)}, got {value!r}"
        raise ValueError(msg)
    return str(value)
