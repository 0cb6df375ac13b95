"""Words: nothing untranslated, no key without a sentence, and every control can be named."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

import dicecam.window
from dicecam.messages import LANGUAGES, load_catalogue
from dicecam.window.theme import THEMES, contrast

WINDOW = Path(dicecam.window.__file__).parent
TS = WINDOW / "translations" / "dicecam_fr.ts"


def messages(path):
    """Return the texts of a translation file with their translation, None when unfinished."""
    return {
        (context.findtext("name"), message.findtext("source")): None
        if message.find("translation").get("type") == "unfinished"
        else message.findtext("translation")
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    }


def test_lupdate_finds_no_untranslated_text(tmp_path):
    """Every text of the window stands in the translation file, in French."""
    tool = Path(sys.executable).with_name("pyside6-lupdate")
    if not tool.exists():
        pytest.skip("pyside6-lupdate is not installed beside this Python")
    copy = tmp_path / "fr.ts"
    copy.write_bytes(TS.read_bytes())
    sources = [str(path) for path in sorted(WINDOW.rglob("*.py"))]
    command = [str(tool), *sources, "-locations", "none", "-no-obsolete", "-ts", str(copy)]
    subprocess.run(command, check=True, capture_output=True)
    found = messages(copy)

    assert len(found) > 50
    assert [source for source, text in found.items() if not text] == []


def test_translations_keep_their_placeholders():
    """What is filled in in English is filled in in French."""
    for (_, source), text in messages(TS).items():
        names = re.findall(r"{\w+}", source)

        assert sorted(re.findall(r"{\w+}", text)) == sorted(names), source


def test_the_compiled_file_is_up_to_date(tmp_path):
    """The .qm holds what the .ts says."""
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    if not tool.exists():
        pytest.skip("pyside6-lrelease is not installed beside this Python")
    made = tmp_path / "fr.qm"
    subprocess.run([str(tool), str(TS), "-qm", str(made)], check=True, capture_output=True)

    assert made.read_bytes() == TS.with_suffix(".qm").read_bytes()


def test_both_languages_have_the_same_keys():
    """No sentence exists in one language only."""
    keys = {language: load_catalogue(language).keys for language in LANGUAGES}

    assert keys["fr"] == keys["en"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_keys_written_out_have_a_sentence(language):
    """Every key written out anywhere in the program is in the catalogues."""
    used = {
        call.args[0].value
        for path in WINDOW.parent.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call)
        and ast.unparse(call.func) in ("Message", "Message.of")
        and call.args
        and isinstance(call.args[0], ast.Constant)
    }

    assert used
    assert used - load_catalogue(language).keys == set()


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_can_be_read_on_its_ground(theme):
    """Contrast of at least 4.5:1 for every kind of text, 3:1 for outlines."""
    for ground in (theme.window, theme.paper, theme.raised):
        for ink in (theme.text, theme.quiet, theme.good, theme.warning, theme.bad, theme.accent):
            assert contrast(ink, ground) >= 4.5, (theme.name, ink, ground)
        assert contrast(theme.line, ground) >= 3.0
    assert contrast(theme.on_accent, theme.accent) >= 4.5


def test_everything_that_takes_the_focus_has_a_name(open_window, qwixx):
    """Screen readers can name every control of the game page and the start page."""
    driver = open_window()
    driver.show(*qwixx())
    unnamed = [w for w in controls(driver.window.game_page) if not name_of(w)]

    assert [repr(widget) for widget in unnamed] == []
    driver.window.show_start()
    unnamed = [w for w in controls(driver.window.start_page) if not name_of(w)]
    assert [repr(widget) for widget in unnamed] == []


def test_tab_reaches_every_control(open_window, qwixx, qtbot):
    """Nobody needs a mouse: Tab goes round through picture, options and sheets."""
    driver = open_window()
    driver.show(*qwixx())
    driver.page.table.picture.setFocus()
    reached = set()
    for _ in range(60):
        widget = QApplication.focusWidget()
        reached.add(widget)
        qtbot.keyClick(widget, Qt.Key.Key_Tab)

    assert driver.page.table.picture in reached
    assert {panel.list for panel in driver.page.options.seats} <= reached
    assert {b for view in driver.page.sheets.views for b in view.buttons} <= reached


def controls(page: QWidget):
    """Return the visible widgets of a page that Tab may reach."""
    return [
        widget
        for widget in page.findChildren(QWidget)
        if widget.isVisible()
        and widget.isEnabled()
        and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.metaObject().className() not in ("QScrollArea", "QWidget", "QScrollBar")
    ]


def name_of(widget: QWidget) -> str:
    """Return what a screen reader calls a widget."""
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text or widget.toolTip()
