"""What the window asks of whoever turns views of the table into events, and a plain such judge."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Protocol

from dicecam.messages import Message
from dicecam.rules.core import DiceCall, Event, Rolled, Spec
from dicecam.session.session import Session
from dicecam.table.view import SeenDie, TableView
from dicecam.window.readings import die_of


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a view of the table means for the game.

    Attributes:
        event: What has happened; None when nothing did, or when the dice do not fit.
        words: What does not fit, in words.
    """

    event: Event | None = None
    words: tuple[Message, ...] = ()


class Judge(Protocol):
    """Turns views of the table into events."""

    def see(self, session: Session, view: TableView) -> Verdict:
        """Take in a view, in order; return an event once for each thing that happened."""
        ...

    def read(self, session: Session, state: Any, view: TableView) -> Verdict:
        """Read dice that lie on the table as the answer to what a state awaits, thrown or not."""
        ...


class PlainJudge:
    """Takes a settled throw when its dice are exactly the ones awaited; places do not matter."""

    def see(self, session: Session, view: TableView) -> Verdict:
        """Take in a view; a throw that fits becomes a roll."""
        if not view.lying or session.awaits() is None:
            return Verdict()
        verdict = self.read(session, session.state, view)
        return verdict if view.throw is not None else Verdict(None, verdict.words)

    def read(self, session: Session, state: Any, view: TableView) -> Verdict:
        """Read dice that lie on the table as the answer to what a state awaits."""
        call = session.game.awaits(state)
        if call is None or call.placed:
            return Verdict()
        return judge_throw(session.game.spec, call, view)


def judge_throw(spec: Spec, call: DiceCall, view: TableView) -> Verdict:
    """Compare the dice on the table with those awaited."""
    seen = view.throw.dice if view.throw is not None else view.dice
    kept = view.throw.kept if view.throw is not None else ()
    dice = {die.track: die_of(spec, die) for die in seen}
    right = [die for die in dice.values() if die is not None]
    if len(right) == len(seen) and Counter(die.kind for die in right) == Counter(call.kinds):
        lying = tuple(sorted(right))
        stayed = tuple(sorted(die for track in kept if (die := dice.get(track)) is not None))
        return Verdict(Rolled(lying, stayed if call.may_keep else ()))
    return Verdict(words=tuple(_complaints(spec, call, seen, right)))


def _complaints(
    spec: Spec, call: DiceCall, seen: tuple[SeenDie, ...], right: list[Any]
) -> list[Message]:
    words = [Message.of("desk.dice_count", expected=len(call.kinds), seen=len(seen))]
    wanted, there = Counter(call.kinds), Counter(die.kind for die in right)
    for key, text in (("desk.dice_missing", wanted - there), ("desk.dice_extra", there - wanted)):
        names = tuple(_kind_words(spec, kind) for kind in sorted(text.elements()))
        if names:
            words.append(Message.of(key, dice=names))
    return words


def _kind_words(spec: Spec, key: str) -> Message:
    colour = spec.kind(key).colour
    return Message(f"core.colour.{colour}") if colour else Message(f"{spec.key}.kind.{key}")
