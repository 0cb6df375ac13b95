"""Writes files and folders so that a crash or a full disk leaves the old ones.

It knows bytes and paths; what they mean is said elsewhere.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import platformdirs

from dicecam.errors import LearnError

UNFINISHED = ".unfinished-"
"""Beginning of the name of everything that is still being written."""

_MODE = 0o644
_WORD = re.compile(r"[^a-z0-9]+")


def data_folder() -> Path:
    """Return the folder of what the user has taught the program."""
    return Path(platformdirs.user_data_dir("dicecam", appauthor=False))


def slug(text: str) -> str:
    """Return a text as a name of small letters, digits and underscores; empty for none of them."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return _WORD.sub("_", plain.lower()).strip("_")[:40]


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file whole or not at all.

    Raises:
        LearnError: The folder cannot be written, such as a full disk.
    """
    name = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=UNFINISHED)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(_MODE)
        Path(name).replace(path)
        sync_folder(path.parent)
    except OSError as error:
        if name is not None:
            Path(name).unlink(missing_ok=True)
        msg = f"{path}: cannot be written ({error.strerror}); nothing was changed"
        raise LearnError(msg) from error


def write_text(path: Path, text: str) -> None:
    """Write a text whole or not at all.

    Raises:
        LearnError: The folder cannot be written.
    """
    write_bytes(path, text.encode("utf-8"))


def sync_folder(folder: Path) -> None:
    """Make the names in a folder last through a power cut, where the system can do that."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Give an empty folder to fill; it gets its name when all went well, else it vanishes.

    Args:
        folder: The name in the end; there must be nothing of that name.

    Raises:
        LearnError: The name is taken or the folder cannot be written.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        unfinished = Path(tempfile.mkdtemp(dir=folder.parent, prefix=UNFINISHED))
    except OSError as error:
        msg = f"{folder}: cannot be made ({error.strerror}); nothing was changed"
        raise LearnError(msg) from error
    try:
        yield unfinished
        for path in unfinished.rglob("*"):
            if path.is_file():
                with path.open("rb+") as file:
                    os.fsync(file.fileno())
        if folder.exists():
            msg = f"{folder}: exists already; choose another name or remove it first"
            raise LearnError(msg)
        unfinished.rename(folder)
        sync_folder(folder.parent)
    except OSError as error:
        msg = f"{folder}: cannot be written ({error.strerror}); nothing was changed"
        raise LearnError(msg) from error
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def sweep(folder: Path) -> int:
    """Remove what a crash left unfinished in a folder; return how much that was."""
    left = list(folder.glob(f"{UNFINISHED}*")) if folder.is_dir() else []
    for path in left:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    return len(left)
