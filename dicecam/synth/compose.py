"""Lay table, shadows, things and dice into one linear picture.

It knows shapes and light; which dice and things there are is decided in ``scene``.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from dicecam.synth.arrays import Bytes, Floats
from dicecam.synth.camera import Camera
from dicecam.synth.clutter import Thing
from dicecam.synth.cube import Body, Patch
from dicecam.synth.lights import Light


def draw_table(camera: Camera, texture: Bytes, mm_per_px: float, rng: np.random.Generator) -> Bytes:
    """Return the table's surface `(H, W, 3)` uint8, the square root of linear BGR.

    Args:
        camera: the camera.
        texture: `(S, S, 3)` uint8, square root of linear BGR.
        mm_per_px: size of a texture px on the table.
        rng: draws where the texture begins and how it is turned.
    """
    share = mm_per_px * camera.px_per_mm(np.zeros(3))
    if share < 0.8:
        side = max(48, int(texture.shape[0] * share))
        mm_per_px = mm_per_px * texture.shape[0] / side
        texture = cv2.resize(texture, (side, side), interpolation=cv2.INTER_AREA)
    angle, start = rng.uniform(0, 2 * np.pi), rng.uniform(0, texture.shape[0], 2)
    c, s = np.cos(angle) * mm_per_px, np.sin(angle) * mm_per_px
    place = np.array([[c, s, 0], [s, -c, 0], [0, 0, 1.0]]) @ np.array(
        [[1, 0, -start[0]], [0, 1, -start[1]], [0, 0, 1.0]]
    )
    return cv2.warpPerspective(
        texture,
        camera.plane() @ place,
        (camera.width, camera.height),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_WRAP,
    )


def light_surface(
    surface: Bytes,
    tint: Floats,
    camera: Camera,
    bodies: list[Body],
    light: Light,
    rng: np.random.Generator,
) -> Floats:
    """Return the lit table `(H, W, 3)` in linear BGR with the shadows of the dice.

    Args:
        surface: `(H, W, 3)` uint8 as ``draw_table`` returns it.
        tint: `(3,)` factor a channel.
        camera: the camera.
        bodies: what casts shadows.
        light: the light.
        rng: draws how unevenly the light falls.
    """
    steps = (np.arange(256, dtype=np.float32) / 255) ** 2
    table = (steps[:, None] * tint).astype(np.float32).reshape(1, 256, 3)
    size = (camera.width, camera.height)
    first, other = draw_light(camera, light, rng)
    key, sky = cast_shadows(camera, bodies, light)
    image = cv2.multiply(cv2.resize(first, size), cv2.merge((key, key, key)))
    rest = cv2.multiply(cv2.resize(other, size), cv2.merge((sky, sky, sky)))
    image = cv2.multiply(cv2.add(image, rest), cv2.LUT(surface, table))
    if rng.random() < 0.12:
        _glare(image, light, rng)
    return image


def _glare(image: Floats, light: Light, rng: np.random.Generator) -> None:
    """Add the lamp's mirror image on a glossy table: one or two bright soft patches."""
    height, width = image.shape[:2]
    patch = np.zeros((height // 4 + 1, width // 4 + 1), dtype=np.uint8)
    for _ in range(int(rng.integers(1, 3))):
        centre = (int(rng.integers(patch.shape[1])), int(rng.integers(patch.shape[0])))
        axes = (int(rng.integers(4, 40)), int(rng.integers(4, 30)))
        cv2.ellipse(patch, centre, axes, float(rng.uniform(0, 180)), 0, 360, 255, -1)
    soft = cv2.GaussianBlur(patch, (0, 0), rng.uniform(1.5, 14))
    glow = cv2.resize(soft, (width, height)).astype(np.float32) * np.float32(
        rng.uniform(0.3, 1.3) / 255
    )
    image += cv2.merge([glow * part for part in light.key_bgr.tolist()])


def draw_light(camera: Camera, light: Light, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Return key and other light on the table, both `(h, w, 3)` at an eighth of the size."""
    wide, high = max(8, camera.width // 8), max(8, camera.height // 8)
    column, row = np.meshgrid(np.linspace(-1, 1, wide), np.linspace(-1, 1, high))
    centre = rng.uniform(-0.8, 0.8, 2)
    away = (column - centre[0]) ** 2 + (row - centre[1]) ** 2
    key = np.exp(-away * light.falloff).astype(np.float32)
    slope = 1 + 0.15 * light.falloff * (column * rng.uniform(-1, 1) + row * rng.uniform(-1, 1))
    upright = float(light.towards[2])
    first = key[..., None] * (light.key_bgr * upright)
    other = light.ambient_bgr + light.fill_bgr * float(light.fill[2])
    return first.astype(np.float32), (slope[..., None] * other).astype(np.float32)


def _hull(points: Floats) -> NDArray[np.int32]:
    clipped = np.clip(points, -4000, 4000)
    hull = cv2.convexHull(clipped.astype(np.float32))
    return np.round(hull * 16).astype(np.int32)


def cast_shadows(camera: Camera, bodies: list[Body], light: Light) -> tuple[Floats, Floats]:
    """Return how much key light and how much ambient light reach the table, `(H, W)` each."""
    shape = (camera.height, camera.width)
    key = np.ones(shape, dtype=np.float32)
    sky = np.ones(shape, dtype=np.float32)
    angles = (0.0, 2.1, 4.2, 1.0, 3.1, 5.2)
    side = np.cross(light.towards, [0.3, 0.2, 1.0])
    side /= np.linalg.norm(side)
    other = np.cross(light.towards, side)
    for body in bodies:
        corners = body.corners(1 - 0.45 * body.rounding * 0.7)
        samples = len(angles) if light.softness > 0.03 else 1
        total = None
        for k in range(samples):
            reach = light.softness * (1.0 if k < 3 else 0.5)
            ray = light.towards + reach * (np.cos(angles[k]) * side + np.sin(angles[k]) * other)
            upright = max(float(ray[2]), 0.15)
            ground = corners - ray * (corners[:, 2:3] / upright)
            total = _add_hull(total, camera.project(ground), shape, 1 / samples)
        px = body.edge_mm * camera.px_per_mm(body.centre)
        _darken(key, total, 1.0, blur=0.35 * px * light.softness)
        grown = body.corners(1.12)
        grown[:, 2] = 0
        _darken(sky, _add_hull(None, camera.project(grown), shape, 1.0), 0.55, blur=px * 0.11)
    return key, sky


def _add_hull(
    total: tuple[int, int, Floats] | None,
    points: Floats,
    shape: tuple[int, int],
    weight: float,
) -> tuple[int, int, Floats]:
    """Add a filled hull to a mask that covers the part of the picture it needs."""
    if total is None:
        spread = points.max(axis=0) - points.min(axis=0)
        low = np.floor(points.min(axis=0) - 0.5 * spread - 4)
        high = np.ceil(points.max(axis=0) + 0.5 * spread + 4)
        left, top = (int(np.clip(low[k], 0, shape[1 - k])) for k in (0, 1))
        right, bottom = (int(np.clip(high[k], 0, shape[1 - k])) for k in (0, 1))
        total = (left, top, np.zeros((max(0, bottom - top), max(0, right - left)), np.float32))
    left, top, mask = total
    if mask.size:
        layer = np.zeros(mask.shape, dtype=np.uint8)
        cv2.fillConvexPoly(layer, _hull(points - (left, top)), 255, cv2.LINE_AA, 4)
        mask += layer.astype(np.float32) * np.float32(weight / 255)
    return total


def _darken(
    field: Floats, total: tuple[int, int, Floats] | None, strength: float, blur: float = 0.6
) -> None:
    if total is None or not total[2].size:
        return
    left, top, mask = total
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, min(blur, 25.0)))
    part = field[top : top + mask.shape[0], left : left + mask.shape[1]]
    part *= 1 - strength * np.minimum(soft, 1)


def _lay(target: Bytes, colour: Bytes, mask: Bytes, matrix: Floats, strength: float = 1.0) -> None:
    """Warp a picture `(h, w, 3)` with its mask `(h, w)` into the target where it belongs."""
    height, width = mask.shape
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float64)
    corners = cv2.perspectiveTransform(outline[None], matrix)[0]
    low = np.maximum(np.floor(corners.min(axis=0)).astype(int) - 1, 0)
    high = np.ceil(corners.max(axis=0)).astype(int) + 2
    high = np.minimum(high, (target.shape[1], target.shape[0]))
    if (high <= low).any():
        return
    place = np.array([[1, 0, -low[0]], [0, 1, -low[1]], [0, 0, 1.0]]) @ matrix
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    # Colours run on beyond the mask's edge, so that no dark seam shows.
    laid = cv2.warpPerspective(colour, place, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(mask, place, size).astype(np.float32) * np.float32(strength / 255)
    part = target[low[1] : high[1], low[0] : high[0]]
    part[:] = cv2.blendLinear(laid, np.ascontiguousarray(part), cover, 1 - cover)


def _draw_sides(
    target: Bytes, camera: Camera, colour: Bytes, mask: Bytes, local: Floats, thick: float
) -> None:
    """Draw what is seen of a thick thing below its top."""
    inside = mask > 127
    if not inside.any():
        return  # so small that nothing of its mask is left
    outline = cv2.convexHull(cv2.findNonZero(inside.astype(np.uint8)))[:, 0].astype(np.float64)
    solid = cv2.contourArea(outline.astype(np.float32))
    if np.count_nonzero(mask > 127) < 0.8 * solid:
        # Keys and cables are thin and full of holes: a few layers do.
        dark = cv2.convertScaleAbs(colour, alpha=0.72)
        for share in (0.0, 0.5):
            _lay(target, dark, mask, camera.plane(thick * share) @ local)
        return
    place = np.column_stack([outline, np.ones(len(outline))]) @ local.T
    low = np.column_stack([place[:, :2], np.zeros(len(place))])
    high = np.column_stack([place[:, :2], np.full(len(place), thick)])
    pixels = camera.project(np.concatenate([low, high]))
    middle = colour[mask.shape[0] // 2, ::7].mean(axis=0) * 0.66
    cv2.fillConvexPoly(target, _hull(pixels), tuple(middle.tolist()), cv2.LINE_AA, 4)


def draw_thing(
    target: Bytes,
    camera: Camera,
    thing: Thing,
    place: tuple[float, float, float],
    edge_mm: float,
    light: Light,
) -> None:
    """Lay a thing on the table's surface, with its shadow and its sides.

    Args:
        target: `(H, W, 3)` uint8 surface, changed in place.
        camera: the camera.
        thing: what to draw.
        place: x and y in mm and the turn in radians.
        edge_mm: the edge of a die, which the thing's size is given in.
        light: for the direction of its shadow.
    """
    x, y, yaw = place
    height, width = thing.mask.shape
    mm = thing.width_share * edge_mm / width
    thick = thing.thick_share * edge_mm
    c, s = np.cos(yaw) * mm, np.sin(yaw) * mm
    local = np.array([[c, s, x], [s, -c, y], [0, 0, 1.0]])
    local = local @ np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]])
    scale = camera.px_per_mm(np.array([x, y, 0.0])) * mm
    colour, mask = thing.colour, thing.mask
    if scale < 0.6:
        size = (max(4, int(width * scale * 1.3)), max(4, int(height * scale * 1.3)))
        colour = cv2.resize(colour, size, interpolation=cv2.INTER_AREA)
        mask = cv2.resize(mask, size, interpolation=cv2.INTER_AREA)
        local = local @ np.diag([width / size[0], height / size[1], 1.0])
    dark = np.zeros_like(colour)
    for share in (0.7,) if thick else ():
        drift = light.towards[:2] / max(float(light.towards[2]), 0.3) * thick * share
        moved = np.array([[1, 0, -drift[0]], [0, 1, -drift[1]], [0, 0, 1.0]]) @ local
        _lay(target, dark, mask, camera.plane() @ moved, 0.45)
    if thick * camera.px_per_mm(np.zeros(3)) > 1:
        _draw_sides(target, camera, colour, mask, local, thick)
    _lay(target, colour, mask, camera.plane(thick) @ local)


def lay_patch(image: Floats, patch: Patch) -> tuple[slice, slice, slice, slice] | None:
    """Lay a rendered die into the picture.

    Returns:
        Rows and columns in the picture, then rows and columns in the patch, of the part inside;
        None when nothing of it is.
    """
    high, wide = patch.alpha.shape
    top, left = max(0, patch.top), max(0, patch.left)
    bottom = min(image.shape[0], patch.top + high)
    right = min(image.shape[1], patch.left + wide)
    if bottom <= top or right <= left:
        return None
    rows, columns = slice(top, bottom), slice(left, right)
    inner = slice(top - patch.top, bottom - patch.top)
    inside = slice(left - patch.left, right - patch.left)
    part = image[rows, columns]
    left_over = 1 - patch.alpha[inner, inside]
    behind = cv2.multiply(np.ascontiguousarray(part), cv2.merge((left_over,) * 3))
    part[:] = behind + patch.colour[inner, inside]
    return rows, columns, inner, inside
