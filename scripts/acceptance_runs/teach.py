"""Teaching new dice: unseen symbols, odd pips, real symbol dice, sabotage, and kills at random.

Each case is one lesson with the shipped model, from photos to a model that is judged through the
whole line: a die counts as right when it is found, reported and read as what it is.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from dicecam.dice import PIPS
from dicecam.learn.collect import likely_dice
from dicecam.learn.dice_sets import DiceSet, SetFace, find_set, new_set, with_face, write_set
from dicecam.learn.files import sweep
from dicecam.learn.guard import Verdict
from dicecam.learn.job import command, teach
from dicecam.learn.models import list_models, models_folder, name_in_use, use
from dicecam.learn.store import LabelledDie, open_store
from dicecam.measure.labels import labelled_photos
from dicecam.sight import Box, Image
from dicecam.vision.crops import crop_square
from dicecam.vision.looker import DiceLooker, load_looker
from dicecam.vision.model import SHIPPED, Model, find_model, load_model
from dicecam.vision.onnx_reader import OnnxReader
from dicecam.vision.photos import load_photo
from scripts.acceptance_runs import _artwork, _common

KILL_PARTS = 4
CASES = 6 + KILL_PARTS
SHOTS = 5
TESTS = 8
LONGEST_S = 600.0
RIGHT = 0.95
MOST_LOST = 0.005
KILLS = 20 // KILL_PARTS
WHITE = 250
"""A px at least this bright in all channels shows nothing."""
MOST_WHITE = 0.25
"""Photos in which more of a top face is white, or a die is cut by the border, are not taken: nobody
could read them."""

PIP_RECIPE = replace(_artwork.PHOTO, die_px=(45.0, 100.0), elevation_deg=(55.0, 90.0), touching=0.1)
PIP_PHOTOS, PIP_TESTS, PIP_DICE = 40, 60, 5

Truth = tuple[str, tuple[float, float, float, float]]
Labelled = tuple[Image, Sequence[Truth]]


def run(case: int) -> dict[str, object]:
    """Run a lesson; what it gives depends on the case."""
    with tempfile.TemporaryDirectory() as home:
        if case < 3:
            return _symbols(case, Path(home))
        if case >= 6:
            return _kills(Path(home), case - 6)
        todo: tuple[Callable[[Path], dict[str, object]], ...]
        todo = (_gold_pips, _sabotage, _real_dice)
        return todo[case - 3](Path(home))


# Sets and lessons.


def _store(dice: DiceSet, photos: Sequence[Labelled], name: Callable[[str], str]) -> DiceSet:
    """Write a set with photos whose dice are labelled; `name` gives the reader class of a face."""
    store = open_store(dice.photos)
    for number, (image, truths) in enumerate(photos):
        labels = [LabelledDie(box, name(face)) for face, box in truths]
        store.add(image, labels, "day", "photos", f"{number}.png")
        for face, _ in truths:
            dice = with_face(dice, SetFace(name(face), face))
    store.save()
    write_set(dice)
    return dice


def _teach(dice: DiceSet, home: Path) -> tuple[Path, Verdict, dict[str, float]]:
    """Teach a set; return the model's folder, the verdict, seconds on the clock and of CPU time."""
    start, busy = time.monotonic(), time.process_time()
    path, verdict = teach([dice], lambda progress: True, home / "models", find_model(SHIPPED))
    use(path.name, home / "models")
    spent = {
        "seconds": round(time.monotonic() - start, 1),
        "cpu_seconds": round(time.process_time() - busy, 1),
        "load": round(os.getloadavg()[0], 1),
    }
    return path, verdict, spent


def _found(looker: DiceLooker, image: Image) -> list[tuple[float, float, float, float]]:
    """Return the box that is kept when somebody teaches a die."""
    return [box.xyxy for box in likely_dice(looker.detector.detect(image))[:1]]


def _right(looker: DiceLooker, photos: Sequence[Labelled]) -> dict[str, float]:
    """Return shares of dice found and right, and of photos that are exact."""
    dice = found = right = exact = 0
    for image, truths in photos:
        faces = looker.look(image)
        taken = _common.match([face.box for face in faces], [Box(*box) for _, box in truths])
        hits = [n in taken and faces[taken[n]].face == truth for n, (truth, _) in enumerate(truths)]
        dice, found, right = dice + len(truths), found + len(taken), right + sum(hits)
        exact += all(hits) and len(faces) == len(truths)
    return {
        "dice": dice,
        "found": round(found / dice, 4),
        "right": round(right / dice, 4),
        "exact_photos": round(exact / len(photos), 4),
    }


# Old faces: the labelled dice of val, and the replay half that is never trained on.


def _val() -> Iterator[tuple[Image, Sequence[Truth]]]:
    """Yield the labelled photos of val; nothing where DICECAM_DATA names none."""
    if not os.environ.get("DICECAM_DATA"):
        return
    for folder in sorted(_common.photos("val").iterdir()):
        if not (folder / "labels").is_dir():
            continue
        for photo in labelled_photos(folder):
            image = load_photo(photo.path)
            height, width = image.shape[:2]
            known = [label for label in photo.labels if label.face is not None]
            yield image, [(str(one.face), one.scaled(width, height).xyxy) for one in known]


def _lost_on_val(model: Model, taught: Model) -> dict[str, float]:
    """Return how many labelled dice of val both readers read right, each from the same crop."""
    shipped, new = OnnxReader(model.reader), OnnxReader(taught.reader)
    counts = np.zeros(3, np.int64)
    for image, truths in _val():
        boxes = [Box(*box) for _, box in truths]
        for at, reader in enumerate((shipped, new), 1):
            read = reader.read(image, boxes)
            counts[at] += sum(
                one.face == truth for one, (truth, _) in zip(read, truths, strict=True)
            )
        counts[0] += len(truths)
    if not counts[0]:
        return {}
    before, after = counts[1] / counts[0], counts[2] / counts[0]
    return {
        "val_dice": int(counts[0]),
        "val_before": round(float(before), 4),
        "val_after": round(float(after), 4),
    }


def _figures(path: Path, verdict: Verdict, spent: dict[str, float]) -> dict[str, object]:
    model = load_model(path)
    return {
        **spent,
        "guard_passed": verdict.passed,
        "guard_new": round(verdict.new[-1].after, 4),
        "guard_unsaid": round(verdict.unsaid, 4),
        "old_before": round(verdict.old[-1].before, 4),
        "old_after": round(verdict.old[-1].after, 4),
        **_lost_on_val(find_model(SHIPPED), model),
    }


# The cases.


def _symbols(die: int, home: Path) -> dict[str, object]:
    """Teach six unseen symbols from five photos each, as the detector finds the die."""
    look = _artwork.symbol_look(die)
    shipped = load_looker(SHIPPED)
    taught: list[Labelled] = []
    for shot in _artwork.shots(look, SHOTS + 2, 5000 + 1000 * die):
        done = sum(face == shot.face for _, ((face, _),) in taught)
        boxes = _found(shipped, shot.image)
        if done < SHOTS and boxes and _common.match([Box(*boxes[0])], [Box(*shot.box)]):
            taught.append((shot.image, ((shot.face, boxes[0]),)))
    dice = _store(new_set("Garden", home / "dice"), taught, lambda face: f"garden_{face}")
    path, verdict, spent = _teach(dice, home)
    tests = [
        (shot.image, ((f"garden_{shot.face}", shot.box),))
        for shot in _artwork.shots(look, TESTS, 105_000 + 1000 * die)
    ]
    looker = load_looker(str(path))
    unsaid = _right(looker, tests)
    # As in a game: the user has said which dice he plays with.
    looker.expect_faces(dice.readings)
    return {
        "kind": "symbols",
        "die": die,
        "photos": len(taught),
        **_figures(path, verdict, spent),
        "nothing_said": unsaid,
        "dice_chosen": _right(looker, tests),
    }


def _pip_photos(count: int, first_seed: int) -> list[Labelled]:
    looks = [_artwork.gold_pips(1)] * PIP_DICE
    photos: list[Labelled] = []
    seed = first_seed
    while len(photos) < count:
        (scene,) = _artwork.scenes(looks, [seed], PIP_RECIPE)
        seed += 1
        whole = len(scene.dice) == PIP_DICE and all(map(_artwork.clear, scene.dice))
        if whole and all(_white(scene.image, die.corners) <= MOST_WHITE for die in scene.dice):
            photos.append((scene.image, [(die.face, die.box) for die in scene.dice]))
    return photos


def _white(image: Image, corners: Sequence[tuple[float, float]]) -> float:
    """Return the share of a top face that the light has turned white."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    face = image[mask > 0]
    return float((face.min(1) >= WHITE).mean()) if len(face) else 1.0


def _gold_pips(home: Path) -> dict[str, object]:
    """Teach an odd style of pips from forty labelled photos."""
    tests = _pip_photos(PIP_TESTS, 205_000)
    shipped = load_looker(SHIPPED)
    shipped.expect_faces(PIPS)
    before = _right(shipped, tests)
    photos = _pip_photos(PIP_PHOTOS, 8_000)
    dice = _store(new_set("Gold", home / "dice"), photos, str)
    path, verdict, spent = _teach(dice, home)
    looker = load_looker(str(path))
    unsaid = _right(looker, tests)
    looker.expect_faces(PIPS)
    after = _right(looker, tests)
    return {
        "kind": "pips",
        "photos": len(photos),
        **_figures(path, verdict, spent),
        "before": before,
        "nothing_said": unsaid,
        "after": after,
    }


def _sabotage(home: Path) -> dict[str, object]:
    """Teach a die with its labels shuffled; the guard has to refuse it."""
    shots = _artwork.shots(_artwork.symbol_look(0), SHOTS, 5000)
    names = np.random.default_rng(3).permutation([shot.face for shot in shots])
    photos = [(s.image, ((str(name), s.box),)) for s, name in zip(shots, names, strict=True)]
    dice = _store(new_set("Garden", home / "dice"), photos, lambda face: f"garden_{face}")
    folder = home / "models"
    _, verdict = teach([dice], lambda progress: True, folder, find_model(SHIPPED))
    return {
        "kind": "sabotage",
        "refused": not verdict.passed,
        "reasons": list(verdict.reasons),
        "in_use": name_in_use(folder),
        "guard_new": round(verdict.new[-1].after, 4),
    }


def _real_dice(home: Path) -> dict[str, object]:
    """Teach each face of two real dice from its only photo, and look for it among others."""
    named = os.environ.get("DICECAM_DATA")
    folder = Path(named or "") / "symbol-dice"
    if not named or not folder.is_dir():
        return {"kind": "real", "skipped": "DICECAM_DATA holds no symbol-dice"}
    looker = load_looker(SHIPPED)
    photos: list[Labelled] = []
    for path in sorted((*folder.glob("black-*.jpg"), *folder.glob("blue-*.jpg"))):
        image = load_photo(path)
        boxes = _found(looker, image)
        if boxes:
            photos.append((image, ((path.stem, boxes[0]),)))
    dice = new_set("Empire", home / "dice")
    dice = _store(dice, photos, lambda face: f"empire_{face.replace('-', '_')}")
    path, _, spent = _teach(dice, home)
    looker = load_looker(str(path))
    looker.expect_faces(dice.readings)
    looked = looker.look_closely(load_photo(folder / "all.jpg"))
    said = [[[face.face, round(face.confidence, 3)] for face in faces]
            for faces in (looked.faces, looked.left_out)]  # fmt: skip
    return {
        "kind": "real",
        "photos": [face for _, ((face, _),) in photos],
        **spent,
        "read": said[0],
        "left_out": said[1],
    }


@contextmanager
def _user(home: Path) -> Iterator[dict[str, str]]:
    """Let this program and its processes use another user's folders."""
    before = os.environ.get("XDG_DATA_HOME")
    os.environ["XDG_DATA_HOME"] = str(home)
    try:
        yield dict(os.environ)
    finally:
        if before is None:
            del os.environ["XDG_DATA_HOME"]
        else:
            os.environ["XDG_DATA_HOME"] = before


_ADOPT = """
import itertools, sys
from dicecam.learn.models import use, use_previous
print("ready", flush=True)
for name in itertools.cycle(("garden-1", "garden-2", "shipped")):
    use(name)
"""


def _kills(home: Path, part: int) -> dict[str, object]:
    """Kill trainings and adoptions at random moments; every time all is usable after it."""
    with _user(home) as environment:
        folder = models_folder()
        shots = _artwork.shots(_artwork.symbol_look(0), 3, 5000)
        photos = [(shot.image, ((shot.face, shot.box),)) for shot in shots]
        sets = folder.parent / "dice"
        dice = _store(new_set("Garden", sets), photos, lambda face: f"garden_{face}")
        start = time.monotonic()
        path, _ = teach([dice], lambda progress: True, folder, find_model(SHIPPED))
        whole_s = time.monotonic() - start
        shutil.copytree(path, folder / "garden-2")
        use(path.name)
        rng = random.Random(5 + part)
        usable = []
        for number in range(KILLS):
            adopting = number % 2 == 1
            words = [sys.executable, "-c", _ADOPT] if adopting else command(["garden"])
            process = subprocess.Popen(words, stdout=subprocess.PIPE, env=environment)
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(rng.uniform(0.0, 1.0 if adopting else whole_s))
            process.kill()
            process.stdout.close()
            process.wait()
            usable.append(_usable(folder, sets, "garden-1" if not adopting else ""))
            use("garden-1")
        left = sweep(folder)
    return {
        "kind": "kills",
        "kills": KILLS,
        "usable": sum(usable),
        "training_s": round(whole_s, 1),
        "swept": left,
    }


def _usable(folder: Path, sets: Path, expected: str) -> bool:
    """Tell whether model in use, all models and the photos of the set can be read."""
    model = find_model("default")
    store = open_store(find_set("garden", sets).photos)
    whole = all(len(store.load(picture)) for picture in store.pictures)
    models = list_models(folder)
    crop = crop_square(store.load(store.pictures[0]), store.pictures[0].dice[0].box, 64, 1.3)
    side = model.reader.input_px
    read = OnnxReader(model.reader).probabilities(np.zeros((1, side, side, 3), np.uint8))
    return (
        whole
        and len(crop) == 64
        and len(read) == 1
        and not any(model.trouble for model in models)
        and (not expected or name_in_use(folder) == expected)
    )


def summarise(results: Sequence[dict[str, Any]]) -> dict[str, object]:
    """Return the figures of all cases and whether the goals are reached."""
    symbols = [one for one in results if one["kind"] == "symbols"]
    passed = [
        one["dice_chosen"]["right"] >= RIGHT and one["seconds"] <= LONGEST_S and _kept(one)
        for one in symbols
    ]
    for one in results:
        if one["kind"] == "pips":
            before, after = one["before"]["exact_photos"], one["after"]["exact_photos"]
            passed.append(before < 0.6 and after > RIGHT and _kept(one))
        elif one["kind"] == "sabotage":
            passed.append(one["refused"] and one["in_use"] == SHIPPED)
        elif one["kind"] == "kills":
            passed.append(one["usable"] == one["kills"])
    return {
        "results": list(results),
        "goals": {"right": RIGHT, "seconds": LONGEST_S, "most_lost": MOST_LOST},
        "model": find_model(SHIPPED).sha256[:12],
        "passed": all(passed),
    }


def _kept(one: dict[str, Any]) -> bool:
    """Tell whether old faces lost no more than is allowed, on the replay set and on val."""
    lost = one["old_before"] - one["old_after"]
    return max(lost, one.get("val_before", 0.0) - one.get("val_after", 0.0)) <= MOST_LOST
