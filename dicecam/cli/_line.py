"""Builds the line from a source to views of the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dicecam.config import Settings

if TYPE_CHECKING:
    from dicecam.pipeline import Pipeline
    from dicecam.rules.core import Game
    from dicecam.sight import Looker, Source

DOUBTFUL = 0.2
"""Readings from this confidence on reach the table, which votes over frames and asks when in
doubt; single photos report surer ones only."""

DOUBTFUL_PRODUCT = 0.12
"""The same for the detector's confidence times the reader's: a die that is hardly read has to hold
a throw, and must not be missing from it."""

DOUBTFUL_OTHER = 0.45
"""A face with half of all confidence may be none with up to this: a dark die read as two pips with
0.56 and `other` with 0.44 lay on a board and was taken for none. Less sure faces are mostly patterns
of the table."""


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


def table_looker(
    model: str, game: Game[Any] | None = None, settings: Settings | None = None
) -> Any:
    """Return detector, reader and colours as the table wants them.

    Args:
        model: Name or folder of the model.
        game: The game played; its colours and faces are told apart, others are not looked for.
        settings: What the user has set: the table's region and the colours of his own dice.

    Raises:
        ModelMissingError: No such model.
    """
    from dicecam.vision.looker import load_looker
    from dicecam.vision.onnx_detector import LIVE_POLICY

    settings = settings or Settings()
    own_colours = {name: (lightness, a, b) for name, lightness, a, b in settings.colours}
    looker = load_looker(model, LIVE_POLICY, own_colours=own_colours)
    x1, y1, x2, y2 = settings.region
    looker.region = (x1, y1, x2, y2)
    looker.reporting = replace(
        looker.reporting,
        min_confidence=DOUBTFUL,
        min_product=min(looker.reporting.min_product, DOUBTFUL_PRODUCT),
        half_other=DOUBTFUL_OTHER,
    )
    colours = tuple(
        dict.fromkeys(kind.colour for kind in game.spec.dice if kind.colour) if game else ()
    )
    if colours:
        looker.expect_colours(colours)
    if game is not None:
        looker.expect_faces(name for kind in game.spec.dice for name, _ in kind.readings)
    return looker


def table_pipeline(looker: Looker, *, live: bool, settings: Settings | None = None) -> Pipeline:
    """Return the pipeline: printed mats are found by themselves, corners come from settings.

    Args:
        looker: Finds and reads dice.
        live: True for a camera, before which dice may lie from before the game.
        settings: What the user has set.
    """
    import numpy as np

    from dicecam.pipeline import Corners, Pipeline
    from dicecam.table.settling import Settler
    from dicecam.vision.markers import find_markers

    corners = None
    if settings is not None and settings.corners:
        places = np.asarray(settings.corners, np.float64).reshape(4, 2)
        corners = Corners(places, settings.table_width_mm, settings.table_height_mm)
    settler = Settler(first_counts=not live)
    return Pipeline(looker, settler, find_markers=find_markers, corners=corners)


def open_line(
    source: str, model: str, game: Game[Any] | None = None, settings: Settings | None = None
) -> Line:
    """Open a source and load the models that look at it.

    Args:
        source: What `open_source` takes.
        model: Name or folder of the model; a recording needs none.
        game: The game played, None to look for any dice.
        settings: What the user has set; None for the defaults.

    Raises:
        SourceNotFoundError: No such source.
        ModelMissingError: No such model.
    """
    from dicecam.vision.recorded import RecordedSource
    from dicecam.vision.sources import open_source

    opened = open_source(source)
    looker = (
        opened.looker()
        if isinstance(opened, RecordedSource)
        else table_looker(model, game, settings)
    )
    return Line(opened, looker, table_pipeline(looker, live=opened.live, settings=settings))
