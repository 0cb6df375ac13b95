"""What all tests share: games built from the shipped tables, and the markers' conditions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dicecam.rules.games import find_games
from dicecam.tables import load_table

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="also run the slow tests")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--slow"):
        return
    slow = pytest.mark.skip(reason="slow: give --slow to run it")
    for item in items:
        if "slow" in item.keywords:
            item.add_marker(slow)


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    """Give every test its own user folders, so that none reads or writes the developer's."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture(scope="session")
def games():
    """Return every game, built from the shipped tables."""
    return find_games(load_table)


@pytest.fixture
def data_folder():
    """Return the folder of labelled photos named by DICECAM_DATA."""
    named = os.environ.get("DICECAM_DATA")
    if not named:
        pytest.skip("DICECAM_DATA names no folder of labelled photos")
    folder = Path(named)
    assert folder.is_dir(), f"DICECAM_DATA: {folder} is not a folder"
    return folder
