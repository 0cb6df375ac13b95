"""Builds the line from source to views of the table, as the settings ask now.

The window changes settings while it runs and starts the line anew; what is built then has to obey
the settings of that moment, not those of the start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicecam.cli._line import table_looker, table_pipeline
from dicecam.config import Settings

if TYPE_CHECKING:
    from dicecam.pipeline import Pipeline
    from dicecam.rules.core import Game
    from dicecam.sight import Box, Detector, Image, Looker, Source


class Workshop:
    """Everything the recognition is made of.

    Args:
        settings: What the user has set.
        keep: Writes settings to the disk.
        model: Name or folder of a model that overrules the settings; empty for none.
        game: The game to look for dice of; None when it is chosen later.

    Attributes:
        settings: What is in force now.
    """

    def __init__(
        self,
        settings: Settings,
        keep: Callable[[Settings], None],
        model: str = "",
        game: Game[Any] | None = None,
    ) -> None:
        self.settings = settings
        self._keep, self._model, self._game = keep, model, game
        self._live = False  # whether the source opened last is a camera

    def save(self, settings: Settings) -> None:
        """Let new settings be in force from the next start of the line on, and keep them."""
        self.settings = settings
        self._keep(settings)

    def open_source(self, text: str) -> Source:
        """Open a source; a camera is asked for the size that is set."""
        from dicecam.vision.captures import VideoFormat
        from dicecam.vision.sources import open_source

        wanted = VideoFormat(self.settings.width_px, self.settings.height_px)
        source = open_source(text, wanted=wanted)
        self._live = source.live
        return source

    def make_looker(self) -> Looker:
        """Load detector, reader and colours, set to what a game needs and the user taught."""
        looker: Looker = table_looker(self._model or self.settings.model, self._game, self.settings)
        return looker

    def make_detector(self) -> Detector:
        """Load what finds dice in photos, to teach new ones."""
        from dicecam.vision.looker import load_looker

        return load_looker(self._model or self.settings.model).detector

    def make_pipeline(self, looker: Looker) -> Pipeline:
        """Build the pipeline around a looker."""
        return table_pipeline(looker, live=self._live, settings=self.settings)


def measure_colour(image: Image, box: Box) -> tuple[float, float, float]:
    """Return the body colour of a die in a picture as CIE Lab in daylight."""
    from dicecam.vision.colour import body_labs

    lightness, a, b = body_labs(image, [box])[0]
    return float(lightness), float(a), float(b)
