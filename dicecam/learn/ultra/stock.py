"""What a network is fine-tuned on: photos of the new dice, rendered scenes, and both in one.

Scenes hold everything the shipped model knows, so that it is not forgotten. In a part of them the
top faces of dice are covered with faces cut out of the photos: a new face then lies in other
light, at other angles and sizes than five photos can show. It knows stores and scenes; no torch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from dicecam.learn.data.build import CropCollector
from dicecam.learn.data.scenes import LEAST_READ_PX, LEAST_VISIBLE, MIX
from dicecam.learn.data.store import (
    CROP_MARGIN,
    CROP_PX,
    DIE,
    IGNORED,
    Crops,
    Picture,
)
from dicecam.learn.dice_sets import DiceSet
from dicecam.learn.lesson import Lesson
from dicecam.learn.store import open_store
from dicecam.sight import Image
from dicecam.synth import Scene, render_scene
from dicecam.synth.scene import SceneDie
from dicecam.vision.topface import straighten

FACE_PX = 96
"""Side of a face that is cut out of a photo, px."""
LEAST_EDGE_PX = 14.0
"""On smaller dice a pasted face could not be told."""
WHOLE = 0.9
"""Least share of a top face that is seen for another one to be pasted on it."""
PASTED_SHARE = 0.7
"""Share of those top faces that are covered."""


@dataclass(frozen=True, slots=True)
class Stock:
    """Pictures with everything that is known of them.

    Attributes:
        crops: Crops of the dice for the reader.
        pictures: Whole pictures for the detector.
    """

    crops: Crops
    pictures: tuple[Picture, ...]


def photo_stock(sets: Sequence[DiceSet], lesson: Lesson) -> Stock:
    """Return the photos of dice sets, in the order `gather` read them in.

    Args:
        sets: The dice sets.
        lesson: What `gather` made of them.
    """
    collected, pictures = CropCollector(), []
    places = _wider(lesson)
    for dice in sets:
        store = open_store(dice.photos)
        for picture in store.pictures:
            image = store.load(picture)
            for die in picture.dice:
                collected.add(image, die.box, int(lesson.labels[len(collected.labels)]))
            pictures.append(_picture(image, [(die.box, DIE) for die in picture.dice]))
    collected.corners = list(places)
    return Stock(_crops(collected, lesson.faces), tuple(pictures))


def _wider(lesson: Lesson) -> npt.NDArray[np.float32]:
    """Return the corners of a lesson in px of stored crops, which show more."""
    seen = CROP_PX / CROP_MARGIN
    return lesson.corners * np.float32(seen / lesson.crops.shape[1]) + np.float32(
        (CROP_PX - seen) / 2
    )


def cut_faces(crops: Crops) -> npt.NDArray[np.uint8]:
    """Return the top faces of crops laid straight, `(n, FACE_PX, FACE_PX, 3)` uint8 BGR."""
    return straighten(crops.images, crops.corners, FACE_PX, 0.94)


def scene_stock(
    seeds: Sequence[int],
    faces: tuple[str, ...],
    on_scene: Callable[[float], bool],
    pasted: tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]] | None = None,
) -> Stock:
    """Render scenes of everything that is known.

    Args:
        seeds: One for each scene.
        faces: Reader classes; labels are places among them.
        on_scene: Told the share done; False ends it early.
        pasted: Faces `(n, FACE_PX, FACE_PX, 3)` to paste and their labels `(n,)`; None for none.
    """
    collected, pictures = CropCollector(), []
    shares = np.array([share for _, _, share in MIX])
    for done, seed in enumerate(seeds, 1):
        rng = np.random.default_rng([seed, 5])
        _, recipe, _ = MIX[int(rng.choice(len(MIX), p=shares / shares.sum()))]
        scene = render_scene(seed, recipe)
        image = scene.image.copy()
        for die, label in _labelled(scene, faces, image, pasted, rng):
            corners = die.corners if die.flat else None
            collected.add(image, die.box, label, corners, scene.elevation_deg, die.axes)
        boxes = [(d.box, DIE if d.visible >= LEAST_VISIBLE else IGNORED) for d in scene.dice]
        pictures.append(_picture(image, boxes))
        if not on_scene(done / len(seeds)):
            break
    return Stock(_crops(collected, faces), tuple(pictures))


def _labelled(
    scene: Scene,
    faces: tuple[str, ...],
    image: Image,
    pasted: tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]] | None,
    rng: np.random.Generator,
) -> Iterator[tuple[SceneDie, int]]:
    """Yield the dice worth reading with their labels; cover some with pasted faces."""
    for die in scene.dice:
        if max(die.box[2] - die.box[0], die.box[3] - die.box[1]) < LEAST_READ_PX:
            continue
        whole = die.flat and die.top_visible > WHOLE and die.size_px >= LEAST_EDGE_PX
        if pasted is not None and whole and rng.random() < PASTED_SHARE:
            number = int(rng.integers(len(pasted[1])))
            paste(image, die.corners, np.rot90(pasted[0][number], int(rng.integers(4))))
            yield die, int(pasted[1][number])
        elif die.face in faces:
            yield die, faces.index(die.face)


def paste(image: Image, corners: Sequence[tuple[float, float]], face: Image) -> None:
    """Cover the top face of a die in a picture with another one, in the light that falls on it.

    Args:
        image: `(H, W, 3)` uint8 BGR; changed in place.
        corners: Corners of the top face, clockwise, px.
        face: `(side, side, 3)` uint8 BGR, laid straight.
    """
    side = face.shape[0]
    own = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    middle = np.mean(corners, axis=0)
    # A little inside of the corners: edges are rounded.
    there = ((np.asarray(corners) - middle) * 0.9 + middle).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(own, there)
    size = (image.shape[1], image.shape[0])
    laid = cv2.warpPerspective(np.ascontiguousarray(face), matrix, size, flags=cv2.INTER_AREA)
    soft = np.zeros((side, side), np.float32)
    rim = max(1, side // 16)
    soft[rim:-rim, rim:-rim] = 1.0
    blurred = cv2.GaussianBlur(soft, (0, 0), rim)
    cover = cv2.warpPerspective(blurred, matrix, size, flags=cv2.INTER_LINEAR)[..., None]
    inside = cover[..., 0] > 0.5
    if not inside.any():
        return
    # Bodies are brighter than most of what is drawn on them: their light is compared.
    light = np.percentile(image[inside].mean(1), 80) / max(
        1.0, float(np.percentile(laid[inside].mean(1), 80))
    )
    lit = np.clip(laid.astype(np.float32) * np.clip(light, 0.3, 2.5), 0, 255)
    image[:] = np.rint(image * (1 - cover) + lit * cover).astype(np.uint8)


def _picture(image: Image, boxes: Sequence[tuple[tuple[float, ...], int]]) -> Picture:
    height, width = image.shape[:2]
    scale = np.array([width, height, width, height], np.float32)
    edges = np.array([box for box, _ in boxes], np.float32).reshape(-1, 4) / scale
    return Picture(image, edges, np.array([kind for _, kind in boxes], np.int64))


def _crops(collected: CropCollector, faces: tuple[str, ...]) -> Crops:
    return Crops(
        np.stack(collected.images),
        np.array(collected.labels, np.int64),
        faces,
        np.array(collected.sizes, np.float32),
        np.stack(collected.corners),
        np.array(collected.elevations, np.float32),
        np.stack(collected.axes),
    )
