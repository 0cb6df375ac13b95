"""Rendered scenes of dice with exact labels: numpy and cv2 only.

One job: pictures and their truth, deterministic by seed. It knows neither the window, nor the
recognition, nor the rules of any game.
"""

from __future__ import annotations

from dicecam.synth.recipe import (
    CLUTTER,
    COCKED,
    DEKAXEX,
    FAR,
    MEMODIXE,
    PIPS,
    QWIXX,
    SHELFIE,
    SYMBOLS,
    WEBCAM,
    Recipe,
)
from dicecam.synth.scene import Scene, SceneDie, render_scene

__all__ = [
    "CLUTTER",
    "COCKED",
    "DEKAXEX",
    "FAR",
    "MEMODIXE",
    "PIPS",
    "QWIXX",
    "SHELFIE",
    "SYMBOLS",
    "WEBCAM",
    "Recipe",
    "Scene",
    "SceneDie",
    "render_scene",
]
