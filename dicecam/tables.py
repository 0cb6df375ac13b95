"""Data files a user may edit: the Shelfie sheet, the DiXe set, the Dekaxex boards.

A file of the same name in the user's configuration folder replaces the shipped one. This module
reads and parses; what a table must hold is checked by the game that uses it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from dicecam.errors import SettingsError


def table_path(name: str, user_folder: Path | None = None) -> Path:
    """Return which file is in use for a table.

    Args:
        name: File name, such as `dekaxex_boards.toml`.
        user_folder: Folder whose files come first; None for the shipped ones only.

    Raises:
        SettingsError: There is no such table.
    """
    if user_folder is not None and (user_folder / name).is_file():
        return user_folder / name
    shipped = Path(str(resources.files("dicecam").joinpath("data", "tables", name)))
    if not shipped.is_file():
        msg = f"data file {name}: not found in {user_folder} nor among the shipped ones"
        raise SettingsError(msg)
    return shipped


def load_table(name: str, user_folder: Path | None = None) -> Mapping[str, Any]:
    """Read a table.

    Returns:
        The parsed TOML with its path under the key `__file__`, for error messages.

    Raises:
        SettingsError: The file is missing or not valid TOML; the message says which and where.
    """
    path = table_path(name, user_folder)
    try:
        parsed = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        msg = f"{path}: not valid TOML ({error}); mend it or remove it to use the shipped one"
        raise SettingsError(msg) from error
    return {**parsed, "__file__": str(path)}
