"""The top face of a die: found, laid straight, described the same at every quarter turn."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from dicecam.vision.topface import (
    CROP_PX,
    FACE_PX,
    FEATURES,
    FaceFinder,
    decode,
    describer_file,
    encode,
    straighten,
)

READER = Path(__file__).parents[2] / "models" / "default" / "reader.onnx"
SQUARE = np.array([[-0.6, -0.6], [0.6, -0.6], [0.6, 0.6], [-0.6, 0.6]], np.float32)


def arrow(side=120):
    """Return a picture of an arrow."""
    image = np.full((side, side, 3), 230, np.uint8)
    points = np.array([[0.5, 0.15], [0.8, 0.5], [0.6, 0.5], [0.6, 0.85], [0.4, 0.85], [0.4, 0.5]])
    whole = np.concatenate([points, [[0.2, 0.5]]]) * side
    cv2.fillPoly(image, [whole.astype(np.int32)], (30, 30, 30), cv2.LINE_AA)
    return image


def shown(picture, corners):
    """Return a crop that shows a picture between corners, px."""
    side = picture.shape[0]
    own = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    matrix = cv2.getPerspectiveTransform(own, corners.astype(np.float32))
    crop = cv2.warpPerspective(picture, matrix, (CROP_PX, CROP_PX), borderValue=(90, 90, 90))
    return cv2.GaussianBlur(crop, (0, 0), 0.6)


def test_corners_survive_their_encoding():
    """Decoding gives the corners back, up to the quarter turn nobody can know."""
    rng = np.random.default_rng(0)
    for _ in range(20):
        angle, tilt = rng.uniform(0, 6.3), rng.uniform(0.5, 1.0)
        c, s = np.cos(angle), np.sin(angle)
        corners = SQUARE @ np.array([[c, s], [-s, c]]) * [1, tilt] + rng.normal(0, 0.1, 2)
        again = decode(encode(corners[None].astype(np.float32)))[0]
        gaps = [np.abs(np.roll(again, turn, 0) - corners).max() for turn in range(4)]

        assert min(gaps) < 1e-3


def test_a_quarter_turn_does_not_change_a_description():
    """A face is described the same at all four turns."""
    face = cv2.resize(arrow(), (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
    turns = np.stack([np.rot90(face, turn) for turn in range(4)])
    described = FaceFinder(READER).describe_faces(turns)

    assert described.shape == (4, FEATURES)
    np.testing.assert_allclose(described, np.tile(described[:1], (4, 1)), atol=1e-4)
    np.testing.assert_allclose(np.linalg.norm(described, axis=1), 1, atol=1e-4)
    assert describer_file().stat().st_size < 2_000_000


def test_a_face_is_alike_at_any_angle_and_in_any_light():
    """A tilted, dim or inverted drawing is more like itself than like another one."""
    flat = np.array([[15, 15], [65, 15], [65, 65], [15, 65]], np.float32)
    oblique = np.array([[38, 10], [72, 32], [42, 58], [8, 34]], np.float32)
    first = shown(arrow(), flat)
    dots = np.full((120, 120, 3), 230, np.uint8)
    for at in ((30, 30), (90, 30), (60, 60), (30, 90), (90, 90)):
        cv2.circle(dots, at, 12, (30, 30, 30), -1, cv2.LINE_AA)
    crops = [first, shown(arrow(), oblique), (first * 0.4).astype(np.uint8), 255 - first]
    crops.append(shown(dots, flat))
    places = [flat, oblique, flat, flat, flat]
    one, *same, other = FaceFinder(READER).describe_faces(
        straighten(np.stack(crops), np.stack(places))
    )

    assert min(float(one @ description) for description in same) > 0.5
    assert float(one @ other) < 0.2


def test_the_shipped_reader_finds_the_face_of_a_plain_cube():
    """Corners come within a few px for a cube seen from above."""
    corners = np.array([[25, 18], [62, 25], [55, 62], [18, 55]], np.float32)
    crop = shown(arrow(), corners)
    found = FaceFinder(READER).corners(crop[None])[0]
    gaps = [np.linalg.norm(np.roll(found, turn, 0) - corners, axis=1).mean() for turn in range(4)]
    nothing = np.zeros((0, CROP_PX, CROP_PX, 3), np.uint8)

    assert min(gaps) < 4
    assert FaceFinder(READER).corners(nothing).shape == (0, 4, 2)
    assert FaceFinder(READER).describe(crop[None]).shape == (1, FEATURES)
