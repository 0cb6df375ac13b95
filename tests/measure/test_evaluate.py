"""Figures of readings on labelled photos."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.errors import SourceBrokenError, SourceNotFoundError
from dicecam.measure.evaluate import evaluate, score_photo
from dicecam.measure.labels import Label, labelled_photos, read_labels
from dicecam.sight import Box, SeenFace
from dicecam.vision.drawing import write_png


def _face(x, face="pips_1", y=10):
    return SeenFace(Box(x, y, x + 20, y + 20), face, 0.9)


def _label(x, number=0, y=10):
    return Label(Box(x / 200, y / 100, (x + 20) / 200, (y + 20) / 100), number)


@pytest.mark.parametrize(
    ("faces", "labels", "expected"),
    [
        ([_face(10)], [_label(10)], (1, 1, 1, 0, True)),
        ([_face(10, "pips_2")], [_label(10)], (1, 1, 0, 0, False)),
        ([_face(10, "unreadable")], [_label(10)], (1, 1, 0, 0, False)),
        ([], [_label(10)], (1, 0, 0, 0, False)),
        ([_face(10), _face(60)], [_label(10)], (1, 1, 1, 1, False)),
        ([_face(10), _face(60, "unreadable")], [_label(10)], (1, 1, 1, 1, False)),
        ([_face(60, "pips_6")], [_label(60, 6)], (0, 0, 0, 1, False)),
        ([_face(60, "unreadable")], [_label(60, 6)], (0, 0, 0, 0, True)),
        ([_face(60, "dixe_sun")], [_label(60, 6)], (0, 0, 0, 0, True)),
        ([], [_label(60, 6)], (0, 0, 0, 0, True)),
        ([], [], (0, 0, 0, 0, True)),
        ([_face(12), _face(10)], [_label(10), _label(12, 6)], (1, 1, 1, 1, False)),
    ],
)
def test_a_photo_is_scored_by_the_rule(faces, labels, expected):
    """Dice, found, faces right, false dice, exact."""
    score = score_photo(faces, labels, 200, 100)

    assert (
        score.dice,
        score.found,
        score.faces_right,
        score.false_dice,
        score.exact,
    ) == expected


@pytest.fixture
def labelled(tmp_path):
    """Two folders: two photos with a die each, and one photo without label file."""
    for folder, names in (("one", ("a", "b")), ("two", ("c",))):
        (tmp_path / folder / "images").mkdir(parents=True)
        (tmp_path / folder / "labels").mkdir()
        for name in names:
            write_png(
                tmp_path / folder / "images" / f"{name}.png", np.zeros((100, 200, 3), np.uint8)
            )
    line = "0 0.1 0.2 0.1 0.2\n"
    (tmp_path / "one" / "labels" / "a.txt").write_text(line)
    (tmp_path / "one" / "labels" / "b.txt").write_text(line + "\n3 0.5 0.5 0.1 0.2\n")
    return tmp_path


class OneDie:
    """Sees a one in the upper left, whatever the picture."""

    def look(self, image):
        return (_face(10),)


def test_folders_are_counted_and_summed(labelled):
    """The sum has the public keys, a row a folder follows."""
    result = evaluate(OneDie(), [labelled / "one", labelled / "two"]).as_json()

    assert list(result) == [
        "photos",
        "dice",
        "found",
        "false_dice",
        "faces_right",
        "exact_photos",
        "ms_p50",
        "folders",
    ]
    figures = {key: result[key] for key in list(result)[:6]}
    assert figures == {
        "photos": 3,
        "dice": 3,
        "found": 2,
        "false_dice": 1,
        "faces_right": 2,
        "exact_photos": 1,
    }
    assert [row["photos"] for row in result["folders"]] == [2, 1]
    assert [row["folder"] for row in result["folders"]] == [
        str(labelled / "one"),
        str(labelled / "two"),
    ]
    assert result["ms_p50"] >= 0


def test_each_photo_is_shown_to_who_asks(labelled):
    """Photo, picture, readings and score are handed over in order."""
    shown = []
    evaluate(OneDie(), [labelled / "one"], lambda *given: shown.append(given))

    assert [photo.path.name for photo, *_ in shown] == ["a.png", "b.png"]
    assert [score.exact for *_, score in shown] == [True, False]


def test_labels_beside_no_photo_are_passed_over(labelled):
    """Photos decide what is measured."""
    (labelled / "two" / "labels" / "zzz.txt").write_text("0 0.1 0.2 0.1 0.2\n")

    assert [len(photo.labels) for photo in labelled_photos(labelled / "two")] == [0]


@pytest.mark.parametrize(
    "line", ["0 0.1 0.2 0.1", "7 0.1 0.2 0.1 0.2", "x 0.1 0.2 0.1 0.2", "0 0.1 0.2 0 0.2"]
)
def test_a_wrong_label_line_is_named(line, tmp_path):
    """File, line number and what was expected."""
    path = tmp_path / "a.txt"
    path.write_text(f"0 0.1 0.2 0.1 0.2\n{line}\n")

    with pytest.raises(SourceBrokenError, match=r"a\.txt: line 2: expected"):
        read_labels(path)


def test_a_folder_without_labels_is_refused(tmp_path):
    """The message says how such a folder looks."""
    with pytest.raises(SourceNotFoundError, match="images/ and labels/"):
        labelled_photos(tmp_path)


def test_a_folder_without_photos_is_refused(tmp_path):
    """Nothing to measure is an error."""
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()

    with pytest.raises(SourceNotFoundError, match="no photo"):
        labelled_photos(tmp_path)
