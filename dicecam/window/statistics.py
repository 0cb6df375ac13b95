"""Statistics across games: who won how often, and whether the dice look fair, in plain words."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialog,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QPushButton,
    QSizePolicy,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from dicecam.messages import Message
from dicecam.rules.core import Game
from dicecam.session.archive import KeptGame
from dicecam.session.statistics import Fairness, Tally, Verdict, all_fairness, tallies
from dicecam.window.i18n import Words, sentence
from dicecam.window.icons import paint_die
from dicecam.window.sheets.cells import write
from dicecam.window.theme import FILLS, mix, theme_of

_Index = QModelIndex | QPersistentModelIndex
_TOP = QModelIndex()


LEAST_P = 0.001
"""Smaller p-values are only said to be smaller."""


class TallyModel(QAbstractTableModel):
    """Wins and averages, one line a player and game.

    Args:
        words: The language in use.
    """

    def __init__(self, words: Words, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._tallies: tuple[Tally, ...] = ()

    def set_tallies(self, found: Sequence[Tally]) -> None:
        """Show other tallies."""
        self.beginResetModel()
        self._tallies = tuple(found)
        self.endResetModel()

    def rowCount(self, parent: _Index = _TOP) -> int:
        """Return how many lines there are."""
        return 0 if parent.isValid() else len(self._tallies)

    def columnCount(self, parent: _Index = _TOP) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._heads())

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return the text of a cell, and where it stands."""
        if not index.isValid():
            return None
        tally = self._tallies[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            title = self._words.say(Message(f"{tally.game}.title"), ())
            texts = (
                title,
                tally.name,
                str(tally.played),
                f"{tally.won} ({tally.won / tally.played:.0%})",
                self._words.number(tally.mean, 1),
                str(tally.best),
            )
            return texts[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole and index.column() > 1:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        """Return the head of a column."""
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            heads = self._heads()
            return heads[section] if 0 <= section < len(heads) else None
        return None

    def _heads(self) -> tuple[str, ...]:
        return (
            self.tr("Game"),
            self.tr("Player"),
            self.tr("Played"),
            self.tr("Won"),
            self.tr("Average"),
            self.tr("Best"),
        )


class FairnessPlot(QWidget):
    """Bars of how often each face was rolled, and the band in which fair dice usually lie."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fair: Fairness | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_fairness(self, fair: Fairness | None, words: str) -> None:
        """Show other rolls.

        Args:
            fair: The rolls; None for none.
            words: The same in words, for screen readers.
        """
        self._fair = fair
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        """Return a comfortable size."""
        return QSize(520, 300)

    def minimumSizeHint(self) -> QSize:
        """Return the size in which counts can be read."""
        return QSize(320, 200)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bars, counts, faces and the band."""
        del event
        fair = self._fair
        if fair is None or not fair.rolls:
            return
        theme = theme_of(self)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(10, 30 * theme.scale, -10, 0)
        step = area.width() / len(fair.faces)
        die = min(step * 0.62, 56.0)
        floor = area.bottom() - die - 12
        spread = usual_spread(fair)
        most = max(*fair.counts, fair.expected + spread)
        scale = (floor - area.top()) / most

        def level(count: float) -> float:
            return floor - count * scale

        band = QRectF(area.x(), level(fair.expected + spread), area.width(), 0)
        band.setBottom(level(max(0.0, fair.expected - spread)))
        painter.fillRect(band, QColor(mix(theme.paper, theme.good, 0.25)))
        painter.setPen(QPen(QColor(theme.good), 2, Qt.PenStyle.DashLine))
        line = level(fair.expected)
        painter.drawLine(round(area.x()), round(line), round(area.right()), round(line))
        colour = fair.group if fair.group in FILLS else None
        ink = theme.ink(colour)
        for n, (face, count) in enumerate(zip(fair.faces, fair.counts, strict=True)):
            left = area.x() + n * step
            bar = QRectF(left + step * 0.2, level(count), step * 0.6, floor - level(count))
            painter.setPen(QPen(QColor(ink.text), 2))
            painter.setBrush(QColor(theme.accent if colour is None else ink.fill))
            painter.drawRoundedRect(bar, 4, 4)
            px = round(20 * theme.scale)
            figure = QRectF(left, bar.top() - px * 1.3, step, px * 1.25)
            write(painter, figure, str(count), theme.text, theme, px)
            box = QRectF(left + (step - die) / 2, floor + 8, die, die)
            paint_die(painter, box, face, colour, theme)
        painter.end()


def usual_spread(fair: Fairness) -> float:
    """Return how far from the expected count 95 of 100 bars of fair dice lie."""
    share = 1 / len(fair.faces)
    return 1.96 * math.sqrt(fair.rolls * share * (1 - share))


class StatisticsDialog(QDialog):
    """The statistics.

    Args:
        words: The language in use.
        games: The rules, by key.
    """

    def __init__(
        self,
        words: Words,
        games: Mapping[str, Game[Any]],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words, self._games = words, games
        self._fairs: tuple[Fairness, ...] | None = None  # None until the games were read
        self.model = TallyModel(words, self)
        self._head = QLabel(self)
        self._head.setProperty("heading", True)
        self.table = QTableView(self)
        self.table.setModel(self.model)
        self.table.verticalHeader().hide()
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.table.setWordWrap(False)
        head = self.table.horizontalHeader()
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self._fair_head = QLabel(self)
        self._fair_head.setProperty("heading", True)
        self.group = QComboBox(self)
        self.group.currentIndexChanged.connect(self._show_fair)
        self.plot = FairnessPlot(self)
        self.verdict = QLabel(self)
        self.verdict.setWordWrap(True)
        self.verdict.setTextFormat(Qt.TextFormat.PlainText)
        self.close_button = QPushButton(self)
        self.close_button.clicked.connect(self.accept)
        left, right = QVBoxLayout(), QVBoxLayout()
        left.addWidget(self._head)
        left.addWidget(self.table, 1)
        right.addWidget(self._fair_head)
        right.addWidget(self.group)
        right.addWidget(self.plot, 1)
        right.addWidget(self.verdict)
        right.addWidget(self.close_button, 0, Qt.AlignmentFlag.AlignRight)
        both = QHBoxLayout(self)
        both.addLayout(left, 6)
        both.addSpacing(12)
        both.addLayout(right, 5)
        self._retranslate()
        self.close_button.setFocus()
        self.resize(1180, 620)

    def set_kept(self, kept: Sequence[KeptGame]) -> None:
        """Count games."""
        self._fairs = all_fairness(kept, self._games)
        self.model.set_tallies(tallies(kept))
        self._retranslate()

    def _retranslate(self) -> None:
        self.setWindowTitle(self.tr("Statistics"))
        self._head.setText(self.tr("Games"))
        self._fair_head.setText(self.tr("Are the dice fair?"))
        self.table.setAccessibleName(self.tr("Games won by player"))
        self.group.setAccessibleName(self.tr("Which dice"))
        self.close_button.setText(self.tr("Close"))
        at = max(0, self.group.currentIndex())
        self.group.blockSignals(True)
        self.group.clear()
        for fair in self._fairs or ():
            self.group.addItem(self._name(fair), fair.group)
        self.group.setCurrentIndex(min(at, self.group.count() - 1))
        self.group.blockSignals(False)
        self.group.setVisible(bool(self._fairs))
        # The heads are words too: let the table ask for them again.
        self.model.headerDataChanged.emit(
            Qt.Orientation.Horizontal, 0, self.model.columnCount() - 1
        )
        self._show_fair()

    def _name(self, fair: Fairness) -> str:
        if fair.group == "pips":
            return self.tr("All dice with pips")
        if fair.group in FILLS:
            colour = self._words.say(Message(f"core.colour.{fair.group}"))
            return self.tr("Dice with pips: {colour}").format(colour=colour)
        return self.tr("Dice of {game}").format(
            game=self._words.say(Message(f"{fair.group}.title"), ())
        )

    def _show_fair(self) -> None:
        at = self.group.currentIndex()
        fairs = self._fairs or ()
        fair = fairs[at] if 0 <= at < len(fairs) else None
        reading = self._fairs is None
        words = self.tr("Counting the games…") if reading else self.words_for(fair)
        self.verdict.setText(words)
        self.plot.set_fairness(fair, words)

    def words_for(self, fair: Fairness | None) -> str:
        """Return what the rolls say about the dice, in plain words."""
        if fair is None:
            return self.tr("No dice have been rolled yet.")
        if fair.verdict is Verdict.TOO_FEW:
            needed = 5 * len(fair.faces)
            return self.tr(
                "{count} dice rolled: too few to say anything. {needed} are needed."
            ).format(count=fair.rolls, needed=needed)
        tiny = fair.p_value < LEAST_P
        said = (
            self.tr("(chi-square {value}, p < {p})")
            if tiny
            else self.tr("(chi-square {value}, p = {p})")
        )
        numbers = said.format(
            value=self._words.number(fair.chi_square, 1),
            p=self._words.number(max(LEAST_P, fair.p_value), 3),
        )
        share = max(1, round(fair.p_value * 100))
        if fair.verdict is Verdict.USUAL:
            text = self.tr(
                "{count} dice rolled. Of 100 series with fair dice, about {share} differ at least "
                "this much: nothing unusual."
            )
        elif fair.verdict is Verdict.UNUSUAL:
            text = self.tr(
                "{count} dice rolled. Of 100 series with fair dice, only about {share} differ this "
                "much: unusual, but it happens. Roll on and look again."
            )
        else:
            text = self.tr(
                "{count} dice rolled. Not one in 1000 series with fair dice differs this much: "
                "the dice may be loaded, or a face is often misread."
            )
        return sentence(f"{text.format(count=fair.rolls, share=share)} {numbers}")

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
