"""A game as CSV and JSON, for spreadsheets and other programs.

Each event stands once in notation, which another program can read back, and once in words. This
module knows no window; the words are handed in.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from dicecam.messages import Message
from dicecam.rules.core import Played
from dicecam.rules.notation import format_event
from dicecam.session.session import Entry, Session

Say = Callable[[Message], str]

FORMAT = 1


def rows_of(session: Session, say: Say) -> list[dict[str, Any]]:
    """Return every event that counts, as plain values.

    Args:
        session: The game.
        say: Turns messages into words.

    Returns:
        One record an event: number, time, origin, seat, notation, words and everybody's points
        after it.
    """
    words = {line.entry.seq: line.text for line in session.history()}
    return [
        {
            "seq": entry.seq,
            "at": entry.at,
            "origin": entry.origin,
            "seat": entry.event.seat if isinstance(entry.event, Played) else None,
            "event": format_event(entry.event),
            "text": say(words[entry.seq]) if entry.seq in words else "",
            "scores": list(_scores(session, number)),
        }
        for number, entry in enumerate(session.entries, start=1)
    ]


def _scores(session: Session, number: int) -> tuple[int, ...]:
    scores: tuple[int, ...] = session.game.scores(session.state_at(number))
    return scores


def game_as_json(session: Session, say: Say) -> str:
    """Return a game as JSON text.

    Args:
        session: The game.
        say: Turns messages into words.
    """
    outcome = session.outcome()
    entries: tuple[Entry, ...] = session.entries
    plain = {
        "format": FORMAT,
        "game": session.game.spec.key,
        "players": list(session.names),
        "options": dict(session.options),
        "began": entries[0].at if entries else None,
        "finished": outcome is not None,
        "scores": list(session.scores()),
        "winners": [] if outcome is None else [session.names[seat] for seat in outcome.winners],
        "events": rows_of(session, say),
    }
    return json.dumps(plain, ensure_ascii=False, indent=1) + "\n"


def game_as_csv(session: Session, say: Say) -> str:
    """Return a game as CSV text, one line an event, one column of points a player.

    Args:
        session: The game.
        say: Turns messages into words.
    """
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(["seq", "at", "origin", "player", "event", "text", *session.names])
    for row in rows_of(session, say):
        player = "" if row["seat"] is None else session.names[row["seat"]]
        head = [row["seq"], row["at"], row["origin"], player, row["event"], row["text"]]
        writer.writerow([*head, *row["scores"]])
    return file.getvalue()


def export_game(session: Session, path: Path, say: Say) -> None:
    """Write a game to a file, as CSV when its name ends so, else as JSON.

    Args:
        session: The game.
        path: Where to; the ending decides.
        say: Turns messages into words.

    Raises:
        OSError: The file cannot be written.
    """
    as_csv = path.suffix.lower() == ".csv"
    text = game_as_csv(session, say) if as_csv else game_as_json(session, say)
    # A byte order mark makes spreadsheets read accents right; JSON must not have one.
    path.write_text(text, encoding="utf-8-sig" if as_csv else "utf-8", newline="")
