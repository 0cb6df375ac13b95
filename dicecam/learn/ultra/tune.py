"""Fine-tunes the whole reader, or the detector, on taught dice: `python -m dicecam.learn.ultra.tune`.

It runs at low priority, says how far it is as `dicecam.learn.job` does, ends when its time is over,
and puts nothing to use. Killing it at any moment is safe. It needs the train extra.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecam.errors import LearnError
from dicecam.learn.data.store import DIE, Crops, Picture
from dicecam.learn.dice_sets import DiceSet, find_set
from dicecam.learn.fewshot import CancelledError
from dicecam.learn.guard import Old, Verdict, folds_of, groups_of, verdict_of
from dicecam.learn.job import REPORT, OnProgress, Progress, lower_priority, teach, tell
from dicecam.learn.lesson import Lesson, gather, part_of
from dicecam.learn.models import free_name, make_model, models_folder
from dicecam.learn.report import report_html
from dicecam.learn.ultra.check import Stopper, judged
from dicecam.learn.ultra.crops import plain
from dicecam.learn.ultra.detector import DetectorPlan, train_detector
from dicecam.learn.ultra.export import export_detector, export_reader, load_weights
from dicecam.learn.ultra.reader import ReaderPlan, begin_with, build_reader, train_reader
from dicecam.learn.ultra.stock import Stock, cut_faces, photo_stock, scene_stock
from dicecam.vision.model import SHIPPED, DetectorSpec, Model, find_model
from dicecam.vision.onnx_detector import OnnxDetector
from dicecam.vision.onnx_reader import OnnxReader
from dicecam.vision.taught import face_crops

MINUTES = 8.0
"""How long a network is trained, unless told otherwise."""
SCENES, PASTED, HELD = 70, 50, 40
"""Rendered scenes to learn from, with faces pasted on dice, and to measure old faces on."""
SEEDS = 7_000_000
LEAST_SHARE = 0.5
"""Share of the scenes that are rendered however long it takes."""
RATE, DETECTOR_RATE = 6e-4, 2e-4
"""Highest learning rates: the networks know most of it already."""
SAVE_S = 10.0
START_SCORE = 12.0
"""What a new row gives its own face at first, above known ones."""
MOST_FEWER = 0.005
"""Share of known dice a fine-tuned detector may find less."""
_STAGES = {"look": (0.0, 0.03), "check": (0.03, 0.3), "fit": (0.3, 0.95), "write": (0.95, 1.0)}


class _Clock(Stopper):
    """Says how far the work is; ends a training that was cancelled."""

    def __init__(self, on_progress: OnProgress, fit_s: float) -> None:
        super().__init__(10**6)
        self._on_progress, self._fit_s = on_progress, fit_s
        self._start = self._fit_start = time.monotonic()
        self._go_on = True
        self._accuracy = 0.0
        self.curve: list[tuple[float, float]] = []

    def say(self, stage: str, share: float) -> bool:
        """Say how far a stage is; return whether to go on."""
        first, last = _STAGES[stage]
        whole = first + (last - first) * min(1.0, share)
        elapsed = time.monotonic() - self._start
        left = elapsed / whole * (1 - whole) if whole > 0.02 else -1.0
        told = Progress(stage, whole, self._accuracy, left)
        self._go_on = self._on_progress(told) and self._go_on
        if stage == "fit":
            self.curve.append((round(whole, 3), round(self._accuracy, 3)))
        return self._go_on

    def begin_fit(self) -> None:
        """Start the clock of the training itself."""
        self.stop_if_cancelled()
        self._fit_start = time.monotonic()

    def tell(self, score: float) -> bool:
        """Remember a score; return whether to stop."""
        self.scores.append(score)
        self._accuracy = score
        return not self.say("fit", (time.monotonic() - self._fit_start) / self._fit_s)

    def stop_if_cancelled(self) -> None:
        """Raise the error of a cancelled training."""
        if not self._go_on:
            msg = "teaching: cancelled; the model in use stays as it is"
            raise CancelledError(msg)


def tune_reader(
    sets: Sequence[DiceSet],
    on_progress: OnProgress,
    minutes: float = MINUTES,
    folder: Path | None = None,
    model: Model | None = None,
) -> tuple[Path, Verdict]:
    """Fine-tune the whole shipped reader on dice sets and write the result; it is not put to use.

    Old faces are measured on rendered scenes it was not trained on; new ones on a part of the
    photos that is left out of the training.

    Args:
        sets: What to teach.
        on_progress: Told how far it is.
        minutes: How long the network is trained.
        folder: Folder of models; None for the user's.
        model: The shipped model; None to find it.

    Returns:
        Folder of the taught model, and how it fares.

    Raises:
        LearnError: There is nothing to teach, it was cancelled, or the disk is full.
    """
    start = time.monotonic()
    model = model or find_model(SHIPPED)
    weights = _weights(model.reader.path)
    clock = _Clock(on_progress, minutes * 60)
    lesson = gather(sets, model, lambda share: clock.say("look", share))
    clock.stop_if_cancelled()
    kind, owners = groups_of(lesson)
    folds = folds_of(lesson, owners)
    test = np.flatnonzero(folds == 0) if kind != "nothing" else np.zeros(0, np.int64)
    photos = photo_stock(sets, lesson)
    train = photos.crops.part(np.setdiff1d(np.arange(len(lesson)), test))
    stocks = _scenes(lesson.faces, (cut_faces(train), train.labels), clock, minutes * 30)
    clock.begin_fit()
    weights = _extended(weights, train, stocks[0].crops, model.reader.input_px)
    mix = [(train, 0.3), (stocks[1].crops, 0.3), (stocks[0].crops, 0.4)]
    check = [photos.crops.part(test)] if len(test) else [train]
    with tempfile.TemporaryDirectory() as run:
        tuned = _trained(model, weights, mix, check, minutes, Path(run), clock)
        verdict, judged, read = _judged(model, tuned, lesson, test, kind, stocks[2])
        clock.say("write", 0.0)
        clock.stop_if_cancelled()
        story = _story(sets, lesson, verdict, time.monotonic() - start, clock.curve)
        report = report_html(judged, verdict, story, read).encode("utf-8")
        folder = folder or models_folder()
        name = free_name("-".join(dice.id for dice in sets)[:50] + "-full", folder)
        kept = tuned.reader.path.with_suffix(".safetensors")
        extra = {REPORT: report, kept.name: kept.read_bytes()}
        return make_model(name, tuned, None, (), story, extra, folder), verdict


def _trained(
    model: Model,
    weights: Mapping[str, Any],
    mix: Sequence[tuple[Crops, float]],
    check: Sequence[Crops],
    minutes: float,
    run: Path,
    clock: _Clock,
) -> Model:
    """Return the model with its reader fine-tuned, whose file lies in a folder."""
    faces = mix[0][0].faces
    # The glance is kept: what tells how a die is turned rests on it and is not trained here.
    plan = ReaderPlan(
        minutes, model.reader.input_px, batch=64, drawn=16, rate=RATE, balance=0.8,
        keep_glance=True, threads=max(1, os.cpu_count() or 1), save_every_s=min(SAVE_S, minutes * 12),
    )  # fmt: skip
    saved = train_reader(mix, run, plan, start=weights, check=check, stopper=clock)
    clock.stop_if_cancelled()
    path = run / "reader.onnx"
    export_reader(saved, path, len(faces), plan.size_px)
    return replace(model, reader=replace(model.reader, path=path, classes=faces, known=len(faces)))


def _weights(onnx_file: Path) -> dict[str, Any]:
    path = onnx_file.with_suffix(".safetensors")
    if not path.is_file():
        msg = f"{path}: the weights to begin with are missing; install the program again"
        raise LearnError(msg)
    return load_weights(path)


def _extended(
    weights: Mapping[str, Any], taught: Crops, known: Crops, size_px: int
) -> dict[str, Any]:
    """Return the weights of a reader with rows for further classes; the old ones stay.

    A new row begins as the difference between what the reader sees of its face and of all known
    ones, so that the training starts from where few photos alone lead.
    """
    import torch

    rows, bias = weights["name.weight"], weights["name.bias"]
    model = build_reader(len(rows))
    begin_with(model, weights)
    model.eval()
    seen: list[Any] = []
    hook = model.name.register_forward_pre_hook(lambda _, given: seen.append(given[0]))
    with torch.no_grad():
        for crops in (taught.images, known.images):
            model(plain(torch.from_numpy(crops), size_px))
    hook.remove()
    usual = seen[1].mean(0)
    fresh, level = [], []
    for label in range(len(rows), len(taught.faces)):
        mine = seen[0][torch.from_numpy(taught.labels == label)]
        way = (mine.mean(0) if len(mine) else usual) - usual
        row = way * (START_SCORE / max(float(way.square().sum()), 1e-6))
        fresh.append(row)
        # Halfway between the face and the known ones it draws with a reader in doubt.
        level.append(bias.mean() - (row @ usual) - START_SCORE / 3)
    longer = dict(weights)
    if fresh:
        longer["name.weight"] = torch.cat((rows, torch.stack(fresh)))
        longer["name.bias"] = torch.cat((bias, torch.stack(level)))
    return longer


def _scenes(
    faces: tuple[str, ...],
    pasted: tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]] | None,
    clock: _Clock,
    render_s: float,
) -> tuple[Stock, Stock, Stock]:
    """Return scenes to learn from, scenes with pasted faces, and scenes to measure on."""
    counts = (SCENES, PASTED, HELD)
    stocks = []
    for number, count in enumerate(counts):
        done = sum(counts[:number]) / sum(counts)
        seeds = [SEEDS + 100_000 * number + k for k in range(count)]
        share = count / sum(counts)

        # On a slow machine there are fewer scenes; without a few there is nothing to keep.
        until = time.monotonic() + render_s * share

        def told(
            part_done: float, done: float = done, share: float = share, until: float = until
        ) -> bool:
            enough = part_done > LEAST_SHARE and time.monotonic() > until
            return clock.say("check", done + share * part_done) and not enough

        stocks.append(scene_stock(seeds, faces, told, pasted if number == 1 else None))
        clock.stop_if_cancelled()
    return stocks[0], stocks[1], stocks[2]


def _judged(
    shipped: Model,
    tuned: Model,
    lesson: Lesson,
    test: npt.NDArray[np.int64],
    kind: str,
    held: Stock,
) -> tuple[Verdict, Lesson, npt.NDArray[np.int64]]:
    """Return how a fine-tuned reader fares, on which crops, and what those were read as."""
    crops = face_crops(held.crops.images, held.crops.images.shape[1] / tuned.reader.input_px * 1.3)
    readers = [OnnxReader(one.reader) for one in (shipped, tuned)]
    before, after = (reader.probabilities(crops).argmax(1) for reader in readers)
    judged = part_of(lesson, test if len(test) else np.arange(len(lesson)))
    shares = readers[1].probabilities(judged.crops)
    possible = np.zeros(len(lesson.faces), bool)
    possible[[*np.unique(lesson.labels), *lesson.doubtful]] = True
    read = np.where(possible, shares, 0).argmax(1)
    unsaid = float((shares.argmax(1) == judged.labels).mean())
    known = Old(held.crops.labels, before, after)
    return verdict_of(judged, known, kind, read, unsaid), judged, read


def _story(
    sets: Sequence[DiceSet], lesson: Lesson, verdict: Verdict, seconds: float, curve: list[Any]
) -> dict[str, Any]:
    return {
        "made": datetime.now().isoformat(timespec="seconds"),
        "kind": "full",
        "sets": [dice.id for dice in sets],
        "names": {face.reading: face.name for dice in sets for face in dice.faces},
        "photos": len(set(lesson.photos)),
        "crops": len(lesson),
        "seconds": round(seconds, 1),
        "curve": curve,
        "passed": verdict.passed,
        "verdict": verdict.plain(),
    }


# The detector.


def tune_detector(
    sets: Sequence[DiceSet],
    on_progress: OnProgress,
    minutes: float = MINUTES / 2,
    folder: Path | None = None,
    model: Model | None = None,
) -> tuple[Path, Verdict]:
    """Fine-tune the detector on dice sets, then teach their faces beside it.

    The fine-tuned detector is kept only if it finds more of the new dice, on photos it was not
    trained on, and of known dice no fewer; else the shipped one goes with the taught faces.

    Args:
        sets: What to teach.
        on_progress: Told how far it is.
        minutes: How long the network is trained.
        folder: Folder of models; None for the user's.
        model: The shipped model; None to find it.

    Raises:
        LearnError: There is nothing to teach, it was cancelled, or the disk is full.
    """
    model = model or find_model(SHIPPED)
    weights = _weights(model.detector.path)
    clock = _Clock(on_progress, minutes * 60)
    lesson = gather(sets, model, lambda share: clock.say("look", share))
    photos = photo_stock(sets, lesson)
    test, train = photos.pictures[::5], [p for n, p in enumerate(photos.pictures) if n % 5]
    pasted = (cut_faces(photos.crops), photos.crops.labels)
    stocks = _scenes(lesson.faces, pasted, clock, minutes * 30)
    clock.begin_fit()
    plan = DetectorPlan(
        minutes, batch=8, rate=DETECTOR_RATE, threads=max(1, os.cpu_count() or 1),
        save_every_s=min(SAVE_S * 3, minutes * 12),
    )  # fmt: skip
    mix = [(train, 0.3), (stocks[1].pictures, 0.2), (stocks[0].pictures, 0.5)]
    with tempfile.TemporaryDirectory() as run:
        saved = train_detector(
            mix, Path(run), plan, start=weights, check=test, stopper=clock
        )  # fmt: skip
        clock.stop_if_cancelled()
        path = Path(run) / "detector.onnx"
        export_detector(saved, path)
        spec = replace(model.detector, path=path)
        figures = {
            name: [round(found_share(one, pictures), 4) for one in (model.detector, spec)]
            for name, pictures in (("old", stocks[2].pictures), ("new", test))
        }
        (old, old_now), (new, new_now) = figures["old"], figures["new"]
        kept = new_now > new and old_now >= old - MOST_FEWER
        base = replace(model, detector=spec) if kept else model
        story = {"detector": {**figures, "kept": kept}}
        return teach(sets, on_progress, folder, base, story=story)


def found_share(spec: DetectorSpec, pictures: Sequence[Picture]) -> float:
    """Return the share of the dice in pictures that a detector finds."""
    detector = OnnxDetector(spec)
    dice = found = 0
    for picture in pictures:
        height, width = picture.image.shape[:2]
        scale = np.array([width, height] * 2, np.float32)
        labels = picture.boxes[picture.classes == DIE] * scale
        seen = [(*box.xyxy, box.confidence) for box in detector.detect(picture.image)]
        boxes = np.array(sorted(seen, key=lambda box: -box[4]), np.float32).reshape(-1, 5)
        dice += len(labels)
        found += sum(good for _, good in judged(boxes, labels))
    return found / max(1, dice)


def main(argv: Sequence[str] | None = None) -> int:
    """Fine-tune on the sets named on the command line; tell the progress on stdout."""
    parser = argparse.ArgumentParser(prog="dicecam.learn.ultra.tune")
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--detector", action="store_true")
    parser.add_argument("--minutes", type=float)
    arguments = parser.parse_args(argv)
    lower_priority()

    do = tune_detector if arguments.detector else tune_reader
    minutes = arguments.minutes or (MINUTES / 2 if arguments.detector else MINUTES)
    return tell(lambda say: do([find_set(name) for name in arguments.sets], say, minutes))


if __name__ == "__main__":
    sys.exit(main())
