"""The one door to OpenCV: undoes what its import leaves behind.

OpenCV's wheel for Linux carries a Qt of its own and points Qt's environment variables at it when
it is imported; any other Qt that starts later in the process would then load the wrong plug-ins
and abort. What OpenCV reads from the environment is set by `dicecam._environment`.
"""

from __future__ import annotations

import os

from dicecam._environment import MAX_PIXELS

_QT_VARIABLES = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_QPA_FONTDIR", "QT_PLUGIN_PATH")

_before = {name: os.environ.get(name) for name in _QT_VARIABLES}

import cv2  # noqa: E402  (what the variables were before has to be known)


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
