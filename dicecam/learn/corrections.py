"""Keeps what a person corrected while playing, to learn from later, if the person agreed.

Corrected dice become photos of a dice set of their own, which can be reviewed and taught like any
other. This module knows pictures and faces; it knows no game and no window.
"""

from __future__ import annotations

from pathlib import Path

from dicecam.errors import LearnError
from dicecam.learn.dice_sets import sets_folder
from dicecam.learn.files import write_text
from dicecam.sight import Box, Image

NAME = "Corrections"
"""Name of the set that corrected dice go into."""
CONSENT = "keep-corrections"
"""File whose presence says that the user agreed."""


def agreed(folder: Path | None = None) -> bool:
    """Return whether the user wants corrections to be kept.

    Args:
        folder: Folder of all sets; None for the user's.
    """
    return ((folder or sets_folder()).parent / CONSENT).is_file()


def agree(yes: bool, folder: Path | None = None) -> None:
    """Keep corrections from now on, or no longer; what was kept stays.

    Raises:
        LearnError: The folder cannot be written.
    """
    path = (folder or sets_folder()).parent / CONSENT
    if yes:
        write_text(path, "yes\n")
        return
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        msg = f"{path}: cannot be removed ({error.strerror})"
        raise LearnError(msg) from error


def keep_correction(
    image: Image, box: Box, reading: str, session: str, folder: Path | None = None
) -> bool:
    """Keep a corrected die if the user agreed and no such picture is kept yet.

    Args:
        image: `(H, W, 3)` uint8 BGR.
        box: The die in it.
        reading: Reader class a person has named.
        session: The game it was played in.
        folder: Folder of all sets; None for the user's.

    Returns:
        Whether it was kept.

    Raises:
        LearnError: The disk is full, or the name means no face.
        DataSetError: The set cannot be read.
    """
    if not agreed(folder):
        return False
    # The window asks for the consent at its start, which must not load all of this.
    from dicecam.learn.collect import keep
    from dicecam.learn.course import Course

    course = Course(NAME, None, folder)
    face = course.reading(reading)
    if course.store.knows(image, box.xyxy, face):
        return False
    keep(course.store, image, box, face, session, "correction")
    course.save()
    return True
