"""`dicecam replay`: folds a game log and tells every step."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

HELP = "tell a recorded game step by step"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument("log", metavar="LOG", type=Path, help="a game log (.jsonl)")
    parser.add_argument("--json", action="store_true", help="one JSON object a step")
    parser.add_argument("--language", choices=("fr", "en"), help="language of the sentences")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.cli._games import load_games, pick_game
    from dicecam.cli._texts import catalogue
    from dicecam.rules.notation import format_action, format_event, to_plain
    from dicecam.session.log import read_log
    from dicecam.session.session import Session

    header, _ = read_log(arguments.log)
    game = pick_game(header.game, load_games())
    session = Session.replay(game, arguments.log)
    say, names = catalogue(arguments.language), session.names
    for number, line in enumerate(session.history(), start=1):
        if not arguments.json:
            print(f"{number:4}  {say.say(line.text, names)}")
            for message in line.news:
                print(f"      {say.say(message, names)}")
    if arguments.json:
        for number, entry in enumerate(session.entries, start=1):
            state = session.state_at(number)
            step = {
                "seq": entry.seq,
                "origin": entry.origin,
                "event": format_event(entry.event),
                "state": to_plain(state),
                "scores": list(game.scores(state)),
                "options": {
                    str(seat): [format_action(a) for a in game.legal_actions(state, seat)]
                    for seat in sorted(game.to_act(state))
                },
            }
            print(json.dumps(step, ensure_ascii=False))
        return 0
    print()
    for seat, points in enumerate(session.scores()):
        print(f"{names[seat]}: {points}")
    for offer in session.offers():
        print(f"{names[offer.seat]} may {say.say(offer.text, names)}")
    outcome = session.outcome()
    if outcome is not None:
        print("winner: " + ", ".join(names[seat] for seat in outcome.winners))
    return 0
