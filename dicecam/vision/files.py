"""Sources that wait: video files, photos, and a wrapper that plays them at their own time.

They know files and pictures only.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from dicecam.errors import SourceBrokenError, SourceNotFoundError
from dicecam.sight import Frame, Source
from dicecam.vision._cv2 import cv2
from dicecam.vision.captures import describe
from dicecam.vision.photos import load_photo, photo_paths

_log = logging.getLogger(__name__)

CLIP_SUFFIXES = frozenset({".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mpg", ".mpeg"})
"""File name endings, lower case, of video files."""

FALLBACK_FPS = 30.0
"""Rate of a video that does not say its own."""


class ClipSource:
    """A video file; every frame is yielded, with its media time.

    Args:
        path: The file.

    Raises:
        SourceNotFoundError: There is no such file.
        SourceBrokenError: It is no video that can be read.
    """

    live = False

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            msg = f"{path}: no such file"
            raise SourceNotFoundError(msg)
        self.name = path.name
        self._path = path
        self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._capture.isOpened():
            self._capture.release()
            msg = f"{path}: not a video that can be read; expected MP4, AVI, MKV or WebM"
            raise SourceBrokenError(msg)
        fps = self._capture.get(cv2.CAP_PROP_FPS)
        self.fps = fps if 0 < fps < 1000 else FALLBACK_FPS
        self.frames = max(0, round(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))
        self.description = describe(self._capture)

    def __iter__(self) -> Iterator[Frame]:
        """Yield every frame from where reading stands.

        Raises:
            SourceBrokenError: Not one frame can be decoded.
        """
        index, last_s = 0, -1.0
        while True:
            done, image = self._capture.read()
            if not done or image is None:
                break
            # Phones record at a changing rate: the file's own times go before the counted ones.
            time_s = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            if time_s <= last_s:
                time_s = last_s + 1 / self.fps if last_s >= 0 else 0.0
            yield Frame(index, time_s, np.asarray(image, np.uint8))
            index, last_s = index + 1, time_s
        if index == 0 and self._capture.isOpened():
            msg = f"{self._path}: not one picture of this video can be decoded"
            raise SourceBrokenError(msg)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()


class PhotoSource:
    """Photos, each shown for a while like a table at rest.

    Args:
        paths: Files and folders.
        hold_s: How long each photo is shown, seconds of media time.
        fps: Frames a second of media time.

    Raises:
        SourceNotFoundError: A path does not exist, or a folder holds no photo.
    """

    live = False

    def __init__(self, paths: Sequence[Path], hold_s: float = 1.5, fps: float = 10.0) -> None:
        self.name = ", ".join(path.name for path in paths)
        self.fps = fps
        self._photos = tuple(photo_paths(paths))
        self._each = max(1, round(hold_s * fps))
        self._closed = False

    def __iter__(self) -> Iterator[Frame]:
        """Yield each photo several times; photos that cannot be read are passed over.

        Raises:
            SourceBrokenError: Not one photo can be read.
        """
        index = 0
        for photo in self._photos:
            try:
                image = load_photo(photo)
            except SourceBrokenError as error:
                _log.warning("%s", error)
                continue
            for _ in range(self._each):
                if self._closed:
                    return
                yield Frame(index, index / self.fps, image)
                index += 1
        if index == 0:
            msg = f"{self.name}: not one of {len(self._photos)} photos can be read"
            raise SourceBrokenError(msg)

    def close(self) -> None:
        """Yield nothing more."""
        self._closed = True


class Paced:
    """Plays a source that waits at its own speed, as a person wants to see it.

    Args:
        source: What to play.
        speed: 2 for twice as fast.
        clock: Gives seconds.
    """

    def __init__(
        self, source: Source, speed: float = 1.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.name = source.name
        self.live = source.live
        self._source = source
        self._speed = speed
        self._clock = clock
        self._closing = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        """Yield each frame not before its time has come; end at once when closed."""
        start_s: float | None = None
        for frame in self._source:
            now = self._clock()
            due = frame.time_s / self._speed
            if start_s is None:
                start_s = now - due
            if self._closing.wait(max(0.0, start_s + due - now)):
                return
            yield frame

    def close(self) -> None:
        """Wake who waits and close the source."""
        self._closing.set()
        self._source.close()
