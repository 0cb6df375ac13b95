"""A game followed over a stream that is cut and comes back."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from dicecam.cli._games import load_games
from dicecam.cli.watch import watch
from dicecam.pipeline import Pipeline
from dicecam.session.session import Session
from dicecam.sight import Box, SeenFace
from dicecam.table.settling import Settler
from dicecam.vision._cv2 import cv2
from dicecam.vision.sources import open_source

COLOURS = ("white", "white", "red", "yellow", "green", "blue")
EMPTY, FIRST, SECOND = 0, 1, 2
THROWS = {FIRST: ((1, 2, 3, 4, 5, 6), 0), SECOND: ((6, 6, 1, 1, 2, 2), 60)}


def _dice(scene):
    values, shift = THROWS.get(scene, ((), 0))
    return tuple(
        SeenFace(
            Box(20 + 48 * n, 90 + shift, 48 + 48 * n, 118 + shift, 0.9),
            f"pips_{value}",
            0.97,
            colour,
            0.95,
        )
        for n, (value, colour) in enumerate(zip(values, COLOURS, strict=False))
    )


def _picture(scene):
    """Draw a table with white dice; a patch in the corner says which scene it is."""
    image = np.full((240, 320, 3), 90, np.uint8)
    image[:16, :16] = 40 * scene + 20
    for die in _dice(scene):
        x1, y1, x2, y2 = (int(edge) for edge in die.box.xyxy)
        image[y1:y2, x1:x2] = 230
    done, data = cv2.imencode(".jpg", image)
    assert done
    return data.tobytes()


class _Looker:
    """Knows a scene by its patch."""

    def look(self, image):
        return _dice(round((float(image[4:12, 4:12].mean()) - 20) / 40))


@pytest.fixture
def phone(mjpeg):
    """Return a phone that shows a scene over and over, an empty table first."""
    mjpeg.scene = EMPTY
    mjpeg.picture = lambda: _picture(mjpeg.scene)
    mjpeg.pause_s = 0.02
    mjpeg.start()
    return mjpeg


def test_a_cut_stream_leaves_the_game_unharmed(phone):
    """One roll before the cut, none because of it, the next one after it; back within 5 s."""
    source = open_source(phone.url)
    session = Session(load_games()["qwixx"], ["A", "B"], {})
    took_s = []
    rolls = []  # notation, and how many frames had come by then
    frames = []

    def steered():
        """Cut the stream once the first roll counts; show the second throw once it is back."""
        later = 0
        for frame in source:
            frames.append(frame.index)
            yield frame
            if phone.scene == EMPTY and not rolls and frame.time_s > 1.0:
                phone.scene = FIRST
            elif len(rolls) == 1 and not took_s:
                phone.stop()
                while source.status.state.value == "live":
                    threading.Event().wait(0.005)
                source._mailbox.get(0)  # what lies there was sent before the cut
                phone.start()
                took_s.append(-time.monotonic())
            elif took_s and took_s[0] < 0:
                took_s[0] += time.monotonic()
                later = frame.time_s
            elif later and phone.scene == FIRST and frame.time_s > later + 1.0:
                phone.scene = EMPTY
            elif later and phone.scene == EMPTY and frame.time_s > later + 2.5:
                phone.scene = SECOND
            if len(rolls) == 2 or frame.time_s > 60:
                return

    pipeline = Pipeline(_Looker(), Settler(first_counts=False))
    for line in watch(steered(), pipeline, session):
        if line["event"] == "game" and line["origin"] == "camera":
            rolls.append(line["notation"])  # noqa: PERF401  `steered` looks at it meanwhile
    source.close()

    assert rolls == [
        "rolled blue=6 green=5 red=3 white=1 white=2 yellow=4",
        "rolled blue=2 green=2 red=1 white=6 white=6 yellow=1",
    ]
    assert 0 < took_s[0] < 5
    assert frames == sorted(frames)
