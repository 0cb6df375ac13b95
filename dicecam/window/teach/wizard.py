"""The wizard that teaches new dice: four pages, forth and back, and the game goes on behind it."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from dicecam.errors import DicecamError
from dicecam.learn.collect import UNNAMED
from dicecam.learn.job import tune_command
from dicecam.sight import Detector
from dicecam.window.i18n import Words
from dicecam.window.live.picture import Picture
from dicecam.window.teach.collect_page import CollectPage
from dicecam.window.teach.compare_page import ComparePage
from dicecam.window.teach.review_page import ReviewPage
from dicecam.window.teach.train_page import Command, TrainPage

COLLECT, REVIEW, TRAIN, COMPARE = range(4)


class TeachWizard(QDialog):
    """Collect, review, train, compare and use.

    Args:
        words: The language in use.
        make_detector: Loads what finds dice in photos.
        command: The command line of the process that teaches.
        parent: The window.

    Attributes:
        adopted: Another model is in use from now on: its name.
    """

    adopted = Signal(str)

    def __init__(
        self,
        words: Words,
        make_detector: Callable[[], Detector],
        command: Command,
        parent: QWidget | None,
    ) -> None:
        super().__init__(parent)
        self.setModal(False)
        self.collect = CollectPage(make_detector, self)
        self.review = ReviewPage(self)
        self.train = TrainPage(command, self)
        self.compare = ComparePage(words, self)
        self.pages = QStackedWidget(self)
        for page in (self.collect, self.review, self.train, self.compare):
            self.pages.addWidget(page)
        self.steps, self.note = QLabel(self), QLabel(self)
        self.steps.setTextFormat(Qt.TextFormat.RichText)
        self.note.setWordWrap(True)
        self.back, self.forth, self.closed = (QPushButton(self) for _ in range(3))
        self.forth.setDefault(True)
        self.back.clicked.connect(lambda: self.go(self.pages.currentIndex() - 1))
        self.forth.clicked.connect(lambda: self.go(self.pages.currentIndex() + 1))
        self.closed.clicked.connect(self.close)
        self.collect.changed.connect(self._follow)
        self.review.changed.connect(self._follow)
        self.train.done.connect(self._on_done)
        self.train.ended.connect(self._follow)
        self.compare.adopted.connect(self.adopted)
        self.compare.deeper.connect(self._go_deeper)
        row = QHBoxLayout()
        row.addWidget(self.note, 1)
        for button in (self.closed, self.back, self.forth):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.addWidget(self.steps)
        column.addWidget(self.pages, 1)
        column.addLayout(row)
        self._retranslate()
        self.resize(980, 620)

    def show_picture(self, picture: Picture) -> None:
        """Show what the camera gives."""
        self.collect.show_picture(picture)

    def go(self, page: int) -> None:
        """Turn to a page; the training starts when its page is reached."""
        course = self.collect.course
        self.collect.stop()
        if page == REVIEW:
            self.review.set_course(course)
        if page == COLLECT:
            self.collect.refresh()
        if page == TRAIN and not self.train.running:
            if course is None:
                return
            try:
                dice = course.finish()
            except DicecamError as error:
                self.note.setText(str(error))
                return
            self.train.start([dice.id])
        if page == COMPARE:
            self.compare.refresh()
        self.pages.setCurrentIndex(page)
        self._follow()

    def _go_deeper(self, sets: list[str]) -> None:
        """Fine-tune the whole reader on sets."""
        if not self.train.running:
            self.train.start(sets, tune_command)
            self.pages.setCurrentIndex(TRAIN)
            self._follow()

    def _on_done(self, model: str) -> None:
        self.compare.refresh(model)
        self.pages.setCurrentIndex(COMPARE)
        self._follow()

    def _follow(self) -> None:
        """Say where we are, and whether it can go on."""
        page = self.pages.currentIndex()
        course = self.collect.course
        some = course is not None and len(course.store) > 0
        nameless = course.counts().get(UNNAMED, 0) if course is not None else 0
        able = {
            COLLECT: some,
            REVIEW: some and not nameless,
            TRAIN: not self.train.running,
            COMPARE: False,
        }
        self.forth.setEnabled(able[page])
        self.back.setEnabled(page > COLLECT and not self.train.running)
        self.forth.setText(self.tr("Train") if page == REVIEW else self.tr("Next"))
        text = ""
        if page == REVIEW and nameless:
            text = self.tr("Dice without a name: {n}. Select them and give them one.").format(
                n=nameless
            )
        elif page == TRAIN and self.train.running:
            text = self.tr("You can go on playing meanwhile.")
        self.note.setText(text)
        names = (
            self.tr("Collect"),
            self.tr("Review"),
            self.tr("Train"),
            self.tr("Compare and use"),
        )
        steps = [
            f"<b>{n + 1}. {t}</b>" if n == page else f"{n + 1}. {t}" for n, t in enumerate(names)
        ]
        self.steps.setText(" &nbsp;→&nbsp; ".join(steps))

    def closeEvent(self, event: QCloseEvent) -> None:
        """End what still runs; the model in use stays."""
        self._end()
        super().closeEvent(event)

    def reject(self) -> None:
        """End what still runs when Escape is pressed."""
        self._end()
        super().reject()

    def _end(self) -> None:
        self.collect.stop()
        self.train.cancel()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Teach new dice"))
        self.back.setText(self.tr("Back"))
        self.closed.setText(self.tr("Close"))
        self._follow()
