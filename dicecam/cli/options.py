"""`dicecam options`: what may be done in a position, in words."""

from __future__ import annotations

import argparse
from pathlib import Path

from dicecam.errors import NotationError

HELP = "list what each player may do in a position"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("game", metavar="GAME", help="name of the game, see `dicecam games`")
    parser.add_argument("state", metavar="STATE.json", type=Path, help="a position as JSON")
    parser.add_argument("--language", choices=("fr", "en"), help="language of the sentences")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.cli._games import load_games, pick_game
    from dicecam.cli._texts import catalogue
    from dicecam.rules.notation import format_action, parse_state

    game = pick_game(arguments.game, load_games())
    try:
        text = arguments.state.read_text(encoding="utf-8")
    except OSError as error:
        msg = f"{arguments.state}: cannot be read ({error.strerror}); give a position as JSON"
        raise NotationError(msg) from error
    state = parse_state(game.state_type, text)
    say = catalogue(arguments.language)
    call = game.awaits(state)
    if call is not None:
        print(f"awaits {' '.join(call.kinds)}")
    for seat in sorted(game.to_act(state)):
        for action in game.legal_actions(state, seat):
            words = say.say(game.describe(state, action))
            print(f"{seat}  {format_action(action)}  {words}")
    outcome = game.outcome(state)
    if outcome is not None:
        print(f"over, winners: {' '.join(map(str, outcome.winners)) or 'nobody'}")
    return 0
