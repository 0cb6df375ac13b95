"""From readings over time to throws: the automaton whose states are `Phase`.

It knows neither pictures nor games: it is told what was read, when, and where something moved.

```
NO_DICE ──dice──> ROLLING ──still──> SETTLING ──voted──> SETTLED   thrown; reported once
   ^                 ^                   │               MOVED     nudged, turned, put there
   │                 │motion             ├──unreadable─> COCKED    held back until it is mended
CLEARED <──all gone──┴───────────────────┘
HANDS: from and to anywhere, while something large covers or moves over the table
```
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np
import numpy.typing as npt

from dicecam.dice import OTHER, UNREADABLE
from dicecam.sight import Box, SeenFace
from dicecam.table.changes import Change, Fate, Lying, compare
from dicecam.table.doubts import Doubts
from dicecam.table.motion import Mask, Motion
from dicecam.table.sets import in_set, leading_set
from dicecam.table.thresholds import Thresholds
from dicecam.table.tracker import Track, Tracker, distance
from dicecam.table.view import Phase, SeenDie, TableView, Throw

STRANGE = 1_000_000
"""Numbers from here on are of things that hold a throw and were never followed."""


class Places(Protocol):
    """Turns places in the picture into places on the table."""

    def to_mm(self, points_px: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return points `(n, 2)` in mm for points `(n, 2)` in px."""
        ...


class Settler:
    """Watches the readings and says when a throw has settled.

    Args:
        thresholds: When dice count as still.
        first_counts: True when dice that lie there from the beginning are a throw, as in photos
            and clips; before a camera they may lie there from before the game. Dice thrown onto
            a table that was seen empty always count.
        places: The table map; None when places do not matter.

    Attributes:
        armed: True while throws are to be reported.
        places: The table map in use.
        edge_px: Median edge of the dice last seen, px; None before any was.
    """

    def __init__(
        self,
        thresholds: Thresholds | None = None,
        first_counts: bool = True,
        places: Places | None = None,
    ) -> None:
        self.thresholds = thresholds or Thresholds()
        self.armed = True
        self.places = places
        self.edge_px: float | None = None
        self._first_counts = first_counts
        self._tracker = Tracker()
        self._before: tuple[Lying, ...] = ()  # the dice of the last rest
        self._taken: tuple[Lying, ...] = ()  # dice that lay at an earlier rest and may come back
        self._lying = Phase.SETTLED  # the phase of the last rest
        self._open = True  # something happened since the last rest
        self._unseen = True  # something moved since the last look
        self._calm_looks = 0  # looks since something moved that may have been dice
        self._looked_s = -np.inf
        self._elsewhere_s = -np.inf  # when something moved that is no die
        self._hands_s = -np.inf  # when a hand was last seen
        self._changed_s = -np.inf  # when a die was last seen for the first time, or lost
        self._hasty = False  # the last rest was decided while something was moving elsewhere
        self._away: dict[int, int] = {}  # looks that missed a die of the last rest, hand or not
        self._begin_s: float | None = None  # time of the first frame
        self._touched: Mask | None = None  # where something moved since the last rest
        self._doubts = Doubts(self.thresholds.min_strange)
        self._held = False  # a doubt holds a throw
        self._set = ""  # the set of faces most dice belong to
        self._ever = False
        self._throws = 0
        self._rest = 0

    @property
    def boxes(self) -> tuple[Box, ...]:
        """Where dice were last seen, px."""
        return tuple(track.box for track in self._tracker.tracks)

    def wants_look(self, motion: Motion, time_s: float) -> bool:
        """Tell whether the models should look at this frame.

        Args:
            motion: What changed in it.
            time_s: Its media time, in seconds.
        """
        since_s = time_s - self._looked_s
        if motion.any:
            return since_s >= self.thresholds.look_s - 1e-6
        if self._unseen or since_s >= self.thresholds.recheck_s:
            return True
        unsure = any(self._is_unsure(track) for track in self._tracker.tracks)
        return self._open and (unsure or self._calm_looks < self.thresholds.min_looks)

    def step(
        self,
        index: int,
        time_s: float,
        motion: Motion,
        faces: Sequence[SeenFace] | None,
        left_out: Sequence[SeenFace] = (),
    ) -> TableView:
        """Take in a frame.

        Args:
            index: Its number.
            time_s: Its media time, in seconds.
            motion: What changed in it.
            faces: What the models read in it; None when they did not look.
            left_out: What they found and could not read.
        """
        self._begin_s = time_s if self._begin_s is None else self._begin_s
        self._feel(motion, time_s)
        if faces is not None:
            self._see(faces, motion, time_s)
            self._doubts.look(self.boxes, left_out, self._calm_looks)
            lying = [t for t in self._tracker.tracks if t.votes.count and not self._is_phantom(t)]
            self._set = leading_set([track.voted() for track in lying])
        phase = self._phase(motion, time_s)
        throw = None
        if phase is Phase.SETTLING and self._is_complete(time_s):
            phase, throw = self._decide(time_s, motion)
        dice = tuple(
            self._seen(track, time_s)
            for track in self._tracker.tracks
            if not self._is_phantom(track)
        )
        if phase is Phase.COCKED:
            dice += self._strange()
        return TableView(index, time_s, phase, dice, bool(motion.hands), throw, self._rest)

    # What a frame brings

    def _feel(self, motion: Motion, time_s: float) -> None:
        """Take in what moved."""
        if motion.hands:
            self._hands_s = time_s
        self._doubts.feel(motion)
        if self._hasty and time_s - self._elsewhere_s >= self.thresholds.quiet_s:
            # What moved may have been a die all the same: look again, now that it has stopped.
            self._hasty, self._open, self._calm_looks = False, True, 0
        if not motion.any:
            return
        self._unseen = True
        if self._touched is None or self._touched.shape != motion.moving.shape:
            self._touched = motion.moving.copy()
        else:
            self._touched |= motion.moving
        stirred = motion.jump or bool(motion.hands)
        for track in self._tracker.tracks:
            pixels = track.box.area / motion.step**2
            if motion.count_in(track.box) >= max(2.0, self.thresholds.stirred * pixels):
                track.disturb(time_s)
                stirred = True
        # A die's shadow and its blurred outline move with it.
        if not motion.jump and motion.outside(self.boxes, 0.5 * self._edge()):
            self._elsewhere_s = time_s
            stirred = True
        if stirred:
            if self._held:
                self._forgo(motion)
            self._open = True
            self._calm_looks = 0

    def _forgo(self, motion: Motion) -> None:
        """Give up a throw that something strange held: what happens now is something new.

        Whoever reaches in has seen what lies there; it holds nothing any more.
        """
        lying = [track for track in self._tracker.tracks if not self._is_phantom(track)]
        self._remember([Change(self._lying_die(track, motion), Fate.FOUND) for track in lying])

    def _see(self, faces: Sequence[SeenFace], motion: Motion, time_s: float) -> None:
        """Take in what was read."""
        self._looked_s = time_s
        self._unseen = False
        self._calm_looks += 1
        if faces:
            edge = float(np.median([(f.box.width + f.box.height) / 2 for f in faces]))
            self.edge_px = edge if self.edge_px is None else 0.9 * self.edge_px + 0.1 * edge
        limits = self.thresholds
        px_per_mm = self._edge() / limits.die_mm
        before = {track.number for track in self._tracker.tracks}
        missed = self._tracker.look(
            faces, time_s, limits.reach_mm * px_per_mm, limits.still_mm * px_per_mm, motion.hands
        )
        came = {track.number for track in self._tracker.tracks} != before
        gone = [track for track in missed if self._is_gone(track, motion, time_s)]
        self._tracker.drop(gone)
        if came or gone:
            # What was there for one look and not for the next asks for more of them.
            self._open = True
            self._calm_looks = 0
            self._changed_s = time_s
        if not motion.hands:
            there = {t.number for t in self._tracker.tracks if not t.missed}
            for die in self._before:
                if die.number not in there:
                    self._away[die.number] = self._away.get(die.number, 0) + 1

    def _is_gone(self, track: Track, motion: Motion, time_s: float) -> bool:
        """Tell whether a die that was not found is no longer there."""
        if any(track.box.intersection(hand) > 0 for hand in motion.hands):
            return False
        if not self._is_known(track) and (track.seen < 2 or track.faint):
            return True
        limit = self.thresholds.taken_s if self._is_known(track) else self.thresholds.lost_s
        if self._may_have_left(track) and time_s - track.found_s >= limit:
            self._open = True
            return True
        return False

    def _is_known(self, track: Track) -> bool:
        return any(die.number == track.number for die in self._before)

    def _may_have_left(self, track: Track) -> bool:
        """Tell whether a die that is not found may be gone.

        Nothing leaves without moving: a die that is merely not found is still there.
        """
        return bool(track.missed) and track.still_from_s >= track.found_s

    # What it adds up to

    def _phase(self, motion: Motion, time_s: float) -> Phase:
        """Return the phase before any decision; SETTLING is as far as it goes by itself."""
        limits = self.thresholds
        tracks = self._tracker.tracks
        if motion.hands:
            return Phase.HANDS
        if tracks and time_s - self._hands_s < limits.quiet_s:
            return Phase.ROLLING  # a hand that is not seen for a moment has not gone yet
        elsewhere = time_s - self._elsewhere_s < limits.quiet_s
        if elsewhere and not (tracks and self._has_waited(time_s)):
            return Phase.ROLLING
        if tracks and self._rested_s(time_s) < limits.still_s / 2:
            return Phase.ROLLING
        if not tracks:
            return self._emptied(time_s)
        return Phase.SETTLING if self._open else self._lying

    def _rested_s(self, time_s: float) -> float:
        """Return for how long all dice have been lying still, in seconds."""
        return time_s - max((t.still_from_s for t in self._tracker.tracks), default=-np.inf)

    def _has_waited(self, time_s: float) -> bool:
        """Tell whether the dice have waited long enough for something that never stops.

        Hands are no such thing, nor is what comes and goes like dice.
        """
        since_s = time_s - max(self._hands_s, self._changed_s)
        return min(self._rested_s(time_s), since_s) >= self.thresholds.patience_s

    def _emptied(self, time_s: float) -> Phase:
        """Return the phase of a table without dice."""
        begin_s = time_s if self._begin_s is None else self._begin_s
        self._first_counts |= time_s - begin_s >= self.thresholds.empty_s
        if not (self._unseen or self._open):
            self._doubts.accept()  # what lies on an empty table is no die
        if self._before and not self._unseen:
            self._before = self._taken = ()
            self._rest += 1
            self._away.clear()
        self._open = False
        return Phase.CLEARED if self._ever else Phase.NO_DICE

    def _is_phantom(self, track: Track) -> bool:
        """Tell whether a track is hardly a die: rarely found, or neither found nor read surely."""
        limits, votes = self.thresholds, track.votes
        if track.faint:
            return True
        sure = votes.found * votes.share >= limits.min_product
        return votes.count >= limits.min_votes and not (sure or votes.found >= limits.min_found)

    def _is_unsure(self, track: Track) -> bool:
        limits, votes = self.thresholds, track.votes
        if self._is_phantom(track) and votes.count >= limits.max_votes:
            return False
        if self._may_have_left(track) or votes.count < limits.min_votes:
            return True
        return votes.share < limits.sure and votes.count < limits.max_votes

    def _is_complete(self, time_s: float) -> bool:
        """Tell whether every die has lain and been read for long enough."""
        limits = self.thresholds
        calm = not self._unseen and self._calm_looks >= limits.min_looks
        calm |= self._has_waited(time_s) and time_s - self._looked_s <= limits.look_s
        return calm and all(
            self._is_phantom(track)
            or (time_s - track.still_from_s >= limits.still_s and not self._is_unsure(track))
            for track in self._tracker.tracks
        )

    def _decide(self, time_s: float, motion: Motion) -> tuple[Phase, Throw | None]:
        """Say what the rest that has just come about means."""
        lifted = {number for number, looks in self._away.items() if looks >= 2}
        lifted |= {die.number for die in self._taken}
        # Both rests are measured with the scale of today, or all dice would seem to have moved.
        before = [
            replace(die, centre_mm=self._centre_mm(die.reading.box))
            for die in (*self._before, *self._taken)
        ]
        tracks = [track for track in self._tracker.tracks if not self._is_phantom(track)]
        nothing = {track.number for track in tracks if self._shows_nothing(track)}
        now = [self._lying_die(track, motion) for track in tracks]
        changes = compare(before, now, lifted, self.thresholds.reach)
        # What nothing has touched and shows no face is a pattern of the table, not an overlooked
        # die: it holds no throw.
        changes = tuple(
            c for c in changes if not (c.fate is Fate.FOUND and c.die.number in nothing)
        )
        self._ever = True
        thrown = any(change.fate is Fate.THROWN for change in changes)
        self._held = thrown and bool(self._doubts.holding)
        if self._held or any(c.fate is not Fate.KEPT and c.die.number in nothing for c in changes):
            # The rest stays open: another vote, or a tap on the die, may still mend it.
            self._lying = Phase.COCKED
            return Phase.COCKED, None
        self._open = False
        self._hasty = time_s - self._elsewhere_s < self.thresholds.quiet_s
        stayed = {change.before.number for change in changes if change.before is not None}
        removed = not stayed.issuperset(die.number for die in self._before)
        back = any(die.number in stayed for die in self._taken)
        fates = {change.fate for change in changes}
        kept = self._remember(changes)
        if not removed and not back and fates <= {Fate.KEPT}:
            return self._lying_again(), None
        self._rest += 1
        first = self._rest == 1 and not self._first_counts
        if Fate.THROWN in fates and self.armed and not first:
            self._throws += 1
            self._lying = Phase.SETTLED
            numbers = {die.number for die in self._before}
            dice = tuple(self._seen(track, time_s) for track in tracks if track.number in numbers)
            return Phase.SETTLED, Throw(self._throws, time_s, dice, kept)
        if not removed and fates <= {Fate.KEPT, Fate.FOUND}:
            return self._lying_again(), None
        self._lying = Phase.MOVED
        return Phase.MOVED, None

    def _shows_nothing(self, track: Track) -> bool:
        """Tell whether a die leans, or cannot be read surely."""
        limits = self.thresholds
        reading = self._voted(track)
        leans = track.votes.share_of(UNREADABLE) >= limits.leaning
        faceless = reading.face in (OTHER, UNREADABLE)
        return leans or faceless or reading.confidence < limits.min_confidence

    def _voted(self, track: Track) -> SeenFace:
        """Return what the votes say a die shows, given the others that lie there."""
        return in_set(track.voted(), self._set)

    def _lying_again(self) -> Phase:
        """Return the phase when all dice lie as they lay."""
        if self._lying is Phase.COCKED:
            self._lying = Phase.MOVED
        return self._lying

    def _remember(self, changes: Sequence[Change]) -> tuple[int, ...]:
        """Make this rest the one to compare with, and give the dice their lasting numbers.

        Returns:
            The numbers of the dice that were not thrown.
        """
        by_number = {track.number: track for track in self._tracker.tracks}
        old = {die.number for die in (*self._before, *self._taken)}
        lying, kept = [], []
        for change in changes:
            track = by_number[change.die.number]
            if change.before is not None:
                track.number = change.before.number
            elif track.number in old:
                track.number = self._tracker.new_number()
            if change.fate in (Fate.KEPT, Fate.MOVED, Fate.FOUND):
                kept.append(track.number)
            track.flown_px = 0.0
            stays = change.fate is Fate.KEPT and change.before is not None
            reading = change.before.reading if stays and change.before else change.die.reading
            lying.append(replace(change.die, number=track.number, reading=reading, flown_mm=0.0))
        self._tracker.sort()
        thrown = any(change.fate is Fate.THROWN for change in changes)
        now = {die.number for die in lying}
        self._taken = tuple(
            die for die in (*self._before, *self._taken) if die.number not in now and not thrown
        )
        self._before = tuple(sorted(lying, key=lambda die: die.number))
        self._away.clear()
        self._doubts.accept()
        self._held = False
        if not self._hasty:
            self._touched = None
        return tuple(sorted(kept))

    # Scale and words

    def _edge(self) -> float:
        return self.edge_px or 24.0

    def _centre_mm(self, box: Box) -> tuple[float, float]:
        if self.places is not None:
            x, y = self.places.to_mm(np.array([box.centre]))[0]
            return float(x), float(y)
        scale = self.thresholds.die_mm / self._edge()
        return box.centre[0] * scale, box.centre[1] * scale

    def _lying_die(self, track: Track, motion: Motion) -> Lying:
        scale = self.thresholds.die_mm / self._edge()
        touched = self._touched is not None and bool(
            replace(motion, moving=self._touched).count_in(track.box)
        )
        return Lying(
            track.number,
            self._voted(track),
            self._centre_mm(track.box),
            track.flown_px * scale,
            untouched=not touched,
        )

    def _seen(self, track: Track, time_s: float) -> SeenDie:
        still_s = max(0.0, time_s - track.still_from_s)
        reading = self._voted(track)
        known = next((die for die in self._before if die.number == track.number), None)
        if known is not None and self._lies_as(known, track):
            # A hand that passes over a die does not make it forget what it showed.
            reading = replace(known.reading, box=track.box)
        return SeenDie(track.number, reading, self._centre_mm(track.box), still_s)

    def _strange(self) -> tuple[SeenDie, ...]:
        """Return what holds the throw and was never followed; its numbers are no tracks."""
        return tuple(
            SeenDie(number, thing, self._centre_mm(thing.box))
            for number, thing in enumerate(self._doubts.holding, STRANGE)
        )

    def _lies_as(self, known: Lying, track: Track) -> bool:
        reach_px = self.thresholds.reach.kept_mm * self._edge() / self.thresholds.die_mm
        return distance(known.reading.box.centre, track.box.centre) <= reach_px
