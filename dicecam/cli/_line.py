"""Builds the line from a source to views of the table for the verbs that only watch."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecam.pipeline import Pipeline
    from dicecam.rules.core import Game
    from dicecam.sight import Looker, Source

DOUBTFUL = 0.2
"""Readings from this confidence on reach the table, which votes over frames and asks when in
doubt; single photos report surer ones only."""


@dataclass(frozen=True, slots=True)
class Line:
    """A source and the pipeline that looks at it.

    Attributes:
        source: Gives the frames.
        looker: Finds and reads dice.
        pipeline: Turns frames into views.
    """

    source: Source
    looker: Looker
    pipeline: Pipeline


def table_looker(model: str, game: Game[Any] | None = None) -> Any:
    """Return detector, reader and colours as the table wants them.

    Args:
        model: Name or folder of the model.
        game: The game played; its colours are told apart, others are not looked for.

    Raises:
        ModelMissingError: No such model.
    """
    from dicecam.vision.looker import load_looker
    from dicecam.vision.onnx_detector import LIVE_POLICY

    looker = load_looker(model, LIVE_POLICY)
    looker.reporting = replace(looker.reporting, min_confidence=DOUBTFUL)
    colours = tuple(
        dict.fromkeys(kind.colour for kind in game.spec.dice if kind.colour) if game else ()
    )
    if colours:
        looker.expect_colours(colours)
    return looker


def open_line(source: str, model: str, game: Game[Any] | None = None) -> Line:
    """Open a source and load the models that look at it.

    Args:
        source: What `open_source` takes.
        model: Name or folder of the model; a recording needs none.
        game: The game played, None to look for any dice.

    Raises:
        SourceNotFoundError: No such source.
        ModelMissingError: No such model.
    """
    from dicecam.pipeline import Pipeline
    from dicecam.table.settling import Settler
    from dicecam.vision.markers import find_markers
    from dicecam.vision.recorded import RecordedSource
    from dicecam.vision.sources import open_source

    opened = open_source(source)
    looker = opened.looker() if isinstance(opened, RecordedSource) else table_looker(model, game)
    settler = Settler(first_counts=not opened.live)
    return Line(opened, looker, Pipeline(looker, settler, find_markers=find_markers))
