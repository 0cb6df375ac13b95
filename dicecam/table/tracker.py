"""Follows dice from look to look and tells when each of them came to lie.

It knows places and times; it decides nothing about throws. Which dice of two rests are the same
is decided by `dicecam.table.changes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from dicecam.sight import Box, SeenFace
from dicecam.table.votes import Votes

_FAR = 1e9  # not so large that the differences of true costs are lost beside it


@dataclass(slots=True)
class Track:
    """One die that is being followed.

    Attributes:
        number: Its identity.
        reading: Its newest reading.
        anchor: Centre around which it has been lying, (x, y) px.
        still_from_s: When it was last seen to move, in seconds.
        found_s: When a look last found it, in seconds.
        seen: How many looks found it since it lies still.
        looks: How many looks there were since it lies still.
        missed: How many looks in a row did not find it.
        votes: What it shows, since it lies still.
        flown_px: How far it has moved without a hand near it, since it was last at rest, px.
    """

    number: int
    reading: SeenFace
    anchor: tuple[float, float]
    still_from_s: float
    found_s: float
    seen: int = 1
    looks: int = 1
    missed: int = 0
    votes: Votes = field(default_factory=Votes)
    flown_px: float = 0.0

    @property
    def box(self) -> Box:
        """Its newest box."""
        return self.reading.box

    def voted(self) -> SeenFace:
        """Return what the votes say it shows."""
        return self.votes.result(self.reading)

    @property
    def faint(self) -> bool:
        """True when half of the looks or more do not find it: it is hardly a die."""
        return self.looks >= 4 and 2 * self.seen <= self.looks

    def disturb(self, time_s: float) -> None:
        """Forget the votes: the die moves, or something moves over it."""
        self.anchor = self.box.centre
        self.still_from_s = time_s
        self.votes = Votes()
        self.seen = self.looks = 0


class Tracker:
    """Follows dice by nearness, all at once.

    Attributes:
        tracks: The dice being followed, by number.
    """

    def __init__(self) -> None:
        self.tracks: list[Track] = []
        self._next = 1

    def new_number(self) -> int:
        """Return a number that no die has had yet."""
        number = self._next
        self._next += 1
        return number

    def look(
        self,
        faces: Sequence[SeenFace],
        time_s: float,
        reach_px: float,
        still_px: float,
        hands: Sequence[Box] = (),
    ) -> tuple[Track, ...]:
        """Take in the readings of one look.

        Args:
            faces: What was read.
            time_s: Media time, in seconds.
            reach_px: How far a die may move from look to look and still be the same one.
            still_px: How far it may stray and still lie still.
            hands: What covers parts of the table, px.

        Returns:
            The tracks that no reading was found for.
        """
        pairs = match(
            [track.box.centre for track in self.tracks],
            [face.box.centre for face in faces],
            reach_px,
        )
        found = dict(pairs)
        missed = []
        for row, track in enumerate(self.tracks):
            track.looks += 1
            if row in found:
                _follow(track, faces[found[row]], time_s, still_px, hands)
            else:
                track.missed += 1
                missed.append(track)
        taken = set(found.values())
        self.tracks += [
            Track(self.new_number(), face, face.box.centre, time_s, time_s)
            for column, face in enumerate(faces)
            if column not in taken
        ]
        return tuple(missed)

    def drop(self, gone: Iterable[Track]) -> None:
        """Follow these no longer."""
        numbers = {track.number for track in gone}
        self.tracks = [track for track in self.tracks if track.number not in numbers]

    def sort(self) -> None:
        """Put the tracks in the order of their numbers, after some were renamed."""
        self.tracks.sort(key=lambda track: track.number)


def _follow(
    track: Track, face: SeenFace, time_s: float, still_px: float, hands: Sequence[Box]
) -> None:
    """Move a track to a new reading, and count the reading when it lies still."""
    before = track.box.centre
    track.reading = face
    track.missed = 0
    track.found_s = time_s
    track.seen += 1
    if distance(track.anchor, face.box.centre) > still_px:
        if not any(hand.intersection(face.box) > 0 for hand in hands):
            track.flown_px += distance(before, face.box.centre)
        track.disturb(time_s)
        return
    # The anchor creeps after the mean, so that a jittering first box does no harm.
    share = 1.0 / min(track.seen + 1, 8)
    track.anchor = (
        track.anchor[0] + share * (face.box.centre[0] - track.anchor[0]),
        track.anchor[1] + share * (face.box.centre[1] - track.anchor[1]),
    )
    track.votes.add(face)


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    """Return how far two points are apart."""
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def match(
    ours: Sequence[tuple[float, float]], theirs: Sequence[tuple[float, float]], reach: float
) -> list[tuple[int, int]]:
    """Pair points of two sets so that as many as possible are paired, as near as possible.

    Args:
        ours: Points of the first set.
        theirs: Points of the second set.
        reach: Largest distance of a pair.

    Returns:
        Pairs of indices into both sets, by the first.
    """
    if not ours or not theirs:
        return []
    cost = np.square(np.array(ours)[:, None] - np.array(theirs)[None]).sum(axis=2)
    cost = np.where(cost <= reach**2, cost, _FAR)
    turned = len(ours) > len(theirs)
    pairs = _assign((cost.T if turned else cost).tolist())
    if turned:
        pairs = [(row, column) for column, row in pairs]
    return sorted((row, column) for row, column in pairs if cost[row, column] < _FAR)


def _assign(cost: list[list[float]]) -> list[tuple[int, int]]:
    """Return the cheapest pairing of rows with columns (the Hungarian method).

    Rows are added one by one along the cheapest alternating path; potentials keep the reduced
    costs from becoming negative.

    Args:
        cost: Rows of costs; at most as many rows as columns.
    """
    rows, columns = len(cost), len(cost[0])
    row_value, column_value = [0.0] * (rows + 1), [0.0] * (columns + 1)
    row_of = [0] * (columns + 1)  # rows and columns count from 1; 0 is the row being added
    for row in range(1, rows + 1):
        row_of[0] = row
        slack = [float("inf")] * (columns + 1)
        came_from = [0] * (columns + 1)
        done = [False] * (columns + 1)
        column = 0
        while row_of[column]:
            done[column] = True
            here = row_of[column]
            open_columns = [c for c in range(1, columns + 1) if not done[c]]
            for c in open_columns:
                gap = cost[here - 1][c - 1] - row_value[here] - column_value[c]
                if gap < slack[c]:
                    slack[c], came_from[c] = gap, column
            nearest = min(open_columns, key=slack.__getitem__)
            step = slack[nearest]
            for c in range(columns + 1):
                if done[c]:
                    row_value[row_of[c]] += step
                    column_value[c] -= step
                else:
                    slack[c] -= step
            column = nearest
        while column:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    return [(row_of[c] - 1, c - 1) for c in range(1, columns + 1) if row_of[c]]
