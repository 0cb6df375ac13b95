"""From readings over time to throws: the automaton whose states are `Phase`.

It knows neither pictures nor games: it is told what was seen, when, and where something moved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dicecam.sight import SeenFace
from dicecam.table.view import Phase, SeenDie, TableView, Throw


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When dice count as still, kept or gone.

    Attributes:
        die_mm: Edge of a die; sets the scale while there is no table map.
        still_mm: A die that strays further from its place is in motion. Larger values forgive a
            trembling picture and let a slowly rolling die pass as still.
        still_s: How long dice must lie still before a throw is reported. Larger values are safer
            and slower.
        kept_mm: A die no further from its old place was kept.
    """

    die_mm: float = 16.0
    still_mm: float = 1.5
    still_s: float = 0.25
    kept_mm: float = 4.0


@dataclass(slots=True)
class _Track:
    number: int
    face: SeenFace
    anchor: tuple[float, float]
    since_s: float
    votes: dict[str, float] = field(default_factory=lambda: defaultdict(float))


class Settler:
    """Watches the readings and says when a throw has settled.

    Args:
        thresholds: When dice count as still.

    Attributes:
        armed: True while throws are to be reported.
    """

    def __init__(self, thresholds: Thresholds | None = None) -> None:
        self.thresholds = thresholds or Thresholds()
        self.armed = True
        self._tracks: list[_Track] = []
        self._next = 1
        self._throws = 0
        self._reported: dict[int, tuple[float, float]] = {}

    def step(self, index: int, time_s: float, faces: Sequence[SeenFace]) -> TableView:
        """Take in the readings of a frame.

        Args:
            index: Number of the frame.
            time_s: Media time in seconds.
            faces: What was read in it.
        """
        edges = sorted((face.box.width + face.box.height) / 2 for face in faces)
        scale = self.thresholds.die_mm / edges[len(edges) // 2] if edges else 1.0
        self._follow(faces, scale, time_s)
        dice = tuple(self._die(track, scale, time_s) for track in self._tracks)
        if not dice:
            phase = Phase.CLEARED if self._throws else Phase.NO_DICE
            return TableView(index, time_s, phase)
        if any(die.still_s < self.thresholds.still_s for die in dice):
            return TableView(index, time_s, Phase.ROLLING, dice)
        if any(die.face == "unreadable" for die in dice):
            return TableView(index, time_s, Phase.COCKED, dice)
        kept = tuple(t.number for t in self._tracks if self._reported.get(t.number) == t.anchor)
        if len(kept) == len(dice) or not self.armed:
            return TableView(index, time_s, Phase.SETTLED, dice, rest=self._throws)
        self._throws += 1
        self._reported = {track.number: track.anchor for track in self._tracks}
        throw = Throw(self._throws, time_s, dice, kept)
        return TableView(index, time_s, Phase.SETTLED, dice, throw=throw, rest=self._throws)

    def _follow(self, faces: Sequence[SeenFace], scale: float, time_s: float) -> None:
        free = list(self._tracks)
        tracks = []
        for face in faces:
            x, y = face.box.centre
            near = [
                track
                for track in free
                if max(abs(track.anchor[0] - x), abs(track.anchor[1] - y)) * scale
                <= self.thresholds.still_mm
            ]
            if near:
                track = near[0]
                free.remove(track)
                track.face = face
            else:
                track = _Track(self._next, face, (x, y), time_s)
                self._next += 1
            track.votes[face.face] += face.confidence
            tracks.append(track)
        self._tracks = sorted(tracks, key=lambda track: track.number)

    def _die(self, track: _Track, scale: float, time_s: float) -> SeenDie:
        best = max(track.votes, key=lambda name: track.votes[name])
        x, y = track.face.box.centre
        reading = replace(track.face, face=best)
        return SeenDie(track.number, reading, (x * scale, y * scale), time_s - track.since_s)
