"""The one door to OpenCV: sets what must be set before it is imported, undoes what it leaves.

OpenCV's wheel for Linux carries a Qt of its own and points Qt's environment variables at it when
it is imported; any other Qt that starts later in the process would then load the wrong plug-ins
and abort. On Windows the Media Foundation backend opens cameras in tens of seconds unless its
hardware transforms are switched off before the import.
"""

from __future__ import annotations

import os

_QT_VARIABLES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR", "QT_PLUGIN_PATH")

os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
# A camera that is looked for and is not there is an answer, not a reason for lines on stderr.
os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

_before = {name: os.environ.get(name) for name in _QT_VARIABLES}

import cv2  # noqa: E402  (the environment must be set first)

for _name, _value in _before.items():
    if _value is None:
        os.environ.pop(_name, None)
    else:
        os.environ[_name] = _value

__all__ = ["cv2"]
