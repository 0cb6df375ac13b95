"""What happens in a clip and when: dice thrown, nudged, taken; hands, bumps, light.

Everything is a function of time, so that a frame can be looked at between two pictures too. It
draws nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

import numpy as np

from dicecam.synth.arrays import Floats

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Pose:
    """Where a die is: centre `(3,)` in mm and rotation `(3, 3)`."""

    centre: Floats
    turn: Floats


@dataclass(frozen=True, slots=True)
class HandPose:
    """Where a hand is: fingertips (x, y) in mm on the table, arm's turn in radians, its shape."""

    x: float
    y: float
    angle: float
    shape: str


@dataclass(frozen=True, slots=True)
class ClipEvent:
    """Something that happened, at its true time.

    Attributes:
        time_s: when, in seconds from the clip's start.
        name: throw, rest, nudge, take, place, flip, cocked, hand_in, hand_out, light, bump.
        dice: ids of the dice it is about.
        faces: for ``rest`` what each of them shows, else empty.
    """

    time_s: float
    name: str
    dice: tuple[int, ...] = ()
    faces: tuple[str, ...] = ()


@dataclass(slots=True)
class Track(Generic[T]):
    """A value over time, made of moves that each last from one time to another."""

    starts: list[float] = field(default_factory=list)
    moves: list[tuple[float, float, Callable[[float], T | None]]] = field(default_factory=list)

    def add(self, start: float, end: float, move: Callable[[float], T | None]) -> None:
        """Append a move; it is asked with 0..1 and keeps its value at 1 afterwards."""
        self.starts.append(start)
        self.moves.append((start, max(end, start + 1e-6), move))

    def at(self, time_s: float) -> T | None:
        """Return the value at a time, None before the first move."""
        index = bisect_right(self.starts, time_s) - 1
        if index < 0:
            return None
        start, end, move = self.moves[index]
        return move(min(1.0, (time_s - start) / (end - start)))

    def busy(self, time_s: float) -> bool:
        """Say whether a move is under way."""
        index = bisect_right(self.starts, time_s) - 1
        return index >= 0 and time_s < self.moves[index][1] - 1e-9


def about(axis: Floats, angle: float) -> Floats:
    """Return the rotation by an angle in radians about a unit axis `(3,)`."""
    x, y, z = axis
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0.0]])
    return np.asarray(np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * (cross @ cross))


def smooth(share: float) -> float:
    """Return an eased 0..1 that starts and ends slowly."""
    return share * share * (3 - 2 * share)


def roll(
    start: Floats, end: Pose, edge_mm: float, rng: np.random.Generator
) -> Callable[[float], Pose]:
    """Return the flight of a thrown die: it comes in, tumbles, bounces and comes to rest.

    Args:
        start: `(3,)` where it leaves the hand, in mm.
        end: where and how it lies at last.
        edge_mm: its edge.
        rng: draws its spin.
    """
    way = end.centre[:2] - start[:2]
    far = float(np.hypot(*way)) or 1.0
    axis = np.array([-way[1] / far, way[0] / far, rng.normal(0, 0.25)])
    axis /= np.linalg.norm(axis)
    spin = far / edge_mm * rng.uniform(1.1, 1.7)
    hops, high = rng.uniform(2.5, 4.5), start[2]

    def move(share: float) -> Pose:
        done = 1 - (1 - share) ** 1.8
        left = 1 - done
        turn = about(axis, -spin * left) @ end.turn
        reach = edge_mm / 2 * float(np.abs(turn[2]).sum())
        lift = high * left**1.6 * abs(np.cos(np.pi * hops * done))
        rest = float(end.centre[2])
        height = rest if share >= 1 else max(rest, 0.95 * reach) + lift
        where = start[:2] + way * done
        return Pose(np.array([where[0], where[1], height]), turn)

    return move


def slide(start: Pose, shift: Floats, yaw: float) -> Callable[[float], Pose]:
    """Return a push across the table by ``shift`` `(2,)` mm and ``yaw`` radians."""

    def move(share: float) -> Pose:
        done = smooth(share)
        centre = start.centre + np.array([shift[0], shift[1], 0.0]) * done
        return Pose(centre, about(np.array([0, 0, 1.0]), yaw * done) @ start.turn)

    return move


def stay(pose: Pose | None) -> Callable[[float], Pose | None]:
    """Return the move of a die that lies still, or of one that is not there."""
    return lambda _share: pose
