"""A game from a folder of its own is a tile like the others and is played in the window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from dicecam.messages import load_catalogue
from dicecam.rules.games import find_games
from dicecam.tables import load_table

FOLDER = Path(__file__).parent.parent / "sixth_game"


@pytest.mark.parametrize(("language", "title"), [("en", "Yams"), ("fr", "Yams, partie haute")])
def test_an_added_game_gets_a_tile_and_a_sheet(open_window, language, title):
    """The start page shows its tile, a click on it and on play opens its sheets."""
    driver = open_window(
        games=find_games(load_table, [FOLDER]),
        catalogue=lambda code: load_catalogue(code, [FOLDER]),
        language=language,
        game=None,
    )
    page = driver.window.start_page
    tile = next(tile for tile in page.tiles if tile.spec.key == "yams")
    driver.qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    for row, name in zip(page.players.rows, ("Ada", "Bo"), strict=False):
        row.name.clear()
        driver.qtbot.keyClicks(row.name, name)
    driver.qtbot.mouseClick(page.play, Qt.MouseButton.LeftButton)

    assert driver.window.windowTitle().startswith(title)
    assert driver.window.desk.session.game.spec.key == "yams"
    assert driver.window.desk.awaiting.kinds == ("die",) * 5
