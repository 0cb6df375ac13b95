"""Taught rows: they decide between taught faces and what the reader says; misfits are refused."""

from __future__ import annotations

import numpy as np
import pytest

from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.vision.taught import (
    BACKGROUND,
    TaughtHead,
    TaughtNetwork,
    as_crops,
    face_crops,
    load_head,
)
from dicecam.vision.topface import FEATURES


def head(columns=(3, 4), bias=(0.0, 0.0)):
    """Return two rows over three features of a reader that knows three faces."""
    weight = np.array([[5.0, 0, 0], [0, 5.0, 0]], np.float32)
    return TaughtHead(weight, np.array(bias, np.float32), np.array(columns), known=3)


def test_rows_win_where_their_feature_is_strong():
    """A crop with the first feature is the first taught face, one with neither stays known."""
    shares = np.array([[0.6, 0.3, 0.1], [0.6, 0.3, 0.1]], np.float32)
    features = np.array([[2.0, 0, 0], [-2.0, -2.0, 1]], np.float32)
    extended = head().extend(shares, features)

    assert extended.shape == (2, 5)
    assert extended.argmax(1).tolist() == [3, 0]
    np.testing.assert_allclose(extended.sum(1), 1, atol=1e-6)


def test_known_faces_keep_their_proportions():
    """What is left for the known faces is shared as before."""
    shares = np.array([[0.6, 0.3, 0.1]], np.float32)
    extended = head().extend(shares, np.zeros((1, 3), np.float32))

    np.testing.assert_allclose(extended[0, :3] / extended[0, :3].sum(), shares[0], atol=1e-6)


def test_background_rows_speak_for_the_reader():
    """A crop that a row of the background knows too is left to the reader."""
    rows = head(columns=(3, BACKGROUND), bias=(0.0, 3.0))
    extended = rows.extend(
        np.array([[0.6, 0.3, 0.1]], np.float32), np.array([[2.0, 2.0, 0]], np.float32)
    )

    assert extended.shape == (1, 4)
    assert extended[0, 3] < 0.1
    assert extended.argmax() == 0


def test_faces_that_cannot_be_there_do_not_compete():
    """Where only some faces are possible, rows and readings of all others are left out."""
    weight = np.array([[5.0, 0, 0], [6.0, 0, 0]], np.float32)
    columns, stands = np.array([3, BACKGROUND]), np.array([BACKGROUND, 0])
    rows = TaughtHead(weight, np.zeros(2, np.float32), columns, 3, (2,), stands)
    shares = np.array([[0.8, 0.1, 0.1]], np.float32)
    features = np.array([[1.0, 0, 0]], np.float32)
    free = rows.extend(shares, features)
    chosen = rows.extend(shares, features, np.array([False, False, True, True]))
    known = rows.extend(shares, features, np.array([True, False, True, False]))

    assert free.argmax() == 0
    assert chosen.argmax() == 3
    assert chosen[0, :2].tolist() == [0, 0]
    assert chosen.sum() == pytest.approx(1)
    assert known.argmax() == 0
    with pytest.raises(ModelClassesError, match="stand for"):
        TaughtHead(weight, np.zeros(2, np.float32), columns, 3, (2,), np.array([-1, 3]))


def test_several_rows_may_stand_for_one_face_also_a_known_one():
    """A second style of a known face adds to its column."""
    shares = np.array([[0.2, 0.5, 0.3]], np.float32)
    features = np.array([[2.0, 2.0, 0]], np.float32)
    extended = head(columns=(0, 0)).extend(shares, features)

    assert extended.shape == (1, 3)
    assert extended[0, 0] > 0.99


@pytest.mark.parametrize(
    ("weight", "bias", "columns"),
    [
        (np.zeros((2, 3)), np.zeros(1), np.zeros(2)),
        (np.zeros((2, 3)), np.zeros(2), np.zeros(3)),
        (np.zeros(3), np.zeros(3), np.zeros(3)),
        (np.zeros((0, 3)), np.zeros(0), np.zeros(0)),
        (np.full((2, 3), np.nan), np.zeros(2), np.zeros(2)),
        (np.zeros((2, 3)), np.zeros(2), np.array([-2, 0])),
        (np.zeros((2, 3)), np.zeros(2), np.array([-1, -1])),
        (np.zeros((2, 3)), np.zeros(2), np.array([0, 10**9])),
    ],
)
def test_rows_that_do_not_fit_together_are_refused(weight, bias, columns):
    """Shapes, finite numbers and columns are checked."""
    with pytest.raises(ModelClassesError, match="taught rows"):
        TaughtHead(weight, bias, columns.astype(np.int64), known=3)


def test_a_head_is_read_from_its_file(tmp_path):
    """What was saved is loaded again."""
    path = tmp_path / "taught.npz"
    rows = head()
    np.savez(
        path,
        weight=rows.weight,
        bias=rows.bias,
        columns=rows.columns,
        doubtful=[2],
        stands=rows.stands,
    )
    again = load_head(path, known=3)

    np.testing.assert_array_equal(again.weight, rows.weight)
    assert again.classes == 5
    assert again.doubtful == (2,)


def test_broken_files_are_refused(tmp_path):
    """Missing, foreign and pickled files give an error, and nothing is executed."""
    with pytest.raises(ModelMissingError):
        load_head(tmp_path / "none.npz", 3)
    text = tmp_path / "text.npz"
    text.write_text("no archive")
    with pytest.raises(ModelClassesError):
        load_head(text, 3)
    np.savez(tmp_path / "other.npz", weight=np.zeros((1, 3)))
    with pytest.raises(ModelClassesError):
        load_head(tmp_path / "other.npz", 3)
    objects = np.array([{"a": 1}], object)
    np.savez(
        tmp_path / "pickle.npz",
        weight=objects,
        bias=objects,
        columns=objects,
        doubtful=objects,
        stands=objects,
    )
    np.savez(
        tmp_path / "texts.npz",
        weight=["a"],
        bias=["a"],
        columns=["a"],
        doubtful=["a"],
        stands=["a"],
    )
    cut = (tmp_path / "pickle.npz").read_bytes()[:-40]
    (tmp_path / "cut.npz").write_bytes(cut)

    for name in ("pickle.npz", "texts.npz", "cut.npz"):
        with pytest.raises(ModelClassesError):
            load_head(tmp_path / name, 3)


def test_a_reader_that_is_sure_is_believed():
    """The same likeness wins when the reader doubts, and loses when it is sure of a face."""
    weight, bias = np.zeros((1, 3), np.float32), np.array([-0.2], np.float32)
    rows = TaughtHead(weight, bias, np.array([3]), known=3, doubtful=(2,))
    shares = np.array([[0.99, 0.0, 0.01], [0.1, 0.0, 0.9]], np.float32)

    assert rows.extend(shares, np.zeros((2, 3), np.float32)).argmax(1).tolist() == [0, 3]
    with pytest.raises(ModelClassesError, match="doubtful"):
        TaughtHead(weight, bias, np.array([3]), known=3, doubtful=(3,))


class FakeNetwork:
    """Gives fixed shares."""

    input_shape = (None, 3, 64, 64)

    def run(self, batch):
        return np.tile(np.array([[0.6, 0.3, 0.1]], np.float32), (len(batch), 1))


class FakeFinder:
    """Describes the blue part of a crop in its first number."""

    def describe(self, crops):
        features = np.zeros((len(crops), FEATURES), np.float32)
        features[:, 0] = crops[..., 0].mean((1, 2)) / 255
        return features


def test_the_network_runs_with_its_rows():
    """A taught network is run like any other; crops reach the finder as BGR pictures."""
    weight = np.zeros((1, FEATURES), np.float32)
    weight[0, 0] = 9
    rows = TaughtHead(weight, np.array([-4], np.float32), np.array([3]), known=3)
    batch = np.zeros((2, 3, 64, 64), np.float32)
    batch[1, 2] = 1.0
    output = TaughtNetwork(FakeNetwork(), rows, FakeFinder()).run(batch)

    assert output.shape == (2, 4)
    assert output.argmax(1).tolist() == [0, 3]


def test_further_outputs_of_the_reader_pass_through():
    """What the shipped reader says beside the names is not lost by teaching."""

    class Talkative(FakeNetwork):
        extras = ("tilts",)

        def run_with(self, batch, *names):
            more = [np.full((len(batch), 13), 0.25, np.float32) for _ in names]
            return self.run(batch), *more

    weight, bias = np.zeros((1, FEATURES), np.float32), np.array([-4], np.float32)
    rows = TaughtHead(weight, bias, np.array([3]), known=3)
    network = TaughtNetwork(Talkative(), rows, FakeFinder())
    batch = np.zeros((2, 3, 64, 64), np.float32)
    shares, tilts = network.run_with(batch, "tilts")

    assert network.extras == ("tilts",)
    assert np.array_equal(shares, network.run(batch))
    assert tilts.shape == (2, 13)
    assert TaughtNetwork(FakeNetwork(), rows, FakeFinder()).extras == ()


def test_a_reader_that_finds_faces_itself_is_run_once():
    """The straightened face where the reader says it lies is what gets described."""
    runs = []

    class Finding(FakeNetwork):
        extras = ("faces", "tilts")

        def run_with(self, batch, *names):
            runs.append(names)
            # Unturned, a fifth as large as the crop, left of its middle.
            faces = np.tile(np.float32([-0.5, 0, 0.2, 0, 0, 0]), (len(batch), 1))
            more = {"faces": faces, "tilts": np.zeros((len(batch), 13), np.float32)}
            return self.run(batch), *(more[name] for name in names)

    class Describer(FakeFinder):
        def describe_faces(self, faces):
            return self.describe(faces)

    weight = np.zeros((1, FEATURES), np.float32)
    weight[0, 0] = 9
    rows = TaughtHead(weight, np.array([-4], np.float32), np.array([3]), known=3)
    network = TaughtNetwork(Finding(), rows, Describer(), itself=True)
    batch = np.zeros((2, 3, 64, 64), np.float32)
    # Blue where the face lies in the second crop, and everywhere but there in the first.
    batch[0, 2] = 1.0
    batch[0, 2, 22:42, 6:26] = 0.0
    batch[1, 2, 22:42, 6:26] = 1.0
    shares, tilts = network.run_with(batch, "tilts")

    assert runs == [("tilts", "faces")]
    assert shares.argmax(1).tolist() == [0, 3]
    assert tilts.shape == (2, 13)
    assert network.run(batch).argmax(1).tolist() == [0, 3]


def test_crops_of_another_size_are_fitted():
    """A reader with a wider input gives the finder the middle of its crops."""
    batch = np.zeros((2, 3, 96, 96), np.float32)
    batch[:, :, 16:80, 16:80] = 1.0
    crops = as_crops(batch)

    assert crops.shape == (2, 96, 96, 3)
    assert face_crops(crops, 1.3).shape == (2, 96, 96, 3)
    assert face_crops(crops, 1.3).min() == 0
    assert face_crops(crops, 1.95).shape == (2, 64, 64, 3)
    assert face_crops(crops, 1.95).min() == 255


def test_the_network_can_be_told_which_faces_there_are():
    """Only those are given from then on, until all are again."""
    rows = TaughtHead(
        np.zeros((1, FEATURES), np.float32), np.array([-4], np.float32), np.array([3]), known=3
    )
    network = TaughtNetwork(FakeNetwork(), rows, FakeFinder())
    batch = np.zeros((1, 3, 64, 64), np.float32)
    network.expect(np.array([False, False, True, True]))
    chosen = network.run(batch)
    network.expect(None)

    assert chosen[0, :2].tolist() == [0, 0]
    assert network.run(batch).argmax() == 0


def test_rows_for_other_descriptions_are_refused():
    """Rows of an older program say so."""
    with pytest.raises(ModelClassesError, match="teach the dice again"):
        TaughtNetwork(FakeNetwork(), head(), FakeFinder())
