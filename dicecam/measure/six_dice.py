"""Renders the frames on which a look is timed as players see it: 1280 x 720 px, six dice of Qwixx.

The same frames everywhere, since they come from seeds. It knows scenes, no model and no clock.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from dicecam.synth.recipe import QWIXX
from dicecam.synth.scene import render_scene
from dicecam.vision.drawing import write_png

FRAMES = 12
FIRST_SEED = 9_000
RECIPE = replace(
    QWIXX,
    sizes=((1280, 720),),
    die_px=(75.0, 110.0),
    elevation_deg=(40.0, 85.0),
    distractors=1.0,
    hands=0.0,
    cocked=0.0,
    blur=0.5,
)
"""Six dice large enough for one look at the whole picture, as a camera above a tray gives them."""


def write_six_dice(folder: Path) -> None:
    """Write the frames into a folder, as PNG."""
    for number in range(FRAMES):
        write_png(folder / f"{number:02d}.png", render_scene(FIRST_SEED + number, RECIPE).image)
