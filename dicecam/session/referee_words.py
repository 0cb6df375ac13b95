"""What the referee says about dice that do not fit. It knows no rules and decides nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from dicecam.dice import Die
from dicecam.messages import Message
from dicecam.rules.core import Event, Game, Spec
from dicecam.session.referee_match import Guess, Matched
from dicecam.session.session import die_words
from dicecam.table.view import SeenDie

KEY = "core.referee"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a view of the table means for the game.

    Attributes:
        event: What has happened; None when nothing did, or when the dice do not fit.
        words: What does not fit, in words.
        tracks: The dice on the table that the words are about.
    """

    event: Event | None = None
    words: tuple[Message, ...] = ()
    tracks: tuple[int, ...] = ()


def kind_words(spec: Spec, key: str) -> Message:
    """Return a kind of die in words: its colour, or its name."""
    known = [kind for kind in spec.dice if kind.key == key]
    if known and known[0].colour is not None:
        return Message(f"core.colour.{known[0].colour}")
    return Message(f"{spec.key}.kind.{key}") if known else Message(f"{KEY}.die")


def colour_words(die: SeenDie) -> Message:
    """Return the body colour of a die on the table in words."""
    return Message(f"core.colour.{die.colour}")


def face_words(game: Game[Any], kind: str, face: str) -> Message:
    """Return the face of a die in words."""
    return die_words(game, Die(kind, face))


def complaints(
    game: Game[Any], wanted: Sequence[str], seen: Sequence[SeenDie], matched: Matched
) -> tuple[Message, ...]:
    """Say everything that keeps dice on the table from being the ones awaited."""
    spec = game.spec
    words = [Message.of(f"{KEY}.cocked", die=colour_words(die)) for die in matched.unreadable]
    surplus = _surplus(spec, wanted, matched)
    if matched.missing:
        names = tuple(kind_words(spec, kind) for kind in matched.missing)
        words.append(Message.of(f"{KEY}.missing", expected=len(wanted), seen=len(seen), dice=names))
    elif surplus:
        names = tuple(kind_words(spec, kind) for kind in surplus)
        words.append(
            Message.of(f"{KEY}.too_many", expected=len(wanted), seen=len(seen), dice=names)
        )
    if not surplus:
        words += _colour_doubts(spec, matched)
    words += [_face_doubt(game, guess) for die, guess in matched.taken if die in matched.doubtful]
    return tuple(words)


def _surplus(spec: Spec, wanted: Sequence[str], matched: Matched) -> tuple[str, ...]:
    """Return the kinds wanted of which more dice lie there than wanted."""
    names = (best_kind(spec, wanted, die) for die in matched.extra)
    return tuple(sorted(name for name in names if name is not None))


def best_kind(spec: Spec, wanted: Iterable[str], die: SeenDie) -> str | None:
    """Return the kind wanted that a die seems to be, None when it is none of them."""
    for name in dict.fromkeys(wanted):
        kinds = [kind for kind in spec.dice if name in (kind.key, "any")]
        for kind in kinds:
            if kind.colour in (None, die.colour) and kind.face_of(die.face) is not None:
                return name
    return None


def _colour_doubts(spec: Spec, matched: Matched) -> list[Message]:
    """Ask about dice whose colour does not decide what they are, one question at a time."""
    words = []
    guesses = {die.track: guess for die, guess in matched.taken}
    seen = {die.colour for die in matched.swapped}
    for die in matched.swapped:
        meant = guesses[die.track].die.kind if die.track in guesses else None
        if meant is None or spec.kind(meant).colour == die.colour:
            continue
        words.append(
            Message.of(
                f"{KEY}.which_colour", seen=colour_words(die), missing=kind_words(spec, meant)
            )
        )
    if matched.swapped and not words:
        names = tuple(Message(f"core.colour.{colour}") for colour in sorted(seen))
        words.append(Message.of(f"{KEY}.unsure_colour", dice=names))
    return words[:1]  # a click on one die often answers the others too


def _face_doubt(game: Game[Any], guess: Guess) -> Message:
    """Ask which of two faces a die shows."""
    die = face_words(game, guess.die.kind, guess.die.face)
    if guess.other is None:
        return Message.of(f"{KEY}.unsure_face", die=die)
    other = face_words(game, guess.die.kind, guess.other)
    return Message.of(f"{KEY}.which_face", die=die, other=other)


def ignored(spec: Spec, wanted: Sequence[str], matched: Matched) -> tuple[Message, ...]:
    """Say which dice on the table do not count, such as those of a locked row."""
    left = [die for die in matched.extra if best_kind(spec, wanted, die) is None]
    if not left:
        return ()
    return (Message.of(f"{KEY}.ignored", dice=tuple(colour_words(die) for die in left)),)


def not_rolled(spec: Spec, dice: Iterable[SeenDie]) -> Message:
    """Say which dice were left lying although all had to be rolled."""
    if all(kind.colour is None for kind in spec.dice):  # dice that are all alike
        return Message(f"{KEY}.still_lying")
    return Message.of(f"{KEY}.not_rolled", dice=tuple(colour_words(die) for die in dice))
