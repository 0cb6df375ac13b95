"""The code around the detector network: looks, tiles, merging, shapes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dicecam.errors import ModelClassesError
from dicecam.vision.boxes import suppress
from dicecam.vision.model import DetectorSpec
from dicecam.vision.onnx_detector import LIVE_POLICY, LookPolicy, OnnxDetector, _starts


def _spec(output="raw", classes=("die",)):
    return DetectorSpec(Path("detector.onnx"), "test", classes, 416, 32, output, 0.25, 0.5)


def _close(box, expected, within):
    return all(abs(a - b) <= within for a, b in zip(box.xyxy, expected, strict=True))


@pytest.mark.parametrize("output", ["raw", "nms_free"])
def test_dice_come_back_in_pixels_of_the_picture(output, blob_network, table):
    """Scaling and margins are undone, whatever the network's output looks like."""
    detector = OnnxDetector(_spec(output), network=blob_network(output))

    found = detector.detect(table(1280, 720, [(100, 200, 80), (900, 500, 90)]))

    assert len(found) == 2
    by_x = sorted(found, key=lambda box: box.x1)
    assert _close(by_x[0], (100, 200, 180, 280), 4)
    assert _close(by_x[1], (900, 500, 990, 590), 4)


def test_the_input_is_no_larger_than_needed(blob_network, table):
    """A wide picture gives a wide input whose sides are multiples of the stride."""
    network = blob_network()
    OnnxDetector(_spec(), LIVE_POLICY, network).detect(table(1280, 720, [(100, 200, 80)]))

    assert network.seen[-1] == (1, 3, 288, 480)


def test_an_empty_table_costs_one_look_when_live(blob_network, table):
    """Without dice a running picture is not searched in tiles."""
    network = blob_network()
    detector = OnnxDetector(_spec(), LIVE_POLICY, network)
    before = len(network.seen)

    assert detector.detect(table(1280, 720, [])) == ()
    assert len(network.seen) == before + 1


def test_small_dice_are_found_in_tiles(blob_network, table):
    """Dice too small for the first look are found at the picture's own resolution, once each."""
    squares = [(x, y, 20) for x in (30, 500, 1010, 1880) for y in (40, 505, 1000)]
    network = blob_network(smallest_px=10)
    found = OnnxDetector(_spec(), LookPolicy(), network).detect(table(1920, 1080, squares))

    assert len(found) == len(squares)
    for x, y, side in squares:
        assert any(_close(box, (x, y, x + side, y + side), 1.5) for box in found)


def test_tiles_sharpen_boxes_that_were_found_small(blob_network, table):
    """A small median die makes a second, closer look whose duplicates are merged."""
    network = blob_network(smallest_px=4)
    found = OnnxDetector(_spec(), LookPolicy(), network).detect(
        table(1600, 1200, [(200, 300, 40), (1000, 900, 40)])
    )

    assert len(found) == 2
    assert len(network.seen) > 3


def test_a_die_that_fills_the_picture_is_found_at_a_smaller_scale(blob_network, table):
    """A network that misses large dice gets a picture in which they are small."""
    network = blob_network(largest_px=150)
    found = OnnxDetector(_spec(), LookPolicy(), network).detect(table(800, 600, [(200, 50, 500)]))

    assert len(found) == 1
    assert _close(found[0], (200, 50, 700, 550), 8)


def test_the_coarse_look_has_no_say_in_small_dice(blob_network, table):
    """A die that only the coarse look finds counts when it is large."""
    image = table(960, 720, [(100, 100, 120), (500, 200, 300)])

    class CoarseOnly(blob_network):
        def run(self, batch):
            self.smallest_px = 10 if batch.shape[3] < 300 else 5000
            return super().run(batch)

    found = OnnxDetector(_spec(), LookPolicy(max_tiles=0), CoarseOnly()).detect(image)

    assert len(found) == 1
    assert _close(found[0], (500, 200, 800, 500), 8)


def test_a_picture_without_pixels_holds_no_dice(blob_network):
    """An empty cut-out is no error."""
    detector = OnnxDetector(_spec(), LIVE_POLICY, blob_network())

    assert detector.detect(np.zeros((0, 10, 3), np.uint8)) == ()


def test_a_network_of_one_size_is_given_that_size(blob_network, table):
    """A model exported without dynamic sides works too."""
    network = blob_network(input_shape=(1, 3, 320, 320))
    found = OnnxDetector(_spec(), LookPolicy(), network).detect(table(640, 480, [(64, 100, 60)]))

    assert {shape[2:] for shape in network.seen} == {(320, 320)}
    assert _close(found[0], (64, 100, 124, 160), 4)


@pytest.mark.parametrize(
    ("spec", "made"),
    [
        (_spec("raw"), "nms_free"),
        (_spec("nms_free"), "raw"),
        (_spec("raw", ("die", "hand")), "raw"),
    ],
)
def test_an_output_that_does_not_fit_is_refused(spec, made, blob_network):
    """A wrong shape is noticed when the model is loaded."""
    with pytest.raises(ModelClassesError, match="shape"):
        OnnxDetector(spec, network=blob_network(made))


def test_a_box_inside_a_surer_one_is_the_same_die():
    """The top face of a die is not a second die; a neighbour is."""
    boxes = np.array(
        [[0, 0, 100, 100, 0.9], [10, 10, 60, 60, 0.8], [90, 0, 190, 100, 0.7]], np.float32
    )

    assert suppress(boxes, 0.5, 0.8)[:, 4].tolist() == pytest.approx([0.9, 0.7])


@pytest.mark.parametrize("length", [100, 512, 513, 1000, 1920])
def test_tiles_cover_the_whole_length(length):
    """No column is left out and the last tile ends with the picture."""
    starts = _starts(length, 512, 400)

    covered = {column for start in starts for column in range(start, start + 512)}
    assert set(range(length)) <= covered
    assert starts[-1] == max(0, length - 512)
