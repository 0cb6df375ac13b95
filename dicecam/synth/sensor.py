"""From light to a webcam's picture: exposure, blur, grain, colour cast and compression."""

from __future__ import annotations

import cv2
import numpy as np

from dicecam.synth.arrays import Bytes, Floats
from dicecam.synth.noise import grain_bank, smooth
from dicecam.synth.recipe import Recipe


def _motion_kernel(rng: np.random.Generator, length: float) -> Floats:
    size = int(length) | 1
    line = np.zeros((size, size), dtype=np.uint8)
    angle = rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * (size / 2 - 0.5)
    middle = size / 2 - 0.5
    ends = [np.round((middle + sign * reach) * 16).astype(int) for sign in (-1, 1)]
    cv2.line(line, ends[0].tolist(), ends[1].tolist(), 255, 1, cv2.LINE_AA, 4)
    kernel = line.astype(np.float32)
    return np.asarray(kernel / kernel.sum(), dtype=np.float32)


def _blur(image: Floats, recipe: Recipe, rng: np.random.Generator, dice_px: float) -> Floats:
    """Blur as much as leaves dice of that edge readable."""
    room = min(dice_px / 20, 2.5) * recipe.blur
    if recipe.blur <= 0:
        return image
    sigma = abs(rng.normal(0, 0.55)) * room + 0.25 * min(recipe.blur, 1.0)
    if sigma > 0.3:
        image = cv2.GaussianBlur(image, (0, 0), min(sigma, 4.0, 0.3 + 0.05 * dice_px))
    if rng.random() < 0.12 * recipe.blur:
        length = rng.uniform(2.0, 2.0 + 3.5 * room)
        if length >= 3:
            image = cv2.filter2D(image, -1, _motion_kernel(rng, length))
    if rng.random() < 0.04 * recipe.blur:
        # A rolling shutter reads lines one after the other while the camera sways.
        height, width = image.shape[:2]
        sway = np.sin(np.linspace(0, rng.uniform(1, 9), height)) * rng.uniform(0, 2.5)
        column = np.arange(width, dtype=np.float32)[None] + sway[:, None].astype(np.float32)
        line = np.repeat(np.arange(height, dtype=np.float32)[:, None], width, axis=1)
        image = cv2.remap(image, column, line, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return image


def _curve(rng: np.random.Generator) -> Floats:
    """Return a camera's tone curve as 1024 values for 0..1 of square-root light."""
    steps = np.linspace(0, 1, 1024, dtype=np.float32)
    contrast = rng.uniform(0.0, 0.9)
    shaped = steps * steps * (3 - 2 * steps)
    return np.asarray(steps + (shaped - steps) * contrast, dtype=np.float32)


def _grain(
    image: Floats, recipe: Recipe, rng: np.random.Generator, grain: np.random.Generator, dim: bool
) -> Floats:
    if recipe.noise <= 0:
        return image
    bank = grain_bank()
    height, width = image.shape[:2]
    sigma = abs(rng.normal(0, 2.4 if not dim else 6.0)) * recipe.noise
    coarse = bool(rng.random() < 0.4)
    need = (height // 2 + 1, width // 2 + 1) if coarse else (height, width)
    if need[0] > bank.shape[0] or need[1] > bank.shape[1]:
        need = (height // 2 + 1, width // 2 + 1)
    top = int(grain.integers(bank.shape[0] - need[0] + 1))
    left = int(grain.integers(bank.shape[1] - need[1] + 1))
    noise = bank[top : top + need[0], left : left + need[1]]
    if need != (height, width):
        noise = cv2.resize(noise, (width, height), interpolation=cv2.INTER_LINEAR) * 1.4
    return cv2.scaleAdd(np.ascontiguousarray(noise), sigma, image)


def _compress(picture: Bytes, recipe: Recipe, rng: np.random.Generator) -> Bytes:
    if recipe.jpeg <= 0:
        return picture
    quality = int(np.clip(96 - abs(rng.normal(0, 28)) * recipe.jpeg, 22, 97))
    if rng.random() < 0.25 * recipe.jpeg:
        # A cheap webcam sends a smaller or a sharpened picture.
        height, width = picture.shape[:2]
        share = rng.uniform(0.7, 0.98)
        small = cv2.resize(picture, (int(width * share), int(height * share)))
        picture = cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR)
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)


def develop(
    image: Floats,
    recipe: Recipe,
    rng: np.random.Generator,
    *,
    dice_px: float,
    dim: bool,
    level: float | None = None,
    grain: np.random.Generator | None = None,
) -> Bytes:
    """Return the picture a camera would deliver.

    Args:
        image: `(H, W, 3)` float32 linear BGR, 1 is white paper in full light.
        recipe: strengths of blur, noise and compression.
        rng: where the random numbers come from.
        dice_px: edge of the smallest die in px; blur stays small beside it.
        dim: True when there is little light, so that the grain is coarse.
        level: mean light the exposure goes by; that of this picture if left out.
        grain: draws the grain alone, so that the rest can stay the same through a clip.

    Returns:
        `(H, W, 3)` uint8 BGR.
    """
    exposed = expose(image, recipe, rng, dice_px=dice_px, dim=dim, level=level)
    return finish(exposed, recipe, rng, grain or rng, dim=dim)


def expose(
    image: Floats,
    recipe: Recipe,
    rng: np.random.Generator,
    *,
    dice_px: float,
    dim: bool,
    level: float | None = None,
) -> Floats:
    """Return what the lens and the exposure make of the light, `(H, W, 3)` from 0 to 255.

    The arguments are those of `develop`; `finish` goes on from here with the same ``rng``.
    """
    height, width = image.shape[:2]
    image = _blur(image, recipe, rng, dice_px)
    level = float(image[::8, ::8].mean()) if level is None else level
    aim = rng.uniform(0.18, 0.62) if not dim else rng.uniform(0.03, 0.16)
    gain = (aim / max(level, 1e-3)) ** rng.uniform(0.55, 0.95) * rng.uniform(0.85, 1.15)
    image = cv2.sqrt(np.maximum(image * np.float32(gain), 0))
    if rng.random() < 0.35:
        row = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
        column = np.linspace(-1, 1, width, dtype=np.float32)[None]
        image = (
            image * (1 - rng.uniform(0.05, 0.3) * (row * row + column * column))[..., None] ** 0.5
        )
    if rng.random() < 0.15:
        veil = smooth(rng, (height, width), 2) * rng.uniform(0.03, 0.18)
        image = image + veil[..., None]
    if rng.random() < 0.4:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None]
        image = grey + (image - grey) * np.float32(rng.uniform(0.35, 1.3))
    if rng.random() < recipe.grey:
        image = np.repeat(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    return np.asarray(image * np.float32(255), dtype=np.float32)


def finish(
    exposed: Floats,
    recipe: Recipe,
    rng: np.random.Generator,
    grain: np.random.Generator,
    *,
    dim: bool,
) -> Bytes:
    """Return the picture with its grain, tone curve, sharpening and compression.

    Args:
        exposed: what `expose` returned; it is left as it is.
        recipe: strengths of noise and compression.
        rng: as `expose` left it.
        grain: draws the grain alone.
        dim: True when there is little light, so that the grain is coarse.
    """
    values = _grain(exposed, recipe, rng, grain, dim)
    picture: Bytes = cv2.addWeighted(values, 1.0, values, 0.0, 0.0, dtype=cv2.CV_8U).astype(
        np.uint8
    )
    table = (_curve(rng)[np.round(np.arange(256) * 1023 / 255).astype(int)] * 255).astype(np.uint8)
    picture = cv2.LUT(picture, table)
    if rng.random() < 0.25:
        soft = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.8, 1.8))
        strength = rng.uniform(0.3, 1.1)
        picture = cv2.addWeighted(picture, 1 + strength, soft, -strength, 0)
    return _compress(np.asarray(picture, dtype=np.uint8), recipe, rng)
