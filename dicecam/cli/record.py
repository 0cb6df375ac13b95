"""`dicecam record`: keeps what was read in every frame, for tests and for looking again."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "record the readings of a source, and its pictures with --frames"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the verb's arguments."""
    parser.add_argument(
        "source",
        metavar="SOURCE",
        help="camera number or name, video, folder of photos, URL, or demo",
    )
    parser.add_argument("out", metavar="OUT", type=Path, help="file to write, JSON Lines")
    parser.add_argument("--frames", action="store_true", help="also write the pictures, as PNG")
    parser.add_argument("--seconds", type=float, metavar="S", help="stop after this media time")
    parser.add_argument("--model", default="default", metavar="NAME", help="recognition model")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb; it can be played again with the file as source."""
    from dicecam.cli._line import open_line
    from dicecam.vision.drawing import write_png
    from dicecam.vision.recorded import reading_line

    line = open_line(arguments.source, arguments.model)
    out: Path = arguments.out
    folder = out.with_suffix("")
    if arguments.frames:
        folder.mkdir(parents=True, exist_ok=True)
    count = 0
    try:
        with out.open("w", encoding="utf-8") as file:
            for frame in line.source:
                if arguments.seconds is not None and frame.time_s > arguments.seconds:
                    break
                file.write(reading_line(frame, line.looker.look(frame.image)) + "\n")
                if arguments.frames:
                    write_png(folder / f"{frame.index:06d}.png", frame.image)
                count += 1
    finally:
        line.source.close()
    print(f"{out}: {count} frames")
    return 0
