"""Small photos of dice, and data sets of them as other tools write them."""

from __future__ import annotations

import importlib.util
import json
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

NAMES = ("star", "moon")


def die_photo(seed, side=160):
    """Return a picture of a square die with a mark drawn from a seed, and its box."""
    rng = np.random.default_rng(seed)
    image = np.full((side, side, 3), rng.integers(30, 90), np.uint8)
    x, y = (int(v) for v in rng.integers(20, 60, 2))
    cv2.rectangle(image, (x, y), (x + 70, y + 70), (230, 230, 230), -1)
    for _ in range(4):
        points = rng.integers(0, 70, (2, 2)) + np.array([x, y])
        cv2.line(image, points[0].tolist(), points[1].tolist(), (20, 20, 20), 5)
    return image, (x, y, x + 70, y + 70)


def encoded(image, ending=".jpg"):
    """Return a picture as the bytes of a file."""
    return cv2.imencode(ending, image)[1].tobytes()


def yolo_line(kind, box, side=160):
    """Return the label line of a box in a square photo."""
    x1, y1, x2, y2 = (edge / side for edge in box)
    return f"{kind} {(x1 + x2) / 2:.6f} {(y1 + y2) / 2:.6f} {x2 - x1:.6f} {y2 - y1:.6f}\n"


@pytest.fixture
def yolo_files():
    """Return the files of a data set as Roboflow writes it: four photos, two classes."""
    files = {
        "data.yaml": b"train: ../train/images\nval: ../valid/images\n\nnc: 2\n"
        b"names: ['star', 'moon']\n",
        "README.roboflow.txt": b"exported\n",
    }
    for number in range(4):
        image, box = die_photo(number)
        part = "train" if number < 3 else "valid"
        files[f"{part}/images/photo_{number}.jpg"] = encoded(image)
        files[f"{part}/labels/photo_{number}.txt"] = yolo_line(number % 2, box).encode()
    return files


@pytest.fixture
def coco_files():
    """Return the files of a data set as CVAT writes COCO: three photos, two classes."""
    files, images, annotations = {}, [], []
    for number in range(3):
        image, (x1, y1, x2, y2) = die_photo(number)
        files[f"images/default/p{number}.jpg"] = encoded(image)
        images.append({"id": number, "file_name": f"p{number}.jpg", "width": 160, "height": 160})
        annotations.append(
            {
                "id": number,
                "image_id": number,
                "category_id": 1 + number % 2,
                "bbox": [x1, y1, x2 - x1, y2 - y1],
            }
        )
    plain = {
        "images": images,
        "annotations": annotations,
        "categories": [{"id": 1, "name": "star"}, {"id": 2, "name": "moon"}],
    }
    files["annotations/instances_default.json"] = json.dumps(plain).encode()
    return files


@pytest.fixture
def photo():
    """Return the maker of pictures with one die: seed to picture and box."""
    return die_photo


@pytest.fixture
def encode():
    """Return the encoder of pictures: picture and ending to bytes."""
    return encoded


ROOT = Path(__file__).resolve().parents[3]


def load_artwork():
    """Return the module that renders dice with artwork of our own."""
    path = ROOT / "scripts" / "acceptance_runs" / "_artwork.py"
    spec = importlib.util.spec_from_file_location("artwork_for_tests", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def shots():
    """Return photos of a rendered die with three faces, star, heart and moon, five of each."""
    art = load_artwork()
    faces = ("star", "heart", "moon", "star", "heart", "moon")
    look = replace(art.symbol_look(0), faces=faces)
    small = replace(art.PHOTO, sizes=((480, 360),), die_px=(60.0, 110.0), distractors=0.0)
    return art.shots(look, 5, 5000, replace(small, light="any", noise=0.3, blur=0.3))


@pytest.fixture(scope="session")
def base(tmp_path_factory):
    """Return a copy of the shipped model with a small replay set of its own.

    So the tests do not need the travelling replay set, which belongs to one reader.
    """
    from dicecam.learn.fewshot import Seen
    from dicecam.learn.replay import FILE, Replay, save_replay
    from dicecam.synth import QWIXX, render_scene
    from dicecam.vision.crops import crop_square
    from dicecam.vision.model import load_model
    from dicecam.vision.onnx_reader import OnnxReader
    from dicecam.vision.taught import face_crops
    from dicecam.vision.topface import FaceFinder

    folder = tmp_path_factory.mktemp("models") / "default"
    folder.mkdir()
    for name in ("detector.onnx", "reader.onnx", "model.toml"):
        shutil.copyfile(ROOT / "models" / "default" / name, folder / name)
    model = load_model(folder)
    crops, labels = [], []
    for seed in range(5):
        scene = render_scene(seed, replace(QWIXX, sizes=((480, 360),), cocked=0.0, hands=0.0))
        for die in scene.dice:
            if die.face in model.reader.classes:
                spec = model.reader
                crops.append(crop_square(scene.image, die.box, spec.input_px, spec.crop_scale))
                labels.append(model.reader.classes.index(die.face))
    images = np.stack(crops)
    shares = OnnxReader(model.reader).probabilities(images)
    seen = Seen(
        shares,
        FaceFinder(spec.finder).describe(face_crops(images, spec.crop_scale)),
        np.array(labels),
    )
    save_replay(folder / FILE, Replay(seen, np.ones(len(labels), bool)), model)
    return model


@pytest.fixture
def teach_set(shots, tmp_path):
    """Return the maker of a dice set from the photos: folder of sets, change of faces, session."""
    from dicecam.learn.dice_sets import SetFace, new_set, with_face, write_set
    from dicecam.learn.store import LabelledDie, open_store

    def make(folder=None, rename=lambda number, face: face, session=lambda number: "day"):
        dice = new_set("Garden", folder or tmp_path / "dice")
        store = open_store(dice.photos)
        for number, shot in enumerate(shots):
            face = rename(number, shot.face)
            reading = face if face.startswith("pips_") else f"garden_{face}"
            dice = with_face(dice, SetFace(reading, face.capitalize()))
            store.add(shot.image, [LabelledDie(shot.box, reading)], session(number), "photos")
        store.save()
        write_set(dice)
        return dice

    return make
