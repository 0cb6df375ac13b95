"""Gives taught faces icons: cut out of their best photos, or pictures of the user's.

It knows photos and corners; what the pictures are used for is said elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dicecam.errors import LearnError
from dicecam.learn.collect import sharpness_of
from dicecam.learn.dice_sets import ICONS, DiceSet, with_face, write_set
from dicecam.learn.files import slug, write_bytes
from dicecam.learn.store import LabelledDie, Store, StoredPicture
from dicecam.sight import Box, Image
from dicecam.vision._cv2 import cv2
from dicecam.vision.crops import crop_square
from dicecam.vision.topface import CROP_PX, CROP_SCALE, Crops, FaceFinder, straighten

ICON_PX = 128
"""Side of an icon, px."""
LOOKED_AT = 6
"""Photos of a face that are compared."""


def make_icons(dice: DiceSet, store: Store, finder: FaceFinder) -> DiceSet:
    """Give every face that has photos and no icon one, and write the set.

    Args:
        dice: The set.
        store: Its photos.
        finder: Finds top faces.

    Returns:
        The set with icons.

    Raises:
        LearnError: An icon cannot be written.
        DataSetError: A photo is gone.
    """
    faces = []
    for face in dice.faces:
        picture = None if face.icon else _picture(face.reading, store, finder)
        if picture is not None:
            name = f"{ICONS}/{slug(face.reading) or 'face'}.png"
            write_bytes(dice.folder / name, cv2.imencode(".png", picture)[1].tobytes())
            face = replace(face, icon=name)
        faces.append(face)
    made = replace(dice, faces=tuple(faces))
    write_set(made)
    return made


def own_icon(dice: DiceSet, reading: str, picture: Image) -> DiceSet:
    """Give a face a picture of the user's as its icon, and write the set.

    Args:
        dice: The set.
        reading: Reader class of the face.
        picture: `(H, W, 3)` uint8 BGR; the middle of a longer one is cut off at its ends.

    Raises:
        LearnError: The set has no such face, or the icon cannot be written.
    """
    known = {face.reading: face for face in dice.faces}
    if reading not in known:
        msg = f"icon: expected one of the faces {', '.join(known) or 'none yet'}, got {reading!r}"
        raise LearnError(msg)
    height, width = picture.shape[:2]
    side = min(height, width)
    top, left = (height - side) // 2, (width - side) // 2
    square = picture[top : top + side, left : left + side]
    small = cv2.resize(square, (ICON_PX, ICON_PX), interpolation=cv2.INTER_AREA)
    name = f"{ICONS}/{slug(reading) or 'face'}.png"
    write_bytes(dice.folder / name, cv2.imencode(".png", small)[1].tobytes())
    made = with_face(dice, replace(known[reading], icon=name))
    write_set(made)
    return made


def _picture(reading: str, store: Store, finder: FaceFinder) -> Crops | None:
    """Return the straightened face of the sharpest of its large photos."""
    found: list[tuple[StoredPicture, LabelledDie]] = [
        (picture, die) for picture in store.pictures for die in picture.dice if die.face == reading
    ]
    found.sort(key=lambda pair: -(pair[1].box[2] - pair[1].box[0]))
    best, most = None, -1.0
    for picture, die in found[:LOOKED_AT]:
        image = store.load(picture)
        sharp = sharpness_of(image, Box(*die.box))
        if sharp > most:
            best, most = (image, die), sharp
    if best is None:
        return None
    image, die = best
    small = crop_square(image, die.box, CROP_PX, CROP_SCALE)
    large_px = 4 * CROP_PX
    large = crop_square(image, die.box, large_px, CROP_SCALE)
    corners = finder.corners(small[None]) * np.float32(large_px / CROP_PX)
    return np.asarray(straighten(large[None], corners, ICON_PX, 1.0)[0], np.uint8)
