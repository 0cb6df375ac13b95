"""Decides whether a taught model may be used: nothing forgotten, the new faces read.

Old faces are measured on the half of the replay set that was not trained on; new ones on photos
of sessions, or at least photos, that the rows under test have not seen. It knows figures and
arrays; it writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecam.dice import OTHER, PIPS, UNREADABLE
from dicecam.learn.fewshot import FitPlan, OnStep, Seen, fit_rows
from dicecam.learn.lesson import Lesson
from dicecam.vision.taught import TaughtHead

MOST_LOST = 0.005
"""Share of old faces a taught model may read worse."""
LEAST_NEW = 0.95
"""Share of new faces it must read."""
FOLDS = 5
"""Parts the photos are held out in, one after the other."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the before/after table.

    Attributes:
        name: What was measured: `pips`, `symbols`, `other`, `old`, or a new face.
        count: On how many crops.
        before: Share read right by the shipped model.
        after: Share read right by the taught one.
    """

    name: str
    count: int
    before: float
    after: float


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a taught model fares.

    Attributes:
        old: Lines about what the shipped model knows; the last one is all of it.
        new: Lines about the taught faces; the last one is all of them.
        held_out: What was held out to measure the new ones: `session`, `photo` or `nothing`.
        reasons: Why the model should not be used; empty when it may.
        confusion: `confusion[right][read]`, counts on held-out photos.
        faces: Names of the rows of `confusion`; its last column is everything else.
        wrong: Photos that were read wrongly: photo, right face, face read.
        unsaid: Share of the new faces read right when nobody says which dice are played with;
            negative for not known.
    """

    old: tuple[Row, ...]
    new: tuple[Row, ...]
    held_out: str
    reasons: tuple[str, ...]
    confusion: tuple[tuple[int, ...], ...] = ()
    faces: tuple[str, ...] = ()
    wrong: tuple[tuple[str, str, str], ...] = field(default=())
    unsaid: float = -1.0

    @property
    def passed(self) -> bool:
        """Whether the model may be used."""
        return not self.reasons

    def plain(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {**asdict(self), "passed": self.passed}


def groups_of(lesson: Lesson) -> tuple[str, npt.NDArray[np.int64]]:
    """Return what is held out, and the part each crop belongs to.

    Sessions are held out when every face was seen in more than one, else photos; a face with a
    single photo cannot be held out at all.
    """
    for kind, names in (("session", lesson.sessions), ("photo", lesson.photos)):
        parts: dict[str, int] = {}
        owners = np.array([parts.setdefault(name, len(parts)) for name in names], np.int64)
        spread = [len(np.unique(owners[lesson.labels == face])) for face in set(lesson.labels)]
        if min(spread) > 1:
            return kind, owners
    return "nothing", np.zeros(len(lesson), np.int64)


def folds_of(lesson: Lesson, owners: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the fold of each crop: no group is cut, the photos of a face are spread evenly."""
    folds = np.full(len(lesson), -1, np.int64)
    taken: dict[int, int] = {}
    counts: dict[int, list[int]] = {}
    order = np.random.default_rng(11).permutation(len(lesson))
    groups = len(np.unique(owners))
    most = min(FOLDS, groups)
    for number in order:
        group, face = int(owners[number]), int(lesson.labels[number])
        if group not in taken:
            loads = counts.setdefault(face, [0] * most)
            taken[group] = int(np.argmin(loads))
        counts.setdefault(face, [0] * most)[taken[group]] += 1
        folds[number] = taken[group]
    return folds


def cross_read(
    lesson: Lesson, replay: Seen, plan: FitPlan, on_step: OnStep | None = None
) -> tuple[str, npt.NDArray[np.int64], float]:
    """Return what was held out, and what each crop is read as by rows that have not seen it.

    They are read as in a game, which says which dice it is played with: the taught faces compete
    among themselves and with `other` and `unreadable`.

    Args:
        lesson: The crops.
        replay: The half of the replay set that may be trained on.
        plan: How rows are fitted.
        on_step: Told about the progress.

    Returns:
        The kind of group; `(n,)` faces read, -1 where nothing could be held out; the share read
        right when all faces compete, -1 for not known.
    """
    kind, owners = groups_of(lesson)
    read = np.full(len(lesson), -1, np.int64)
    if kind == "nothing":
        return kind, read, -1.0
    possible = np.zeros(len(lesson.faces), bool)
    possible[[*np.unique(lesson.labels), *lesson.doubtful]] = True
    right = 0
    folds = folds_of(lesson, owners)
    numbers = np.unique(folds)
    for done, fold in enumerate(numbers):
        test, train = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        step = _part_of(on_step, done, len(numbers))
        head = fit_rows(lesson.varied(train), replay, plan, step, lesson.doubtful)
        seen = lesson.plain(test)
        faces = head.classes
        read[test] = head.extend(seen.shares, seen.features, possible[:faces]).argmax(1)
        right += int((head.extend(seen.shares, seen.features).argmax(1) == seen.labels).sum())
    return kind, read, right / len(lesson)


def _part_of(on_step: OnStep | None, done: int, parts: int) -> OnStep | None:
    if on_step is None:
        return None
    inner: Callable[[float, float], bool] = on_step
    return lambda share, right: inner((done + share) / parts, right)


def judge(
    lesson: Lesson,
    head: TaughtHead,
    held: Seen,
    kind: str,
    read: npt.NDArray[np.int64],
    unsaid: float = -1.0,
) -> Verdict:
    """Return how a taught model fares.

    Args:
        lesson: The crops it was taught.
        head: Its rows.
        held: The half of the replay set that was not trained on.
        kind: What was held out to read the new faces.
        read: `(n,)` what each crop was read as when held out; -1 for not at all.
        unsaid: Share of them read right when all faces compete.
    """
    before = held.shares.argmax(1)
    after = head.extend(held.shares, held.features).argmax(1)
    return verdict_of(lesson, Old(held.labels, before, after), kind, read, unsaid)


@dataclass(frozen=True, slots=True)
class Old:
    """How crops of known faces were read.

    Attributes:
        labels: `(n,)` right faces.
        before: `(n,)` what they were read as before.
        after: `(n,)` what they are read as now.
    """

    labels: npt.NDArray[np.int64]
    before: npt.NDArray[np.int64]
    after: npt.NDArray[np.int64]


def verdict_of(
    lesson: Lesson, known: Old, kind: str, read: npt.NDArray[np.int64], unsaid: float = -1.0
) -> Verdict:
    """Return how a taught model fares.

    Args:
        lesson: Crops of the new faces that are judged.
        known: How the known faces are read.
        kind: What was held out to read the new faces.
        read: `(n,)` what each crop was read as when held out; -1 for not at all.
        unsaid: Share of them read right when all faces compete.
    """
    before, after = known.before == known.labels, known.after == known.labels
    old = _old_rows(lesson.faces, known.labels, before, after)
    reasons = []
    lost = old[-1].before - old[-1].after
    if lost > MOST_LOST + 1e-9:
        reasons.append(
            f"old faces lose {lost * 100:.1f} points; at most {MOST_LOST * 100:.1f} are allowed"
        )
    new, confusion, wrong = _new_rows(lesson, read)
    if kind == "nothing":
        reasons.append("a face has a single photo, so nothing could be held out to check it")
    elif new[-1].after < LEAST_NEW:
        reasons.append(
            f"new faces are read {new[-1].after:.0%} right on photos held out; "
            f"at least {LEAST_NEW:.0%} are needed"
        )
    return Verdict(old, new, kind, tuple(reasons), confusion, lesson.taught, wrong, unsaid)


def _old_rows(
    faces: Sequence[str],
    labels: npt.NDArray[np.int64],
    before: npt.NDArray[np.bool_],
    after: npt.NDArray[np.bool_],
) -> tuple[Row, ...]:
    kinds = [_kind(faces[label]) for label in labels]
    rows = []
    for kind in dict.fromkeys(kinds):
        mine = np.array([other == kind for other in kinds])
        rows.append(
            Row(kind, int(mine.sum()), float(before[mine].mean()), float(after[mine].mean()))
        )
    total = Row("old", len(labels), float(before.mean()), float(after.mean()))
    return (*sorted(rows, key=lambda row: row.name), total)


def _kind(face: str) -> str:
    if face in PIPS:
        return "pips"
    return "other" if face in (OTHER, UNREADABLE) else "symbols"


def _new_rows(
    lesson: Lesson, read: npt.NDArray[np.int64]
) -> tuple[tuple[Row, ...], tuple[tuple[int, ...], ...], tuple[tuple[str, str, str], ...]]:
    said = lesson.shares.argmax(1)
    rows = []
    columns = np.unique(lesson.labels)
    table = np.zeros((len(columns), len(columns) + 1), np.int64)
    for at, column in enumerate(columns):
        mine = lesson.labels == column
        rows.append(
            Row(
                lesson.faces[column],
                int(mine.sum()),
                float((said[mine] == column).mean()),
                float((read[mine] == column).mean()),
            )
        )
        for value in read[mine]:
            place = np.flatnonzero(columns == value)
            table[at, place[0] if len(place) else len(columns)] += 1
    right = read == lesson.labels
    total = Row("new", len(lesson), float((said == lesson.labels).mean()), float(right.mean()))
    wrong = tuple(
        (lesson.photos[k], lesson.faces[lesson.labels[k]], lesson.faces[read[k]])
        for k in np.flatnonzero(~right & (read >= 0))
    )
    return (*rows, total), tuple(tuple(int(n) for n in row) for row in table), wrong
