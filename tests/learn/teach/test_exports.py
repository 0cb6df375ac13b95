"""Export to YOLO and COCO, and dice sets as one file for a friend."""

from __future__ import annotations

import hashlib
import json
import zipfile

import numpy as np
import pytest

from dicecam.errors import DataSetError, LearnError
from dicecam.learn.dice_sets import SetFace, find_set, new_set, with_face, write_set
from dicecam.learn.exports import LIST, export_coco, export_set, export_yolo, import_set
from dicecam.learn.files import write_bytes
from dicecam.learn.imports import read_data_set
from dicecam.learn.store import LabelledDie, open_store

ICON = "icons/garden_star.png"


@pytest.fixture
def garden(tmp_path, photo, encode):
    """Return a dice set with two faces, an icon and two photos."""
    dice = new_set("Garden", tmp_path / "sets")
    dice = with_face(dice, SetFace("garden_star", "Étoile", ICON, "#ffcc00", "garden_moon"))
    dice = with_face(dice, SetFace("garden_moon", "Moon"))
    write_set(dice)
    write_bytes(dice.folder / ICON, encode(np.full((64, 64, 3), 200, np.uint8), ".png"))
    store = open_store(dice.photos)
    for number, face in enumerate(dice.readings):
        image, box = photo(number)
        store.add(image, [LabelledDie(box, face)], "Day one", "camera")
    store.save()
    return dice


@pytest.mark.parametrize(("write", "kind"), [(export_yolo, "YOLO"), (export_coco, "COCO")])
def test_what_is_exported_is_imported_again(garden, tmp_path, write, kind):
    """Both formats come back with classes, boxes and photos."""
    write(open_store(garden.photos), tmp_path / "out.zip")
    data = read_data_set(tmp_path / "out.zip")
    boxes = [box for photo in data.photos for box in photo.boxes]

    assert data.kind == kind
    assert data.counts() == {"garden_star": 1, "garden_moon": 1}
    assert all(0.42 < box.box[2] - box.box[0] < 0.46 for box in boxes)
    with pytest.raises(LearnError, match="exists already"):
        write(open_store(garden.photos), tmp_path / "out.zip")


def test_an_export_to_nowhere_leaves_nothing(garden, tmp_path):
    """A folder that does not exist gives a clear error."""
    with pytest.raises(LearnError, match="cannot be written"):
        export_set(garden, tmp_path / "missing" / "x.dicecam-dice")


def test_a_dice_set_travels_as_one_file(garden, tmp_path):
    """A friend gets names, icons, colours, opposites and photos."""
    path = tmp_path / "garden.dicecam-dice"
    export_set(garden, path)
    came = import_set(path, tmp_path / "friend")

    assert came.faces == garden.faces
    assert find_set("garden", tmp_path / "friend") == came
    assert (came.folder / ICON).read_bytes() == (garden.folder / ICON).read_bytes()
    assert open_store(came.photos).counts() == {"garden_star": 1, "garden_moon": 1}
    with pytest.raises(LearnError, match="exists already"):
        import_set(path, tmp_path / "friend")


def test_photos_may_stay_at_home(garden, tmp_path):
    """A set can be shared without its photos."""
    path = tmp_path / "garden.dicecam-dice"
    export_set(garden, path, photos=False)

    assert len(open_store(import_set(path, tmp_path / "friend").photos)) == 0


def repacked(path, change, *, list_again=True):
    """Change the files of an exported set; hashes are made to fit again unless told otherwise."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    if list_again:
        listed = {
            name: {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
            for name, data in files.items()
            if name != LIST
        }
        files[LIST] = json.dumps({"schema": 1, "files": listed}).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)


def photo_name(files):
    """Return the name of a photo in an exported set."""
    return min(name for name in files if name.endswith(".jpg"))


def manifest(edit):
    """Return a change of the list of photos."""

    def change(files):
        plain = json.loads(files["photos/manifest.json"])
        edit(plain)
        files["photos/manifest.json"] = json.dumps(plain).encode()

    return change


def text(old, new):
    """Return a change of the description."""

    def change(files):
        files["set.toml"] = files["set.toml"].decode().replace(old, new).encode()

    return change


CHANGED = {
    "script": (lambda f: f.update({"run.py": b"x"}), "expected set.toml, icons and photos only"),
    "pickle": (lambda f: f.update({"photos/x.pkl": b"x"}), "icons and photos only"),
    "path that climbs": (lambda f: f.update({"../evil.jpg": b"x"}), "unsafe path"),
    "icon nobody names": (lambda f: f.update({"icons/b.png": f[ICON]}), "icons and photos only"),
    "icon is no PNG": (lambda f: f.update({ICON: b"MZ" + bytes(100)}), "expected a PNG"),
    "icon missing": (lambda f: f.pop(ICON), "is missing"),
    "photo is no JPEG": (lambda f: f.update({photo_name(f): b"MZ"}), "icons and photos only"),
    "photo missing": (lambda f: f.pop(photo_name(f)), "does not list"),
    "photo exchanged": (lambda f: f.update({photo_name(f): b"\xff\xd8\xff"}), "another file"),
    "photo of another size": (manifest(lambda m: m["pictures"][0].update(width=99)), "the size"),
    "face of nobody": (
        manifest(lambda m: m["pictures"][0]["dice"][0].update(face="pips_1")),
        "none of the set",
    ),
    "list of photos broken": (lambda f: f.update({"photos/manifest.json": b"{"}), "cannot be read"),
    "description missing": (lambda f: f.pop("set.toml"), "no dice set"),
    "description broken": (lambda f: f.update({"set.toml": b"schema = "}), "cannot be read"),
    "newer description": (text("schema = 1", "schema = 9"), "schema: expected 1"),
    "id that climbs": (text('id = "garden"', 'id = "../garden"'), "small letters"),
    "id of the program": (text('id = "garden"', 'id = "pips"'), "kept for the program"),
    "reading of others": (text('"garden_moon"', '"shelf_moon"'), "one that begins with garden_"),
    "icon path climbs": (text(ICON, "icons/../../x.png"), "name of a PNG file"),
    "colour is code": (text("#ffcc00", "url(x)"), "#rrggbb"),
}


@pytest.mark.parametrize("case", CHANGED)
def test_a_changed_dice_set_is_refused(garden, tmp_path, case):
    """Whatever does not belong into a set gives one error, and nothing is written."""
    change, expected = CHANGED[case]
    path = tmp_path / "garden.dicecam-dice"
    export_set(garden, path)
    repacked(path, change)

    with pytest.raises(DataSetError) as caught:
        import_set(path, tmp_path / "friend")
    assert expected in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not list((tmp_path / "friend").glob("*"))


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda f: f.update({ICON: f[ICON] + b"x"}), "another file than its list says"),
        (lambda f: f.update({"icons/more.png": b"x"}), "not in its list"),
        (lambda f: f.update({LIST: b"[]"}), "cannot be read"),
        (
            lambda f: f.update({LIST: f[LIST].replace(b'"bytes": ', b'"bytes": 9999999999', 1)}),
            "more than 500 MB",
        ),
        (lambda f: f.update({LIST: b'{"schema": 2, "files": {}}'}), "schema: expected 1"),
        (lambda f: f.pop(LIST), "no dice set"),
    ],
)
def test_a_set_that_is_not_as_listed_is_refused(garden, tmp_path, change, expected):
    """Sizes and hashes of the list are checked."""
    path = tmp_path / "garden.dicecam-dice"
    export_set(garden, path)
    repacked(path, change, list_again=False)

    with pytest.raises(DataSetError, match=expected):
        import_set(path, tmp_path / "friend")
