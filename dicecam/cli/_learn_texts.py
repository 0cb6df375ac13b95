"""What `dicecam learn` prints about models: the before/after table, progress, lists."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecam.learn.job import Progress
    from dicecam.learn.models import TaughtModel

STAGES = {
    "look": "looking at the photos",
    "check": "checking on photos held out",
    "fit": "learning from all photos",
    "write": "writing the model",
    "done": "done",
}
_BAR = 24
MANY_MISSED = 0.05
"""Share of the dice not found in their photos from which on it is worth while to teach that."""


def progress_line(progress: Progress) -> str:
    """Return how far a training is as one line."""
    full = round(_BAR * progress.share)
    bar = "#" * full + "-" * (_BAR - full)
    left = f"{progress.left_s:4.0f} s left" if progress.left_s >= 0 else ""
    learned = f"{progress.accuracy:4.0%} learned" if progress.accuracy else ""
    stage = STAGES.get(progress.stage, progress.stage)
    return f"[{bar}] {progress.share:4.0%}  {stage}  {learned}  {left}".rstrip()


class ProgressPrinter:
    """Prints progress: in place on a terminal, now and then elsewhere."""

    def __init__(self) -> None:
        self._live = sys.stdout.isatty()
        self._told = -1
        self._width = 0

    def show(self, progress: Progress) -> None:
        """Print how far it is."""
        line = progress_line(progress)
        if self._live:
            print(f"\r{line:<{self._width}}", end="", flush=True)
            self._width = len(line)
            return
        step = int(progress.share * 10)
        if step != self._told:
            self._told = step
            print(line, flush=True)

    def end(self) -> None:
        """Leave the line."""
        if self._live and self._width:
            print()


def comparison(story: Mapping[str, Any]) -> list[str]:
    """Return the before/after table of a model and what the guard says, as lines."""
    verdict = story.get("verdict", {})
    names = story.get("names", {})
    lines = [f"{'faces':<24}{'crops':>6}{'before':>9}{'after':>9}"]
    for row in (*verdict.get("old", ()), *verdict.get("new", ())):
        name = str(names.get(row["name"], row["name"]))[:23]
        lines.append(f"{name:<24}{row['count']:>6}{row['before']:>9.1%}{row['after']:>9.1%}")
    lines.append(f"new faces held out by {verdict.get('held_out', 'nothing')}")
    if (unsaid := verdict.get("unsaid", -1.0)) >= 0:
        lines.append(f"new faces when nobody says which dice are played with: {unsaid:.1%}")
    if missed := story.get("missed", 0.0):
        lines.append(f"dice that are not found in their photos: {missed:.0%}")
        if missed > MANY_MISSED and "detector" not in story:
            lines.append("to teach finding them too: dicecam learn train SET --detector")
    if detector := story.get("detector"):
        old, new = detector["old"], detector["new"]
        lines.append(
            f"dice found: known {old[0]:.1%} before, {old[1]:.1%} after; new {new[0]:.1%}, "
            f"{new[1]:.1%}; " + ("kept" if detector["kept"] else "the shipped detector stays")
        )
    reasons: Sequence[str] = verdict.get("reasons", ())
    lines += [f"against it: {reason}" for reason in reasons] or ["the guard lets it pass"]
    return lines


def model_line(model: TaughtModel) -> str:
    """Return a taught model as one line."""
    used = "*" if model.in_use else " "
    state = "broken" if model.trouble else "passed" if model.passed else "advised against"
    made = str(model.story.get("made", ""))[:16].replace("T", " ")
    figures = ""
    verdict = model.story.get("verdict", {})
    if verdict.get("new") and verdict.get("old"):
        lost = verdict["old"][-1]["before"] - verdict["old"][-1]["after"]
        figures = f"new {verdict['new'][-1]['after']:.0%}, old {-lost * 100:+.1f} points"
    return f"{used} {model.name:<24} {made:<16} {state:<16} {figures}".rstrip()
