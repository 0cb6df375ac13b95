"""What OpenCV reads from the environment when it is imported, set before anybody imports it.

The package does this first of all, since any of its parts, or a test, may be the first to import
OpenCV. Values that a user has set stay.
"""

from __future__ import annotations

import os

MAX_PIXELS = 100_000_000
"""Photos with more pixels are refused: decoding them would take gigabytes."""

DEFAULTS = {
    # Media Foundation on Windows opens cameras in tens of seconds with hardware transforms.
    "OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS": "0",
    # A webcam that gives nothing for this many seconds has failed; OpenCV would wait for ten.
    "OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT": "2",
    "OPENCV_IO_MAX_IMAGE_PIXELS": str(MAX_PIXELS),
    # A camera that is looked for and is not there is an answer, not a reason for lines on stderr.
    "OPENCV_LOG_LEVEL": "SILENT",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
}

for _name, _value in DEFAULTS.items():
    os.environ.setdefault(_name, _value)
