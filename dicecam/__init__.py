"""dicecam: a desktop companion for games with physical dice."""

from __future__ import annotations

import dicecam._environment  # noqa: F401  (before anything imports OpenCV)

__version__ = "0.1.0"
