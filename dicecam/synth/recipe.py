"""What a rendered scene should be like: ranges and shares, no drawing."""

from __future__ import annotations

from dataclasses import dataclass

from dicecam.errors import DicecamError
from dicecam.synth.styles import DIXE_FACES, PIP_FACES, SHELFIE_FACES

COMPOSITIONS = ("mixed", "qwixx", "dekaxex", "shelfie", "memodixe", "square")
"""Which dice lie there: a random mix, or the set of one game (``square`` = 3 x 3 DiXes)."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """Ranges and shares from which a seed draws one scene.

    Attributes:
        sizes: picture sizes (width, height) in px; one is drawn, repeat one to favour it.
        dice: least and most dice; sets of games ignore it.
        die_px: range of a die's edge in px at the picture's centre, drawn log-uniformly.
        elevation_deg: range of the camera's height above the table, in degrees.
        fov_deg: range of the field of view across the picture, in degrees.
        across: which part of the picture scattered dice lie in, from its top (0) to its bottom (1).
        composition: one of ``COMPOSITIONS``.
        symbols: share of symbol dice among the dice of a mixed scene.
        numbered: share of cubes with other faces (label ``other``) in a mixed scene.
        empty: share of scenes without any die.
        distractors: mean number of things that are not dice.
        hands: share of scenes with a hand or fingers in view.
        cocked: share of dice that lie tilted (label ``unreadable``).
        touching: share of scenes whose dice lie in rows or heaps that touch.
        light: a light rig by name, or "any".
        blur: strength of defocus and motion blur; 0 is none, 1 is a living-room webcam.
        noise: strength of sensor noise, on the same scale.
        jpeg: strength of compression, on the same scale.
        grey: share of pictures without colour, as infrared cameras give.
        heldout: True uses only the held-back styles, False never uses one.
    """

    sizes: tuple[tuple[int, int], ...] = ((640, 480), (640, 480), (640, 480), (800, 450))
    dice: tuple[int, int] = (1, 12)
    die_px: tuple[float, float] = (12.0, 400.0)
    elevation_deg: tuple[float, float] = (30.0, 90.0)
    fov_deg: tuple[float, float] = (28.0, 75.0)
    across: tuple[float, float] = (0.0, 1.0)
    composition: str = "mixed"
    symbols: float = 0.0
    numbered: float = 0.06
    empty: float = 0.06
    distractors: float = 5.0
    hands: float = 0.1
    cocked: float = 0.06
    touching: float = 0.3
    light: str = "any"
    blur: float = 1.0
    noise: float = 1.0
    jpeg: float = 1.0
    grey: float = 0.03
    heldout: bool = False

    def __post_init__(self) -> None:
        """Refuse values no scene can be drawn from."""
        if self.composition not in COMPOSITIONS:
            known = ", ".join(COMPOSITIONS)
            raise DicecamError(f"unknown composition {self.composition!r}; expected: {known}")
        if not self.sizes or min(min(size) for size in self.sizes) < 64:
            raise DicecamError(f"picture sizes must be at least 64 px, got {self.sizes}")
        for name, (low, high) in (("die_px", self.die_px), ("elevation", self.elevation_deg)):
            if not 0 < low <= high:
                raise DicecamError(f"{name} must be an increasing positive range, got {low}-{high}")


ALL_FACES = PIP_FACES + DIXE_FACES + SHELFIE_FACES
"""Every face that a die lying flat can be labelled with."""

PIPS = Recipe()
"""Dice with pips in every look: what the detector and the pip reader train on."""

SYMBOLS = Recipe(symbols=0.75, die_px=(16.0, 300.0))
"""DiXes and Shelfie dice, with some pip dice between them."""

WEBCAM = Recipe(
    sizes=((640, 480), (1280, 720), (800, 600)), die_px=(16.0, 90.0), distractors=3.0, empty=0.0
)
"""What a webcam above a table sees: small dice, few other things."""

QWIXX = Recipe(composition="qwixx", die_px=(16.0, 110.0), empty=0.0, grey=0.0)
"""Two white, one red, one yellow, one green and one blue die."""

DEKAXEX = Recipe(composition="dekaxex", die_px=(16.0, 90.0), empty=0.0, grey=0.0)
"""Five red and five blue dice."""

SHELFIE = Recipe(composition="shelfie", die_px=(16.0, 110.0), empty=0.0, grey=0.0)
"""Six Shelfie dice."""

MEMODIXE = Recipe(composition="square", die_px=(16.0, 90.0), empty=0.0, cocked=0.02)
"""Nine DiXes in a square."""

CLUTTER = Recipe(dice=(0, 1), empty=0.9, distractors=12.0, numbered=0.0)
"""Mostly things that are not dice: hard negatives."""

COCKED = Recipe(cocked=0.5, dice=(1, 8), empty=0.0, die_px=(16.0, 160.0), symbols=0.3)
"""Half of the dice lie on an edge or lean on something."""

FAR = Recipe(
    sizes=((640, 480), (1280, 720), (800, 600)),
    dice=(3, 9),
    die_px=(30.0, 150.0),
    elevation_deg=(35.0, 45.0),
    fov_deg=(50.0, 75.0),
    across=(0.05, 0.45),
    symbols=0.25,
    distractors=3.0,
    empty=0.0,
    cocked=0.25,
    touching=0.0,
)
"""Dice at the far end of the table: a webcam on a laptop sees them from the side."""
