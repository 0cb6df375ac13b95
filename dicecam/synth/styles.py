"""The catalogue of everything a rendered scene can be made of, and what is held back for tests.

One job: names. It knows nothing of how a style is drawn. The names under ``HELD_OUT`` are the
ones listed in ``datasets/heldout.toml`` (a test compares the two): scenes for training and
tuning never use them, scenes for measuring use only them.
"""

from __future__ import annotations

from dicecam.errors import DicecamError

PIP_FACES = tuple(f"pips_{value}" for value in range(1, 7))
DIXE_FACES = ("dixe_sun", "dixe_pi", "dixe_smiley", "dixe_bomb", "dixe_pirate", "dixe_aum")
SHELFIE_FACES = (
    "shelfie_plant",
    "shelfie_game",
    "shelfie_book",
    "shelfie_trophy",
    "shelfie_cat",
    "shelfie_joker",
)
UNREADABLE = "unreadable"
OTHER = "other"

STYLES: dict[str, tuple[str, ...]] = {
    "textures": (
        "wood",
        "planks",
        "felt",
        "cloth",
        "weave",
        "carpet",
        "marble",
        "plain",
        "newsprint",
        "leather",
        "tiles",
        "quilt",
        "dotted",
        "terrazzo",
        "tartan",
        "cork",
    ),
    "lights": ("window", "lamp", "ceiling", "two_lamps", "dim", "flash", "spot", "overcast"),
    "pips": (
        "drilled",
        "printed",
        "ring",
        "gold",
        "red_one",
        "large_one",
        "asian",
        "offset",
        "tight",
        "wide",
        "tiny",
        "huge",
        "logo_one",
        "casino",
        "worn",
        "ring_dot",
        "square_pips",
    ),
    "symbols": (
        "engraved",
        "printed",
        "outlined",
        "thick",
        "thin",
        "worn",
        "naive",
        "burnt",
        "inset",
        "stencil",
    ),
    "shapes": tuple(f"shape_{number}" for number in range(1, 21)),
    "cameras": ("top", "steep", "high", "middle", "low", "flat"),
}
"""Every style by group, in the order the random choice indexes them."""

HELD_OUT: dict[str, frozenset[str]] = {
    "textures": frozenset({"tartan", "cork", "terrazzo"}),
    "lights": frozenset({"spot", "overcast"}),
    "pips": frozenset({"worn", "ring_dot", "wide"}),
    "symbols": frozenset({"naive", "burnt", "inset", "stencil"}),
    "shapes": frozenset({"shape_3", "shape_6", "shape_9", "shape_12"}),
    "cameras": frozenset({"high", "flat"}),
}
"""What only measurements may use."""

CAMERA_DEGREES: dict[str, tuple[float, float]] = {
    "top": (82.0, 90.0),
    "steep": (70.0, 82.0),
    "high": (63.0, 70.0),
    "middle": (45.0, 63.0),
    "low": (35.0, 45.0),
    "flat": (30.0, 35.0),
}
"""Bands of camera elevation above the table, in degrees."""


def allowed(group: str, *, heldout: bool) -> tuple[str, ...]:
    """Return the styles of a group that a scene may use.

    Args:
        group: a key of ``STYLES``.
        heldout: True for measuring scenes, False for training scenes.

    Returns:
        The names, in catalogue order; the two answers never share one.

    Raises:
        DicecamError: the group does not exist.
    """
    if group not in STYLES:
        known = ", ".join(sorted(STYLES))
        raise DicecamError(f"unknown style group {group!r}; expected one of: {known}")
    kept = HELD_OUT[group]
    return tuple(name for name in STYLES[group] if (name in kept) == heldout)
