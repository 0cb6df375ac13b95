"""The game in a terminal: throws, options and points as lines of text.

Options are numbered and asked for; where no terminal answers, the automatic player chooses and says
so. A file waits while somebody thinks; a camera goes on and its newest picture is taken.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from dicecam.advice.greedy import choose
from dicecam.errors import RulesError
from dicecam.messages import Catalogue, Message
from dicecam.pipeline import Pipeline
from dicecam.rules.core import Event
from dicecam.rules.sheet import Mark
from dicecam.session.session import Offer, Session
from dicecam.sight import Frame
from dicecam.table.view import Phase, TableView

Ask = Callable[[str], str | None]
"""Asks a person; None when nobody answers."""

MOST_OPTIONS = 40
"""Longer lists are cut; the rest can be chosen by typing the action itself."""


class Verdict(Protocol):
    """What a view of the table means."""

    event: Event | None
    words: tuple[Message, ...]


class Judge(Protocol):
    """Turns views of the table into events."""

    def see(self, session: Session, view: TableView) -> Any:
        """Take in a view and return a `Verdict`."""
        ...


class TextPlay:
    """One game in a terminal.

    Args:
        session: The game.
        judge: Turns views into events.
        catalogue: The language.
        ask: Asks a person; None where nobody can be asked.
        say: Prints a line.
    """

    def __init__(
        self,
        session: Session,
        judge: Judge,
        catalogue: Catalogue,
        ask: Ask | None,
        say: Callable[[str], None] = print,
    ) -> None:
        self.session, self.judge, self.catalogue = session, judge, catalogue
        self.ask, self.say = ask, say
        self._phase: Phase | None = None
        self._words: tuple[Message, ...] = ()

    def run(self, frames: Iterable[Frame], pipeline: Pipeline) -> None:
        """Play until the source ends or the game is over."""
        if self.ask is None:
            self.say(self._text(Message("core.text.automatic")))
        self._decide()
        for frame in frames:
            self._look(pipeline.step(frame))
            if self.session.outcome() is not None:
                break
        self._finish()

    def _look(self, view: TableView) -> None:
        if view.phase is not self._phase:
            self._phase = view.phase
            state = self._text(Message(f"core.phase.{view.phase.value}"))
            self.say(f"[{view.time_s:6.1f} s] {state}")
        verdict = self.judge.see(self.session, view)
        if verdict.words and verdict.words != self._words:
            for message in verdict.words:
                self.say(f"  ! {self._text(message)}")
        self._words = verdict.words
        if verdict.event is not None:
            self._enter(verdict.event)
            self._decide()

    def _enter(self, event: Event) -> None:
        try:
            news = self.session.enter(event, "camera")
        except RulesError as error:
            message = getattr(error, "message", None)
            self.say(f"  ! {self._text(message) if message else error}")
            return
        self.say(f"  {self._text(self.session.history()[-1].text)}")
        self._tell(news)

    def _tell(self, news: Sequence[Message]) -> None:
        for message in news:
            self.say(f"  > {self._text(message)}")

    def _decide(self) -> None:
        """Let everybody choose until dice are awaited or nobody is to act."""
        while self.session.outcome() is None:
            seats = sorted(self.session.game.to_act(self.session.state))
            if not seats or (self.session.awaits() is not None and self.ask is None):
                return
            offers = [offer for offer in self.session.offers() if offer.seat == seats[0]]
            offer = self._choice(offers)
            if offer is None:
                return
            name = self.session.names[offer.seat]
            self.say(f"  {name}: {self._text(offer.text)}")
            self._tell(self.session.play(offer.seat, offer.action, "user" if self.ask else "auto"))

    def _choice(self, offers: Sequence[Offer]) -> Offer | None:
        seat = offers[0].seat
        if self.ask is None:
            action = choose(self.session.game, self.session.state, seat)
            names = ", ".join(self._text(offer.text) for offer in offers[:MOST_OPTIONS])
            self.say(f"  {self.session.names[seat]} ({len(offers)}): {names}")
            return next(offer for offer in offers if offer.action == action)
        self.say(self._text(Message.of("core.text.choose", seat=seat)))
        for number, offer in enumerate(offers[:MOST_OPTIONS], start=1):
            self.say(f"  {number:3}  {self._text(offer.text)}")
        while True:
            answer = self.ask("> ")
            if answer is None:
                self.ask = None
                self.say(self._text(Message("core.text.automatic")))
                return self._choice(offers)
            if answer.strip() == "" and self.session.awaits() is not None:
                return None  # the next throw decides
            if answer.strip().isdecimal() and 1 <= int(answer) <= len(offers):
                return offers[int(answer) - 1]
            self.say(self._text(Message.of("core.text.number", count=len(offers))))

    def _finish(self) -> None:
        self.say("")
        for seat, points in enumerate(self.session.scores()):
            self.say(f"{self.session.names[seat]}: {points}")
            for row in self.session.sheet(seat).rows:
                marked = [cell.text or "x" for cell in row.cells if cell.mark is Mark.MARKED]
                if marked:
                    self.say(f"    {self._text(row.label)}: {' '.join(marked)}")
        outcome = self.session.outcome()
        if outcome is None:
            self.say(self._text(Message("core.text.unfinished")))
        elif outcome.message is not None:
            self.say(self._text(outcome.message))
        else:
            self.say(self._text(Message.of("core.text.winner", seats=outcome.winners)))

    def _text(self, message: Message) -> str:
        return self.catalogue.say(message, self.session.names)


def terminal() -> Ask | None:
    """Return a way to ask the person at the terminal, None when there is none."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None

    def ask(prompt: str) -> str | None:
        try:
            return input(prompt)
        except EOFError:
            return None

    return ask
