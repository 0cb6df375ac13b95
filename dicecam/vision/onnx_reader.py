"""Names the top face of found dice with a YOLO classifier in ONNX.

It knows crops and classes: no colour, no threshold, no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dicecam.dice import OTHER, UNREADABLE
from dicecam.errors import ModelClassesError
from dicecam.sight import Box, Image, SeenFace
from dicecam.vision._onnx import Network, OnnxNetwork, TalkativeNetwork, Tensor
from dicecam.vision.crops import crop_square
from dicecam.vision.model import ReaderSpec
from dicecam.vision.taught import TaughtNetwork, load_head
from dicecam.vision.tilts import CameraMemory, askew_shares
from dicecam.vision.topface import FaceFinder

MAX_BATCH = 32
"""Crops read in one run; more would only take memory."""

TILTS = "tilts"
"""Output of a network that says for each direction how likely a die lies askew if that is upwards."""

HARDLY = 0.02
"""Share of all possible faces together that is hardly any."""

ASKEW_ENOUGH, LEAST_BELIEVED = 0.5, 0.2
"""From the first likelihood on that a die lies askew, its crop is believed to be unreadable; a flat
one is only to the second share."""

RUNNERS_UP = 3
"""How many other faces a reading carries."""

_AGAIN = ((0.885, 0), (1.138, 0), (1.0, 1), (1.0, 2), (1.0, 3))
"""How a die is cut again: zoom and quarter turns. Boxes are never exact, and what only looks like
a face does so the one way up."""


@dataclass(frozen=True, slots=True)
class VotePolicy:
    """When a die is read again, from a smaller, a wider and three turned crops.

    Attributes:
        below: Readings less sure than this are, and the six answers are averaged. 0 for never.
        tells_askew: Whether dice that do not fit the others are called unreadable; dice in motion
            would be, all of them.
        still_camera: Whether one picture after the other comes from a camera that stands still, so
            that what is known of where it stands is kept.
    """

    below: float = 0.95
    tells_askew: bool = True
    still_camera: bool = False


PHOTO_VOTES = VotePolicy()
"""For single photos: thorough."""

LIVE_VOTES = VotePolicy(below=0.8, tells_askew=False)
"""For running pictures, whose next frames vote too."""

STEADY_VOTES = VotePolicy(below=0.8, still_camera=True)
"""For those in which nothing moves."""


class OnnxReader:
    """A reader in ONNX Runtime.

    Args:
        spec: What the model's description says.
        votes: When to look twice.
        network: The network; None to load the file of the spec.
        threads: Threads to use; None for a sensible number.

    Raises:
        ModelClassesError: The file does not fit its description.
    """

    def __init__(
        self,
        spec: ReaderSpec,
        votes: VotePolicy = PHOTO_VOTES,
        network: Network | None = None,
        threads: int | None = None,
    ) -> None:
        self.spec = spec
        self.votes = votes
        self._possible: npt.NDArray[np.bool_] | None = None
        self._memory = CameraMemory() if votes.still_camera else None
        self._network = network or load_network(spec, threads)
        self._tells_askew = (
            votes.tells_askew
            and spec.min_askew < 1
            and {OTHER, UNREADABLE} <= set(spec.classes)
            and isinstance(self._network, TalkativeNetwork)
            and TILTS in self._network.extras
        )
        size, shape = spec.input_px, self._network.input_shape
        if any(given not in (None, size) for given in shape[2:]):
            msg = f"{spec.path}: its input has the shape {shape}, expected {size} x {size} px"
            raise ModelClassesError(msg)
        # The first run checks the shapes and warms the network up.
        self.probabilities(np.zeros((1, size, size, 3), np.uint8))

    def expect_faces(self, faces: Iterable[str]) -> None:
        """Choose among these faces from now on, such as those of the dice of a game.

        `other` and `unreadable` stay possible. No faces, or none this reader knows: all are.

        Args:
            faces: Reader classes; those this reader does not know are passed over.
        """
        wanted = set(faces)
        possible = np.array([name in wanted for name in self.spec.classes])
        aside = np.array([name in (OTHER, UNREADABLE) for name in self.spec.classes])
        self._possible = possible | aside if possible.any() else None
        if isinstance(self._network, TaughtNetwork):
            self._network.expect(self._possible)

    def read(self, image: Image, boxes: Sequence[Box]) -> tuple[SeenFace, ...]:
        """Return one reading for each box, in order; all of them, `other` included.

        Args:
            image: `(H, W, 3)` uint8 BGR, at full resolution.
            boxes: Where the dice are.
        """
        if not boxes:
            return ()
        shares, maps = self._run(self._crops(image, boxes))
        unsure = np.flatnonzero(shares.max(1) < self.votes.below)
        if len(unsure):
            doubted = [boxes[int(index)] for index in unsure]
            again = [self._crops(image, doubted, zoom, turns) for zoom, turns in _AGAIN]
            votes = self.probabilities(np.concatenate(again))
            votes = votes.reshape(len(_AGAIN), len(unsure), -1)
            shares[unsure] = (shares[unsure] + votes.sum(0)) / (1 + len(_AGAIN))
        if maps is not None:
            shares = self._judged(shares, maps, boxes, image.shape[:2])
        if self._possible is not None:
            shares = self._narrowed(shares, self._possible)
        return tuple(self._seen(box, row) for box, row in zip(boxes, shares, strict=True))

    def _crops(
        self, image: Image, boxes: Sequence[Box], zoom: float = 1.0, turns: int = 0
    ) -> npt.NDArray[np.uint8]:
        size, scale = self.spec.input_px, self.spec.crop_scale * zoom
        crops = np.stack([crop_square(image, box.xyxy, size, scale) for box in boxes])
        return np.rot90(crops, turns, (1, 2))

    def probabilities(self, crops: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """Return calibrated probabilities `(n, classes)` of crops `(n, size, size, 3)` BGR."""
        return self._run(crops)[0]

    def _run(self, crops: npt.NDArray[np.uint8]) -> tuple[Tensor, Tensor | None]:
        """Return calibrated probabilities and, for each direction, how likely dice lie askew.

        Those are `(n, classes)` and `(n, SIDE, SIDE)`, or None of a network that does not tell.
        """
        network = self._network
        most = network.input_shape[0] or MAX_BATCH
        rows, maps = [], []
        for start in range(0, len(crops), most):
            part = crops[start : start + most, :, :, ::-1].transpose(0, 3, 1, 2)
            batch = np.ascontiguousarray(part, np.float32) / np.float32(255)
            if len(batch) < (network.input_shape[0] or 0):
                missing = most - len(batch)
                batch = np.concatenate((batch, np.zeros((missing, *batch.shape[1:]), np.float32)))
            if self._tells_askew and isinstance(network, TalkativeNetwork):
                output, tilts = network.run_with(batch, TILTS)
                maps.append(tilts[: len(part)])
            else:
                output = network.run(batch)
            if output.shape != (len(batch), len(self.spec.classes)):
                msg = (
                    f"{self.spec.path}: its output has the shape {output.shape}, expected "
                    f"{(len(batch), len(self.spec.classes))}, one column for each class"
                )
                raise ModelClassesError(msg)
            rows.append(output[: len(part)])
        shares = _calibrated(np.concatenate(rows), self.spec.temperature)
        return shares, np.concatenate(maps) if maps else None

    def _judged(
        self, shares: Tensor, maps: Tensor, boxes: Sequence[Box], size: tuple[int, int]
    ) -> Tensor:
        """Return the shares of faces after dice that lie askew were made unreadable ones."""
        other, unreadable = (self.spec.classes.index(name) for name in (OTHER, UNREADABLE))
        sure = np.array([box.confidence for box in boxes]) * (1 - shares[:, other])
        askew = askew_shares(maps, boxes, sure, size, self._memory)
        shares = _believed(shares, unreadable, askew)
        askew = np.where(askew >= self.spec.min_askew, askew, np.float32(0))[:, None]
        judged: Tensor = shares * (1 - askew)
        # What is no die cannot lie askew.
        judged[:, unreadable] += askew[:, 0] * (1 - shares[:, other])
        judged[:, other] += askew[:, 0] * shares[:, other]
        return judged

    def _narrowed(self, shares: Tensor, possible: npt.NDArray[np.bool_]) -> Tensor:
        """Return the shares when some faces cannot be: theirs goes to the faces that can.

        None of it makes a die likelier `other` or askew: what looks like another game's face is a
        face. Where no possible face has any share to speak of, it is lost.
        """
        faces = possible & np.array([c not in (OTHER, UNREADABLE) for c in self.spec.classes])
        lost = shares[:, ~possible].sum(1, keepdims=True)
        kept = np.where(faces, shares, 0)
        narrowed = np.where(possible, shares, 0)
        narrowed = narrowed + lost * kept / (kept.sum(1, keepdims=True) + HARDLY)
        return np.asarray(narrowed, np.float32)

    def _seen(self, box: Box, shares: npt.NDArray[np.float32]) -> SeenFace:
        """Return a reading from the probabilities `(classes,)` of one crop."""
        order = np.argsort(-shares, kind="stable")[: RUNNERS_UP + 1].tolist()
        best, *rest = ((self.spec.classes[index], float(shares[index])) for index in order)
        return SeenFace(box, best[0], best[1], others=tuple(rest))


def _believed(shares: Tensor, unreadable: int, askew: Tensor) -> Tensor:
    """Return shares of faces `(n, classes)` in which dice that lie flat are hardly unreadable.

    The network that names faces sees one crop and takes many a flat die for a tilted one; what all
    dice of a picture say is surer. What is hidden stays unreadable: then hardly a face has a share.

    Args:
        shares: `(n, classes)`.
        unreadable: Which column that is.
        askew: `(n,)` how likely each lies askew.
    """
    believed: Tensor = shares.copy()
    believed[:, unreadable] *= np.clip(askew / ASKEW_ENOUGH, LEAST_BELIEVED, 1)
    believed /= believed.sum(1, keepdims=True)
    return believed


def load_network(spec: ReaderSpec, threads: int | None = None) -> Network:
    """Load the network of a reader, with the rows it was taught, if any.

    Raises:
        ModelMissingError: A file cannot be read.
        ModelClassesError: The files do not fit together.
    """
    network = OnnxNetwork(spec.path, threads)
    if spec.taught is None:
        return network
    head = load_head(spec.taught, spec.known)
    finder = FaceFinder(spec.finder, spec.describer, threads)

    def calibrate(shares: Tensor) -> Tensor:
        return _calibrated(shares, spec.temperature)

    itself = spec.finder == spec.path
    return TaughtNetwork(network, head, finder, spec.crop_scale, calibrate, itself=itself)


def _calibrated(shares: npt.NDArray[np.float32], temperature: float) -> npt.NDArray[np.float32]:
    """Return probabilities `(n, classes)` whose logarithms are divided by a temperature."""
    if temperature == 1.0:
        return shares.copy()
    logs = np.log(np.maximum(shares, 1e-12)) / temperature
    powers = np.exp(logs - logs.max(1, keepdims=True))
    calibrated: npt.NDArray[np.float32] = (powers / powers.sum(1, keepdims=True)).astype(np.float32)
    return calibrated
