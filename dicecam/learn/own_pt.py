"""Converts a user's own Ultralytics `.pt` file to ONNX; needs the train extra.

Opening a `.pt` file can run code that is in it: whoever calls this has warned the user.
"""

from __future__ import annotations

import shutil
import tempfile
from importlib.util import find_spec
from pathlib import Path

from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.learn.files import write_bytes

SIDE_PX = 640


def to_onnx(path: Path, target: Path) -> None:
    """Write a `.pt` file as an ONNX file that takes any size.

    Raises:
        ModelMissingError: The train extra is missing.
        ModelClassesError: It is no Ultralytics detection model.
        LearnError: The target cannot be written.
    """
    if find_spec("ultralytics") is None or find_spec("onnx") is None:
        msg = f"{path}: .pt files need the train extra; type: pip install 'dicecam[train]'"
        raise ModelMissingError(msg)
    from ultralytics import YOLO

    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "model.pt"
        shutil.copyfile(path, copy)
        try:
            model = YOLO(str(copy), task="detect", verbose=False)
            made = Path(model.export(format="onnx", imgsz=SIDE_PX, dynamic=True, verbose=False))
            content = made.read_bytes()
        except Exception as error:  # whatever a foreign file makes Ultralytics raise
            msg = f"{path}: Ultralytics cannot convert it ({str(error).splitlines()[:1]})"
            raise ModelClassesError(msg) from error
    write_bytes(target, content)
