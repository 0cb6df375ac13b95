"""Settings: every default with its unit and meaning, read from and written to a TOML file.

This module knows no folder of its own: the composition root says where the file lies.
"""

from __future__ import annotations

import os
import tempfile
import tomllib
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from dicecam.errors import SettingsError

FILE_NAME = "settings.toml"


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user can set.

    Attributes:
        language: `fr`, `en`, or empty for the system's language.
        theme: `light`, `dark`, or empty for the system's.
        text_scale: Size of all texts, 1.0 is normal, 0.8 to 2.0.
        source: Camera name, number, file or URL; empty asks, or plays the demo without a camera.
        camera_id: Vendor, product and path of the camera, so that a moved index finds it again.
        width_px: Picture width asked of a camera.
        height_px: Picture height asked of a camera.
        region: Part of the picture that is the table, x1, y1, x2, y2 relative 0 to 1.
        corners: Four table corners x, y in relative picture units, clockwise; empty for none.
        table_width_mm: Width of the table between the corners, mm.
        table_height_mm: Height of the table between the corners, mm.
        model: Name of the recognition model.
        beep: True to beep when a throw was read.
        paper: True when players keep paper sheets and only want sums and legal numbers.
        colours: Pairs of colour name and Lab values (L, a, b) of the user's own dice.
    """

    language: str = ""
    theme: str = ""
    text_scale: float = 1.0
    source: str = ""
    camera_id: str = ""
    width_px: int = 1280
    height_px: int = 720
    region: tuple[float, ...] = (0.0, 0.0, 1.0, 1.0)
    corners: tuple[float, ...] = ()
    table_width_mm: float = 297.0
    table_height_mm: float = 210.0
    model: str = "default"
    beep: bool = False
    paper: bool = False
    colours: tuple[tuple[str, float, float, float], ...] = ()


def load_settings(path: Path) -> Settings:
    """Read settings.

    Args:
        path: The TOML file; a missing one gives the defaults.

    Raises:
        SettingsError: The file is not valid TOML, or a value has the wrong type or range; the
            message names the key, what was expected and what was found.
    """
    if not path.exists():
        return Settings()
    try:
        plain = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        msg = f"{path}: cannot be read ({error}); mend it or remove it for the defaults"
        raise SettingsError(msg) from error
    known = {field.name for field in fields(Settings)}
    for key in plain:
        if key not in known:
            msg = f"{path}: unknown key {key!r}; expected one of {', '.join(sorted(known))}"
            raise SettingsError(msg)
    values = {key: _value(path, key, value) for key, value in plain.items()}
    return _checked(path, replace(Settings(), **values))


def _value(path: Path, key: str, value: Any) -> Any:
    default = getattr(Settings(), key)
    if isinstance(default, tuple) and isinstance(value, list):
        return tuple(tuple(item) if isinstance(item, list) else item for item in value)
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if type(value) is not type(default):
        expected = "list" if isinstance(default, tuple) else type(default).__name__
        msg = f"{path}: {key}: expected {expected}, got {value!r}"
        raise SettingsError(msg)
    return value


def _checked(path: Path, settings: Settings) -> Settings:
    def ratios(values: tuple[Any, ...]) -> bool:
        return all(isinstance(value, (int, float)) and 0 <= value <= 1 for value in values)

    x1, y1, x2, y2 = settings.region if len(settings.region) == 4 else (1.0, 1.0, 0.0, 0.0)
    checks = (
        ("language", settings.language in ("", "fr", "en"), "'', 'fr' or 'en'"),
        ("theme", settings.theme in ("", "light", "dark"), "'', 'light' or 'dark'"),
        ("text_scale", 0.8 <= settings.text_scale <= 2.0, "0.8 to 2.0"),
        ("width_px", 160 <= settings.width_px <= 7680, "160 to 7680"),
        ("height_px", 120 <= settings.height_px <= 4320, "120 to 4320"),
        ("region", ratios(settings.region) and x1 < x2 and y1 < y2, "x1 < x2, y1 < y2, 0 to 1"),
        ("corners", len(settings.corners) in (0, 8) and ratios(settings.corners), "0 or 8 ratios"),
        ("table_width_mm", settings.table_width_mm > 0, "more than 0"),
        ("table_height_mm", settings.table_height_mm > 0, "more than 0"),
        ("colours", all(len(c) == 4 for c in settings.colours), "[name, L, a, b] items"),
    )
    for key, right, expected in checks:
        if not right:
            msg = f"{path}: {key}: expected {expected}, got {getattr(settings, key)!r}"
            raise SettingsError(msg)
    return settings


def save_settings(settings: Settings, path: Path) -> None:
    """Write settings; a crash while writing leaves the old file.

    Raises:
        OSError: The folder cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    defaults = asdict(Settings())
    changed = {k: v for k, v in asdict(settings).items() if v != defaults[k]}
    text = "".join(f"{key} = {_toml(value)}\n" for key, value in changed.items())
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    Path(name).replace(path)


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(_toml(item) for item in value) + "]"
    if isinstance(value, (int, float)):
        return repr(value)
    escaped = "".join(
        f"\\u{ord(c):04x}" if c in '"\\' or ord(c) < 32 or ord(c) == 127 else c for c in str(value)
    )
    return f'"{escaped}"'
