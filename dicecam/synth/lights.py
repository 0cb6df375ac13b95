"""Light rigs: where light comes from, its colour, and how hard its shadows are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dicecam.synth.arrays import Floats


@dataclass(frozen=True, slots=True)
class Light:
    """The light over a table, in linear BGR.

    Attributes:
        towards: `(3,)` unit vector from the table to the key light.
        key_bgr: `(3,)` strength of the key light.
        ambient_bgr: `(3,)` strength of the light from everywhere.
        fill: `(3,)` unit vector to a second, weak light without shadows.
        fill_bgr: `(3,)` its strength.
        softness: angular radius of the key light (tangent); 0 casts hard shadows.
        shine: how strongly things mirror the lights, 0..1.
        falloff: how unevenly the table is lit, 0..1.
    """

    towards: Floats
    key_bgr: Floats
    ambient_bgr: Floats
    fill: Floats
    fill_bgr: Floats
    softness: float
    shine: float
    falloff: float


# elevation of the key light in degrees, key share of all light, softness, kelvin range
_RIGS: dict[str, tuple[tuple[float, float], tuple[float, float], tuple[float, float], float, float]]
_RIGS = {
    "window": ((25, 55), (0.45, 0.7), (0.15, 0.5), 5200, 8000),
    "lamp": ((40, 80), (0.5, 0.8), (0.05, 0.25), 2500, 3400),
    "ceiling": ((65, 88), (0.35, 0.65), (0.1, 0.5), 3000, 5500),
    "two_lamps": ((35, 70), (0.4, 0.6), (0.05, 0.2), 2700, 5000),
    "dim": ((30, 75), (0.3, 0.7), (0.1, 0.5), 2300, 4500),
    "flash": ((70, 88), (0.6, 0.85), (0.01, 0.05), 5000, 6500),
    "spot": ((30, 60), (0.75, 0.92), (0.0, 0.04), 2800, 6500),
    "overcast": ((55, 85), (0.15, 0.3), (0.5, 0.9), 6000, 9000),
}


def kelvin_bgr(kelvin: float) -> Floats:
    """Return the colour of light of a temperature as linear BGR with green 1 (fitted roughly)."""
    warm = np.interp(kelvin, (2200, 3000, 4000, 5500, 6500, 9000), (2.2, 1.8, 1.4, 1.08, 1.0, 0.85))
    blue = np.interp(kelvin, (2200, 3000, 4000, 5500, 6500, 9000), (0.22, 0.4, 0.62, 0.9, 1.0, 1.3))
    return np.array([blue, 1.0, warm], dtype=np.float32)


def _direction(azimuth: float, elevation: float) -> Floats:
    flat = np.cos(elevation)
    vector = (flat * np.cos(azimuth), flat * np.sin(azimuth), np.sin(elevation))
    return np.array(vector, dtype=np.float32)


def make_light(name: str, rng: np.random.Generator) -> Light:
    """Return a random light of a rig.

    Args:
        name: a name of the group "lights" in ``styles.STYLES``.
        rng: where the random numbers come from.
    """
    elevations, shares, softs, cold, warm = _RIGS[name]
    azimuth = rng.uniform(0, 2 * np.pi)
    towards = _direction(azimuth, np.radians(rng.uniform(*elevations)))
    share = rng.uniform(*shares)
    # Cameras balance white: most of the cast is taken out, seldom all of it.
    balance = rng.uniform(0.35, 1.05)
    cast = kelvin_bgr(rng.uniform(cold, warm)) ** (1.0 - min(balance, 1.0))
    cast = cast * rng.uniform(0.94, 1.06, 3).astype(np.float32)
    other = kelvin_bgr(rng.uniform(3000, 8000)) ** 0.3
    fill_share = 0.35 if name == "two_lamps" else rng.uniform(0.05, 0.2)
    fill = _direction(azimuth + rng.uniform(1.5, 4.8), np.radians(rng.uniform(30, 80)))
    upright = max(float(towards[2]), 0.25)
    return Light(
        towards=towards,
        key_bgr=(cast * share / upright).astype(np.float32),
        ambient_bgr=(cast * other * (1 - share) * (1 - fill_share)).astype(np.float32),
        fill=fill,
        fill_bgr=(other * (1 - share) * fill_share).astype(np.float32),
        softness=float(rng.uniform(*softs)),
        shine=float(rng.uniform(0.2, 1.0)),
        falloff=float(
            rng.uniform(0.0, 0.5) if name not in {"spot", "lamp"} else rng.uniform(0.3, 0.9)
        ),
    )
