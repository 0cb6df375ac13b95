"""What the composition root hands to the window; the window builds none of it itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dicecam.config import Settings
from dicecam.messages import Catalogue
from dicecam.pipeline import Pipeline
from dicecam.rules.core import Game, Options
from dicecam.sight import Box, Detector, Image, Looker, Source


def _no_cameras() -> Sequence[Any]:
    return ()


def _keep_nothing(settings: Settings) -> None:
    del settings


@dataclass(frozen=True, slots=True)
class Parts:
    """Everything the window is made of.

    Attributes:
        games: Every game by key.
        catalogue: Loads the sentences of a language.
        open_source: Opens a source of pictures by its name; called in the capture thread.
        make_looker: Loads the models; called in the vision thread.
        make_pipeline: Builds the pipeline around them; called in the vision thread.
        log_folder: Where games are written.
        language: The language to begin with; empty for the system's.
        settings: What the user has set; None for the defaults.
        save_settings: Keeps settings for the next start.
        game: Key of the game to begin at once; None for the start page.
        source: What to look at; empty for the one in the settings.
        names: Players of the game to begin; empty for the fewest, without names.
        options: Options of the game to begin.
        screenshot: File for a picture of the window; it is written after the first reading that
            has settled, and the program ends.
        cameras: Lists the cameras there are.
        measure_colour: Measures the body colour of a die in a picture as CIE Lab; None when the
            user's own dice cannot be taught.
        make_detector: Loads what finds dice in photos, to teach new ones; None when that cannot be.
        paced: True to run recordings at their own time.
    """

    games: Mapping[str, Game[Any]]
    catalogue: Callable[[str], Catalogue]
    open_source: Callable[[str], Source]
    make_looker: Callable[[], Looker]
    make_pipeline: Callable[[Looker], Pipeline]
    log_folder: Path
    language: str = ""
    settings: Settings | None = None
    save_settings: Callable[[Settings], None] = _keep_nothing
    game: str | None = None
    source: str = ""
    names: Sequence[str] = ()
    options: Options = field(default_factory=dict)
    screenshot: Path | None = None
    cameras: Callable[[], Sequence[Any]] = _no_cameras
    measure_colour: Callable[[Image, Box], tuple[float, float, float]] | None = None
    make_detector: Callable[[], Detector] | None = None
    paced: bool = True
