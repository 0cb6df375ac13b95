"""The wizard from the first photo to a model in use, in both languages, and its ways out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox

from dicecam.learn import job, models
from dicecam.learn.models import find_taught, name_in_use
from dicecam.sight import Box
from dicecam.vision.model import SHIPPED, find_model
from dicecam.vision.onnx_detector import OnnxDetector
from dicecam.vision.photos import load_photo
from dicecam.window.live.picture import Picture, to_qimage
from dicecam.window.teach.wizard import COLLECT, COMPARE, REVIEW, TRAIN

LONG_MS = 300_000
"""A training on a busy machine takes its time."""


def shipped_detector():
    return OnnxDetector(find_model(SHIPPED).detector)


class Middle:
    """Finds one die in the middle of every picture."""

    def detect(self, image):
        height, width = image.shape[:2]
        return (Box(width * 0.3, height * 0.3, width * 0.7, height * 0.7, 0.9),)


@pytest.fixture
def open_wizard(open_window, monkeypatch):
    """Return a function that opens the wizard by its menu entry, and gives it with its driver."""
    monkeypatch.setattr(job, "command", lambda sets, few=job.command: few(sets, 12))

    def start(**changes):
        driver = open_window(source="", **({"make_detector": Middle} | changes))
        driver.window._menus.teach.trigger()
        return driver, driver.window._menus.teach.wizard

    return start


def click(qtbot, button):
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


@pytest.mark.model
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("15 of 15 photos kept", "Dice without a name: 1", "nothing against this model")),
        ("fr", ("15 photos gardées sur 15", "Dés sans nom : 1", "rien trouvé contre ce modèle")),
    ],
)
def test_a_die_is_taught_from_photos_to_use(
    open_wizard, qtbot, photos, home, monkeypatch, language, words
):
    """Photos, names, training, comparison: in the end the reader knows the new faces."""
    driver, wizard = open_wizard(language=language, make_detector=shipped_detector)
    page = wizard.collect
    single = photos.parent / "IMG_900.png"
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *a: str(photos))
    monkeypatch.setattr(QFileDialog, "getOpenFileNames", lambda *a: ([str(single)], ""))
    assert not page.files.isEnabled()
    page.name.setCurrentText("Garden")
    click(qtbot, page.files)
    qtbot.waitUntil(lambda: page.bar.isHidden() and page.course is not None, timeout=LONG_MS)
    first = len(page.course.store)
    click(qtbot, page.folder)
    qtbot.waitUntil(lambda: page.bar.isHidden() and len(page.course.store) > 9, timeout=LONG_MS)
    total = len(page.course.store)

    assert first == 1
    assert total >= 11
    assert str(total - 1) in page.note.text()
    click(qtbot, wizard.forth)
    assert wizard.pages.currentIndex() == REVIEW
    assert not wizard.forth.isEnabled()
    assert words[1] in wizard.note.text().replace("\u202f", " ").replace("\u00a0", " ")
    wizard.review.grid.setCurrentRow(0)
    wizard.review.name.setCurrentText("star")
    click(qtbot, wizard.review.called)
    assert wizard.review.grid.count() == total
    click(qtbot, wizard.forth)
    assert wizard.pages.currentIndex() == TRAIN
    qtbot.waitUntil(lambda: not wizard.train.running, timeout=LONG_MS)

    assert wizard.pages.currentIndex() == COMPARE
    assert len(wizard.train.curve.points) > 5
    assert words[2] in wizard.compare.verdict.text()
    assert wizard.compare.table.item(wizard.compare.table.rowCount() - 1, 3).text()[:2] in (
        "10",
        "95",
    )
    click(qtbot, wizard.compare.use)
    assert name_in_use() == "garden-1"
    assert "garden_star" in find_model("default").reader.classes
    click(qtbot, wizard.compare.previous)
    assert name_in_use() == SHIPPED
    wizard.close()
    assert driver.window._menus.teach.wizard is None


@pytest.fixture
def course_of_two(photo_files, open_wizard, qtbot):
    """Return driver and wizard with two photos taken in."""

    def start(**changes):
        driver, wizard = open_wizard(**changes)
        wizard.collect.name.setCurrentText("Garden")
        wizard.collect.face.setText("star")
        wizard.collect.add(photo_files)
        qtbot.waitUntil(lambda: wizard.collect.bar.isHidden())
        return driver, wizard

    return start


@pytest.fixture
def photo_files(tmp_path):
    """Return two small photos that differ."""
    import cv2
    import numpy as np

    paths = []
    for seed in range(2):
        image = np.random.default_rng(seed).integers(0, 255, (120, 160, 3), dtype=np.uint8)
        paths.append(tmp_path / f"IMG_{seed}.png")
        cv2.imwrite(str(paths[-1]), image)
    return paths


def test_dice_are_taken_out_and_the_rest_is_kept(course_of_two, qtbot):
    """Delete takes the selected dice out; an empty set cannot be trained."""
    _, wizard = course_of_two()
    click(qtbot, wizard.forth)
    assert wizard.review.grid.count() == 2
    wizard.review.grid.setCurrentRow(1)
    click(qtbot, wizard.review.removed)
    assert wizard.review.grid.count() == 1
    assert wizard.forth.isEnabled()
    wizard.review.grid.setCurrentRow(0)
    click(qtbot, wizard.review.removed)

    assert wizard.review.grid.count() == 0
    assert not wizard.forth.isEnabled()
    click(qtbot, wizard.back)
    assert wizard.pages.currentIndex() == COLLECT


def test_names_that_mean_nothing_are_said(course_of_two, qtbot):
    """A name that is kept for the program is refused in a sentence."""
    _, wizard = course_of_two()
    click(qtbot, wizard.forth)
    wizard.review.grid.setCurrentRow(0)
    wizard.review.name.setCurrentText("other")
    click(qtbot, wizard.review.called)

    assert "choose another name" in wizard.review.note.text()


def test_the_camera_gives_pictures_of_a_named_face(open_wizard, qtbot, photo_files):
    """Without a face nothing is taken; with one, different pictures are, and equal ones are not."""
    _, wizard = open_wizard()
    page = wizard.collect
    page.name.setCurrentText("Garden")
    assert not page.camera.isEnabled()
    for path in (photo_files[0], photo_files[0], photo_files[1]):
        image = load_photo(path)
        page.show_picture(Picture(0, 0.0, to_qimage(image), image.shape[1], image.shape[0]))
        if not page.camera.isChecked():
            click(qtbot, page.camera)
            assert not page.camera.isChecked()
            assert "which face" in page.note.text()
            page.face.setText("star")
            click(qtbot, page.camera)
        page._look()
    click(qtbot, page.camera)

    assert page.counts.item(0).text().startswith("star: 2")
    assert len(page.preview.boxes) == 1


def test_a_cancelled_training_leaves_everything(course_of_two, qtbot, home):
    """Cancel ends the process; the model in use stays and the page says so."""
    _, wizard = course_of_two()
    click(qtbot, wizard.forth)
    click(qtbot, wizard.forth)
    assert wizard.train.running
    click(qtbot, wizard.train.cancelled)

    assert not wizard.train.running
    assert "stays as it is" in wizard.train.stage.text()
    assert [model.name for model in models.list_models()] == ["default"]
    assert wizard.back.isEnabled()


def test_trouble_of_the_process_is_shown(course_of_two, qtbot, monkeypatch):
    """A process that cannot start, or ends early, is said in a sentence."""
    _, wizard = course_of_two()
    monkeypatch.setattr(wizard.train, "_command", lambda sets: ["/no/such/program"])
    click(qtbot, wizard.forth)
    click(qtbot, wizard.forth)
    qtbot.waitUntil(lambda: not wizard.train.running)

    assert "ended early" in wizard.train.stage.text()


def test_closing_the_window_ends_the_training(course_of_two, qtbot, home):
    """The process goes with the window."""
    driver, wizard = course_of_two()
    click(qtbot, wizard.forth)
    click(qtbot, wizard.forth)
    assert wizard.train.running
    driver.window.close()

    assert driver.window._menus.teach.wizard is None


@pytest.mark.model
def test_a_model_that_is_advised_against_asks_first(open_wizard, qtbot, base, home, monkeypatch):
    """The reasons are shown; a No leaves the model, a Yes uses it; then it can be removed."""
    import numpy as np

    from dicecam.learn.models import make_model
    from dicecam.vision.taught import TaughtHead
    from dicecam.vision.topface import FEATURES

    known = len(base.reader.classes)
    row = np.zeros((1, FEATURES), np.float32)
    head = TaughtHead(row, np.array([-9.0], np.float32), np.array([known]), known)
    old = {"name": "old", "count": 9, "before": 0.9, "after": 0.8}
    new = {"name": "new", "count": 9, "before": 0.0, "after": 0.5}
    verdict = {"old": [old], "new": [new], "held_out": "photo", "reasons": ["x"]}
    make_model("garden-1", base, head, ("garden_star",), {"passed": False, "verdict": verdict})
    _, wizard = open_wizard()
    wizard.go(COMPARE)
    wizard.compare.refresh("garden-1")
    said = wizard.compare.verdict.text()
    assert "Known faces lose 10.0 points" in said
    assert "50.0" in said
    answers = [QMessageBox.StandardButton.No, QMessageBox.StandardButton.Yes]
    monkeypatch.setattr(QMessageBox, "question", lambda *a: answers.pop(0))
    click(qtbot, wizard.compare.use)
    assert name_in_use() == SHIPPED
    click(qtbot, wizard.compare.use)
    assert name_in_use() == "garden-1"
    assert find_taught("garden-1").in_use
    assert not wizard.compare.remove.isEnabled()
    click(qtbot, wizard.compare.previous)
    wizard.compare.refresh("garden-1")
    click(qtbot, wizard.compare.remove)
    assert [model.name for model in models.list_models()] == ["default"]


def test_the_language_changes_while_the_wizard_is_open(open_wizard, qtbot):
    """Every page speaks the new language at once."""
    driver, wizard = open_wizard()
    driver.window.set_language("fr")

    qtbot.waitUntil(lambda: wizard.windowTitle() == "Apprendre de nouveaux dés")
    assert wizard.compare.previous.text() == "Revenir au modèle précédent"
    assert "Rassembler" in wizard.steps.text()


def test_a_second_click_brings_the_open_wizard_to_the_front(open_wizard):
    """There is one wizard."""
    driver, wizard = open_wizard()
    driver.window._menus.teach.trigger()

    assert driver.window._menus.teach.wizard is wizard


def test_without_a_detector_there_is_nothing_to_teach(open_window):
    """The entry is grey where the program was started without models."""
    driver = open_window(source="")

    assert not driver.window._menus.teach.isEnabled()
    driver.window._menus.teach.open()
    assert driver.window._menus.teach.wizard is None


def test_a_face_gets_a_picture_of_ones_own(course_of_two, qtbot, tmp_path, monkeypatch):
    """The button is ready for a named face only; the picture becomes the face's icon."""
    import cv2
    import numpy as np

    _, wizard = course_of_two()
    click(qtbot, wizard.forth)
    page = wizard.review
    page.grid.setCurrentRow(0)
    page.name.setCurrentText("Star")
    click(qtbot, page.called)
    path = tmp_path / "own.png"
    path.write_bytes(cv2.imencode(".png", np.full((60, 90, 3), 77, np.uint8))[1].tobytes())
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *a: (str(path), ""))
    page.name.setCurrentText("nobody")
    assert not page.icon.isEnabled()
    page.name.setCurrentText("Star")
    click(qtbot, page.icon)

    dice = wizard.collect.course.dice
    icon = cv2.imread(str(dice.folder / dice.face("Star").icon))
    assert icon.shape == (128, 128, 3)
    assert np.abs(icon.astype(int) - 77).max() <= 2


@pytest.mark.parametrize("able", [True, False])
def test_training_the_whole_reader_is_offered_where_it_can_be(
    open_wizard, base, home, monkeypatch, able
):
    """With the train extra there is a button, without it the line to type and its size."""
    from dicecam.learn.models import make_model
    from dicecam.window.teach import compare_page
    from dicecam.window.teach import wizard as module

    monkeypatch.setattr(compare_page, "has_train_extra", lambda: able)
    asked = []
    monkeypatch.setattr(module, "tune_command", lambda sets: asked.append(sets) or ["true"])
    make_model("garden-1", base, None, (), {"passed": True, "sets": ["garden"]})
    _, wizard = open_wizard()
    wizard.go(COMPARE)
    wizard.compare.refresh("garden-1")
    page = wizard.compare

    assert page.tune.isHidden() is not able
    assert page.hint.isHidden() is able
    assert "pip install 'dicecam[train]'" in page.hint.text()
    assert "5 GB" in page.hint.text()
    page.tune.click()
    assert asked == [["garden"]]
    assert wizard.pages.currentIndex() == TRAIN
    wizard.train.cancel()
