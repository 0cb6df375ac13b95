"""Every game from the start page to the winner: a recorded table, clicks and keys, two languages."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from dicecam.advice.greedy import choose
from dicecam.messages import load_catalogue
from dicecam.rules.core import Played
from dicecam.rules.sheet import Mark
from dicecam.session.session import Session
from dicecam.window.by_hand import HandEntry

PLAYERS = {"qwixx": 2, "my_shelfie_dice": 2, "memodixe": 2, "dekaxex": 2, "dixit": 3}
OPTIONS = {"dixit": {"end_at_points": 30}}
NAMES = ("Ada", "Bo", "Cleo")
MOST_STEPS = 500


class WholeGame:
    """Plays a game through the window, as people would."""

    def __init__(self, driver, key, seen, seed=3):
        self.driver, self.key, self.seen = driver, key, seen
        self.rng = random.Random(seed)
        self.spec = driver.window.parts.games[key].spec
        self.tracks = 0
        self.tops = {}  # MémoDiXe: track and face of the die at each place
        self.by_table = 0

    @property
    def session(self):
        return self.driver.window.desk.session

    def begin(self):
        """Choose the game, type the names, press play."""
        page, qtbot = self.driver.window.start_page, self.driver.qtbot
        tile = next(tile for tile in page.tiles if tile.spec.key == self.key)
        qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
        while len(page.players.rows) < PLAYERS[self.key]:
            qtbot.mouseClick(page.players.add, Qt.MouseButton.LeftButton)
        for row, name in zip(page.players.rows, NAMES, strict=False):
            row.name.clear()
            qtbot.keyClicks(row.name, name)
        page.options.set_values(OPTIONS.get(self.key, {}))
        qtbot.mouseClick(page.play, Qt.MouseButton.LeftButton)

    def play(self):
        """Go on until the window shows who won."""
        driver = self.driver
        for _ in range(MOST_STEPS):
            if driver.window.pages.currentWidget() is driver.window.end_page:
                return
            call = self.session.awaits()
            if self.session.offers() and (call is None or self._would_rather_choose(call)):
                self._choose()
            else:
                self._show_dice(call)
        raise AssertionError(f"no winner after {MOST_STEPS} steps: {driver.history()[-5:]}")

    def _would_rather_choose(self, call):
        # Dice are laid where "go" and "the dice are back" could be clicked as well.
        return not call.placed and self.rng.random() > 0.3

    def _choose(self):
        driver = self.driver
        curtain = driver.page.sheets.curtain
        if curtain.isVisible():
            button = next(b for b in curtain.buttons.values() if b.isVisible())
            driver.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        seat = next(p.seat for p in driver.page.options.seats if p.isVisible())
        action = self._listed(seat, self._wanted(seat))
        words = driver.window.words
        text = words.sentence(self.session.game.describe(self.session.state, action))
        if action.verb in ("attack", "move") and self.rng.random() < 0.7:
            self._move_pawns(seat, action)
            return
        driver.choose_row(seat, driver.options(seat).index(text))

    def _listed(self, seat, action):
        """Return the action that is offered for a result: several may come to the same."""
        game, state = self.session.game, self.session.state
        after = game.apply(state, Played(seat, action))
        return next(
            offer.action
            for offer in self.driver.window.desk.offers()
            if offer.seat == seat and game.apply(state, Played(seat, offer.action)) == after
        )

    def _wanted(self, seat):
        session = self.session
        if self.key != "memodixe":
            return choose(session.game, session.state, seat)
        legal = session.game.legal_actions(session.state, seat)
        dice = [action for action in legal if action.verb == "touch"]
        verbs = ["call"] if len(dice) <= 6 else []  # six symbols: so few dice may all differ
        verbs += ["touch", "choose_die", "go", "replaced"]
        return next((a for verb in verbs for a in legal if a.verb == verb), legal[0])

    def _show_dice(self, call):
        if call.placed and self.rng.random() < 0.2:
            self._enter_by_hand(call)
        elif call.placed:
            self._turn_dice(call)
        else:
            self.driver.show(*self._dice(call))

    def _turn_dice(self, call):
        """Show the square: hidden faces are alike, one by one, and differ at the end."""
        hidden = call.purpose.endswith(("turn", "verify"))
        faces = [reading for reading, _ in self.spec.dice[0].readings]
        lying = dict(self.tops)
        for n, place in enumerate(call.places):
            self.tracks += 1
            other = faces[0] if len(call.places) == 1 else faces[n % len(faces)]
            lying[place] = (self.tracks, other if hidden else faces[1 + n % 5])
        if not hidden:
            self.tops = lying
        self.by_table += 1
        entries = len(self.session.entries)
        self.driver.show(*self._square(lying), throw=False)
        if len(self.session.entries) == entries:
            self._enter_by_hand(call)

    def _square(self, lying):
        """Return the dice of the square that still lie there."""
        cells = [c for row in self.session.sheet(0).rows for c in row.cells if c.place is not None]
        return [
            self.seen(track, face, at=(120 + 100 * cell.at[0], 60 + 100 * cell.at[1]))
            for cell in cells
            if cell.place in lying and cell.mark is not Mark.CLOSED
            for track, face in [lying[cell.place]]
        ]

    def _move_pawns(self, seat, action):
        """Make a move on the board itself; the window has to find out which."""
        game, state = self.session.game, self.session.state
        self.driver.show(*self._pawns(game.position(state)), throw=False)
        entries = len(self.session.entries)
        after = game.apply(state, Played(seat, action))
        self.driver.show(*self._pawns(game.position(after)), throw=False)
        if len(self.session.entries) == entries:
            self.driver.choose(seat, self.driver.window.words.say(game.describe(state, action))[1:])
        else:
            self.by_table += 1

    def _pawns(self, slots):
        """Return the pawns as the camera sees them, on a board of hexagons."""
        cells = {c.place: c.at for row in self.session.sheet(0).rows for c in row.cells}
        dice = []
        for place, die in slots:
            q, r = cells[place]
            x, y = 200 + 90 * (q + r / 2), 80 + 78 * r
            track = 1 + sorted(cells).index(place) * 20 + int(die.face) + 6 * (die.kind == "red")
            dice.append(self.seen(track, f"pips_{die.face}", die.kind, at=(round(x), round(y))))
        return dice

    def _dice(self, call):
        """Return dice as the camera sees them, faces drawn by chance."""
        dice = []
        for key in call.kinds:
            kind = self.spec.kind(key)
            self.tracks += 1
            reading, _ = self.rng.choice(kind.readings)
            dice.append(self.seen(self.tracks, reading, kind.colour or "unknown"))
        return dice

    def _enter_by_hand(self, call):
        """Type the dice; all alike when one was turned, all different when the square is shown."""
        window, qtbot = self.driver.window, self.driver.qtbot
        window.commands["by_hand"].trigger()
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, HandEntry)
        faces = len(dialog.slots[0].choices)
        for n in range(len(call.kinds)):
            number = 1 if len(call.kinds) == 1 else 1 + n % faces
            qtbot.keyClick(dialog, Qt.Key(Qt.Key.Key_0 + number))
        qtbot.keyClick(dialog, Qt.Key.Key_Return)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", PLAYERS)
def test_a_game_goes_from_the_start_page_to_its_winner(open_window, games, key, language, seen):
    """What the end page shows is what the log of the game says."""
    driver = open_window(language=language, game=None)
    game = WholeGame(driver, key, seen)
    game.begin()
    game.play()
    page = driver.window.end_page
    replayed = Session.replay(games[key], game.session.log_path)
    outcome = replayed.outcome()
    shown = driver.texts(page)
    say = load_catalogue(language).say

    assert driver.window.windowTitle() == f"{say(games[key].spec.title)} – dicecam"
    assert all(name in shown for name in replayed.names)
    assert all(str(points) in shown for points in outcome.scores)
    if key in ("memodixe", "dekaxex"):
        assert game.by_table > 2
    assert not any("[" in text for text in (*driver.history(), *shown.splitlines()))
