"""The menu entry that lets corrections of a game be kept to learn from, and the keeping itself."""

from __future__ import annotations

import logging
from typing import Protocol, cast

from PySide6.QtCore import SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from dicecam.errors import DicecamError
from dicecam.learn.corrections import agree, agreed, keep_correction
from dicecam.sight import Box
from dicecam.window.desk import Desk
from dicecam.window.live.line import Live
from dicecam.window.live.picture import Picture
from dicecam.window.start.camera import as_array

logger = logging.getLogger(__name__)


class Host(Protocol):
    """What the entry needs of the main window."""

    live: Live
    began: SignalInstance


class KeepCorrections(QAction):
    """Whether corrections are kept; nothing is before somebody says so.

    Args:
        window: The main window, see `Host`.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("keep_corrections")
        self.setCheckable(True)
        self.setChecked(agreed())
        self._picture: Picture | None = None
        self._desk: Desk | None = None
        host = cast("Host", window)
        host.live.pictured.connect(self._see)
        host.began.connect(self._begin)
        self.toggled.connect(self._agree)

    def _see(self, picture: Picture) -> None:
        self._picture = picture

    def _begin(self, desk: Desk) -> None:
        self._desk = desk
        desk.face_said.connect(self._keep)

    def _agree(self, yes: bool) -> None:
        try:
            agree(yes)
        except DicecamError as error:
            logger.warning("corrections: %s", error)

    def _keep(self, track: int, face: str) -> None:
        """Keep the die that was corrected, as it is seen now."""
        picture, desk = self._picture, self._desk
        die = desk.view.die(track) if desk is not None and desk.view is not None else None
        if not self.isChecked() or picture is None or desk is None or die is None:
            return
        scale = picture.image.width() / max(1, picture.width)
        box = Box(*(edge * scale for edge in die.box.xyxy))
        game = desk.session.log_path
        session = f"game {game.stem}" if game is not None else "game"
        try:
            keep_correction(as_array(picture.image), box, face, session)
        except DicecamError as error:
            # A game never stops because a photo could not be kept.
            logger.warning("correction not kept: %s", error)

    def retranslate(self) -> None:
        """Name the entry in the language in use."""
        self.setText(self.tr("Keep my corrections to learn from"))
