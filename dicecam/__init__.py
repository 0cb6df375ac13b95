"""dicecam: a desktop companion for games with physical dice."""

from __future__ import annotations

__version__ = "0.1.0"
