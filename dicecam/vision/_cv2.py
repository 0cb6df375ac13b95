"""The one door to OpenCV: sets what must be set before it is imported, undoes what it leaves.

OpenCV's wheel for Linux carries a Qt of its own and points Qt's environment variables at it when
it is imported; any other Qt that starts later in the process would then load the wrong plug-ins
and abort. On Windows the Media Foundation backend opens cameras in tens of seconds unless its
hardware transforms are switched off before the import.
"""

from __future__ import annotations

import os

MAX_PIXELS = 100_000_000
"""Photos with more pixels are refused: decoding them would take gigabytes."""

_QT_VARIABLES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR", "QT_PLUGIN_PATH")

os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
# A webcam that gives nothing for this many seconds has failed; OpenCV would wait for ten.
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MAX_PIXELS))
# A camera that is looked for and is not there is an answer, not a reason for lines on stderr.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

_before = {name: os.environ.get(name) for name in _QT_VARIABLES}

import cv2  # noqa: E402  (the environment must be set first)


def forget_bundled_qt() -> None:
    """Take OpenCV's own Qt out of the environment, whoever imported OpenCV first.

    Paths that the user set himself stay.
    """
    for name in _QT_VARIABLES:
        value = os.environ.get(name)
        if value is None or f"cv2{os.sep}qt" not in value:
            continue
        earlier = _before[name]
        if earlier is None or earlier == value:
            del os.environ[name]
        else:
            os.environ[name] = earlier


forget_bundled_qt()

__all__ = ["MAX_PIXELS", "cv2", "forget_bundled_qt"]
