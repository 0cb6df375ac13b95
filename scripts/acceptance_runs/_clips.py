"""Rendered clips for the checks of the table: kept on disk once drawn, and read by the truth.

Drawing takes far longer than judging, so that a clip is drawn once, kept as a webcam sends it
(MJPG) under `runs/`, and judged as often as needed. The truth's readings stand in for the models
where the table alone is measured.
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from dicecam.dice import UNREADABLE
from dicecam.sight import Box, Image, SeenFace
from dicecam.synth import clips, cube, hands, script, sensor, timeline
from dicecam.synth.clips import ClipDie, ClipTruth, Film

FOLDER = Path(__file__).resolve().parents[2] / "runs" / "clips"
QUALITY = 92


def frames(film: Film, name: str) -> Iterator[tuple[Image, ClipTruth]]:
    """Yield the pictures of a clip with their truth; draw and keep them if need be.

    Args:
        film: The clip.
        name: What to call its file.
    """
    path = FOLDER / f"{name}-{_drawn_by()}.clip"
    if not path.exists():
        _keep(film, path)
    with path.open("rb") as file:
        while True:
            try:
                picture, truth = pickle.load(file)
            except EOFError:
                return
            image = cv2.imdecode(picture, cv2.IMREAD_COLOR)
            assert image is not None
            yield image.astype(np.uint8, copy=False), truth


def _keep(film: Film, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_suffix(".part")
    with half.open("wb") as file:
        for index in range(int(film.plan.end_s * film.script.fps)):
            image, truth = film.frame(index)
            done, picture = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
            assert done
            pickle.dump((picture, truth), file)
    half.replace(path)


def _drawn_by() -> str:
    """Return what changes when clips are drawn in another way."""
    parts = (clips, cube, hands, script, sensor, timeline)
    code = b"".join(Path(str(part.__file__)).read_bytes() for part in parts)
    return hashlib.sha256(code).hexdigest()[:8]


class TruthLooker:
    """Answers with a clip's truth as a good model would see it: not quite.

    Boxes jitter. Now and then a die is overlooked, a reading is unsure or wrong for one look, and
    some dice are read unsurely for as long as they lie. Dice in motion are found half of the time
    and show anything; hidden ones are hardly found. One leaning die in ten looks like a face.

    Args:
        seed: Decides the noise.

    Attributes:
        truth: The truth of the picture to be looked at; set it before each look.
    """

    def __init__(self, seed: int) -> None:
        self.truth: ClipTruth | None = None
        self._seed = seed

    def look(self, image: Image) -> tuple[SeenFace, ...]:
        """Return what is seen in the picture that the truth is about."""
        del image
        truth = self.truth
        assert truth is not None, "the truth is told before each look"
        rng = np.random.default_rng([self._seed, truth.index, 21])
        seen = [self._seen(die, rng) for die in truth.dice]
        return tuple(face for face in seen if face is not None)

    def _seen(self, die: ClipDie, rng: np.random.Generator) -> SeenFace | None:
        shown = die.seen
        x1, y1, x2, y2 = shown.box
        shape = (x2 - x1) / max(y2 - y1, 1.0)
        found = 0.45 if die.moving else 0.995
        if shown.visible < 0.8:
            found *= 0.7 if shown.visible > 0.5 else 0.1
        if rng.random() > found or not 0.4 < shape < 2.5:
            return None
        shake = rng.normal(0, 0.012 * (x2 - x1), 4)
        box = Box(*(float(edge) for edge in np.array(shown.box) + shake), _share(rng, 0.8, 0.08))
        face, sure = self._face(die, rng)
        names = [f"pips_{value}" for value in range(1, 7)]
        other = str(rng.choice([name for name in names if name != face]))
        rest = ((other, 0.8 * (1 - sure)), (UNREADABLE, 0.1 * (1 - sure)))
        return SeenFace(box, face, sure, shown.colour, _share(rng, 0.9, 0.06), rest)

    def _face(self, die: ClipDie, rng: np.random.Generator) -> tuple[str, float]:
        """Return the face read and how surely."""
        shown = die.seen
        anything = f"pips_{rng.integers(1, 7)}"
        if die.moving:
            return (UNREADABLE if rng.random() < 0.4 else anything), _share(rng, 0.55, 0.2)
        # What is odd about a die stays odd for as long as it lies there.
        x, y = die.centre_mm
        lies = np.random.default_rng([self._seed, die.number, int(abs(x * 10)), int(abs(y * 10))])
        odd = lies.random()
        if not shown.flat:
            if odd < 0.1:
                return shown.true_face, _share(rng, 0.45, 0.1)
            return UNREADABLE, _share(rng, 0.85, 0.1)
        if shown.face == UNREADABLE:
            return UNREADABLE, _share(rng, 0.7, 0.1)
        if rng.random() < 0.01:
            return anything, _share(rng, 0.5, 0.1)
        return shown.true_face, _share(rng, 0.6, 0.06) if odd < 0.03 else _share(rng, 0.95, 0.03)


def _share(rng: np.random.Generator, mean: float, spread: float) -> float:
    return float(np.clip(rng.normal(mean, spread), 0.25, 0.99))


def tell(looker: Any, truth: ClipTruth) -> None:
    """Tell a looker that goes by the truth what is in the next picture."""
    if hasattr(looker, "truth"):
        looker.truth = truth
