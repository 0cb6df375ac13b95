"""`dicecam doctor`: checks what the program needs and says what to do about what is missing."""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from dicecam.errors import DicecamError

HELP = "check cameras, models, window, fonts and folders"

OK = "ok"
NOTE = "note"
FAULT = "FAULT"

_QT_CHECK = """
import sys
from PySide6.QtGui import QFontDatabase, QGuiApplication
application = QGuiApplication(["dicecam"])
print(application.platformName(), len(QFontDatabase.families()))
"""

_QT_LIBRARIES = "libegl1 libgl1 libxkbcommon-x11-0 libdbus-1-3 libxcb-cursor0 libxcb-icccm4"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found.

    Attributes:
        level: `ok`, `note` (something optional is missing) or `FAULT`.
        what: What was checked.
        text: What was found.
        advice: What to do; empty when all is well.
    """

    level: str
    what: str
    text: str
    advice: str = ""


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the verb."""
    parser.add_argument("--json", action="store_true", help="one JSON object a check and line")
    parser.add_argument("--model", default="default", metavar="NAME", help="name or folder")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb; 1 when something is at fault."""
    checks: tuple[Callable[[], Finding], ...] = (
        check_versions,
        lambda: check_model(arguments.model),
        check_cameras,
        check_demo,
        check_display,
        check_window,
        check_folders,
    )
    findings = []
    for check in checks:
        finding = check()
        findings.append(finding)
        if arguments.json:
            print(json.dumps(asdict(finding)), flush=True)
        else:
            print(f"{finding.level:<6}{finding.what:<10}{finding.text}", flush=True)
            if finding.advice:
                print(f"{'':<16}-> {finding.advice}", flush=True)
    return 1 if any(finding.level == FAULT for finding in findings) else 0


def check_versions() -> Finding:
    """Name the versions of what the program stands on."""
    names = ("numpy", "opencv-python", "onnxruntime", "PySide6-Essentials")
    versions = [f"Python {sys.version.split()[0]}"]
    missing = []
    for name in names:
        try:
            versions.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            missing.append(name)
    text = ", ".join(versions)
    if missing:
        # opencv-python-headless and the like serve too, so this is not yet a fault.
        return Finding(NOTE, "versions", text, f"not installed: pip install {' '.join(missing)}")
    return Finding(OK, "versions", text)


def check_model(name: str) -> Finding:
    """Load the model and let it look at an empty picture."""
    import numpy as np

    from dicecam.vision.looker import load_looker
    from dicecam.vision.model import find_model

    try:
        model = find_model(name)
        looked = load_looker(model=model).look_closely(np.zeros((480, 640, 3), np.uint8))
    except DicecamError as error:
        return Finding(FAULT, "model", str(error), "install the program again, or name a model")
    faces = len(model.reader.classes)
    text = f"{model.folder}: {model.detector.architecture}, {faces} faces, {looked.ms.total:.0f} ms"
    return Finding(OK, "model", text)


def check_cameras() -> Finding:
    """List the cameras and try whether they may be opened."""
    from dicecam.vision.cameras import list_cameras

    cameras = list_cameras()
    if not cameras:
        return Finding(
            NOTE, "cameras", "none found", "plug one in, or use a phone: --source http://ADDRESS"
        )
    names = ", ".join(f"{camera.number}: {camera.name}" for camera in cameras)
    locked = [
        camera.index
        for camera in cameras
        if sys.platform == "linux" and not os.access(f"/dev/video{camera.index}", os.R_OK | os.W_OK)
    ]
    if locked:
        advice = "sudo usermod -aG video $USER, then log in again"
        return Finding(FAULT, "cameras", f"{names}; no permission for {locked}", advice)
    return Finding(OK, "cameras", names)


def check_demo() -> Finding:
    """See whether the demo clip is there and can be played."""
    from dicecam.vision.sources import open_source

    try:
        source = open_source("demo")
        frame = next(iter(source))
        source.close()
    except DicecamError as error:
        return Finding(FAULT, "demo", str(error), "install the program again")
    height, width = frame.image.shape[:2]
    return Finding(OK, "demo", f"{source.name}, {width} x {height}")


def check_display() -> Finding:
    """See whether there is a screen to show the window on."""
    if sys.platform != "linux":
        return Finding(OK, "display", sys.platform)
    for name in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(name):
            return Finding(OK, "display", f"{name}={os.environ[name]}")
    advice = "start it in a graphical session, or play in the terminal: dicecam play --text"
    return Finding(NOTE, "display", "none", advice)


def check_window() -> Finding:
    """Start Qt in a process of its own and count its fonts."""
    environment = dict(os.environ)
    if sys.platform == "linux" and not ({"DISPLAY", "WAYLAND_DISPLAY"} & environment.keys()):
        environment["QT_QPA_PLATFORM"] = "offscreen"
    try:
        result = subprocess.run(
            [sys.executable, "-c", _QT_CHECK],
            capture_output=True,
            text=True,
            timeout=60,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Finding(FAULT, "window", "Qt did not start within a minute", "restart the session")
    if result.returncode != 0:
        lines = result.stderr.strip().splitlines() or [f"exit status {result.returncode}"]
        if "No module named 'PySide6'" in result.stderr:
            advice = "pip install PySide6-Essentials"
        else:
            advice = f"on Debian or Ubuntu: sudo apt-get install -y {_QT_LIBRARIES}"
        return Finding(FAULT, "window", f"Qt cannot start: {lines[-1]}", advice)
    platform, fonts = result.stdout.split()
    if int(fonts) == 0:
        advice = "on Debian or Ubuntu: sudo apt-get install -y fonts-dejavu-core"
        return Finding(FAULT, "window", f"Qt {platform}, not one font", advice)
    return Finding(OK, "window", f"Qt {platform}, {fonts} font families")


def check_folders() -> Finding:
    """See whether settings, games and models can be written."""
    import platformdirs

    folders = (
        platformdirs.user_config_path("dicecam", appauthor=False),
        platformdirs.user_data_path("dicecam", appauthor=False),
    )
    for folder in folders:
        try:
            _try_to_write(folder)
        except OSError as error:
            text = f"{folder} cannot be written ({error.strerror})"
            return Finding(FAULT, "folders", text, f"make it yours: sudo chown -R $USER {folder}")
    return Finding(OK, "folders", ", ".join(str(folder) for folder in folders))


def _try_to_write(folder: Path) -> None:
    """Write a file into a folder and remove it; leave no new folder behind."""
    nearest = folder
    while not nearest.exists():
        nearest = nearest.parent
    with tempfile.TemporaryFile(dir=nearest):
        pass
