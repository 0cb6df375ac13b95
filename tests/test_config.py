"""Settings: round trip through TOML, and clear words for whatever is wrong in the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicecam.config import Settings, load_settings, save_settings
from dicecam.errors import SettingsError


def test_a_missing_file_gives_the_defaults(tmp_path):
    """Nothing has to exist at the first start."""
    assert load_settings(tmp_path / "none.toml") == Settings()


@given(
    source=st.text(alphabet=st.characters(exclude_categories=("Cs",))),
    scale=st.floats(0.8, 2.0),
    beep=st.booleans(),
)
def test_settings_survive_the_file(tmp_path_factory, source, scale, beep):
    """Whatever was saved is loaded again, quotes and line ends included."""
    path = tmp_path_factory.mktemp("settings") / "deep" / "settings.toml"
    settings = Settings(
        source=source,
        text_scale=scale,
        beep=beep,
        language="fr",
        region=(0.1, 0.2, 0.9, 1.0),
        colours=(("red", 50.0, 60.5, 30.0),),
    )
    save_settings(settings, path)

    assert load_settings(path) == settings
    assert [entry.name for entry in path.parent.iterdir()] == ["settings.toml"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("language = 'xx'", "language: expected '', 'fr' or 'en', got 'xx'"),
        ("theme = 'pink'", "theme"),
        ("text_scale = 9", "text_scale: expected 0.8 to 2.0, got 9.0"),
        ("width_px = 1", "width_px"),
        ("width_px = 'wide'", "width_px: expected int, got 'wide'"),
        ("height_px = 1", "height_px"),
        ("region = [0.5, 0, 0.1, 1]", "region"),
        ("region = [0.5]", "region"),
        ("corners = [0.5, 2]", "corners"),
        ("colours = [['red', 1.0]]", "colours"),
        ("table_width_mm = 0", "table_width_mm"),
        ("table_height_mm = -1", "table_height_mm"),
        ("colour = 'red'", "unknown key 'colour'"),
        ("beep = [", "cannot be read"),
        ("corners = 'all'", "corners: expected list"),
    ],
)
def test_a_wrong_value_names_key_and_expectation(tmp_path, text, words):
    """The message says which key, what was expected and what was found."""
    path = tmp_path / "settings.toml"
    path.write_text(text, encoding="utf-8")

    with pytest.raises(SettingsError) as error:
        load_settings(path)
    assert words in str(error.value)
