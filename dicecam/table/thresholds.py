"""When dice count as still, gone and read: every limit of the settling in one place.

Numbers only; what they decide is the business of `dicecam.table.settling`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from dicecam.table.changes import Reach


@dataclass(frozen=True, slots=True)
class Thresholds:
    """When dice count as still, gone and read. All of it in mm and seconds.

    Attributes:
        die_mm: Edge of a die; sets the scale while there is no table map.
        still_mm: A die that strays further from its place is in motion. Larger values forgive a
            trembling picture and let a slowly rolling die pass as still.
        still_s: How long dice must lie still before a throw is reported. Larger values are safer
            and slower.
        stirred: Share of a die's pixels that must change for it to be in motion. Larger values
            ignore noise and overlook a die that turns on the spot.
        quiet_s: How long nothing else may have moved, such as a die not found yet, and no hand
            may have been seen.
        patience_s: How long dice that lie still wait for that; something that never stops moving,
            such as a clock's display, must not hold a throw for ever.
        lost_s: A rolling die that is not found for this long is gone. Larger values bridge worse
            detectors and make throws be reported later.
        taken_s: The same for a die that lay at rest. Larger values keep taken dice on the screen
            for longer, smaller ones forget dice under a hand that is not recognised.
        reach_mm: How far a die may get from look to look and still be the same.
        min_votes: Looks that must have read a die before it counts as read.
        min_looks: Looks at a calm table before it is decided what happened: the last one in
            motion may miss a die, and so may others. Larger values are safer and slower.
        sure: Confidence from which these are enough.
        max_votes: Looks after which an unsure die is reported as it is.
        min_confidence: A die whose vote is less sure than this shows nothing that can be relied
            on and holds the throw, however well the looks agree: among rendered dice that are
            read so weakly, leaning ones are the most. Larger values hold more throws back.
        leaning: A die leans, and holds the throw, from this confidence of `unreadable` on. Larger
            values report more leaning dice as what they resemble. In clips in the styles of training 3
            of 316 flat dice reach it and 4 of 7 leaning ones, which all reach 0.5.
        min_strange: What the detector is at least this sure of and shows no face holds a throw
            that it came with. Smaller values let more things hold throws.
        min_found: What the detector is at least this sure of is a die whatever it shows. Smaller
            values let things that merely look like dice hold a throw.
        min_product: So is what reaches this with the vote's confidence times the detector's.
            Smaller values take such things for dice when they seem to show a face.
        look_s: How often a table in motion is looked at. Larger values cost less, and lose dice
            that roll.
        empty_s: How long a camera must have seen the table empty for its first dice to be a
            throw. Larger values forgive cameras that begin with dark pictures.
        recheck_s: How often a still table is looked at all the same, in case a die was overlooked.
        reach: How far dice go without having been thrown.
    """

    die_mm: float = 16.0
    still_mm: float = 1.6
    still_s: float = 0.2
    stirred: float = 0.06
    quiet_s: float = 0.15
    patience_s: float = 2.0
    lost_s: float = 0.25
    taken_s: float = 0.6
    reach_mm: float = 40.0
    min_votes: int = 3
    min_looks: int = 4
    sure: float = 0.8
    max_votes: int = 8
    min_confidence: float = 0.5
    leaning: float = 0.33
    min_strange: float = 0.5
    min_found: float = 0.4
    min_product: float = 0.28
    look_s: float = 0.1
    empty_s: float = 0.7
    recheck_s: float = 7.5
    reach: Reach = field(default_factory=Reach)
