"""The code around the reader network: batches, votes, calibration, shapes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dicecam.errors import ModelClassesError
from dicecam.sight import Box
from dicecam.vision.model import ReaderSpec
from dicecam.vision.onnx_reader import LIVE_VOTES, OnnxReader, VotePolicy
from dicecam.vision.tilts import DIRECTIONS

CLASSES = ("dark", "dim", "grey", "bright")
BOXES = tuple(Box(100 * index, 0, 100 * index + 100, 100) for index in range(4))


def _spec(temperature=1.0, classes=CLASSES):
    return ReaderSpec(Path("reader.onnx"), classes, 32, 1.0, temperature)


@pytest.fixture
def stripes():
    """Four patches of brightness 0.12, 0.37, 0.62 and 0.87."""
    image = np.zeros((100, 400, 3), np.uint8)
    for index, value in enumerate((31, 95, 159, 222)):
        image[:, 100 * index : 100 * index + 100] = value
    return image


def test_each_box_gets_its_face_in_order(brightness_network, stripes):
    """Crops of one picture are read in one run."""
    network = brightness_network()
    faces = OnnxReader(_spec(), VotePolicy(0), network).read(stripes, BOXES)

    assert [face.face for face in faces] == list(CLASSES)
    assert [face.box for face in faces] == list(BOXES)
    assert network.runs == [1, 4]


def test_runners_up_follow_best_first(brightness_network, stripes):
    """A reading carries the next likely faces and all shares add up to at most one."""
    face = OnnxReader(_spec(), VotePolicy(0), brightness_network(sharpness=4)).read(
        stripes, BOXES[:1]
    )[0]

    assert [name for name, _ in face.others] == ["dim", "grey", "bright"]
    assert face.confidence + sum(share for _, share in face.others) == pytest.approx(1)


def test_no_boxes_no_run(brightness_network, stripes):
    """A picture without dice costs nothing."""
    network = brightness_network()
    reader = OnnxReader(_spec(), network=network)

    assert reader.read(stripes, ()) == ()
    assert network.runs == [1]


def test_only_unsure_dice_are_cut_again(brightness_network, stripes):
    """Five more looks at the one die between two faces, none at the sure ones."""
    stripes[:, :100] = 64
    network = brightness_network(sharpness=80)
    OnnxReader(_spec(), VotePolicy(0.9), network).read(stripes, BOXES)

    assert network.runs == [1, 4, 5]


def test_a_vote_averages_all_crops_of_a_die():
    """A network that sees one of the six crops differently is outvoted."""

    class Fickle:
        input_shape = (None, 3, 32, 32)

        def run(self, batch):
            # The upper left corner decides: it is lit in one of the four turns only.
            lit = batch[:, 0, 8, 8] > 0.5
            return np.where(lit[:, None], [[0.8, 0.2]], [[0.1, 0.9]]).astype(np.float32)

    image = np.zeros((100, 100, 3), np.uint8)
    image[:50, :50] = 255
    face = OnnxReader(_spec(classes=("a", "b")), VotePolicy(0.95), Fickle()).read(
        image, (Box(20, 20, 80, 80),)
    )[0]

    # Lit: the first crop and the two zoomed ones; not lit: the three turned ones.
    assert face.face == "b"
    assert face.confidence == pytest.approx((3 * 0.2 + 3 * 0.9) / 6)


def test_a_game_narrows_the_choice_of_faces(stripes):
    """Faces no die of the game has are never named; what is no die at all still is."""

    class Torn:
        input_shape = (None, 3, 32, 32)

        def run(self, batch):
            return np.tile(np.float32([0.5, 0.3, 0.05, 0.15]), (len(batch), 1))

    image, boxes = stripes, BOXES[:1]
    classes = ("dixe_sun", "pips_1", "pips_6", "other")
    reader = OnnxReader(_spec(classes=classes), VotePolicy(0.0), Torn())
    reader.expect_faces(["pips_1", "pips_6", "pips_9"])
    narrowed = reader.read(image, boxes)[0]
    reader.expect_faces([])

    assert narrowed.face == "pips_1"
    assert narrowed.confidence == pytest.approx(0.3 + 0.5 * 0.3 / 0.37)
    # What looks like another game's face is not the likelier no die at all.
    assert dict(narrowed.others)["other"] == pytest.approx(0.15)
    assert reader.read(image, boxes)[0].face == "dixe_sun"
    reader.expect_faces(["my_taught_face"])
    assert reader.read(image, boxes)[0].face == "dixe_sun"


class Tilted:
    """Names every die a three; the last crop's would lie flat only if upwards were elsewhere."""

    input_shape = (None, 3, 32, 32)
    extras = ("tilts",)

    def run(self, batch):
        return np.tile(np.float32([0.9, 0.02, 0.08]), (len(batch), 1))

    def run_with(self, batch, name):
        assert name == "tilts"
        upwards = [(0.0, -0.5, 0.866)] * (len(batch) - 1) + [(0.0, -0.9, 0.436)]
        away = np.stack([np.arccos(np.clip(DIRECTIONS @ up, -1, 1)) for up in upwards])
        return self.run(batch), np.clip(np.degrees(away) / 24, 0.02, 0.98).astype(np.float32)


@pytest.mark.parametrize(
    ("min_askew", "last"), [(0.5, "unreadable"), (0.999, "pips_3"), (1.0, "pips_3")]
)
def test_a_die_that_fits_no_camera_the_others_allow_is_unreadable(min_askew, last):
    """Three dice agree on what is upwards; the fourth lies askew, unless nobody asks."""
    classes = ("pips_3", "other", "unreadable")
    spec = replace(_spec(classes=classes), min_askew=min_askew)
    boxes = [Box(100.0 * k, 220, 100.0 * k + 40, 260) for k in range(4)]
    image = np.full((480, 640, 3), 120, np.uint8)
    faces = OnnxReader(spec, VotePolicy(0.0), Tilted()).read(image, boxes)

    assert [face.face for face in faces] == ["pips_3"] * 3 + [last]


class Doubting(Tilted):
    """Takes every die for a tilted one, though three fit one another."""

    def run(self, batch):
        return np.tile(np.float32([0.4, 0.02, 0.58]), (len(batch), 1))


def test_a_die_that_lies_flat_is_hardly_unreadable():
    """What all dice of a picture say is surer than one crop; what is odd among them stays so."""
    spec = replace(_spec(classes=("pips_3", "other", "unreadable")), min_askew=0.5)
    boxes = [Box(100.0 * k, 220, 100.0 * k + 40, 260) for k in range(4)]
    image = np.full((480, 640, 3), 120, np.uint8)
    asked = OnnxReader(spec, VotePolicy(0.0), Doubting()).read(image, boxes)
    alone = OnnxReader(spec, VotePolicy(0.0, tells_askew=False), Doubting()).read(image, boxes)

    assert [face.face for face in asked] == ["pips_3"] * 3 + ["unreadable"]
    assert asked[0].confidence > 0.5
    assert sum((asked[0].confidence, *dict(asked[0].others).values())) == pytest.approx(1)
    assert [face.face for face in alone] == ["unreadable"] * 4


def test_dice_in_motion_are_not_called_askew():
    """Each looks tilted its own way; in running pictures nobody asks."""
    spec = replace(_spec(classes=("pips_3", "other", "unreadable")), min_askew=0.5)
    boxes = [Box(100.0 * k, 220, 100.0 * k + 40, 260) for k in range(4)]
    image = np.full((480, 640, 3), 120, np.uint8)
    faces = OnnxReader(spec, LIVE_VOTES, Tilted()).read(image, boxes)

    assert [face.face for face in faces] == ["pips_3"] * 4


def test_a_model_without_the_classes_tells_nothing_askew():
    """Without `unreadable` there is nothing to say it with."""
    spec = replace(_spec(classes=("pips_3", "pips_4", "other")), min_askew=0.1)
    face = OnnxReader(spec, VotePolicy(0.0), Tilted()).read(
        np.full((480, 640, 3), 120, np.uint8), [Box(0.0, 0.0, 40.0, 40.0)]
    )[0]

    assert face.face == "pips_3"


def test_temperature_softens_confidence(brightness_network, stripes):
    """A higher temperature keeps the order and lowers the confidence."""
    network = brightness_network(sharpness=10)
    sharp = OnnxReader(_spec(), VotePolicy(0), network).read(stripes, BOXES)
    soft = OnnxReader(_spec(3.0), VotePolicy(0), network).read(stripes, BOXES)

    assert [face.face for face in soft] == [face.face for face in sharp]
    assert all(a.confidence < b.confidence for a, b in zip(soft, sharp, strict=True))


@pytest.mark.parametrize("most", [1, 3])
def test_a_network_with_a_fixed_batch_is_fed_in_parts(most, brightness_network, stripes):
    """Missing crops of the last part are filled up and cut off again."""
    network = brightness_network(input_shape=(most, 3, 32, 32))
    faces = OnnxReader(_spec(), VotePolicy(0), network).read(stripes, BOXES)

    assert [face.face for face in faces] == list(CLASSES)
    assert set(network.runs) == {most}


def test_a_wrong_number_of_classes_is_refused(brightness_network):
    """A reader whose output does not fit its class list never names a face."""
    with pytest.raises(ModelClassesError, match="one column for each class"):
        OnnxReader(_spec(classes=("a", "b")), network=brightness_network())


def test_a_wrong_input_size_is_refused(brightness_network):
    """A reader exported at another size than described is refused."""
    with pytest.raises(ModelClassesError, match="32 x 32"):
        OnnxReader(_spec(), network=brightness_network(input_shape=(None, 3, 64, 64)))
