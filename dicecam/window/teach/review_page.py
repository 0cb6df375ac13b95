"""Second page: all crops as a grid; wrong ones are removed or named with a click."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QListView,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from dicecam.dice import PIPS
from dicecam.errors import DicecamError
from dicecam.learn.collect import UNNAMED
from dicecam.learn.course import Course, Kept
from dicecam.window.teach.crops import pixmap
from dicecam.window.theme import theme_of

THUMB_PX = 88


class ReviewPage(QWidget):
    """The crops of a set, face by face, those without a name first.

    Args:
        parent: The wizard.

    Attributes:
        changed: A die was named or removed.
    """

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._course: Course | None = None
        self.grid = QListWidget(self)
        self.grid.setViewMode(QListView.ViewMode.IconMode)
        self.grid.setResizeMode(QListView.ResizeMode.Adjust)
        self.grid.setMovement(QListView.Movement.Static)
        self.grid.setIconSize(QSize(THUMB_PX, THUMB_PX))
        self.grid.setSpacing(6)
        self.grid.setUniformItemSizes(True)
        self.grid.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.grid.itemSelectionChanged.connect(self._on_selected)
        self.name = QComboBox(self)
        self.name.setEditable(True)
        self.called, self.removed = QPushButton(self), QPushButton(self)
        self.icon = QPushButton(self)
        self.icon.clicked.connect(self._ask_icon)
        self.name.currentTextChanged.connect(self._on_selected)
        self.called.clicked.connect(self.call)
        self.removed.clicked.connect(self.remove)
        self._delete = QShortcut(QKeySequence(QKeySequence.StandardKey.Delete), self.grid)
        self._delete.activated.connect(self.remove)
        self.note, self._label = QLabel(self), QLabel(self)
        self.note.setWordWrap(True)
        self._label.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(self.name, 1)
        row.addWidget(self.called)
        row.addWidget(self.removed)
        row.addWidget(self.icon)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._label)
        column.addWidget(self.grid, 1)
        column.addLayout(row)
        column.addWidget(self.note)
        self._retranslate()

    def set_course(self, course: Course | None) -> None:
        """Show the dice of a course."""
        self._course = course
        self._fill()

    def chosen(self) -> list[Kept]:
        """Return the dice that are selected."""
        return [item.data(Qt.ItemDataRole.UserRole) for item in self.grid.selectedItems()]

    def call(self) -> None:
        """Give the selected dice the name that was typed."""
        name = self.name.currentText().strip()

        def rename(course: Course) -> None:
            for die in self.chosen():
                course.rename(die, name)

        self._change(rename)

    def remove(self) -> None:
        """Take the selected dice out."""
        self._change(lambda course: course.remove(self.chosen()))

    def _ask_icon(self) -> None:
        kinds = f"{self.tr('Pictures')} (*.png *.jpg *.jpeg *.webp *.bmp)"
        title = self.tr("Picture for this face")
        named, _ = QFileDialog.getOpenFileName(self, title, "", kinds)
        if named and self._course is not None:
            try:
                self._course.own_icon(self.name.currentText().strip(), Path(named))
            except DicecamError as error:
                self.note.setText(str(error))
            else:
                self.note.setText(self.tr("This picture now stands for the face."))

    def _change(self, do: Callable[[Course], object]) -> None:
        if self._course is None or not self.chosen():
            return
        try:
            do(self._course)
            self._course.save()
        except DicecamError as error:
            self.note.setText(str(error))
        else:
            self.note.setText("")
        self._fill()
        self.changed.emit()

    def _fill(self) -> None:
        self.grid.clear()
        course = self._course
        names = course.names() if course is not None else {}
        theme = theme_of(self)
        for die in course.kept() if course is not None else ():
            assert course is not None
            try:
                icon = QIcon(pixmap(course.thumbnail(die, THUMB_PX)))
            except DicecamError as error:
                self.note.setText(str(error))
                icon = QIcon()
            nameless = die.face == UNNAMED
            text = self.tr("no name") if nameless else names.get(die.face, die.face)
            item = QListWidgetItem(icon, text, self.grid)
            item.setData(Qt.ItemDataRole.UserRole, die)
            if nameless:
                item.setForeground(QColor(theme.bad))
        typed = self.name.currentText()
        self.name.clear()
        self.name.addItems([*names.values(), *(p.removeprefix("pips_") for p in PIPS)])
        self.name.setCurrentText(typed if typed else "")
        self._on_selected()

    def _on_selected(self) -> None:
        some = bool(self.grid.selectedItems())
        self.called.setEnabled(some)
        self.removed.setEnabled(some)
        named = self.name.currentText().strip()
        face = self._course.dice.face(named) if self._course is not None and named else None
        self.icon.setEnabled(face is not None)

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._label.setText(
            self.tr("Look for wrong ones. Select dice, then name them or take them out.")
        )
        self.called.setText(self.tr("Give this name"))
        self.removed.setText(self.tr("Take out"))
        self.icon.setText(self.tr("Own picture…"))
        self.name.setAccessibleName(self.tr("Name of the face"))
        self.grid.setAccessibleName(self.tr("Dice that were kept"))
        self._fill()
