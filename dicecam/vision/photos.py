"""Loads photos from files: any size up to a limit, the right way up, or one clear error.

It knows files and pictures only.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from dicecam.errors import SourceBrokenError, SourceNotFoundError
from dicecam.sight import Image
from dicecam.vision._cv2 import MAX_PIXELS, cv2

SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp"})
"""File name endings, lower case, of photos that can always be read."""

HEIC_SUFFIXES = frozenset({".heic", ".heif"})
"""Endings of photos that need the `heic` extra."""

MAX_BYTES = 400_000_000
"""Larger files are refused without being read."""


def is_photo(path: Path) -> bool:
    """Tell whether a file name looks like a photo."""
    return path.suffix.lower() in SUFFIXES | HEIC_SUFFIXES


def photo_paths(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the photos that files and folders stand for, folders in name order.

    A file named outright is yielded whatever its name, so that a wrong one gets its error.

    Raises:
        SourceNotFoundError: A path does not exist, or a folder holds no photo.
    """
    for path in paths:
        if path.is_dir():
            found = sorted(entry for entry in path.iterdir() if is_photo(entry))
            if not found:
                msg = f"{path}: no photo in this folder; expected files such as .jpg, .png, .webp"
                raise SourceNotFoundError(msg)
            yield from found
        elif path.exists():
            yield path
        else:
            msg = f"{path}: no such file or folder"
            raise SourceNotFoundError(msg)


def load_photo(path: Path) -> Image:
    """Read a photo, turned the way its EXIF orientation says.

    Args:
        path: JPEG, PNG, WebP or BMP file; HEIC when pillow-heif is installed.

    Returns:
        `(H, W, 3)` uint8 BGR.

    Raises:
        SourceNotFoundError: There is no such file.
        SourceBrokenError: It is empty, cut off, too large or no photo.
    """
    data = _bytes_of(path)
    kind = _kind_of(data)
    if kind == "heic":
        return _load_heic(path)
    if kind is None:
        msg = f"{path}: not a photo; expected JPEG, PNG, WebP, BMP or HEIC"
        raise SourceBrokenError(msg)
    if not _is_whole(kind, data):
        msg = f"{path}: this {kind} file is cut off before its end; copy it again"
        raise SourceBrokenError(msg)
    image = _decode(path, data)
    _check_size(path, image.shape[1], image.shape[0])
    return image


def _bytes_of(path: Path) -> bytes:
    """Return the content of a file of a reasonable size."""
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            msg = (
                f"{path}: {size / 1e6:.0f} MB are too much for a photo; "
                f"at most {MAX_BYTES / 1e6:.0f} MB are read"
            )
            raise SourceBrokenError(msg)
        data = path.read_bytes()
    except FileNotFoundError as error:
        msg = f"{path}: no such file"
        raise SourceNotFoundError(msg) from error
    except OSError as error:
        msg = f"{path}: cannot be read ({error.strerror})"
        raise SourceBrokenError(msg) from error
    if not data:
        msg = f"{path}: the file is empty"
        raise SourceBrokenError(msg)
    return data


def _kind_of(data: bytes) -> str | None:
    """Return the format by the first bytes, never by the name; None when it is no photo."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WebP"
    if data.startswith(b"BM"):
        return "BMP"
    if data[4:8] == b"ftyp" and data[8:12] in {b"heic", b"heix", b"hevc", b"mif1", b"msf1"}:
        return "heic"
    return None


def _is_whole(kind: str, data: bytes) -> bool:
    """Tell whether the end of the file is there; some decoders fill what is missing with grey."""
    if kind == "JPEG":
        # Within a scan FF is always followed by 00 or a marker; a thumbnail stands before it.
        return data.rfind(b"\xff\xd9") > _main_scan(data)
    if kind == "PNG":
        return b"IEND" in data
    if kind == "WebP":
        return len(data) >= int.from_bytes(data[4:8], "little") + 8
    return len(data) >= 54 and len(data) >= _bmp_bytes(data)


def _main_scan(data: bytes) -> int:
    """Return where the first scan of a JPEG begins, or its length when there is none."""
    position = 2
    while position + 4 <= len(data):
        if data[position] != 0xFF:
            return len(data)
        marker = data[position + 1]
        if marker == 0xDA:
            return position
        if marker == 0xFF or 0xD0 <= marker <= 0xD7:
            position += 1 if marker == 0xFF else 2
            continue
        position += 2 + int(struct.unpack(">H", data[position + 2 : position + 4])[0])
    return len(data)


def _bmp_bytes(data: bytes) -> int:
    """Return how long an uncompressed BMP must be; 0 for a compressed one."""
    (offset,) = struct.unpack("<I", data[10:14])
    width, height, _planes, bits, packed = struct.unpack("<iiHHI", data[18:34])
    if packed not in {0, 3}:
        return 0
    return int(offset + abs(height) * ((width * bits + 31) // 32 * 4))


def _decode(path: Path, data: bytes) -> Image:
    """Decode with OpenCV, which turns the picture by its EXIF orientation."""
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        if "MAX_IMAGE" in str(error):
            msg = f"{path}: more than {MAX_PIXELS / 1e6:.0f} megapixels are too much"
        else:
            msg = f"{path}: the picture in it cannot be decoded"
        raise SourceBrokenError(msg) from error
    except MemoryError as error:
        msg = f"{path}: not enough memory to decode it"
        raise SourceBrokenError(msg) from error
    if image is None or image.size == 0:
        msg = f"{path}: the picture in it cannot be decoded"
        raise SourceBrokenError(msg)
    return np.asarray(image, np.uint8)


def _load_heic(path: Path) -> Image:
    """Read a HEIC file with pillow-heif, which turns the picture itself."""
    try:
        import pillow_heif
    except ImportError as error:
        msg = f"{path}: HEIC photos need pillow-heif; install it with: pip install 'dicecam[heic]'"
        raise SourceBrokenError(msg) from error
    try:
        picture = pillow_heif.open_heif(path, convert_hdr_to_8bit=True, bgr_mode=True)
        _check_size(path, *picture.size)
        image = np.asarray(picture, np.uint8)
    except (ValueError, OSError, EOFError, RuntimeError) as error:
        msg = f"{path}: this HEIC file cannot be decoded ({error})"
        raise SourceBrokenError(msg) from error
    return np.ascontiguousarray(image[..., :3])


def _check_size(path: Path, width: int, height: int) -> None:
    """Refuse a picture that is absurdly large."""
    if width * height > MAX_PIXELS:
        msg = (
            f"{path}: {width} x {height} px are too much; "
            f"at most {MAX_PIXELS / 1e6:.0f} megapixels are read"
        )
        raise SourceBrokenError(msg)
