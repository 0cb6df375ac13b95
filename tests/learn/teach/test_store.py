"""The store of photos: what it keeps, what it refuses, and what a crash leaves."""

from __future__ import annotations

import json

import numpy as np
import pytest

from dicecam.errors import DataSetError, LearnError
from dicecam.learn.files import UNFINISHED, new_folder, slug, sweep, write_text
from dicecam.learn.store import (
    GUESSED,
    LabelledDie,
    Store,
    look_of,
    open_store,
)


@pytest.fixture
def store(tmp_path, photo):
    """Return a store with two dice in two sessions."""
    made = Store(tmp_path / "photos")
    for number, face in enumerate(("star", "moon")):
        image, box = photo(number)
        made.add(image, [LabelledDie(box, face)], f"s{number}", "photos", f"{number}.jpg")
    made.save()
    return made


def test_what_was_saved_is_read_again(store):
    """A store comes back from its manifest as it was."""
    again = open_store(store.folder)

    assert again.pictures == store.pictures
    assert again.faces == ("star", "moon")
    assert again.sessions == ("s0", "s1")
    assert again.counts() == {"star": 1, "moon": 1}
    assert len(again) == 2


def test_other_tools_can_read_the_folder(store):
    """Images, labels and data.yaml form a YOLO data set."""
    from dicecam.learn.imports import read_data_set

    data = read_data_set(store.folder)

    assert data.kind == "YOLO"
    assert data.classes == ("star", "moon")
    assert data.counts() == {"star": 1, "moon": 1}


def test_a_die_like_one_stored_is_known(store, photo):
    """The same die a little brighter is a duplicate; another one is not."""
    image, box = photo(0)
    brighter = np.clip(image.astype(int) + 12, 0, 255).astype(np.uint8)
    other, other_box = photo(5)

    assert store.knows(brighter, box)
    assert store.knows(brighter, box, "star")
    assert not store.knows(brighter, box, "moon")
    assert not store.knows(other, other_box)
    assert look_of(image, box) != look_of(other, other_box)


def test_dice_are_renamed_and_removed(store):
    """What a person says is confirmed; a photo without dice is forgotten with its files."""
    first, second = store.pictures
    store.rename(first.file, 0, "sun")
    store.remove(second.file, 0)
    store.save()
    again = open_store(store.folder)

    assert [die.face for picture in again.pictures for die in picture.dice] == ["sun"]
    assert again.faces == ("star", "moon", "sun")
    assert not (store.folder / second.file).exists()
    assert not (store.folder / second.label_file).exists()
    with pytest.raises(LearnError, match="die number from 0 to 0, got 3"):
        store.rename(first.file, 3, "sun")


def test_a_face_is_renamed_everywhere(store):
    """Renaming a face keeps its class number."""
    store.rename_face("star", "sun")
    store.save()

    assert open_store(store.folder).counts() == {"sun": 1, "moon": 1}
    assert (store.folder / store.pictures[0].label_file).read_text()[0] == "0"


def test_large_photos_are_stored_smaller_but_keep_their_dice_large(tmp_path):
    """A photo of a phone shrinks; its small die stays readable."""
    rng = np.random.default_rng(0)
    image = rng.integers(0, 255, (3000, 4000, 3), dtype=np.uint8)
    store = Store(tmp_path / "photos")
    near = store.add(image, [LabelledDie((100, 100, 900, 900), "a")], "s", "photos")
    far = store.add(image, [LabelledDie((100, 100, 250, 250), "b")], "s", "photos")

    assert (near.width, near.height) == (2048, 1536)
    assert near.dice[0].box == pytest.approx((51.2, 51.2, 460.8, 460.8))
    assert (far.width, far.height) == (3200, 2400)
    assert store.load(far).shape == (2400, 3200, 3)


def test_a_crash_before_the_manifest_changes_nothing(store, photo, monkeypatch):
    """Photos that no manifest lists are swept away with the next save."""
    image, box = photo(7)
    lost = store.add(image, [LabelledDie(box, "star", GUESSED)], "s2", "camera")
    (store.folder / f"{UNFINISHED}x").write_text("half", encoding="utf-8")
    again = open_store(store.folder)

    assert len(again) == 2
    again.save()
    assert not (store.folder / lost.file).exists()
    assert not list(store.folder.glob(f"{UNFINISHED}*"))


def test_two_programs_do_not_overwrite_each_other(store, photo):
    """The second to save is told to open the store again."""
    other = open_store(store.folder)
    image, box = photo(8)
    other.add(image, [LabelledDie(box, "star")], "s", "photos")
    other.save()

    with pytest.raises(LearnError, match="changed by another program"):
        store.save()
    assert len(open_store(store.folder)) == 3


def test_photos_that_are_gone_or_changed_are_found(store):
    """A photo is checked against its hash when it is read."""
    first, second = store.pictures
    (store.folder / first.file).unlink()
    (store.folder / second.file).write_bytes(b"x")

    with pytest.raises(DataSetError, match="is gone"):
        store.load(first)
    with pytest.raises(DataSetError, match="another file"):
        store.load(second)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda m: m.update(schema=2), "schema: expected 1, got 2"),
        (lambda m: m["pictures"][0].update(file="../../x.jpg"), "below images/"),
        (lambda m: m["pictures"][0].update(origin="mars"), "expected one of photos"),
        (lambda m: m["pictures"][0]["dice"][0].update(trust="maybe"), "confirmed, guessed"),
        (lambda m: m["pictures"][0].pop("sha256"), "sha256"),
        (lambda m: m.pop("revision"), "revision"),
    ],
)
def test_a_broken_manifest_is_refused(store, change, expected):
    """A manifest with a slip says which."""
    path = store.folder / "manifest.json"
    plain = json.loads(path.read_text(encoding="utf-8"))
    change(plain)
    path.write_text(json.dumps(plain), encoding="utf-8")

    with pytest.raises(DataSetError, match=expected):
        open_store(store.folder)


def test_a_folder_gets_its_name_when_it_is_complete(tmp_path):
    """A folder that fails half-way leaves nothing; a name is not taken twice."""
    with new_folder(tmp_path / "a") as folder:
        (folder / "x").write_text("1", encoding="utf-8")

    def fail():
        with new_folder(tmp_path / "b") as folder:
            (folder / "x").write_text("1", encoding="utf-8")
            raise ValueError("stop")

    with pytest.raises(ValueError, match="stop"):
        fail()
    with pytest.raises(LearnError, match="exists already"), new_folder(tmp_path / "a"):
        pass

    assert sorted(path.name for path in tmp_path.iterdir()) == ["a"]
    assert sweep(tmp_path) == 0


def test_a_full_disk_leaves_the_old_file(tmp_path, monkeypatch):
    """Writing fails as a whole: the old content stays, nothing half-written is left."""
    path = tmp_path / "x.txt"
    write_text(path, "old")

    def full(handle):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("dicecam.learn.files.os.fsync", full)
    with pytest.raises(LearnError, match="No space left"):
        write_text(path, "new")

    assert path.read_text(encoding="utf-8") == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["x.txt"]


@pytest.mark.parametrize(
    ("text", "name"), [("Étoile filante !", "etoile_filante"), ("  3 ", "3"), ("日本", "")]
)
def test_names_become_plain(text, name):
    """Names of folders and classes have small letters, digits and underscores."""
    assert slug(text) == name
