"""`dicecam watch`: what happens on the table, as lines of text or JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dicecam.messages import Message
    from dicecam.pipeline import Pipeline
    from dicecam.session.session import Session
    from dicecam.sight import Source
    from dicecam.table.view import SeenDie, TableView, Throw

HELP = "print throws and what else happens on the table"

Line = dict[str, Any]
"""One JSON object: `event` says what it is, `time_s` when it was."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="camera number or name, video, folder of photos, URL, recording, or demo",
    )
    parser.add_argument("--game", metavar="KEY", help="judge the dice by a game's rules")
    parser.add_argument("--players", type=int, metavar="N", help="players of the game")
    parser.add_argument("--json", action="store_true", help="print JSON Lines")
    parser.add_argument("--model", default="default", metavar="NAME", help="recognition model")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.cli._games import config_folder, load_games, pick_game
    from dicecam.cli._line import open_line
    from dicecam.config import FILE_NAME, load_settings
    from dicecam.session.session import Session

    game = pick_game(arguments.game, load_games()) if arguments.game else None
    session = None
    if game is not None:
        seats = arguments.players or max(game.spec.min_seats, 1)
        session = Session(game, [chr(ord("A") + seat) for seat in range(seats)], {})
    settings = load_settings(config_folder() / FILE_NAME)
    line = open_line(arguments.source, arguments.model, game, settings)
    write = json.dumps if arguments.json else in_words
    try:
        for entry in watch(line.source, line.pipeline, session):
            print(write(entry), flush=True)
    finally:
        line.source.close()
    return 0


def watch(source: Source, pipeline: Pipeline, session: Session | None) -> Iterator[Line]:
    """Yield what happens until the source ends.

    Args:
        source: Gives the frames.
        pipeline: Looks at them.
        session: A game to judge by; None to report throws only, whatever they show.
    """
    table = GameTable(session) if session is not None else None
    before: tuple[str, bool] | None = None
    for frame in source:
        if table is not None:
            pipeline.armed = table.armed
        view = pipeline.step(frame)
        state = (view.phase.value, view.blocked)
        if state != before:
            before = state
            yield {
                "event": "state",
                "time_s": round(view.time_s, 3),
                "frame": view.index,
                "phase": view.phase.value,
                "blocked": view.blocked,
            }
        if view.throw is not None:
            yield throw_line(view.throw, view.index)
        if table is not None:
            yield from table.see(view)


def throw_line(throw: Throw, frame: int) -> Line:
    """Return a throw as a line."""
    return {
        "event": "throw",
        "time_s": round(throw.time_s, 3),
        "frame": frame,
        "number": throw.number,
        "dice": [die_plain(die) for die in throw.dice],
        "kept": [die_plain(die) for die in throw.dice if die.track in throw.kept],
    }


def die_plain(die: SeenDie) -> Line:
    """Return a die on the table for JSON."""
    return {
        "track": die.track,
        "face": die.face,
        "colour": die.colour,
        "confidence": round(die.confidence, 3),
        "box": [round(edge, 1) for edge in die.box.xyxy],
    }


class GameTable:
    """A game that is followed from the table; a simple automatic player makes the choices.

    Args:
        session: The game.
    """

    def __init__(self, session: Session) -> None:
        from dicecam.session.referee import Referee

        self.session = session
        self._referee = Referee()
        self._words: tuple[Message, ...] = ()

    @property
    def armed(self) -> bool:
        """True while the game awaits a throw."""
        call = self.session.awaits()
        return call is not None and not call.placed

    def see(self, view: TableView) -> Iterator[Line]:
        """Yield what a view means for the game."""
        from dicecam.errors import RulesError

        verdict = self._referee.see(self.session, view)
        if verdict.words and verdict.words != self._words:
            yield self._line("words", view, words=verdict.words)
        self._words = verdict.words
        if verdict.event is None:
            return
        try:
            news = self.session.enter(verdict.event, "camera")
        except RulesError as error:
            yield {"event": "refused", "time_s": round(view.time_s, 3), "text": str(error)}
            return
        yield self._game_line(view, news)
        yield from self._choose(view)

    def _choose(self, view: TableView) -> Iterator[Line]:
        """Let the automatic player choose; where pawns move on the table, people do."""
        from dicecam.advice.greedy import choose
        from dicecam.session.referee_places import board_of

        game = self.session.game
        while self.session.outcome() is None and board_of(game, self.session.state) is None:
            seats = sorted(game.to_act(self.session.state))
            if not seats or self.session.awaits() is not None:
                break
            action = choose(game, self.session.state, seats[0])
            news = self.session.play(seats[0], action, "auto")
            yield self._game_line(view, news)
        outcome = self.session.outcome()
        if outcome is not None:
            yield {
                "event": "over",
                "time_s": round(view.time_s, 3),
                "winners": list(outcome.winners),
                "scores": list(outcome.scores),
            }

    def _game_line(self, view: TableView, news: tuple[Message, ...]) -> Line:
        from dicecam.rules.notation import format_event

        entry = self.session.entries[-1]
        line = self._line("game", view, words=news)
        line["notation"] = format_event(entry.event)
        line["origin"] = entry.origin
        return line

    def _line(self, event: str, view: TableView, words: tuple[Message, ...]) -> Line:
        from dicecam.cli._texts import catalogue

        sentences = catalogue()
        said = [sentences.say(message, self.session.names) for message in words]
        return {"event": event, "time_s": round(view.time_s, 3), "words": said}


def in_words(line: Line) -> str:
    """Return a line for people."""
    event, start = line["event"], f"[{line['time_s']:7.2f} s]"
    if event == "state":
        return f"{start} {line['phase']}{' (hands)' if line['blocked'] else ''}"
    if event == "throw":
        kept = {die["track"] for die in line["kept"]}
        dice = ", ".join(
            f"{die['colour']} {die['face']}{' (kept)' if die['track'] in kept else ''}"
            for die in line["dice"]
        )
        return f"{start} throw {line['number']}: {dice}"
    if event == "over":
        return f"{start} the game is over: {line['scores']}"
    if event == "game":
        return " · ".join([f"{start} {line['notation']}", *line["words"]])
    return f"{start} ! {' '.join(line.get('words', [line.get('text', '')]))}"
