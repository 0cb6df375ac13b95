"""Renders scenes and stores them as detector pictures and reader crops.

It knows the scene maker's door and the stored form, not how a scene is drawn.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from dicecam.errors import DataSetError
from dicecam.learn.data.build import FACES, CropCollector, write_record
from dicecam.learn.data.store import DIE, IGNORED, write_label
from dicecam.synth import (
    CLUTTER,
    COCKED,
    DEKAXEX,
    FAR,
    MEMODIXE,
    PIPS,
    QWIXX,
    SHELFIE,
    SYMBOLS,
    WEBCAM,
    Recipe,
    Scene,
    render_scene,
)

log = logging.getLogger(__name__)
MIX: tuple[tuple[str, Recipe, float], ...] = (
    ("pips", PIPS, 0.30),
    ("webcam", WEBCAM, 0.10),
    ("qwixx", QWIXX, 0.04),
    ("dekaxex", DEKAXEX, 0.03),
    ("clutter", CLUTTER, 0.06),
    ("cocked", COCKED, 0.16),
    ("symbols", SYMBOLS, 0.20),
    ("shelfie", SHELFIE, 0.05),
    ("memodixe", MEMODIXE, 0.06),
)
"""Recipes of the training scenes and their shares."""
ASKED_FOR: tuple[tuple[str, Recipe, float], ...] = (("far", FAR, 1.0),)
"""Recipes that are drawn only when named."""
PART = 200
"""Scenes a part; parts are rendered at the same time and skipped when already there."""
LEAST_VISIBLE = 0.3
"""Dice hidden more than that are neither a die nor background to the detector."""
LEAST_READ_PX = 10.0
"""Smaller dice teach the reader nothing but noise."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a rendered set.

    Attributes:
        out: Folder of the prepared data.
        name: Name of the set.
        number: Which part; with the seed it decides every scene in it.
        seed: Seed of the set.
        count: Scenes in the part.
        recipes: Names of the recipes to use; empty for all of `MIX`.
    """

    out: Path
    name: str
    number: int
    seed: int
    count: int
    recipes: tuple[str, ...] = ()

    @property
    def crops(self) -> Path:
        """File of the reader crops; written last, so it marks a finished part."""
        return self.out / "read" / f"{self.name}_{self.number:03d}.npz"


def render_part(part: Part) -> int:
    """Render one part unless it is there already.

    Args:
        part: What to render.

    Returns:
        How many dice it shows; 0 when nothing was to do.
    """
    if part.crops.exists():
        return 0
    cv2.setNumThreads(1)
    target = part.out / "detect" / part.name
    for folder in (target / "images", target / "labels", part.out / "read"):
        folder.mkdir(parents=True, exist_ok=True)
    crops = CropCollector()
    rng = np.random.default_rng((part.seed, part.number))
    mix = [entry for entry in MIX + ASKED_FOR if entry[0] in part.recipes] or list(MIX)
    shares = np.array([share for _, _, share in mix])
    for index in range(part.count):
        _, recipe, _ = mix[int(rng.choice(len(mix), p=shares / shares.sum()))]
        scene = render_scene(int(rng.integers(2**31)), recipe)
        _store(target, f"{part.number:03d}_{index:04d}", scene)
        for die in scene.dice:
            if max(die.box[2] - die.box[0], die.box[3] - die.box[1]) >= LEAST_READ_PX:
                face = FACES.index(die.face)
                crops.add(scene.image, die.box, face, die.corners, die.seen_from_deg, die.axes)
    crops.save(part.crops)
    return len(crops.labels)


def _store(target: Path, stem: str, scene: Scene) -> None:
    """Write the picture and the detector's labels of a scene."""
    height, width = scene.image.shape[:2]
    scale = np.array([width, height, width, height])
    labels = []
    for die in scene.dice:
        x1, y1, x2, y2 = (float(value) for value in np.array(die.box) / scale)
        kind = DIE if die.visible >= LEAST_VISIBLE else IGNORED
        labels.append((kind, (x1, y1, x2, y2)))
    cv2.imwrite(str(target / "images" / f"{stem}.jpg"), scene.image, [cv2.IMWRITE_JPEG_QUALITY, 95])
    write_label(target / "labels" / f"{stem}.txt", labels)


def render_set(
    out: Path,
    name: str,
    count: int,
    seed: int,
    workers: int,
    progress: Callable[[int, int], None],
    recipes: tuple[str, ...] = (),
) -> dict[str, object]:
    """Render a set of training scenes; held-back styles never occur in it.

    Args:
        out: Folder of the prepared data.
        name: Name of the set.
        count: Scenes, rounded up to whole parts unless smaller than one.
        seed: Seed of the set.
        workers: Processes.
        progress: Called with the number of finished and of all parts.
        recipes: Names of the recipes to use; empty for all of `MIX`.

    Returns:
        What the training record needs.

    Raises:
        DataSetError: when there is no such recipe.
    """
    known = {recipe: share for recipe, _, share in MIX + ASKED_FOR}
    if unknown := set(recipes) - set(known):
        raise DataSetError(f"no recipe {sorted(unknown)}; expected some of {sorted(known)}")
    chosen = set(recipes) or {recipe for recipe, _, _ in MIX}
    size = min(PART, count)
    parts = [Part(out, name, number, seed, size, recipes) for number in range(-(-count // size))]
    with ProcessPoolExecutor(workers) as pool:
        jobs = [pool.submit(render_part, part) for part in parts]
        for done, job in enumerate(as_completed(jobs), 1):
            job.result()
            progress(done, len(parts))
    mix = {recipe: share for recipe, share in known.items() if recipe in chosen}
    return {"name": name, "photos": size * len(parts), "seed": seed, "mix": mix}


def ensure_data(data: Path, scenes: int = 160) -> float:
    """Render a small set when a data folder is empty, so that a training can be tried at once.

    Args:
        data: Folder of the prepared data.
        scenes: How many scenes to render.

    Returns:
        Seconds it took, 0 when the folder was filled already.
    """
    if (data / "detect").is_dir() and (data / "read").is_dir():
        return 0.0
    start = time.monotonic()
    log.info("%s is empty: rendering %d scenes", data, scenes)
    count = scenes // 2
    with ProcessPoolExecutor(2) as pool:
        jobs = [pool.submit(render_part, Part(data, "sample", n, 1, count)) for n in range(2)]
        for job in jobs:
            job.result()
    write_record(data, [{"name": "sample", "photos": 2 * count, "seed": 1}])
    return time.monotonic() - start
