"""Import of data sets: what tools write is read, and each broken one gives one clear error."""

from __future__ import annotations

import json
import re
import struct
import zipfile
import zlib

import numpy as np
import pytest

from dicecam.errors import DataSetError, LearnError
from dicecam.learn.imports import picture_size, read_data_set, summary, take_over
from dicecam.learn.imports_yaml import class_names
from dicecam.learn.store import Store, open_store

LABEL = "train/labels/photo_0.txt"
PHOTO = "train/images/photo_0.jpg"
COCO = "annotations/instances_default.json"


def png_that_claims(width, height, rows=100):
    """Return a small PNG of one colour with some of the rows that it says it has."""

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(width + 1)) for _ in range(rows))
    rows += packer.flush()
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )


def write_zip(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return path


def write_folder(path, files):
    for name, content in files.items():
        (path / name).parent.mkdir(parents=True, exist_ok=True)
        (path / name).write_bytes(content)
    return path


def put(name, content):
    """Return a change that writes a file into a data set."""
    return lambda files: files.__setitem__(name, content)


def drop(*names):
    """Return a change that takes files out of a data set."""
    return lambda files: [files.pop(name) for name in names]


def patched(**changes):
    """Return a change of a COCO file: keys with functions of their lists."""

    def change(files):
        plain = json.loads(files[COCO])
        for key, edit in changes.items():
            plain[key] = edit(plain[key])
        files[COCO] = json.dumps(plain).encode()

    return change


def first_with(**values):
    """Return an edit of a list of objects: the first gets other values."""
    return lambda items: [{**items[0], **values}, *items[1:]]


def only_empty_labels(files):
    for name in list(files):
        if "/labels/" in name:
            files[name] = b""


def same_photo_twice(files):
    files["train/images/photo_1.jpg"] = files[PHOTO]


BROKEN_YOLO = {
    "no class names": (drop("data.yaml"), "no class names"),
    "empty class list": (put("data.yaml", b"names: []\n"), "no class names"),
    "class list without end": (put("data.yaml", b"names: ['star', 'moon'\n"), "does not end"),
    "number of classes wrong": (put("data.yaml", b"nc: 3\nnames: [star, moon]\n"), "nc says 3"),
    "number of classes no number": (put("data.yaml", b"nc: two\nnames: [a, b]\n"), "nc: expected"),
    "class numbers with a gap": (put("data.yaml", b"names:\n  0: star\n  2: moon\n"), "classes 0"),
    "class number twice": (put("data.yaml", b"names:\n  0: star\n  0: moon\n"), "there twice"),
    "class name twice": (put("data.yaml", b"names: [star, star]\n"), "'star' is there twice"),
    "class order disagrees": (put("classes.txt", b"moon\nstar\n"), "disagree about the order"),
    "class number too large": (put(LABEL, b"2 .5 .5 .2 .2\n"), "class: expected 0 to 1"),
    "class number negative": (put(LABEL, b"-1 .5 .5 .2 .2\n"), "class: expected 0 to 1"),
    "class number broken": (put(LABEL, b"0.5 .5 .5 .2 .2\n"), "class: expected 0 to 1"),
    "NaN in a box": (put(LABEL, b"0 nan .5 .2 .2\n"), "finite numbers"),
    "infinity in a box": (put(LABEL, b"0 .5 .5 inf .2\n"), "finite numbers"),
    "words in a label": (put(LABEL, b"star .5 .5 .2 .2\n"), "expected numbers"),
    "too few numbers": (put(LABEL, b"0 .5 .5 .2\n"), "class cx cy w h"),
    "box without size": (put(LABEL, b"0 .5 .5 0 .2\n"), "with width and height"),
    "box of negative size": (put(LABEL, b"0 .5 .5 -.2 .2\n"), "with width and height"),
    "box out of range": (put(LABEL, b"0 .9 .5 .6 .2\n"), "inside the photo"),
    "box in pixels": (put(LABEL, b"0 80 80 40 40\n"), "inside the photo"),
    "box of a few pixels": (put(LABEL, b"0 .5 .5 .01 .01\n"), "px a side"),
    "label not UTF-8": (put(LABEL, b"0 .5 .5 .2 .2 \xff\xfe\n"), "not UTF-8"),
    "all labels of 0 bytes": (only_empty_labels, "no die is labelled"),
    "photo missing": (drop(PHOTO), "has no photo"),
    "all photos missing": (
        lambda files: [files.pop(name) for name in list(files) if name.endswith(".jpg")],
        "has no photo",
    ),
    "photo of 0 bytes": (put(PHOTO, b""), "is empty"),
    "photo is no picture": (put(PHOTO, b"GIF89a" + bytes(100)), "is no picture"),
    "photo cut off": (lambda f: f.__setitem__(PHOTO, f[PHOTO][:-200]), "cut off"),
    "photo of noise": (put(PHOTO, b"\xff\xd8\xff\xe0" + bytes(3000) + b"\xff\xd9"), "no picture"),
    "pixel bomb of ten million": (put(PHOTO, png_that_claims(4000, 2600, 2600)), "is no photo"),
    "pixel bomb beyond all bounds": (
        put(PHOTO, png_that_claims(100_000, 100_000, 3)),
        "megapixels",
    ),
    "one photo with two labels": (same_photo_twice, "labelled otherwise"),
    "two photos with one label": (put("train/images/photo_0.png", b"x"), "share one label"),
    "path that climbs up": (put("../../evil.txt", b"x"), "unsafe path"),
    "absolute path": (put("/etc/evil.txt", b"x"), "unsafe path"),
    "path on a drive": (put("C:\\evil.txt", b"x"), "unsafe path"),
    "path that climbs with backslashes": (put("train\\..\\..\\evil.txt", b"x"), "unsafe path"),
    "names that differ by case only": (put(PHOTO.upper(), b"x"), "one file on other systems"),
    "file that grows": (put("train/bomb.txt", bytes(20_000_000)), "grows"),
}

BROKEN_COCO = {
    "no JSON": (put(COCO, b'{"images": ['), "not valid JSON"),
    "JSON of another kind": (put(COCO, b"[]"), "expected an object"),
    "no annotations": (put(COCO, b'{"images": [], "categories": []}'), "no class names"),
    "annotations missing": (
        lambda f: f.__setitem__(
            COCO, json.dumps({**json.loads(f[COCO]), "annotations": None}).encode()
        ),
        "annotations: expected a list",
    ),
    "category twice": (patched(categories=first_with(id=2)), "id 2 is there twice"),
    "category unknown": (patched(annotations=first_with(category_id=9)), "no category 9"),
    "image unknown": (patched(annotations=first_with(image_id=77)), "no image 77"),
    "image twice": (patched(images=first_with(id=1)), "id 1 is there twice"),
    "image missing": (drop("images/default/p1.jpg"), "p1.jpg is missing"),
    "image path climbs": (patched(images=first_with(file_name="../../x.jpg")), "unsafe path"),
    "box with NaN": (patched(annotations=first_with(bbox=[float("nan"), 1, 9, 9])), "bbox"),
    "box of three numbers": (patched(annotations=first_with(bbox=[1, 2, 3])), "bbox"),
    "box outside": (patched(annotations=first_with(bbox=[150, 10, 90, 40])), "inside the photo"),
    "size disagrees": (patched(images=first_with(width=320)), "its labels were made for"),
    "width missing": (patched(images=first_with(width=None)), "width and height"),
}


def refused(path, expected, store):
    """Check that a data set gives one error that says what is expected, and writes nothing."""
    with pytest.raises(DataSetError) as caught:
        take_over(read_data_set(path), store, str)
    message = str(caught.value)

    assert re.search(re.escape(expected), message), message
    assert "\n" not in message
    assert not store.folder.exists()


@pytest.mark.parametrize("case", BROKEN_YOLO)
def test_a_broken_yolo_data_set_gives_one_clear_error(case, yolo_files, tmp_path):
    """Each slip in a YOLO export is named; nothing is written."""
    change, expected = BROKEN_YOLO[case]
    change(yolo_files)
    path = write_zip(tmp_path / "set.zip", yolo_files)
    refused(path, expected, Store(tmp_path / "store"))


@pytest.mark.parametrize("case", BROKEN_COCO)
def test_a_broken_coco_data_set_gives_one_clear_error(case, coco_files, tmp_path):
    """Each slip in a COCO export is named; nothing is written."""
    change, expected = BROKEN_COCO[case]
    change(coco_files)
    path = write_folder(tmp_path / "set", coco_files)
    refused(path, expected, Store(tmp_path / "store"))


def test_a_truncated_zip_is_refused(yolo_files, tmp_path):
    """A zip file that lacks its end is no zip file."""
    path = write_zip(tmp_path / "set.zip", yolo_files)
    path.write_bytes(path.read_bytes()[:-60])
    refused(path, "not a whole zip file", Store(tmp_path / "store"))


def test_a_zip_with_a_damaged_photo_is_refused(yolo_files, tmp_path):
    """A flipped byte is found by the checksum of the zip."""
    path = write_zip(tmp_path / "set.zip", yolo_files)
    data = bytearray(path.read_bytes())
    at = data.find(yolo_files[PHOTO][200:230])
    at = at if at > 0 else data.find(b"photo_0.jpg") + 400
    data[at + 5] ^= 0xFF
    path.write_bytes(bytes(data))
    refused(path, "damaged", Store(tmp_path / "store"))


def test_an_encrypted_zip_is_refused(yolo_files, tmp_path):
    """A zip file with a password says so."""
    path = write_zip(tmp_path / "set.zip", yolo_files)
    data = bytearray(path.read_bytes())
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = data.find(mark)
        data[start + at] |= 1
    path.write_bytes(bytes(data))
    refused(path, "encrypted", Store(tmp_path / "store"))


def test_a_link_in_a_zip_is_refused(yolo_files, tmp_path):
    """A zip entry that is a link could point anywhere."""
    path = write_zip(tmp_path / "set.zip", yolo_files)
    with zipfile.ZipFile(path, "a") as archive:
        info = zipfile.ZipInfo("train/link.jpg")
        info.external_attr = 0o120777 << 16
        archive.writestr(info, "/etc/passwd")
    refused(path, "is a link", Store(tmp_path / "store"))


def test_a_link_out_of_a_folder_is_refused(yolo_files, tmp_path):
    """A link in a folder that leads outside is refused."""
    folder = write_folder(tmp_path / "set", yolo_files)
    secret = tmp_path / "secret.txt"
    secret.write_text("x", encoding="utf-8")
    (folder / "train" / "more.txt").symlink_to(secret)
    refused(folder, "leads outside", Store(tmp_path / "store"))


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("missing.zip", None, "no such folder"),
        ("noise.zip", b"not a zip at all", "not a whole zip file"),
        ("empty.zip", b"", "not a whole zip file"),
    ],
)
def test_a_file_that_is_no_data_set_is_refused(name, content, expected, tmp_path):
    """A missing, odd or empty file is no data set."""
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    refused(path, expected, Store(tmp_path / "store"))


def test_a_folder_of_other_things_is_refused(tmp_path):
    """A folder with neither labels nor annotations is not guessed at."""
    folder = write_folder(tmp_path / "set", {"notes.md": b"hello"})
    refused(folder, "neither YOLO nor COCO", Store(tmp_path / "store"))


def test_an_empty_folder_is_refused(tmp_path):
    """An empty folder is refused."""
    (tmp_path / "set").mkdir()
    refused(tmp_path / "set", "it is empty", Store(tmp_path / "store"))


def test_a_full_disk_leaves_the_store_as_it_was(yolo_files, tmp_path, monkeypatch):
    """When the manifest cannot be written, no picture stays behind."""
    data = read_data_set(write_zip(tmp_path / "set.zip", yolo_files))
    store = Store(tmp_path / "store")

    def full(path, text):
        raise LearnError(f"{path}: cannot be written (No space left on device)")

    monkeypatch.setattr("dicecam.learn.store.write_text", full)
    with pytest.raises(LearnError, match="No space left"):
        take_over(data, store, str)

    assert len(open_store(store.folder)) == 0
    assert [path for path in store.folder.rglob("*") if path.is_file()] == []


def test_a_yolo_export_of_roboflow_is_taken_over(yolo_files, tmp_path):
    """All labelled photos of a good export come into the store with their classes."""
    data = read_data_set(write_zip(tmp_path / "set.zip", yolo_files))
    store = Store(tmp_path / "store")
    added = take_over(data, store, lambda name: f"mine_{name}")
    again = open_store(store.folder)

    assert (data.kind, data.classes, added) == ("YOLO", ("star", "moon"), 4)
    assert again.counts() == {"mine_star": 2, "mine_moon": 2}
    assert again.sessions == ("import-set",)
    assert summary(data) == ["YOLO: 4 photos", "  star: 2", "  moon: 2"]


def test_a_coco_export_of_cvat_is_taken_over(coco_files, tmp_path):
    """Boxes of a COCO export end where its annotations say."""
    data = read_data_set(write_folder(tmp_path / "set", coco_files))
    store = Store(tmp_path / "store")
    take_over(data, store, str)
    expected = json.loads(coco_files[COCO])["annotations"][0]["bbox"]
    x1, y1, x2, y2 = store.pictures[0].dice[0].box

    assert data.kind == "COCO"
    assert store.counts() == {"star": 2, "moon": 1}
    assert np.allclose([x1, y1, x2 - x1, y2 - y1], expected, atol=0.5)


def test_exports_with_bom_crlf_spaces_and_accents_are_read(yolo_files, tmp_path):
    """What Windows and French users write is no slip."""
    files = {name.replace("photo", "dé à jouer n° "): data for name, data in yolo_files.items()}
    files["data.yaml"] = (
        b"\xef\xbb\xbfnames:\r\n- '\xc3\xa9toile'  # une\r\n- \"lune\"\r\nnc: 2\r\n"
    )
    for name in list(files):
        if name.endswith(".txt"):
            files[name] = b"\xef\xbb\xbf" + files[name].replace(b"\n", b"\r\n")
    data = read_data_set(write_zip(tmp_path / "dés de léa.zip", files))

    assert data.classes == ("étoile", "lune")
    assert data.counts() == {"étoile": 2, "lune": 2}


def test_label_studio_and_cvat_layouts_are_read(yolo_files, tmp_path):
    """Class lists in text files, photos beside labels: both are YOLO exports too."""
    studio = {
        name.split("/", 1)[1] if "/" in name else name: data for name, data in yolo_files.items()
    }
    del studio["data.yaml"], studio["README.roboflow.txt"]
    studio |= {"classes.txt": b"star\nmoon\n", "notes.json": b'{"categories": []}'}
    cvat = {"obj.names": b"star\nmoon\n", "obj.data": b"classes = 2\n", "train.txt": b"x\n"}
    for name, data in yolo_files.items():
        if "photo" in name:
            cvat[f"obj_train_data/{name.rsplit('/', 1)[1]}"] = data

    for number, files in enumerate((studio, cvat)):
        data = read_data_set(write_zip(tmp_path / f"{number}.zip", files))
        assert data.counts() == {"star": 2, "moon": 2}


def test_photos_without_dice_and_photos_twice_are_left_out(yolo_files, tmp_path):
    """An empty label file is a photo without dice; a copy of a photo adds nothing."""
    yolo_files["valid/labels/photo_3.txt"] = b""
    yolo_files["train/images/copy.jpg"] = yolo_files[PHOTO]
    yolo_files["train/labels/copy.txt"] = yolo_files[LABEL]
    data = read_data_set(write_zip(tmp_path / "set.zip", yolo_files))

    assert (len(data.photos), data.empty, data.twice) == (3, 1, 1)
    assert len(summary(data)) == 5


def test_outlines_become_boxes_and_edges_are_cut(yolo_files, tmp_path):
    """Segmentation labels give their bounding box; a box a hair too large is cut."""
    yolo_files[LABEL] = b"0 0.2 0.2 0.6 0.25 0.4 0.7\n1 0.9 0.5 0.21 0.2\n"
    data = read_data_set(write_zip(tmp_path / "set.zip", yolo_files))
    photo = next(photo for photo in data.photos if photo.name == PHOTO)

    assert photo.boxes[0].box == (0.2, 0.2, 0.6, 0.7)
    assert photo.boxes[1].box[2] == 1.0


def test_dice_that_are_known_already_are_not_added_twice(yolo_files, tmp_path):
    """Importing a data set again adds nothing."""
    store = Store(tmp_path / "store")
    path = write_zip(tmp_path / "set.zip", yolo_files)

    assert take_over(read_data_set(path), store, str) == 4
    assert take_over(read_data_set(path), open_store(store.folder), str) == 0


@pytest.mark.parametrize(
    "text",
    [
        "names: [star, 'full moon', \"a, b\"]",
        "names:\n- star\n- full moon\n- a, b\nnc: 3",
        "path: x\nnames:\n  0: star\n  1: 'full moon'\n  2: \"a, b\"\ntrain: images",
        "names: {0: star, 1: full moon, 2: 'a, b'}",
        "names: [star,\n  'full moon',\n  'a, b']  # three",
    ],
)
def test_class_names_are_read_in_every_form(text):
    """Lists and numbered names say the same."""
    assert class_names(text, "data.yaml") == ("star", "full moon", "a, b")


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp", ".bmp"])
def test_the_size_of_a_picture_is_read_from_its_header(ending):
    """Sizes come from headers, so that no bomb is unpacked to learn its size."""
    import cv2

    image = np.zeros((37, 91, 3), np.uint8)
    data = cv2.imencode(ending, image)[1].tobytes()

    assert picture_size(data) == (91, 37)
    assert picture_size(data[:12]) == (0, 0)
