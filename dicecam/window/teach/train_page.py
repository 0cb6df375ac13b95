"""Third page: the training in a process of its own, with a bar, the time left and a curve.

The process has a lower priority than the game that may go on; cancelling it leaves everything as
it was.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QProcess, Signal
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from dicecam.learn.job import Progress, read_line
from dicecam.window.teach.curve import Curve

WHOLE = 1000
"""Steps of the bar."""
KILL_MS = 3000
"""How long a process that was asked to end may still take, ms."""

Command = Callable[[Sequence[str]], list[str]]
"""Gives the command line of the process that teaches sets."""


class TrainPage(QWidget):
    """Starts, shows and cancels a training.

    Args:
        command: The command line of the process.
        parent: The wizard.

    Attributes:
        done: The training is over: name of the model.
        ended: The process is gone, whatever came of it.
    """

    done = Signal(str)
    ended = Signal()

    def __init__(self, command: Command, parent: QWidget) -> None:
        super().__init__(parent)
        self._command = command
        self._process: QProcess | None = None
        self._last: Progress | None = None
        self.bar, self.curve = QProgressBar(self), Curve(self)
        self.bar.setRange(0, WHOLE)
        self.stage, self.left = QLabel(self), QLabel(self)
        self.stage.setWordWrap(True)
        self.cancelled = QPushButton(self)
        self.cancelled.setEnabled(False)
        self.cancelled.clicked.connect(self.cancel)
        self._title = QLabel(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.stage, self.bar, self.left, self._title):
            column.addWidget(widget)
        column.addWidget(self.curve, 1)
        column.addWidget(self.cancelled)
        self._retranslate()

    @property
    def running(self) -> bool:
        """Whether a training goes on."""
        return self._process is not None

    def start(self, sets: Sequence[str], command: Command | None = None) -> None:
        """Teach sets in a process of its own.

        Args:
            sets: Names of the sets.
            command: Its command line; None for the usual one.
        """
        if self._process is not None:
            return
        self.curve.clear()
        self._last = None
        self.bar.setValue(0)
        process = QProcess(self)
        process.readyReadStandardOutput.connect(self._read)
        process.finished.connect(self._on_finished)
        process.errorOccurred.connect(self._on_error)
        self._process = process
        program, *words = (command or self._command)(sets)
        process.start(program, words)
        self.cancelled.setEnabled(True)
        self.stage.setText(self.tr("Starting…"))

    def cancel(self) -> None:
        """End the training; the model in use stays."""
        process, self._process = self._process, None
        if process is None:
            return
        process.blockSignals(True)
        process.terminate()
        if not process.waitForFinished(KILL_MS):
            process.kill()
            process.waitForFinished(KILL_MS)
        process.deleteLater()
        self._rest(self.tr("Cancelled. The model in use stays as it is."))

    def _rest(self, said: str) -> None:
        self.cancelled.setEnabled(False)
        self.left.setText("")
        self.stage.setText(said)
        self.ended.emit()

    def _read(self) -> None:
        process = self._process
        while process is not None and process.canReadLine():
            line = bytes(process.readLine().data()).decode("utf-8", "replace")
            progress = read_line(line)
            if progress is not None:
                self._show(progress)

    def _show(self, progress: Progress) -> None:
        self._last = progress
        self.bar.setValue(round(progress.share * WHOLE))
        if progress.accuracy:
            self.curve.add(progress.share, progress.accuracy)
        self.stage.setText(self._stages().get(progress.stage, ""))
        seconds = round(progress.left_s)
        self.left.setText("" if seconds < 0 else self.tr("About {n} s left").format(n=seconds))

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._on_finished()

    def _on_finished(self) -> None:
        self._read()
        process, self._process = self._process, None
        if process is None:
            return
        process.deleteLater()
        last = self._last
        if last is not None and last.stage == "done" and not last.trouble:
            self._rest(self.tr("Done."))
            self.done.emit(last.model)
            return
        trouble = last.trouble if last is not None else ""
        ended = self.tr("The training ended early. The model in use stays as it is.")
        self._rest(trouble or ended)

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _stages(self) -> dict[str, str]:
        return {
            "look": self.tr("Looking at the photos"),
            "check": self.tr("Checking on photos held out"),
            "fit": self.tr("Learning from all photos"),
            "write": self.tr("Writing the model"),
        }

    def _retranslate(self) -> None:
        self.cancelled.setText(self.tr("Cancel the training"))
        self._title.setText(self.tr("How many of the photos are read right"))
        self.bar.setAccessibleName(self.tr("How far the training is"))
