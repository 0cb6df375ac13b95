"""The vote of several frames on one die: face, colour and how sure both are.

It knows readings only; when frames may vote is decided by `dicecam.table.settling`.
"""

from __future__ import annotations

from collections.abc import Iterable

from dicecam.sight import SeenFace

_KEPT = 5
"""Runner-ups that are passed on."""


class Votes:
    """Readings of one die that lies still, weighted by their confidence.

    Frames of a still table resemble each other, so agreement of many frames proves little: the
    confidence of the vote is the mean of what the readings say, never more.
    """

    def __init__(self) -> None:
        self.count = 0
        self._faces: dict[str, float] = {}
        self._colours: dict[str, float] = {}
        self._face_weight = 0.0
        self._colour_weight = 0.0
        self._found = 0.0

    def add(self, reading: SeenFace) -> None:
        """Count one more reading."""
        self.count += 1
        self._found += reading.box.confidence
        self._face_weight += reading.confidence
        _pour(
            self._faces,
            ((reading.face, reading.confidence), *reading.others),
            reading.confidence,
        )
        self._colour_weight += reading.colour_confidence
        _pour(
            self._colours,
            ((reading.colour, reading.colour_confidence), *reading.other_colours),
            reading.colour_confidence,
        )

    @property
    def share(self) -> float:
        """Confidence of the leading face, 0 to 1; 0 without votes."""
        return max(self._faces.values(), default=0.0) / max(self._face_weight, 1e-9)

    def share_of(self, face: str) -> float:
        """Return the confidence of one face, 0 to 1; 0 without votes."""
        return self._faces.get(face, 0.0) / max(self._face_weight, 1e-9)

    @property
    def found(self) -> float:
        """Mean confidence of the detector that there is a die, 0 to 1; 0 without votes."""
        return self._found / max(self.count, 1)

    def result(self, newest: SeenFace) -> SeenFace:
        """Return what the votes say.

        Args:
            newest: The newest reading; it gives the box, and everything while there is no vote.
        """
        if not self.count:
            return newest
        (face, confidence), *others = _ranked(self._faces, self._face_weight)
        (colour, surety), *colours = _ranked(self._colours, self._colour_weight)
        return SeenFace(
            newest.box,
            face,
            confidence,
            colour,
            surety,
            tuple(others[:_KEPT]),
            tuple(colours[:_KEPT]),
        )


def _pour(into: dict[str, float], shares: Iterable[tuple[str, float]], weight: float) -> None:
    for name, share in shares:
        into[name] = into.get(name, 0.0) + share * weight


def _ranked(sums: dict[str, float], weight: float) -> list[tuple[str, float]]:
    ranked = sorted(sums.items(), key=lambda item: (-item[1], item[0]))
    return [(name, min(1.0, total / weight) if weight > 0 else 0.0) for name, total in ranked]
