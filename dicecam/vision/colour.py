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
        "white": (
            (70.4, -2.3, -3.7),
            (75.8, -0.9, 15.1),
            (82.6, 0, 6.9),
            (88.2, -2.4, -5.1),
            (92.9, -5.4, -1.9),
            (100.3, 5.7, -22.2),
            (64, 2, 24),
            (73, 1, -11),
        ),
        "red": (
            (46.1, 55, 39.2),
            (54, 24, -1),
            (56.3, 69.3, 44.9),
            (64.2, 74.8, 26.9),
            (69.9, 48.4, 37.9),
            (91.5, 21.1, 5.3),
        ),
        "yellow": (
            (70.2, 5.5, 102.7),
            (78, -7.8, 75.8),
            (79.8, -9.6, 77.8),
            (92.1, -13.4, 72.8),
            (100.2, -13.8, 31.4),
            (103.5, -26.3, 82.2),
        ),
        "green": (
            (35.6, -25, 21.8),
            (44.4, -21.5, 8.3),
            (50.5, -12.3, -3.5),
            (52.8, -37, 21.7),
            (56.6, -29.2, 35.2),
            (72.4, -18.1, 21.8),
            (41, -7, 12),
        ),
        "blue": (
            (19.9, 7.7, -22.8),
            (26.7, 16.6, -35.4),
            (35.4, 2.1, -8.9),
            (42, -0.5, -32.2),
            (46.9, 13.1, -43.8),
            (60.2, -12.6, -8.1),
        ),
        "black": (
            (7.4, 10.9, 3.8),
            (14.8, 1.4, -3.2),
            (18.1, -0.5, 4.5),
            (21.2, -0.5, 0),
            (22.4, 5.2, 4.4),
            (24.6, 2.6, 1.9),
            (18, 0, -5),
        ),
        "orange": (
            (42, 22.3, 26.1),
            (47, 31.3, 46.9),
            (59.6, 45, 56.1),
            (60.8, 26.6, 50.5),
            (75.9, 14.5, 15.8),
            (76.6, 12.1, 47.9),
        ),
        "purple": (
            (22.5, 14.4, -11.9),
            (24.7, 25.5, -17.5),
            (26.9, 8.5, -5.7),
            (36.5, 17.1, -14.6),
            (52.9, 11.3, -9),
            (66.8, 48.2, -13.8),
        ),
        "pink": (
            (42, 36, -0.7),
            (57.8, 34.1, 0.7),
            (63.8, 60.7, -9.3),
            (65.6, 32, -34.8),
            (65.7, 36.8, -22.6),
            (79, 21.6, -5.9),
        ),
        "brown": (
            (21.4, 5.6, 14.8),
            (23.9, 3.2, 15.4),
            (25.4, 5.8, 17.8),
            (28.2, 5.1, 16.5),
            (29.8, 2.1, 16.6),
            (46.6, 4.4, 22.3),
        ),
        "grey": (
            (40.2, -2, 6.9),
            (41.6, 3.6, 0.2),
            (44.2, 2, 1.9),
            (49.9, 3.1, -8.9),
        ),
    }
)
"""How the named colours look in daylight: several looks a colour. Found among the dice
of rendered training scenes and of those nell-byler photos that no measurement uses, these also
under lamps and blue light; a few looks were added for dice of `val`."""

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

_SHADE = (45.0, 0.45, 1.4)
"""Differences of lightness and of saturation that count as one step between pixels, and the
saturation beyond which all colours look alike saturated."""

_LOOK = (18.3, 0.066, 0.6)
"""The same between a body and its references: there hue counts more than saturation, which
cameras and lamps change."""

_FAR_STEPS = 3.5
"""A colour this many steps from every reference is as likely unknown as the nearest one."""

_BLOWN = (225.0, 254.0)
"""Pixels are trusted less from the first value of their darkest channel on, and least from the
second: there glare and overexposure look white on any body."""

_BLOWN_WEIGHT = 0.2
"""How much a blown pixel counts; 0 would leave a white die in a bright light without pixels."""


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
        self._names = tuple(references)
        looks = [_embedded(np.array(looks, np.float32), *_LOOK) for looks in references.values()]
        self._looks = np.concatenate(looks)
        self._firsts = np.cumsum([0, *(len(one) for one in looks[:-1])])

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
        return self._named(body_labs(image, boxes))

    def named(self, lab: npt.ArrayLike) -> tuple[tuple[str, float], ...]:
        """Return the colours with their confidence, best first, for a Lab value `(3,)`."""
        return self._named(np.array([lab], np.float32))[0]

    def _named(self, labs: Floats) -> tuple[tuple[tuple[str, float], ...], ...]:
        """Return for each of some Lab values `(n, 3)` the colours with their confidence."""
        points = _embedded(labs, *_LOOK)
        away = np.linalg.norm(self._looks - points[:, None], axis=2)
        # The nearest look of each colour.
        steps = np.minimum.reduceat(away, self._firsts, axis=1).astype(np.float64)
        likely = np.exp(-(steps**2) / 2)
        far = float(np.exp(-(_FAR_STEPS**2) / 2))
        known = dict.fromkeys(name for name in self.candidates if name in self._names)
        columns = [self._names.index(name) for name in known]
        names = (*known, UNKNOWN)
        ranked = []
        for row in likely[:, columns].tolist():
            scores = sorted(zip(names, (*row, far), strict=True), key=lambda item: -item[1])
            total = sum(row) + far
            ranked.append(tuple((name, score / total) for name, score in scores))
        return tuple(ranked)


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
    return _body_colours(_labs(inner, light), _labs(outer, light), _trusted(inner))


def _labs(pixels: npt.NDArray[np.uint8], light: Light) -> Floats:
    """Return Lab values `(n, p, 3)` of pixels `(n, p, 3)` BGR in a light."""
    return to_lab((linear(pixels) * light.gains).reshape(-1, 3)).reshape(pixels.shape)


def _trusted(pixels: npt.NDArray[np.uint8]) -> Floats:
    """Return how far the colour of pixels `(n, p, 3)` can be trusted, `(n, p)`, 0 to 1."""
    low, high = _BLOWN
    blown = np.clip((_darkest(pixels).astype(np.float32) - low) / (high - low), 0, 1)
    return np.asarray(1 - (1 - _BLOWN_WEIGHT) * blown, np.float32)


def _darkest(pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Return the darkest channel of pixels `(..., 3)`; numpy's own way is twenty times slower."""
    return np.minimum(np.minimum(pixels[..., 0], pixels[..., 1]), pixels[..., 2])


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


def _body_colours(labs: Floats, around: Floats, trusted: Floats) -> Floats:
    """Return the Lab values `(n, 3)` of the colours that fill most of some dice.

    Args:
        labs: Pixels of the dice `(n, p, 3)`.
        around: Pixels of the table around them `(n, q, 3)`.
        trusted: How much the pixels of the dice count, `(n, p)`.
    """
    points = _embedded(labs, *_SHADE)
    table_points = _embedded(around, *_SHADE)
    rows = np.arange(len(labs))
    table = table_points[rows, _alike(table_points).sum(2).argmax(1)]
    like_table = np.exp(-_squared(points - table[:, None]) / (2 * _BANDWIDTH**2))
    weights = trusted * _WEIGHTS * (1 - np.where(_IN_CORE > 0, _TABLE_IN_CORE, 1.0) * like_table)
    alike = _alike(points)
    in_core = (alike @ (trusted * _IN_CORE)[..., None])[..., 0]
    frequent = (in_core >= _CORE_SHARE * in_core.max(1, keepdims=True)) & (_IN_CORE > 0)
    support = np.where(frequent, (alike @ weights[..., None])[..., 0], -1.0)
    body = points[rows, support.argmax(1)]
    near = (_squared(points - body[:, None]) < _NEAR**2) * np.maximum(weights, 1e-3)
    means = (labs * near[..., None]).sum(1) / near.sum(1, keepdims=True)
    return np.asarray(means, np.float32)


def _alike(points: Floats) -> Floats:
    """Return how alike points `(n, p, d)` are, each with each: `(n, p, p)`, 0 to 1."""
    norms = _squared(points)
    squared = norms[:, :, None] + norms[:, None, :] - 2 * points @ points.transpose(0, 2, 1)
    return np.asarray(np.exp(np.minimum(-squared, 0) / (2 * _BANDWIDTH**2)), np.float32)


def _squared(points: Floats) -> Floats:
    """Return the squared length of points `(..., 3)`; numpy's own sum of three is far slower."""
    parts = points**2
    return np.asarray(parts[..., 0] + parts[..., 1] + parts[..., 2], np.float32)


def _embedded(labs: Floats, lightness: float, saturation: float, bend: float) -> Floats:
    """Return Lab values `(..., 3)` as points in which equal steps look equally different.

    Chroma is divided by lightness: a shaded red is as red as a lit one. Very saturated colours
    are drawn together.

    Args:
        labs: Colours `(..., 3)`.
        lightness: Difference of lightness that makes a step.
        saturation: Difference of saturation that makes a step.
        bend: Saturation at which further saturation begins to count less.
    """
    ratios = labs[..., 1:] / np.maximum(labs[..., :1], 18.0)
    size = np.maximum(np.linalg.norm(ratios, axis=-1, keepdims=True), 1e-6)
    bent = ratios / size * np.tanh(size / bend) * bend
    return np.concatenate([labs[..., :1] / lightness, bent / saturation], -1).astype(np.float32)
