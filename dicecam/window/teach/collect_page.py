"""First page: which dice, and photos of their faces from files or from the camera.

It shows and asks; what is kept is decided by the course.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from dicecam.errors import DicecamError
from dicecam.learn.collect import UNNAMED, Collected, Hint
from dicecam.learn.course import ENOUGH, Course, session_now
from dicecam.learn.dice_sets import find_sets
from dicecam.sight import Detector
from dicecam.window.live.picture import Picture
from dicecam.window.start.camera import Preview, as_array

EVERY_MS = 400
"""How often a picture of the camera is looked at, ms."""
KINDS = "*.jpg *.jpeg *.png *.webp *.bmp *.heic"


class CollectPage(QWidget):
    """Name of the dice, photos, pictures of the camera, and how many there are.

    Args:
        make_detector: Loads what finds dice; called when the first photo comes.
        parent: The wizard.

    Attributes:
        changed: There are other photos than before.
    """

    changed = Signal()

    def __init__(self, make_detector: Callable[[], Detector], parent: QWidget) -> None:
        super().__init__(parent)
        self._make_detector = make_detector
        self._detector: Detector | None = None
        self.course: Course | None = None
        self._session = session_now()
        self._picture: Picture | None = None
        self._todo: Iterator[Collected] | None = None
        self._said: list[Collected] = []
        self.name, self.face = QComboBox(self), QLineEdit(self)
        self.name.setEditable(True)
        self.name.addItems([dice.name for dice in find_sets()])
        self.name.setCurrentText("")
        self.files, self.folder = QPushButton(self), QPushButton(self)
        self.camera = QPushButton(self)
        self.camera.setCheckable(True)
        self.camera.setEnabled(False)
        self.preview = Preview(self)
        self.note, self.counts, self.bar = QLabel(self), QListWidget(self), QProgressBar(self)
        self.note.setWordWrap(True)
        self.bar.hide()
        self._labels = (QLabel(self), QLabel(self))
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self._look)
        self._steps = QTimer(self)
        self._steps.timeout.connect(self._next_photo)
        self.files.clicked.connect(self._ask_files)
        self.folder.clicked.connect(self._ask_folder)
        self.camera.toggled.connect(self._watch)
        self.name.currentTextChanged.connect(self._on_name)
        self._build()
        self._retranslate()
        self._on_name()

    def _build(self) -> None:
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow(self._labels[0], self.name)
        form.addRow(self._labels[1], self.face)
        side = QVBoxLayout()
        side.addLayout(form)
        for button in (self.files, self.folder, self.camera):
            side.addWidget(button)
        side.addWidget(self.counts, 1)
        left = QVBoxLayout()
        left.addWidget(self.preview, 1)
        left.addWidget(self.note)
        left.addWidget(self.bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(left, 3)
        row.addLayout(side, 2)

    # Which dice.

    def _on_name(self) -> None:
        named = bool(self.name.currentText().strip())
        for button in (self.files, self.folder):
            button.setEnabled(named)
        self.camera.setEnabled(named and self._picture is not None)

    def _begun(self) -> Course | None:
        """Return the course of the dice that are named; None when that cannot be."""
        wanted = self.name.currentText().strip()
        if self.course is not None and self.course.dice.name == wanted:
            return self.course
        try:
            if self._detector is None:
                self._detector = self._make_detector()
            self.course = Course(wanted, self._detector)
        except DicecamError as error:
            self.note.setText(str(error))
            self.course = None
        return self.course

    # Photos.

    def _ask_files(self) -> None:
        kinds = f"{self.tr('Photos')} ({KINDS})"
        named, _ = QFileDialog.getOpenFileNames(self, self.tr("Photos of the dice"), "", kinds)
        self.add([Path(name) for name in named])

    def _ask_folder(self) -> None:
        named = QFileDialog.getExistingDirectory(self, self.tr("Folder with photos of the dice"))
        if named:
            self.add([Path(named)])

    def add(self, paths: Sequence[Path]) -> None:
        """Take photos in, one after the other while the window stays alive."""
        course = self._begun() if paths else None
        if course is None or self._todo is not None:
            return
        self._todo = course.collect(paths, self.face.text().strip(), self._session)
        self._said.clear()
        self.bar.setRange(0, 0)
        self.bar.show()
        self._steps.start(0)

    def _next_photo(self) -> None:
        if self._todo is None:
            return
        try:
            self._said.append(next(self._todo))
            self.note.setText(str(self._said[-1].path.name))
            return
        except StopIteration:
            said = self._summary()
        except (DicecamError, OSError) as error:
            said = str(error)
        self._end_photos()
        self._save()
        self.note.setText(said)

    def _end_photos(self) -> None:
        self._steps.stop()
        self._todo = None
        self.bar.hide()

    def _summary(self) -> str:
        """Return what became of the photos in words."""
        kept = sum(one.hint is Hint.KEPT for one in self._said)
        lines = [self.tr("{n} of {all} photos kept.").format(n=kept, all=len(self._said))]
        words = self._hints()
        for hint in Hint:
            count = sum(one.hint is hint and not one.trouble for one in self._said)
            if hint is not Hint.KEPT and count:
                lines.append(f"{words[hint]}: {count}")
        if broken := sum(bool(one.trouble) for one in self._said):
            lines.append(self.tr("Not readable: {n}").format(n=broken))
        return " · ".join(lines)

    # The camera.

    def show_picture(self, picture: Picture) -> None:
        """Show what the camera gives."""
        self._picture = picture
        self.preview.picture = picture
        self.preview.update()
        self._on_name()

    def _watch(self, on: bool) -> None:
        if on and not self.face.text().strip():
            self.note.setText(self.tr("First say which face you will show to the camera."))
            self.camera.setChecked(False)
            return
        if on and self._begun() is not None:
            self._timer.start()
            self.note.setText(self.tr("Turn the die a little, again and again."))
        elif not on and self._timer.isActive():
            self._timer.stop()
            self._save()

    def _look(self) -> None:
        """Look at the newest picture of the camera, and keep it when it is worth it."""
        course, picture = self.course, self._picture
        if course is None or picture is None:
            return
        face = self.face.text().strip()
        image = as_array(picture.image)
        try:
            pick = course.look(image, face)
            if pick.hint is Hint.KEPT:
                course.keep(image, pick, face, self._session)
        except DicecamError as error:
            self.note.setText(str(error))
            self.camera.setChecked(False)
            return
        scale = picture.width / max(1, image.shape[1])
        if pick.box is not None:
            box = pick.box
            self.preview.boxes = (type(box)(*(edge * scale for edge in box.xyxy)),)
        self.preview.update()
        self.note.setText(self._hints()[pick.hint])
        if pick.hint is Hint.KEPT:
            self._show_counts()

    def _save(self) -> None:
        if self.course is None:
            return
        try:
            self.course.save()
        except DicecamError as error:
            self.note.setText(str(error))
        self._show_counts()
        self.changed.emit()

    def refresh(self) -> None:
        """Show how many photos there are now."""
        self._show_counts()

    def _show_counts(self) -> None:
        self.counts.clear()
        if self.course is None:
            return
        names = self.course.names() | {UNNAMED: self.tr("without a name")}
        for face, count in self.course.counts().items():
            few = "" if count >= ENOUGH or face == UNNAMED else self.tr(" – 5 or more are better")
            self.counts.addItem(f"{names.get(face, face)}: {count}{few}")

    def stop(self) -> None:
        """End everything that still runs."""
        self.camera.setChecked(False)
        self._timer.stop()
        self._end_photos()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _hints(self) -> dict[Hint, str]:
        return {
            Hint.KEPT: self.tr("Kept. Turn the die a little."),
            Hint.NO_DIE: self.tr("No die found"),
            Hint.SEVERAL: self.tr("Several dice: show one"),
            Hint.SMALL: self.tr("Too small: come closer"),
            Hint.BLURRED: self.tr("Blurred: hold still, more light"),
            Hint.KNOWN: self.tr("Like one kept before: turn the die"),
        }

    def _retranslate(self) -> None:
        self._labels[0].setText(self.tr("What are these dice called?"))
        self._labels[1].setText(self.tr("Face in the next photos (empty: by file name)"))
        self.preview.text = self.tr("No picture of the camera")
        self.preview.update()
        self.files.setText(self.tr("Add photos…"))
        self.folder.setText(self.tr("Add a folder…"))
        self.camera.setText(self.tr("Take pictures with the camera"))
        self.name.setAccessibleName(self._labels[0].text())
        self.face.setAccessibleName(self._labels[1].text())
        self.counts.setAccessibleName(self.tr("Photos of each face"))
        self.note.setText(
            self.tr(
                "Five photos of each face are enough to begin. Folders or file names may name the "
                "faces, such as star_1.jpg; a face may also be a number from 1 to 6."
            )
        )
        self._show_counts()
