"""Finds the die in photos and camera pictures and keeps those that teach something.

A picture is kept when it shows one die, sharply, and unlike those kept before. Names come from
folders and file names, or from the person at the camera. It knows detectors by their protocol
only, and no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import numpy as np

from dicecam.errors import SightError, SourceNotFoundError
from dicecam.learn.files import slug
from dicecam.learn.store import CONFIRMED, GUESSED, LabelledDie, Store
from dicecam.sight import Box, Detector, Image
from dicecam.vision._cv2 import cv2
from dicecam.vision.photos import is_photo, load_photo

UNNAMED = "unnamed"
"""Face of a die nobody has named yet; it has to be named before training."""
LEAST_PX = 24.0
"""Dice smaller than this teach nothing, px."""
SURE = 0.25
"""Boxes less sure than this count only when there is none that is surer."""
CLOSE_SURE = 0.6
"""Boxes with less than this share of the surest one's confidence are something else than a die."""
RIVAL = 0.6
"""Another die of at least this share of the largest one's side makes a photo ambiguous."""
SHARP = 0.3
"""Least sharpness, see `sharpness_of`; larger keeps fewer, sharper pictures. Dice that are sharp
have 0.5 and more, those blurred by a hundredth of their side 0.4, by a fiftieth 0.2 to 0.3."""
_GREY_PX = 96
_BLUR_PX = 9
_CAMERA_NAMES = frozenset(
    [
        "img",
        "image",
        "dsc",
        "dscn",
        "dscf",
        "photo",
        "foto",
        "pic",
        "picture",
        "pxl",
        "mvimg",
        "screenshot",
        "whatsapp_image",
        "p",
        "capture",
        "webcam",
        "frame",
        "unnamed",
        "sans_titre",
        "untitled",
        "scan",
    ]
)
_TAIL = re.compile(r"[\s_.()\-\d]*$")


class Hint(Enum):
    """What a picture is good for, or what to do about it."""

    KEPT = "kept"
    NO_DIE = "no die found"
    SEVERAL = "several dice"
    SMALL = "die too small"
    BLURRED = "blurred"
    KNOWN = "like one kept before"


@dataclass(frozen=True, slots=True)
class Pick:
    """What was found in a picture.

    Attributes:
        hint: Whether it is worth keeping.
        box: The die, if there is one.
    """

    hint: Hint
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Collected:
    """What became of one photo.

    Attributes:
        path: The photo.
        face: Face its name says; `UNNAMED` when it says none.
        hint: Whether it was kept, and why not.
        trouble: Why it could not be read, if so.
    """

    path: Path
    face: str
    hint: Hint
    trouble: str = ""


def sharpness_of(image: Image, box: Box) -> float:
    """Return how sharp a die is, 0 to 1: the share of its contrast that a further blur takes away.

    What is blurred already loses little, whatever is drawn on the die (Crete et al. 2007).

    Args:
        image: `(H, W, 3)` uint8 BGR.
        box: The die.
    """
    x1, y1 = max(0, int(box.x1)), max(0, int(box.y1))
    part = image[y1 : max(y1 + 1, int(box.y2)), x1 : max(x1 + 1, int(box.x2))]
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    scale = _GREY_PX / max(grey.shape)
    if scale < 1:
        size = (max(1, round(grey.shape[1] * scale)), max(1, round(grey.shape[0] * scale)))
        grey = cv2.resize(grey, size, interpolation=cv2.INTER_AREA)
    light = grey.astype(np.float32)
    found = []
    for axis, window in ((1, (_BLUR_PX, 1)), (0, (1, _BLUR_PX))):
        steps = np.abs(np.diff(light, axis=axis))
        softer = np.abs(np.diff(cv2.blur(light, window), axis=axis))
        lost = np.maximum(0.0, steps - softer).sum()
        found.append(float(lost / max(1e-6, steps.sum())))
    return min(found)


class Picker:
    """Chooses the pictures worth keeping.

    Args:
        detector: Finds dice.
        sharp: Least sharpness; larger keeps fewer, sharper pictures. 0 keeps all.
    """

    def __init__(self, detector: Detector, sharp: float = SHARP) -> None:
        self._detector = detector
        self._sharp = sharp

    def look(self, image: Image, store: Store, face: str, *, several: bool = False) -> Pick:
        """Say whether a picture is worth keeping as a face.

        Args:
            image: `(H, W, 3)` uint8 BGR.
            store: What was kept before.
            face: The face it would be kept as.
            several: Whether the largest die may have rivals.
        """
        boxes = likely_dice(self._detector.detect(image))
        if not boxes:
            return Pick(Hint.NO_DIE)
        best = boxes[0]
        if _side(best) < LEAST_PX:
            return Pick(Hint.SMALL, best)
        if not several and len(boxes) > 1 and _side(boxes[1]) > RIVAL * _side(best):
            return Pick(Hint.SEVERAL, best)
        if self._sharp and sharpness_of(image, best) < self._sharp:
            return Pick(Hint.BLURRED, best)
        if store.knows(image, best.xyxy, face):
            return Pick(Hint.KNOWN, best)
        return Pick(Hint.KEPT, best)


def likely_dice(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes that are likely dice, the largest first.

    A detector that looks for every die also gives large boxes it hardly believes in itself.
    """
    if not boxes:
        return []
    surest = max(box.confidence for box in boxes)
    least = min(surest, max(SURE, CLOSE_SURE * surest))
    found = [box for box in boxes if box.confidence >= least]
    return sorted(found, key=lambda box: -_side(box))


def _side(box: Box) -> float:
    return max(box.width, box.height)


def face_in_name(photo: Path, root: Path) -> str:
    """Return the face that a photo's folder or file name says; empty when it says none.

    Args:
        photo: The photo.
        root: The folder that was named: folders below it are faces; without folders below it,
            the file names are.
    """
    if photo.parent != root and root in photo.parents:
        return photo.relative_to(root).parts[0]
    stem = _TAIL.sub("", photo.stem)
    plain = slug(stem)
    if not plain:
        # Only digits: `3.jpg` names a face, `20261130_114501.jpg` a time.
        return photo.stem if re.fullmatch(r"[1-6]", photo.stem) else ""
    return "" if plain in _CAMERA_NAMES else stem


def photos_below(roots: Sequence[Path]) -> Iterator[tuple[Path, Path]]:
    """Yield photos with the root they lie below, two levels deep, in order of their names.

    Raises:
        SourceNotFoundError: A path does not exist, or there is no photo.
    """
    for root in roots:
        if root.is_file():
            yield root, root.parent
            continue
        if not root.is_dir():
            msg = f"{root}: no such file or folder"
            raise SourceNotFoundError(msg)
        entries = sorted(root.iterdir()) + sorted(root.glob("*/*"))
        found = [path for path in entries if path.is_file() and is_photo(path)]
        if not found:
            msg = f"{root}: no photo in this folder; expected files such as .jpg, .png, .webp"
            raise SourceNotFoundError(msg)
        yield from ((path, root) for path in found)


def collect_photos(
    photos: Iterable[tuple[Path, Path]],
    store: Store,
    picker: Picker,
    reading: Callable[[str], str],
    session: str,
    face: str = "",
    *,
    several: bool = False,
) -> Iterator[Collected]:
    """Take photos into a store; the caller saves it.

    Args:
        photos: Photos with the root they were found below.
        store: Where they go.
        picker: Finds the die and judges.
        reading: Turns a name into a reader class.
        session: Session they belong to.
        face: The face they all show; empty to go by their names.
        several: Whether photos with several dice are taken, by their largest die.

    Yields:
        What became of each.
    """
    for path, root in photos:
        name = face or face_in_name(path, root)
        shown = reading(name) if name else UNNAMED
        try:
            image = load_photo(path)
        except SightError as error:
            yield Collected(path, shown, Hint.NO_DIE, str(error))
            continue
        pick = picker.look(image, store, shown, several=several)
        if pick.hint is Hint.KEPT and pick.box is not None:
            trust = CONFIRMED if name else GUESSED
            die = LabelledDie(pick.box.xyxy, shown, trust)
            store.add(image, [die], session, "photos", path.name)
        yield Collected(path, shown, pick.hint)


def keep(store: Store, image: Image, box: Box, face: str, session: str, origin: str) -> None:
    """Take a picture that a person or a game has named into a store; the caller saves it.

    Args:
        store: Where it goes.
        image: `(H, W, 3)` uint8 BGR.
        box: The die.
        face: Reader class of its face.
        session: Session it belongs to.
        origin: `camera` or `correction`.
    """
    store.add(image, [LabelledDie(box.xyxy, face, CONFIRMED)], session, origin)
