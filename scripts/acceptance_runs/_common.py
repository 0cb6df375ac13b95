"""What the checks of the recognition share: the shipped looker, the photos, rendered scenes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from dicecam.measure.matching import match as match_boxes
from dicecam.sight import Box
from dicecam.synth import Recipe, Scene
from dicecam.synth.compose import light_surface
from dicecam.synth.dice import plan_set
from dicecam.synth.lights import Light
from dicecam.synth.scene import (
    choose_camera,
    draw_hands,
    label,
    lay_dice,
    place_dice,
    scatter_things,
)
from dicecam.synth.sensor import develop
from dicecam.synth.styles import allowed
from dicecam.synth.surroundings import draw_surroundings
from dicecam.vision.looker import DiceLooker, load_looker
from dicecam.vision.model import find_model

SIZES = (("below_20", 0, 20), ("20_to_32", 20, 32), ("32_to_50", 32, 50), ("50_and_more", 50, 9999))
"""Bands of the longer side of a die's box, px."""


@lru_cache(maxsize=1)
def looker() -> DiceLooker:
    """Return the looker of the shipped model."""
    return load_looker("default", threads=1)


@lru_cache(maxsize=1)
def model_name() -> str:
    """Return what names exactly the model that was measured."""
    return find_model("default").sha256[:12]


def photos(folder: str) -> Path:
    """Return a folder of the labelled photos that DICECAM_DATA names."""
    named = os.environ.get("DICECAM_DATA")
    if not named:
        sys.exit("acceptance: DICECAM_DATA must name the folder of labelled photos")
    return Path(named) / "dice-photos" / folder


def match(readings: Sequence[Box], truths: Sequence[Box]) -> dict[int, int]:
    """Return for each die that was found the index of its reading."""
    return match_boxes(readings, truths)


def render_lit(seed: int, recipe: Recipe, light: Light, *, dim: bool) -> Scene:
    """Render a scene under a light of one's own, drawn otherwise as `render_scene` does.

    Args:
        seed: Decides everything but the light.
        recipe: What to draw.
        light: The light on the table.
        dim: True when there is little of it.
    """
    rng = np.random.default_rng([seed, 78])
    looks = plan_set(recipe, rng)
    edge = float(rng.choice([16.0, 16.0, 12.0, 19.0]))
    size = float(np.exp(rng.uniform(*np.log(recipe.die_px))))
    camera = choose_camera(recipe, edge, size, rng)
    tint = rng.uniform(0.9, 1.05, 3).astype(np.float32) * np.float32(rng.uniform(0.7, 1.1))
    surface = draw_surroundings(camera, allowed("textures", heldout=recipe.heldout), edge, rng)
    dice = place_dice(recipe, camera, looks, edge, rng)
    scatter_things(surface, recipe, camera, dice, edge, light, rng)
    image = light_surface(surface, tint, camera, [die.body for die in dice], light, rng)
    patches, owner = lay_dice(image, camera, dice, light)
    if rng.random() < recipe.hands:
        draw_hands(image, owner, camera, dice, light, rng)
    labels = [label(camera, die, patches[k], owner == k) for k, die in enumerate(dice)]
    found = tuple(die for die in labels if die is not None)
    smallest = min((die.size_px for die in found), default=40.0)
    picture = develop(image, recipe, rng, dice_px=smallest, dim=dim)
    return Scene(picture, found, camera.elevation_deg)
