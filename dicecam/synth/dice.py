"""Which dice a scene shows and how each looks: sets of games and free mixtures."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from dicecam.synth.arrays import Floats
from dicecam.synth.cube import Skin
from dicecam.synth.recipe import Recipe
from dicecam.synth.skins import (
    Canvas,
    PipLook,
    body_colour,
    body_texture,
    linear,
    make_skin,
    paint_number,
    paint_pips,
    pip_look,
)
from dicecam.synth.styles import DIXE_FACES, OTHER, SHELFIE_FACES, allowed
from dicecam.synth.symbols import paint_symbol

_FREE = [
    "white",
    "white",
    "white",
    "ivory",
    "red",
    "yellow",
    "green",
    "green",
    "blue",
    "blue",
    "black",
    "black",
    "orange",
    "purple",
    "pink",
    "brown",
    "grey",
    "light_blue",
    "wood",
]
# Most real dice have plain drilled or printed pips; square ones are rare.
_OFTEN = {"drilled": 5.0, "printed": 3.0, "casino": 2.0, "large_one": 1.5, "square_pips": 0.4}
_SETS = {
    "qwixx": ("white", "white", "red", "yellow", "green", "blue"),
    "dekaxex": ("red",) * 5 + ("blue",) * 5,
}


@dataclass(frozen=True, slots=True)
class SymbolLook:
    """How a die's symbols are drawn.

    Attributes:
        shapes: which drawing, face by face.
        how: the treatment of all of them.
        inks: linear BGR, face by face.
        plates: linear BGR of each whole face, or None for the bare body.
    """

    shapes: tuple[str, ...]
    how: str
    inks: tuple[Floats, ...]
    plates: tuple[Floats, ...] | None


@dataclass(frozen=True, slots=True)
class Look:
    """How one die looks, before its size in px is known.

    Attributes:
        colour: name of the body colour.
        body: linear BGR `(3,)` of the body.
        material: see ``skins.body_texture``.
        faces: reader class of each of the six faces.
        pips: how its pips are drawn, None for other faces.
        symbols: how its symbols are drawn, None for other faces.
        rounding: radius of the edges, share of half the edge.
        sphere: sphere that cuts the corners, in half edges.
        gloss: strength of mirrored light.
        hardness: sharpness of mirrored light.
        clear: 0 opaque .. 1 glass-like.
        scale: edge length relative to the set's.
    """

    colour: str
    body: Floats
    material: str
    faces: tuple[str, ...]
    pips: PipLook | None
    symbols: SymbolLook | None
    rounding: float
    sphere: float
    gloss: float
    hardness: float
    clear: float
    scale: float


def pip_faces(rng: np.random.Generator) -> tuple[str, ...]:
    """Return the classes of the six faces: opposite ones sum to seven, either handedness."""
    pairs = [(1, 6), (2, 5), (3, 4) if rng.random() < 0.5 else (4, 3)]
    return tuple(f"pips_{value}" for pair in pairs for value in pair)


def _shape(rng: np.random.Generator) -> tuple[float, float]:
    """Return rounding and cutting sphere."""
    kind = rng.random()
    if kind < 0.35:
        return float(rng.uniform(0.12, 0.35)), 1.8
    if kind < 0.55:
        return float(rng.uniform(0.03, 0.12)), 1.8
    if kind < 0.85:
        return float(rng.uniform(0.03, 0.15)), float(rng.uniform(1.32, 1.6))
    return float(rng.uniform(0.3, 0.5)), 1.8


def make_look(
    colour: str, recipe: Recipe, rng: np.random.Generator, style: str | None = None
) -> Look:
    """Return a random pip die of a body colour.

    Args:
        colour: a name in ``skins.COLOURS``.
        recipe: for the styles it may use.
        rng: where the random numbers come from.
        style: a pip style, or None to draw one.
    """
    body = body_colour(colour, rng)
    styles = allowed("pips", heldout=recipe.heldout)
    often = np.array([_OFTEN.get(one, 1.0) for one in styles])
    name = style or str(rng.choice(styles, p=often / often.sum()))
    material = str(
        rng.choice(
            ["plain", "marbled", "speckled", "pearl", "clear"], p=[0.62, 0.12, 0.08, 0.08, 0.1]
        )
    )
    if name == "casino":
        material = "clear"
    if colour == "wood":
        material = "wood"
    rounding, sphere = _shape(rng)
    return Look(
        colour=colour,
        body=body,
        material=material,
        faces=pip_faces(rng),
        pips=pip_look(name, body, rng),
        symbols=None,
        rounding=rounding,
        sphere=sphere,
        gloss=float(rng.uniform(0.02, 0.15) if material == "wood" else rng.uniform(0.05, 0.6)),
        hardness=float(np.exp(rng.uniform(1.8, 5.0))),
        clear=float(rng.uniform(0.4, 0.9)) if material == "clear" else 0.0,
        scale=1.0,
    )


def _symbol_shapes(count: int, recipe: Recipe, rng: np.random.Generator) -> tuple[str, ...]:
    """Return a drawing for each face: mostly of one hand, sometimes mixed."""
    shapes = allowed("shapes", heldout=recipe.heldout)
    return tuple(str(shape) for shape in rng.choice(shapes, count))


def _symbol_body(colour: str, recipe: Recipe, rng: np.random.Generator) -> Look:
    look = make_look(colour, recipe, rng)
    rounding, sphere = _shape(rng)
    return replace(look, pips=None, rounding=rounding, sphere=max(sphere, 1.38), scale=1.0)


def dixe_look(recipe: Recipe, rng: np.random.Generator) -> Look:
    """Return a wooden die with dark symbols, each die with its own choice of them."""
    colour = "wood" if rng.random() < 0.85 else str(rng.choice(["ivory", "white", "brown", "grey"]))
    look = _symbol_body(colour, recipe, rng)
    faces = [str(face) for face in rng.permutation(DIXE_FACES)]
    if rng.random() < 0.3:
        faces[0] = faces[3]
    dark = linear(rng.uniform(10, 40), rng.uniform(0, 0.6), rng.uniform(0.04, 0.25))
    if look.body.mean() < 0.1:
        dark = linear(40, 0.2, rng.uniform(0.8, 1.0))
    ways = allowed("symbols", heldout=recipe.heldout)
    symbols = SymbolLook(
        _symbol_shapes(6, recipe, rng), str(rng.choice(ways)), (dark,) * 6, plates=None
    )
    return replace(look, faces=tuple(faces), symbols=symbols)


# My Shelfie's colours: pink plants, yellow games, white books, light blue trophies, green cats.
_SHELFIE_HUES = {
    "shelfie_plant": (330.0, 0.6, 0.9),
    "shelfie_game": (48.0, 0.8, 0.95),
    "shelfie_book": (40.0, 0.08, 0.97),
    "shelfie_trophy": (195.0, 0.5, 0.9),
    "shelfie_cat": (110.0, 0.6, 0.7),
    "shelfie_joker": (280.0, 0.3, 0.6),
}


def shelfie_look(recipe: Recipe, rng: np.random.Generator) -> Look:
    """Return a Shelfie die: coloured faces, or coloured or dark symbols on a plain body."""
    plan = str(rng.choice(["ink", "plates", "dark", "light"]))
    body = {"ink": "white ivory black brown", "plates": "white ivory", "dark": "white ivory wood"}
    colour = str(rng.choice(body.get(plan, "black blue red green purple brown").split()))
    look = _symbol_body(colour, recipe, rng)
    faces = tuple(str(face) for face in rng.permutation(SHELFIE_FACES))
    hues = []
    for face in faces:
        hue, saturation, value = _SHELFIE_HUES[face]
        value *= rng.uniform(0.75, 1.0)
        if plan == "ink" and colour in {"white", "ivory"}:
            value, saturation = value * 0.7, max(saturation, 0.1)
        hues.append(
            linear(hue + rng.normal(0, 8), min(1.0, saturation * rng.uniform(0.7, 1.3)), value)
        )
    dark = linear(rng.uniform(0, 360), 0.3, rng.uniform(0.03, 0.2))
    pale = linear(40, 0.1, rng.uniform(0.85, 1.0))
    inks = {"ink": tuple(hues), "light": (pale,) * 6}.get(plan, (dark,) * 6)
    if plan == "plates" and rng.random() < 0.3:
        inks = (pale,) * 6
    ways = allowed("symbols", heldout=recipe.heldout)
    symbols = SymbolLook(
        _symbol_shapes(6, recipe, rng),
        str(rng.choice(ways)),
        inks,
        plates=tuple(hues) if plan == "plates" else None,
    )
    return replace(look, faces=faces, symbols=symbols)


def plan_set(recipe: Recipe, rng: np.random.Generator) -> list[Look]:
    """Return the looks of the dice a scene shall show."""
    if recipe.composition in _SETS:
        first = make_look("white", recipe, rng)
        style = first.pips.style if first.pips else None
        looks = [make_look(colour, recipe, rng, style) for colour in _SETS[recipe.composition]]
        order = rng.permutation(len(looks))
        return [_alike(looks[int(k)], first) for k in order]
    if recipe.composition == "shelfie":
        return [shelfie_look(recipe, rng)] * 6
    if recipe.composition in {"memodixe", "square"}:
        lead = dixe_look(recipe, rng)
        return [_dixe_like(dixe_look(recipe, rng), lead) for _ in range(9)]
    if rng.random() < recipe.empty:
        return []
    count = int(rng.integers(recipe.dice[0], recipe.dice[1] + 1))
    if recipe.dice[1] >= 12 and rng.random() < 0.05:
        count *= 3  # now and then a heap, as on a dice collector's tray
    return _mixture(recipe, count, rng)


def _mixture(recipe: Recipe, count: int, rng: np.random.Generator) -> list[Look]:
    """Return any dice: of one kind, of one set in many colours, or all different."""
    same = rng.random()
    looks: list[Look] = []
    lead = make_look(str(rng.choice(_FREE)), recipe, rng)
    for _ in range(count):
        if rng.random() < recipe.symbols:
            looks.append((dixe_look if rng.random() < 0.5 else shelfie_look)(recipe, rng))
        elif rng.random() < recipe.numbered:
            looks.append(_numbered(make_look(str(rng.choice(_FREE)), recipe, rng)))
        elif same < 0.35:
            looks.append(lead)
        elif same < 0.7 and lead.pips:
            colour = str(rng.choice(_FREE))
            looks.append(_alike(make_look(colour, recipe, rng, lead.pips.style), lead))
        else:
            other = make_look(str(rng.choice(_FREE)), recipe, rng)
            looks.append(replace(other, scale=float(rng.uniform(0.75, 1.25))))
    return looks


def _dixe_like(look: Look, lead: Look) -> Look:
    """Give a DiXe the wood, shape and hand of another of its set, but its own symbols."""
    if look.symbols is None or lead.symbols is None:
        return look
    symbols = replace(lead.symbols, shapes=look.symbols.shapes)
    return replace(lead, faces=look.faces, symbols=symbols, body=lead.body)


def _alike(look: Look, lead: Look) -> Look:
    """Give a die the shape and shine of another of its set."""
    return replace(
        look,
        rounding=lead.rounding,
        sphere=lead.sphere,
        gloss=lead.gloss,
        hardness=lead.hardness,
        material=lead.material if lead.material != "wood" else "plain",
        clear=lead.clear,
    )


def _numbered(look: Look) -> Look:
    return replace(look, faces=(OTHER,) * 6, pips=None)


def paint(look: Look, size: int, rng: np.random.Generator) -> Skin:
    """Return a die's surface with face textures of ``size`` px."""
    textures = body_texture(look.material, look.body, size, rng)
    canvases = [Canvas(texture) for texture in textures]
    bright = float(look.body @ np.array([0.1, 0.6, 0.3], dtype=np.float32))
    ink = linear(rng.uniform(0, 360), 0.3, 0.1 if bright > 0.2 else 0.95)
    numbers = [str(number) for number in rng.permutation(12)[:6] + 1]
    for k, (canvas, face, number) in enumerate(zip(canvases, look.faces, numbers, strict=True)):
        if look.pips is not None and face.startswith("pips_"):
            paint_pips(canvas, int(face[-1]), look.pips, rng)
        elif look.symbols is not None:
            if look.symbols.plates is not None:
                canvas.colour[:] = look.symbols.plates[k]
            shape, ink_of = look.symbols.shapes[k], look.symbols.inks[k]
            paint_symbol(canvas, face, shape, look.symbols.how, ink_of, rng)
        elif face == OTHER:
            paint_number(canvas, number if rng.random() < 0.9 else "", ink, rng)
    return make_skin(canvases, gloss=look.gloss, hardness=look.hardness, clear=look.clear)
