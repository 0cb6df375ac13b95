"""Surfaces of dice: body colours and materials, pips in every style, numbers, symbols.

Draws textures only; it knows nothing of cameras or tables.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from dicecam.synth.arrays import Floats
from dicecam.synth.cube import Skin
from dicecam.synth.noise import fractal

# Hue in degrees, saturation, value as the eye sees them (sRGB), as ranges.
COLOURS: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "white": ((20, 60), (0.0, 0.07), (0.86, 1.0)),
    "ivory": ((38, 50), (0.12, 0.3), (0.82, 0.96)),
    "red": ((-10, 8), (0.75, 1.0), (0.5, 0.9)),
    "yellow": ((46, 58), (0.65, 1.0), (0.8, 1.0)),
    "green": ((95, 160), (0.55, 1.0), (0.25, 0.7)),
    "blue": ((205, 236), (0.72, 1.0), (0.3, 0.8)),
    "black": ((0, 360), (0.0, 0.25), (0.04, 0.16)),
    "orange": ((18, 32), (0.8, 1.0), (0.8, 1.0)),
    "purple": ((265, 300), (0.4, 0.9), (0.25, 0.7)),
    "pink": ((315, 350), (0.25, 0.65), (0.8, 1.0)),
    "brown": ((15, 30), (0.45, 0.75), (0.2, 0.5)),
    "grey": ((0, 360), (0.0, 0.1), (0.35, 0.65)),
    "light_blue": ((185, 205), (0.3, 0.65), (0.75, 0.95)),
    "wood": ((26, 38), (0.3, 0.6), (0.6, 0.92)),
}
"""Body colours by the name the labels carry."""


def linear(hue: float, saturation: float, value: float) -> Floats:
    """Return linear BGR `(3,)` of an sRGB colour given as hue in degrees, saturation, value."""
    hsv = np.array([[[hue % 360, saturation, value]]], dtype=np.float32)
    bgr = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0]
    return np.asarray(bgr * bgr, dtype=np.float32)


def body_colour(name: str, rng: np.random.Generator) -> Floats:
    """Return a random linear BGR `(3,)` that people would call by that name."""
    hue, saturation, value = COLOURS[name]
    return linear(rng.uniform(*hue), rng.uniform(*saturation), rng.uniform(*value))


@dataclass(frozen=True, slots=True)
class PipLook:
    """How pips are drawn; lengths are shares of half the edge.

    Attributes:
        style: a name of the group "pips".
        radius: of a pip.
        columns: distance of the outer pips from the middle, across.
        rows: the same along; differs from ``columns`` in a stretched six.
        depth: slope at a drilled pip's rim, 0 = printed.
        ink: linear BGR of the pips.
        one_ink: linear BGR of the pip of the one.
        four_ink: linear BGR of the pips of the four.
        one_radius: radius of the one's pip.
        jitter: misplacement of pips.
        flip: for each value, whether its 2, 3 or 6 is turned a quarter.
    """

    style: str
    radius: float
    columns: float
    rows: float
    depth: float
    ink: Floats
    one_ink: Floats
    four_ink: Floats
    one_radius: float
    jitter: float
    flip: tuple[bool, ...]


def pip_look(style: str, body: Floats, rng: np.random.Generator) -> PipLook:
    """Return a random look of a pip style on a body of linear BGR `(3,)`."""
    bright = float(body @ np.array([0.1, 0.6, 0.3], dtype=np.float32))
    dark_ink = bright > 0.16 if rng.random() < 0.93 or not 0.08 < bright < 0.3 else bright < 0.16
    if dark_ink:
        ink = linear(rng.uniform(0, 360), rng.uniform(0, 0.5), rng.uniform(0.02, 0.22))
        if bright > 0.5 and rng.random() < 0.15:
            ink = linear(rng.choice([0, 220, 130, 280]), 0.9, rng.uniform(0.35, 0.75))
    else:
        ink = linear(rng.uniform(20, 60), rng.uniform(0, 0.12), rng.uniform(0.82, 1.0))
    radius = rng.uniform(0.15, 0.22)
    columns = rng.uniform(0.46, 0.56)
    rows = columns * rng.uniform(0.96, 1.04)
    depth = rng.uniform(0.5, 1.4) if style not in {"printed", "worn"} else 0.0
    if rng.random() < 0.25:
        depth = 0.0
    one_ink, four_ink, one_radius, jitter = ink, ink, radius * rng.uniform(1.0, 1.15), 0.0
    red = linear(rng.uniform(-8, 8), 0.9, rng.uniform(0.6, 0.85))
    if style == "gold":
        ink = one_ink = four_ink = linear(rng.uniform(38, 50), 0.65, rng.uniform(0.7, 0.9))
    elif style == "red_one":
        one_ink, one_radius = red, radius * rng.uniform(1.0, 1.5)
    elif style == "large_one":
        one_radius = radius * rng.uniform(1.5, 2.4)
    elif style == "asian":
        one_ink, four_ink, one_radius = red, red, radius * rng.uniform(1.5, 2.3)
        rows, columns = rows * 0.9, columns * 0.8
    elif style == "offset":
        jitter = 0.06
    elif style == "tight":
        columns, radius = rng.uniform(0.34, 0.45), min(radius, 0.17)
        rows = columns * rng.uniform(1.0, 1.2)
    elif style == "wide":
        columns, rows = rng.uniform(0.56, 0.68), rng.uniform(0.56, 0.68)
    elif style == "tiny":
        radius = rng.uniform(0.08, 0.13)
    elif style == "huge":
        radius, columns = rng.uniform(0.23, 0.27), rng.uniform(0.54, 0.62)
        rows = columns
    elif style == "casino":
        radius, depth = rng.uniform(0.17, 0.23), 0.0
        columns = rows = rng.uniform(0.52, 0.62)
    if rng.random() < 0.2:
        # Sixes with rows far apart or columns close: the spread that fools simple readers.
        columns *= rng.uniform(0.68, 0.95)
    radius = min(radius, 0.46 * rows, 0.92 * columns, 0.93 - max(rows, columns))
    flips = tuple(bool(flag) for flag in rng.random(7) < 0.5)
    return PipLook(
        style, radius, columns, rows, depth, ink, one_ink, four_ink, one_radius, jitter, flips
    )


def pip_places(value: int, columns: float, rows: float) -> list[tuple[float, float]]:
    """Return where the pips of a value lie on its face, as (across, along) in half edges."""
    c, r = columns, rows
    return {
        1: [(0.0, 0.0)],
        2: [(-c, r), (c, -r)],
        3: [(-c, r), (0.0, 0.0), (c, -r)],
        4: [(-c, r), (c, r), (-c, -r), (c, -r)],
        5: [(-c, r), (c, r), (0.0, 0.0), (-c, -r), (c, -r)],
        6: [(-c, r), (c, r), (-c, 0.0), (c, 0.0), (-c, -r), (c, -r)],
    }[value]


class Canvas:
    """One face, or a part of one, while it is painted.

    Attributes:
        colour: `(h, w, 3)` linear BGR.
        height: `(h, w)` relief in half edges.
        u: `(1, w)` position across, -1..1.
        v: `(h, 1)` position upwards, -1..1.
        size: px across a whole face.
        pixel: width of a px in half edges.
    """

    def __init__(self, colour: Floats) -> None:
        """Start from a body texture `(T, T, 3)`."""
        self.colour = colour
        self.size = colour.shape[0]
        self.height: Floats = np.zeros((self.size, self.size), dtype=np.float32)
        steps = (np.arange(self.size, dtype=np.float32) + 0.5) * (2 / self.size) - 1
        self.u: Floats = steps[None, :]
        self.v: Floats = -steps[:, None]
        self.pixel = 2.0 / self.size

    def around(self, x: float, y: float, reach: float) -> Canvas:
        """Return the part within ``reach`` of a point; painting it paints this one."""
        columns = [int((x + side * reach + 1) * self.size / 2) for side in (-1, 1)]
        rows = [int((1 - y + side * reach) * self.size / 2) for side in (-1, 1)]
        across = slice(max(0, columns[0] - 1), max(0, columns[1] + 2))
        down = slice(max(0, rows[0] - 1), max(0, rows[1] + 2))
        part = Canvas.__new__(Canvas)
        part.colour, part.height = self.colour[down, across], self.height[down, across]
        part.u, part.v = self.u[:, across], self.v[down]
        part.size, part.pixel = self.size, self.pixel
        return part

    def paint(self, mask: Floats, ink: Floats) -> None:
        """Mix ink into the colour where the mask `(h, w)` is 1."""
        self.colour += (ink - self.colour) * mask[..., None]

    def disc(self, x: float, y: float, radius: float) -> Floats:
        """Return the soft-edged mask `(h, w)` of a disc."""
        away = np.sqrt((self.u - x) ** 2 + (self.v - y) ** 2)
        return np.asarray(np.clip((radius - away) / self.pixel + 0.5, 0.0, 1.0))

    def bowl(self, x: float, y: float, radius: float, depth: float) -> None:
        """Sink a round hole into the height."""
        square = ((self.u - x) ** 2 + (self.v - y) ** 2) / (radius * radius)
        self.height -= np.maximum(1.0 - square, 0.0) * (radius * 0.5 * depth)


def _paint_pip(face: Canvas, look: PipLook, x: float, y: float, radius: float, ink: Floats) -> None:
    face = face.around(x, y, radius * 1.2)
    mask = face.disc(x, y, radius)
    if look.style in {"ring", "ring_dot"} and radius > 2.2 * face.pixel:
        mask = mask - face.disc(x, y, radius * 0.62)
        if look.style == "ring_dot":
            mask = mask + face.disc(x, y, radius * 0.3)
    elif look.style == "square_pips":
        away = np.maximum(np.abs(face.u - x), np.abs(face.v - y))
        mask = np.clip((radius * 0.9 - away) / face.pixel + 0.5, 0.0, 1.0)
    face.paint(mask, ink)
    if look.depth > 0:
        face.bowl(x, y, radius * 1.05, look.depth)


def paint_pips(face: Canvas, value: int, look: PipLook, rng: np.random.Generator) -> None:
    """Paint a value's pips on a face."""
    turned = look.flip[value]
    ink = {1: look.one_ink, 4: look.four_ink}.get(value, look.ink)
    radius = look.one_radius if value == 1 else look.radius
    for across, along in pip_places(value, look.columns, look.rows):
        x, y = (along, -across) if turned else (across, along)
        if look.jitter:
            x, y = x + rng.uniform(-1, 1) * look.jitter, y + rng.uniform(-1, 1) * look.jitter
        _paint_pip(face, look, x, y, radius, ink)
    if value == 1 and look.style == "logo_one":
        _paint_logo(face, look, rng)
    if look.style == "worn":
        worn = fractal(rng, (face.size, face.size), 6, 3)
        patch = np.clip((worn - 0.55) * 6, 0, 1)
        face.paint(patch * 0.5, face.colour.mean(axis=(0, 1)))


def _paint_logo(face: Canvas, look: PipLook, rng: np.random.Generator) -> None:
    """Put a small maker's mark on the one: a star or letters around its pip."""
    mask = np.zeros((face.size, face.size), dtype=np.uint8)
    middle = face.size / 2
    if rng.random() < 0.5:
        spikes = int(rng.integers(5, 9))
        angles = np.arange(2 * spikes) * np.pi / spikes + rng.uniform(0, 1)
        reach = np.where(np.arange(2 * spikes) % 2, 0.22, rng.uniform(0.45, 0.65)) * middle
        star = np.stack([middle + reach * np.cos(angles), middle + reach * np.sin(angles)], axis=1)
        cv2.fillPoly(mask, [np.round(star * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    else:
        letters = "".join(rng.choice(list("ABCDEGKLMNRSTX"), 3))
        scale = face.size / 55
        place = (int(middle * 0.35), int(middle * 1.75))
        thick = max(1, face.size // 40)
        cv2.putText(mask, letters, place, cv2.FONT_HERSHEY_DUPLEX, scale, 255, thick, cv2.LINE_AA)
    face.paint(mask.astype(np.float32) / 255, look.one_ink)


def paint_number(face: Canvas, text: str, ink: Floats, rng: np.random.Generator) -> None:
    """Paint a number or letter in the middle of a face."""
    font = int(rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, 3, 4]))
    mask = np.zeros((face.size, face.size), dtype=np.uint8)
    thick = max(1, round(face.size * rng.uniform(0.04, 0.1)))
    scale = face.size * rng.uniform(0.45, 0.65) / 22
    (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
    if wide > face.size * 0.75:
        scale *= face.size * 0.75 / wide
        (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
    place = ((face.size - wide) // 2, (face.size + high) // 2)
    cv2.putText(mask, text, place, font, scale, 255, thick, cv2.LINE_AA)
    turns = int(rng.integers(4))
    face.paint(np.rot90(mask, turns).astype(np.float32) / 255, ink)


def body_texture(
    material: str, colour: Floats, size: int, rng: np.random.Generator
) -> list[Floats]:
    """Return six `(T, T, 3)` linear BGR textures of the bare body.

    Args:
        material: plain, marbled, speckled, pearl, wood or clear.
        colour: linear BGR `(3,)` of the body.
        size: T in px.
        rng: where the random numbers come from.
    """
    base = np.broadcast_to(colour, (6 * size, size, 3)).astype(np.float32)
    shape = (6 * size, size)
    if material == "marbled":
        veins = np.abs(fractal(rng, shape, 24, 3) - 0.5) * rng.uniform(3, 7)
        other = np.clip(colour * rng.uniform(0.2, 0.7) + rng.uniform(0, 0.25), 0, 1)
        base += (other - base) * np.clip(1 - veins, 0, 1)[..., None] * rng.uniform(0.3, 0.9)
    elif material == "speckled":
        dots = rng.random(shape, dtype=np.float32) > rng.uniform(0.9, 0.98)
        soft = cv2.GaussianBlur(dots.astype(np.float32), (0, 0), max(0.5, size / 90))
        other = np.square(rng.random(3, dtype=np.float32))
        base += (other - base) * np.clip(soft * 4, 0, 1)[..., None]
    elif material == "pearl":
        base *= 0.7 + 0.6 * fractal(rng, shape, 20, 2)[..., None]
    elif material == "wood":
        along = cv2.resize(fractal(rng, (6 * size, max(4, size // 10)), 60, 3), (size, 6 * size))
        base *= 0.62 + 0.7 * along[..., None]
    return [np.ascontiguousarray(base[k * size : (k + 1) * size]) for k in range(6)]


def make_skin(faces: list[Canvas], *, gloss: float, hardness: float, clear: float) -> Skin:
    """Return the surface made of six painted faces."""
    albedo = np.concatenate([np.clip(face.colour, 0, 1) for face in faces])
    slopes = []
    for face in faces:
        step = 8 * face.pixel
        across = cv2.Sobel(face.height, cv2.CV_32F, 1, 0, ksize=3) / step
        down = cv2.Sobel(face.height, cv2.CV_32F, 0, 1, ksize=3) / step
        slopes.append(np.stack([across, down], axis=2))
    return Skin(albedo.astype(np.float32), np.concatenate(slopes), gloss, hardness, clear)
