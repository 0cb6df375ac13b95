"""`dicecam learn`: teaches new dice from a few photos, and keeps the models that come of it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from dicecam.errors import LearnError, ModelRejectedError

if TYPE_CHECKING:
    from dicecam.learn.course import Course, Kept
    from dicecam.sight import Detector, Image

HELP = "teach new dice from a few photos: collect, name, review, train, compare, use"

_ENOUGH = 5  # pictures of a face from a camera, unless told otherwise


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the steps of the verb."""
    steps = parser.add_subparsers(dest="step", metavar="STEP", required=True)
    collect = _step(steps, "collect", _collect, "take photos of a die into a set")
    _set(collect)
    collect.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="photos or folders")
    collect.add_argument("--source", metavar="SOURCE", help="camera or clip instead of photos")
    collect.add_argument("--face", default="", metavar="NAME", help="what they all show")
    collect.add_argument("--session", default="", metavar="NAME", help="by default day and time")
    collect.add_argument("--several", action="store_true", help="take the largest of several dice")
    collect.add_argument(
        "--count", type=int, default=_ENOUGH, metavar="N", help="pictures from a source (5)"
    )
    collect.add_argument("--model", default="default", metavar="NAME", help="name or folder")

    name = _step(steps, "name", _name, "give faces other names")
    _set(name)
    name.add_argument("names", nargs="+", metavar="OLD=NEW", help="a face and its new name")

    review = _step(steps, "review", _review, "list the dice of a set, remove or rename some")
    _set(review)
    review.add_argument("--remove", metavar="N,N", help="numbers of dice to take out")
    review.add_argument(
        "--rename", action="append", default=[], metavar="N=FACE", help="may be repeated"
    )
    review.add_argument("--sheet", type=Path, metavar="PNG", help="write all dice as one picture")

    train = _step(steps, "train", _train, "teach the reader sets of dice; nothing is put to use")
    train.add_argument("sets", nargs="+", metavar="SET", help="see `dicecam dice sets`")
    train.add_argument("--use", action="store_true", help="put it to use when the guard agrees")
    deep = train.add_mutually_exclusive_group()
    deep.add_argument(
        "--full", action="store_true", help="fine-tune the whole reader (slow, torch)"
    )
    deep.add_argument(
        "--detector", action="store_true", help="fine-tune what finds dice as well (slow, torch)"
    )
    train.add_argument("--minutes", type=float, metavar="N", help="how long, for these two")

    compare = _step(steps, "compare", _compare, "show how a model fares, before and after")
    compare.add_argument("model", metavar="MODEL", help="see `dicecam learn models`")
    use = _step(steps, "use", _use, "play with a taught model, or with `shipped`")
    use.add_argument("model", metavar="MODEL", help="see `dicecam learn models`")
    use.add_argument("--anyway", action="store_true", help="although the guard advises against it")
    _step(steps, "previous", _previous, "go back to the model that was in use before")
    _step(steps, "models", _models, "list the taught models; * marks the one in use")
    remove = _step(steps, "remove", _remove, "remove a taught model")
    remove.add_argument("model", metavar="MODEL")

    bring = _step(steps, "import", _import, "take over labelled photos, YOLO or COCO")
    _set(bring)
    bring.add_argument("path", type=Path, metavar="PATH", help="folder or zip file")
    bring.add_argument("--session", default="", metavar="NAME", help="by default its name")
    give = _step(steps, "export", _export, "write the photos of a set as a zip file")
    _set(give)
    give.add_argument("path", type=Path, metavar="FILE", help="zip file to write")
    give.add_argument("--as", dest="form", choices=("yolo", "coco"), default="yolo")


def _step(
    steps: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    do: Callable[[argparse.Namespace], int],
    text: str,
) -> argparse.ArgumentParser:
    parser = steps.add_parser(name, help=text, description=text)
    parser.set_defaults(do=do)
    return parser


def _set(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--set", required=True, metavar="SET", dest="dice", help="name of the set")


def run(arguments: argparse.Namespace) -> int:
    """Run a step of the verb."""
    return int(arguments.do(arguments))


# Collecting and reviewing.


def _detector(model: str) -> Detector:
    from dicecam.vision.model import find_model
    from dicecam.vision.onnx_detector import OnnxDetector

    return OnnxDetector(find_model(model).detector)


def _collect(arguments: argparse.Namespace) -> int:
    from dicecam.learn.course import Course

    if bool(arguments.paths) == bool(arguments.source):
        msg = "collect: expected photos or --source, one of the two"
        raise LearnError(msg)
    course = Course(arguments.dice, _detector(arguments.model))
    if arguments.source:
        _watch(course, arguments)
    else:
        said = course.collect(
            arguments.paths, arguments.face, arguments.session, several=arguments.several
        )
        for one in said:
            what = one.trouble or f"{one.hint.value} ({course.names().get(one.face, one.face)})"
            print(f"{one.path}: {what}", flush=True)
    course.save()
    _print_counts(course)
    return 0


def _watch(course: Course, arguments: argparse.Namespace) -> None:
    from dicecam.learn.course import session_now
    from dicecam.vision.sources import open_source

    if not arguments.face:
        msg = "collect: name the face that is shown to the camera with --face"
        raise LearnError(msg)
    source = open_source(arguments.source)
    print("Turn the die a little after each picture; Ctrl+C ends.", flush=True)

    def pictures() -> Iterator[Image]:
        for frame in source:
            yield frame.image

    session = arguments.session or session_now()
    before = 0
    try:
        for hint, kept in course.watch(pictures(), arguments.face, session, arguments.count):
            if kept != before:
                print(f"  {kept} of {arguments.count} ({hint.value})", flush=True)
                before = kept
    except KeyboardInterrupt:
        print("Stopped; what was taken is kept.")
    finally:
        source.close()


def _print_counts(course: Course) -> None:
    names = course.names()
    print(f"{course.dice.name}: {len(course.store)} dice")
    for face, count in course.counts().items():
        few = "" if face not in course.few() else "  (5 or more are better)"
        print(f"  {names.get(face, face):<20}{count:>4}{few}")


def _name(arguments: argparse.Namespace) -> int:
    course = _known_course(arguments.dice)
    for pair in arguments.names:
        old, equals, new = pair.partition("=")
        face = course.dice.face(old)
        if not equals or face is None:
            known = ", ".join(course.names().values()) or "none yet"
            msg = f"name: expected OLD=NEW with OLD one of {known}, got {pair!r}"
            raise LearnError(msg)
        course.call(face.reading, new)
    course.save()
    _print_counts(course)
    return 0


def _known_course(name: str) -> Course:
    """Return the course of a set that exists already.

    Raises:
        LearnError: There is none.
    """
    from dicecam.learn.course import Course
    from dicecam.learn.dice_sets import find_set

    return Course(find_set(name).name)


def _review(arguments: argparse.Namespace) -> int:
    course = _known_course(arguments.dice)
    dice = course.kept()
    for pair in arguments.rename:
        number, equals, face = pair.partition("=")
        if not equals or not face.strip():
            msg = f"--rename: expected N=FACE, got {pair!r}"
            raise LearnError(msg)
        course.rename(_numbered(dice, number), face)
    doomed = [_numbered(dice, part) for part in (arguments.remove or "").split(",") if part]
    course.remove(doomed)
    if doomed or arguments.rename:
        course.save()
        dice = course.kept()
    names = course.names()
    for number, die in enumerate(dice, 1):
        sure = "" if die.sure else "  not named by a person"
        print(f"{number:>4}  {names.get(die.face, die.face):<20}{die.file}{sure}")
    if arguments.sheet is not None:
        _write_sheet(course, dice, arguments.sheet)
    _print_counts(course)
    return 0


def _numbered(dice: tuple[Kept, ...], text: str) -> Kept:
    if not text.strip().isdecimal() or not 1 <= int(text) <= len(dice):
        msg = f"review: expected a number from 1 to {len(dice)}, got {text!r}"
        raise LearnError(msg)
    return dice[int(text) - 1]


def _write_sheet(course: Course, dice: tuple[Kept, ...], path: Path) -> None:
    """Write all dice with their numbers as one picture."""
    import numpy as np

    from dicecam.vision._cv2 import cv2
    from dicecam.vision.drawing import write_png

    side, columns = 96, 10
    rows = -(-len(dice) // columns) or 1
    sheet = np.full((rows * (side + 18), columns * side, 3), 255, np.uint8)
    for at, die in enumerate(dice):
        top, left = at // columns * (side + 18), at % columns * side
        sheet[top : top + side, left : left + side] = course.thumbnail(die, side)
        place = (left + 4, top + side + 14)
        cv2.putText(sheet, str(at + 1), place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1)
    write_png(path, sheet)
    print(f"{path}: {len(dice)} dice")


# Training and models.


def _train(arguments: argparse.Namespace) -> int:
    from dicecam.cli._learn_texts import ProgressPrinter, comparison
    from dicecam.learn.course import Course
    from dicecam.learn.dice_sets import find_set
    from dicecam.learn.job import REPORT, command, run_apart, tune_command
    from dicecam.learn.models import find_taught, use

    names = [find_set(name).id for name in arguments.sets]
    words = command(names)
    if arguments.full or arguments.detector:
        words = tune_command(names, detector=arguments.detector, minutes=arguments.minutes)
    for name in names:
        Course(name).finish()
    printer = ProgressPrinter()
    try:
        for progress in run_apart(words):
            printer.show(progress)
    finally:
        printer.end()
    model = find_taught(progress.model)
    print(f"\n{model.name}: taught in {model.story['seconds']:.0f} s")
    print("\n".join(comparison(model.story)))
    print(f"report: {model.folder / REPORT}")
    if not arguments.use:
        print(f"play with it: dicecam learn use {model.name}")
        return 0
    _check_guard(model.name, anyway=False)
    use(model.name)
    print(f"{model.name} is in use; go back with: dicecam learn previous")
    return 0


def _check_guard(name: str, *, anyway: bool) -> None:
    """Refuse a model that the guard advises against, unless somebody insists.

    Raises:
        ModelRejectedError: The guard advises against it.
    """
    from dicecam.learn.models import find_taught

    model = find_taught(name)
    if model.passed or anyway:
        return
    reasons = "; ".join(model.story.get("verdict", {}).get("reasons", ())) or "it was never checked"
    msg = f"{name}: not put to use: {reasons}; insist with `dicecam learn use {name} --anyway`"
    raise ModelRejectedError(msg)


def _compare(arguments: argparse.Namespace) -> int:
    from dicecam.cli._learn_texts import comparison
    from dicecam.learn.job import REPORT
    from dicecam.learn.models import find_taught

    model = find_taught(arguments.model)
    print("\n".join(comparison(model.story)))
    if (model.folder / REPORT).is_file():
        print(f"report: {model.folder / REPORT}")
    return 0 if model.passed else 1


def _use(arguments: argparse.Namespace) -> int:
    from dicecam.learn.models import use
    from dicecam.vision.model import SHIPPED

    if arguments.model != SHIPPED:
        _check_guard(arguments.model, anyway=arguments.anyway)
    use(arguments.model)
    print(f"{arguments.model} is in use; go back with: dicecam learn previous")
    return 0


def _previous(arguments: argparse.Namespace) -> int:
    from dicecam.learn.models import use_previous

    del arguments
    print(f"{use_previous()} is in use again")
    return 0


def _models(arguments: argparse.Namespace) -> int:
    from dicecam.cli._learn_texts import model_line
    from dicecam.learn.models import list_models, name_in_use
    from dicecam.vision.model import SHIPPED

    del arguments
    print(f"{'*' if name_in_use() == SHIPPED else ' '} {SHIPPED:<24} came with the program")
    for model in list_models():
        print(model_line(model))
        if model.trouble:
            print(f"    {model.trouble}")
    return 0


def _remove(arguments: argparse.Namespace) -> int:
    from dicecam.learn.models import remove

    remove(arguments.model)
    print(f"{arguments.model}: removed")
    return 0


# Data sets of other tools.


def _import(arguments: argparse.Namespace) -> int:
    from dicecam.learn.course import Course
    from dicecam.learn.imports import read_data_set, summary

    data = read_data_set(arguments.path)
    print("\n".join(summary(data)))
    course = Course(arguments.dice)
    print(f"{course.take_over(data, arguments.session)} dice added")
    _print_counts(course)
    return 0


def _export(arguments: argparse.Namespace) -> int:
    from dicecam.learn.exports import export_coco, export_yolo

    store = _known_course(arguments.dice).store
    (export_coco if arguments.form == "coco" else export_yolo)(store, arguments.path)
    print(f"{arguments.path}: {len(store.pictures)} photos, {len(store)} dice")
    return 0
