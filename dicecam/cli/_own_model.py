"""Makes a model file of the user's own usable: an ONNX file as it is, a `.pt` file converted."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from dicecam.errors import ModelMissingError

WARNING = (
    "dicecam: warning: a .pt file can run any code when it is opened; "
    "go on only with files you trust"
)


def usable_model(name: str | None) -> str | None:
    """Return what loads the recognition: a `.pt` file becomes an ONNX file in the user's cache.

    Args:
        name: Name, folder or file of a model; None for none.

    Raises:
        ModelMissingError: There is no such file, or the train extra is missing.
    """
    if name is None or not name.lower().endswith(".pt"):
        return name
    import platformdirs

    path = Path(name)
    try:
        content = path.read_bytes()
    except OSError as error:
        msg = f"{path}: no such model file ({error.strerror})"
        raise ModelMissingError(msg) from error
    cache = Path(platformdirs.user_cache_dir("dicecam", appauthor=False)) / "models"
    target = cache / f"{hashlib.sha256(content).hexdigest()[:32]}.onnx"
    if not target.is_file():
        print(WARNING, file=sys.stderr, flush=True)
        from dicecam.learn.own_pt import to_onnx

        to_onnx(path, target)
    return str(target)
