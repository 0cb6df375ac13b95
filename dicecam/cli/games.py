"""`dicecam games`: what can be played, and the proof that the rules are right."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dicecam.errors import NotationError, UnknownGameError
from dicecam.rules.core import Game

HELP = "list the games, or run test vectors against their rules"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument(
        "--vectors", nargs="+", type=Path, metavar="FILE", help="run vector files (JSON)"
    )
    parser.add_argument(
        "--write-playthrough",
        nargs=2,
        metavar=("GAME", "FILE"),
        help="play a game at random and write it as a golden playthrough",
    )
    parser.add_argument("--seats", type=int, help="players of the playthrough")
    parser.add_argument("--seed", type=int, default=1, help="seed of the playthrough")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb; 1 when a vector fails."""
    from dicecam.cli._games import load_games

    games = load_games()
    if arguments.vectors:
        return _vectors(arguments.vectors, games)
    if arguments.write_playthrough:
        return _write_playthrough(arguments, games)
    for game in games.values():
        _print_game(game)
    return 0


def _write_playthrough(arguments: argparse.Namespace, games: Mapping[str, Game[Any]]) -> int:
    from dicecam.cli._playthrough import record

    key, path = arguments.write_playthrough
    if key not in games:
        msg = f"game: expected one of {', '.join(games)}, got {key!r}"
        raise UnknownGameError(msg)
    seats = arguments.seats or games[key].spec.min_seats
    count = record(games[key], seats, {}, arguments.seed, Path(path))
    print(f"{path}: {count} events")
    return 0


def _print_game(game: Game[Any]) -> None:
    spec = game.spec
    print(f"{spec.key}: {spec.min_seats}-{spec.max_seats} players")
    print(f"  dice: {', '.join(kind.key for kind in spec.dice) or 'none'}")
    for option in spec.options:
        choices = " | ".join(str(choice) for choice in option.choices)
        print(f"  option {option.key} = {option.default}" + (f"  ({choices})" if choices else ""))
    for preset in spec.presets:
        values = ", ".join(f"{key}={value}" for key, value in preset.values)
        print(f"  preset {preset.key}: {values}")


def _vectors(paths: list[Path], games: Mapping[str, Game[Any]]) -> int:
    from dicecam.rules.vectors import run_vectors

    passed = failed = 0
    for path in paths:
        for result in run_vectors(_load(path), games):
            verdict = "ok  " if result.passed else "FAIL"
            print(f"{verdict} {result.game} {result.id} {result.title}")
            for failure in result.failures:
                print(f"       {failure}")
            passed, failed = passed + result.passed, failed + (not result.passed)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _load(path: Path) -> Mapping[str, Any]:
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"{path}: cannot be read ({error.strerror}); give a vector file"
        raise NotationError(msg) from error
    except ValueError as error:
        msg = f"{path}: not valid JSON ({error})"
        raise NotationError(msg) from error
    if not isinstance(document, dict):
        msg = f"{path}: expected a JSON object with game and vectors"
        raise NotationError(msg)
    return document
