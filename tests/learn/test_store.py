"""What is written to disk comes back as it was."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from dicecam.errors import DataSetError
from dicecam.learn.data.build import FACES, CropCollector, build_listed, build_photos
from dicecam.learn.data.store import (
    CROP_PX,
    Crops,
    fingerprint,
    load_crops,
    load_pictures,
    save_crops,
)


@pytest.fixture
def photo_set(tmp_path):
    """Return a set of one photo with a three and a numbered face."""
    folder = tmp_path / "some-numbered"
    (folder / "images").mkdir(parents=True)
    (folder / "labels").mkdir()
    image = np.random.default_rng(1).integers(0, 256, (200, 300, 3)).astype(np.uint8)
    cv2.imwrite(str(folder / "images" / "p.png"), image)
    (folder / "labels" / "p.txt").write_text("2 0.5 0.5 0.2 0.3\n6 0.2 0.2 0.1 0.1\n")
    return folder


def test_a_photo_set_becomes_pictures_and_crops(photo_set, tmp_path):
    """Both cubes are dice to the detector; the numbered face is `other` to the reader."""
    record = build_photos(photo_set, tmp_path / "out")
    (picture,) = load_pictures(tmp_path / "out" / "detect" / "some-numbered")
    crops = load_crops(tmp_path / "out" / "read" / "some-numbered.npz")

    assert record["photos"] == 1
    assert picture.image.shape == (200, 300, 3)
    assert picture.classes.tolist() == [0, 0]
    assert picture.boxes[0] == pytest.approx([0.4, 0.35, 0.6, 0.65], abs=1e-5)
    assert [FACES[label] for label in crops.labels][:2] == ["pips_3", "other"]
    assert crops.images.shape[1:] == (CROP_PX, CROP_PX, 3)
    assert crops.sizes[:2] == pytest.approx([60, 30])


def test_crops_of_another_size_are_refused(tmp_path):
    """A file from another version is not trained on by accident."""
    path = tmp_path / "old.npz"
    empty = np.zeros((1, 8, 8, 3), np.uint8)
    places, heights = np.full((1, 4, 2), np.nan, np.float32), np.full(1, np.nan, np.float32)
    label, size = np.zeros(1, np.int64), np.ones(1, np.float32)
    axes = np.full((1, 3, 3), np.nan, np.float32)
    save_crops(path, Crops(empty, label, FACES, size, places, heights, axes))

    with pytest.raises(DataSetError, match="build the data set again"):
        load_crops(path)


def test_a_fingerprint_sees_names_and_contents(tmp_path):
    """Order does not matter; a changed byte or name does."""
    one, two = tmp_path / "1", tmp_path / "2"
    one.write_bytes(b"a")
    two.write_bytes(b"b")
    before = fingerprint([one, two])

    assert fingerprint([two, one]) == before
    two.write_bytes(b"c")
    assert fingerprint([one, two]) != before


def test_listed_boxes_become_dice_crops_and_hidden_areas(photo_set, tmp_path):
    """A numbered cube is a die to the detector and `other` to the reader; the rest as listed."""
    table = tmp_path / "few.csv"
    table.write_text(
        "# a comment\nfile,kind,x1,y1,x2,y2\np.png,pips_4,0.1,0.1,0.3,0.3\n"
        "p.png,cube,0.4,0.4,0.6,0.6\np.png,other,0.7,0.7,0.8,0.8\np.png,ignored,0.1,0.7,0.2,0.8\n"
    )
    record = build_listed(photo_set / "images", table, tmp_path / "out")
    (picture,) = load_pictures(tmp_path / "out" / "detect" / "few")
    crops = load_crops(tmp_path / "out" / "read" / "few.npz")

    assert (record["photos"], record["boxes"]) == (1, 4)
    assert picture.classes.tolist() == [0, 0, 1]
    assert [FACES[label] for label in crops.labels] == ["pips_4", "other", "other"]


def test_an_unknown_kind_is_refused(photo_set, tmp_path):
    """A typing error in the list does not train anything."""
    table = tmp_path / "few.csv"
    table.write_text("file,kind,x1,y1,x2,y2\np.png,pips_9,0.1,0.1,0.3,0.3\n")

    with pytest.raises(DataSetError, match="pips_9"):
        build_listed(photo_set / "images", table, tmp_path / "out")


def test_corners_are_kept_in_px_of_the_crop(tmp_path):
    """What a rendered die's top face looks like in the picture is found again in its crop."""
    image = np.zeros((200, 300, 3), np.uint8)
    image[90:110, 140:160] = 255
    corners = ((140, 90), (160, 90), (160, 110), (140, 110))
    axes = ((0.0, 1.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    collector = CropCollector()
    collector.add(image, (130, 80, 170, 120), 0, corners, 55.0, axes)
    collector.save(tmp_path / "set.npz")
    crops = load_crops(tmp_path / "set.npz")
    left, top = crops.corners[0, 0]
    right, bottom = crops.corners[0, 2]
    inside = crops.images[0][round(top) + 1 : round(bottom) - 1, round(left) + 1 : round(right) - 1]

    assert inside.mean() > 250
    assert crops.images[0].sum() == pytest.approx(
        255 * 3 * (right - left) * (bottom - top), rel=0.1
    )
    assert crops.elevations.tolist() == [55.0]
    assert crops.axes.tolist() == [[list(row) for row in axes]]


def test_crops_from_before_corners_were_kept_know_none(tmp_path):
    """Photos have no corners either: they are NaN, never zero."""
    path = tmp_path / "photos.npz"
    images = np.zeros((2, CROP_PX, CROP_PX, 3), np.uint8)
    sizes = np.ones(2, np.float32)
    np.savez(path, images=images, labels=np.zeros(2, int), faces=np.array(FACES), sizes=sizes)
    crops = load_crops(path)

    assert np.isnan(crops.corners).all()
    assert np.isnan(crops.elevations).all()
    assert np.isnan(crops.axes).all()
