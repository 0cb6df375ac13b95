"""Draws the faces of symbol dice in whole batches with torch, each one a little different.

Scenes are dear to render and show few drawings often. Here a drawing is bent, cut, made thicker
or hollow, printed or engraved in any colours, and lit, thousands of times a minute: what a face
is stays the same, all else changes. It knows drawings and tensors; no scene and no network.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from dicecam.learn.data.build import FACES
from dicecam.learn.ultra.crops import recolour, soften
from dicecam.learn.ultra.network import FACE_PX, SHOWN
from dicecam.synth.drawings import OWN, SIDE
from dicecam.synth.styles import HELD_OUT, STYLES
from dicecam.synth.symbols import drawings

BANK = Path(__file__).resolve().parent.parent / "data" / "drawings.npz"
OWN_VARIANTS = 40
"""Drawings of each symbol made by our own pen."""
SEED = 5_000
"""Of those drawings; the held-back ones of `synth.symbols` have seeds below 100."""
UNKNOWN = 0.22
"""Share of drawings that are no face the reader knows, class `other`."""
_INK_PX = 64


@dataclass(frozen=True, slots=True)
class Bank:
    """Drawings to choose among.

    Attributes:
        masks: `(m, SIDE, SIDE)` uint8 tensor, 255 where there is ink.
        labels: `(m,)` indices into `FACES`.
        kinds: `(m,)` numbers of what they show: each known symbol is one, each unknown one too.
    """

    masks: Any
    labels: Any
    kinds: Any

    @property
    def count(self) -> int:
        """How many kinds there are."""
        return int(self.kinds.max()) + 1


def load_bank() -> Bank:
    """Return every drawing that may be trained on; held-back ones are not among them."""
    import torch

    kept = [k for k, name in enumerate(STYLES["shapes"]) if name not in HELD_OUT["shapes"]]
    scenes = drawings()
    masks: list[Any] = []
    labels: list[int] = []
    kinds: list[int] = []
    with np.load(BANK) as bank:
        for kind, symbol in enumerate(OWN):
            own = [
                OWN[symbol](np.random.default_rng([SEED, kind, number]))
                for number in range(OWN_VARIANTS)
            ]
            these = [scenes[symbol][k] for k in kept] + list(_unpacked(bank[symbol])) + own
            masks += these
            labels += [FACES.index(symbol)] * len(these)
            kinds += [kind] * len(these)
        unknown = _unpacked(bank["other"])
        masks += list(unknown)
        labels += [FACES.index("other")] * len(unknown)
        kinds += [len(OWN) + number for number in range(len(unknown))]
    stacked = torch.from_numpy(np.stack(masks))
    return Bank(stacked, torch.tensor(labels), torch.tensor(kinds))


def _unpacked(bits: Any) -> Any:
    return np.unpackbits(bits).reshape(-1, SIDE, SIDE) * np.uint8(255)


def draw_faces(bank: Bank, count: int, random: Any) -> tuple[Any, Any, Any]:
    """Return faces laid straight, their classes and their kinds.

    Args:
        bank: Drawings.
        count: How many faces.
        random: A `torch.Generator`.

    Returns:
        `(n, 3, FACE_PX, FACE_PX)` float32 RGB, 0 to 1; `(n,)` and `(n,)` int64.
    """
    import torch

    picked = _pick(bank, count, random)
    ink = torch.nn.functional.interpolate(
        bank.masks[picked][:, None].float() / 255, size=(_INK_PX, _INK_PX), mode="area"
    )
    ink = _treated(ink, random)
    ink = _placed(ink, random)
    u, v = _grid(count, random)
    faces = _coloured(ink, u, v, random)
    faces = torch.cat([soften(part, FACE_PX, random) for part in faces.chunk(8)])
    return recolour(faces, random).clamp(0, 1), bank.labels[picked], bank.kinds[picked]


def _pick(bank: Bank, count: int, random: Any) -> Any:
    """Draw drawings, every known symbol equally often."""
    import torch

    sizes = torch.bincount(bank.labels, minlength=len(FACES)).float()
    known = bank.labels != FACES.index("other")
    share = torch.where(known, (1 - UNKNOWN) / len(OWN), torch.tensor(UNKNOWN))
    return torch.multinomial(share / sizes[bank.labels], count, True, generator=random)


def _uniform(count: int, low: float, high: float, random: Any) -> Any:
    import torch

    return torch.rand(count, 1, 1, 1, generator=random) * (high - low) + low


def _chance(count: int, share: float, random: Any) -> Any:
    import torch

    return torch.rand(count, 1, 1, 1, generator=random) < share


def _noise(count: int, cells: int, side: int, random: Any, channels: int = 1) -> Any:
    """Return smooth noise `(n, channels, side, side)` of spread 1 with waves of side / cells px."""
    import torch

    rough = torch.randn(count, channels, cells, cells, generator=random)
    return torch.nn.functional.interpolate(
        rough, size=(side, side), mode="bicubic", align_corners=False
    )


def _treated(ink: Any, random: Any) -> Any:
    """Make a part of the drawings thicker, thinner or hollow, and cut or wear some."""
    import torch
    from torch.nn.functional import max_pool2d

    parts = list(ink.chunk(10))
    for number, part in enumerate(parts):
        size = 3 + 2 * int(torch.randint(0, 2, (1,), generator=random))
        wide = max_pool2d(part, size, 1, size // 2)
        if number < 2:
            parts[number] = wide
        elif number < 4:
            parts[number] = -max_pool2d(-part, 3, 1, 1)
        elif number < 6:
            parts[number] = wide + max_pool2d(-part, size, 1, size // 2)
    ink = torch.cat(parts).clamp(0, 1)
    count, side = len(ink), ink.shape[-1]
    holes = ((_noise(count, 12, side, random) + 1.1) * 4).clamp(0, 1)
    ink = torch.where(_chance(count, 0.15, random), ink * holes, ink)
    # A line through the drawing where it was scratched off.
    turn, away = _uniform(count, 0, math.pi, random), _uniform(count, -0.6, 0.6, random)
    steps = torch.linspace(-1, 1, side)
    line = steps.view(1, 1, 1, -1) * turn.cos() + steps.view(1, 1, -1, 1) * turn.sin() - away
    cut = (line.abs() < _uniform(count, 0.02, 0.07, random)) & _chance(count, 0.15, random)
    return torch.where(cut, ink * 0.1, ink)


def _placed(ink: Any, random: Any) -> Any:
    """Bring drawings `(n, 1, SIDE, SIDE)` onto faces `(n, 1, FACE_PX, FACE_PX)`."""
    import torch

    count = len(ink)
    quarter = torch.randint(0, 4, (count,), generator=random) * (math.pi / 2)
    turn = quarter + torch.randn(count, generator=random) * 0.08
    # The drawing covers 0.5 to 0.95 of the face, the picture shows SHOWN of it.
    zoom = SHOWN / (torch.rand(count, generator=random) * 0.45 + 0.5)
    stretch = torch.exp(torch.randn(count, generator=random) * 0.1)
    shear = torch.randn(count, generator=random) * 0.1
    cos, sin = turn.cos(), turn.sin()
    motion = torch.zeros(count, 2, 3)
    motion[:, 0, 0], motion[:, 0, 1] = cos * zoom * stretch, (shear * cos - sin) * zoom
    motion[:, 1, 0], motion[:, 1, 1] = sin * zoom * stretch, (shear * sin + cos) * zoom
    motion[:, :, 2] = torch.randn(count, 2, generator=random) * 0.1
    grid = torch.nn.functional.affine_grid(motion, [count, 1, FACE_PX, FACE_PX], False)
    bend = _noise(count, 4, FACE_PX, random, 2).permute(0, 2, 3, 1)
    grid = grid + bend * _uniform(count, 0, 0.1, random)
    return torch.nn.functional.grid_sample(ink, grid, padding_mode="zeros", align_corners=False)


def _grid(count: int, random: Any) -> tuple[Any, Any]:
    """Return where each px lies on its face, `(n, 1, FACE_PX, FACE_PX)` twice, 1 at the edge."""
    import torch

    steps = (torch.arange(FACE_PX) + 0.5) * (2 * SHOWN / FACE_PX) - SHOWN
    off = [_uniform(count, -0.12, 0.12, random) for _ in range(2)]
    wide = torch.exp(torch.randn(count, 1, 1, 1, generator=random) * 0.06)
    return (steps.view(1, 1, 1, -1) + off[0]) * wide, (steps.view(1, 1, -1, 1) + off[1]) * wide


def _paint(count: int, random: Any) -> Any:
    """Return random colours `(n, 3, 1, 1)`: white and black ones more often than in a draw."""
    import torch

    hue = torch.rand(count, 3, 1, 1, generator=random)
    grey = _uniform(count, 0, 1, random)
    strength = _uniform(count, 0, 1, random) ** 0.7
    return grey + (hue - grey) * strength


def _coloured(ink: Any, u: Any, v: Any, random: Any) -> Any:
    """Return the lit picture `(n, 3, FACE_PX, FACE_PX)` of faces with their surroundings."""
    import torch

    count = len(ink)
    body, colour = _paint(count, random), _paint(count, random)
    # Ink that cannot be told from the body teaches nothing.
    near = (body - colour).abs().amax(1, keepdim=True)
    away = torch.where(body.mean(1, keepdim=True) > 0.5, colour * 0.35, 0.65 + colour * 0.35)
    colour = torch.where(near < 0.25, away, colour)
    grain = _noise(count, 24, FACE_PX, random) * 0.5 + _noise(count, 5, FACE_PX, random)
    body = body * (1 + grain * _uniform(count, 0, 0.12, random))
    worn = _uniform(count, 0.5, 1, random)
    face = body + (colour - body) * ink * worn
    slope = torch.nn.functional.avg_pool2d(ink, 3, 1, 1)
    turn = _uniform(count, 0, 2 * math.pi, random)
    relief = (slope.roll(1, 3) - slope.roll(-1, 3)) * turn.cos()
    relief = relief + (slope.roll(1, 2) - slope.roll(-1, 2)) * turn.sin()
    engraved = _chance(count, 0.5, random) * _uniform(count, 0, 0.6, random)
    face = face + relief * engraved
    # Outside of the rounded face its sides follow, each in a light of its own, then the table.
    corner = _uniform(count, 0.05, 0.5, random)
    beyond = torch.stack((u.expand_as(ink).abs(), v.expand_as(ink).abs())) - 1 + corner
    edge = beyond.clamp(min=0).square().sum(0).sqrt() - corner
    outside = ((edge + _uniform(count, 0, 0.08, random)) * 12).clamp(0, 1)
    sides = [_uniform(count, 0.25, 1.25, random) for _ in range(4)]
    where = torch.where(
        u.expand_as(ink).abs() > v.expand_as(ink).abs(),
        torch.where(u.expand_as(ink) > 0, sides[0], sides[1]),
        torch.where(v.expand_as(ink) > 0, sides[2], sides[3]),
    )
    table = _paint(count, random) * (1 + 0.2 * _noise(count, 12, FACE_PX, random))
    around = torch.where(_chance(count, 0.5, random), body * where, table)
    face = face + (around - face) * outside
    fall = u * _uniform(count, -0.35, 0.35, random) + v * _uniform(count, -0.35, 0.35, random)
    face = face * (1 + fall) * _uniform(count, 0.55, 1.1, random)
    glare = torch.exp(-((u - _uniform(count, -1, 1, random)) ** 2) * 3)
    glare = glare * torch.exp(-((v - _uniform(count, -1, 1, random)) ** 2) * 3)
    shine = _uniform(count, 0, 0.5, random) * _chance(count, 0.25, random)
    return (face + glare * shine).clamp(0, 1)
