"""The start page: choose a game by its picture, say who plays, and go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from dicecam.rules.core import Game, OptionValue, Spec
from dicecam.session.archive import KeptGame
from dicecam.window.i18n import Words
from dicecam.window.log_reader import LogReader
from dicecam.window.start.camera import CameraBox
from dicecam.window.start.options import OptionsEditor
from dicecam.window.start.players import PlayersEditor
from dicecam.window.start.resume import ResumeBox
from dicecam.window.start.tile import GameTile, seats_text

LOOKED_THROUGH = 12
"""So many of the newest logs are looked through for games to go on with."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What was chosen on the start page.

    Attributes:
        key: The game.
        names: The players by seat.
        options: Its options.
        colours: The players' colours by seat; a game that has its own does not show them.
    """

    key: str
    names: tuple[str, ...]
    options: Mapping[str, OptionValue]
    colours: tuple[str, ...]


class StartPage(QWidget):
    """The first page.

    Args:
        words: The language in use.
        games: Every game by key, in the order of their tiles.
        log_folder: Where games are kept.

    Attributes:
        begun: A game shall begin: its `Setup`.
        resumed: A game shall go on: its `KeptGame`.
        watched: Another source of pictures was chosen: its name, empty for none.
    """

    begun = Signal(object)
    resumed = Signal(object)
    watched = Signal(str)

    def __init__(
        self,
        words: Words,
        games: Mapping[str, Game[Any]],
        log_folder: Path,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._words = words
        self.reader = LogReader(log_folder, games, self)
        self.reader.read.connect(self._show_kept)
        self._headings: list[tuple[QLabel, Callable[[], str]]] = []
        self.tiles = [GameTile(game.spec, self) for game in games.values()]
        self.players = PlayersEditor(words, self)
        self.options = OptionsEditor(words, self)
        self.camera = CameraBox(self)
        self.resume = ResumeBox(words, self)
        self.play = QPushButton(self)
        self.play.setProperty("main", True)
        self._build()
        for tile in self.tiles:
            tile.clicked.connect(self._choose)
        self.players.changed.connect(lambda: self.options.set_names(self.players.names))
        self.play.clicked.connect(self._begin)
        self.resume.resumed.connect(self.resumed)
        self.camera.watched.connect(self.watched)
        if self.tiles:
            self.tiles[0].setChecked(True)
        self._retranslate()
        self._choose()

    def _build(self) -> None:
        tiles = QHBoxLayout()
        tiles.setSpacing(8)
        for tile in self.tiles:
            tiles.addWidget(tile)
        cards = QHBoxLayout()
        cards.setSpacing(10)
        for widget, heading, share in (
            (self.players, lambda: self.tr("Who plays?"), 4),
            (self.options, lambda: self.tr("Which rules?"), 5),
            (self.camera, lambda: self.tr("Who watches the dice?"), 5),
        ):
            cards.addWidget(self._card(widget, heading, widget is not self.camera), share)
        inner = QWidget(self)
        column = QVBoxLayout(inner)
        column.setContentsMargins(10, 8, 10, 4)
        column.addLayout(tiles, 4)
        column.addLayout(cards, 7)
        scroll = QScrollArea(self)
        scroll.setWidgetResizable(True)
        scroll.setWidget(inner)
        bottom = QHBoxLayout()
        bottom.setContentsMargins(10, 2, 10, 10)
        bottom.addWidget(self.resume)
        bottom.addStretch(1)
        bottom.addWidget(self.play)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.addWidget(scroll, 1)
        page.addLayout(bottom)

    def _card(self, widget: QWidget, heading: Callable[[], str], scrolls: bool) -> QFrame:
        card = QFrame(self)
        card.setProperty("card", True)
        title = QLabel(card)
        title.setProperty("heading", True)
        self._headings.append((title, heading))
        column = QVBoxLayout(card)
        column.setContentsMargins(14, 10, 14, 12)
        column.addWidget(title)
        if not scrolls:
            column.addWidget(widget, 1)
            return card
        area = QScrollArea(card)
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        area.setWidget(widget)
        column.addWidget(area, 1)
        return card

    @property
    def spec(self) -> Spec:
        """The game that is chosen."""
        return next((tile.spec for tile in self.tiles if tile.isChecked()), self.tiles[0].spec)

    def choose(self, key: str) -> None:
        """Choose a game."""
        for tile in self.tiles:
            tile.setChecked(tile.spec.key == key)
            if tile.isChecked() and any(other.hasFocus() for other in self.tiles):
                tile.setFocus()
        self._choose()

    def set_up(self, setup: Setup) -> None:
        """Show a choice made before, such as the last game's."""
        self.choose(setup.key)
        self.players.set_players(setup.names, setup.colours)
        self.options.set_names(self.players.names)
        self.options.set_values(dict(setup.options))

    def refresh(self) -> None:
        """Look into the log folder: games to go on with, and who played last."""
        self.reader.ask(LOOKED_THROUGH)

    def _show_kept(self, kept: tuple[KeptGame, ...]) -> None:
        self.resume.set_games([game for game in kept if not game.finished and game.moves])
        if kept and not any(row.name.text() for row in self.players.rows):
            self._seat(kept[0])

    def _seat(self, last: KeptGame) -> None:
        """Put the people who played last at the table."""
        self.players.set_players(last.names, last.colours)

    def setup(self) -> Setup:
        """Return what is chosen now."""
        return Setup(self.spec.key, self.players.names, self.options.values, self.players.chosen)

    def _choose(self) -> None:
        spec = self.spec
        self.players.set_spec(spec)
        self.options.set_spec(spec)
        self.options.set_names(self.players.names)
        self.camera.set_needed(bool(spec.dice))
        self._name_play()

    def _begin(self) -> None:
        self.begun.emit(self.setup())

    def _name_play(self) -> None:
        title = self._words.say(self.spec.title, ())
        self.play.setText(self.tr("Play {game}").format(game=title))

    def _retranslate(self) -> None:
        for tile in self.tiles:
            title = self._words.say(tile.spec.title, ())
            tile.set_title(title, self.tr("{count} players").format(count=seats_text(tile.spec)))
        for label, heading in self._headings:
            label.setText(heading())
        self._name_play()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)
