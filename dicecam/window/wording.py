"""Dice in words, for menus, buttons and screen readers; the words come from the catalogues."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dicecam.dice import Die
from dicecam.messages import Message
from dicecam.rules.core import Game
from dicecam.session.session import die_words
from dicecam.table.view import SeenDie
from dicecam.window.i18n import Words
from dicecam.window.icons import pips_of
from dicecam.window.readings import die_of


def face_words(game: Game[Any], words: Words, face: str) -> str:
    """Return a face without its colour: a number, or the name of a symbol."""
    pips = pips_of(face)
    if pips is not None:
        return str(pips)
    for kind in game.spec.dice:
        name = kind.face_of(face)
        if name is not None and kind.colour is None:
            return words.say(die_words(game, Die(kind.key, name)))
    known = Message(f"desk.face.{face}")
    return words.say(known) if known.key in words.catalogue else face


def kind_words(game: Game[Any], words: Words, key: str) -> str:
    """Return what a kind of die is called: its colour where that tells it apart, else its name."""
    colour = game.spec.kind(key).colour
    if colour is not None:
        return words.colour(colour)
    named = Message(f"{game.spec.key}.kind.{key}")
    return words.say(named) if named.key in words.catalogue else key


def seen_words(game: Game[Any], words: Words, die: SeenDie) -> str:
    """Return what a die on the table is taken for, such as "red 5"."""
    real = die_of(game.spec, die)
    if real is not None:
        return words.say(die_words(game, real))
    face = face_words(game, words, die.face)
    return f"{words.colour(die.colour)} {face}" if die.colour != "unknown" else face


def dice_sentence(game: Game[Any], words: Words, dice: Iterable[SeenDie]) -> str:
    """Return all dice in one breath, for screen readers."""
    return ", ".join(seen_words(game, words, die) for die in dice)
