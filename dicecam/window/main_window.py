"""The main window: puts pages, commands and the live line together, and holds no rule of its own."""

from __future__ import annotations

import itertools
import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from dicecam.config import Settings
from dicecam.errors import DicecamError
from dicecam.rules.core import Options
from dicecam.session.referee import Referee
from dicecam.session.session import Session
from dicecam.table.view import TableView
from dicecam.window.after_game import AfterGame
from dicecam.window.banner import Banner
from dicecam.window.by_hand import HandEntry
from dicecam.window.collector import Collector
from dicecam.window.commands import Commands
from dicecam.window.desk import Desk
from dicecam.window.end import EndPage
from dicecam.window.game_page import GamePage
from dicecam.window.i18n import Words
from dicecam.window.keeper import Keeper
from dicecam.window.live.line import Live, Makers
from dicecam.window.live.picture import Picture
from dicecam.window.menus import Menus
from dicecam.window.parts import Parts
from dicecam.window.start.page import Setup, StartPage
from dicecam.window.table_dialog import TableDialog
from dicecam.window.turn_bar import TurnBar

logger = logging.getLogger(__name__)

DIE_COLOURS = ("white", "red", "yellow", "green", "blue")
"""Colours that can be taught while no game says which it needs."""

LARGE_PX = 900
"""Screens this high, px, show the history from the start."""


class MainWindow(QMainWindow):
    """The window of the program.

    Args:
        parts: What it is made of.

    Attributes:
        began: A game was begun or resumed: its `Desk`.
    """

    began = Signal(object)

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self.parts = parts
        self.commands = Commands(self)
        settings = parts.settings or Settings()
        self.keeper = Keeper(settings, parts.save_settings, self.commands)
        self.words = Words(parts.catalogue, parts.language or settings.language)
        self.desk: Desk | None = None
        self._collector = Collector(self)
        self._over = False
        makers = Makers(parts.open_source, parts.make_looker, parts.make_pipeline, parts.paced)
        self.live = Live(makers, self)
        self.banner = Banner(self)
        self.game_page = GamePage(self.words, self)
        self.pages = QStackedWidget(self)
        self.start_page = StartPage(self.words, parts.games, parts.log_folder, self)
        self.pages.addWidget(self.start_page)
        self.pages.addWidget(self.game_page)
        self.end_page = EndPage(self.words, self)
        self.pages.addWidget(self.end_page)
        complain = self.banner.show_message
        self.after = AfterGame(self.words, parts.games, parts.log_folder, complain, self)
        centre = QWidget(self)
        column = QVBoxLayout(centre)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.banner)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(centre)
        self.turn_bar = TurnBar(self.words, self)
        self._menus = Menus(self, self.commands, self.turn_bar)
        self._connect()
        self._retranslate()
        self._fit_screen()

    # Building.

    def _connect(self) -> None:
        commands, live, page = self.commands, self.live, self.game_page
        commands["quit"].triggered.connect(self.close)
        for key, ask in (("undo", Desk.undo), ("redo", Desk.redo), ("read", Desk.read_again)):
            commands[key].triggered.connect(partial(self._ask_desk, ask))
        commands["by_hand"].triggered.connect(self._enter_by_hand)
        commands["history"].toggled.connect(page.history.setVisible)
        commands["camera"].triggered.connect(self._set_up_table)
        self.keeper.changed.connect(lambda settings: self._follow_paper())
        commands.languages.triggered.connect(lambda a: self.set_language(a.data()))
        start = self.start_page
        start.begun.connect(self._on_begun)
        start.resumed.connect(lambda kept: self._try(lambda: self.resume(kept.path, kept.game)))
        start.watched.connect(self._on_watched)
        commands["new"].triggered.connect(self.show_start)
        end = self.end_page
        end.again.connect(self._play_again)
        end.another.connect(self.show_start)
        end.back.connect(lambda: self.pages.setCurrentWidget(page))
        for signal in (end.export, commands["export"].triggered):
            signal.connect(lambda: self.after.export(self.desk.session if self.desk else None))
        for signal in (end.statistics, commands["statistics"].triggered):
            signal.connect(self.after.statistics)
        commands["result"].triggered.connect(lambda: self.pages.setCurrentWidget(end))
        live.pictured.connect(self._on_pictured)
        live.stalled.connect(self._on_stalled)
        live.looked.connect(self._on_looked)
        live.failed.connect(self._on_failed)
        live.ended.connect(self._on_ended)
        live.opened.connect(lambda name, live: self._show_trouble(""))
        page.table.picture.width_changed.connect(live.show_at)

    def _ask_desk(self, ask: Callable[[Desk], None], checked: bool = False) -> None:
        del checked  # what Qt adds to every click
        if self.desk is not None:
            ask(self.desk)

    def _enter_by_hand(self) -> None:
        if self.desk is not None and self.desk.awaiting is not None:
            dialog = HandEntry(self.desk, self.words, self)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.open()

    def _set_up_table(self) -> None:
        colours = self.desk.colours if self.desk is not None else DIE_COLOURS
        dialog = TableDialog(
            self.words,
            replace(self.settings, source=self.live.source or self.settings.source),
            self.parts.cameras(),
            colours,
            self.parts.measure_colour,
            self,
        )
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.live.pictured.connect(dialog.show_picture)
        self.live.looked.connect(dialog.show_view)
        dialog.watched.connect(self.watch)
        dialog.chosen.connect(self._on_set_up)
        dialog.open()

    def _on_set_up(self, settings: Settings) -> None:
        self.keeper.take(settings)
        self.watch(settings.source)  # what reads the table is built anew with the new settings

    def _fit_screen(self) -> None:
        """Open as large as the screen is good for; a small one leaves no room for the history."""
        room = self.screen().availableGeometry()
        self.resize(min(1600, round(room.width() * 0.94)), min(1000, round(room.height() * 0.9)))
        large = room.height() >= LARGE_PX
        self.commands["history"].setChecked(large)
        self.game_page.history.setVisible(large)

    # Games.

    def _on_begun(self, setup: Setup) -> None:
        self._try(lambda: self.begin(setup.key, setup.names, setup.options, setup.colours))

    def begin(
        self, key: str, names: tuple[str, ...], options: Options, colours: tuple[str, ...] = ()
    ) -> None:
        """Begin a game.

        Raises:
            SettingsError: The number of players or an option is wrong.
        """
        path = self._log_path(key)
        self._take_up(Session(self.parts.games[key], names, options, path, colours=colours))

    def resume(self, log_path: Path, key: str) -> None:
        """Go on with a game that was not finished.

        Raises:
            SessionError: The log cannot be read.
        """
        self._take_up(Session.resume(self.parts.games[key], log_path))

    def open(self) -> None:
        """Show the first page: the game named on the command line, or the choice of games."""
        if self.parts.game is None:
            self.show_start()
            return
        spec = self.parts.games[self.parts.game].spec
        names = self.parts.names or [self.words.player(n) for n in range(spec.min_seats)]
        self._try(lambda: self.begin(spec.key, tuple(names), self.parts.options))

    def _play_again(self) -> None:
        """Begin another game with the same players and rules."""
        if self.desk is not None:
            old = self.desk.session
            key = old.game.spec.key
            self._try(lambda: self.begin(key, old.names, old.options, old.colours))

    def show_start(self) -> None:
        """Show the choice of games; the game in progress stays in its log."""
        self._lay_down()
        source = self.live.source or self.parts.source or self.settings.source
        self.start_page.camera.set_cameras(self.parts.cameras())
        self.start_page.camera.set_source(source)
        self.start_page.refresh()
        self.pages.setCurrentWidget(self.start_page)
        self._name()
        self._on_changed()
        if source and not self.live.running:
            self.watch(source)

    def _try(self, do: Callable[[], None]) -> None:
        """Do something that may fail; what went wrong is said in the banner."""
        try:
            do()
        except (DicecamError, OSError) as error:
            self.banner.show_message(str(error))

    def _on_watched(self, source: str) -> None:
        self.keeper.change(source=source)
        if source:
            self.watch(source)
        else:
            self.live.stop()

    def _take_up(self, session: Session) -> None:
        self._lay_down()
        self.words.names = session.names
        desk = Desk(session, Referee(), parent=self)
        self.desk = desk
        desk.changed.connect(self._on_changed)
        self._follow_paper()
        self.live.expect(desk.expected)
        self.game_page.set_desk(desk)
        self.turn_bar.set_desk(desk)
        self.pages.setCurrentWidget(self.game_page)
        self._name()
        self._on_changed()
        self.began.emit(desk)
        source = self.live.source or self.parts.source or self.settings.source
        if session.game.spec.dice and source and not (self.live.running and self.live.is_live):
            self.watch(source)  # a recording begins anew with the game

    def _lay_down(self) -> None:
        if self.desk is not None:
            self.game_page.set_desk(None)
            self.turn_bar.set_desk(None)
            self.desk.close()
            self.desk.deleteLater()
            self.desk = None

    def _log_path(self, key: str) -> Path:
        stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        names = (f"{stamp}{tail}-{key}.jsonl" for tail in itertools.chain([""], _tails()))
        return next(p for name in names if not (p := self.parts.log_folder / name).exists())

    def watch(self, source: str) -> None:
        """Look at a source from now on."""
        self.live.start(source)

    # What happens.

    def _on_changed(self) -> None:
        session = self.desk.session if self.desk is not None else None
        self.commands["undo"].setEnabled(session is not None and session.can_undo)
        self.commands["redo"].setEnabled(session is not None and session.can_redo)
        waiting = session is not None and session.awaits() is not None
        for key in ("read", "by_hand"):
            self.commands[key].setEnabled(waiting)
        watching = self.desk is None or self.desk.watching or self.settings.paper
        self.live.arm(watching)
        over = session is not None and session.outcome() is not None
        self.commands["result"].setEnabled(over)
        self.commands["export"].setEnabled(session is not None)
        if over != self._over:
            self._over = over
            self.end_page.set_session(session if over else None)
            if session is not None:
                self.pages.setCurrentWidget(self.end_page if over else self.game_page)

    def _on_pictured(self, picture: Picture) -> None:
        if self.desk is None:
            self.start_page.camera.show_picture(picture)
        else:
            self.game_page.table.show_picture(picture)

    def _on_stalled(self, still: bool) -> None:
        self._show_trouble(self.tr("The camera gives no picture. Trying again…") if still else "")

    def _show_trouble(self, text: str) -> None:
        self.game_page.table.show_trouble(text)
        self.start_page.camera.show_trouble(text)

    def _on_looked(self, view: TableView) -> None:
        if self.desk is None:
            self.start_page.camera.show_view(view)
            return
        count = len(self.desk.session.entries)
        self.desk.see(view)
        if self.settings.beep and len(self.desk.session.entries) > count:
            QApplication.beep()

    def _on_failed(self, where: str, error: str) -> None:
        if where == "capture":
            text = self.tr("The camera gives no picture. Look at its cable, or choose another one.")
        else:
            text = self.tr("The dice cannot be read. Start the program again.")
        if self.words.language == "en":  # errors speak English only
            text = f"{text} {error}"
        again = self.tr("Try again")
        self.banner.show_message(text, True, again, lambda: self.watch(self.live.source), error)
        if where == "capture":
            self._show_trouble(self.tr("No picture"))

    def show_unexpected(self, error: str) -> None:
        """Say that something went wrong that nobody expected."""
        text = self.tr("Something went wrong; the game is kept. {error}").format(error=error)
        self.banner.show_message(text)

    def _on_ended(self) -> None:
        self.banner.show_message(
            self.tr("The recording is over."),
            False,
            self.tr("Play it again"),
            lambda: self.watch(self.live.source),
        )

    # Language, colours, size.

    @property
    def settings(self) -> Settings:
        """What the user has set."""
        return self.keeper.settings

    def set_language(self, language: str) -> None:
        """Speak another language from now on."""
        self.words.switch(language)
        self.keeper.change(language=language)

    def _follow_paper(self) -> None:
        """Show paper mode or sheets, as the settings say."""
        self.game_page.set_paper(self.settings.paper)
        if self.desk is not None:
            self.desk.paper = self.settings.paper
            self.desk.changed.emit()

    def changeEvent(self, event: QEvent) -> None:
        """Speak the language that was switched to."""
        if event.type() == QEvent.Type.LanguageChange:
            self._retranslate()
        super().changeEvent(event)

    def _retranslate(self) -> None:
        self._menus.retranslate()
        for action in self.commands.languages.actions():
            action.setChecked(action.data() == self.words.language)
        self._name()

    def _name(self) -> None:
        title = f"{self.words.say(self.desk.spec.title)} – " if self.desk is not None else ""
        self.setWindowTitle(f"{title}dicecam")

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the threads and close the log."""
        self.live.stop()
        self._collector.stop()
        self.start_page.reader.stop()
        self.after.reader.stop()
        self._lay_down()
        self.words.release()
        super().closeEvent(event)


def _tails() -> Any:
    return (f"-{n}" for n in itertools.count(2))
