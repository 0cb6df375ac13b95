"""Opens whatever a person names as the source of pictures.

It chooses among the other modules by the text alone; it knows neither models nor games.
"""

from __future__ import annotations

from pathlib import Path

from dicecam.errors import SourceNotFoundError
from dicecam.sight import Source
from dicecam.vision.cameras import Camera, find_camera, list_cameras
from dicecam.vision.captures import (
    DeviceCapture,
    StreamCapture,
    VideoFormat,
    open_http,
    without_password,
)
from dicecam.vision.files import CLIP_SUFFIXES, ClipSource, PhotoSource
from dicecam.vision.live import LiveSource, Patience, StatusCallback
from dicecam.vision.photos import is_photo
from dicecam.vision.recorded import RecordedSource

DEMO = "demo"
"""Name of the clip that comes with the program."""

_HTTP = ("http://", "https://")
_STREAMS = ("rtsp://", "rtsps://", "rtmp://", "udp://", "tcp://")


def open_source(
    text: str,
    on_status: StatusCallback | None = None,
    wanted: VideoFormat | None = None,
    patience: Patience | None = None,
) -> Source:
    """Open a source of pictures.

    Cameras and streams are opened when the source is iterated over, in a thread of its own.

    Args:
        text: `demo`, a video file, a photo or a folder of photos, a recording (`.jsonl`), an
            address (`http://`, `rtsp://`), or a camera by number, name or remembered key.
        on_status: Called when a camera or stream is opened, lost or back.
        wanted: Size and rate to ask a camera for.
        patience: How long to wait for a camera or stream.

    Raises:
        SourceNotFoundError: There is nothing of this name.
        SourceBrokenError: It is there and cannot be read.
    """
    if text == DEMO:
        return ClipSource(demo_clip())
    lower = text.lower()
    if lower.startswith(_HTTP):
        return LiveSource(without_password(text), lambda: open_http(text), on_status, patience)
    if lower.startswith(_STREAMS):
        return LiveSource(without_password(text), lambda: StreamCapture(text), on_status, patience)
    path = Path(text)
    if not text.isdecimal() and path.exists():
        return _open_path(path)
    cameras = list_cameras()
    named = any(text == camera.key for camera in cameras)
    if not named and (path.suffix or path.parent != Path()):
        # A name like `clip.mp4` or `photos/x` is a path with a slip in it, not a camera.
        msg = f"{text}: no such file or folder"
        raise SourceNotFoundError(msg)
    return open_camera(find_camera(text, cameras), on_status, wanted, patience)


def open_camera(
    camera: Camera,
    on_status: StatusCallback | None = None,
    wanted: VideoFormat | None = None,
    patience: Patience | None = None,
) -> LiveSource:
    """Return the source of a camera; after an unplug it is found again wherever it is then.

    Args:
        camera: Which one.
        on_status: Called when it is opened, lost or back.
        wanted: Size and rate to ask for.
        patience: How long to wait.
    """
    # An equal camera that was there from the start is not this one come back.
    others = {other.key for other in list_cameras()} - {camera.key}

    def opener() -> DeviceCapture:
        present = [other for other in list_cameras() if other.key not in others]
        now = find_camera(camera.key, present)
        return DeviceCapture(now.index, now.backend, wanted)

    return LiveSource(camera.name, opener, on_status, patience)


def demo_clip() -> Path:
    """Return the clip that comes with the program.

    Raises:
        SourceNotFoundError: The program was installed without it.
    """
    folder = Path(__file__).resolve().parent.parent / "data" / "demo"
    clips = sorted(path for path in folder.glob("*") if path.suffix in CLIP_SUFFIXES)
    if not clips:
        msg = f"{folder}: no demo clip in this folder; install the program again"
        raise SourceNotFoundError(msg)
    return clips[0]


def _open_path(path: Path) -> Source:
    """Open a file or folder by what it is."""
    if path.is_dir() or is_photo(path):
        return PhotoSource([path])
    if path.suffix.lower() == ".jsonl":
        return RecordedSource(path)
    return ClipSource(path)
