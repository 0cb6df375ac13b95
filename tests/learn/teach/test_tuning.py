"""Fine-tuning of whole networks: when it is offered, what it learns from, what comes of it."""

from __future__ import annotations

import shutil
import tomllib
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dicecam.errors import LearnError
from dicecam.learn import job
from dicecam.learn.lesson import gather
from dicecam.learn.missed import common_share, missed_share
from dicecam.learn.models import make_model
from dicecam.learn.ultra.stock import FACE_PX, cut_faces, paste, photo_stock, scene_stock
from dicecam.sight import Box
from dicecam.vision.model import load_model


def test_without_the_extra_the_line_to_type_is_said(monkeypatch):
    """The message holds the line and how much it takes."""
    monkeypatch.setattr(job, "find_spec", lambda name: None)

    assert not job.has_train_extra()
    with pytest.raises(LearnError, match=r"5 GB.*pip install 'dicecam\[train\]'"):
        job.tune_command(["garden"])


def test_the_command_names_what_is_tuned(monkeypatch):
    """Reader or detector, and how long."""
    monkeypatch.setattr(job, "find_spec", lambda name: name)

    assert job.tune_command(["garden"])[1:] == ["-m", "dicecam.learn.ultra.tune", "garden"]
    words = job.tune_command(["garden"], detector=True, minutes=2.0)
    assert words[-3:] == ["--detector", "--minutes", "2.0"]


class Blind:
    """Finds nothing."""

    def detect(self, image):
        return ()


class Knows:
    """Finds a die where the first photo has one."""

    def __init__(self, box):
        self.box = box

    def detect(self, image):
        return (Box(*self.box, 0.9),)


def test_dice_that_are_not_found_are_counted(teach_set):
    """None found is all missed; a box that covers the die finds it."""
    from dicecam.learn.store import open_store

    dice = teach_set()
    box = open_store(dice.photos).pictures[0].dice[0].box

    assert missed_share([dice], Blind()) == 1.0
    assert 0 < missed_share([dice], Knows(box)) < 1.0
    assert common_share(Box(0, 0, 2, 2), Box(1, 0, 3, 2)) == pytest.approx(1 / 3)
    assert common_share(Box(0, 0, 1, 1), Box(2, 0, 3, 1)) == 0.0


def test_a_pasted_face_covers_the_top_in_its_light():
    """Inside of the corners the picture changes and keeps its brightness, outside it stays."""
    image = np.full((80, 80, 3), 60, np.uint8)
    face = np.full((FACE_PX, FACE_PX, 3), 200, np.uint8)
    face[30:66, 30:66] = 20
    paste(image, [(20, 20), (60, 20), (60, 60), (20, 60)], face)

    assert image[40, 40].max() < 20
    assert abs(int(image[25, 25].mean()) - 60) <= 6
    assert (image[:18] == 60).all()


@pytest.mark.model
def test_photos_and_scenes_become_crops_with_places(teach_set, base):
    """Corners follow the wider crops; faces of photos lie on dice of rendered scenes."""
    dice = teach_set()
    lesson = gather([dice], base)
    stock = photo_stock([dice], lesson)
    told = []
    pasted = (cut_faces(stock.crops), stock.crops.labels)
    scenes = scene_stock([1, 2, 3, 4], lesson.faces, lambda s: told.append(s) or True, pasted)
    few = stock.crops.part(np.array([0, 2]))

    assert stock.crops.faces == lesson.faces
    assert len(stock.crops.labels) == len(lesson) == len(stock.pictures)
    assert np.abs(stock.crops.corners.mean((0, 1)) - stock.crops.images.shape[1] / 2).max() < 15
    assert (scenes.crops.labels >= lesson.known).any()
    assert len(scenes.pictures) == 4
    assert told[-1] == 1.0
    assert few.labels.tolist() == stock.crops.labels[[0, 2]].tolist()


@pytest.mark.model
def test_a_model_with_a_reader_of_its_own_says_what_it_reads(base, tmp_path):
    """Classes and hashes in its description are those of its own files."""
    own = tmp_path / "own.onnx"
    own.write_bytes(base.reader.path.read_bytes() + b"\0")
    classes = (*base.reader.classes, "garden_star")
    spec = replace(base.reader, path=own, classes=classes, known=len(classes))
    folder = make_model("garden-full-1", replace(base, reader=spec), None, (), {}, None, tmp_path)
    model = load_model(folder)
    table = tomllib.loads((folder / "model.toml").read_text(encoding="utf-8"))

    assert model.reader.classes == classes
    assert model.reader.taught is None
    assert "taught" not in table
    assert table["detector"]["sha256"] != table["reader"]["sha256"]


@pytest.mark.train
@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("what", ["tune_reader", "tune_detector"])
def test_a_short_fine_tuning_ends_with_a_model(teach_set, base, tmp_path, monkeypatch, what):
    """A few seconds of training give a model that loads; known classes keep their places."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("ultralytics", reason="the train extra is not installed")
        from dicecam.learn.ultra import tune
    for name in ("SCENES", "PASTED", "HELD"):
        monkeypatch.setattr(tune, name, 3)
    shipped = Path(__file__).resolve().parents[3] / "models" / "default"
    for name in ("reader.safetensors", "detector.safetensors"):
        shutil.copyfile(shipped / name, base.folder / name)
    stages = []
    path, verdict = getattr(tune, what)(
        [teach_set()], lambda p: stages.append(p.stage) or True, 0.05, tmp_path, base
    )
    model = load_model(path)

    assert model.reader.classes[: len(base.reader.classes)] == base.reader.classes
    assert "garden_star" in model.reader.classes
    assert {"look", "check", "fit", "write"} <= set(stages)
    assert verdict.old[-1].count > 0
