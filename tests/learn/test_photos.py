"""Labelled photos: parsing, held-back blocks, which die is a cube."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicecam.errors import DataSetError
from dicecam.learn.data.photos import (
    LabelledPhoto,
    parse_labels,
    read_folder,
    shows_cube,
    trainable,
)


def test_labels_become_edges_in_fractions():
    """A centre and a size become the four edges; empty lines do not matter."""
    (label,) = parse_labels("\n4 0.5 0.5 0.2 0.4\n", "a.txt")

    assert label.face == 4
    assert label.box == pytest.approx((0.4, 0.3, 0.6, 0.7))


@pytest.mark.parametrize("line", ["4 0.5 0.5 0.2", "five 0.5 0.5 0.2 0.4", "4 a b c d"])
def test_a_bad_line_is_named(line):
    """The error tells the file and the line."""
    with pytest.raises(DataSetError, match=r"a\.txt, line 1"):
        parse_labels(line, "a.txt")


def test_a_folder_is_read_in_order_and_photos_without_labels_have_no_dice(tmp_path):
    """Only pictures count, and a missing label file means an empty table."""
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    for name in ("b.jpg", "a.png", "note.txt"):
        (tmp_path / "images" / name).write_bytes(b"")
    (tmp_path / "labels" / "b.txt").write_text("0 0.5 0.5 0.1 0.1\n")

    photos = read_folder(tmp_path)

    assert [photo.image.name for photo in photos] == ["a.png", "b.jpg"]
    assert [len(photo.labels) for photo in photos] == [0, 1]


def test_a_folder_without_images_is_refused(tmp_path):
    """The error says what was expected."""
    with pytest.raises(DataSetError, match="images"):
        read_folder(tmp_path)


@pytest.mark.parametrize(("name", "kept"), [("any-numbered", 163), ("other", 203)])
def test_every_fifth_block_of_numbered_sets_stays_out(name, kept):
    """Photos 80 to 99 and 180 to 199 of 203 are held back, of numbered sets only."""
    photos = [LabelledPhoto(Path(f"{index:03d}.jpg"), ()) for index in range(203)]

    names = [photo.image.stem for photo in trainable(name, photos)]

    assert len(names) == kept
    assert ("080" in names) == (kept == 203)
    assert {"079", "100"} <= set(names)


@pytest.mark.parametrize(
    ("set_name", "file", "cube"),
    [
        ("ucffool-numbered", "d6_d6_top_1.jpg", True),
        ("ucffool-numbered", "d20_d20_1.jpg", False),
        ("baylor-numbered", "1_10_0_jpg.jpg", True),
    ],
)
def test_only_cubes_are_dice_to_the_detector(set_name, file, cube):
    """The file name of a polyhedral set tells the kind of die."""
    assert shows_cube(set_name, LabelledPhoto(Path(file), ())) is cube
