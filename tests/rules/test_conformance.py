"""The laws every game keeps, checked on seeded random games of every registered game."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from dicecam.messages import load_catalogue
from dicecam.rules.games import find_games, game_modules
from dicecam.rules.laws import broken_laws
from dicecam.rules.replay import fold, read_playthrough, write_playthrough
from dicecam.rules.vectors import run_vectors
from dicecam.tables import load_table

HERE = Path(__file__).parent
GAMES = find_games(load_table)
CATALOGUES = [load_catalogue(language) for language in ("fr", "en")]
FAST_GAMES = 6


@pytest.mark.parametrize("seed", range(FAST_GAMES))
@pytest.mark.parametrize("key", GAMES)
def test_random_games_keep_every_law(key, seed):
    """Legal, illegal and wrong events of a seeded random game break no law of `rules.laws`."""
    broken = broken_laws(GAMES[key], random.Random(seed), CATALOGUES, limit=250)

    assert broken == []


@pytest.mark.slow
@pytest.mark.parametrize("block", range(8))
@pytest.mark.parametrize("key", GAMES)
def test_more_random_games_keep_every_law(key, block):
    """A larger sample of the acceptance run: 80 further games of each game."""
    for seed in range(100 + 10 * block, 110 + 10 * block):
        assert broken_laws(GAMES[key], random.Random(seed), CATALOGUES) == []


@pytest.mark.parametrize("key", GAMES)
def test_vectors_pass(key):
    """Every game has hand-derived vectors and passes them."""
    document = json.loads((HERE / "vectors" / f"{key}.json").read_text(encoding="utf-8"))
    failed = [result for result in run_vectors(document, GAMES) if not result.passed]

    assert document["vectors"]
    assert failed == []


@pytest.mark.parametrize("key", GAMES)
def test_playthrough_is_reproduced(key):
    """Every game has a golden playthrough that is reproduced line by line."""
    text = (HERE / "playthroughs" / f"{key}.txt").read_text(encoding="utf-8")
    play = read_playthrough(text)

    assert write_playthrough(GAMES[key], play) == text
    assert fold(GAMES[key], play.seats, dict(play.options), play.events) is not None


@pytest.mark.parametrize("key", GAMES)
def test_texts_name_title_options_and_refusals(key):
    """Title, every option value and preset have words in French and English, with equal keys."""
    spec = GAMES[key].spec
    wanted = {f"{key}.title"}
    for option in spec.options:
        wanted.add(f"{key}.option.{option.key}.label")
        wanted |= {
            f"{key}.option.{option.key}.{str(choice).lower() if isinstance(choice, bool) else choice}"
            for choice in option.choices
            if choice not in dict(option.names)
        }
    wanted |= {f"{key}.preset.{preset.key}" for preset in spec.presets}
    french, english = load_catalogue("fr"), load_catalogue("en")

    assert wanted <= french.keys
    assert french.keys == english.keys


def test_every_game_module_is_found():
    """Discovery builds one game for each module."""
    assert len(GAMES) == len(game_modules())
