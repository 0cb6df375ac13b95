"""Writes `model.toml`, the description without which the program takes no model.

It knows names, hashes and numbers; no network.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Release:
    """What a model description says beside its two files.

    Attributes:
        name: Name of the model.
        version: Date and number.
        date: Day of the export, ISO.
        detector: Architecture, input_px, output, min_confidence, iou.
        reader: Architecture, classes, input_px, crop_scale, temperature.
        reporting: min_confidence and max_other.
        training: Data sets, seeds, minutes, commands.
        val: Figures on the validation photos; empty until measured.
    """

    name: str
    version: str
    date: str
    detector: Mapping[str, Any]
    reader: Mapping[str, Any]
    reporting: Mapping[str, float]
    training: Mapping[str, Any]
    val: Mapping[str, Any]


def write_description(folder: Path, release: Release) -> Path:
    """Write `model.toml` for the two ONNX files in a folder.

    Args:
        folder: Folder with `detector.onnx` and `reader.onnx`.
        release: Everything else.

    Returns:
        Path of the description.
    """
    lines = [
        "schema = 1",
        f"name = {_value(release.name)}",
        f"version = {_value(release.version)}",
        'licence = "AGPL-3.0-or-later"',
        f"date = {release.date}",
    ]
    for part, values in (("detector", release.detector), ("reader", release.reader)):
        file = f"{part}.onnx"
        sha256 = hashlib.sha256((folder / file).read_bytes()).hexdigest()
        lines += _table(part, {"file": file, "sha256": sha256, **values})
    lines += _table("reporting", release.reporting)
    lines += _table("training", release.training)
    lines += _table("val", release.val)
    path = folder / "model.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def _table(name: str, values: Mapping[str, Any]) -> list[str]:
    """Return the lines of a table; lists of mappings become arrays of tables at its end."""
    lines = ["", f"[{name}]"]
    later: list[str] = []
    for key, value in values.items():
        if isinstance(value, Mapping):
            later += _table(f"{name}.{key}", value)
        elif isinstance(value, Sequence) and value and isinstance(value[0], Mapping):
            for entry in value:
                later += ["", f"[[{name}.{key}]]"]
                later += [f"{inner} = {_value(item)}" for inner, item in entry.items()]
        else:
            lines.append(f"{key} = {_value(value)}")
    return lines + later


def _value(value: Any) -> str:
    """Return a value as TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_value(item)}" for key, item in value.items()) + " }"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    raise TypeError(f"no TOML form for {type(value).__name__}: give text, numbers, lists or tables")
