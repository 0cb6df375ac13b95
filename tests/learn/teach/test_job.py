"""A whole lesson on rendered photos: rows, verdict, model on disk, report, and a process apart."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import platformdirs
import pytest

from dicecam.dice import OTHER
from dicecam.errors import LearnError, ModelClassesError, ModelMissingError
from dicecam.learn import job, models
from dicecam.learn.dice_sets import find_set
from dicecam.learn.fewshot import CancelledError, FitPlan
from dicecam.learn.icons import make_icons
from dicecam.learn.job import Progress, command, read_line, run_apart, teach
from dicecam.learn.replay import FILE, load_replay
from dicecam.learn.store import open_store
from dicecam.sight import Box
from dicecam.vision.looker import load_looker
from dicecam.vision.model import find_model, load_model
from dicecam.vision.onnx_reader import OnnxReader
from dicecam.vision.topface import FaceFinder

pytestmark = pytest.mark.model

QUICK = FitPlan(steps=12)
"""Enough for three faces that are easily told apart."""


@pytest.fixture
def folder():
    """Return the user's folder of models."""
    return Path(platformdirs.user_data_dir("dicecam", appauthor=False)) / "models"


@pytest.fixture
def at_home(teach_set, base, folder):
    """Put the set and the small shipped model where a process of its own finds them."""
    shutil.copytree(base.folder, folder / "default")
    return teach_set(folder.parent / "dice")


def test_a_taught_die_is_read_and_known_ones_are_kept(teach_set, base, folder, shots):
    """Fifteen photos make a model that the guard lets pass; it is used when somebody says so."""
    heard = []
    path, verdict = teach([teach_set()], lambda p: heard.append(p) or True, folder, base)
    shares = [progress.share for progress in heard]

    assert verdict.passed, verdict.reasons
    assert verdict.held_out == "photo"
    assert {row.name for row in verdict.new} == {f"garden_{shot.face}" for shot in shots} | {"new"}
    assert verdict.new[-1].name == "new"
    assert verdict.new[-1].before == 0.0
    assert verdict.new[-1].after >= 0.95
    assert verdict.old[-1].name == "old"
    assert shares == sorted(shares)
    assert [p.stage for p in heard][-1] == "write"
    assert heard[-1].left_s >= 0
    assert find_model("default", [folder, base.folder.parent]).name == "default"

    models.use(path.name, folder)
    model = find_model("default", [folder])
    assert model.name == "garden-1"
    assert model.reader.finder == path / "reader.onnx"
    reader = OnnxReader(model.reader)
    read = [reader.read(shot.image, [Box(*shot.box)])[0].face for shot in shots]
    right = [face == f"garden_{shot.face}" for face, shot in zip(read, shots, strict=True)]
    assert np.mean(right) >= 0.95


def test_story_and_report_say_how_it_went(teach_set, base, folder):
    """Figures, curve and a page that loads nothing lie beside the model."""
    path, verdict = teach([teach_set()], lambda p: True, folder, base, QUICK)
    story = models.find_taught(path.name, folder).story
    page = (path / job.REPORT).read_text(encoding="utf-8")

    assert story["sets"] == ["garden"]
    assert story["photos"] == 15
    assert story["names"]["garden_star"] == "Star"
    assert story["verdict"]["new"][-1]["after"] == verdict.new[-1].after
    assert story["curve"][-1][0] == pytest.approx(0.95)
    for text in ("Taught dice: garden", "Heart", "Before and after", "data:image/png;base64,"):
        assert text in page
    assert "http:" not in page
    assert "https:" not in page
    assert "<script" not in page
    assert "only one session" not in page


def test_shuffled_labels_are_refused(teach_set, base, folder):
    """Photos under wrong names are found out on photos held out; the model in use stays."""
    names = np.random.default_rng(4).permutation(["star", "heart", "moon"] * 5)
    dice = teach_set(rename=lambda number, face: str(names[number]))
    path, verdict = teach([dice], lambda p: True, folder, base, QUICK)

    assert not verdict.passed
    assert "on photos held out" in verdict.reasons[-1]
    assert not models.find_taught(path.name, folder).passed
    assert models.name_in_use(folder) == "shipped"


def test_sessions_are_held_out_when_there_are_several(teach_set, base, folder):
    """A face that was photographed on two days is checked on the day not learned."""
    dice = teach_set(session=lambda number: f"day {number % 2}")
    _, verdict = teach([dice], lambda p: True, folder, base, QUICK)

    assert verdict.held_out == "session"


def test_a_single_photo_cannot_be_checked(teach_set, base, folder):
    """Faces with one photo are taught, and the guard says that nobody knows how well."""
    dice = teach_set()
    store = open_store(dice.photos)
    kept = {}
    for picture in store.pictures:
        if kept.setdefault(picture.dice[0].face, picture.file) != picture.file:
            store.remove(picture.file, 0)
    store.save()
    _, verdict = teach([dice], lambda p: True, folder, base, QUICK)

    assert verdict.held_out == "nothing"
    assert "single photo" in verdict.reasons[0]


def test_a_style_of_pips_adds_no_class(teach_set, base, folder):
    """Odd pip dice are taught as pips: the classes stay."""
    value = {"star": "pips_1", "heart": "pips_2", "moon": "pips_3"}
    path, verdict = teach(
        [teach_set(rename=lambda number, face: value[face])], lambda p: True, folder, base, QUICK
    )

    assert load_model(path).reader.classes == base.reader.classes
    assert verdict.new[-1].after >= 0.9


@pytest.mark.parametrize("last", [1, 18, 30])
def test_a_cancelled_lesson_leaves_nothing(teach_set, base, folder, last):
    """Whenever somebody cancels, no model appears."""
    heard = []

    def stop(progress):
        heard.append(progress)
        return len(heard) < last

    with pytest.raises(CancelledError):
        teach([teach_set()], stop, folder, base, QUICK)
    assert len(heard) <= last + 1
    assert models.list_models(folder) == ()


def test_nothing_to_teach_is_said(teach_set, base, folder):
    """A set without photos, or with photos nobody has named, is refused."""
    dice = teach_set()
    store = open_store(dice.photos)
    store.rename(store.pictures[0].file, 0, "unnamed")
    store.save()
    with pytest.raises(LearnError, match="1 photos are not named"):
        teach([dice], lambda p: True, folder, base)
    for picture in store.pictures:
        store.remove(picture.file, 0)
    store.save()

    with pytest.raises(LearnError, match="no photos yet"):
        teach([dice], lambda p: True, folder, base)


def test_icons_are_cut_from_the_photos(teach_set, base):
    """Each face gets the straightened picture of its sharpest photo."""
    dice = teach_set()
    made = make_icons(dice, open_store(dice.photos), FaceFinder(base.reader.finder))
    again = make_icons(made, open_store(dice.photos), FaceFinder(base.reader.finder))

    assert {face.icon for face in made.faces} == {
        "icons/garden_star.png",
        "icons/garden_heart.png",
        "icons/garden_moon.png",
    }
    assert all((dice.folder / face.icon).stat().st_size > 500 for face in made.faces)
    assert again == made == find_set("garden", dice.folder.parent)


def test_a_replay_set_belongs_to_one_reader(base, tmp_path):
    """A replay set of another reader, a broken one and none at all are refused."""
    copy = tmp_path / "default"
    shutil.copytree(base.folder, copy)
    whole = (copy / FILE).read_bytes()
    replay = load_replay(load_model(copy))
    half = len(replay.seen) // 2

    assert OTHER in base.reader.classes
    assert half <= len(replay.training) <= half + 1
    np.testing.assert_allclose(replay.seen.shares.sum(1), 1, atol=1e-5)
    for content in (b"", b"noise", whole[:-100]):
        (copy / FILE).write_bytes(content)
        with pytest.raises(ModelClassesError, match="no replay set"):
            load_replay(load_model(copy))
    with np.load(base.folder / FILE) as arrays:
        parts = dict(arrays)
    for change, said in (
        ({"reader": "0" * 64}, "another reader"),
        ({"describer": "0" * 64}, "another describer"),
        ({"labels": parts["labels"][:-1]}, "does not fit"),
    ):
        np.savez(copy / FILE, **{**parts, **change})
        with pytest.raises(ModelClassesError, match=said):
            load_replay(load_model(copy))
    (copy / FILE).unlink()
    with pytest.raises(ModelMissingError, match="is missing"):
        load_replay(load_model(copy))


def test_a_process_of_its_own_teaches(at_home, folder):
    """It tells its progress line by line and ends with the name of the model."""
    told = list(run_apart(command(["garden"], QUICK.steps)))

    assert told[0].stage == "look"
    assert told[-1].stage == "done"
    assert told[-1].model == "garden-1"
    assert told[-1].passed
    assert any(progress.left_s > 0 for progress in told)
    assert models.name_in_use(folder) == "shipped"
    models.use("garden-1", folder)
    assert "garden_star" in load_looker("default").reader.spec.classes


def test_a_process_that_is_cancelled_leaves_the_old_model(at_home, folder):
    """Closing the iterator ends the process; nothing has changed."""
    told = run_apart(command(["garden"]))
    next(told)
    told.close()

    assert models.name_in_use(folder) == "shipped"
    assert [model.name for model in models.list_models(folder)] == ["default"]


def test_trouble_in_the_process_is_said(folder):
    """What goes wrong there is raised here."""
    with pytest.raises(LearnError, match="expected one of none yet, got 'nowhere'"):
        list(run_apart(command(["nowhere"])))


def test_a_killed_process_is_noticed():
    """An end without a result is an error."""
    broken = [command([])[0], "-c", "raise SystemExit(9)"]

    with pytest.raises(LearnError, match="ended early"):
        list(run_apart(broken))


def test_other_lines_of_the_process_are_skipped():
    """Warnings of libraries between the lines do no harm."""
    assert read_line("warning: something") is None
    assert read_line('{"other": 1}') is None
    assert read_line('["look"]') is None
    assert read_line(json.dumps({"stage": "look", "share": 0.5})) == Progress("look", 0.5)


def test_the_module_runs_by_its_command(tmp_path):
    """The command line is the module's."""
    done = subprocess.run(command(["nowhere"]), capture_output=True, text=True, check=False)
    told = read_line(done.stdout.strip())

    assert done.returncode == 2
    assert told is not None
    assert "nowhere" in told.trouble
