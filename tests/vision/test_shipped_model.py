"""The shipped model on real photos: floors under its figures."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.measure.evaluate import evaluate
from dicecam.vision._onnx import OnnxNetwork, default_threads
from dicecam.vision.looker import load_looker
from dicecam.vision.model import find_model

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def model():
    try:
        return find_model()
    except ModelMissingError as error:
        pytest.skip(str(error))


@pytest.fixture(scope="module")
def looker(model):
    return load_looker(model=model)


def test_an_empty_table_holds_no_dice(looker):
    """A plain picture of any colour is read without inventing anything."""
    for grey in (0, 90, 200, 255):
        assert looker.look(np.full((480, 640, 3), grey, np.uint8)) == ()


@pytest.mark.parametrize("shape", [(1, 1), (3, 500), (2000, 30), (37, 41)])
def test_pictures_of_any_shape_can_be_looked_at(shape, looker):
    """Nothing fails on tiny or narrow pictures."""
    assert looker.look(np.full((*shape, 3), 128, np.uint8)) == ()


def test_the_files_fit_the_description_and_are_small(model):
    """Both together are at most 20 MiB; the classes start with the pips."""
    total = model.detector.path.stat().st_size + model.reader.path.stat().st_size

    assert total <= 20 * 2**20
    assert model.reader.classes[:6] == tuple(f"pips_{value}" for value in range(1, 7))


def test_a_broken_network_is_refused(tmp_path):
    """The message names the file."""
    path = tmp_path / "broken.onnx"
    path.write_bytes(b"not a network")

    with pytest.raises(ModelClassesError, match=r"broken\.onnx"):
        OnnxNetwork(path)


def test_threads_are_few():
    """At least one, at most four."""
    assert 1 <= default_threads() <= 4


def test_further_outputs_come_beside_the_same_probabilities(model):
    """Asking for the places of the faces changes nothing about their names."""
    network = OnnxNetwork(model.reader.path, 1)
    batch = np.zeros((1, 3, model.reader.input_px, model.reader.input_px), np.float32)
    output, faces = network.run_with(batch, "faces")

    assert "faces" in network.extras
    assert np.array_equal(output, network.run(batch))
    assert faces.shape == (1, 6)


def test_a_network_of_another_kind_is_refused(model, monkeypatch):
    """One input of four dimensions is expected; the message tells what was found."""
    import onnxruntime

    class Session:
        def __init__(self, *args, **kwargs):
            pass

        def get_inputs(self):
            return []

        get_outputs = get_inputs

    monkeypatch.setattr(onnxruntime, "InferenceSession", Session)
    with pytest.raises(ModelClassesError, match="expected one input"):
        OnnxNetwork(model.reader.path)


def test_reading_needs_no_torch_and_no_qt(model, tmp_path):
    """The process that reads a photo loads neither."""
    program = (
        "import sys, numpy\n"
        "from dicecam.vision.looker import load_looker\n"
        "load_looker().look(numpy.zeros((64, 64, 3), numpy.uint8))\n"
        "assert not {'torch', 'ultralytics', 'PySide6'} & set(sys.modules)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)

    assert result.returncode == 0, result.stderr


@pytest.mark.photos
def test_the_figures_on_unseen_photos_keep_above_their_floors(looker, data_folder):
    """Two folders of rigs that no training set has, as a whole the first acceptance's goals."""
    folders = [
        data_folder / "dice-photos" / "val" / name for name in ("damiantab", "kamilpiechowiak")
    ]
    total = evaluate(looker, folders).total
    shown = json.dumps(total.as_json())

    assert total.found >= 0.96 * total.dice, shown
    assert total.faces_right >= 0.96 * total.found, shown
    assert total.exact_photos >= 0.75 * total.photos, shown
    assert total.false_dice <= 0.15 * total.photos, shown
