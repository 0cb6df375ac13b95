"""The shape of the code: import layers, sizes, documentation, and start-up without heavy imports."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "dicecam"
FILES = sorted(PACKAGE.rglob("*.py"))
MAX_FILE_LINES = 500
MAX_FUNCTION_LINES = 60
MAX_MAIN_WINDOW_LINES = 400


def functions(tree):
    """Yield every function of a module."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_files_and_functions_stay_small(path):
    """No file above 500 lines, no function above 60, the main window below 400."""
    text = path.read_text(encoding="utf-8")
    limit = MAX_MAIN_WINDOW_LINES if path.name == "main_window.py" else MAX_FILE_LINES
    long = [
        node.name
        for node in functions(ast.parse(text))
        if (node.end_lineno or 0) - node.lineno + 1 > MAX_FUNCTION_LINES
    ]

    assert len(text.splitlines()) <= limit
    assert long == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_every_module_says_its_job(path):
    """Each module opens with a docstring."""
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


def test_import_contracts_hold():
    """The layers of pyproject.toml are kept."""
    run = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()",
         "--no-cache"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip

    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import dicecam.rules.games, dicecam.rules.replay, dicecam.rules.vectors",
         ("numpy", "cv2", "PySide6", "torch", "onnxruntime")),
        ("from dicecam.cli import build_parser; build_parser()",
         ("numpy", "cv2", "PySide6", "torch", "onnxruntime")),
        ("import dicecam.session.session", ("numpy", "cv2", "PySide6", "torch", "onnxruntime")),
        ("import dicecam.pipeline", ("cv2", "PySide6", "torch", "onnxruntime")),
        ("import dicecam.vision.looker", ("PySide6", "torch", "ultralytics")),
    ],
)  # fmt: skip
def test_importing_a_layer_brings_nothing_heavy(code, absent):
    """Rules need the standard library only; the command line starts without Qt and OpenCV."""
    probe = f"{code}\nimport sys\nprint([name for name in {absent!r} if name in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", probe], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert run.stdout.strip() == "[]"


def test_no_catalogue_key_is_missing_in_the_code():
    """Every literal `core.*` key used in the package has a sentence in both languages."""
    import re

    from dicecam.messages import load_catalogue

    keys = {
        key
        for path in FILES
        for key in re.findall(r"\"(core\.[a-z_]+(?:\.[a-z_0-9]+)*)\"", path.read_text("utf-8"))
    }
    for language in ("fr", "en"):
        known = load_catalogue(language).keys
        missing = {
            key for key in keys - known if not any(other.startswith(f"{key}.") for other in known)
        }
        assert missing == set()
