"""Models on disk: found in order of places, refused when anything does not fit."""

from __future__ import annotations

import hashlib

import pytest

from dicecam.errors import ModelClassesError, ModelMissingError
from dicecam.vision.model import find_model, load_model, model_roots

TOML = """
[detector]
file = "detector.onnx"
sha256 = "{detector}"
architecture = "yolo26n"
classes = ["die"]
input_px = 416
stride = 32
output = "raw"
min_confidence = 0.3
iou = 0.5

[reader]
file = "reader.onnx"
sha256 = "{reader}"
classes = ["pips_1", "pips_2", "other"]
input_px = 64
crop_scale = 1.2
temperature = 1.5

[reporting]
min_confidence = 0.4
max_other = 0.5

[training]
date = "2026-01-01"

[val]
found = 0.99
"""


@pytest.fixture
def make_model(tmp_path):
    """Return a maker of model folders, some text of the description replaced."""

    def make(name="default", root=tmp_path, **replaced):
        folder = root / name
        folder.mkdir(parents=True)
        (folder / "detector.onnx").write_bytes(b"detector of " + name.encode())
        (folder / "reader.onnx").write_bytes(b"reader")
        text = TOML.format(
            detector=hashlib.sha256(b"detector of " + name.encode()).hexdigest(),
            reader=hashlib.sha256(b"reader").hexdigest(),
        )
        for old, new in replaced.get("lines", {}).items():
            assert old in text
            text = text.replace(old, new)
        (folder / "model.toml").write_text(text, encoding="utf-8")
        return folder

    return make


def test_a_description_is_read_completely(make_model):
    """Every value arrives where the program looks for it."""
    model = load_model(make_model())

    assert model.name == "default"
    assert model.detector.path == model.folder / "detector.onnx"
    assert model.detector.classes == ("die",)
    assert (model.detector.input_px, model.detector.stride, model.detector.output) == (
        416,
        32,
        "raw",
    )
    assert (model.detector.min_confidence, model.detector.iou) == (0.3, 0.5)
    assert model.reader.classes == ("pips_1", "pips_2", "other")
    assert (model.reader.input_px, model.reader.crop_scale) == (64, 1.2)
    assert model.reader.temperature == 1.5
    assert (model.reporting.min_confidence, model.reporting.max_other) == (0.4, 0.5)
    assert model.training["date"] == "2026-01-01"
    assert model.val["found"] == 0.99


def test_the_first_place_that_has_the_model_wins(make_model, tmp_path):
    """A model of the user goes before the shipped one."""
    shipped, own = tmp_path / "shipped", tmp_path / "own"
    make_model(root=shipped)
    mine = make_model(root=own)

    assert find_model("default", (own, shipped)).folder == mine
    assert find_model("default", (tmp_path / "none", shipped)).folder == shipped / "default"


def test_a_model_can_be_named_by_its_folder(make_model):
    """A path is taken as it is."""
    folder = make_model("other")

    assert find_model(str(folder)).folder == folder


def test_places_are_the_users_then_the_packages_then_the_checkouts():
    """The places end with the folder beside the package."""
    user, package, checkout = model_roots()

    assert package.parts[-3:] == ("dicecam", "data", "models")
    assert checkout == package.parents[2] / "models"
    assert "dicecam" in user.parts


def test_two_models_have_two_hashes(make_model):
    """The hash of a model tells it from any other."""
    assert load_model(make_model("a")).sha256 != load_model(make_model("b")).sha256


def test_an_unknown_name_lists_the_places_looked_in(tmp_path):
    """The message says where to put the model."""
    with pytest.raises(ModelMissingError, match=r"'nix' not found.*model\.toml"):
        find_model("nix", (tmp_path,))


def test_a_folder_without_description_is_no_model(tmp_path):
    """The message says what was expected."""
    with pytest.raises(ModelMissingError, match=r"no model\.toml"):
        load_model(tmp_path)


def test_a_file_that_changed_is_refused(make_model):
    """One changed byte is enough."""
    folder = make_model()
    (folder / "reader.onnx").write_bytes(b"Reader")

    with pytest.raises(ModelMissingError, match=r"reader\.onnx.*SHA-256"):
        load_model(folder)


def test_a_missing_file_is_named(make_model):
    """The message names the file that is not there."""
    folder = make_model()
    (folder / "detector.onnx").unlink()

    with pytest.raises(ModelMissingError, match=r"detector\.onnx.*missing"):
        load_model(folder)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('output = "raw"', 'output = "cooked"', r"detector\.output: expected one of raw"),
        ('classes = ["die"]', "classes = []", r"detector\.classes: expected a list"),
        ('["pips_1", "pips_2", "other"]', '["a", "a"]', r"reader\.classes"),
        ("input_px = 64", "input_px = 0", r"reader\.input_px"),
        ("stride = 32", "stride = 3.5", r"detector\.stride"),
        ("crop_scale = 1.2", "crop_scale = -1", r"reader\.crop_scale"),
        ("max_other = 0.5", "max_other = 2", r"reporting\.max_other.*from 0 to 1"),
        ('architecture = "yolo26n"', "architecture = 7", r"detector\.architecture"),
        ("[reporting]", "[report]", r"\[reporting\] is missing"),
        ("[detector]", "[detector", "not TOML"),
        ('file = "reader.onnx"', 'file = "../reader.onnx"', r"reader\.file"),
    ],
)
def test_a_wrong_value_is_named(old, new, complaint, make_model):
    """The message names the value, what was expected and what was found."""
    folder = make_model(lines={old: new})

    with pytest.raises(ModelClassesError, match=complaint):
        load_model(folder)


def test_a_description_that_is_no_text_is_refused(make_model):
    """Bytes that are no UTF-8 are no description."""
    folder = make_model()
    (folder / "model.toml").write_bytes(b"\xff\xfe\x00")

    with pytest.raises(ModelMissingError, match="cannot be read"):
        load_model(folder)


def test_the_taught_model_in_use_comes_before_the_shipped_one(make_model, tmp_path):
    """The pointer in the user's folder names it; `shipped` still finds the other."""
    user, package = tmp_path / "user", tmp_path / "package"
    make_model(root=package)
    make_model("mine-1", root=user)
    (user / "current").write_text("mine-1\n", encoding="utf-8")

    assert find_model(roots=[user, package]).folder == user / "mine-1"
    assert find_model("shipped", roots=[user, package]).folder == package / "default"
    assert find_model("mine-1", roots=[user, package]).name == "mine-1"


@pytest.mark.parametrize("pointer", ["gone", "../package/default", "", "\xff"])
def test_a_pointer_to_nothing_leaves_the_shipped_model(pointer, make_model, tmp_path):
    """Whatever stands in the pointer, there is a model to play with."""
    user, package = tmp_path / "user", tmp_path / "package"
    make_model(root=package)
    user.mkdir()
    (user / "current").write_text(pointer, encoding="latin-1")

    assert find_model(roots=[user, package]).folder == package / "default"


def test_a_damaged_taught_model_leaves_the_shipped_one(make_model, tmp_path, caplog):
    """A taught model whose file was changed is left aside with a warning."""
    user, package = tmp_path / "user", tmp_path / "package"
    make_model(root=package)
    taught = make_model("mine-1", root=user)
    (taught / "reader.onnx").write_bytes(b"changed")
    (user / "current").write_text("mine-1", encoding="utf-8")

    assert find_model(roots=[user, package]).folder == package / "default"
    assert "mine-1 left aside" in caplog.text
