"""Last page: before and after, what the guard says, and the models that can be used.

It shows what is on the disk and asks; it judges nothing itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QEvent, Qt, QUrl, Signal
from PySide6.QtGui import QColor, QDesktopServices
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QMessageBox,
    QPushButton,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from dicecam.errors import DicecamError
from dicecam.learn import models
from dicecam.learn.guard import LEAST_NEW, MOST_LOST
from dicecam.learn.job import REPORT, TRAIN_LINE, TRAIN_SIZE, has_train_extra
from dicecam.vision.model import SHIPPED
from dicecam.window.i18n import Words
from dicecam.window.theme import theme_of


class ComparePage(QWidget):
    """The before/after table of a model and the list of all models.

    Args:
        words: The language in use.
        parent: The wizard.

    Attributes:
        adopted: Another model is in use from now on: its name.
        deeper: The whole reader is to be fine-tuned on the sets of the model that is looked at.
    """

    adopted = Signal(str)
    deeper = Signal(list)

    def __init__(self, words: Words, parent: QWidget) -> None:
        super().__init__(parent)
        self._words = words
        self._model: models.TaughtModel | None = None
        self.table = QTableWidget(0, 4, self)
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.verticalHeader().hide()
        heads = self.table.horizontalHeader()
        heads.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        heads.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)
        self.verdict, self._label = QLabel(self), QLabel(self)
        self.verdict.setWordWrap(True)
        self.versions = QListWidget(self)
        self.versions.currentItemChanged.connect(self._on_chosen)
        self.use, self.previous = QPushButton(self), QPushButton(self)
        self.report, self.remove = QPushButton(self), QPushButton(self)
        self.tune, self.hint = QPushButton(self), QLabel(self)
        self.hint.setWordWrap(True)
        self.hint.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        able = has_train_extra()
        self.tune.setVisible(able)
        self.hint.setVisible(not able)
        self.tune.clicked.connect(self._go_deeper)
        self.use.clicked.connect(self._use)
        self.previous.clicked.connect(self._go_back)
        self.report.clicked.connect(self._show_report)
        self.remove.clicked.connect(self._remove)
        self._build()
        self._retranslate()

    def _build(self) -> None:
        left = QVBoxLayout()
        left.addWidget(self.table, 1)
        left.addWidget(self.verdict)
        side = QVBoxLayout()
        side.addWidget(self._label)
        side.addWidget(self.versions, 1)
        for button in (self.use, self.report, self.previous, self.remove, self.tune, self.hint):
            side.addWidget(button)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addLayout(left, 3)
        row.addLayout(side, 2)

    def refresh(self, chosen: str = "") -> None:
        """Show all models.

        Args:
            chosen: Name of the model to look at; empty for the one in use.
        """
        used = models.name_in_use()
        self.versions.clear()
        for name in (SHIPPED, *(model.name for model in reversed(models.list_models()))):
            item = QListWidgetItem(self._title(name, used), self.versions)
            item.setData(Qt.ItemDataRole.UserRole, name)
            if name == (chosen or used):
                self.versions.setCurrentItem(item)
        if self.versions.currentItem() is None:
            self.versions.setCurrentRow(0)

    def _title(self, name: str, used: str) -> str:
        shown = self.tr("the one that came with dicecam") if name == SHIPPED else name
        return self.tr("{name} – in use").format(name=shown) if name == used else shown

    def _name(self) -> str:
        item = self.versions.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)) if item is not None else SHIPPED

    def _on_chosen(self) -> None:
        name = self._name()
        found = [model for model in models.list_models() if model.name == name]
        self._model = found[0] if found else None
        used = models.name_in_use()
        story = self._model.story if self._model is not None else {}
        self._fill(story)
        self._judge(story)
        good = self._model is None or self._model.passed
        self.use.setText(self.tr("Use this model") if good else self.tr("Use it anyway…"))
        self.use.setEnabled(name != used and not (self._model and self._model.trouble))
        self.remove.setEnabled(self._model is not None and name != used)
        page = self._model is not None and (self._model.folder / REPORT).is_file()
        self.report.setEnabled(page)
        self.tune.setEnabled(self._model is not None and bool(self._model.sets))

    def _fill(self, story: Mapping[str, Any]) -> None:
        verdict = story.get("verdict", {})
        rows = [*verdict.get("old", ()), *verdict.get("new", ())]
        names = {**story.get("names", {}), **self._groups()}
        self.table.setRowCount(len(rows))
        for at, row in enumerate(rows):
            cells = [
                str(names.get(row["name"], row["name"])),
                str(row["count"]),
                self._share(row["before"]),
                self._share(row["after"]),
            ]
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                if column:
                    middle = Qt.AlignmentFlag.AlignVCenter
                    item.setTextAlignment(Qt.AlignmentFlag.AlignRight | middle)
                if row["name"] in ("old", "new"):
                    font = item.font()
                    font.setBold(True)
                    item.setFont(font)
                self.table.setItem(at, column, item)

    def _share(self, value: float) -> str:
        return f"{self._words.number(100 * value, 1)}\u202f%"

    def _judge(self, story: Mapping[str, Any]) -> None:
        model, theme = self._model, theme_of(self)
        if model is None:
            self.verdict.setText(self.tr("This model knows no taught dice."))
            return
        if model.trouble:
            text, colour = model.trouble, theme.bad
        elif model.passed:
            text, colour = self.tr("The check found nothing against this model."), theme.good
        else:
            text, colour = self._reasons(story.get("verdict", {})), theme.bad
        self.verdict.setText(text)
        palette = self.verdict.palette()
        palette.setColor(self.verdict.foregroundRole(), QColor(colour))
        self.verdict.setPalette(palette)

    def _reasons(self, verdict: Mapping[str, Any]) -> str:
        """Return in words why a model should not be used."""
        told = [self.tr("The check advises against this model.")]
        old: Sequence[Mapping[str, Any]] = verdict.get("old", ())
        new: Sequence[Mapping[str, Any]] = verdict.get("new", ())
        if old and old[-1]["before"] - old[-1]["after"] > MOST_LOST + 1e-9:
            lost = self._words.number(100 * (old[-1]["before"] - old[-1]["after"]), 1)
            text = self.tr("Known faces lose {lost} points; at most {most} are allowed.")
            told.append(text.format(lost=lost, most=self._words.number(100 * MOST_LOST, 1)))
        if verdict.get("held_out") == "nothing":
            told.append(self.tr("A face has a single photo: nobody knows how well it is read."))
        elif new and new[-1]["after"] < LEAST_NEW:
            text = self.tr("New faces are read right in {right} of the photos held out.")
            told.append(text.format(right=self._share(new[-1]["after"])))
            told.append(self.tr("More photos in other light and at other angles help."))
        return " ".join(told)

    def _try(self, do: Callable[[], object]) -> bool:
        try:
            do()
        except DicecamError as error:
            self.verdict.setText(str(error))
            return False
        return True

    def _use(self) -> None:
        name = self._name()
        if self._model is not None and not self._model.passed and not self._insists():
            return
        if self._try(lambda: models.use(name)):
            self.refresh(name)
            self.adopted.emit(name)

    def _insists(self) -> bool:
        """Ask whether a model is to be used that the check advises against."""
        buttons = QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No
        text = self.tr("The check advises against this model. Use it all the same?")
        answer = QMessageBox.question(self, self.windowTitle(), text, buttons)
        return answer == QMessageBox.StandardButton.Yes

    def _go_back(self) -> None:
        if self._try(models.use_previous):
            name = models.name_in_use()
            self.refresh(name)
            self.adopted.emit(name)

    def _go_deeper(self) -> None:
        if self._model is not None:
            self.deeper.emit(list(self._model.sets))

    def _show_report(self) -> None:
        if self._model is not None:
            QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._model.folder / REPORT)))

    def _remove(self) -> None:
        name = self._name()
        if self._try(lambda: models.remove(name)):
            self.refresh()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _groups(self) -> dict[str, str]:
        return {
            "pips": self.tr("Pips"),
            "symbols": self.tr("Known symbols"),
            "other": self.tr("No die, or not readable"),
            "old": self.tr("All known faces"),
            "new": self.tr("All new faces"),
        }

    def _retranslate(self) -> None:
        heads = (self.tr("Faces"), self.tr("Crops"), self.tr("Before"), self.tr("After"))
        self.table.setHorizontalHeaderLabels(heads)
        self._label.setText(self.tr("Models"))
        self.previous.setText(self.tr("Back to the previous model"))
        self.report.setText(self.tr("Show the report"))
        self.remove.setText(self.tr("Remove this model"))
        self.tune.setText(self.tr("Train the whole reader (slow)"))
        self.tune.setToolTip(
            self.tr("Takes about a quarter of an hour; may read hard dice better.")
        )
        hint = self.tr("To train the whole reader, install {size} more. Type: {line}")
        self.hint.setText(hint.format(size=TRAIN_SIZE, line=TRAIN_LINE))
        self.versions.setAccessibleName(self.tr("Models"))
        self.table.setAccessibleName(self.tr("Before and after"))
        self.refresh(self._name())
