"""The square that the reader is given."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.vision.crops import crop_square


def _ramp(height=40, width=60):
    """A picture whose blue channel is its column and whose green channel is its row."""
    image = np.zeros((height, width, 3), np.uint8)
    image[..., 0] = np.arange(width)[None, :]
    image[..., 1] = np.arange(height)[:, None]
    return image


def test_a_square_of_the_same_size_is_cut_without_resampling():
    """The pixels come out unchanged and centred on the box."""
    crop = crop_square(_ramp(), (20, 10, 30, 20), 10, 1.0)

    assert np.array_equal(crop, _ramp()[10:20, 20:30])


def test_the_longer_side_and_the_scale_set_the_square():
    """A box of 8 x 4 px at scale 1.5 gives 12 px around its centre."""
    crop = crop_square(_ramp(), (20, 10, 28, 14), 12, 1.5)

    assert np.array_equal(crop, _ramp()[6:18, 18:30])


def test_beyond_the_border_the_last_pixels_are_repeated():
    """A box in the corner is filled up with the corner's values."""
    crop = crop_square(_ramp(), (-4, -4, 4, 4), 8, 1.0)

    assert crop[0, 0].tolist() == [0, 0, 0]
    assert crop[7, 7].tolist() == [3, 3, 0]
    assert crop[2, 6].tolist() == [2, 0, 0]


def test_a_box_outside_the_picture_still_gives_a_crop():
    """Nothing to see is no error."""
    crop = crop_square(_ramp(), (500, 500, 520, 520), 16, 1.2)

    assert crop.shape == (16, 16, 3)
    assert crop[..., 0].min() == 59


def test_shrinking_averages_instead_of_skipping():
    """A fine black and white pattern becomes grey, not black or white."""
    image = np.zeros((64, 64, 3), np.uint8)
    image[::2, ::2] = image[1::2, 1::2] = 255

    crop = crop_square(image, (0, 0, 64, 64), 16, 1.0)

    assert abs(int(crop.mean()) - 127) <= 1
    assert crop.std() < 2


@pytest.mark.parametrize("size_px", [48, 96])
def test_enlarging_keeps_type_and_shape(size_px):
    """Small dice become crops of the asked size."""
    crop = crop_square(_ramp(), (20, 10, 30, 21), size_px, 1.3)

    assert crop.shape == (size_px, size_px, 3)
    assert crop.dtype == np.uint8
