"""Leads one dice set from photos to a lesson: collect, name, review. Command line and window share it.

It holds the set, its photos and the detector together and keeps them in step; training, guard and
models are elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from dicecam.errors import LearnError
from dicecam.learn.collect import (
    UNNAMED,
    Collected,
    Hint,
    Pick,
    Picker,
    collect_photos,
    keep,
    photos_below,
)
from dicecam.learn.dice_sets import (
    DESCRIPTION,
    DiceSet,
    SetFace,
    find_set,
    names_of,
    new_set,
    reading_for,
    sets_folder,
    with_face,
    write_set,
)
from dicecam.learn.files import slug
from dicecam.learn.icons import make_icons, own_icon
from dicecam.learn.imports import DataSet, take_over
from dicecam.learn.store import CONFIRMED, GUESSED, LabelledDie, Store, open_store
from dicecam.sight import Detector, Image
from dicecam.vision.crops import crop_square
from dicecam.vision.model import SHIPPED, find_model
from dicecam.vision.photos import load_photo
from dicecam.vision.topface import FaceFinder

THUMB_SCALE = 1.3
"""Side of a thumbnail in lengths of the longer side of the die's box."""
ENOUGH = 5
"""Photos of a face from which on teaching it is worth while."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A die among the photos of a set.

    Attributes:
        file: Its photo, below the store's folder.
        number: Which die of the photo it is.
        face: Reader class it is labelled with.
        sure: Whether a person said so.
    """

    file: str
    number: int
    face: str
    sure: bool


def session_now() -> str:
    """Return a name for photos that are taken together now."""
    return datetime.now().strftime("%Y-%m-%d %H:%M")


class Course:
    """A dice set that is being taught.

    Args:
        name: Name of the set; a set of this name is gone on with, else a new one begins.
        detector: Finds the die in photos; None when nothing is to be collected.
        folder: Folder of all sets; None for the user's.

    Attributes:
        dice: The set as it is now.
        store: Its photos.

    Raises:
        LearnError: The name has no letter or digit, or is kept for the program.
        DataSetError: The set's description or its list of photos cannot be read.
    """

    def __init__(
        self, name: str, detector: Detector | None = None, folder: Path | None = None
    ) -> None:
        folder = folder or sets_folder()
        begun = (folder / (slug(name) or "-") / DESCRIPTION).is_file()
        self.dice: DiceSet = find_set(name, folder) if begun else new_set(name, folder)
        self.store: Store = open_store(self.dice.photos)
        self._picker = Picker(detector) if detector is not None else None

    # Collecting.

    def reading(self, text: str) -> str:
        """Return the reader class of a name; a name that is new becomes a face of the set.

        Raises:
            LearnError: The name has no letter or digit, or is kept for the program.
        """
        reading = reading_for(self.dice, text)
        if reading not in self.dice.readings:
            self.dice = with_face(self.dice, SetFace(reading, text.strip()))
        return reading

    def collect(
        self,
        paths: Sequence[Path],
        face: str = "",
        session: str = "",
        *,
        several: bool = False,
    ) -> Iterator[Collected]:
        """Take photos from files and folders; `save` makes it last.

        Args:
            paths: Photos and folders of photos.
            face: What they all show; empty to go by folder and file names.
            session: Session they belong to; empty for one of now.
            several: Whether photos with several dice are taken, by their largest die.

        Raises:
            SourceNotFoundError: A path does not exist, or a folder holds no photo.
        """
        photos = list(photos_below(paths))
        yield from collect_photos(
            photos,
            self.store,
            self._needed_picker(),
            self.reading,
            session or session_now(),
            face,
            several=several,
        )

    def watch(
        self, pictures: Iterable[Image], face: str, session: str, most: int
    ) -> Iterator[tuple[Hint, int]]:
        """Take pictures of one face from a camera or clip until there are enough.

        Args:
            pictures: `(H, W, 3)` uint8 BGR, one after the other.
            face: Name of the face.
            session: Session they belong to.
            most: How many to keep.

        Yields:
            What was thought of each picture, and how many were kept so far.
        """
        kept = 0
        for image in pictures:
            pick = self.look(image, face)
            if pick.hint is Hint.KEPT:
                self.keep(image, pick, face, session)
                kept += 1
            yield pick.hint, kept
            if kept >= most:
                return

    def look(self, image: Image, face: str) -> Pick:
        """Say whether a picture is worth keeping as a face; an empty face is not named yet."""
        shown = self.reading(face) if face else UNNAMED
        return self._needed_picker().look(image, self.store, shown)

    def keep(
        self, image: Image, pick: Pick, face: str, session: str, origin: str = "camera"
    ) -> None:
        """Keep a picture that was found worth it; `save` makes it last."""
        if pick.box is None:
            return
        if face:
            keep(self.store, image, pick.box, self.reading(face), session, origin)
        else:
            die = LabelledDie(pick.box.xyxy, UNNAMED, GUESSED)
            self.store.add(image, [die], session, origin)

    def take_over(self, data: DataSet, session: str = "") -> int:
        """Take over a checked data set of another tool and save; return how many dice it added."""
        before = self.dice
        try:
            added = take_over(data, self.store, self.reading, session)
        except LearnError:
            self.dice = before
            raise
        self.save()
        return added

    def _needed_picker(self) -> Picker:
        if self._picker is None:
            msg = "collecting photos needs a detector; open the course with one"
            raise LearnError(msg)
        return self._picker

    # Reviewing.

    def kept(self) -> tuple[Kept, ...]:
        """Return all dice, those without a name first, then face by face."""
        dice = [
            Kept(picture.file, number, die.face, die.trust == CONFIRMED)
            for picture in self.store.pictures
            for number, die in enumerate(picture.dice)
        ]
        order = {face: at for at, face in enumerate((UNNAMED, *self.dice.readings))}
        return tuple(sorted(dice, key=lambda one: order.get(one.face, len(order))))

    def counts(self) -> dict[str, int]:
        """Return how many photos each face has, by reader class; unnamed ones too, if any."""
        counted = self.store.counts()
        named = {face: counted.get(face, 0) for face in self.dice.readings}
        return named | {face: n for face, n in counted.items() if n and face not in named}

    def names(self) -> dict[str, str]:
        """Return what each reader class is called."""
        return names_of(self.dice.faces)

    def few(self) -> tuple[str, ...]:
        """Return the faces that have fewer photos than is good."""
        return tuple(face for face in self.dice.readings if self.counts().get(face, 0) < ENOUGH)

    def thumbnail(self, die: Kept, side_px: int) -> Image:
        """Return a die as a picture `(side_px, side_px, 3)` uint8 BGR.

        Raises:
            DataSetError: The photo is gone.
        """
        picture = next(p for p in self.store.pictures if p.file == die.file)
        box = picture.dice[die.number].box
        return crop_square(self.store.load(picture), box, side_px, THUMB_SCALE)

    def rename(self, die: Kept, name: str) -> None:
        """Say what a die shows; `save` makes it last."""
        self.store.rename(die.file, die.number, self.reading(name))

    def remove(self, dice: Iterable[Kept]) -> None:
        """Take dice out; `save` makes it last."""
        for die in sorted(dice, key=lambda one: -one.number):
            self.store.remove(die.file, die.number)

    def call(self, reading: str, name: str) -> None:
        """Give a face another name for people; `save` makes it last.

        Raises:
            LearnError: The set has no such face, or the name is empty or taken.
        """
        face = next((face for face in self.dice.faces if face.reading == reading), None)
        taken = self.dice.face(name)
        if face is None or not name.strip() or (taken is not None and taken != face):
            msg = f"face: expected another name for one of {', '.join(self.dice.readings)}"
            raise LearnError(msg)
        self.dice = with_face(self.dice, replace(face, name=name.strip()))

    def own_icon(self, name: str, path: Path) -> None:
        """Give a face a picture of the user's as its icon; it is saved at once.

        Args:
            name: Name of the face.
            path: The picture.

        Raises:
            LearnError: The set has no such face, or the disk is full.
            SourceNotFoundError: The picture cannot be read.
        """
        face = self.dice.face(name)
        self.dice = own_icon(self.dice, face.reading if face else name, load_photo(path))

    def save(self) -> None:
        """Write photos and description; faces with neither photo nor icon are forgotten.

        Raises:
            LearnError: The disk is full, or another program changed the set meanwhile.
        """
        used = {face for face, count in self.store.counts().items() if count}
        faces = tuple(face for face in self.dice.faces if face.reading in used or face.icon)
        here = {face.reading for face in faces}
        faces = tuple(
            face if face.opposite in here else replace(face, opposite="") for face in faces
        )
        self.dice = replace(self.dice, faces=faces)
        self.store.faces = tuple(face for face in self.store.faces if face in used)
        self.store.save()
        write_set(self.dice)

    def finish(self) -> DiceSet:
        """Save, cut an icon for each face that has none, and return the set.

        Raises:
            LearnError: There are photos without a name, or the disk is full.
        """
        if not len(self.store):
            msg = f"{self.dice.name}: no photos yet; collect some first"
            raise LearnError(msg)
        if count := self.store.counts().get(UNNAMED, 0):
            msg = f"{self.dice.name}: {count} photos are not named; name them or remove them first"
            raise LearnError(msg)
        self.save()
        finder = FaceFinder(find_model(SHIPPED).reader.finder)
        self.dice = make_icons(self.dice, self.store, finder)
        return self.dice
