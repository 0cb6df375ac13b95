"""Learns the colours of the user's own dice from one look at the whole set.

It knows readings, body colours and the names that are expected; no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

import numpy as np

from dicecam.errors import CalibrationError
from dicecam.sight import Frame, Looker
from dicecam.vision.colour import ColourJudge, Lab, body_labs
from dicecam.vision.light import Floats

LOOKS = 5
"""How many pictures with the whole set are enough."""

MAX_FRAMES = 150
"""After this many pictures without the whole set people are told what is seen."""

MAX_DICE = 8
"""Larger sets would have too many ways to be named."""


def learn_colours(frames: Iterable[Frame], looker: Looker, names: Sequence[str]) -> dict[str, Lab]:
    """Return how each colour of a set looks, from pictures in which all its dice lie.

    Args:
        frames: Pictures of the table.
        looker: Finds the dice.
        names: Colours of the dice, one for each die, such as white twice.

    Raises:
        CalibrationError: The dice were never all seen, or there are too many of them.
    """
    if not 1 <= len(names) <= MAX_DICE:
        msg = f"colours: expected 1 to {MAX_DICE} dice, got {len(names)}; give one of each colour"
        raise CalibrationError(msg)
    seen: dict[str, list[Floats]] = {}
    looks = last_count = 0
    for number, frame in enumerate(frames):
        faces = looker.look(frame.image)
        last_count = len(faces)
        if last_count == len(names):
            labs = body_labs(frame.image, [face.box for face in faces])
            for name, lab in zip(assign_names(labs, names), labs, strict=True):
                seen.setdefault(name, []).append(lab)
            looks += 1
        if looks == LOOKS or number + 1 == MAX_FRAMES:
            break
    if not looks:
        msg = (
            f"colours: expected {len(names)} dice ({', '.join(names)}), saw {last_count}; "
            "lay exactly these on the table, apart from each other"
        )
        raise CalibrationError(msg)
    return {name: _median(labs) for name, labs in seen.items()}


def assign_names(labs: Floats, names: Sequence[str]) -> tuple[str, ...]:
    """Return the name of each die so that all names together fit best.

    A turquoise die is the blue one when another die is greener.

    Args:
        labs: Body colours `(n, 3)`.
        names: As many names, some perhaps several times.
    """
    kinds = sorted(set(names))
    judge = ColourJudge(kinds)
    costs = [dict(judge.named(lab)) for lab in labs]
    logs = np.log([[max(cost.get(kind, 0.0), 1e-9) for kind in kinds] for cost in costs])
    column = {kind: index for index, kind in enumerate(kinds)}
    best = max(
        set(permutations(names)),
        key=lambda order: (sum(logs[row, column[name]] for row, name in enumerate(order)), order),
    )
    return tuple(best)


def _median(labs: Sequence[Floats]) -> Lab:
    """Return the median colour, rounded to what is worth keeping."""
    lightness, a, b = np.median(np.array(labs), axis=0).round(1).tolist()
    return (lightness, a, b)
