"""`dicecam read` and `dicecam eval`, with a looker that needs no model."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dicecam.cli import main
from dicecam.sight import Box, SeenFace
from dicecam.vision import looker
from dicecam.vision.drawing import write_png
from dicecam.vision.looker import Looked, Timing

SEEN = SeenFace(Box(10, 10, 30, 30), "pips_5", 0.7, "red", 0.9, (("pips_6", 0.2),))
LEFT_OUT = SeenFace(Box(60, 10, 80, 30), "other", 0.9)


class Fake:
    """Sees one five and one thing that is no die."""

    def look(self, image):
        return (SEEN,)

    def look_closely(self, image):
        return Looked((SEEN,), (LEFT_OUT,), Timing(1.0, 2.0, 3.0))


@pytest.fixture(autouse=True)
def fake_model(monkeypatch):
    monkeypatch.setattr(looker, "load_looker", lambda name: Fake())


@pytest.fixture
def folder(tmp_path):
    """Two photos and, between them by name, a text that is no photo."""
    (tmp_path / "photos").mkdir()
    for name in ("a", "c"):
        write_png(tmp_path / "photos" / f"{name}.png", np.zeros((100, 200, 3), np.uint8))
    (tmp_path / "photos" / "b.jpg").write_text("no photo")
    return tmp_path / "photos"


def test_json_is_one_object_a_photo(folder, capsys):
    """The keys are the public ones."""
    assert main(["read", "--json", str(folder / "a.png")]) == 0

    shown = json.loads(capsys.readouterr().out)
    assert shown == {
        "source": str(folder / "a.png"),
        "width": 200,
        "height": 100,
        "dice": [
            {
                "box": [10, 10, 30, 30],
                "face": "pips_5",
                "colour": "red",
                "confidence": 0.7,
                "others": [["pips_6", 0.2]],
            }
        ],
        "ms": {"detect": 1.0, "read": 2.0, "total": 6.0},
    }


def test_a_broken_file_does_not_stop_the_others(folder, capsys):
    """One line on stderr, both photos on stdout, exit status 2."""
    assert main(["read", "--json", str(folder)]) == 2

    out, err = capsys.readouterr()
    assert [json.loads(line)["source"][-5:] for line in out.splitlines()] == ["a.png", "c.png"]
    assert err.count("\n") == 1
    assert "b.jpg: not a photo" in err


def test_a_missing_path_does_not_stop_the_others(folder, capsys):
    """A wrong name is one line on stderr and exit status 2."""
    assert main(["read", str(folder / "nix"), str(folder / "a.png")]) == 2

    out, err = capsys.readouterr()
    assert "a.png  200 x 100  1 die" in out
    assert "no such file or folder" in err


def test_the_table_names_the_runner_up_of_an_unsure_reading(folder, capsys):
    """People see what else it could be."""
    main(["read", str(folder / "a.png")])

    line = capsys.readouterr().out.splitlines()[1]
    assert line.split() == ["pips_5", "red", "70%", "at", "20,", "20", "or", "pips_6", "20%"]


def test_all_lists_what_is_left_out(folder, capsys):
    """`other` is shown with --all only."""
    main(["read", "--all", "--json", str(folder / "a.png")])

    faces = [die["face"] for die in json.loads(capsys.readouterr().out)["dice"]]
    assert faces == ["pips_5", "other"]


def test_save_writes_drawn_photos(folder, tmp_path, capsys):
    """The folder is made; a photo keeps its name."""
    assert main(["read", "--save", str(tmp_path / "new" / "drawn"), str(folder / "a.png")]) == 0
    assert (tmp_path / "new" / "drawn" / "a.png").stat().st_size > 0


def test_a_folder_that_cannot_be_made_is_an_error(folder, capsys):
    """A file in the way is named."""
    assert main(["read", "--save", str(folder / "a.png"), str(folder / "c.png")]) == 2
    assert "cannot make this folder" in capsys.readouterr().err


@pytest.fixture
def labelled(tmp_path):
    """A labelled folder: one photo that is exact, one with a die that is missed."""
    (tmp_path / "set" / "images").mkdir(parents=True)
    (tmp_path / "set" / "labels").mkdir()
    for name, more in (("a", ""), ("b", "0 0.8 0.8 0.1 0.2\n")):
        write_png(tmp_path / "set" / "images" / f"{name}.png", np.zeros((100, 200, 3), np.uint8))
        (tmp_path / "set" / "labels" / f"{name}.txt").write_text("4 0.1 0.2 0.1 0.2\n" + more)
    return tmp_path / "set"


def test_eval_prints_one_json_object(labelled, capsys):
    """The figures are those of the photos."""
    assert main(["eval", "--json", str(labelled)]) == 0

    shown = json.loads(capsys.readouterr().out)
    assert (shown["photos"], shown["dice"], shown["found"], shown["exact_photos"]) == (2, 3, 2, 1)


def test_eval_prints_a_row_a_folder_and_the_sum(labelled, capsys):
    """The table ends with the sum when there are several folders."""
    main(["eval", str(labelled), str(labelled)])

    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows] == ["photos", "set", "set", "sum"]
    assert rows[3].split()[1:5] == ["4", "6", "4", "66.67"]


def test_eval_saves_what_is_not_exact(labelled, tmp_path, capsys):
    """Only the photo with a fault is drawn."""
    main(["eval", "--save", str(tmp_path / "wrong"), str(labelled)])

    assert [path.name for path in (tmp_path / "wrong").iterdir()] == ["set-b.png"]


def test_eval_of_a_wrong_folder_is_an_error(tmp_path, capsys):
    """One line on stderr, exit status 2."""
    assert main(["eval", str(tmp_path)]) == 2
    assert "images/ and labels/" in capsys.readouterr().err
