"""The menu entry that opens the wizard, and what it needs of the window it belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow

from dicecam.window.i18n import Words
from dicecam.window.live.line import Live
from dicecam.window.parts import Parts

if TYPE_CHECKING:
    from dicecam.window.teach.wizard import TeachWizard


class Host(Protocol):
    """What the entry needs of the main window."""

    words: Words
    live: Live
    parts: Parts

    def watch(self, source: str) -> None:
        """Look at a source from now on, with what reads it built anew."""
        ...


class TeachEntry(QAction):
    """Opens the wizard.

    Args:
        window: The main window, see `Host`.

    Attributes:
        wizard: The wizard that is open; None for none.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self.setObjectName("teach")
        self._window = window
        self.wizard: TeachWizard | None = None
        self.triggered.connect(self.open)
        window.installEventFilter(self)

    def open(self) -> None:
        """Open the wizard, or bring the open one to the front."""
        host = cast("Host", self._window)
        if self.wizard is not None:
            self.wizard.raise_()
            self.wizard.activateWindow()
            return
        if host.parts.make_detector is None:
            return
        # Few people teach dice: everybody else's window starts without what that needs.
        from dicecam.learn.job import command
        from dicecam.window.teach.wizard import TeachWizard

        wizard = TeachWizard(host.words, host.parts.make_detector, command, self._window)
        wizard.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        host.live.pictured.connect(wizard.show_picture)
        wizard.adopted.connect(lambda name: self._read_anew())
        wizard.finished.connect(self._forget)
        self.wizard = wizard
        wizard.show()

    def _forget(self) -> None:
        self.wizard = None

    def _read_anew(self) -> None:
        """Let the table be read with the model that is in use now."""
        host = cast("Host", self._window)
        if host.live.running and host.live.is_live:
            host.watch(host.live.source)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the wizard together with the window."""
        if event.type() == QEvent.Type.Close and self.wizard is not None:
            self.wizard.close()
        return super().eventFilter(watched, event)

    def retranslate(self) -> None:
        """Name the entry in the language in use."""
        self.setText(self.tr("Teach new dice…"))
        self.setEnabled(cast("Host", self._window).parts.make_detector is not None)
