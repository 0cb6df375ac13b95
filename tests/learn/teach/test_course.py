"""From photos to a lesson: what is kept, how faces are named, what a review changes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from dicecam.errors import LearnError, SourceNotFoundError
from dicecam.learn.collect import UNNAMED, Hint, face_in_name, likely_dice
from dicecam.learn.course import Course
from dicecam.learn.dice_sets import find_set
from dicecam.learn.imports import read_data_set
from dicecam.sight import Box


class OneDie:
    """Finds the light square of a small test photo."""

    def detect(self, image):
        light = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) > 150
        if not light.any():
            return ()
        x, y, width, height = cv2.boundingRect(light.astype(np.uint8))
        return (Box(x, y, x + width, y + height, 0.9),)


@pytest.fixture
def folder(tmp_path, photo):
    """Return a folder with photos of two faces, one folder each."""
    for number in range(6):
        face = ("Étoile", "moon")[number % 2]
        path = tmp_path / "photos" / face / f"IMG_{number}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", photo(number)[0])[1].tobytes())
    return tmp_path / "photos"


@pytest.fixture
def course(tmp_path):
    """Return a course of a new set."""
    return Course("Mon jardin", OneDie(), tmp_path / "sets")


def test_folders_name_the_faces(course, folder, tmp_path):
    """Photos in folders become faces of the set, and are there again later."""
    said = list(course.collect([folder], session="day"))
    course.save()
    again = Course("mon jardin", None, tmp_path / "sets")

    assert [one.hint for one in said] == [Hint.KEPT] * 6
    assert again.dice.name == "Mon jardin"
    assert again.names() == {"mon_jardin_etoile": "Étoile", "mon_jardin_moon": "moon"}
    assert again.counts() == {"mon_jardin_etoile": 3, "mon_jardin_moon": 3}
    assert set(again.few()) == {"mon_jardin_etoile", "mon_jardin_moon"}
    assert all(die.sure for die in again.kept())


def test_the_same_photos_are_not_kept_twice(course, folder):
    """A second look at the folder adds nothing."""
    list(course.collect([folder]))
    said = list(course.collect([folder]))

    assert {one.hint for one in said} == {Hint.KNOWN}
    assert len(course.store) == 6


def test_photos_without_a_name_have_to_be_named(course, folder):
    """Camera file names say nothing: such dice come first in the review and block the lesson."""
    list(course.collect([folder / "moon"]))
    dice = course.kept()

    assert [die.face for die in dice] == [UNNAMED] * 3
    assert not any(die.sure for die in dice)
    with pytest.raises(LearnError, match="3 photos are not named"):
        course.finish()
    for die in dice:
        course.rename(die, "3")
    assert course.counts() == {"pips_3": 3}
    assert all(die.sure for die in course.kept())


def test_a_review_removes_renames_and_calls(course, folder):
    """Wrong dice go, faces get other names, and a face without photos is forgotten."""
    list(course.collect([folder]))
    moons = [die for die in course.kept() if die.face == "mon_jardin_moon"]
    course.rename(moons[0], "Étoile")
    course.remove(moons[1:])
    course.call("mon_jardin_etoile", "Star")
    course.save()

    assert course.names() == {"mon_jardin_etoile": "Star"}
    assert course.counts() == {"mon_jardin_etoile": 4}
    assert course.thumbnail(course.kept()[0], 48).shape == (48, 48, 3)
    with pytest.raises(LearnError, match="another name"):
        course.call("mon_jardin_etoile", " ")
    with pytest.raises(LearnError, match="another name"):
        course.call("nobody", "x")


@pytest.mark.parametrize("name", ["other", "!?", "unreadable"])
def test_names_that_mean_nothing_are_refused(course, name):
    """Names kept for the program, or without letters, are no faces."""
    with pytest.raises(LearnError, match="face"):
        course.reading(name)


def test_a_camera_gives_sharp_and_different_pictures(course, photo):
    """Pictures are taken until there are enough; blurred, equal and empty ones are passed over."""
    sharp = [photo(number)[0] for number in range(4)]
    blurred = cv2.GaussianBlur(photo(7)[0], (0, 0), 9)
    empty = np.zeros((120, 120, 3), np.uint8)
    pictures = [empty, sharp[0], sharp[0], blurred, *sharp[1:]]
    said = list(course.watch(iter(pictures), "star", "day", 3))

    assert [hint for hint, _ in said] == [
        Hint.NO_DIE,
        Hint.KEPT,
        Hint.KNOWN,
        Hint.BLURRED,
        Hint.KEPT,
        Hint.KEPT,
    ]
    assert said[-1][1] == 3
    assert course.counts() == {"mon_jardin_star": 3}


def test_boxes_that_the_detector_hardly_believes_in_are_passed_over():
    """A large doubtful box is no die beside a sure one; alone it is looked at."""
    sure, doubtful = Box(10, 10, 40, 40, 0.8), Box(0, 0, 90, 90, 0.15)

    assert likely_dice([sure, doubtful]) == [sure]
    assert likely_dice([doubtful]) == [doubtful]
    assert likely_dice([sure, Box(50, 50, 95, 95, 0.6)])[0].x1 == 50
    assert likely_dice([]) == []


def test_a_picture_can_be_kept_before_it_is_named(course, photo):
    """The window takes pictures first and asks later."""
    image, _ = photo(1)
    course.keep(image, course.look(image, ""), "", "day")
    course.keep(image, course.look(np.zeros_like(image), ""), "", "day")

    assert course.counts() == {UNNAMED: 1}


def test_a_data_set_is_taken_over(course, yolo_files, tmp_path):
    """Classes of an import become faces."""
    for name, content in yolo_files.items():
        path = tmp_path / "export" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    added = course.take_over(read_data_set(tmp_path / "export"))

    assert added == 4
    assert find_set("mon_jardin", tmp_path / "sets").readings == (
        "mon_jardin_star",
        "mon_jardin_moon",
    )


def test_collecting_needs_a_detector_and_photos(tmp_path):
    """Without one or the other there is a clear error."""
    course = Course("x", None, tmp_path)
    (tmp_path / "p.png").write_bytes(b"x")
    with pytest.raises(LearnError, match="needs a detector"):
        list(course.collect([tmp_path / "p.png"]))
    with pytest.raises(SourceNotFoundError):
        list(course.collect([tmp_path / "missing"]))


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("star_01.jpg", "star"),
        ("IMG_2041.jpg", ""),
        ("3.jpg", "3"),
        ("20261130_114501.jpg", ""),
        ("Étoile (2).jpg", "Étoile"),
        ("WhatsApp Image 2026-11-30.jpg", ""),
        ("star/IMG_1.jpg", "star"),
    ],
)
def test_file_names_tell_faces_from_camera_names(name, face, tmp_path):
    """Names that a camera gives are no faces."""
    assert face_in_name(tmp_path / name, tmp_path) == face
