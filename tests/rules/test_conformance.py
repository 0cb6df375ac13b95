"""The laws every game keeps, checked on seeded random games of every registered game."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from dicecam.errors import IllegalActionError, UnexpectedRollError
from dicecam.messages import load_catalogue
from dicecam.rules.core import Action, Played, Rolled
from dicecam.rules.games import find_games, game_modules
from dicecam.rules.notation import (
    format_action,
    format_event,
    format_state,
    parse_action,
    parse_event,
    parse_state,
)
from dicecam.rules.replay import fold, random_game, read_playthrough, write_playthrough
from dicecam.rules.vectors import run_vectors
from dicecam.tables import load_table

HERE = Path(__file__).parent
GAMES = find_games(load_table)
FAST_GAMES = 6


def option_sets(game, seed):
    """Return the defaults first, then random choices of every option."""
    rng = random.Random(seed)
    if seed == 0:
        return {}
    return {
        option.key: rng.choice(option.choices)
        for option in game.spec.options
        if option.choices and rng.random() < 0.5
    }


def seats_for(game, seed):
    """Return a number of players the options allow, different from seed to seed."""
    span = game.spec.max_seats - game.spec.min_seats + 1
    return game.spec.min_seats + seed % span


def walk(game, seed, limit=400):
    """Play a seeded random game; option sets a game refuses for its seats fall back to defaults."""
    from dicecam.errors import SettingsError

    rng = random.Random(seed)
    try:
        yield from random_game(game, seats_for(game, seed), option_sets(game, seed), rng, limit)
    except SettingsError:
        yield from random_game(game, seats_for(game, seed), {}, rng, limit)


@pytest.mark.parametrize("seed", range(FAST_GAMES))
@pytest.mark.parametrize("key", GAMES)
def test_every_position_keeps_the_laws(key, seed):
    """Actions sorted and legal, something to do or an outcome, sheets and texts never fail."""
    game = GAMES[key]
    texts = [load_catalogue(language) for language in ("fr", "en")]
    steps = 0
    for before, event, after in walk(game, seed):
        steps += 1
        seats = range(len(game.scores(before)))
        to_act = game.to_act(before)
        outcome = game.outcome(before)

        assert outcome is None
        assert game.awaits(before) is not None or to_act
        for seat in seats:
            actions = game.legal_actions(before, seat)
            sheet = game.sheet(before, seat)
            assert list(actions) == sorted(set(actions))
            assert bool(actions) == (seat in to_act)
            assert set(sheet.actions()) <= set(actions)
            for action in actions:
                assert parse_action(format_action(action)) == action
                game.apply(before, Played(seat, action))
                for catalogue in texts:
                    assert "[" not in catalogue.say(game.describe(before, action))
        assert parse_event(format_event(event)) == event
        assert parse_state(game.state_type, format_state(after)) == after
        assert game.apply(before, event) == after
        for message in game.news(before, event, after):
            for catalogue in texts:
                assert "[" not in catalogue.say(message)
    assert steps > 0
    final = game.outcome(after)
    if final is not None:
        assert final.scores == game.scores(after)
        assert game.awaits(after) is None
        assert not game.to_act(after)
        assert len(final.winners) == len(set(final.winners))


@pytest.mark.parametrize("seed", range(FAST_GAMES))
@pytest.mark.parametrize("key", GAMES)
def test_what_is_not_legal_is_refused_and_changes_nothing(key, seed):
    """Another seat's or position's action raises and leaves the state equal to before."""
    game = GAMES[key]
    seen: set[Action] = {Action("nonsense"), Action("nonsense", ("1", "2"))}
    rng = random.Random(seed)
    texts = [load_catalogue(language) for language in ("fr", "en")]
    for before, _, _ in walk(game, seed, 150):
        frozen = format_state(before)
        for seat in range(len(game.scores(before))):
            legal = set(game.legal_actions(before, seat))
            for action in rng.sample(sorted(seen - legal), k=min(8, len(seen - legal))):
                with pytest.raises(IllegalActionError) as refusal:
                    game.apply(before, Played(seat, action))
                for catalogue in texts:
                    assert "[" not in catalogue.say(refusal.value.message)
                game.describe(before, action)
            seen |= legal

        assert format_state(before) == frozen


@pytest.mark.parametrize("key", GAMES)
def test_dice_that_are_not_awaited_are_refused(key):
    """A wrong roll raises UnexpectedRollError, also where no roll is due."""
    game = GAMES[key]
    for before, _, _ in walk(game, 1, 60):
        with pytest.raises(UnexpectedRollError):
            game.apply(before, Rolled(()))


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
