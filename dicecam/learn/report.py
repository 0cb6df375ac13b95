"""Writes what a training gave as one HTML page: tables, sample crops, what to photograph more of.

The page needs no other file and loads nothing. It knows figures and crops only.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from dicecam.learn.guard import Row, Verdict
from dicecam.learn.lesson import Lesson
from dicecam.vision._cv2 import cv2
from dicecam.vision.topface import straighten

SAMPLES = 8
"""Crops shown of each face."""
SAMPLE_PX = 72
FEW_PHOTOS = 5
SMALL_PX = 40.0
"""Dice whose longer side is smaller than this in the photos are said to be small, px."""

_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1d2329; background: #fff; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; } th, td { padding: .25rem .75rem; text-align: right;
  border-bottom: 1px solid #d7dbe0; } th:first-child, td:first-child { text-align: left; }
.verdict { padding: .75rem 1rem; border-left: .4rem solid #0f9b78; background: #e8f6f2; }
.verdict.refused { border-color: #b3131f; background: #fbeaec; }
td.hit { background: #d5efe7; } td.miss { background: #f8d7da; font-weight: 600; }
figure { display: inline-block; margin: 0 .25rem .5rem 0; text-align: center; font-size: .75rem; }
figure.wrong img { outline: 3px solid #b3131f; } img { display: block; border-radius: 4px; }
"""


def report_html(
    lesson: Lesson, verdict: Verdict, story: Mapping[str, Any], read: npt.NDArray[np.int64]
) -> str:
    """Return the page.

    Args:
        lesson: The crops that were taught.
        verdict: How the model fares.
        story: When it was made, of which sets, what its faces are called.
        read: `(n,)` what each crop was read as when held out; -1 for not at all.
    """
    names = dict(story.get("names", {}))
    title = ", ".join(story["sets"])
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{_safe(title)}</title>',
        f"<style>{_STYLE}</style></head><body>",
        f"<h1>Taught dice: {_safe(title)}</h1>",
        f"<p>{_safe(story['made'])} · {story['photos']} photos · {story['seconds']:.0f} s</p>",
        _verdict(verdict),
        "<h2>Before and after</h2>",
        _table((*verdict.old, *verdict.new), names),
        f"<p>New faces were read on photos held out by {_safe(verdict.held_out)}, as in a game that "
        f"is played with these dice{_unsaid(verdict)}; old ones on the half of the travelling replay "
        "set that is never trained on.</p>",
        "<h2>What was read as what</h2>",
        _confusion(verdict, names),
        "<h2>What to photograph more of</h2>",
        _advice(advice(lesson, verdict, names)),
        "<h2>The faces as the reader sees them</h2>",
        _samples(lesson, read, names),
        "</body></html>",
    ]
    return "\n".join(parts)


def advice(lesson: Lesson, verdict: Verdict, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return what to photograph more of, most useful first."""
    told = [
        f"{_name(row.name, names)}: {row.after:.0%} right; more photos of it"
        for row in verdict.new[:-1]
        if row.after < 1.0 and verdict.held_out != "nothing"
    ]
    for pair, count in _mixed_up(verdict):
        first, second = (_name(face, names) for face in pair)
        told.append(f"{first} and {second} were mixed up {count} times; show both at many angles")
    for column in np.unique(lesson.labels):
        mine = lesson.labels == column
        name = _name(lesson.faces[column], names)
        if mine.sum() < FEW_PHOTOS:
            told.append(f"{name}: only {int(mine.sum())} photos; {FEW_PHOTOS} or more are better")
        if np.median(lesson.sizes[mine]) < SMALL_PX:
            told.append(f"{name}: the die is small in its photos; come closer")
    if len(set(lesson.sessions)) == 1:
        told.append("all photos are of one session; take some on another day, in other light")
    return tuple(told)


def _unsaid(verdict: Verdict) -> str:
    if verdict.unsaid < 0:
        return ""
    return f" (when nobody says which dice: {verdict.unsaid:.1%} right)"


def _mixed_up(verdict: Verdict) -> list[tuple[tuple[str, str], int]]:
    counts: dict[tuple[str, str], int] = {}
    for row, right in enumerate(verdict.faces):
        for column, read in enumerate(verdict.faces):
            if row != column and verdict.confusion and verdict.confusion[row][column]:
                pair = (min(right, read), max(right, read))
                counts[pair] = counts.get(pair, 0) + verdict.confusion[row][column]
    return sorted(counts.items(), key=lambda item: -item[1])[:5]


def _safe(text: object) -> str:
    return html.escape(str(text))


def _name(face: str, names: Mapping[str, str]) -> str:
    return names.get(face, face)


def _verdict(verdict: Verdict) -> str:
    if verdict.passed:
        return '<p class="verdict">The guard found nothing against this model.</p>'
    reasons = "".join(f"<br>{_safe(reason)}" for reason in verdict.reasons)
    return f'<p class="verdict refused">The guard advises against this model:{reasons}</p>'


def _table(rows: Sequence[Row], names: Mapping[str, str]) -> str:
    lines = ["<table><tr><th>faces</th><th>crops</th><th>before</th><th>after</th></tr>"]
    lines += [
        f"<tr><td>{_safe(_name(row.name, names))}</td><td>{row.count}</td>"
        f"<td>{row.before:.1%}</td><td>{row.after:.1%}</td></tr>"
        for row in rows
    ]
    return "\n".join([*lines, "</table>"])


def _confusion(verdict: Verdict, names: Mapping[str, str]) -> str:
    if verdict.held_out == "nothing":
        return "<p>Nothing could be held out: every face needs at least two photos.</p>"
    heads = [*(_name(face, names) for face in verdict.faces), "anything else"]
    lines = ["<table><tr><th>right \\ read</th>"]
    lines += [f"<th>{_safe(head)}</th>" for head in heads]
    lines.append("</tr>")
    for at, (face, row) in enumerate(zip(verdict.faces, verdict.confusion, strict=True)):
        cells = []
        for column, count in enumerate(row):
            kind = "hit" if column == at else "miss" if count else ""
            cells.append(f'<td class="{kind}">{count or ""}</td>')
        lines.append(f"<tr><td>{_safe(_name(face, names))}</td>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</table>"])


def _advice(told: Sequence[str]) -> str:
    if not told:
        return "<p>Nothing is missing.</p>"
    return "<ul>" + "".join(f"<li>{_safe(line)}</li>" for line in told) + "</ul>"


def _samples(lesson: Lesson, read: npt.NDArray[np.int64], names: Mapping[str, str]) -> str:
    lines = []
    for column in np.unique(lesson.labels):
        mine = np.flatnonzero(lesson.labels == column)
        # Those read wrongly come first: they teach most.
        order = sorted(mine, key=lambda k: (read[k] == column, k))[:SAMPLES]
        faces = straighten(lesson.crops[order], lesson.corners[order], SAMPLE_PX, 1.0)
        lines.append(f"<h3>{_safe(_name(lesson.faces[column], names))}</h3><div>")
        for at, number in enumerate(order):
            wrong = read[number] not in (column, -1)
            said = _safe(_name(lesson.faces[read[number]], names)) if wrong else ""
            kind = ' class="wrong"' if wrong else ""
            alt = _safe(_name(lesson.faces[column], names))
            lines.append(
                f'<figure{kind}><img alt="{alt}" width="{SAMPLE_PX}" height="{SAMPLE_PX}" '
                f'src="{data_uri(faces[at])}">{said}</figure>'
            )
        lines.append("</div>")
    return "\n".join(lines)


def data_uri(image: npt.NDArray[np.uint8]) -> str:
    """Return a picture as a data URI.

    Args:
        image: `(H, W, 3)` uint8 BGR.
    """
    data = cv2.imencode(".png", image)[1].tobytes()
    return "data:image/png;base64," + base64.b64encode(data).decode("ascii")
