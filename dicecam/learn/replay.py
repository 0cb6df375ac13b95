"""The travelling memory of everything the shipped reader knows: descriptions, never pixels.

`replay.npz` lies beside the shipped model. For each crop it holds what the reader says, the
description of the top face and the right face. Half of it is for training, the other half is only
ever used to measure what a taught model has forgotten.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.learn.fewshot import Seen
from dicecam.learn.files import write_bytes
from dicecam.vision.model import Model
from dicecam.vision.topface import FEATURES, describer_file

FILE = "replay.npz"


@dataclass(frozen=True, slots=True)
class Replay:
    """Crops of known faces as the shipped reader sees them.

    Attributes:
        seen: What is remembered of them; labels are classes of the shipped reader.
        rendered: `(n,)` True for rendered crops, False for those of real photos.
    """

    seen: Seen
    rendered: npt.NDArray[np.bool_]

    @property
    def training(self) -> Seen:
        """The half that may be trained on."""
        return self.seen.part(np.arange(0, len(self.seen), 2))

    @property
    def held(self) -> Seen:
        """The half that is only measured on."""
        return self.seen.part(np.arange(1, len(self.seen), 2))


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def save_replay(path: Path, replay: Replay, model: Model) -> None:
    """Write a replay set for a model, in half precision.

    Raises:
        LearnError: It cannot be written.
    """
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        shares=replay.seen.shares.astype(np.float16),
        features=replay.seen.features.astype(np.float16),
        labels=replay.seen.labels.astype(np.uint8),
        rendered=replay.rendered,
        classes=np.array(model.reader.classes),
        reader=np.array(file_hash(model.reader.path)),
        describer=np.array(file_hash(describer_file())),
    )
    write_bytes(path, buffer.getvalue())


def load_replay(model: Model) -> Replay:
    """Read the replay set that belongs to a shipped model.

    Raises:
        ModelMissingError: There is none.
        ModelClassesError: It belongs to another reader, or is no replay set.
    """
    path = model.folder / FILE
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as arrays:
            parts = {name: arrays[name] for name in arrays.files}
        shares = parts["shares"].astype(np.float32)
        features = parts["features"].astype(np.float32)
        labels = parts["labels"].astype(np.int64)
        rendered = parts["rendered"].astype(bool)
        reader, describer = (str(parts[name]) for name in ("reader", "describer"))
        classes = tuple(str(name) for name in parts["classes"])
    except OSError as error:
        msg = f"{path}: the replay set is missing ({error}); install the program again"
        raise ModelMissingError(msg) from error
    except (KeyError, ValueError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        msg = f"{path}: no replay set ({error}); install the program again"
        raise ModelClassesError(msg) from error
    for name, said, file in (
        ("reader", reader, model.reader.path),
        ("describer", describer, describer_file()),
    ):
        if said != (found := file_hash(file)):
            msg = (
                f"{path}: made for another {name}; expected {said[:12]}..., got {found[:12]}...; "
                "install the program again, or run scripts/build_replay in a checkout"
            )
            raise ModelClassesError(msg)
    shapes = {len(shares), len(features), len(labels), len(rendered)}
    fits = classes == model.reader.classes and shares.shape[1:] == (len(classes),)
    if len(shapes) != 1 or not fits or features.shape[1:] != (FEATURES,):
        msg = f"{path}: does not fit the reader's classes; install the program again"
        raise ModelClassesError(msg)
    return Replay(Seen(shares / shares.sum(1, keepdims=True), features, labels), rendered)
