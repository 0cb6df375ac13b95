"""The language of the window while the program runs."""

from __future__ import annotations

import shutil

from PySide6.QtCore import QCoreApplication

from dicecam.messages import load_catalogue
from dicecam.window import i18n
from dicecam.window.i18n import Words


def test_an_update_of_the_program_does_not_change_words_that_are_shown(qapp, tmp_path, monkeypatch):
    """The file of texts is overwritten while the window is open: it goes on in French."""
    folder = tmp_path / "translations"
    shutil.copytree(i18n.TRANSLATIONS, folder)
    monkeypatch.setattr(i18n, "TRANSLATIONS", folder)
    words = Words(load_catalogue, "fr")
    (folder / "dicecam_fr.qm").write_bytes(b"\0" * 40_000)

    assert QCoreApplication.translate("EndPage", "Play again") == "Rejouer"
    words.switch("en")
    assert QCoreApplication.translate("EndPage", "Play again") == "Play again"
    words.release()
    words.deleteLater()
