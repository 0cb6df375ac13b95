"""The cheap look: where small grey pictures differ, and whether something as large as a hand does.

It runs on every frame, so that the models need not. It knows no faces and no tracks; where dice
lie it is told, so as not to take them for something strange.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dicecam.sight import Box, Image

Small = npt.NDArray[np.float32]
"""A small grey picture `(h, w)`, float32, 0 to 255."""

Mask = npt.NDArray[np.bool_]

SMALL_PX = 160
"""Longer side of a small picture is at most this."""

CELL = 4
"""Side of the cells in which changed pixels are counted, in pixels of the small picture."""


@dataclass(frozen=True, slots=True)
class MotionThresholds:
    """What counts as a change of the picture.

    Attributes:
        grey: Smallest change of a pixel that counts, in grey levels. Larger values ignore more
            compression noise and overlook dice of nearly the table's grey.
        noise: The same in times the measured noise of the camera.
        shake: How far an edge may shift from picture to picture without counting, in pixels of
            the small picture. Larger values forgive a camera that trembles in a hand and overlook
            slower dice; those are seen by their boxes.
        cell_px: Changed pixels a cell needs to count. Larger values ignore specks.
        jump: Share of the cells that change when the whole picture does: a cut, a lamp switched,
            the camera bumped.
        hand_boxes: Area from which a strange thing is a hand, in times that of a die's box. Larger
            values let small hands pass for dice.
        border_boxes: The same for a thing that reaches in from the border, as fingers do. What
            was a hand in the picture before stays one down to half of these.
        dense: Share of changed pixels in a hand's cells. An edge going in and out of focus
            changes in thin lines only.
        absorb_s: A strange thing without any motion for this long belongs to the table. Larger
            values keep a resting hand apart for longer, and a new score pad as well.
        drift: How fast the picture of the table follows slow changes of light, share a frame.
        known_s: How long a place must have looked like the table for the table there to be known:
            what covers it then has come, whatever its outline looks like. Larger values forgive
            a hand that was there from the beginning for longer, and mistake more hands on busy
            tables for something that has gone.
        relit: Change of light, as a share, after which the table has to be known anew: bright
            places do not follow the rest. Larger values let them pass for hands.
        plain: Mean steepness, in times the smallest change that counts, up to which a place has
            no outline and no pattern. Larger values take pale hands for light.
        back: Share of a thing's pixels that must look as the table looked earlier for the thing
            to have gone from there.
    """

    grey: float = 8.0
    noise: float = 6.0
    shake: float = 0.4
    cell_px: int = 2
    jump: float = 0.6
    hand_boxes: float = 6.0
    border_boxes: float = 2.2
    dense: float = 0.5
    absorb_s: float = 2.5
    drift: float = 0.05
    known_s: float = 0.5
    relit: float = 0.15
    plain: float = 0.75
    back: float = 0.7


@dataclass(frozen=True, slots=True)
class Motion:
    """What changed in a frame.

    Attributes:
        moving: `(h, w)` bool, pixels of the small picture that changed since the frame before.
        step: Pixels of the frame for one pixel of the small picture.
        hands: Where large things are that do not belong to the table and are no dice, px.
        jump: True when the whole picture changed.
    """

    moving: Mask
    step: float = 1.0
    hands: tuple[Box, ...] = ()
    jump: bool = False

    @property
    def any(self) -> bool:
        """True when anything moves."""
        return bool(self.moving.any())

    def count_in(self, box: Box, grow_px: float = 0.0) -> int:
        """Return how many pixels of the small picture changed in a box of the frame.

        Args:
            box: Where to look.
            grow_px: How much to widen it on every side, px of the frame; may be negative.
        """
        rows, columns = _window(box, grow_px, self.step, self.moving.shape)
        return int(np.count_nonzero(self.moving[rows, columns]))

    def outside(self, boxes: Sequence[Box], grow_px: float) -> bool:
        """Tell whether a cell changed that no box covers and no hand explains.

        Args:
            boxes: What to leave out, in px of the frame.
            grow_px: How much to widen them on every side, px of the frame.
        """
        if not self.any:
            return False
        rest = self.moving.copy()
        for box in boxes:
            rest[_window(box, grow_px, self.step, rest.shape)] = False
        for hand in self.hands:
            rest[_window(hand, 0.0, self.step, rest.shape)] = False
        return bool((_cell_counts(rest) > CELL).any())


def shrink(image: Image, longest_px: int = SMALL_PX) -> tuple[Small, float]:
    """Return a small grey picture and how many pixels one of its pixels stands for.

    Only a few pixels of every block are read, which costs a fraction of a true resampling.

    Args:
        image: `(H, W, 3)` uint8.
        longest_px: Upper limit for its longer side.
    """
    height, width = image.shape[:2]
    step = max(1, -(-max(height, width) // longest_px))
    rows, columns = height // step, width // step
    offsets = sorted({step // 4, (3 * step) // 4})
    total = np.zeros((rows, columns), np.uint16)
    for dy in offsets:
        for dx in offsets:
            part = image[dy::step, dx::step][:rows, :columns]
            total += part[..., 0]
            total += part[..., 1]
            total += part[..., 2]
    return total.astype(np.float32) / np.float32(3 * len(offsets) ** 2), float(step)


class MotionGate:
    """Compares each small picture with the one before and with the empty table.

    Args:
        thresholds: What counts as a change.
    """

    def __init__(self, thresholds: MotionThresholds | None = None) -> None:
        self.thresholds = thresholds or MotionThresholds()
        self._before: Small | None = None
        self._table: Small = np.zeros((0, 0), np.float32)
        self._moved_s: npt.NDArray[np.float64] = np.zeros((0, 0))
        self._noise = 1.0
        self._warm = False  # the noise was measured
        self._hands_before: tuple[Box, ...] = ()
        self._allowed: Small = np.zeros((0, 0), np.float32)
        self._known_s: Small = np.zeros((0, 0), np.float32)  # for how long the table was seen
        self._earlier: Small = np.zeros((0, 0), np.float32)  # before a thing joined it, or NaN
        self._time_s = 0.0
        self._light = 1.0  # how much lighter it has become since the table was known

    def step(
        self, small: Small, step: float, time_s: float, dice: Sequence[Box], edge_px: float
    ) -> Motion:
        """Compare a picture with those before.

        Args:
            small: The small grey picture; all of one run have the same size unless the source
                changes its own.
            step: Pixels of the frame for one of its pixels.
            time_s: Media time, in seconds.
            dice: Where dice lie, in px of the frame.
            edge_px: Edge of a die, in px of the frame.
        """
        if self._before is None or self._before.shape != small.shape:
            self._restart(small, time_s)
            return Motion(np.ones(small.shape, np.bool_), step, jump=True)
        moving = self._moving(self._before, small)
        self._before = small
        self._moved_s[moving] = time_s
        cells = _cell_counts(moving) >= self.thresholds.cell_px
        if np.count_nonzero(cells) > self.thresholds.jump * cells.size:
            self._restart(small, time_s)
            return Motion(moving, step, jump=True)
        strange = self._strange(small, moving)
        self._known_s[~strange] += np.float32(max(0.0, time_s - self._time_s))
        self._time_s = time_s
        hands = self._hands(small, strange, moving, time_s, (step, edge_px, dice))
        return Motion(_without_specks(moving, cells), step, hands)

    def _restart(self, small: Small, time_s: float) -> None:
        self._before = small
        self._table = small.copy()
        self._moved_s = np.full(small.shape, time_s)
        self._known_s = np.zeros_like(small)
        self._earlier = np.full_like(small, np.nan)
        self._time_s = time_s

    def _moving(self, before: Small, small: Small) -> Mask:
        """Return the pixels that changed, a change of exposure taken out."""
        some, earlier = small[::4, ::4], before[::4, ::4]
        gain = float(np.median((some + 8.0) / (earlier + 8.0)))
        if abs(gain - 1.0) > 0.01:
            before = np.clip((before + 8.0) * np.float32(gain) - 8.0, 0, 255)
            self._table = np.clip((self._table + 8.0) * np.float32(gain) - 8.0, 0, 255)
            self._earlier = (self._earlier + 8.0) * np.float32(gain) - 8.0
            self._light *= gain
            if abs(self._light - 1.0) > self.thresholds.relit:
                self._known_s[:] = 0.0
                self._light = 1.0
        change = np.abs(small - before)
        # Half of the pixels or more are table, so that their median is noise.
        noise = 1.48 * float(np.median(change[::4, ::4]))
        share = 0.1 if self._warm else 1.0
        self._noise += share * (noise - self._noise)
        self._warm = True
        steep = _edges(small)
        np.maximum(steep, _edges(before), out=steep)
        self._allowed = self._limit() + np.float32(self.thresholds.shake / 2) * steep
        moving: Mask = change > self._allowed
        return moving

    def _limit(self) -> float:
        return max(self.thresholds.grey, self.thresholds.noise * self._noise)

    def _strange(self, small: Small, moving: Mask) -> Mask:
        """Return the pixels unlike the table, and let the table follow the others."""
        away = small - self._table
        strange: Mask = np.abs(away) > 1.5 * self._allowed
        strange |= moving
        away[strange] = 0.0
        self._table += np.float32(self.thresholds.drift) * away
        return strange

    def _hands(
        self,
        small: Small,
        strange: Mask,
        moving: Mask,
        time_s: float,
        place: tuple[float, float, Sequence[Box]],
    ) -> tuple[Box, ...]:
        """Find what is too large for a die; what lies still for long joins the table."""
        step, edge_px, dice = place
        bare = strange.copy()
        for box in dice:
            bare[_window(box, 0.5 * edge_px, step, bare.shape)] = False
        box_area = (max(edge_px, 1.0) / step) ** 2
        hands = []
        for blob in _blobs(bare):
            large = self._is_large(blob, np.count_nonzero(blob) / box_area, step)
            idle_s = time_s - float(self._moved_s[blob].max())
            ghost = large and (
                self._is_back(small, blob) or (idle_s > 0 and self._is_ghost(small, blob))
            )
            if ghost or idle_s >= self.thresholds.absorb_s:
                self._absorb(small, blob)
            elif large and _density(blob) >= self.thresholds.dense:
                hands.append(_box_of(blob, step))
        self._hands_before = tuple(hands)
        return self._hands_before

    def _is_large(self, blob: Mask, area: float, step: float) -> bool:
        """Tell whether a strange thing is too large for a die.

        Args:
            blob: Its pixels.
            area: Its area in times that of a die's box.
            step: Pixels of the frame for one pixel of the small picture.
        """
        if any(_box_of(blob, step).intersection(hand) > 0 for hand in self._hands_before):
            area *= 2.0
        inside = area >= self.thresholds.hand_boxes
        return inside or (area >= self.thresholds.border_boxes and _touches_border(blob))

    def _absorb(self, small: Small, blob: Mask) -> None:
        """Take a thing for a part of the table, and keep in mind what was there before it."""
        known = blob & (self._known_s >= self.thresholds.known_s)
        self._earlier[known] = self._table[known]
        self._table[blob] = small[blob]
        self._known_s[blob] = 0.0

    def _is_back(self, small: Small, blob: Mask) -> bool:
        """Tell whether the table looks again as it did before something joined it there."""
        # A place of which nothing earlier is known compares as different.
        alike = np.abs(small[blob] - self._earlier[blob]) <= 2.0 * self._allowed[blob]
        return bool(np.count_nonzero(alike) >= self.thresholds.back * alike.size)

    def _is_ghost(self, small: Small, blob: Mask) -> bool:
        """Tell whether a thing has gone from the table rather than come to it.

        The outline of what is there shows as an edge in the new picture; the outline of what has
        gone shows in the picture of the table. On a busy table that may be wrong: where the
        table is well known, nothing is taken for gone. Where a plain table is merely lit in
        another way, the new picture shows no outline at all.
        """
        core = _shrunk(blob)
        outline = blob & ~core
        here, there = _edges(small), _edges(self._table)
        plain = self.thresholds.plain * self._limit()
        if core.any() and here[outline].mean() <= plain and there[core].mean() <= plain:
            return True
        if float(np.median(self._known_s[blob])) >= self.thresholds.known_s:
            return False
        return bool(there[outline].sum() > 1.5 * here[outline].sum())


def _window(box: Box, grow_px: float, step: float, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Return the rows and columns of a small picture that a box of the frame covers."""
    top = max(0, int((box.y1 - grow_px) // step))
    left = max(0, int((box.x1 - grow_px) // step))
    bottom = min(shape[0], max(0, int(-(-(box.y2 + grow_px) // step))))
    right = min(shape[1], max(0, int(-(-(box.x2 + grow_px) // step))))
    return slice(top, bottom), slice(left, right)


def _cell_counts(mask: Mask) -> npt.NDArray[np.int64]:
    """Return how many pixels are set in each cell; an incomplete last cell counts as one."""
    height, width = mask.shape
    rows, columns = -(-height // CELL), -(-width // CELL)
    padded = np.zeros((rows * CELL, columns * CELL), np.bool_)
    padded[:height, :width] = mask
    counts: npt.NDArray[np.int64] = padded.reshape(rows, CELL, columns, CELL).sum(
        axis=(1, 3), dtype=np.int64
    )
    return counts


def _without_specks(mask: Mask, cells: Mask) -> Mask:
    """Return a mask without the pixels of cells that hold too few."""
    height, width = mask.shape
    kept: Mask = np.repeat(np.repeat(cells, CELL, axis=0), CELL, axis=1)[:height, :width]
    return mask & kept


def _blobs(mask: Mask) -> list[Mask]:
    """Return the connected parts of a mask, connected by cells; specks are left out."""
    filled = _cell_counts(mask) >= 2
    if not filled.any():
        return []
    waiting = {(int(row), int(column)) for row, column in np.argwhere(filled)}
    height, width = mask.shape
    blobs = []
    while waiting:
        group = [waiting.pop()]
        for row, column in group:
            around = {(row + dy, column + dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)} & waiting
            waiting -= around
            group.extend(around)
        cells = np.zeros_like(filled)
        cells[tuple(np.array(group).T)] = True
        blobs.append(mask & np.repeat(np.repeat(cells, CELL, 0), CELL, 1)[:height, :width])
    return blobs


def _touches_border(blob: Mask) -> bool:
    return bool(blob[0].any() or blob[-1].any() or blob[:, 0].any() or blob[:, -1].any())


def _density(blob: Mask) -> float:
    """Return the share of set pixels in the cells a blob touches."""
    counts = _cell_counts(blob)
    return float(counts.sum()) / (np.count_nonzero(counts) * CELL * CELL)


def _box_of(blob: Mask, step: float) -> Box:
    rows, columns = np.flatnonzero(blob.any(axis=1)), np.flatnonzero(blob.any(axis=0))
    return Box(
        float(columns[0] * step),
        float(rows[0] * step),
        float((columns[-1] + 1) * step),
        float((rows[-1] + 1) * step),
    )


def _shrunk(blob: Mask) -> Mask:
    """Return a blob without its outermost pixels."""
    inner = blob.copy()
    inner[1:] &= blob[:-1]
    inner[:-1] &= blob[1:]
    inner[:, 1:] &= blob[:, :-1]
    inner[:, :-1] &= blob[:, 1:]
    return inner


def _edges(small: Small) -> Small:
    """Return how steep a picture is at every pixel, across two pixels each way."""
    steep = np.zeros_like(small)
    steep[1:-1] = np.abs(small[2:] - small[:-2])
    steep[:, 1:-1] += np.abs(small[:, 2:] - small[:, :-2])
    return steep
