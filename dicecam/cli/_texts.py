"""The language of the command line: asked for, or the system's."""

from __future__ import annotations

import locale
import os

from dicecam.cli._games import game_folders
from dicecam.messages import LANGUAGES, Catalogue, load_catalogue


def system_language() -> str:
    """Return the system's language when it is one of ours, English otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            code = os.environ[name][:2].lower()
            return code if code in LANGUAGES else "en"
    code = (locale.getlocale()[0] or "en")[:2].lower()
    return code if code in LANGUAGES else "en"


def catalogue(language: str | None = None) -> Catalogue:
    """Return the sentences of a language, by default the system's."""
    return load_catalogue(language or system_language(), game_folders())
