"""Photos from files: every format, the right way up, one clear error otherwise."""

from __future__ import annotations

import struct
import sys
import zlib

import numpy as np
import pytest

from dicecam.errors import SourceBrokenError, SourceNotFoundError
from dicecam.vision import photos
from dicecam.vision._cv2 import cv2
from dicecam.vision.photos import load_photo, photo_paths


@pytest.fixture
def picture():
    """40 wide, 20 high: left half blue, right half red."""
    image = np.zeros((20, 40, 3), np.uint8)
    image[:, :20, 0] = 255
    image[:, 20:, 2] = 255
    return image


@pytest.fixture
def written(tmp_path, picture):
    """Return a maker of files that hold the picture."""

    def write(suffix, name="photo"):
        path = tmp_path / f"{name}{suffix}"
        done, data = cv2.imencode(suffix, picture)
        assert done
        path.write_bytes(data.tobytes())
        return path

    return write


def _with_orientation(jpeg, value):
    """Return a JPEG with an EXIF orientation put into it."""
    entry = struct.pack(">HHIHH", 0x0112, 3, 1, value, 0)
    tiff = b"MM\x00\x2a" + struct.pack(">IH", 8, 1) + entry + struct.pack(">I", 0)
    body = b"Exif\x00\x00" + tiff
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_every_format_gives_the_picture(suffix, written, picture):
    """Colours and size survive, blue stays blue."""
    image = load_photo(written(suffix))

    assert image.shape == picture.shape
    assert image.dtype == np.uint8
    assert np.abs(image[10, 5].astype(int) - picture[10, 5]).max() < 12


def test_the_content_counts_not_the_name(written, tmp_path):
    """A PNG called .jpg is read."""
    path = written(".png").rename(tmp_path / "wrong.jpg")

    assert load_photo(path).shape == (20, 40, 3)


@pytest.mark.parametrize(
    ("orientation", "shape", "blue_corner"),
    [(1, (20, 40, 3), (10, 2)), (3, (20, 40, 3), (10, 37)), (6, (40, 20, 3), (2, 10))],
)
def test_exif_orientation_is_honoured(orientation, shape, blue_corner, written):
    """A photo taken with the phone turned comes out upright."""
    path = written(".jpg")
    path.write_bytes(_with_orientation(path.read_bytes(), orientation))
    image = load_photo(path)

    assert image.shape == shape
    assert image[blue_corner][0] > 200


@pytest.mark.parametrize("suffix", [".jpg", ".png", ".webp", ".bmp"])
def test_a_file_that_is_cut_off_is_refused(suffix, written):
    """Half a photo is an error, not a photo with a grey half."""
    path = written(suffix)
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 2 // 3])

    with pytest.raises(SourceBrokenError, match="cut off"):
        load_photo(path)


def test_a_thumbnail_does_not_hide_that_the_photo_is_cut_off(written):
    """The end of an embedded thumbnail is not the end of the photo."""
    path = written(".jpg")
    jpeg = path.read_bytes()
    thumbnail = b"\xff\xe1" + struct.pack(">H", len(jpeg) + 2) + jpeg
    path.write_bytes((jpeg[:2] + thumbnail + jpeg[2:])[:-40])

    with pytest.raises(SourceBrokenError, match="cut off"):
        load_photo(path)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "empty"),
        (b"hello, I am a text\n", "not a photo"),
        (b"\xff\xd8\xff\xe0", "cut off"),
        (b"\xff\xd8\xff\xff\xff\xda\x00\x04\x00\x00\xff\xd9", "cannot be decoded"),
        (b"\xff\xd8\xff\xd0\x00\x00\x00\x00\xff\xd9", "cut off"),
        (b"BM" + b"\x00" * 10, "cut off"),
        (b"BM" + b"\x00" * 28 + b"\x01\x00\x00\x00" + b"\x00" * 60, "cannot be decoded"),
    ],
)
def test_other_content_is_refused_in_one_line(content, complaint, tmp_path):
    """The message names the file and what is wrong with it."""
    path = tmp_path / "photo.jpg"
    path.write_bytes(content)

    with pytest.raises(SourceBrokenError, match=complaint) as caught:
        load_photo(path)
    assert "photo.jpg" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_picture_of_absurd_size_is_refused_without_decoding(tmp_path):
    """A small file that claims 400 megapixels costs no memory."""

    def chunk(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    path = tmp_path / "huge.png"
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\x00" * 1000))
        + chunk(b"IEND", b"")
    )

    with pytest.raises(SourceBrokenError, match="too much"):
        load_photo(path)


def test_a_file_of_absurd_size_is_refused_without_reading(written, monkeypatch):
    """The size on disk is looked at first."""
    monkeypatch.setattr(photos, "MAX_BYTES", 10)

    with pytest.raises(SourceBrokenError, match="too much for a photo"):
        load_photo(written(".png"))


def test_a_picture_over_the_limit_is_refused_after_decoding_too(written, monkeypatch):
    """The limit holds even when OpenCV was imported with another one."""
    monkeypatch.setattr(photos, "MAX_PIXELS", 100)

    with pytest.raises(SourceBrokenError, match="40 x 20 px are too much"):
        load_photo(written(".png"))


def test_missing_files_and_folders_are_named(tmp_path):
    """A path that is not there is not called broken; a folder is no photo."""
    with pytest.raises(SourceNotFoundError, match="no such file"):
        load_photo(tmp_path / "nix.jpg")
    with pytest.raises(SourceNotFoundError, match="no such file or folder"):
        list(photo_paths([tmp_path / "nix"]))
    with pytest.raises(SourceBrokenError, match="cannot be read"):
        load_photo(tmp_path)


def test_heic_without_its_library_says_what_to_install(tmp_path, monkeypatch):
    """The message names the extra."""
    path = tmp_path / "photo.heic"
    path.write_bytes(b"\x00\x00\x00\x18ftypheic" + b"\x00" * 20)
    monkeypatch.setitem(sys.modules, "pillow_heif", None)

    with pytest.raises(SourceBrokenError, match=r"dicecam\[heic\]"):
        load_photo(path)


def test_heic_is_read_when_its_library_is_there(tmp_path, picture):
    """Blue stays blue and the size is right."""
    heif = pytest.importorskip("pillow_heif")
    path = tmp_path / "photo.heic"
    heif.encode("RGB", (40, 20), picture[..., ::-1].tobytes(), path, quality=90)
    image = load_photo(path)

    assert image.shape == (20, 40, 3)
    assert image[10, 5, 0] > 200


def test_a_broken_heic_is_refused(tmp_path):
    """Content that pillow-heif cannot decode is one clear error."""
    pytest.importorskip("pillow_heif")
    path = tmp_path / "photo.heic"
    path.write_bytes(b"\x00\x00\x00\x18ftypheic" + b"\x00" * 20)

    with pytest.raises(SourceBrokenError, match="HEIC file cannot be decoded"):
        load_photo(path)


def test_folders_give_their_photos_in_name_order(written, tmp_path):
    """Other files are passed over; a file named outright is not."""
    for name in ("b", "a", "c"):
        written(".png", name)
    note = tmp_path / "notes.txt"
    note.write_text("x")

    assert [path.name for path in photo_paths([tmp_path])] == ["a.png", "b.png", "c.png"]
    assert list(photo_paths([note])) == [note]


def test_a_folder_without_photos_is_an_error(tmp_path):
    """Nothing to read is worth a word."""
    with pytest.raises(SourceNotFoundError, match="no photo in this folder"):
        list(photo_paths([tmp_path]))
