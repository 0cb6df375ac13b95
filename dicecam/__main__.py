"""Run the command line: `python -m dicecam`."""

from __future__ import annotations

import sys

from dicecam.cli import main

if __name__ == "__main__":
    sys.exit(main())
