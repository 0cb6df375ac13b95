"""Gathers the crops of taught dice from their stores and shows them to the shipped reader.

It puts photos, reader and corner network together; it fits nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from dicecam.dice import OTHER, UNREADABLE
from dicecam.errors import LearnError
from dicecam.learn.collect import UNNAMED
from dicecam.learn.dice_sets import DiceSet
from dicecam.learn.fewshot import Seen
from dicecam.learn.store import open_store
from dicecam.learn.views import views
from dicecam.vision.crops import crop_square
from dicecam.vision.model import Model
from dicecam.vision.onnx_reader import OnnxReader
from dicecam.vision.taught import face_crops
from dicecam.vision.topface import Corners, Crops, FaceFinder

VIEWS = 24
"""Views of each photo that rows are fitted on; more cost time and gain little."""
MOST_VIEWS = 1800
"""All views together: of many photos fewer views each are needed."""
LEAST_VIEWS = 4


@dataclass(frozen=True, slots=True)
class Lesson:
    """What is to be taught.

    Attributes:
        faces: Reader classes, those of the shipped reader first, then the new ones.
        known: Number of classes of the shipped reader.
        crops: `(n, side, side, 3)` uint8 BGR, what the finder of top faces sees.
        corners: `(n, 4, 2)` corners of the top faces, px.
        features: `(n, views, features)` descriptions of views of the top faces, the plain one
            first.
        shares: `(n, known)` what the shipped reader says.
        labels: `(n,)` index of the right face.
        sessions: Session of each crop.
        photos: Photo of each crop.
        sizes: `(n,)` longer side of the die in its photo, px.
    """

    faces: tuple[str, ...]
    known: int
    crops: Crops
    corners: Corners
    features: npt.NDArray[np.float32]
    shares: npt.NDArray[np.float32]
    labels: npt.NDArray[np.int64]
    sessions: tuple[str, ...]
    photos: tuple[str, ...]
    sizes: npt.NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def taught(self) -> tuple[str, ...]:
        """The faces that crops are there for, in the order of their columns."""
        return tuple(self.faces[label] for label in np.unique(self.labels))

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Columns of the shipped reader that name no face."""
        known = self.faces[: self.known]
        return tuple(n for n, face in enumerate(known) if face in (OTHER, UNREADABLE))

    def plain(self, chosen: npt.NDArray[np.int64] | None = None) -> Seen:
        """Return crops as they are seen in play, one view each."""
        at = np.arange(len(self)) if chosen is None else chosen
        return Seen(self.shares[at], self.features[at, 0], self.labels[at])

    def varied(self, chosen: npt.NDArray[np.int64] | None = None) -> Seen:
        """Return many views of crops, to fit rows on."""
        at = np.arange(len(self)) if chosen is None else chosen
        count = self.features.shape[1]
        features = self.features[at].reshape(len(at) * count, -1)
        return Seen(
            np.repeat(self.shares[at], count, 0), features, np.repeat(self.labels[at], count)
        )


def part_of(lesson: Lesson, chosen: npt.NDArray[np.int64]) -> Lesson:
    """Return some crops of a lesson."""
    return replace(
        lesson,
        crops=lesson.crops[chosen],
        corners=lesson.corners[chosen],
        features=lesson.features[chosen],
        shares=lesson.shares[chosen],
        labels=lesson.labels[chosen],
        sessions=tuple(lesson.sessions[k] for k in chosen),
        photos=tuple(lesson.photos[k] for k in chosen),
        sizes=lesson.sizes[chosen],
    )


def gather(
    sets: Sequence[DiceSet], model: Model, on_photo: Callable[[float], bool] | None = None
) -> Lesson:
    """Read the photos of dice sets.

    Args:
        sets: What is to be taught.
        model: The shipped model.
        on_photo: Told the share done, 0 to 1; False ends it early.

    Raises:
        LearnError: A set has no photos, or faces that nobody has named.
        DataSetError: A photo is gone or was changed.
    """
    spec = model.reader
    known = spec.classes
    faces = list(known)
    crops, labels, sessions, photos, sizes = [], [], [], [], []
    stores = [(dice, open_store(dice.photos)) for dice in sets]
    total = max(1, sum(len(store.pictures) for _, store in stores))
    done = 0
    for dice, store in stores:
        if not len(store):
            msg = f"{dice.name}: no photos yet; `dicecam learn collect --set {dice.id} ...` first"
            raise LearnError(msg)
        if count := store.counts().get(UNNAMED, 0):
            msg = f"{dice.name}: {count} photos are not named; name them or remove them first"
            raise LearnError(msg)
        for picture in store.pictures:
            image = store.load(picture)
            for die in picture.dice:
                if die.face not in faces:
                    faces.append(die.face)
                crops.append(crop_square(image, die.box, spec.input_px, spec.crop_scale))
                labels.append(faces.index(die.face))
                sessions.append(f"{dice.id}/{picture.session}")
                photos.append(f"{dice.id}/{picture.file}")
                sizes.append(max(die.box[2] - die.box[0], die.box[3] - die.box[1]))
            done += 1
            if on_photo is not None and not on_photo(done / total):
                break
    # The finder sees what it will see in play, where only the reader's crops are left.
    images = face_crops(np.stack(crops), spec.crop_scale)
    reader, finder = OnnxReader(spec), FaceFinder(spec.finder)
    corners = finder.corners(images)
    return Lesson(
        faces=tuple(faces),
        known=len(known),
        crops=images,
        corners=corners,
        features=_described(images, corners, finder),
        shares=reader.probabilities(np.stack(crops)),
        labels=np.array(labels, np.int64),
        sessions=tuple(sessions),
        photos=tuple(photos),
        sizes=np.array(sizes, np.float32),
    )


def _described(crops: Crops, corners: Corners, finder: FaceFinder) -> npt.NDArray[np.float32]:
    """Return descriptions `(n, views, features)` of many views of top faces."""
    count = max(LEAST_VIEWS, min(VIEWS, MOST_VIEWS // len(crops)))
    described = [
        finder.describe_faces(views(crop, at, count, np.random.default_rng([7, number])))
        for number, (crop, at) in enumerate(zip(crops, corners, strict=True))
    ]
    return np.stack(described)
