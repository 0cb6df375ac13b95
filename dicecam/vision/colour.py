"""Names the body colour of a die: light undone, pips and glare left out, nearest reference.

It knows pictures, boxes and colour names: no face and no game. Which colours to choose among is
set from outside.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from dicecam.dice import BODY_COLOURS
from dicecam.sight import Box, Image
from dicecam.vision.crops import crop_square
from dicecam.vision.light import Floats, Light, estimate_light, linear, to_lab

Lab = tuple[float, float, float]
"""CIE Lab: L 0 to 100, a and b around -100 to 100."""

UNKNOWN = "unknown"
"""Name of a colour that is none of those to choose among."""

REFERENCES: Mapping[str, tuple[Lab, ...]] = MappingProxyType(
    {
        "white": ((90, 0, 3), (75, 2, 12), (55, 4, 18)),
        "red": ((20, 33, 22), (30, 48, 33), (40, 58, 40), (48, 62, 42)),
        "yellow": ((82, -8, 72), (68, 0, 68), (55, -4, 55), (75, 10, 70)),
        "green": (
            (50, -42, 26),
            (35, -24, 12),
            (38, -12, 13),
            (58, -48, 32),
            (45, -24, 4),
            (40, -34, 32),
        ),
        "blue": (
            (14, 14, -30),
            (28, 4, -16),
            (25, 12, -42),
            (36, 0, -40),
            (38, -8, -24),
            (50, -8, -38),
        ),
        "black": ((22, 0, 0), (8, 0, 0), (30, 3, 3), (20, 9, 5)),
        "orange": ((62, 42, 60), (52, 40, 52)),
        "purple": ((32, 42, -40), (14, 12, -12), (24, 24, -22), (22, 9, -7)),
        "pink": ((65, 42, 0), (55, 60, -8)),
        "brown": ((38, 8, 28), (28, 8, 18), (48, 8, 36), (35, 14, 30), (38, 5, 17)),
        "grey": ((55, 0, 0),),
    }
)
"""How the named colours look in daylight; several looks where shades differ."""

_CENTRE, _CORE, _RIM = 0.35, 0.55, 0.68
"""Radii of three rings in half sides of the box: pips may fill the centre, the core holds the top
face, the rim the edge of the body; beyond lie table and shadows."""

_RING_WEIGHTS = (0.45, 1.0, 2.0)
"""How much the rings count: a body reaches out to the rim, pips do not."""

_TABLE_IN_CORE = 0.2
"""How much less pixels that look like the table count within the core; in the rim they do not
count at all. Larger takes the pips of a white die on a white table for its body."""

_CORE_SHARE = 0.1
"""A colour must be this frequent in the core, through the most frequent one there, to be the
body's."""

_CROP_PX = 16
_BANDWIDTH = 0.5
"""How unlike pixels of one body are; larger mixes pips into it, smaller splits it by shade."""

_NEAR = 0.7
"""Pixels this like the body's colour make its average."""

_SHADE = (45.0, 0.45)
"""Differences of lightness and of saturation that count as one step between pixels."""

_LIGHTNESS = 34.0
_SATURATION = 0.26
"""Differences of lightness and of saturation that count as one step between references."""

_TEMPERATURE = 0.5
"""Smaller makes the nearest reference surer."""

_FAR_STEPS = 2.6
"""A colour this many steps from every reference is as likely unknown as the nearest one."""


class ColourJudge:
    """Names body colours.

    Args:
        candidates: Colours to choose among.
        references: How they look in daylight; those of the user's own dice may be taught.
    """

    def __init__(
        self,
        candidates: Sequence[str] = BODY_COLOURS,
        references: Mapping[str, Sequence[Lab]] = REFERENCES,
    ) -> None:
        self.candidates = tuple(candidates)
        self._looks = {
            name: _embedded(np.array(looks, np.float32)) for name, looks in references.items()
        }

    def judge(
        self, image: Image, boxes: Sequence[Box]
    ) -> tuple[tuple[tuple[str, float], ...], ...]:
        """Return for each box the colours with their confidence, best first.

        Args:
            image: `(H, W, 3)` uint8 BGR.
            boxes: Where the dice are.
        """
        if not boxes:
            return ()
        return tuple(self.named(lab) for lab in body_labs(image, boxes))

    def named(self, lab: npt.ArrayLike) -> tuple[tuple[str, float], ...]:
        """Return the colours with their confidence, best first, for a Lab value `(3,)`."""
        point = _embedded(np.array([lab], np.float32))
        steps = {
            name: float(np.linalg.norm(self._looks[name] - point, axis=1).min())
            for name in self.candidates
            if name in self._looks
        }
        scores = {
            name: float(np.exp(-(step**2) / 2 / _TEMPERATURE)) for name, step in steps.items()
        }
        scores[UNKNOWN] = float(np.exp(-(_FAR_STEPS**2) / 2 / _TEMPERATURE))
        total = sum(scores.values())
        ranked = sorted(scores.items(), key=lambda item: -item[1])
        return tuple((name, score / total) for name, score in ranked[:4])


def taught(references: Mapping[str, Lab]) -> dict[str, tuple[Lab, ...]]:
    """Return the references with those of the user's own dice in place of the general ones."""
    return {**REFERENCES, **{name: (lab,) for name, lab in references.items()}}


def body_labs(image: Image, boxes: Sequence[Box], light: Light | None = None) -> Floats:
    """Return the body colour of each die as it would look in daylight.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        boxes: Where the dice are.
        light: The light on the table; None to estimate it from the picture.

    Returns:
        CIE Lab `(n, 3)`.
    """
    if not boxes:
        return np.zeros((0, 3), np.float32)
    light = light or estimate_light(image)
    inner = np.stack([crop_square(image, box.xyxy, _CROP_PX, 1.0)[_DISC] for box in boxes])
    outer = np.stack([crop_square(image, box.xyxy, _CROP_PX, 1.35)[_AROUND] for box in boxes])
    return _body_colours(_labs(inner, light), _labs(outer, light))


def _labs(pixels: npt.NDArray[np.uint8], light: Light) -> Floats:
    """Return Lab values `(n, p, 3)` of pixels `(n, p, 3)` BGR in a light."""
    return to_lab((linear(pixels) * light.gains).reshape(-1, 3)).reshape(pixels.shape)


def _rings(side: int, scale: float) -> Floats:
    """Return how far each pixel of a crop lies from its centre, in half sides of the box."""
    steps = (np.arange(side, dtype=np.float32) - (side - 1) / 2) / (side / 2) * scale
    return np.asarray(np.hypot(steps[:, None], steps[None, :]), np.float32)


_RADIUS = _rings(_CROP_PX, 1.0)
_DISC = _RADIUS <= _RIM
_IN_CORE = (_RADIUS[_DISC] <= _CORE).astype(np.float32)
_WEIGHTS = np.select(
    [_RADIUS[_DISC] <= _CENTRE, _RADIUS[_DISC] <= _CORE], _RING_WEIGHTS[:2], _RING_WEIGHTS[2]
).astype(np.float32)
_AROUND = np.ones((_CROP_PX, _CROP_PX), bool)
_AROUND[2:-2, 2:-2] = False


def _body_colours(labs: Floats, around: Floats) -> Floats:
    """Return the Lab values `(n, 3)` of the colours that fill most of some dice.

    Args:
        labs: Pixels of the dice `(n, p, 3)`.
        around: Pixels of the table around them `(n, q, 3)`.
    """
    points = _embedded(labs, *_SHADE)
    table_points = _embedded(around, *_SHADE)
    rows = np.arange(len(labs))
    table = table_points[rows, _alike(table_points).sum(2).argmax(1)]
    like_table = np.exp(-((points - table[:, None]) ** 2).sum(2) / (2 * _BANDWIDTH**2))
    weights = _WEIGHTS * (1 - np.where(_IN_CORE > 0, _TABLE_IN_CORE, 1.0) * like_table)
    alike = _alike(points)
    in_core = alike @ _IN_CORE
    frequent = (in_core >= _CORE_SHARE * in_core.max(1, keepdims=True)) & (_IN_CORE > 0)
    support = np.where(frequent, (alike @ weights[..., None])[..., 0], -1.0)
    body = points[rows, support.argmax(1)]
    near = (((points - body[:, None]) ** 2).sum(2) < _NEAR**2) * np.maximum(weights, 1e-3)
    means = (labs * near[..., None]).sum(1) / near.sum(1, keepdims=True)
    return np.asarray(means, np.float32)


def _alike(points: Floats) -> Floats:
    """Return how alike points `(n, p, d)` are, each with each: `(n, p, p)`, 0 to 1."""
    norms = (points**2).sum(2)
    squared = norms[:, :, None] + norms[:, None, :] - 2 * points @ points.transpose(0, 2, 1)
    return np.asarray(np.exp(np.minimum(-squared, 0) / (2 * _BANDWIDTH**2)), np.float32)


def _embedded(
    labs: Floats, lightness: float = _LIGHTNESS, saturation: float = _SATURATION
) -> Floats:
    """Return Lab values `(..., 3)` as points in which equal steps look equally different.

    Chroma is divided by lightness: a shaded red is as red as a lit one. Very saturated colours
    are drawn together.
    """
    ratios = labs[..., 1:] / np.maximum(labs[..., :1], 18.0)
    size = np.maximum(np.linalg.norm(ratios, axis=-1, keepdims=True), 1e-6)
    bent = ratios / size * np.tanh(size / 1.4) * 1.4
    return np.concatenate([labs[..., :1] / lightness, bent / saturation], -1).astype(np.float32)
