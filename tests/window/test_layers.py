"""The window's modules keep to the window: no pictures worked on, no models run, no game known."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import dicecam.rules.games
import dicecam.window

WINDOW = Path(dicecam.window.__file__).parent
MODULES = sorted(WINDOW.rglob("*.py"))
GAMES = [path.stem for path in Path(dicecam.rules.games.__file__).parent.glob("[!_]*.py")]
FORBIDDEN = ("cv2", "onnxruntime", "torch", "ultralytics", "dicecam.rules.games")


def imported(path):
    """Return the modules a file imports, also inside functions."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(WINDOW).as_posix())
def test_no_module_imports_vision_or_a_game(path):
    """Neither OpenCV nor a model nor a game by name."""
    names = set(imported(path))

    assert {n for n in names if any(n == f or n.startswith(f"{f}.") for f in FORBIDDEN)} == set()
    assert {n for n in names if n.rpartition(".")[2] in GAMES} == set()


def test_the_main_window_only_puts_things_together():
    """It stays short: at most 400 lines."""
    assert len(GAMES) >= 5
    assert len((WINDOW / "main_window.py").read_text("utf-8").splitlines()) <= 400
