"""Names for the arrays this package passes around; shapes stand in the docstrings."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Floats = NDArray[Any]
"""Floating point values, mostly float32 in linear light."""

Bytes = NDArray[Any]
"""uint8 values; a picture is `(H, W, 3)` BGR."""
