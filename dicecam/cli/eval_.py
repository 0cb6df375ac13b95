"""`dicecam eval`: measures the readings on labelled photos."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dicecam.measure.evaluate import PhotoScore, PhotoSeen, Tally
    from dicecam.measure.labels import LabelledPhoto
    from dicecam.sight import Image, SeenFace

HELP = "measure the readings on labelled photos"

_TITLES = ("photos", "dice", "found", "%", "false", "/100", "right", "%", "exact", "%", "ms p50")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the verb."""
    parser.add_argument(
        "folders",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="folder with images/ and labels/ (YOLO: class cx cy w h; 0-5 = one to six, 6 = other)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--model", default="default", metavar="NAME", help="name or folder")
    parser.add_argument(
        "--save", type=Path, metavar="DIR", help="save the photos that are not exact, boxes drawn"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the verb."""
    from dicecam.measure.evaluate import evaluate
    from dicecam.vision.looker import load_looker

    looker = load_looker(arguments.model)
    seen = _saver(arguments.save) if arguments.save is not None else None
    result = evaluate(looker, arguments.folders, seen)
    if arguments.json:
        print(json.dumps(result.as_json()))
        return 0
    _print_row("", _TITLES)
    for folder, tally in result.folders:
        _print_row(folder.name, _figures(tally))
    if len(result.folders) > 1:
        _print_row("sum", _figures(result.total))
    return 0


def _figures(tally: Tally) -> tuple[str, ...]:
    """Return the figures of a row as texts."""
    return (
        f"{tally.photos}",
        f"{tally.dice}",
        f"{tally.found}",
        _percent(tally.found, tally.dice),
        f"{tally.false_dice}",
        f"{100 * tally.false_dice / max(1, tally.photos):.1f}",
        f"{tally.faces_right}",
        _percent(tally.faces_right, tally.found),
        f"{tally.exact_photos}",
        _percent(tally.exact_photos, tally.photos),
        f"{tally.ms_p50:.1f}",
    )


def _percent(part: int, whole: int) -> str:
    """Return a share in percent; a dash where there is nothing to share."""
    return f"{100 * part / whole:.2f}" if whole else "-"


def _print_row(name: str, cells: tuple[str, ...]) -> None:
    """Print one row of the table."""
    print(f"{name:<20}" + "".join(f"{cell:>8}" for cell in cells))


def _saver(folder: Path) -> PhotoSeen:
    """Return what saves each photo that is not exact."""
    from dicecam.vision.drawing import draw_faces, write_png

    folder.mkdir(parents=True, exist_ok=True)

    def save(
        photo: LabelledPhoto, image: Image, faces: tuple[SeenFace, ...], score: PhotoScore
    ) -> None:
        if not score.exact:
            name = f"{photo.path.parent.parent.name}-{photo.path.stem}.png"
            write_png(folder / name, draw_faces(image, faces))

    return save
