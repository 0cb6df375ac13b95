"""Reads the files of a data set out of a folder or a zip file, and lets no trick through.

Every name is a relative path with forward slashes, below the root; sizes are limited before
anything is unpacked. It knows files only: no labels and no pictures.
"""

from __future__ import annotations

import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import NoReturn, Protocol

from dicecam.errors import DataSetError

MAX_FILES = 50_000
"""A data set of dice has fewer files than this."""
MAX_FILE_BYTES = 64_000_000
"""No photo or label file is larger than this."""
MAX_TOTAL_BYTES = 8_000_000_000
"""All files together are not larger than this."""
MAX_RATIO = 500
"""A file that shrinks more than this in a zip is a bomb; photos and labels stay far below."""

_JUNK = ("__MACOSX", ".DS_Store", "Thumbs.db", ".git", ".ipynb_checkpoints")


class Bundle(Protocol):
    """The files of a data set.

    Attributes:
        path: Where it lies, for messages.
        names: Paths of all files below its root, sorted.
    """

    path: Path
    names: tuple[str, ...]

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        ...


def open_bundle(path: Path) -> Bundle:
    """Open a folder or zip file.

    Raises:
        DataSetError: It is neither, or something about it is not safe to read.
    """
    if path.is_dir():
        return FolderBundle(path)
    if not path.is_file():
        msg = f"{path}: no such folder or zip file"
        raise DataSetError(msg)
    return ZipBundle(path)


def _refuse(path: Path, what: str) -> NoReturn:
    msg = f"{path}: {what}; nothing was imported"
    raise DataSetError(msg)


def safe_name(path: Path, name: str) -> str:
    """Return a name from a data set as a path that cannot leave its root.

    Args:
        path: The data set, for messages.
        name: The name as it is written there.

    Raises:
        DataSetError: It is absolute, climbs up, or names a drive.
    """
    plain = name.replace("\\", "/")
    parts = PurePosixPath(plain).parts
    climbs = ".." in parts
    rooted = plain.startswith("/") or (len(plain) > 1 and plain[1] == ":")
    if climbs or rooted or not parts or "\0" in plain:
        _refuse(path, f"unsafe path {name!r} in it; expected paths below its root")
    return str(PurePosixPath(*parts))


def _checked(path: Path, sizes: dict[str, int]) -> tuple[str, ...]:
    """Return the sorted names after a look at numbers and sizes."""
    if len(sizes) > MAX_FILES:
        _refuse(path, f"{len(sizes)} files; expected at most {MAX_FILES}")
    for name, size in sizes.items():
        if size > MAX_FILE_BYTES:
            limit = MAX_FILE_BYTES // 1_000_000
            _refuse(path, f"{name} has {size // 1_000_000} MB; expected at most {limit} MB a file")
    if sum(sizes.values()) > MAX_TOTAL_BYTES:
        limit = MAX_TOTAL_BYTES // 1_000_000_000
        _refuse(path, f"more than {limit} GB; expected a data set of dice")
    folded: dict[str, str] = {}
    for name in sizes:
        other = folded.setdefault(name.casefold(), name)
        if other != name:
            _refuse(path, f"{other!r} and {name!r} are one file on other systems; rename one")
    if not sizes:
        _refuse(path, "it is empty; expected photos and labels")
    return tuple(sorted(sizes))


def _is_junk(name: str) -> bool:
    return any(part in _JUNK or part.startswith("._") for part in PurePosixPath(name).parts)


class FolderBundle:
    """A data set in a folder.

    Args:
        path: The folder.

    Raises:
        DataSetError: It is empty, too large, or a link in it leads outside.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        root = path.resolve()
        sizes: dict[str, int] = {}
        for file in path.rglob("*"):
            name = file.relative_to(path).as_posix()
            if _is_junk(name) or file.is_dir():
                continue
            if root not in file.resolve().parents:
                _refuse(path, f"{name} is a link that leads outside the folder")
            if not file.is_file():
                _refuse(path, f"{name} is no plain file")
            sizes[name] = file.stat().st_size
        self.names = _checked(path, sizes)

    def read(self, name: str) -> bytes:
        """Return the content of a file.

        Raises:
            DataSetError: It cannot be read.
        """
        try:
            return (self.path / name).read_bytes()
        except OSError as error:
            _refuse(self.path, f"{name} cannot be read ({error.strerror})")


class ZipBundle:
    """A data set in a zip file; nothing is unpacked to the disk.

    Args:
        path: The zip file.

    Raises:
        DataSetError: It is no whole zip file, or not safe to read.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with zipfile.ZipFile(path) as archive:
                infos = [info for info in archive.infolist() if not info.is_dir()]
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as error:
            _refuse(path, f"not a whole zip file ({error}); download it again")
        sizes: dict[str, int] = {}
        self._inner: dict[str, str] = {}
        for info in infos:
            name = safe_name(path, info.filename)
            if _is_junk(name):
                continue
            if name in sizes:
                _refuse(path, f"{name} is in it twice")
            self._check(info, name)
            sizes[name] = info.file_size
            self._inner[name] = info.filename
        self.names = _checked(path, sizes)

    def _check(self, info: zipfile.ZipInfo, name: str) -> None:
        if info.flag_bits & 0x1:
            _refuse(self.path, f"{name} is encrypted; export it without a password")
        mode = info.external_attr >> 16
        if mode and stat.S_ISLNK(mode):
            _refuse(self.path, f"{name} is a link; expected plain files")
        if info.file_size > 1_000_000 and info.file_size > MAX_RATIO * max(1, info.compress_size):
            _refuse(self.path, f"{name} grows {info.file_size // max(1, info.compress_size)} times")

    def read(self, name: str) -> bytes:
        """Return the content of a file.

        Raises:
            DataSetError: It is damaged, or larger than the zip file says.
        """
        try:
            with zipfile.ZipFile(self.path) as archive, archive.open(self._inner[name]) as file:
                content = file.read(MAX_FILE_BYTES + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, NotImplementedError) as error:
            _refuse(self.path, f"{name} is damaged ({error}); download it again")
        if len(content) > MAX_FILE_BYTES:
            _refuse(self.path, f"{name} is larger than it says")
        return content
