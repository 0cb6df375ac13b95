"""The menu of a die: what it really shows; likely mistakes first, then everything else."""

from __future__ import annotations

from PySide6.QtCore import QPointF
from PySide6.QtWidgets import QMenu, QWidget

from dicecam.dice import DieKind
from dicecam.table.view import SeenDie
from dicecam.window.desk import Desk
from dicecam.window.i18n import Words, sentence
from dicecam.window.icons import die_icon
from dicecam.window.readings import (
    colours_of,
    faces_of,
    likely_colours,
    likely_faces,
    missed_box,
)
from dicecam.window.theme import theme_of
from dicecam.window.wording import face_words, seen_words


class CorrectionMenu(QMenu):
    """What can be said about a die that was read.

    Args:
        desk: The game.
        words: The language in use.
        die: The die.
        parent: Over which widget it opens.
    """

    def __init__(self, desk: Desk, words: Words, die: SeenDie, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._words, self._die = desk, words, die
        self._theme = theme_of(parent)
        what = seen_words(desk.session.game, words, die)
        self.setTitle(self.tr("Correct this die: {die}").format(die=what))
        self.addSection(self.title())
        likely = likely_faces(desk.spec, die)
        for face in likely:
            self._add_face(face)
        if likely:
            self.addSeparator()
        for face in faces_of(desk.spec):
            if face not in likely:
                self._add_face(face)
        self.addSeparator()
        self._add_colours()
        self._add_swaps()
        gone = self.addAction(self.tr("Not a die"))
        gone.triggered.connect(lambda: desk.remove_die(die.track))

    def _add_face(self, face: str) -> None:
        colour = self._die.colour if colours_of(self._desk.spec) else None
        icon = die_icon(face, colour, self._theme)
        action = self.addAction(
            icon, sentence(face_words(self._desk.session.game, self._words, face))
        )
        action.setCheckable(face == self._die.face)
        action.setChecked(face == self._die.face)
        action.triggered.connect(lambda: self._desk.set_face(self._die.track, face))

    def _add_colours(self) -> None:
        others = likely_colours(self._desk.spec, self._die)
        if not others:
            return
        menu = self.addMenu(self.tr("Its colour is really…"))
        for colour in others:
            icon = die_icon(self._die.face, colour, self._theme)
            action = menu.addAction(icon, sentence(self._words.colour(colour)))
            action.triggered.connect(
                lambda _=False, name=colour: self._desk.set_colour(self._die.track, name)
            )

    def _add_swaps(self) -> None:
        view = self._desk.view
        others = [die for die in view.dice if die.track != self._die.track] if view else []
        if not others or not colours_of(self._desk.spec):
            return
        menu = self.addMenu(self.tr("Colours mixed up: swap with…"))
        for other in others:
            icon = die_icon(other.face, other.colour, self._theme)
            what = sentence(seen_words(self._desk.session.game, self._words, other))
            action = menu.addAction(icon, what)
            action.triggered.connect(
                lambda _=False, track=other.track: self._desk.swap(self._die.track, track)
            )


class MissedMenu(QMenu):
    """What can be said about a spot where no die was seen.

    Args:
        desk: The game.
        words: The language in use.
        spot: Where, px of the frame.
        frame_width: Width of the frame, px.
        parent: Over which widget it opens.
    """

    def __init__(
        self, desk: Desk, words: Words, spot: QPointF, frame_width: int, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._desk, self._words = desk, words
        self._theme = theme_of(parent)
        self._box = missed_box(desk.view, spot.x(), spot.y(), frame_width)
        self.addSection(self.tr("A die was missed here"))
        for kind in desk.spec.dice:
            self._add_kind(kind, self if len(desk.spec.dice) == 1 else None)

    def _add_kind(self, kind: DieKind, menu: QMenu | None) -> None:
        game, theme = self._desk.session.game, self._theme
        if menu is None:
            name = self._words.colour(kind.colour) if kind.colour else kind.key
            menu = self.addMenu(sentence(name))
            menu.setIcon(die_icon(kind.readings[0][0], kind.colour, theme))
        for face in dict(kind.readings):
            icon = die_icon(face, kind.colour, theme)
            action = menu.addAction(icon, sentence(face_words(game, self._words, face)))
            action.triggered.connect(
                lambda _=False, name=face: self._desk.add_die(
                    self._box, name, kind.colour or "unknown"
                )
            )
