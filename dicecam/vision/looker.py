"""From a picture to the readings worth reporting: detector, reader and colour in one call.

It knows the parts by their protocols only, and no game: which colours to choose among is set
from outside when a game starts.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, runtime_checkable

from dicecam.dice import OTHER
from dicecam.sight import Box, Detector, Image, Reader, SeenFace
from dicecam.vision._onnx import OnnxNetwork
from dicecam.vision.colour import ColourJudge, Lab, taught
from dicecam.vision.model import Model, Reporting, find_model
from dicecam.vision.one_part import REPORTING, load_one_part
from dicecam.vision.onnx_detector import LIVE_POLICY, PHOTO_POLICY, LookPolicy, OnnxDetector
from dicecam.vision.onnx_reader import (
    LIVE_VOTES,
    PHOTO_VOTES,
    STEADY_VOTES,
    OnnxReader,
    load_network,
)

Region = tuple[float, float, float, float]
"""A part of a picture: x1, y1, x2, y2 from 0 to 1."""

SURE_TAUGHT = 0.95
"""From this confidence on a taught face speaks for its box."""

STEADY_POLICY = replace(LIVE_POLICY, long_side_px=864, close_side_px=PHOTO_POLICY.close_side_px)
"""For running pictures in which nothing moves. Dice held close to the camera take a coarse look. On rendered clips in the styles of training it
boxes 14 of the 16 resting dice of 348 that the faster look overlooks."""

HALF = 0.5
"""From this confidence on a face is likelier than all else together."""

WHOLE: Region = (0.0, 0.0, 1.0, 1.0)
"""All of a picture."""


class BodyColours(Protocol):
    """Names the body colour of dice that were found."""

    candidates: tuple[str, ...]

    def judge(
        self, image: Image, boxes: Sequence[Box]
    ) -> tuple[tuple[tuple[str, float], ...], ...]:
        """Return for each box the colours with their confidence, best first."""
        ...


@runtime_checkable
class FaceChooser(Protocol):
    """A reader that can be told which faces to choose among."""

    def expect_faces(self, faces: Iterable[str]) -> None:
        """Choose among these faces from now on; none for all."""
        ...


@dataclass(frozen=True, slots=True)
class Timing:
    """How long the parts of one look took, ms.

    Attributes:
        detect: Finding the dice.
        read: Reading their faces.
        colour: Naming their colours.
    """

    detect: float
    read: float
    colour: float

    @property
    def total(self) -> float:
        """All of it, ms."""
        return self.detect + self.read + self.colour


@dataclass(frozen=True, slots=True)
class Looked:
    """What one look at a picture gave.

    Attributes:
        faces: The readings reported.
        left_out: Readings below the reporting thresholds, and `other`.
        ms: How long it took.
    """

    faces: tuple[SeenFace, ...]
    left_out: tuple[SeenFace, ...]
    ms: Timing


class DiceLooker:
    """Detector, reader and colour together.

    Attributes:
        region: The part of the picture that is the table, x1, y1, x2, y2 from 0 to 1; dice are
            looked for there only, which is faster and finds smaller ones.

    Args:
        detector: Finds the dice.
        reader: Reads their faces.
        colours: Names their colours; None to leave them unknown.
        reporting: Thresholds for what is reported.
        steady: Finds the dice of a table at rest, more thoroughly; None for the same detector.
        steady_reader: Reads their faces; None for the same reader.
    """

    def __init__(
        self,
        detector: Detector,
        reader: Reader,
        colours: BodyColours | None,
        reporting: Reporting,
        steady: Detector | None = None,
        steady_reader: Reader | None = None,
    ) -> None:
        self.detector = detector
        self.steady = steady or detector
        self.steady_reader = steady_reader or reader
        self.reader = reader
        self.colours = colours
        self.reporting = reporting
        self.region: Region = WHOLE

    def look(self, image: Image) -> tuple[SeenFace, ...]:
        """Return the dice reported for an image `(H, W, 3)` uint8 BGR."""
        return self.look_closely(image).faces

    def look_closely(self, image: Image) -> Looked:
        """Return what is reported, what is left out and how long it took.

        Args:
            image: `(H, W, 3)` uint8 BGR.
        """
        return self._looked(image, self.detector, self.reader)

    def look_steadily(self, image: Image) -> Looked:
        """Return the same for a table at rest: dice are looked for more thoroughly.

        Args:
            image: `(H, W, 3)` uint8 BGR.
        """
        return self._looked(image, self.steady, self.steady_reader)

    def _looked(self, image: Image, detector: Detector, reader: Reader) -> Looked:
        """Return what a look with a detector and a reader gives."""
        start = time.perf_counter()
        boxes = self._boxes(image, detector)
        found = time.perf_counter()
        faces = reader.read(image, boxes)
        reported = [face for face in faces if self._is_reported(face)]
        left_out = tuple(face for face in faces if not self._is_reported(face))
        read = time.perf_counter()
        if self.colours is not None and reported:
            judged = self.colours.judge(image, [face.box for face in reported])
            reported = [
                _coloured(face, colours) for face, colours in zip(reported, judged, strict=True)
            ]
        end = time.perf_counter()
        timing = Timing((found - start) * 1e3, (read - found) * 1e3, (end - read) * 1e3)
        return Looked(tuple(reported), left_out, timing)

    def expect_colours(self, candidates: Iterable[str]) -> None:
        """Choose among these colours from now on, such as those of the dice of a game."""
        if self.colours is not None:
            self.colours.candidates = tuple(candidates)

    def expect_faces(self, faces: Iterable[str]) -> None:
        """Choose among these faces from now on, such as those of the dice of a game."""
        names = tuple(faces)
        for reader in (self.reader, self.steady_reader):
            if isinstance(reader, FaceChooser):
                reader.expect_faces(names)

    def _boxes(self, image: Image, detector: Detector) -> tuple[Box, ...]:
        """Return the dice found in the region, in px of the whole picture."""
        if self.region == WHOLE:
            return detector.detect(image)
        height, width = image.shape[:2]
        left, top = round(self.region[0] * width), round(self.region[1] * height)
        right, bottom = round(self.region[2] * width), round(self.region[3] * height)
        part = image[top:bottom, left:right]
        if part.size == 0:
            return ()
        return tuple(
            replace(box, x1=box.x1 + left, y1=box.y1 + top, x2=box.x2 + left, y2=box.y2 + top)
            for box in detector.detect(part)
        )

    def _is_reported(self, face: SeenFace) -> bool:
        """Tell whether a reading is sure enough and no `other`."""
        if face.face == OTHER or face.confidence < self.reporting.min_confidence:
            return False
        sure = face.box.confidence
        if face.face in self.reporting.taught and face.confidence >= SURE_TAUGHT:
            sure = 1.0
        if sure < self.reporting.min_box or sure * face.confidence < self.reporting.min_product:
            return False
        most = self.reporting.max_other
        if face.confidence >= HALF:
            most = max(most, self.reporting.half_other)
        return dict(face.others).get(OTHER, 0.0) <= most


def load_looker(
    name: str = "default",
    policy: LookPolicy = PHOTO_POLICY,
    threads: int | None = None,
    model: Model | None = None,
    own_colours: Mapping[str, Lab] | None = None,
) -> DiceLooker:
    """Build the looker of a model on disk.

    Call it in the thread that will use it.

    Args:
        name: Name or folder of the model, or a user's own one-part model as an `.onnx` file.
        policy: How closely pictures are looked at.
        threads: Threads to use; None for a sensible number.
        model: A model that was found already; it overrules the name.
        own_colours: How the user's own dice look in daylight, by colour name.

    Raises:
        ModelMissingError: No such model, or a file of it is missing or another one.
        ModelClassesError: A file does not fit the model's description.
    """
    if model is None and name.lower().endswith(".onnx"):
        own = load_one_part(Path(name), threads)
        return DiceLooker(own, own, ColourJudge(references=taught(own_colours or {})), REPORTING)
    model = model or find_model(name)
    live = policy is LIVE_POLICY
    network, naming = OnnxNetwork(model.detector.path, threads), load_network(model.reader, threads)
    return DiceLooker(
        OnnxDetector(model.detector, policy, network),
        OnnxReader(model.reader, LIVE_VOTES if live else PHOTO_VOTES, naming),
        ColourJudge(references=taught(own_colours or {})),
        model.reporting,
        OnnxDetector(model.detector, STEADY_POLICY, network) if live else None,
        OnnxReader(model.reader, STEADY_VOTES, naming) if live else None,
    )


def _coloured(face: SeenFace, colours: tuple[tuple[str, float], ...]) -> SeenFace:
    """Return a reading with the judged colours, best first."""
    (name, confidence), *rest = colours
    return replace(face, colour=name, colour_confidence=confidence, other_colours=tuple(rest))
