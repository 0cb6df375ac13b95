"""Writes the photos of a set as YOLO or COCO, and a whole dice set as one file for a friend.

The file of a dice set is a zip with a list of everything in it: sizes and hashes are checked when
it is read, and nothing in it can be run.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from dicecam.errors import DataSetError, LearnError
from dicecam.learn.dice_sets import DESCRIPTION, ICONS, PHOTOS, DiceSet, describe, parse_set
from dicecam.learn.files import UNFINISHED, new_folder
from dicecam.learn.imports import picture_size
from dicecam.learn.imports_bundle import Bundle, ZipBundle
from dicecam.learn.store import MANIFEST, Store, open_store, yolo_lines

LIST = "contents.json"
"""File of a dice set's zip that lists all others."""
ENDING = ".dicecam-dice"
ICON_MOST_PX = 1024
MOST_BYTES = 500_000_000
"""A dice set with all its photos is not larger than this."""
_PHOTO = re.compile(rf"{PHOTOS}/images/[a-z0-9_]+/[0-9a-f]+\.jpg")
_ICON = re.compile(rf"{ICONS}/[a-z0-9_.-]+\.png")


def export_yolo(store: Store, path: Path) -> None:
    """Write photos and labels as a YOLO data set in a zip file.

    Raises:
        LearnError: The file cannot be written, or a name is taken.
        DataSetError: A photo is gone.
    """
    files: dict[str, bytes] = {}
    for picture in store.pictures:
        store.load(picture)
        files[picture.file] = (store.folder / picture.file).read_bytes()
        files[picture.label_file] = yolo_lines(picture, store.faces).encode("utf-8")
    names = "".join(f"  {n}: {json.dumps(face)}\n" for n, face in enumerate(store.faces))
    text = f"path: .\ntrain: images\nval: images\nnc: {len(store.faces)}\nnames:\n{names}"
    _write_zip(path, {"data.yaml": text.encode("utf-8"), **files})


def export_coco(store: Store, path: Path) -> None:
    """Write photos and boxes as a COCO data set in a zip file.

    Raises:
        LearnError: The file cannot be written, or a name is taken.
        DataSetError: A photo is gone.
    """
    images: list[dict[str, Any]] = []
    annotations: list[dict[str, Any]] = []
    files: dict[str, bytes] = {}
    for number, picture in enumerate(store.pictures, 1):
        store.load(picture)
        files[picture.file] = (store.folder / picture.file).read_bytes()
        images.append(
            {
                "id": number,
                "file_name": picture.file.removeprefix("images/"),
                "width": picture.width,
                "height": picture.height,
            }
        )
        for die in picture.dice:
            x1, y1, x2, y2 = die.box
            annotations.append(
                {
                    "id": len(annotations) + 1,
                    "image_id": number,
                    "category_id": store.faces.index(die.face) + 1,
                    "bbox": [round(v, 2) for v in (x1, y1, x2 - x1, y2 - y1)],
                    "area": round((x2 - x1) * (y2 - y1), 2),
                    "iscrowd": 0,
                }
            )
    plain = {
        "info": {"description": "dice"},
        "images": images,
        "annotations": annotations,
        "categories": [{"id": n + 1, "name": face} for n, face in enumerate(store.faces)],
    }
    listed = json.dumps(plain, ensure_ascii=False).encode("utf-8")
    _write_zip(path, {"annotations/instances_default.json": listed, **files})


def export_set(dice: DiceSet, path: Path, *, photos: bool = True) -> None:
    """Write a dice set as one file.

    Args:
        dice: The set.
        path: The file; there must be none of this name.
        photos: Whether the photos travel along, so that the friend can teach his program.

    Raises:
        LearnError: The file cannot be written, or the name is taken.
        DataSetError: A photo is gone.
    """
    files = {DESCRIPTION: describe(dice).encode("utf-8")}
    for face in dice.faces:
        if face.icon and (dice.folder / face.icon).is_file():
            files[face.icon] = (dice.folder / face.icon).read_bytes()
    if photos:
        store = open_store(dice.photos)
        for picture in store.pictures:
            store.load(picture)
            files[f"{PHOTOS}/{picture.file}"] = (store.folder / picture.file).read_bytes()
        if store.pictures:
            files[f"{PHOTOS}/{MANIFEST}"] = (store.folder / MANIFEST).read_bytes()
    listed = {
        name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for name, data in files.items()
    }
    contents = json.dumps({"schema": 1, "files": listed}, indent=1).encode("utf-8")
    _write_zip(path, {LIST: contents, **files})


def import_set(path: Path, folder: Path) -> DiceSet:
    """Take over a dice set from a file.

    Args:
        path: The file.
        folder: Folder of all sets.

    Returns:
        The set.

    Raises:
        DataSetError: Something about the file is wrong; nothing was written.
        LearnError: There is a set of this name, or the disk is full.
    """
    bundle = ZipBundle(path)
    files = _checked_files(bundle)
    dice = _description(bundle, files[DESCRIPTION])
    allowed = {face.icon for face in dice.faces if face.icon}
    for name, data in files.items():
        if name in (DESCRIPTION, f"{PHOTOS}/{MANIFEST}"):
            continue
        if _ICON.fullmatch(name) and name in allowed:
            width, height = picture_size(data)
            if not data.startswith(b"\x89PNG") or not 0 < max(width, height) <= ICON_MOST_PX:
                _refuse(bundle, f"{name}: expected a PNG of at most {ICON_MOST_PX} px a side")
        elif not _PHOTO.fullmatch(name) or not data.startswith(b"\xff\xd8\xff"):
            _refuse(bundle, f"{name}: expected {DESCRIPTION}, icons and photos only")
    missing = sorted(allowed - set(files))
    if missing:
        _refuse(bundle, f"the icon {missing[0]} is missing")
    with new_folder(folder / dice.id) as unfinished:
        for name, data in files.items():
            (unfinished / name).parent.mkdir(parents=True, exist_ok=True)
            (unfinished / name).write_bytes(data)
        _check_photos(bundle, dice, unfinished / PHOTOS)
    return parse_set(tomllib.loads(describe(dice)), folder / dice.id, path)


def _check_photos(bundle: Bundle, dice: DiceSet, folder: Path) -> None:
    """Refuse photos that the manifest does not list, or faces that the set does not have."""
    store = open_store(folder)
    listed = {picture.file for picture in store.pictures}
    there = {p.relative_to(folder).as_posix() for p in folder.rglob("*.jpg")}
    if listed != there:
        _refuse(bundle, f"{PHOTOS}/{MANIFEST} does not list the photos that are there")
    for picture in store.pictures:
        image = store.load(picture)
        if image.shape[:2] != (picture.height, picture.width):
            _refuse(bundle, f"{picture.file}: not of the size that is listed")
        unknown = {die.face for die in picture.dice} - set(dice.readings)
        if unknown:
            _refuse(bundle, f"{picture.file}: face {min(unknown)!r} is none of the set")


def _checked_files(bundle: Bundle) -> dict[str, bytes]:
    """Return the files of a dice set after comparing them with the list."""
    if LIST not in bundle.names or DESCRIPTION not in bundle.names:
        _refuse(bundle, f"no dice set; expected {LIST} and {DESCRIPTION} in it")
    try:
        plain = json.loads(bundle.read(LIST).decode("utf-8"))
        listed = {str(k): (int(v["bytes"]), str(v["sha256"])) for k, v in plain["files"].items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        _refuse(bundle, f"{LIST} cannot be read ({error})")
    if plain.get("schema") != 1:
        _refuse(bundle, f"{LIST}: schema: expected 1, got {plain.get('schema')!r}")
    there = set(bundle.names) - {LIST}
    if there != set(listed):
        odd = min(there ^ set(listed))
        _refuse(bundle, f"{odd}: in the file and not in its list, or the other way round")
    if sum(size for size, _ in listed.values()) > MOST_BYTES:
        _refuse(bundle, f"more than {MOST_BYTES // 1_000_000} MB; expected a dice set")
    files = {}
    for name, (size, sha256) in listed.items():
        data = bundle.read(name)
        if len(data) != size or hashlib.sha256(data).hexdigest() != sha256:
            _refuse(bundle, f"{name}: another file than its list says")
        files[name] = data
    return files


def _description(bundle: Bundle, data: bytes) -> DiceSet:
    try:
        table = tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        _refuse(bundle, f"{DESCRIPTION} cannot be read ({error})")
    return parse_set(table, bundle.path.parent, bundle.path / DESCRIPTION)


def _refuse(bundle: Bundle, what: str) -> Any:
    msg = f"{bundle.path}: {what}; nothing was imported"
    raise DataSetError(msg)


def _write_zip(path: Path, files: dict[str, bytes]) -> None:
    """Write a zip file whole or not at all."""
    if path.exists():
        msg = f"{path}: exists already; choose another name"
        raise LearnError(msg)
    name = None
    try:
        with tempfile.NamedTemporaryFile(
            dir=path.parent, prefix=UNFINISHED, delete=False
        ) as target:
            name = Path(target.name)
            with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
                for inner, data in files.items():
                    archive.writestr(inner, data)
        name.chmod(0o644)
        name.replace(path)
    except OSError as error:
        if name is not None:
            name.unlink(missing_ok=True)
        msg = f"{path}: cannot be written ({error.strerror})"
        raise LearnError(msg) from error
