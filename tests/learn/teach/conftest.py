"""Small photos of dice, and data sets of them as other tools write them."""

from __future__ import annotations

import json

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
