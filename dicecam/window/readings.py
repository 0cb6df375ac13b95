"""What people said about the dice in the picture, laid over what the camera reads.

A correction belongs to a die while it rests where it lies, and goes when the die does. This module
knows neither widgets nor the session: a view of the table goes in, a corrected one comes out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from dicecam.dice import Die
from dicecam.rules.core import Spec
from dicecam.sight import Box, SeenFace
from dicecam.table.view import Phase, SeenDie, TableView

UNSURE = 0.85
"""Readings less sure than this are drawn with a dashed outline."""

UP_IN_THE_AIR = frozenset({Phase.ROLLING, Phase.CLEARED, Phase.NO_DICE})
"""Phases in which no die lies where it lay: dice added by hand are gone then."""


@dataclass(frozen=True, slots=True)
class Said:
    """What people said about one die.

    Attributes:
        face: Reader class it really shows; None when they did not say.
        colour: Its real body colour; None when they did not say.
        no_die: True when it is no die at all.
    """

    face: str | None = None
    colour: str | None = None
    no_die: bool = False


class Corrections:
    """Everything people said about the dice that lie on the table now."""

    def __init__(self) -> None:
        self._said: dict[int, Said] = {}
        self._added: dict[int, SeenDie] = {}
        self._next = -1  # tracks of added dice are negative: the camera counts from 1

    def __bool__(self) -> bool:
        return bool(self._said or self._added)

    def said(self, track: int) -> Said:
        """Return what was said about a die."""
        return self._said.get(track, Said())

    def set_face(self, track: int, face: str) -> None:
        """Say which face a die really shows."""
        self._said[track] = replace(self.said(track), face=face, no_die=False)

    def set_colour(self, track: int, colour: str) -> None:
        """Say which colour a die really has."""
        self._said[track] = replace(self.said(track), colour=colour, no_die=False)

    def swap(self, first: SeenDie, second: SeenDie) -> None:
        """Say that the colours of two dice were taken for one another."""
        for die, other in ((first, second), (second, first)):
            self.set_colour(die.track, other.colour)

    def remove(self, track: int) -> None:
        """Say that something is no die."""
        if self._added.pop(track, None) is None:
            self._said[track] = Said(no_die=True)

    def add(self, box: Box, face: str, colour: str) -> int:
        """Say that a die was missed; return the track it is known by from now on.

        Args:
            box: Where it lies, px of the frame.
            face: Reader class it shows.
            colour: Its body colour, or `unknown`.
        """
        track, self._next = self._next, self._next - 1
        self._added[track] = SeenDie(track, SeenFace(box, face, 1.0, colour, 1.0), box.centre)
        return track

    def clear(self) -> None:
        """Forget everything."""
        self._said.clear()
        self._added.clear()

    def follow(self, view: TableView) -> None:
        """Forget what was said about dice that are gone."""
        if view.phase in UP_IN_THE_AIR:
            self._added.clear()
        there = {die.track for die in view.dice} | set(self._added)
        self._said = {track: said for track, said in self._said.items() if track in there}

    def apply(self, view: TableView) -> TableView:
        """Return a view as people say it is."""
        if not self:
            return view
        throw = view.throw
        if throw is not None:
            throw = replace(throw, dice=self._corrected(throw.dice))
        return replace(view, dice=self._corrected(view.dice), throw=throw)

    def _corrected(self, dice: Iterable[SeenDie]) -> tuple[SeenDie, ...]:
        return tuple(
            self._die(die)
            for die in (*dice, *self._added.values())
            if not self.said(die.track).no_die
        )

    def _die(self, die: SeenDie) -> SeenDie:
        said, reading = self.said(die.track), die.reading
        if said.face is not None:
            reading = replace(reading, face=said.face, confidence=1.0, others=())
        if said.colour is not None:
            reading = replace(reading, colour=said.colour, colour_confidence=1.0, other_colours=())
        return replace(die, reading=reading)


def die_of(spec: Spec, seen: SeenDie) -> Die | None:
    """Return a die as the rules of a game see it, None when the game has no such die."""
    for kind in spec.dice:
        face = kind.face_of(seen.face)
        if face is not None and kind.colour in (None, seen.colour):
            return Die(kind.key, face)
    return None


def tracks_of(spec: Spec, dice: Iterable[SeenDie], wanted: Iterable[Die]) -> frozenset[int]:
    """Return which of the dice on the table are meant by dice of the rules.

    Args:
        spec: The game's record.
        dice: The dice on the table.
        wanted: Dice of the rules; two equal ones mean two dice.
    """
    free = [(die_of(spec, seen), seen.track) for seen in dice]
    found = set()
    for die in wanted:
        match = next((item for item in free if item[0] == die), None)
        if match is not None:
            free.remove(match)
            found.add(match[1])
    return frozenset(found)


def faces_of(spec: Spec) -> tuple[str, ...]:
    """Return every reader class a die of the game may show, in the order of the game."""
    return tuple(dict.fromkeys(name for kind in spec.dice for name, _ in kind.readings))


def colours_of(spec: Spec) -> tuple[str, ...]:
    """Return the body colours that matter in a game."""
    return tuple(dict.fromkeys(kind.colour for kind in spec.dice if kind.colour is not None))


def likely_faces(spec: Spec, seen: SeenDie, most: int = 2) -> tuple[str, ...]:
    """Return the faces a die is most easily taken for, likeliest first."""
    allowed = faces_of(spec)
    return tuple(name for name, _ in seen.others if name in allowed and name != seen.face)[:most]


def likely_colours(spec: Spec, seen: SeenDie) -> tuple[str, ...]:
    """Return the other colours of the game, likeliest first."""
    ranked = [name for name, _ in seen.reading.other_colours]
    others = [name for name in colours_of(spec) if name != seen.colour]
    return tuple(sorted(others, key=lambda c: ranked.index(c) if c in ranked else len(ranked)))


def missed_box(view: TableView | None, x: float, y: float, width: int) -> Box:
    """Return the box of a die that was missed at a spot.

    Args:
        view: The table, for the usual size of a die.
        x: Spot in px of the frame.
        y: Spot in px of the frame.
        width: Width of the frame, px.
    """
    sizes = sorted(die.box.width for die in view.dice) if view is not None else []
    half = (sizes[len(sizes) // 2] if sizes else width / 16) / 2
    return Box(x - half, y - half, x + half, y + half)
