"""Finds a model on disk and checks that its files are the ones its description names.

`model.toml` describes two ONNX files, the detector and the reader: classes, input sizes, hashes,
thresholds, training data and figures. This module runs nothing; it knows files and TOML only.
"""

from __future__ import annotations

import hashlib
import logging
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import platformdirs

from dicecam.errors import ModelClassesError, ModelMissingError

logger = logging.getLogger(__name__)

DESCRIPTION = "model.toml"
"""Name of the file that makes a folder a model."""

CURRENT = "current"
"""File in the user's folder of models that names the taught model in use; without it, none is."""

SHIPPED = "shipped"
"""Name of the model that came with the program, whatever was taught since."""

OUTPUTS = ("raw", "nms_free")
"""Shapes of detector output: `(1, 4 + classes, N)` that needs suppression, or `(1, N, 6)`."""


@dataclass(frozen=True, slots=True)
class DetectorSpec:
    """The detector's part of a model description.

    Attributes:
        path: The ONNX file.
        architecture: Name of the network, such as `yolo26n`.
        classes: What it finds, `("die",)`.
        input_px: Long side of the input it was trained at, px.
        stride: Input sides are multiples of this, px.
        output: One of `OUTPUTS`.
        min_confidence: Boxes below are dropped.
        iou: Boxes overlapping more than this are one die.
    """

    path: Path
    architecture: str
    classes: tuple[str, ...]
    input_px: int
    stride: int
    output: str
    min_confidence: float
    iou: float


@dataclass(frozen=True, slots=True)
class ReaderSpec:
    """The reader's part of a model description.

    Attributes:
        path: The ONNX file.
        classes: Faces it names, in the order of its output.
        input_px: Side of its square input, px.
        crop_scale: Side of the crop in lengths of the longer side of the box.
        temperature: Divides the log-probabilities, so that 0.9 means right 9 times in 10.
        taught: File of the rows for taught faces; None for a reader that was taught nothing.
        corners: File of the network that finds top faces for those rows; None for the reader
            itself, as it is since its sixth version.
        describer: File of the network that describes faces for those rows; None for the one that
            came with the program.
        known: Classes of the network itself; the ones after them were taught.
        min_askew: A die lies flat unless it is at least this likely askew, given all dice of the
            picture; 1 for never asking.
    """

    path: Path
    classes: tuple[str, ...]
    input_px: int
    crop_scale: float
    temperature: float = 1.0
    taught: Path | None = None
    corners: Path | None = None
    describer: Path | None = None
    known: int = 0
    min_askew: float = 1.0

    @property
    def finder(self) -> Path:
        """File of the network that finds top faces."""
        return self.corners or self.path


@dataclass(frozen=True, slots=True)
class Reporting:
    """Which readings are worth reporting.

    Attributes:
        min_confidence: Readings less sure are left out.
        max_other: Readings that are this likely `other` are left out.
        min_box: Readings of boxes less sure are left out. The detector itself looks for less
            sure ones: they tell it where to look closer.
        min_product: Readings whose box and face together are less sure are left out: confidence
            of the box times that of the face. A doubtful box needs a sure face.
        half_other: A reading with half of all confidence or more is reported when it is at most
            this likely `other`, if that is more than `max_other`.
        taught: Faces the user has taught. The detector has not seen such dice, so that a very
            sure reading of one is reported however doubtful its box is.
    """

    min_confidence: float
    max_other: float
    min_box: float = 0.0
    min_product: float = 0.0
    half_other: float = 0.0
    taught: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Model:
    """A model found on disk whose files are whole.

    Attributes:
        name: What it is called.
        folder: Where its files lie.
        detector: The part that finds dice.
        reader: The part that reads faces.
        reporting: Thresholds of the shipped program.
        training: What it was trained on, as written in its description.
        val: Its figures on labelled photos, as written in its description.
        sha256: Hash over the hashes of both files: names exactly this model.
    """

    name: str
    folder: Path
    detector: DetectorSpec
    reader: ReaderSpec
    reporting: Reporting
    training: Mapping[str, Any] = field(default_factory=dict)
    val: Mapping[str, Any] = field(default_factory=dict)
    sha256: str = ""


def model_roots() -> tuple[Path, ...]:
    """Return the folders models may lie in: the user's, the package's, the checkout's."""
    package = Path(__file__).resolve().parent.parent
    return (
        Path(platformdirs.user_data_dir("dicecam", appauthor=False)) / "models",
        package / "data" / "models",
        package.parent / "models",
    )


def find_model(name: str = "default", roots: Iterable[Path] | None = None) -> Model:
    """Find a model by name, or by the path of its folder, and check its files.

    `default` is the model that was taught last and put to use, or the one that came with the
    program when there is none or it can no longer be read; `shipped` is always the latter.

    Args:
        name: Name of the model, or the path of a folder with a `model.toml`.
        roots: Folders to look in; None for `model_roots()`.

    Raises:
        ModelMissingError: No such model, or a file of it is missing or not the one described.
        ModelClassesError: Its description does not make sense.
    """
    if Path(name).name != name:
        return load_model(Path(name))
    places = tuple(roots) if roots is not None else model_roots()
    if name == "default" and (taught := _model_in_use(places)) is not None:
        return taught
    if name == SHIPPED:
        name = "default"
    for root in places:
        if (root / name / DESCRIPTION).is_file():
            return load_model(root / name)
    looked = ", ".join(str(root / name) for root in places)
    msg = f"model {name!r} not found; looked for {DESCRIPTION} in {looked}"
    raise ModelMissingError(msg)


def _model_in_use(roots: Iterable[Path]) -> Model | None:
    """Return the taught model that is in use, None when there is none that can be read."""
    for root in roots:
        try:
            named = (root / CURRENT).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError):
            continue
        if not named or Path(named).name != named:
            continue
        try:
            return load_model(root / named)
        except (ModelMissingError, ModelClassesError) as error:
            logger.warning("taught model %s left aside: %s", named, error)
    return None


def load_model(folder: Path) -> Model:
    """Read the description in a folder and check the files it names.

    Raises:
        ModelMissingError: A file is missing or its content is not the one described.
        ModelClassesError: The description lacks a value or has a wrong one.
    """
    path = folder / DESCRIPTION
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        msg = f"{folder}: no {DESCRIPTION} in this folder; expected the folder of a model"
        raise ModelMissingError(msg) from error
    except (OSError, UnicodeDecodeError) as error:
        msg = f"{path}: cannot be read ({error})"
        raise ModelMissingError(msg) from error
    except tomllib.TOMLDecodeError as error:
        msg = f"{path}: not TOML ({error})"
        raise ModelClassesError(msg) from error
    detector = _Section(path, table, "detector")
    reader = _Section(path, table, "reader")
    reporting = _Section(path, table, "reporting")
    sections = [detector, reader]
    # Sections that only models of taught dice have.
    further = {
        name: _Section(path, table, name)
        for name in ("taught", "corners", "describer")
        if isinstance(table.get(name), Mapping)
    }
    sections += further.values()
    hashes = [_checked_hash(folder, section) for section in sections]
    spec = _reader_spec(folder, reader, further)
    return Model(
        name=folder.name,
        folder=folder,
        detector=_detector_spec(folder, detector),
        reader=spec,
        reporting=Reporting(
            min_confidence=reporting.share("min_confidence"),
            max_other=reporting.share("max_other"),
            min_box=reporting.share("min_box", 0.0),
            min_product=reporting.share("min_product", 0.0),
            taught=frozenset(spec.classes[spec.known :]),
        ),
        training=table.get("training", {}),
        val=table.get("val", {}),
        sha256=hashlib.sha256("".join(hashes).encode()).hexdigest(),
    )


def _detector_spec(folder: Path, section: _Section) -> DetectorSpec:
    output = section.text("output")
    if output not in OUTPUTS:
        section.refuse("output", f"one of {', '.join(OUTPUTS)}", output)
    return DetectorSpec(
        path=folder / section.text("file"),
        architecture=section.text("architecture"),
        classes=section.names("classes"),
        input_px=section.pixels("input_px"),
        stride=section.pixels("stride"),
        output=output,
        min_confidence=section.share("min_confidence"),
        iou=section.share("iou"),
    )


def _reader_spec(folder: Path, section: _Section, further: Mapping[str, _Section]) -> ReaderSpec:
    known = section.names("classes")
    files = {name: folder / one.text("file") for name, one in further.items()}
    taught = further.get("taught")
    return ReaderSpec(
        corners=files.get("corners"),
        describer=files.get("describer"),
        taught=files.get("taught"),
        known=len(known),
        path=folder / section.text("file"),
        classes=known if taught is None else (*known, *taught.names("classes", known)),
        input_px=section.pixels("input_px"),
        crop_scale=section.positive("crop_scale"),
        temperature=section.positive("temperature", 1.0),
        min_askew=section.share("min_askew", 1.0),
    )


def _checked_hash(folder: Path, section: _Section) -> str:
    """Return the hash of a model file after comparing it with the described one."""
    path = folder / section.text("file")
    if path.parent != folder:
        section.refuse("file", "the name of a file in the same folder", section.text("file"))
    expected = section.text("sha256")
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        msg = f"{path}: the file is missing ({error.strerror}); install the model again"
        raise ModelMissingError(msg) from error
    if found != expected.lower():
        msg = (
            f"{path}: not the file its {DESCRIPTION} describes; expected SHA-256 "
            f"{expected[:12]}..., got {found[:12]}...; install the model again"
        )
        raise ModelMissingError(msg)
    return found


class _Section:
    """A table of a description whose values are checked as they are read."""

    def __init__(self, path: Path, table: Mapping[str, Any], name: str) -> None:
        values = table.get(name)
        if not isinstance(values, Mapping):
            msg = f"{path}: the section [{name}] is missing"
            raise ModelClassesError(msg)
        self._path = path
        self._name = name
        self._values = values

    def refuse(self, key: str, expected: str, got: object) -> NoReturn:
        """Raise the error for a value that is not as expected."""
        msg = f"{self._path}: {self._name}.{key}: expected {expected}, got {got!r}"
        raise ModelClassesError(msg)

    def text(self, key: str) -> str:
        """Return a text that is not empty."""
        value = self._values.get(key)
        if not isinstance(value, str) or not value:
            self.refuse(key, "a text", value)
        return value

    def names(self, key: str, taken: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of distinct names, none of them taken; it may be empty if some are."""
        value = self._values.get(key)
        empty = taken is None and not value
        if not isinstance(value, list) or empty or len(set(map(str, value))) < len(value):
            self.refuse(key, "a list of distinct names", value)
        if set(map(str, value)) & set(taken or ()):
            self.refuse(key, "names that the reader does not know yet", value)
        return tuple(str(name) for name in value)

    def pixels(self, key: str) -> int:
        """Return a positive whole number."""
        value = self._values.get(key)
        if not isinstance(value, int) or isinstance(value, bool) or value <= 0:
            self.refuse(key, "a positive whole number of pixels", value)
        return value

    def positive(self, key: str, default: float | None = None) -> float:
        """Return a positive number."""
        value = self._values.get(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
            self.refuse(key, "a positive number", value)
        return float(value)

    def share(self, key: str, default: float | None = None) -> float:
        """Return a number from 0 to 1."""
        value = self._values.get(key, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
            self.refuse(key, "a number from 0 to 1", value)
        return float(value)
