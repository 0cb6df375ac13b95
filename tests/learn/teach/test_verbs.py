"""`dicecam learn` and `dicecam dice`, step by step on rendered photos, as somebody types them."""

from __future__ import annotations

import shutil
from pathlib import Path

import cv2
import platformdirs
import pytest

from dicecam.cli import main
from dicecam.learn import job
from dicecam.learn.dice_sets import SetFace, new_set, with_face, write_set
from dicecam.learn.models import make_model, models_folder
from dicecam.rules.games import find_games
from dicecam.tables import load_table
from dicecam.vision.model import find_model, load_model
from dicecam.vision.taught import TaughtHead
from dicecam.vision.topface import FEATURES


@pytest.fixture
def dicecam(capsys):
    """Return the command line: status and lines of output."""

    def call(*words):
        status = main([str(word) for word in words])
        said = capsys.readouterr()
        return status, said.out.splitlines() + said.err.splitlines()

    return call


@pytest.fixture
def photos(shots, tmp_path):
    """Return a folder of rendered photos, one folder a face."""
    for number, shot in enumerate(shots):
        path = tmp_path / "photos" / shot.face / f"IMG_{number:03}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", shot.image)[1].tobytes())
    return tmp_path / "photos"


@pytest.mark.model
def test_a_die_is_taught_from_photos_to_play(dicecam, photos, base, tmp_path, monkeypatch):
    """Collect, review, train, compare, use, go back."""
    shutil.copytree(base.folder, models_folder() / "default")
    monkeypatch.setattr(job, "command", lambda sets, make=job.command: make(sets, 12))
    status, said = dicecam("learn", "collect", "--set", "Garden", photos)
    kept = sum(line.endswith(")") and ": kept" in line for line in said)

    assert status == 0
    assert kept >= 11, said
    assert said[-4] == f"Garden: {kept} dice"

    status, said = dicecam("learn", "review", "--set", "garden", "--sheet", tmp_path / "all.png")
    assert status == 0
    assert f"{tmp_path / 'all.png'}: {kept} dice" in said
    assert cv2.imread(str(tmp_path / "all.png")).shape[1] == 960

    status, said = dicecam("learn", "train", "garden", "--use")
    text = "\n".join(said)
    assert status == 0, text
    assert "the guard lets it pass" in text
    assert "checking on photos held out" in text
    assert "garden-1 is in use" in text
    assert "garden_moon" in find_model("default").reader.classes

    assert dicecam("learn", "compare", "garden-1")[0] == 0
    assert any(line.startswith("* garden-1") for line in dicecam("learn", "models")[1])
    assert dicecam("learn", "previous") == (0, ["shipped is in use again"])
    assert dicecam("learn", "use", "garden-1")[0] == 0
    status, said = dicecam("learn", "remove", "garden-1")
    assert status == 2
    assert "is in use" in said[0]
    dicecam("learn", "use", "shipped")
    assert dicecam("learn", "remove", "garden-1") == (0, ["garden-1: removed"])


@pytest.mark.model
def test_a_clip_shows_a_face(dicecam, shots, tmp_path):
    """Pictures of a folder, one after the other, are taken like those of a camera."""
    folder = tmp_path / "clip"
    folder.mkdir()
    stars = [shot for shot in shots if shot.face == "star"]
    for number, shot in enumerate(stars):
        cv2.imwrite(str(folder / f"{number}.png"), shot.image)
    words = ("learn", "collect", "--set", "Garden", "--source", folder, "--count", 2)
    status, said = dicecam(*words)
    assert status == 2
    assert "--face" in said[-1]
    status, said = dicecam(*words, "--face", "star")

    assert status == 0
    assert "  2 of 2 (kept)" in said


def known_set():
    """Write a set of six faces without photos."""
    dice = new_set("Garden")
    for name in ("Star", "Heart", "Moon", "Tree", "Bolt", "Anchor"):
        dice = with_face(dice, SetFace(f"garden_{name.lower()}", name))
    write_set(dice)
    return dice


def test_steps_that_cannot_be_done_say_why(dicecam, tmp_path):
    """One line each, status 2."""
    known_set()
    cases = [
        (("learn", "collect", "--set", "x"), "expected photos or --source"),
        (("learn", "review", "--set", "nowhere"), "expected one of garden"),
        (("learn", "review", "--set", "garden", "--remove", "1"), "a number from 1 to 0"),
        (("learn", "review", "--set", "garden", "--rename", "1"), "expected N=FACE"),
        (("learn", "name", "--set", "garden", "Sun=Sol"), "OLD one of Star"),
        (("learn", "train", "garden"), "no photos yet"),
        (("learn", "use", "nothing"), "expected one of none yet"),
        (("learn", "previous"), "no model was in use before"),
        (("learn", "remove", "nothing"), "expected one of none yet"),
        (("learn", "import", "--set", "x", tmp_path / "none.zip"), "no such folder"),
        (("dice", "sets", "export", "nowhere", tmp_path / "x"), "expected one of garden"),
        (("dice", "sets", "import", tmp_path / "x"), "x"),
        (("dice", "sets", "play", "garden", "qwixx"), "expected one of memodixe"),
        (("dice", "sets", "play", "garden", "memodixe", "sun"), "expected SYMBOL=FACE"),
        (("dice", "sets", "play", "garden", "memodixe", "sun=Sun"), "expected one of pi"),
        (("dice", "sets", "play", "garden", "memodixe", "sun=Star", "pi=Star"), "one twice"),
    ]
    for words, expected in cases:
        status, said = dicecam(*words)
        assert status == 2, words
        assert len(said) == 1, said
        assert expected in said[0]


@pytest.mark.model
def test_a_model_that_is_advised_against_needs_insisting(dicecam, base):
    """The guard's reasons are said; `--anyway` overrules them."""
    head = TaughtHead(
        *(array([0.0] * FEATURES), array(-9.0, 1), array(20, 1, int)),
        known=len(base.reader.classes),
    )
    story = {"passed": False, "verdict": {"reasons": ["old faces lose 9.0 points"]}}
    make_model("garden-1", base, head, ("garden_star",), story)
    status, said = dicecam("learn", "use", "garden-1")

    assert status == 2
    assert "old faces lose 9.0 points" in said[0]
    assert dicecam("learn", "compare", "garden-1")[0] == 1
    assert dicecam("learn", "use", "garden-1", "--anyway")[0] == 0
    assert load_model(models_folder() / "garden-1").reader.classes[-1] == "garden_star"


def array(value, count=None, kind=float):
    """Return rows as numpy wants them."""
    import numpy as np

    if count is None:
        return np.array([value], np.float32)
    return np.array([value] * count, np.float32 if kind is float else np.int64)


def test_data_sets_and_names(dicecam, yolo_files, tmp_path):
    """A YOLO export is taken over, its faces get other names, and it is exported again."""
    for name, content in yolo_files.items():
        path = tmp_path / "export" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    status, said = dicecam("learn", "import", "--set", "Garden", tmp_path / "export")
    assert status == 0
    assert "4 dice added" in said
    assert dicecam("learn", "name", "--set", "garden", "star=Étoile")[0] == 0
    assert (
        dicecam("learn", "review", "--set", "garden", "--remove", "1", "--rename", "3=Étoile")[0]
        == 0
    )
    assert dicecam("learn", "export", "--set", "garden", tmp_path / "y.zip")[0] == 0
    assert dicecam("learn", "export", "--set", "garden", "--as", "coco", tmp_path / "c.zip")[0] == 0
    status, said = dicecam("dice", "sets")

    assert status == 0
    assert said[0] == "garden: Garden, 2 faces, 3 photos"
    assert any(line.strip().startswith("Étoile") for line in said)


def test_a_set_goes_to_a_friend(dicecam, tmp_path):
    """One file carries a set; it can be removed and taken over again."""
    known_set()
    path = tmp_path / "garden.dicecam-dice"
    assert dicecam("dice", "sets", "export", "garden", path, "--without-photos")[0] == 0
    assert dicecam("dice", "sets", "remove", "garden")[0] == 0
    assert dicecam("dice", "sets", "list")[1][0].startswith("No sets yet")
    status, said = dicecam("dice", "sets", "import", path)

    assert status == 0
    assert said[0] == "garden: Star, Heart, Moon, Tree, Bolt, Anchor"


@pytest.mark.parametrize(
    ("game", "words", "face"),
    [
        ("memodixe", (), ("garden_star", "pi")),
        ("memodixe", ("sun=Moon",), ("garden_moon", "sun")),
        ("my_shelfie_dice", (), ("garden_heart", "pink")),
        ("my_shelfie_dice", ("joker=Anchor",), ("garden_anchor", "joker")),
    ],
)
def test_games_are_played_with_a_taught_set(dicecam, game, words, face):
    """The game takes the faces of the set, until the usual ones are wanted again."""
    known_set()
    config = Path(platformdirs.user_config_dir("dicecam", appauthor=False))
    assert dicecam("dice", "sets", "play", "garden", game, *words)[0] == 0
    spec = find_games(lambda name: load_table(name, config))[game].spec

    assert face in spec.dice[0].readings
    assert dicecam("dice", "sets", "play", "none", game)[0] == 0
    assert face not in find_games(lambda name: load_table(name, config))[game].spec.dice[0].readings


def test_a_table_of_ones_own_is_not_overwritten(dicecam):
    """What the user has edited stays."""
    known_set()
    path = Path(platformdirs.user_config_dir("dicecam", appauthor=False)) / "dixe_set.toml"
    path.parent.mkdir(parents=True)
    path.write_text("schema = 1\n", encoding="utf-8")
    status, said = dicecam("dice", "sets", "play", "garden", "memodixe")

    assert status == 2
    assert "your own table" in said[0]
    assert path.read_text(encoding="utf-8") == "schema = 1\n"
