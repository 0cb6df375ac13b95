"""The game log: one JSON Lines file a game, append only, safe against a crash.

```
{"format": 1, "program": "0.1.0", "game": "qwixx", "names": ["Ada", "Bo"], "options": {}, ...}
{"seq": 1, "at": "2026-11-30T10:00:00+00:00", "origin": "camera", "event": "rolled red=5 ..."}
{"seq": 2, "at": "...", "origin": "user", "undo": true}
{"seq": 3, "at": "...", "origin": "user", "redo": true}
{"seq": 4, "at": "...", "origin": "user", "correct": 1, "event": "rolled red=6 ..."}
```

Nothing is ever deleted: undo, redo and corrections are records of their own. Every line is flushed
and synced before the game goes on. A torn last line is what a crash leaves: it is dropped with a
warning; any other broken line is an error that names it.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from dicecam import __version__
from dicecam.errors import LogCorruptError, LogVersionError, NotationError
from dicecam.rules.core import Event, OptionValue
from dicecam.rules.notation import format_event, parse_event

logger = logging.getLogger(__name__)

FORMAT = 1
ORIGINS = ("camera", "user", "auto", "clock")


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a log.

    Attributes:
        game: Key of the game.
        names: The players by seat.
        options: Values chosen at set-up, sorted pairs.
        started: When the game began, ISO 8601 with zone.
        program: Version of the program that wrote the log.
        model: Hash of the recognition model, empty when there was none.
        calibration: Free JSON text of the table map in use, empty when there was none.
        colours: The players' colours by seat, empty when none were chosen.
    """

    game: str
    names: tuple[str, ...]
    options: tuple[tuple[str, OptionValue], ...]
    started: str
    program: str = __version__
    model: str = ""
    calibration: str = ""
    colours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the log after the header.

    Attributes:
        seq: Its number, from 1 without gaps.
        at: When it was written, ISO 8601 with zone.
        origin: Where it came from, one of `ORIGINS`.
        verb: `event`, `undo`, `redo` or `correct`.
        event: The event, None for undo and redo.
        target: `seq` of the record that is corrected, None otherwise.
    """

    seq: int
    at: str
    origin: str
    verb: str
    event: Event | None = None
    target: int | None = None


def format_record(record: Record) -> str:
    """Return the line of a record, without the line end."""
    plain: dict[str, Any] = {"seq": record.seq, "at": record.at, "origin": record.origin}
    if record.verb in ("undo", "redo"):
        plain[record.verb] = True
    if record.target is not None:
        plain["correct"] = record.target
    if record.event is not None:
        plain["event"] = format_event(record.event)
    return json.dumps(plain, ensure_ascii=False)


def parse_record(text: str, number: int) -> Record:
    """Read the line of a record.

    Args:
        text: The line.
        number: Its number in the file, from 1, for the error message.

    Raises:
        LogCorruptError: The line has another form.
    """
    try:
        plain = json.loads(text)
        seq, at, origin = plain["seq"], plain["at"], plain["origin"]
        event = parse_event(plain["event"]) if "event" in plain else None
    except (ValueError, KeyError, TypeError, NotationError) as error:
        msg = f"log line {number}: cannot be read ({error}); restore the file from a copy"
        raise LogCorruptError(msg) from error
    verb = next((v for v in ("undo", "redo", "correct") if v in plain), "event")
    target = plain.get("correct")
    complete = (event is None) == (verb in ("undo", "redo"))
    if origin not in ORIGINS or not complete or not isinstance(seq, int):
        msg = f"log line {number}: expected an event, undo, redo or correction, got {text!r}"
        raise LogCorruptError(msg)
    return Record(seq, str(at), origin, verb, event, target)


def _format_header(header: Header) -> str:
    plain = {
        "format": FORMAT,
        "program": header.program,
        "game": header.game,
        "names": list(header.names),
        "colours": list(header.colours),
        "options": dict(header.options),
        "started": header.started,
        "model": header.model,
        "calibration": header.calibration,
    }
    return json.dumps(plain, ensure_ascii=False)


def _parse_header(text: str, path: Path) -> Header:
    try:
        plain: Mapping[str, Any] = json.loads(text)
        version = int(plain["format"])
        if version > FORMAT:
            msg = f"{path}: log format {version} is newer than {FORMAT}; update dicecam"
            raise LogVersionError(msg)
        return Header(
            game=str(plain["game"]),
            names=tuple(map(str, plain["names"])),
            options=tuple(sorted(plain["options"].items())),
            started=str(plain["started"]),
            program=str(plain["program"]),
            model=str(plain.get("model", "")),
            calibration=str(plain.get("calibration", "")),
            colours=tuple(map(str, plain.get("colours", ()))),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        msg = f"{path} line 1: expected the header of a game log ({error})"
        raise LogCorruptError(msg) from error


def read_header(path: Path) -> Header:
    """Read the first line of a log.

    Raises:
        LogCorruptError: The file cannot be read, or begins otherwise.
        LogVersionError: A newer program wrote it.
    """
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return _parse_header(file.readline(), path)
    except OSError as error:
        msg = f"{path}: cannot be read ({error.strerror}); give the path of a game log"
        raise LogCorruptError(msg) from error


def read_log(path: Path) -> tuple[Header, tuple[Record, ...]]:
    """Read a whole log.

    Args:
        path: The file.

    Returns:
        Its header and records; a torn last line is left out with a warning.

    Raises:
        LogCorruptError: The file cannot be read, or a line other than a torn last one is broken.
        LogVersionError: A newer program wrote it.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        msg = f"{path}: cannot be read ({error.strerror}); give the path of a game log"
        raise LogCorruptError(msg) from error
    whole = raw.endswith(b"\n")
    lines = raw.decode("utf-8", errors="replace").splitlines()
    if not lines:
        msg = f"{path}: empty; expected a game log"
        raise LogCorruptError(msg)
    header = _parse_header(lines[0], path)
    records: list[Record] = []
    for number, line in enumerate(lines[1:], start=2):
        torn = number == len(lines) and not whole
        if torn:
            logger.warning("%s: line %d is torn, the game goes on without it", path, number)
            break
        record = parse_record(line, number)
        if record.seq != len(records) + 1:
            msg = f"{path} line {number}: expected record {len(records) + 1}, got {record.seq}"
            raise LogCorruptError(msg)
        records.append(record)
    return header, tuple(records)


class LogWriter:
    """Appends records to a log and makes sure they are on the disk.

    Args:
        path: The file; it is created with its folders when it does not exist.
        header: Written when the file is new.

    Raises:
        OSError: The file cannot be written.
    """

    def __init__(self, path: Path, header: Header) -> None:
        self.path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        _cut_torn_line(path)
        self._file: TextIO = path.open("a", encoding="utf-8")
        if path.stat().st_size == 0:
            self._write(_format_header(header))

    def append(self, record: Record) -> None:
        """Write a record; it is on the disk when this returns."""
        self._write(format_record(record))

    def _write(self, line: str) -> None:
        self._file.write(line + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file; may be called twice."""
        self._file.close()


def _cut_torn_line(path: Path) -> None:
    """Remove what a crash left after the last line end, so that new lines start clean."""
    if not path.exists():
        return
    raw = path.read_bytes()
    if raw and not raw.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(raw.rfind(b"\n") + 1)
