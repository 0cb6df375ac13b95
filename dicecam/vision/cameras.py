"""Lists the cameras of this machine and finds one by number, name or identity.

A camera is remembered by vendor, product and the place it is plugged in, never by its number
alone: numbers change with every plug.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dicecam.errors import SourceNotFoundError
from dicecam.vision._cv2 import cv2

_LINKS = Path("/dev/v4l/by-path")
"""Where Linux keeps names of cameras that stay the same as long as the plug is the same."""


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera of this machine.

    Attributes:
        number: What people call it: its place in the list.
        index: OpenCV's number.
        backend: OpenCV's number of the way to reach it.
        name: Its maker's name for it.
        vendor: USB vendor, where known.
        product: USB product, where known.
        path: Where it is plugged in; tells two equal cameras apart.
    """

    number: int
    index: int
    backend: int
    name: str
    vendor: int | None = None
    product: int | None = None
    path: str = ""

    @property
    def key(self) -> str:
        """What to remember it by, such as `046d:0825@/dev/v4l/by-path/...`."""
        usb = "" if self.vendor is None else f"{self.vendor:04x}:{self.product or 0:04x}"
        return f"{usb or self.name}@{self.path}"


def list_cameras() -> tuple[Camera, ...]:
    """Return the cameras of this machine, each once, in the order of the system."""
    from cv2_enumerate_cameras import enumerate_cameras

    backend = {"linux": cv2.CAP_V4L2, "win32": cv2.CAP_MSMF, "darwin": cv2.CAP_AVFOUNDATION}
    preferred = backend.get(sys.platform, cv2.CAP_ANY)
    return as_cameras(enumerate_cameras(preferred), preferred)


def as_cameras(found: Iterable[Any], backend: int, links: Path = _LINKS) -> tuple[Camera, ...]:
    """Return the answers of cv2-enumerate-cameras as cameras.

    Args:
        found: Its `CameraInfo` values.
        backend: OpenCV's number of the way to reach them.
        links: Folder of links whose names stay the same.
    """
    stable = _stable_paths(links)
    ordered = sorted(found, key=lambda info: int(info.index))
    return tuple(
        Camera(
            number=number,
            index=int(info.index),
            backend=backend,
            name=info.name or f"camera {info.index}",
            vendor=info.vid,
            product=info.pid,
            path=stable.get(str(info.path), str(info.path or "")),
        )
        for number, info in enumerate(ordered)
    )


def find_camera(text: str, cameras: Sequence[Camera]) -> Camera:
    """Find a camera by number, remembered key, or part of its name.

    A key whose plug is empty finds the same kind of camera at another plug, when there is only
    one.

    Raises:
        SourceNotFoundError: No camera fits, or several do.
    """
    if text.isdecimal():
        fitting = [camera for camera in cameras if camera.number == int(text)]
    else:
        kind = text.rpartition("@")[0].lower() or text.lower()
        fitting = (
            [camera for camera in cameras if camera.key == text]
            or [camera for camera in cameras if camera.name.lower() == kind]
            or [camera for camera in cameras if camera.key.lower().startswith(f"{kind}@")]
            or [camera for camera in cameras if kind in camera.name.lower()]
        )
    if len(fitting) == 1:
        return fitting[0]
    names = ", ".join(f"{camera.number}: {camera.name}" for camera in cameras) or "none"
    problem = "several cameras fit" if fitting else "no such camera"
    msg = f"{text}: {problem}; cameras found: {names}"
    raise SourceNotFoundError(msg)


def _stable_paths(links: Path) -> dict[str, str]:
    """Return for each device file the link to it whose name stays the same."""
    if not links.is_dir():
        return {}
    return {str(link.resolve()): str(link) for link in sorted(links.iterdir(), reverse=True)}
