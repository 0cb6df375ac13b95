"""`dicecam colours`: teaches the program the colours of the user's own dice."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

HELP = "teach the colours of your own dice"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the verb."""
    parser.add_argument(
        "--source", metavar="SOURCE", help="camera, file, folder or address that shows the dice"
    )
    parser.add_argument(
        "--game", default="qwixx", metavar="GAME", help="the game the dice belong to (qwixx)"
    )
    parser.add_argument(
        "--dice",
        metavar="COLOURS",
        help="colours of the dice on the table instead, such as white,white,red",
    )
    parser.add_argument("--forget", action="store_true", help="forget what was taught")
    parser.add_argument("--model", default="default", metavar="NAME", help="name or folder")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.cli._games import config_folder
    from dicecam.config import FILE_NAME, load_settings, save_settings

    path = config_folder() / FILE_NAME
    settings = load_settings(path)
    if arguments.forget:
        save_settings(replace(settings, colours=()), path)
        print("Forgotten: dice have their usual colours again.")
        return 0
    if arguments.source is None:
        _print_known(path)
        return 0
    names = _names(arguments)
    learned = _learn(arguments, names)
    kept = tuple(row for row in settings.colours if row[0] not in learned)
    taught = tuple((name, *lab) for name, lab in sorted(learned.items()))
    save_settings(replace(settings, colours=(*kept, *taught)), path)
    for name, lightness, a, b in taught:
        print(f"{name:<8} L {lightness:5.1f}  a {a:6.1f}  b {b:6.1f}")
    print(f"Kept in {path}")
    return 0


def _names(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the colours of the dice on the table, one for each die.

    Raises:
        SettingsError: A colour is unknown, or the game's dice have none.
    """
    from dicecam.dice import BODY_COLOURS
    from dicecam.errors import SettingsError

    if arguments.dice:
        names = tuple(name.strip() for name in arguments.dice.split(","))
        for name in names:
            if name not in BODY_COLOURS:
                msg = f"--dice: expected colours of {', '.join(BODY_COLOURS)}, got {name!r}"
                raise SettingsError(msg)
        return names
    from dicecam.cli._games import load_games, pick_game

    game = pick_game(arguments.game, load_games())
    call = game.awaits(game.setup(game.spec.min_seats, {}))
    colour_of = {kind.key: kind.colour for kind in game.spec.dice}
    found = [colour_of.get(key) for key in call.kinds] if call else []
    names = tuple(colour for colour in found if colour)
    if not names:
        msg = f"{game.spec.key}: the colours of its dice do not matter; name them with --dice"
        raise SettingsError(msg)
    return names


def _learn(
    arguments: argparse.Namespace, names: tuple[str, ...]
) -> dict[str, tuple[float, float, float]]:
    """Look at the source until the whole set was seen."""
    from dicecam.vision.looker import load_looker
    from dicecam.vision.own_colours import learn_colours
    from dicecam.vision.sources import open_source

    print(f"Lay these dice on the table: {', '.join(names)}", flush=True)
    source = open_source(arguments.source)
    try:
        return learn_colours(source, load_looker(arguments.model), names)
    finally:
        source.close()


def _print_known(path: Path) -> None:
    """Print what was taught so far."""
    from dicecam.config import load_settings

    colours = load_settings(path).colours
    for name, lightness, a, b in colours:
        print(f"{name:<8} L {lightness:5.1f}  a {a:6.1f}  b {b:6.1f}")
    if not colours:
        print("Nothing taught yet. Lay the dice on the table: dicecam colours --source SOURCE")
