"""Data files: the user's come first, wrong ones are named."""

from __future__ import annotations

import pytest

from dicecam.errors import SettingsError
from dicecam.tables import load_table, table_path

NAME = "my_shelfie_sheet.toml"


def test_shipped_table_is_used_without_a_users_own(tmp_path):
    """Also when there is a folder but not this file in it."""
    assert table_path(NAME, tmp_path) == table_path(NAME)
    assert load_table(NAME)["__file__"] == str(table_path(NAME))
    assert len(load_table(NAME, tmp_path)["row"]) == 5


def test_users_table_replaces_the_shipped_one(tmp_path):
    """A file of the same name counts whole; a byte order mark does no harm."""
    own = tmp_path / NAME
    own.write_text('name = "mine"\n', encoding="utf-8-sig")
    table = load_table(NAME, tmp_path)

    assert table == {"name": "mine", "__file__": str(own)}


def test_missing_table_is_named(tmp_path):
    """The message says where it was looked for."""
    with pytest.raises(SettingsError, match=r"data file nothing\.toml: not found in"):
        load_table("nothing.toml", tmp_path)


@pytest.mark.parametrize("content", [b"name = ", b"\xff\xfe\x00 nonsense", b"[row\n"])
def test_broken_table_is_named(tmp_path, content):
    """No valid TOML, or no text at all: the file, why, and what to do."""
    (tmp_path / NAME).write_bytes(content)

    with pytest.raises(SettingsError, match=r"not valid TOML .*mend it or remove it") as caught:
        load_table(NAME, tmp_path)
    assert str(tmp_path / NAME) in str(caught.value)
