"""A user's own one-part model: names of classes, both forms of output, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.cli import main
from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.sight import Box
from dicecam.vision.looker import DiceLooker, load_looker
from dicecam.vision.one_part import REPORTING, OnePart, class_names, face_of, load_one_part

NAMES = ("one", "dice-2", "3", "six")


class Fixed:
    """A network that always finds the same."""

    def __init__(self, rows, shape=(None, 3, None, None)):
        self.rows, self.input_shape = rows, shape

    def run(self, batch):
        return self.rows


def raw(*dice):
    """Return raw output of dice: x, y, width, height, class, confidence."""
    output = np.zeros((1, 4 + len(NAMES), 20), np.float32)
    for at, (x, y, width, height, kind, share) in enumerate(dice):
        output[0, :4, at] = x, y, width, height
        output[0, 4 + kind, at] = share
    return output


def one_part(output, tmp_path, shape=(None, 3, None, None)):
    return OnePart(Fixed(output, shape), NAMES, tmp_path / "own.onnx")


@pytest.mark.parametrize(
    ("name", "face"),
    [
        ("1", "pips_1"),
        ("three", "pips_3"),
        ("Dice-4", "pips_4"),
        ("d6_5", "pips_5"),
        ("dice3", "pips_3"),
        ("d6", "d6"),
        ("pips_6", "pips_6"),
        ("dixe_sun", "dixe_sun"),
        ("Star", "star"),
        ("12", "12"),
        ("7", "7"),
        ("??", "other"),
    ],
)
def test_class_names_mean_faces(name, face):
    """The ways people name the faces of dice are understood."""
    assert face_of(name) == face


@pytest.mark.parametrize(
    ("text", "names"),
    [("{0: 'one', 1: 'two'}", ("one", "two")), ("['a', 'b']", ("a", "b"))],
)
def test_names_are_read_from_the_metadata(text, names, tmp_path):
    """Ultralytics writes a dictionary; a list will do."""
    assert class_names({"names": text}, tmp_path) == names


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "{1: 'a'}",
        "__import__('os').system('x')",
        "{0: 'a'",
        "7",
        "[" * 5000,
        "x" * 30_000,
    ],
)
def test_metadata_without_names_is_refused(text, tmp_path):
    """Nothing in it is executed."""
    with pytest.raises(ModelClassesError, match="no class names"):
        class_names({"names": text}, tmp_path)


def test_raw_output_becomes_readings(tmp_path):
    """Boxes of one die under two classes become one reading with a runner-up."""
    output = raw((160, 120, 40, 40, 3, 0.9), (162, 121, 40, 40, 0, 0.6), (400, 300, 30, 30, 1, 0.5))
    model = one_part(output, tmp_path)
    looker = DiceLooker(model, model, None, REPORTING)
    faces = looker.look(np.zeros((480, 640, 3), np.uint8))

    assert [face.face for face in faces] == ["pips_6", "pips_2"]
    assert faces[0].box.xyxy == pytest.approx((140, 100, 180, 140))
    assert faces[0].confidence == pytest.approx(0.9)


def test_a_game_narrows_the_faces(tmp_path):
    """Faces the game does not have are not read; a model that knows none of them is left alone."""
    output = raw((160, 120, 40, 40, 3, 0.9), (160, 120, 40, 40, 0, 0.6))
    model = one_part(output, tmp_path)
    looker = DiceLooker(model, model, None, REPORTING)
    picture = np.zeros((480, 640, 3), np.uint8)
    looker.expect_faces(["pips_1", "pips_2"])
    narrowed = looker.look(picture)
    looker.expect_faces(["dixe_sun"])

    assert [face.face for face in narrowed] == ["pips_1"]
    assert [face.face for face in looker.look(picture)] == ["pips_6"]


def test_output_without_suppression_becomes_readings(tmp_path):
    """Newer models give boxes, confidence and class."""
    rows = np.zeros((1, 300, 6), np.float32)
    rows[0, 0] = (10, 20, 50, 60, 0.8, 2)
    model = one_part(rows, tmp_path, (1, 3, 480, 640))
    looker = DiceLooker(model, model, None, REPORTING)
    looker.region = (0.0, 0.0, 1.0, 1.0)
    (face,) = looker.look(np.zeros((480, 640, 3), np.uint8))

    assert face.face == "pips_3"
    assert face.box.xyxy == pytest.approx((10, 20, 50, 60))
    assert model.detect(np.zeros((0, 0, 3), np.uint8)) == ()


def test_other_networks_are_refused(tmp_path):
    """A classifier, or a model of other classes, is no one-part model of these."""
    with pytest.raises(ModelClassesError, match="expected \\(1, 8, N\\)"):
        one_part(np.zeros((1, 4)), tmp_path)
    model = one_part(raw((160, 120, 40, 40, 3, 0.9)), tmp_path)
    with pytest.raises(ModelClassesError, match="reads only what it found"):
        model.read(np.zeros((9, 9, 3), np.uint8), [Box(0, 0, 1, 1), Box(0, 0, 2, 2)])


def test_missing_and_foreign_files_are_refused(tmp_path):
    """The message says what was expected."""
    path = tmp_path / "own.onnx"
    with pytest.raises(ModelMissingError, match="no such model file"):
        load_looker(str(path))
    path.write_bytes(b"no network")
    with pytest.raises(ModelClassesError, match="cannot load it"):
        load_one_part(path)


def test_a_pt_file_needs_the_train_extra(tmp_path, capsys, monkeypatch):
    """Before anything is opened the user is warned; without the extra he is told what to type."""
    monkeypatch.setattr("dicecam.learn.own_pt.find_spec", lambda name: None)
    path = tmp_path / "own.pt"
    missing = main(["play", "qwixx", "--text", "--model", str(path)])
    path.write_bytes(b"a pickle")
    code = main(["play", "qwixx", "--text", "--model", str(path)])
    said = capsys.readouterr().err

    assert missing == code == 2
    assert "no such model file" in said
    assert "can run any code" in said
    assert "pip install 'dicecam[train]'" in said
