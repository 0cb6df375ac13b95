"""Set-up of camera and table: which camera, which part of the picture, the table's corners, colours.

The dialog shows the live picture and gives back settings; how they are used is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QPointF, Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from dicecam.config import Settings
from dicecam.sight import Box, Image
from dicecam.table.view import TableView
from dicecam.window.handles import FOUR, WHOLE, HandlesView, Mode
from dicecam.window.i18n import Words, sentence
from dicecam.window.icons import die_icon
from dicecam.window.live.picture import Picture
from dicecam.window.readings import missed_box
from dicecam.window.start.camera import DEMO, as_array
from dicecam.window.theme import theme_of

Measure = Callable[[Image, Box], tuple[float, float, float]]
"""Measures the body colour of a die as CIE Lab."""


class TableDialog(QDialog):
    """Camera, region, corners and colours on one page.

    Args:
        words: The language in use.
        settings: What is set now.
        cameras: The cameras there are: values with `key` and `name`.
        colours: Body colours that can be taught; empty hides the choice.
        measure: Measures a colour; None hides the choice.

    Attributes:
        chosen: The dialog was accepted: the new `Settings`.
        watched: Another camera was chosen: its key; the picture should follow at once.
    """

    chosen = Signal(object)
    watched = Signal(str)

    def __init__(
        self,
        words: Words,
        settings: Settings,
        cameras: Sequence[Any],
        colours: Sequence[str],
        measure: Measure | None,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._words, self._settings, self._measure = words, settings, measure
        self._view: TableView | None = None
        self._taught = {name: (light, a, b) for name, light, a, b in settings.colours}
        self.picture = HandlesView(self)
        self.camera = QComboBox(self)
        for camera in cameras:
            self.camera.addItem(str(camera.name), str(camera.key))
        self.camera.addItem("", DEMO)
        if settings.source and self.camera.findData(settings.source) < 0:
            self.camera.insertItem(0, settings.source, settings.source)
        self.camera.setCurrentIndex(max(0, self.camera.findData(settings.source)))
        self.camera.activated.connect(lambda n: self.watched.emit(self.camera.itemData(n)))
        self.modes = QButtonGroup(self)
        self.buttons_by_mode = {mode: QRadioButton(self) for mode in Mode}
        for mode, button in self.buttons_by_mode.items():
            self.modes.addButton(button)
            button.toggled.connect(lambda on, m=mode: self._set_mode(m) if on else None)
        self.width_mm, self.height_mm = self._length(), self._length()
        self.colour = QComboBox(self)
        for name in colours:
            icon = die_icon("pips_1", name, theme_of(self))
            self.colour.addItem(icon, sentence(words.colour(name)), name)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        self.note.setTextFormat(Qt.TextFormat.PlainText)
        self.reset = QPushButton(self)
        self.reset.clicked.connect(self._reset)
        self._labels = {key: QLabel(self) for key in ("camera", "width", "height", "colour")}
        teach = bool(colours) and measure is not None
        for widget in (self.buttons_by_mode[Mode.PICK], self.colour, self._labels["colour"]):
            widget.setVisible(teach)
        self._build()
        self._fill()
        self.picture.picked.connect(self._on_picked)
        self._retranslate()
        self.buttons_by_mode[Mode.LOOK].setChecked(True)
        self.resize(1080, 600)

    def _length(self) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setRange(50.0, 3000.0)
        box.setDecimals(0)
        box.setSuffix(" mm")
        return box

    def _build(self) -> None:
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow(self._labels["camera"], self.camera)
        side = QVBoxLayout()
        side.addLayout(form)
        for button in self.buttons_by_mode.values():
            side.addWidget(button)
        sizes = QFormLayout()
        sizes.addRow(self._labels["width"], self.width_mm)
        sizes.addRow(self._labels["height"], self.height_mm)
        sizes.addRow(self._labels["colour"], self.colour)
        side.addLayout(sizes)
        side.addWidget(self.note)
        side.addStretch(1)
        side.addWidget(self.reset)
        row = QHBoxLayout()
        row.addWidget(self.picture, 1)
        row.addLayout(side)
        standard = QDialogButtonBox.StandardButton
        box = QDialogButtonBox(standard.Ok | standard.Cancel, self)
        box.accepted.connect(self._accept)
        box.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addLayout(row, 1)
        column.addWidget(box)

    def _fill(self) -> None:
        x1, y1, x2, y2 = self._settings.region
        self.picture.region = ((x1, y1), (x2, y2))
        flat = self._settings.corners
        if len(flat) == 2 * len(FOUR):
            self.picture.corners = tuple(zip(flat[::2], flat[1::2], strict=True))
        self.width_mm.setValue(self._settings.table_width_mm)
        self.height_mm.setValue(self._settings.table_height_mm)

    def show_picture(self, picture: Picture) -> None:
        """Show what the camera gives."""
        self.picture.set_picture(picture)

    def show_view(self, view: TableView) -> None:
        """Show the dice that were found."""
        self._view = view
        self.picture.set_view(view)

    def _set_mode(self, mode: Mode) -> None:
        self.picture.set_mode(mode)
        self.note.setText(self._notes()[mode])
        for widget in (self.width_mm, self.height_mm):
            widget.setEnabled(mode is Mode.CORNERS)
        self.colour.setEnabled(mode is Mode.PICK)

    def _reset(self) -> None:
        """Forget what was set for the choice at hand."""
        mode = self.picture.mode
        if mode is Mode.REGION:
            self.picture.region = WHOLE
        elif mode is Mode.CORNERS:
            self.picture.corners = FOUR
            self._settings = replace(self._settings, corners=())
        elif mode is Mode.PICK:
            self._taught.clear()
        self.note.setText(self._notes()[mode])
        self.picture.update()

    def _on_picked(self, spot: QPointF) -> None:
        picture, name = self.picture.picture, self.colour.currentData()
        if picture is None or self._measure is None or name is None:
            return
        x, y = spot.x() * picture.width, spot.y() * picture.height
        dice = self._view.dice if self._view is not None else ()
        boxes = [d.box for d in dice if d.box.x1 <= x <= d.box.x2 and d.box.y1 <= y <= d.box.y2]
        box = boxes[0] if boxes else missed_box(self._view, x, y, picture.width)
        scale = picture.image.width() / picture.width
        shown = Box(box.x1 * scale, box.y1 * scale, box.x2 * scale, box.y2 * scale)
        self._taught[name] = self._measure(as_array(picture.image), shown)
        said = self.tr("Learnt: this is what {colour} looks like.")
        self.note.setText(said.format(colour=self._words.colour(name)))

    def settings(self) -> Settings:
        """Return the settings as they are chosen now."""
        (x1, y1), (x2, y2) = self.picture.region
        corners = self._settings.corners
        if self.picture.corners != FOUR:
            corners = tuple(edge for point in self.picture.corners for edge in point)
        return replace(
            self._settings,
            source=self.camera.currentData() or "",
            region=(x1, y1, x2, y2),
            corners=corners,
            table_width_mm=self.width_mm.value(),
            table_height_mm=self.height_mm.value(),
            colours=tuple((name, *lab) for name, lab in sorted(self._taught.items())),
        )

    def _accept(self) -> None:
        self.chosen.emit(self.settings())
        self.accept()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _notes(self) -> dict[Mode, str]:
        return {
            Mode.LOOK: self.tr("The dice that are found have a white frame."),
            Mode.REGION: self.tr(
                "Drag the two points around the part of the picture where dice are rolled."
            ),
            Mode.CORNERS: self.tr(
                "Drag the points onto the four corners of the table or mat, clockwise."
            ),
            Mode.PICK: self.tr("Choose a colour, then click a die of that colour."),
        }

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Camera and table"))
        texts = {
            Mode.LOOK: self.tr("Just look"),
            Mode.REGION: self.tr("Where dice are rolled"),
            Mode.CORNERS: self.tr("Corners of the table"),
            Mode.PICK: self.tr("Colours of my dice"),
        }
        for mode, button in self.buttons_by_mode.items():
            button.setText(texts[mode])
        self._labels["camera"].setText(self.tr("Camera"))
        self._labels["width"].setText(self.tr("Width"))
        self._labels["height"].setText(self.tr("Height"))
        self._labels["colour"].setText(self.tr("Colour"))
        self.reset.setText(self.tr("As at first"))
        self.picture.setAccessibleName(
            self.tr("Picture of the camera; space takes a point, arrows move it")
        )
        self.camera.setItemText(self.camera.findData(DEMO), self.tr("Recorded demonstration"))
        self.note.setText(self._notes()[self.picture.mode])
