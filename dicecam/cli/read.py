"""`dicecam read`: reads the dice in photos and prints them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dicecam.errors import DicecamError, SourceBrokenError, SourceNotFoundError

if TYPE_CHECKING:
    from dicecam.sight import Image, SeenFace
    from dicecam.vision.looker import DiceLooker, Timing

HELP = "read the dice in photos"


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the verb."""
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="photo or folder")
    parser.add_argument("--json", action="store_true", help="one JSON object a photo and line")
    parser.add_argument("--save", type=Path, metavar="DIR", help="save the photos with boxes drawn")
    parser.add_argument(
        "--all", action="store_true", help="list unsure readings and things that are no dice too"
    )
    parser.add_argument("--model", default="default", metavar="NAME", help="name or folder")


def run(arguments: argparse.Namespace) -> int:
    """Run the verb; 2 when a photo could not be read, after all others were."""
    from dicecam.vision.looker import load_looker

    if arguments.save is not None:
        _make_folder(arguments.save)
    looker = load_looker(arguments.model)
    broken = 0
    for path in arguments.paths:
        broken += _read_path(looker, path, arguments)
    return 2 if broken else 0


def _make_folder(folder: Path) -> None:
    """Make the folder for drawn photos."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        msg = f"{folder}: cannot make this folder ({error.strerror})"
        raise SourceBrokenError(msg) from error


def _read_path(looker: DiceLooker, path: Path, arguments: argparse.Namespace) -> int:
    """Read a photo, or those of a folder; return how many could not be read."""
    from dicecam.vision.photos import photo_paths

    broken = 0
    try:
        for photo in photo_paths([path]):
            try:
                _read_photo(looker, photo, arguments)
            except (SourceBrokenError, SourceNotFoundError) as error:
                _complain(error)
                broken += 1
    except SourceNotFoundError as error:
        _complain(error)
        broken += 1
    return broken


def _complain(error: DicecamError) -> None:
    """Print an error as one line on stderr, after what was printed so far."""
    sys.stdout.flush()
    print(f"dicecam: {error}", file=sys.stderr)


def _read_photo(looker: DiceLooker, photo: Path, arguments: argparse.Namespace) -> None:
    """Read one photo, print what it shows, save it when asked."""
    from dicecam.vision.photos import load_photo

    image = load_photo(photo)
    looked = looker.look_closely(image)
    faces = looked.faces + looked.left_out if arguments.all else looked.faces
    if arguments.json:
        print(json.dumps(_as_json(photo, image, faces, looked.ms)), flush=True)
    else:
        _print_table(photo, image, faces, looked.ms)
    if arguments.save is not None:
        _save(arguments.save, photo, image, faces)


def _as_json(
    photo: Path, image: Image, faces: tuple[SeenFace, ...], timing: Timing
) -> dict[str, Any]:
    """Return what a photo shows as one JSON object."""
    return {
        "source": str(photo),
        "width": image.shape[1],
        "height": image.shape[0],
        "dice": [
            {
                "box": [round(edge, 1) for edge in face.box.xyxy],
                "face": face.face,
                "colour": face.colour,
                "confidence": round(face.confidence, 4),
                "others": [[name, round(share, 4)] for name, share in face.others],
            }
            for face in faces
        ],
        "ms": {
            "detect": round(timing.detect, 2),
            "read": round(timing.read, 2),
            "total": round(timing.total, 2),
        },
    }


def _print_table(photo: Path, image: Image, faces: tuple[SeenFace, ...], timing: Timing) -> None:
    """Print what a photo shows for people, dice in reading order."""
    height, width = image.shape[:2]
    count = f"{len(faces)} {'die' if len(faces) == 1 else 'dice'}"
    print(f"{photo}  {width} x {height}  {count}  {timing.total:.0f} ms")
    for face in sorted(faces, key=lambda face: (face.box.centre[1], face.box.centre[0])):
        x, y = face.box.centre
        line = f"  {face.face:<16}{face.colour:<9}{face.confidence:>5.0%}  at {x:.0f}, {y:.0f}"
        if face.confidence < 0.9 and face.others:
            line += f"   or {face.others[0][0]} {face.others[0][1]:.0%}"
        print(line)
    sys.stdout.flush()


def _save(folder: Path, photo: Path, image: Image, faces: tuple[SeenFace, ...]) -> None:
    """Save a photo with its readings drawn, under its own name."""
    from dicecam.vision.drawing import draw_faces, write_png

    write_png(folder / f"{photo.stem}.png", draw_faces(image, faces))
