"""`dicecam watch` and `dicecam record` on recordings and rendered clips."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dicecam.cli import main
from dicecam.sight import Box, Frame, SeenFace
from dicecam.vision.recorded import reading_line

QWIXX = ("white", "white", "red", "yellow", "green", "blue")
BLANK = np.zeros((240, 320, 3), np.uint8)


def _dice(faces, shift=0, colours=QWIXX):
    return [
        SeenFace(
            Box(20 + 48 * n, 100 + shift, 48 + 48 * n, 128 + shift, 0.9), face, 0.97, colour, 0.95
        )
        for n, (face, colour) in enumerate(zip(faces, colours, strict=False))
    ]


def _write(path, *scenes):
    """Write a recording of scenes, each shown for a second and a half."""
    lines = []
    for scene in scenes:
        for _ in range(15):
            index = len(lines)
            lines.append(reading_line(Frame(index, index / 10, BLANK), scene))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def _lines(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.fixture
def two_throws(tmp_path):
    """Return a recording of two throws, the table cleared in between."""
    first = _dice([f"pips_{n}" for n in (1, 2, 3, 4, 5, 6)])
    second = _dice([f"pips_{n}" for n in (6, 6, 1, 1, 2, 2)], shift=60)
    return _write(tmp_path / "two.jsonl", [], first, [], second)


def test_throws_and_states_are_json_lines(two_throws, capsys):
    """Each throw is one line, with its dice; every change of phase is one too."""
    code = main(["watch", str(two_throws), "--json"])
    lines = _lines(capsys)
    throws = [line for line in lines if line["event"] == "throw"]

    assert code == 0
    assert [throw["number"] for throw in throws] == [1, 2]
    assert [die["face"] for die in throws[0]["dice"]] == [f"pips_{n}" for n in range(1, 7)]
    assert throws[0]["kept"] == []
    assert {"no_dice", "settled", "cleared"} <= {
        line["phase"] for line in lines if line["event"] == "state"
    }


def test_a_game_judges_the_throws(two_throws, capsys):
    """With a game, rolls and the automatic player's choices are lines too."""
    main(["watch", str(two_throws), "--game", "qwixx", "--json"])
    lines = [line for line in _lines(capsys) if line["event"] == "game"]

    assert [line["notation"] for line in lines if line["origin"] == "camera"] == [
        "rolled blue=6 green=5 red=3 white=1 white=2 yellow=4",
        "rolled blue=2 green=2 red=1 white=6 white=6 yellow=1",
    ]
    assert [line for line in lines if line["origin"] == "auto"]


def test_dice_that_do_not_fit_are_talked_about(tmp_path, capsys):
    """Five dice: which one is missing is said, for people."""
    path = _write(tmp_path / "five.jsonl", _dice([f"pips_{n}" for n in (1, 2, 3, 4, 5)]))
    main(["watch", str(path), "--game", "qwixx", "--players", "3"])
    out = capsys.readouterr().out

    assert "throw 1: white pips_1" in out
    assert "! 6 dice expected, 5 seen; missing: blue." in out


def test_a_recording_plays_like_its_source(two_throws, tmp_path, capsys):
    """What is recorded of a recording is the recording."""
    copy = tmp_path / "copy.jsonl"
    code = main(["record", str(two_throws), str(copy), "--frames", "--seconds", "0.95"])

    assert code == 0
    assert "10 frames" in capsys.readouterr().out
    assert copy.read_text(encoding="utf-8").splitlines()[:1] == [
        two_throws.read_text(encoding="utf-8").splitlines()[0]
    ]
    assert len(list((tmp_path / "copy").glob("*.png"))) == 10


def test_a_missing_source_is_one_clear_line(capsys):
    """No traceback, status 2."""
    assert main(["watch", "nowhere.mp4"]) == 2
    assert "nowhere.mp4" in capsys.readouterr().err
