"""Keeps the models the user has taught: made whole, listed, put to use, taken back, removed.

A model is a folder of the user's folder of models; the file `current` there names the one in use.
A folder appears whole or not at all, and the pointer is replaced in one step, so that whatever
happens there is a usable model. This module trains nothing.
"""

from __future__ import annotations

import hashlib
import io
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from dicecam.errors import LearnError, ModelClassesError, ModelMissingError
from dicecam.learn.dice_sets import quoted
from dicecam.learn.files import data_folder, new_folder, sweep, write_text
from dicecam.vision.model import CURRENT, DESCRIPTION, SHIPPED, Model, load_model
from dicecam.vision.taught import TaughtHead
from dicecam.vision.topface import describer_file

PREVIOUS = "previous"
"""File that names what was in use before."""
STORY = "training.json"
"""File that says how a model was taught and how it fared."""
ROWS = "taught.npz"
DETECTOR, READER = "detector.onnx", "reader.onnx"
DESCRIBER = "faces.onnx"


@dataclass(frozen=True, slots=True)
class TaughtModel:
    """A model of the user.

    Attributes:
        name: Name of its folder.
        folder: Where it lies.
        story: What was taught and how it fared, see `dicecam.learn.guard`.
        in_use: Whether games are played with it.
        trouble: Why it cannot be used; empty when it can.
    """

    name: str
    folder: Path
    story: Mapping[str, Any] = field(default_factory=dict)
    in_use: bool = False
    trouble: str = ""

    @property
    def passed(self) -> bool:
        """Whether the guard found nothing against it."""
        return bool(self.story.get("passed", False))

    @property
    def sets(self) -> tuple[str, ...]:
        """The dice sets it was taught."""
        return tuple(str(name) for name in self.story.get("sets", ()))


def models_folder() -> Path:
    """Return the folder of the user's models."""
    return data_folder() / "models"


def name_in_use(folder: Path | None = None) -> str:
    """Return the name of the taught model in use, `shipped` when none is."""
    folder = folder or models_folder()
    try:
        named = (folder / CURRENT).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return SHIPPED
    known = named and Path(named).name == named and (folder / named / DESCRIPTION).is_file()
    return named if known else SHIPPED


def list_models(folder: Path | None = None) -> tuple[TaughtModel, ...]:
    """Return all taught models, oldest first; broken ones say what is wrong."""
    folder = folder or models_folder()
    used = name_in_use(folder)
    found = []
    for path in folder.glob(f"*/{DESCRIPTION}"):
        name = path.parent.name
        if name.startswith("."):
            continue
        trouble = ""
        try:
            load_model(path.parent)
        except (ModelMissingError, ModelClassesError) as error:
            trouble = str(error)
        story = _story(path.parent)
        found.append(TaughtModel(name, path.parent, story, name == used, trouble))
    return tuple(sorted(found, key=lambda model: (str(model.story.get("made", "")), model.name)))


def find_taught(name: str, folder: Path | None = None) -> TaughtModel:
    """Return a taught model by its name.

    Raises:
        LearnError: There is none of this name.
    """
    models = list_models(folder)
    found = next((model for model in models if model.name == name), None)
    if found is None:
        known = ", ".join(model.name for model in models) or "none yet"
        msg = f"model: expected one of {known} or {SHIPPED}, got {name!r}"
        raise LearnError(msg)
    return found


def use(name: str, folder: Path | None = None) -> None:
    """Play with a model from now on; `shipped` for the one that came with the program.

    Raises:
        LearnError: There is none of this name, it is broken, or the disk is full; then the model
            in use stays.
    """
    folder = folder or models_folder()
    before = name_in_use(folder)
    if name != SHIPPED:
        model = find_taught(name, folder)
        if model.trouble:
            msg = f"{name}: cannot be used ({model.trouble}); {before} stays in use"
            raise LearnError(msg)
    if name == before:
        return
    write_text(folder / PREVIOUS, f"{before}\n")
    write_text(folder / CURRENT, f"{'' if name == SHIPPED else name}\n")


def use_previous(folder: Path | None = None) -> str:
    """Go back to what was in use before; return its name.

    Raises:
        LearnError: Nothing was in use before, or it is gone.
    """
    folder = folder or models_folder()
    try:
        before = (folder / PREVIOUS).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        before = ""
    if not before:
        msg = "no model was in use before; `dicecam learn models` lists them"
        raise LearnError(msg)
    use(before, folder)
    return before


def remove(name: str, folder: Path | None = None) -> None:
    """Remove a model that is not in use.

    Raises:
        LearnError: It is in use, there is none, or it cannot be removed.
    """
    folder = folder or models_folder()
    model = find_taught(name, folder)
    if model.in_use:
        msg = f"{name} is in use; go back with `dicecam learn previous` first"
        raise LearnError(msg)
    # A folder whose name begins with a dot is no model: what remains after a crash is swept up.
    doomed = folder / f".unfinished-{name}"
    try:
        model.folder.rename(doomed)
        shutil.rmtree(doomed)
    except OSError as error:
        msg = f"{model.folder}: cannot be removed ({error.strerror})"
        raise LearnError(msg) from error


def free_name(stem: str, folder: Path | None = None) -> str:
    """Return a name for a new model: the stem and the first free number."""
    folder = folder or models_folder()
    number = 1
    while (folder / f"{stem}-{number}").exists():
        number += 1
    return f"{stem}-{number}"


def make_model(
    name: str,
    base: Model,
    head: TaughtHead | None,
    faces: tuple[str, ...],
    story: Mapping[str, Any],
    extra: Mapping[str, bytes] | None = None,
    folder: Path | None = None,
) -> Path:
    """Write a taught model; it is not put to use.

    Args:
        name: Its name, not taken yet.
        base: The model it stands on: the shipped one, maybe with a detector or a reader of its own;
            these files are copied.
        head: The taught rows; None for a reader that knows all of its faces by itself.
        faces: Names of the faces that only the rows know, in the order of their columns.
        story: How it was taught and how it fared.
        extra: Further files by name, such as a report.
        folder: Folder of models; None for the user's.

    Returns:
        Its folder.

    Raises:
        LearnError: The disk is full or the name is taken; nothing was changed.
    """
    folder = folder or models_folder()
    sweep(folder)
    with new_folder(folder / name) as unfinished:
        shutil.copyfile(base.detector.path, unfinished / DETECTOR)
        shutil.copyfile(base.reader.path, unfinished / READER)
        text = _described(base, unfinished)
        if head is not None:
            text += _write_rows(unfinished, base, head, faces)
        (unfinished / DESCRIPTION).write_text(text, encoding="utf-8")
        plain = json.dumps(story, indent=1, ensure_ascii=False)
        (unfinished / STORY).write_text(plain, encoding="utf-8")
        for file, content in (extra or {}).items():
            (unfinished / file).write_bytes(content)
    load_model(folder / name)
    return folder / name


def _described(base: Model, folder: Path) -> str:
    """Return the description of a model whose two networks lie in a folder."""
    text = (base.folder / DESCRIPTION).read_text(encoding="utf-8")
    text = text.partition("\n[taught]")[0].rstrip("\n") + "\n"
    names = ", ".join(quoted(face) for face in base.reader.classes[: base.reader.known])
    new = {"detector": {"file": f'"{DETECTOR}"'}, "reader": {"file": f'"{READER}"'}}
    new["detector"]["sha256"] = f'"{_sha256((folder / DETECTOR).read_bytes())}"'
    new["reader"]["sha256"] = f'"{_sha256((folder / READER).read_bytes())}"'
    new["reader"]["classes"] = f"[{names}]"
    lines, section = [], ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[] ")
        key = line.partition("=")[0].strip()
        value = new.get(section, {}).get(key)
        lines.append(line if value is None else f"{key} = {value}")
    return "\n".join(lines) + "\n"


def _write_rows(folder: Path, base: Model, head: TaughtHead, faces: tuple[str, ...]) -> str:
    """Write taught rows with the network they belong to; return what the description says."""
    # The rows fit what this network says, not what that of a later program will say.
    describer = (base.reader.describer or describer_file()).read_bytes()
    rows = io.BytesIO()
    np.savez(
        rows,
        weight=head.weight,
        bias=head.bias,
        columns=head.columns,
        doubtful=np.array(head.doubtful, np.int64),
        stands=head.stands,
    )
    text = ""
    for section, file, data in (
        ("taught", ROWS, rows.getvalue()),
        ("describer", DESCRIBER, describer),
    ):
        (folder / file).write_bytes(data)
        text += f'\n[{section}]\nfile = "{file}"\nsha256 = "{_sha256(data)}"\n'
        if section == "taught":
            text += f"classes = [{', '.join(quoted(face) for face in faces)}]\n"
    return text


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _story(folder: Path) -> Mapping[str, Any]:
    try:
        plain = json.loads((folder / STORY).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return plain if isinstance(plain, dict) else {}
