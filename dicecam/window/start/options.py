"""Which rules: every option of a game in the words of its catalogue, and its named presets."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from dicecam.messages import Message
from dicecam.rules.core import Option, OptionValue, Spec
from dicecam.window.i18n import Words, sentence

FITTING = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
Field = QCheckBox | QComboBox | QSpinBox


class Wording(QLabel):
    """The words beside a field, in as many lines as they need; a click on them is for the field."""

    def __init__(self, field: Field, parent: QWidget) -> None:
        super().__init__(parent)
        self._field = field
        self.setWordWrap(True)
        self.setBuddy(field)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Hand the click on."""
        super().mouseReleaseEvent(event)
        self._field.setFocus()
        if isinstance(self._field, QCheckBox):
            self._field.toggle()


class OptionsEditor(QWidget):
    """The options of the next game.

    Args:
        words: The language in use.
    """

    changed = Signal()

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._spec: Spec | None = None
        self._names: tuple[str, ...] = ()
        self._labels: dict[str, QLabel] = {}
        self.fields: dict[str, Field] = {}
        self.presets: dict[str, QPushButton] = {}
        self._presets = QVBoxLayout()
        self._presets.setSpacing(6)
        self._list = QVBoxLayout()
        self._list.setSpacing(4)
        self._inner: list[QWidget] = []
        self.none = QLabel(self)
        self.none.setProperty("quiet", True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._presets)
        column.addLayout(self._list)
        column.addWidget(self.none)
        column.addStretch(1)

    def set_spec(self, spec: Spec) -> None:
        """Show the options of a game, at their defaults."""
        for widget in self._inner:
            widget.hide()
            widget.deleteLater()
        self._spec, self._inner = spec, []
        self._labels, self.fields, self.presets = {}, {}, {}
        if spec.presets:
            for key in ("", *(preset.key for preset in spec.presets)):
                self._add_preset(key)
        for option in spec.options:
            self._add_option(option)
        self.none.setVisible(not spec.options)
        self._retranslate()
        self.set_values({})

    def _add_preset(self, key: str) -> None:
        button = QPushButton(self)
        button.setCheckable(True)
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        button.clicked.connect(lambda: self._use_preset(key))
        self.presets[key] = button
        self._presets.addWidget(button)
        self._inner.append(button)

    def _add_option(self, option: Option) -> None:
        field: Field
        if isinstance(option.default, bool):
            field = QCheckBox(self)
            field.toggled.connect(self._on_changed)
        elif option.choices or option.seat:
            field = QComboBox(self)
            # Long words must not make the card wider than its place.
            field.setSizeAdjustPolicy(FITTING)
            field.setMinimumContentsLength(8)
            field.currentIndexChanged.connect(self._on_changed)
        else:
            field = QSpinBox(self)
            field.setRange(option.minimum or 0, 9999 if option.maximum is None else option.maximum)
            field.valueChanged.connect(self._on_changed)
        label = Wording(field, self)
        self._labels[option.key] = label
        self.fields[option.key] = field
        if isinstance(field, QCheckBox):
            line = QHBoxLayout()
            line.addWidget(field)
            line.addWidget(label, 1)
            self._list.addLayout(line)
        else:
            self._list.addWidget(label)
            self._list.addWidget(field)
        self._inner += [label, field]
        for widget in (label, field):
            widget.show()

    def set_names(self, names: Sequence[str]) -> None:
        """Take in who plays, for options whose value is a player."""
        self._names = tuple(names)
        if self._spec is None:
            return
        for option in self._spec.options:
            field = self.fields[option.key]
            if option.seat and isinstance(field, QComboBox):
                at = max(0, field.currentIndex())
                self._fill(field, [(n, name) for n, name in enumerate(self._names)])
                field.setCurrentIndex(min(at, field.count() - 1))

    @property
    def values(self) -> dict[str, OptionValue]:
        """What is chosen; options at their default are included."""
        found: dict[str, OptionValue] = {}
        for key, field in self.fields.items():
            if isinstance(field, QCheckBox):
                found[key] = field.isChecked()
            elif isinstance(field, QComboBox):
                if field.count():
                    found[key] = field.currentData()
            else:
                found[key] = field.value()
        return found

    def set_values(self, values: dict[str, OptionValue]) -> None:
        """Choose values; options not named go to their default."""
        if self._spec is None:
            return
        for option in self._spec.options:
            value, field = values.get(option.key, option.default), self.fields[option.key]
            if isinstance(field, QCheckBox):
                field.setChecked(bool(value))
            elif isinstance(field, QComboBox):
                field.setCurrentIndex(max(0, field.findData(value)))
            else:
                field.setValue(int(value))
        self._on_changed()

    def _use_preset(self, key: str) -> None:
        assert self._spec is not None
        values = next((dict(p.values) for p in self._spec.presets if p.key == key), {})
        seats = {o.key: self.values[o.key] for o in self._spec.options if o.seat}
        self.set_values({**seats, **values})

    def _on_changed(self) -> None:
        """Show which preset the options add up to, and long choices in full as tool tips."""
        if self._spec is None:
            return
        for field in self.fields.values():
            if isinstance(field, QComboBox):
                field.setToolTip(field.currentText())
        chosen, options = self.values, self._spec.options
        for key, button in self.presets.items():
            values = next((dict(p.values) for p in self._spec.presets if p.key == key), {})
            same = all(
                chosen.get(o.key) == values.get(o.key, o.default) for o in options if not o.seat
            )
            button.setChecked(same)
        self.changed.emit()

    def _fill(self, field: QComboBox, entries: Sequence[tuple[OptionValue, str]]) -> None:
        field.blockSignals(True)
        at = field.currentIndex()
        field.clear()
        for value, text in entries:
            field.addItem(text, value)
        field.setCurrentIndex(at)
        field.blockSignals(False)

    def _retranslate(self) -> None:
        self.none.setText(self.tr("This game has no variants."))
        if self._spec is None:
            return
        game, say = self._spec.key, self._words.say
        for option in self._spec.options:
            field = self.fields[option.key]
            label = sentence(say(Message(f"{game}.option.{option.key}.label")))
            field.setAccessibleName(label)
            self._labels[option.key].setText(label)
            if isinstance(field, QComboBox) and not option.seat:
                entries = [(v, sentence(say(option.value_text(game, v)))) for v in option.choices]
                self._fill(field, entries)
        for key, button in self.presets.items():
            text = say(Message(f"{game}.preset.{key}")) if key else self.tr("Standard rules")
            button.setText(sentence(text))
        self.set_names(self._names)

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
