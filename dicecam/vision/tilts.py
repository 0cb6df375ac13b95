"""Tells from all dice of a picture how the camera looks at the table and which of them lie askew.

A tilted die looks like a flat one seen from elsewhere, so one die alone cannot tell. But all flat
dice of a picture lie on one table before one camera: where most of them lie flat, the camera
stands, and who does not fit it lies askew. A camera that stands still is known better with every
picture. It knows boxes and numbers, no network.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dicecam.sight import Box

Tensor = npt.NDArray[np.float32]

SIDE, SPAN = 23, 0.77
"""The reader answers for so many by so many directions, on a map that reaches so far."""


def _directions() -> npt.NDArray[np.float64]:
    """Return the directions `(SIDE, SIDE, 3)` of the map: rightwards, downwards, to the camera."""
    steps = np.linspace(-SPAN, SPAN, SIDE)
    down, right = np.meshgrid(steps, steps, indexing="ij")
    # The inverse of the stereographic projection (x, y) / (1 + z).
    square = right * right + down * down
    return np.stack([2 * right, 2 * down, 1 - square], 2) / (1 + square)[..., None]


DIRECTIONS = _directions()
"""`(SIDE, SIDE, 3)` upward directions for which it is told how likely a die lies askew: rightwards
and downwards in the crop, and towards the camera."""
TOLD = np.hypot(DIRECTIONS[..., 0], DIRECTIONS[..., 1]) / (1 + DIRECTIONS[..., 2]) <= SPAN + 0.04
"""`(SIDE, SIDE)` which of them are asked for; the corners of the map are of no use."""

FLAT_SHARE = 0.08
"""Share of directions for which a die lies flat: three faces of it can be seen."""
CENTRE_DEG = np.arange(24, 92, 3, dtype=np.float64)
"""Heights of the camera above the table that are tried, at the middle of the picture."""
FOCAL_WIDTHS = np.array([0.65, 1.0, 1.8])
"""Focal lengths that are tried, in widths of the picture: views of 75 to 31 degrees."""
ROLL_DEG = np.arange(-180, 180, 10, dtype=np.float64)
"""By how much the camera may be turned about its line of sight."""
UPRIGHT_SHARE, UPRIGHT_DEG = 0.8, 6.0
"""Most cameras stand upright but for so much; the others at any angle."""
FARTHEST = 0.72
"""What lies farther out on the map than this is not asked for."""


def _cameras() -> tuple[Tensor, Tensor, Tensor]:
    """Return upwards `(cameras, 3)` as each camera sees it, focal lengths, log-prior."""
    height, focal, roll = (
        part.ravel() for part in np.meshgrid(np.radians(CENTRE_DEG), FOCAL_WIDTHS, ROLL_DEG)
    )
    angle = np.radians(roll)
    upwards = np.stack(
        [-np.sin(angle) * np.cos(height), -np.cos(angle) * np.cos(height), -np.sin(height)], 1
    )
    near = np.exp(-((roll / UPRIGHT_DEG) ** 2) / 2)
    one = np.exp(-((ROLL_DEG / UPRIGHT_DEG) ** 2) / 2).sum()
    prior = UPRIGHT_SHARE * near / one + (1 - UPRIGHT_SHARE) / len(ROLL_DEG)
    return upwards.astype(np.float32), focal.astype(np.float32), np.log(prior).astype(np.float32)


_UPWARDS, _FOCAL, _PRIOR = _cameras()


def seen_by_cameras(boxes: Sequence[Box], width: int, height: int) -> tuple[Tensor, Tensor, Tensor]:
    """Return where each camera that is tried has upwards on the map of each die, and how large dice are.

    Around a die the picture looks as if the camera had been turned towards it the shortest way. A
    line of sight that makes an angle e with the table is as long as 1 / sin e, and a cube is seen
    from there on an area of about sin e + 4/pi cos e, the mean over its turns.

    Args:
        boxes: Where the dice lie, px.
        width: Width of the picture, px.
        height: Its height, px.

    Returns:
        Three `(dice, cameras)`: rightwards and downwards on the map, -SPAN to SPAN where it is told;
        the logarithm of a die's length in the picture, up to a number that is the same for all.
    """
    middles = np.array([box.centre for box in boxes], np.float32).reshape(-1, 2)
    x, y = ((middles - (width / 2, height / 2)) / width).astype(np.float32).T[:, :, None]
    long = np.sqrt(x * x + y * y + _FOCAL**2)
    x, y, ahead = x / long, y / long, _FOCAL / long
    right, down, forward = _UPWARDS.T
    along = right * x + down * y + forward * ahead
    turned = (along + forward) / (1 + ahead)
    # The stereographic projection of (right, down, to the camera).
    scale = 1 / np.maximum(1 - along, np.float32(1e-3))
    sine = np.clip(-along, np.float32(0.05), np.float32(1))
    area = sine + np.float32(4 / np.pi) * np.sqrt(1 - sine * sine)
    # What lies off the picture's middle is drawn larger.
    size = np.log(sine * np.sqrt(area) / ahead**1.5)
    return (right - x * turned) * scale, (down - y * turned) * scale, size


RARELY = 0.1
"""Share of dice that lie askew, before anything is seen."""
ANYTHING = 0.02
"""Likelihood of a die under any camera: one odd die shall not decide alone."""
TRUST = 0.6
"""What the reader says of the dice of one picture is wrong alike: it counts by this power."""

DOUBTFUL, SURE = 0.15, 0.5
"""Up to the first share, a die counts for nothing; from the second on for what it says."""
SIZES_SPREAD = 0.14
"""Spread of the logarithm of dice's lengths in a picture when the camera is right."""
ODD_SIZE = 4.0
"""A die of another size than the rest makes a camera at most so much less likely, in logarithms."""

NEWS = 0.1
"""How much one running picture adds to what is known of the camera: those of one throw are alike."""
KEPT = 0.995
"""How much of it is kept from picture to picture: a camera that was moved is found again."""
KNOWN_WELL = 30.0
"""Log-likelihood by which a camera can at most be less likely than the best, from memory."""


class CameraMemory:
    """What earlier pictures of a camera that stands still said of where it stands.

    Attributes:
        scores: `(cameras,)` log-likelihood of each camera that is tried; the best has 0.
    """

    def __init__(self) -> None:
        self.scores = np.zeros(len(_PRIOR), np.float32)

    def add(self, scores: Tensor) -> None:
        """Take in the log-likelihood `(cameras,)` of the cameras after one more picture."""
        known = KEPT * self.scores + NEWS * scores
        self.scores = np.maximum(known - known.max(), -KNOWN_WELL).astype(np.float32)


def askew_shares(
    maps: Tensor,
    boxes: Sequence[Box],
    weights: npt.NDArray[np.floating],
    size: tuple[int, int],
    memory: CameraMemory | None = None,
) -> Tensor:
    """Return how likely each die lies askew, given all of them.

    By Bayes' rule: the other dice, all dice's sizes, and what is remembered, say how likely each
    camera is; under those cameras the die is likelier to be seen so if it lies flat, or if it lies
    askew.

    Args:
        maps: `(n, SIDE, SIDE)` how likely each lies askew if upwards is there, see `DIRECTIONS`.
        boxes: `n` places, px.
        weights: `(n,)` how sure each is a die at all, 0 to 1.
        size: Height and width of the picture, px.
        memory: What earlier pictures said of the camera; this one is added. None for a single one.

    Returns:
        `(n,)`.
    """
    if not len(maps):
        return np.zeros(0, np.float32)
    right, down, lengths = seen_by_cameras(boxes, size[1], size[0])
    chances, told = _looked_up(maps, right, down)
    # How likely a die is seen so, compared with one of which nothing is known.
    flat = np.where(told, (1 - chances) / np.float32(FLAT_SHARE), np.float32(1))
    askew = np.where(told, chances / np.float32(1 - FLAT_SHARE), np.float32(1))
    likely = np.log(RARELY * askew + (1 - RARELY) * flat + np.float32(ANYTHING))
    voices = np.clip((weights - DOUBTFUL) / (SURE - DOUBTFUL), 0, 1).astype(np.float32)[:, None]
    scores = likely * (TRUST * voices)
    # What the others say of the camera; a die does not vouch for itself.
    everyone = scores.sum(0) + _fit_of_sizes(boxes, lengths, voices)
    known = _PRIOR + everyone - scores
    if memory is not None:
        known = known + memory.scores
        memory.add(everyone)
    cameras = np.exp(known - known.max(1, keepdims=True))
    if_flat, if_askew = (cameras * flat).sum(1), (cameras * askew).sum(1)
    return np.asarray(if_askew / (if_flat + if_askew), np.float32)


def _fit_of_sizes(boxes: Sequence[Box], lengths: Tensor, voices: Tensor) -> Tensor:
    """Return the log-likelihood `(cameras,)` of the dice's sizes, taking them for equally large.

    Args:
        boxes: `n` places, px.
        lengths: `(n, cameras)` their lengths before each camera, see `seen_by_cameras`.
        voices: `(n, 1)` how much each counts, 0 to 1.
    """
    own = np.array([np.log(max(box.width * box.height, 1.0)) / 2 for box in boxes], np.float32)
    off = own[:, None] - lengths
    heard = voices[:, 0] > 0
    if not heard.any():
        return np.zeros(lengths.shape[1], np.float32)
    off = off - np.median(off[heard], axis=0)
    odd = np.minimum((off / np.float32(SIZES_SPREAD)) ** 2 / 2, np.float32(ODD_SIZE))
    return np.asarray(-(odd * voices).sum(0), np.float32)


def _looked_up(maps: Tensor, right: Tensor, down: Tensor) -> tuple[Tensor, npt.NDArray[np.bool_]]:
    """Return what maps `(n, SIDE, SIDE)` say at places `(n, m)`, and which lie on the map."""
    told = right * right + down * down <= FARTHEST**2
    step = np.float32(2 * SPAN / (SIDE - 1))
    # Between the four nearest directions.
    x, y = (np.clip((part + SPAN) / step, 0, SIDE - 1.001) for part in (right, down))
    column, row = x.astype(np.int32), y.astype(np.int32)
    x, y = x - column, y - row
    first = np.arange(len(maps), dtype=np.int32)[:, None] * (SIDE * SIDE) + row * SIDE + column
    values = maps.ravel()
    above = values[first] * (1 - x) + values[first + 1] * x
    below = values[first + SIDE] * (1 - x) + values[first + SIDE + 1] * x
    return np.asarray(above * (1 - y) + below * y, np.float32), told
