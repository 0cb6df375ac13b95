"""Tells from all dice of a picture how high the camera stands and which of them lie askew.

A tilted die looks like a flat one seen from another height, so one die alone cannot tell. But all
flat dice of a picture are seen by one camera: the height at which most of them lie flat is the
true one, and who does not fit it lies askew. A camera that stands still is known better with every
picture. It knows boxes and numbers, no network.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from dicecam.sight import Box

Tensor = npt.NDArray[np.float32]

HEIGHTS_DEG = np.arange(30, 95, 5, dtype=np.float64)
"""Heights above the table for which the reader says how likely a die lies askew."""
CENTRE_DEG = np.arange(26, 92, 2, dtype=np.float64)
"""Heights of the camera that are tried, at the middle of the picture."""
FOCAL_WIDTHS = np.array([0.65, 0.9, 1.3, 2.0])
"""Focal lengths that are tried, in widths of the picture: views of 75 to 28 degrees."""
DOUBT = 0.15
"""Least likelihood of a die under any height: one odd die shall not decide alone."""
NO_WORD = 0.6
"""Likelihood of a die under a camera for which the reader cannot tell."""
STEEP_DEG = 80.0
"""From this height on dice look alike from all sides."""
UPRIGHT = 0.6
"""Least cosine of the angle between the vertical and upwards in the picture."""
LEEWAY = 1.5
"""Cameras whose log-likelihood is at most this much below the best are possible ones. Among them
the one counts under which a die lies flattest: in doubt it lies flat."""

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
        self.scores = np.zeros(len(CENTRE_DEG) * len(FOCAL_WIDTHS))

    def add(self, scores: npt.NDArray[np.floating]) -> None:
        """Take in the log-likelihood `(cameras,)` of the cameras after one more picture."""
        known = KEPT * self.scores + NEWS * scores
        self.scores = np.maximum(known - known.max(), -KNOWN_WELL)


def sight_heights(
    boxes: Sequence[Box], width: int, height: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
    """Return from how high each die would be seen by each camera that is tried, and how upright.

    A ray (x, y, f) of a camera that looks down by an angle e makes an angle with the table whose
    sine is (y cos e + f sin e) / |(x, y, f)|, with y downwards. A camera straight above sees dice
    at the border from all sides: there the vertical (0, -cos e, -sin e) does not point upwards in
    the picture, and what the reader learned of tilted dice does not hold.

    Args:
        boxes: Where the dice lie, px.
        width: Width of the picture, px.
        height: Its height, px.

    Returns:
        `(dice, cameras)` degrees, 0 to 90, and whether the die would be seen from so high, or so
        upright, that the reader can tell.
    """
    middles = np.array([box.centre for box in boxes]).reshape(-1, 2) - (width / 2, height / 2)
    centre, focal = (part.ravel() for part in np.meshgrid(CENTRE_DEG, FOCAL_WIDTHS * width))
    angle = np.radians(centre)
    x, y = middles[:, :1], middles[:, 1:]
    sine = (y * np.cos(angle) + focal * np.sin(angle)) / np.sqrt(x * x + y * y + focal**2)
    heights = np.degrees(np.arcsin(np.clip(sine, 0, 1)))
    # Where a step along the vertical leads in the picture.
    right, down = x * np.sin(angle), y * np.sin(angle) - focal * np.cos(angle)
    upright = -down >= UPRIGHT * np.hypot(right, down)
    return heights, upright | (heights >= STEEP_DEG)


def askew_shares(
    chances: Tensor,
    boxes: Sequence[Box],
    weights: npt.NDArray[np.floating],
    size: tuple[int, int],
    memory: CameraMemory | None = None,
) -> Tensor:
    """Return how likely each die lies askew, given all of them.

    Args:
        chances: `(n, len(HEIGHTS_DEG))` how likely each lies askew if seen from each height.
        boxes: `n` places, px.
        weights: `(n,)` how sure each is a die at all, 0 to 1.
        size: Height and width of the picture, px.
        memory: What earlier pictures said of the camera; this one is added. None for a single one.

    Returns:
        `(n,)`.
    """
    if not len(chances):
        return np.zeros(0, np.float32)
    seen_from, can_tell = sight_heights(boxes, size[1], size[0])
    step = HEIGHTS_DEG[1] - HEIGHTS_DEG[0]
    place = np.clip((seen_from - HEIGHTS_DEG[0]) / step, 0, len(HEIGHTS_DEG) - 1)
    low = np.minimum(place.astype(np.int64), len(HEIGHTS_DEG) - 2)
    first = np.take_along_axis(chances, low, 1)
    askew = first + (np.take_along_axis(chances, low + 1, 1) - first) * (place - low)
    likely = np.log(np.where(can_tell, np.maximum(1 - askew, DOUBT), NO_WORD))
    askew = np.where(can_tell, askew, 0)
    # What the others say of the camera; a die does not vouch for itself.
    scores = likely * weights[:, None]
    others = scores.sum(0)[None] - scores
    if memory is not None:
        others = others + memory.scores
        memory.add(scores.sum(0))
    possible = others >= others.max(1, keepdims=True) - LEEWAY
    return np.asarray(np.where(possible, askew, np.inf).min(1), np.float32)
