"""`dicecam cameras`: lists the cameras of this machine."""

from __future__ import annotations

import argparse
import json

HELP = "list the cameras of this machine"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the verb."""
    parser.add_argument("--json", action="store_true", help="one JSON object a camera and line")
    parser.add_argument(
        "--try",
        dest="attempt",
        action="store_true",
        help="open each one and show the size and rate it agrees to",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.vision.cameras import list_cameras

    cameras = list_cameras()
    for camera in cameras:
        agreed = _agreed(camera.index, camera.backend) if arguments.attempt else ""
        if arguments.json:
            shown = {
                "number": camera.number,
                "name": camera.name,
                "vendor": camera.vendor,
                "product": camera.product,
                "path": camera.path,
                "key": camera.key,
            }
            print(json.dumps({**shown, "format": agreed} if arguments.attempt else shown))
        else:
            print(f"{camera.number}: {camera.name}  {agreed}\n   {camera.key}")
    if not cameras and not arguments.json:
        print(
            "No camera found. Plug one in, or use a phone as camera: an app that sends MJPEG, "
            "then --source http://ADDRESS"
        )
    return 0


def _agreed(index: int, backend: int) -> str:
    """Return what a camera agrees to, or why it cannot be opened."""
    from dicecam.errors import SightError
    from dicecam.vision.captures import DeviceCapture

    try:
        capture = DeviceCapture(index, backend)
    except SightError as error:
        return str(error)
    capture.close()
    return capture.description
