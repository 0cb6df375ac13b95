"""Teaching the colours of one's own dice."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.cli import main
from dicecam.errors import CalibrationError
from dicecam.sight import Box, Frame, SeenFace
from dicecam.vision import looker, sources
from dicecam.vision.own_colours import MAX_FRAMES, assign_names, learn_colours

BODIES_BGR = {
    "white": (238, 240, 242),
    "red": (40, 35, 190),
    "green": (60, 140, 40),
    "turquoise": (140, 150, 40),
}


def _table(*bodies):
    """Return a frame with dice side by side on paper."""
    image = np.full((200, 120 * max(1, len(bodies)) + 40, 3), 222, np.uint8)
    for index, name in enumerate(bodies):
        image[60:140, 120 * index + 40 : 120 * index + 120] = BODIES_BGR[name]
    return Frame(0, 0.0, image)


class Count:
    """Finds as many dice as the width of the picture has room for, when they are there."""

    def look(self, image):
        boxes = [Box(x, 60, x + 80, 140) for x in range(40, image.shape[1] - 100, 120)]
        return tuple(
            SeenFace(box, "pips_1", 0.9)
            for box in boxes
            if (image[100, int(box.x1) + 40] != 222).any()
        )


def test_names_are_given_so_that_all_fit():
    """Of a green and a turquoise die the turquoise one is the blue one."""
    labs = np.array([(50, -30, -12), (50, -42, 26), (90, 0, 3), (89, 1, 3)], np.float32)

    assert assign_names(labs, ("white", "blue", "white", "green")) == (
        "blue",
        "green",
        "white",
        "white",
    )


def test_a_set_is_learned_in_one_look():
    """Each name gets the colour its die has here."""
    frame = _table("white", "red", "green", "turquoise")
    learned = learn_colours([frame] * 9, Count(), ("white", "red", "green", "blue"))

    assert sorted(learned) == ["blue", "green", "red", "white"]
    assert learned["blue"][1] < -20
    assert learned["red"][1] > 40
    assert learned["white"][0] > 75


def test_pictures_without_the_whole_set_are_passed_over():
    """A hand over the table does no harm."""
    frames = [_table("red"), _table(), _table("red", "white")]

    assert sorted(learn_colours(frames, Count(), ("white", "red"))) == ["red", "white"]


def test_a_set_that_is_never_whole_is_an_error():
    """The message says what was expected and what was seen, and the look ends."""
    looked = []

    def frames():
        while True:
            looked.append(1)
            yield _table("red")

    with pytest.raises(CalibrationError, match=r"expected 2 dice \(white, red\), saw 1"):
        learn_colours(frames(), Count(), ("white", "red"))
    assert len(looked) == MAX_FRAMES


@pytest.mark.parametrize("names", [(), ("white",) * 9])
def test_a_set_of_absurd_size_is_refused(names):
    """None, or too many to try all orders."""
    with pytest.raises(CalibrationError, match="expected 1 to 8 dice"):
        learn_colours([], Count(), names)


@pytest.fixture
def table_in_view(monkeypatch):
    """A source that shows a red and a white die."""

    class Source:
        closed = False

        def __iter__(self):
            yield _table("red", "white")

        def close(self):
            self.closed = True

    source = Source()
    monkeypatch.setattr(sources, "open_source", lambda text: source)
    monkeypatch.setattr(looker, "load_looker", lambda name: Count())
    return source


def test_what_was_taught_is_kept_shown_and_forgotten(table_in_view, capsys):
    """Once taught it lies in the settings until it is forgotten."""
    assert main(["colours"]) == 0
    assert "Nothing taught yet" in capsys.readouterr().out
    assert main(["colours", "--source", "x", "--dice", "white, red"]) == 0
    assert table_in_view.closed
    capsys.readouterr()
    main(["colours"])
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["red", "white"]
    assert main(["colours", "--forget"]) == 0
    main(["colours"])
    assert "Nothing taught yet" in capsys.readouterr().out


def test_the_dice_of_a_game_are_expected(table_in_view, capsys):
    """Qwixx has six; two are seen."""
    assert main(["colours", "--source", "x"]) == 2
    assert "expected 6 dice" in capsys.readouterr().err


def test_a_wrong_colour_is_refused(capsys):
    """The message lists the colours."""
    assert main(["colours", "--source", "x", "--dice", "mauve"]) == 2
    assert "got 'mauve'" in capsys.readouterr().err


def test_a_game_without_colours_is_refused(capsys):
    """There is nothing to teach."""
    assert main(["colours", "--source", "x", "--game", "shelfie"]) == 2
    assert "do not matter" in capsys.readouterr().err
