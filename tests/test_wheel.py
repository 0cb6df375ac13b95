"""The built wheel works by itself: installed into an empty environment it reads a picture."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.slow
@pytest.mark.model
def test_an_installed_wheel_reads_a_rendered_picture(tmp_path):
    """The wheel carries the default model; torch is not needed and the checkout is not seen."""
    import cv2

    from dicecam.synth import Recipe, render_scene

    photo = tmp_path / "scene.png"
    scene = render_scene(5, Recipe())
    cv2.imwrite(str(photo), scene.image)
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    wheel = next(tmp_path.glob("dicecam-*.whl"))
    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel)],
        check=True,
    )
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    run = subprocess.run(
        [python, "-m", "dicecam", "read", str(photo), "--json"],
        cwd=tmp_path,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    packages = subprocess.run(
        [python, "-m", "pip", "list"], check=True, capture_output=True, text=True
    ).stdout
    line = json.loads(run.stdout)

    assert line["width"] == scene.image.shape[1]
    assert "torch" not in packages
    assert "ultralytics" not in packages
    assert len(line["dice"]) > 0
