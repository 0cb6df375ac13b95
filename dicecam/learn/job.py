"""Teaches dice sets in a process of its own and says how far it is, a JSON object a line.

`python -m dicecam.learn.job SET...` runs at low priority. Killing it at any moment is safe: the
model in use stays, and a taught model appears whole or not at all. This module fits rows, has
them judged and writes the model; it never puts one to use.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from dicecam.errors import DicecamError, LearnError
from dicecam.learn.dice_sets import DiceSet, find_set
from dicecam.learn.fewshot import CancelledError, FitPlan, fit_rows
from dicecam.learn.guard import Verdict, cross_read, judge
from dicecam.learn.lesson import Lesson, gather
from dicecam.learn.missed import missed_share
from dicecam.learn.models import free_name, make_model, models_folder
from dicecam.learn.replay import load_replay
from dicecam.learn.report import report_html
from dicecam.vision.model import SHIPPED, Model, find_model
from dicecam.vision.onnx_detector import OnnxDetector

PRIORITY = 10
"""How much lower the priority of the process is; the game that goes on comes first."""
REPORT = "report.html"
TRAIN_LINE = "pip install 'dicecam[train]'"
"""What to type for the train extra."""
TRAIN_SIZE = "5 GB"
"""How much it takes on the disk."""
_STAGES = {"look": (0.0, 0.15), "check": (0.15, 0.8), "fit": (0.8, 0.95), "write": (0.95, 1.0)}


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a training is.

    Attributes:
        stage: `look` at the photos, `check` on photos held out, `fit` on all, `write`, `done`.
        share: Share of the whole, 0 to 1.
        accuracy: Share of the crops in training that are read right by now.
        left_s: Seconds it will still take; negative for not known yet.
        model: Name of the taught model, when it is done.
        passed: Whether it may be used, when it is done.
        trouble: Why it failed, if it did.
    """

    stage: str
    share: float = 0.0
    accuracy: float = 0.0
    left_s: float = -1.0
    model: str = ""
    passed: bool = False
    trouble: str = ""


OnProgress = Callable[[Progress], bool]
"""Told how far it is; False cancels."""


def teach(
    sets: Sequence[DiceSet],
    on_progress: OnProgress,
    folder: Path | None = None,
    model: Model | None = None,
    plan: FitPlan | None = None,
    story: Mapping[str, Any] | None = None,
) -> tuple[Path, Verdict]:
    """Teach dice sets on top of the shipped model and write the result; it is not put to use.

    Args:
        sets: What to teach; the model knows these sets and no others that were taught before.
        on_progress: Told how far it is.
        folder: Folder of models; None for the user's.
        model: The shipped model; None to find it.
        plan: How rows are fitted.
        story: Further things to tell about the model.

    Returns:
        Folder of the taught model, and how it fares.

    Raises:
        LearnError: There is nothing to teach, it was cancelled, or the disk is full.
        ModelMissingError: The shipped model or its replay set is missing.
    """
    start = time.monotonic()
    clock = _Clock(on_progress, start)
    model = model or find_model(SHIPPED)
    replay = load_replay(model)
    lesson = gather(sets, model, lambda share: clock.tell("look", share, 0.0))
    clock.stop_if_cancelled()
    plan = plan or FitPlan()
    kind, read, unsaid = cross_read(lesson, replay.training, plan, clock.step("check"))
    head = fit_rows(lesson.varied(), replay.training, plan, clock.step("fit"), lesson.doubtful)
    verdict = judge(lesson, head, replay.held, kind, read, unsaid)
    clock.tell("write", 0.0, verdict.new[-1].after)
    clock.stop_if_cancelled()
    missed = missed_share(sets, OnnxDetector(model.detector))
    story = {
        **_story(sets, lesson, verdict, time.monotonic() - start, clock.curve),
        "missed": round(missed, 4),
        **(story or {}),
    }
    report = report_html(lesson, verdict, story, read).encode("utf-8")
    folder = folder or models_folder()
    name = free_name("-".join(dice.id for dice in sets)[:60], folder)
    faces = lesson.faces[lesson.known :]
    return make_model(name, model, head, faces, story, {REPORT: report}, folder), verdict


def _story(
    sets: Sequence[DiceSet], lesson: Lesson, verdict: Verdict, seconds: float, curve: list[Any]
) -> dict[str, Any]:
    return {
        "made": datetime.now().isoformat(timespec="seconds"),
        "sets": [dice.id for dice in sets],
        "names": {face.reading: face.name for dice in sets for face in dice.faces},
        "photos": len(set(lesson.photos)),
        "crops": len(lesson),
        "seconds": round(seconds, 1),
        "curve": curve,
        "passed": verdict.passed,
        "verdict": verdict.plain(),
    }


class _Clock:
    """Turns shares of stages into shares of the whole and times."""

    def __init__(self, on_progress: OnProgress, start: float) -> None:
        self._on_progress, self._start = on_progress, start
        self._go_on = True
        self._accuracy = 0.0
        self.curve: list[tuple[float, float]] = []

    def tell(self, stage: str, share: float, accuracy: float) -> bool:
        """Say how far a stage is; return whether to go on."""
        first, last = _STAGES[stage]
        whole = first + (last - first) * share
        # At its first step a fit does not know yet how well it does.
        self._accuracy = accuracy or self._accuracy
        elapsed = time.monotonic() - self._start
        left = elapsed / whole * (1 - whole) if whole > 0.02 else -1.0
        if stage != "look" and self._accuracy:
            self.curve.append((round(whole, 3), round(self._accuracy, 3)))
        told = Progress(stage, whole, self._accuracy, left)
        self._go_on = self._on_progress(told) and self._go_on
        return self._go_on

    def step(self, stage: str) -> Callable[[float, float], bool]:
        """Return a listener for the fitting of rows."""
        return lambda share, right: self.tell(stage, share, right)

    def stop_if_cancelled(self) -> None:
        """Raise the error of a cancelled training."""
        if not self._go_on:
            msg = "teaching: cancelled; the model in use stays as it is"
            raise CancelledError(msg)


def command(sets: Sequence[str], steps: int | None = None) -> list[str]:
    """Return the command line of a process that teaches sets, in so many steps."""
    few = [] if steps is None else ["--steps", str(steps)]
    return [sys.executable, "-m", "dicecam.learn.job", *few, *sets]


def tune_command(
    sets: Sequence[str], *, detector: bool = False, minutes: float | None = None
) -> list[str]:
    """Return the command line of a process that fine-tunes a whole network on sets.

    Args:
        sets: Names of the sets.
        detector: Fine-tune the detector, then teach the rows; else the whole reader.
        minutes: How long the network is trained; None for the usual time.

    Raises:
        LearnError: The train extra is missing; the message holds the line to type.
    """
    if not has_train_extra():
        msg = f"fine-tuning needs the train extra ({TRAIN_SIZE}); type: {TRAIN_LINE}"
        raise LearnError(msg)
    words = [sys.executable, "-m", "dicecam.learn.ultra.tune", *sets]
    words += ["--detector"] if detector else []
    return words if minutes is None else [*words, "--minutes", str(minutes)]


def has_train_extra() -> bool:
    """Tell whether everything is installed that fine-tuning needs."""
    return all(find_spec(name) is not None for name in ("torch", "ultralytics", "onnx"))


def read_line(line: str) -> Progress | None:
    """Return the progress that a line of the process says; None for any other line."""
    try:
        plain = json.loads(line)
        return Progress(**plain)
    except (ValueError, TypeError):
        return None


def run_apart(words: Sequence[str]) -> Iterator[Progress]:
    """Teach sets in a process of its own; closing the iterator cancels it.

    Args:
        words: Its command line, see `command` and `tune_command`.

    Yields:
        How far it is; the last one has the stage `done` and the name of the model.

    Raises:
        LearnError: It failed or was killed; the model in use stays.
    """
    process = subprocess.Popen(
        list(words),
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        stdin=subprocess.DEVNULL,
    )
    assert process.stdout is not None
    last: Progress | None = None
    try:
        for line in process.stdout:
            progress = read_line(line)
            if progress is None:
                continue
            last = progress
            if progress.trouble:
                raise LearnError(progress.trouble)
            yield progress
    finally:
        if process.poll() is None:
            process.terminate()
        process.stdout.close()
        code = process.wait()
    if last is None or last.stage != "done":
        msg = f"teaching: the process ended early (status {code}); the model in use stays"
        raise LearnError(msg)


def lower_priority() -> None:
    """Let everything else on the computer go first."""
    if hasattr(os, "nice"):
        os.nice(PRIORITY)
        return
    _lower_on_windows()


def _lower_on_windows() -> None:
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009  (exists on Windows only)
    below_normal = 0x00004000
    kernel.SetPriorityClass(kernel.GetCurrentProcess(), below_normal)


def main(argv: Sequence[str] | None = None) -> int:
    """Teach the sets named on the command line; tell the progress on stdout."""
    parser = argparse.ArgumentParser(prog="dicecam.learn.job")
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--steps", type=int, default=FitPlan().steps)
    arguments = parser.parse_args(argv)
    lower_priority()

    plan = FitPlan(steps=max(1, arguments.steps))
    return tell(lambda say: teach([find_set(name) for name in arguments.sets], say, plan=plan))


def tell(train: Callable[[OnProgress], tuple[Path, Verdict]]) -> int:
    """Train and tell the progress on stdout, for `read_line`; return the exit status.

    Args:
        train: Given a listener, trains and returns the folder of the model and how it fares.
    """

    def say(progress: Progress) -> bool:
        plain = {name: getattr(progress, name) for name in Progress.__slots__}
        sys.stdout.write(json.dumps(plain) + "\n")
        sys.stdout.flush()
        return True

    try:
        path, verdict = train(say)
    except DicecamError as error:
        say(Progress("done", trouble=str(error)))
        return 2
    say(Progress("done", 1.0, verdict.new[-1].after, 0.0, path.name, verdict.passed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
