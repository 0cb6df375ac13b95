"""`dicecam dice`: the sets of dice that were taught, to list, share and play games with."""

from __future__ import annotations

import argparse
from pathlib import Path

from dicecam.errors import LearnError

HELP = "list, share and take over sets of taught dice"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare what can be done with sets."""
    kinds = parser.add_subparsers(dest="kind", metavar="sets", required=True)
    sets = kinds.add_parser("sets", help=HELP, description=HELP)
    sets.set_defaults(path=None, name=None)
    todo = sets.add_subparsers(dest="todo", metavar="WHAT")
    todo.add_parser("list", help="list the sets with their faces; the default")
    export = todo.add_parser("export", help="write a set as one file for a friend")
    export.add_argument("name", metavar="SET")
    export.add_argument("path", type=Path, metavar="FILE", help="such as garden.dicecam-dice")
    export.add_argument("--without-photos", action="store_true", help="keep the photos at home")
    bring = todo.add_parser("import", help="take over a set from a file; nothing in it is run")
    bring.add_argument("path", type=Path, metavar="FILE")
    remove = todo.add_parser("remove", help="remove a set with its photos")
    remove.add_argument("name", metavar="SET")
    play = todo.add_parser("play", help="play MémoDiXe or My Shelfie with the faces of a set")
    play.add_argument("name", metavar="SET", help="or `none`, to play with the usual faces again")
    play.add_argument("game", metavar="GAME", help="memodixe or my_shelfie_dice")
    play.add_argument(
        "faces", nargs="*", metavar="SYMBOL=FACE", help="by default one after the other"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    do = {"export": _export, "import": _import, "remove": _remove, "play": _play}
    return do.get(arguments.todo or "", _list)(arguments)


def _list(arguments: argparse.Namespace) -> int:
    from dicecam.learn.dice_sets import find_sets
    from dicecam.learn.store import open_store

    del arguments
    sets = find_sets()
    if not sets:
        print("No sets yet; begin one with: dicecam learn collect --set NAME PHOTOS")
    for dice in sets:
        count = len(open_store(dice.photos))
        print(f"{dice.id}: {dice.name}, {len(dice.faces)} faces, {count} photos")
        for face in dice.faces:
            print(f"  {face.name:<20}{face.reading}")
    return 0


def _export(arguments: argparse.Namespace) -> int:
    from dicecam.learn.dice_sets import find_set
    from dicecam.learn.exports import export_set

    export_set(find_set(arguments.name), arguments.path, photos=not arguments.without_photos)
    print(f"{arguments.path}: {arguments.path.stat().st_size / 1e6:.1f} MB")
    return 0


def _import(arguments: argparse.Namespace) -> int:
    from dicecam.learn.dice_sets import sets_folder
    from dicecam.learn.exports import import_set

    dice = import_set(arguments.path, sets_folder())
    print(f"{dice.id}: {', '.join(face.name for face in dice.faces)}")
    print(f"teach it to the program with: dicecam learn train {dice.id}")
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    from dicecam.learn.dice_sets import find_set, remove_set

    remove_set(find_set(arguments.name))
    print(f"{arguments.name}: removed")
    return 0


def _play(arguments: argparse.Namespace) -> int:
    from dicecam.cli._games import config_folder
    from dicecam.learn.dice_sets import find_set
    from dicecam.learn.playing import TABLES, play_with

    if arguments.game not in TABLES:
        msg = f"game: expected one of {', '.join(TABLES)}, got {arguments.game!r}"
        raise LearnError(msg)
    dice = None if arguments.name == "none" else find_set(arguments.name)
    chosen = dict(_pair(text) for text in arguments.faces)
    for symbol, face in play_with(arguments.game, dice, chosen, config_folder()):
        print(f"  {symbol:<16}{face}")
    return 0


def _pair(text: str) -> tuple[str, str]:
    symbol, equals, face = text.partition("=")
    if not equals:
        msg = f"face: expected SYMBOL=FACE, got {text!r}"
        raise LearnError(msg)
    return symbol, face
