"""Varies whole batches of reader crops with torch: turned, sheared, coarsened, recoloured.

It knows tensors of crops, not where they come from and not which network sees them.
"""

from __future__ import annotations

import math
from typing import Any

from dicecam.learn.data.store import CROP_MARGIN

SQUASH = 0.12
"""Spread of the logarithm by which upright crops are squashed or drawn out: that is how the top
face looks to a camera that stands lower or higher."""


def squashes(heights_deg: Any, random: Any) -> Any:
    """Return how much to squash crops upwards.

    A square on the table looks lower than wide by the sine of the height it is seen from.

    Args:
        heights_deg: `(n,)` heights of the camera above the table; NaN where unknown.
        random: A `torch.Generator`.

    Returns:
        `(n,)` factors, about 1.
    """
    import torch

    sines = torch.sin(torch.deg2rad(heights_deg))
    factors = torch.exp(_normal(len(heights_deg), random, SQUASH).clamp(-0.3, 0.3))
    # Nothing looks higher than wide: what cannot be drawn out is squashed.
    return torch.where(sines * factors > 1, 1 / factors, factors)


def vary(
    crops: Any, mirrored: Any, steep: Any, squash: Any, corners: Any, size_px: int, random: Any
) -> tuple[Any, Any]:
    """Return augmented network input for a batch of stored crops, and where its top faces lie.

    Args:
        crops: `(n, S, S, 3)` uint8 BGR tensor, S wider than what the network sees by CROP_MARGIN.
        mirrored: `(n,)` bool tensor: which crops may be mirrored (pips may, symbols may not).
        steep: `(n,)` bool tensor: which crops were seen from so high that they may be turned by
            any angle.
        squash: `(n,)` how high they become for their height, before they are turned.
        corners: `(n, 4, 2)` float32 tensor, clockwise corners of the top face, px of the stored
            crop; NaN where unknown.
        size_px: Side of the result, px.
        random: A `torch.Generator`.

    Returns:
        `(n, 3, size_px, size_px)` float32 RGB, 0 to 1, and `(n, 4, 2)` corners, clockwise, in
        halves of the result from its middle.
    """
    import torch

    side = crops.shape[1]
    images = crops.permute(0, 3, 1, 2).flip(1).float() / 255
    flip = torch.where(mirrored & (torch.rand(len(images), generator=random) < 0.5), -1.0, 1.0)
    motion = _motion(flip, steep, random)
    motion[:, 1, :2] /= squash[:, None]
    grid = torch.nn.functional.affine_grid(motion, [len(images), 3, size_px, size_px], False)
    images = torch.nn.functional.grid_sample(
        images, grid, mode="bilinear", padding_mode="border", align_corners=False
    )
    parts = images.chunk(8)
    images = torch.cat([soften(part, size_px, random) for part in parts])
    away = corners * (2 / side) - 1 - motion[:, None, :, 2]
    moved = away @ torch.linalg.inv(motion[:, :, :2]).transpose(1, 2)
    moved = torch.where((flip < 0)[:, None, None], moved.flip(1), moved)
    return recolour(images, random).clamp(0, 1), moved


def plain(crops: Any, size_px: int) -> Any:
    """Return unvaried network input: the middle of each stored crop.

    Args:
        crops: `(n, S, S, 3)` uint8 BGR tensor.
        size_px: Side of the result, px.

    Returns:
        `(n, 3, size_px, size_px)` float32 RGB, 0 to 1.
    """
    import torch

    side = crops.shape[1]
    seen = round(side / CROP_MARGIN)
    first = (side - seen) // 2
    middle = crops[:, first : first + seen, first : first + seen].permute(0, 3, 1, 2).flip(1)
    return torch.nn.functional.interpolate(
        middle.float() / 255, size=(size_px, size_px), mode="area"
    )


def _normal(count: int, random: Any, spread: float) -> Any:
    import torch

    return torch.randn(count, generator=random) * spread


def _uniform(count: int, random: Any, low: float, high: float) -> Any:
    import torch

    return torch.rand(count, generator=random) * (high - low) + low


def _motion(flip: Any, steep: Any, random: Any) -> Any:
    """Return `(n, 2, 3)` affine matrices from result to stored crop.

    Dice lie at every angle on the table anyway, and what tells the top face of a die seen
    obliquely from its side faces is that it lies above them: only what was seen from high above
    is turned fully.
    """
    import torch

    count = len(flip)
    small = _normal(count, random, 0.15)
    turn = torch.where(steep, _uniform(count, random, -math.pi, math.pi), small)
    zoom = torch.exp(_normal(count, random, 0.1).clamp(-0.3, 0.3)) / CROP_MARGIN
    stretch = torch.exp(_normal(count, random, 0.06))
    shear = _normal(count, random, 0.06)
    cos, sin = torch.cos(turn), torch.sin(turn)
    rows = torch.zeros(count, 2, 3)
    rows[:, 0, 0] = flip * cos * zoom * stretch
    rows[:, 0, 1] = (shear * cos - sin) * zoom
    rows[:, 1, 0] = flip * sin * zoom * stretch
    rows[:, 1, 1] = (shear * sin + cos) * zoom
    rows[:, :, 2] = torch.stack([_normal(count, random, 0.04) for _ in range(2)], 1).clamp(
        -0.12, 0.12
    )
    return rows


def soften(images: Any, size_px: int, random: Any) -> Any:
    """Return a part of a batch coarsened and blurred, all of it with the same random strength.

    Args:
        images: `(n, 3, size_px, size_px)`, 0 to 1.
        size_px: Their side, px.
        random: A `torch.Generator`.
    """
    import torch

    chance = torch.rand(3, generator=random)
    if chance[0] < 0.25:
        low = math.log(24.0)
        side = int(torch.exp(_uniform(1, random, low, math.log(size_px * 0.9))))
        images = torch.nn.functional.interpolate(images, size=(side, side), mode="area")
        images = torch.nn.functional.interpolate(
            images, size=(size_px, size_px), mode="bilinear", align_corners=False
        )
    if chance[1] < 0.25:
        sigma = float(_uniform(1, random, 0.4, 1.4))
        reach = torch.arange(-4, 5).float()
        line = torch.exp(-((reach / sigma) ** 2) / 2)
        line = line / line.sum()
        kernel = (line[:, None] * line[None]).expand(3, 1, 9, 9)
        if chance[2] < 0.4:
            length = int(_uniform(1, random, 1, 4))
            kernel = torch.zeros(3, 1, 9, 9)
            step = (_uniform(2, random, -1, 1)).tolist()
            for place in range(-length, length + 1):
                row, column = 4 + round(place * step[0]), 4 + round(place * step[1])
                kernel[:, 0, row, column] += 1 / (2 * length + 1)
        padded = torch.nn.functional.pad(images, (4, 4, 4, 4), mode="replicate")
        images = torch.nn.functional.conv2d(padded, kernel.contiguous(), groups=3)
    return images


def recolour(images: Any, random: Any) -> Any:
    """Return a batch recoloured: channels, grey, inversion, gains, contrast, gamma, noise.

    Args:
        images: `(n, 3, h, w)`, 0 to 1; each is changed in its own way.
        random: A `torch.Generator`.
    """
    import torch

    count, side = len(images), images.shape[-1]
    order = torch.rand(count, 3, generator=random).argsort(1)
    keep = torch.rand(count, generator=random) < 0.7
    order[keep] = torch.arange(3)
    images = torch.gather(images, 1, order[:, :, None, None].expand(-1, -1, side, side))
    grey = (torch.rand(count, generator=random) < 0.1)[:, None, None, None]
    images = torch.where(grey, images.mean(1, keepdim=True), images)
    inverted = (torch.rand(count, generator=random) < 0.08)[:, None, None, None]
    images = torch.where(inverted, 1 - images, images)
    gamma = torch.exp(_normal(count, random, 0.3))[:, None, None, None]
    images = images.clamp(1e-4, 1) ** gamma
    contrast = torch.exp(_normal(count, random, 0.25))[:, None, None, None]
    level = images.mean((1, 2, 3), keepdim=True)
    gains = 1 + _normal(count * 3, random, 0.08).view(count, 3, 1, 1)
    shift = _normal(count, random, 0.08)[:, None, None, None]
    images = ((images - level) * contrast + level + shift) * gains
    strength = (_normal(count, random, 0.035).abs() - 0.01).clamp(min=0)[:, None, None, None]
    return images + torch.randn(images.shape, generator=random) * strength
