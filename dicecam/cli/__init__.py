"""The command line: the composition root that builds parts and hands them over.

Each verb is a module of this package with `HELP` (one line), `configure(parser)` and
`run(arguments) -> int`; a new file is a new verb. Verbs import windows, models and cameras inside
`run`, so that `dicecam --help` answers at once and `dicecam replay` needs neither Qt nor OpenCV.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import pkgutil
import sys
from collections.abc import Sequence

from dicecam import __version__
from dicecam.errors import DicecamError

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_TROUBLE = 2


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of all verbs."""
    parser = argparse.ArgumentParser(
        prog="dicecam",
        description="Reads physical dice with a camera, keeps the sheets, knows the rules.",
    )
    parser.add_argument("--version", action="version", version=f"dicecam {__version__}")
    parser.add_argument("--verbose", action="store_true", help="log what happens, on stderr")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    for info in pkgutil.iter_modules(__path__):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{__name__}.{info.name}")
        name = info.name.rstrip("_")
        verb = verbs.add_parser(name, help=module.HELP, description=module.HELP)
        module.configure(verb)
        verb.set_defaults(run=module.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a verb.

    Args:
        argv: Arguments without the program name; None for those of the process.

    Returns:
        0 when all went well, 1 when a check found something, 2 when something could not be done.
    """
    arguments = build_parser().parse_args(argv)
    logging.basicConfig(
        level=logging.DEBUG if arguments.verbose else logging.WARNING,
        format="%(levelname)s %(name)s: %(message)s",
    )
    try:
        return int(arguments.run(arguments))
    except DicecamError as error:
        print(f"dicecam: {error}", file=sys.stderr)
        return EXIT_TROUBLE
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader of our output is gone (such as `| head`); keep the interpreter from
        # complaining again when it flushes at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
