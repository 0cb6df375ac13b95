"""The rendered photos and the small model that the tests of teaching share."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import cv2
import pytest

_SHARED = Path(__file__).resolve().parents[2] / "learn" / "teach" / "conftest.py"
_spec = importlib.util.spec_from_file_location("teaching_fixtures", _SHARED)
_module = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_module)
shots, base = _module.shots, _module.base


@pytest.fixture
def photos(shots, tmp_path):
    """Return a folder of rendered photos, one folder a face, and one photo without a name."""
    for number, shot in enumerate(shots):
        path = tmp_path / "photos" / shot.face / f"IMG_{number:03}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", shot.image)[1].tobytes())
    star = min((tmp_path / "photos" / "star").iterdir())
    star.rename(tmp_path / "IMG_900.png")
    return tmp_path / "photos"


@pytest.fixture
def home(base):
    """Put the small shipped model where the program and its processes find it."""
    from dicecam.learn.models import models_folder

    shutil.copytree(base.folder, models_folder() / "default")
    return models_folder()
