"""Vector files: the generic form, comparisons without order, and failures that are told."""

from __future__ import annotations

import importlib

import pytest

from dicecam.errors import NotationError
from dicecam.rules import vectors
from dicecam.rules.core import refuse
from dicecam.rules.games.qwixx import Qwixx
from dicecam.rules.notation import to_plain
from dicecam.rules.vectors import Answer, adapter_for, differences, judge, run_vectors

ROLL = "rolled white=3 white=4 red=5 yellow=2 green=6 blue=1"


class Generic(Qwixx):
    """Qwixx under a name that has no adapter."""


def run(plain, **document):
    """Run one vector in the generic form and return its failures."""
    whole = {"game": "generic_qwixx", "vectors": [{"id": "G1", **plain}], **document}
    (result,) = run_vectors(whole, {"generic_qwixx": Generic()})
    assert result.passed == (not result.failures)
    return list(result.failures)


def events(*texts):
    """Return the action of the generic form."""
    return {"type": "events", "events": list(texts)}


def test_generic_form_needs_no_adapter():
    """Events are folded from a fresh game or a given state; state and options are compared."""
    fresh = run(
        {
            "seats": 3,
            "action": events(ROLL, "played 1 mark:red,7"),
            "expect": {
                "ok": True,
                "state": {"active": 0, "choices": [None, "red", None]},
                "score": [0, 0, 0],
                "winners": None,
                "legal": {
                    "2": ["mark:blue,7", "mark:green,7", "mark:red,7", "mark:yellow,7", "pass"]
                },
            },
        }
    )
    given = run(
        {
            "state": to_plain(Qwixx().setup(2, {})),
            "action": events(),
            "expect": {"score": [0, 0]},
        }
    )

    assert fresh == []
    assert given == []


def test_generic_form_compares_refusals():
    """Code and index of the refused event."""
    plain = {
        "action": events(ROLL, "played 1 mark:red,8"),
        "expect": {"ok": False, "reason_any": ["SUM_MISMATCH", "OTHER"], "at": 1},
    }

    assert run(plain) == []


def test_generic_form_knows_winners_at_the_end():
    """Four passes of the active player in a row of turns end a game."""
    state = to_plain(Qwixx().setup(2, {}))
    state["cards"][0]["penalties"] = 3
    plain = {
        "state": state,
        "action": events(ROLL, "played 0 pass", "played 1 pass", "played 0 pass"),
        "expect": {"winners": [1], "score": [-20, 0], "state": {"phase": "GAME_OVER"}},
    }

    assert run(plain) == []


@pytest.mark.parametrize(
    ("plain", "words"),
    [
        ({"action": events(ROLL), "expect": {"score": [1, 1]}}, "score: expected [1, 1]"),
        ({"action": events("rolled"), "expect": {}}, "expected ok, refused with INCOMPLETE_ROLL"),
        (
            {"action": events(), "expect": {"ok": False, "reason": "X"}},
            "expected a refusal (X), was accepted",
        ),
        (
            {"action": events("rolled"), "expect": {"ok": False, "reason": "X"}},
            "expected X, refused with INCOMPLETE_ROLL",
        ),
        (
            {
                "action": events("rolled"),
                "expect": {"ok": False, "reason": "INCOMPLETE_ROLL", "at": 2},
            },
            "expected a refusal at 2, got one at 0",
        ),
        ({"action": events(), "expect": {"gain": 3}}, "gain: the engine gave no answer"),
        ({"action": events("danced"), "expect": {}}, "cannot be run: NotationError"),
        ({"expect": {}}, "cannot be run: KeyError: 'action'"),
        ({"action": events(), "expect": {}, "seats": 99}, "cannot be run: SettingsError"),
        ({"action": events(), "expect": {}, "state": {"x": 1}}, "cannot be run: NotationError"),
        ({"action": events(), "expect": {}, "options": {"x": 1}}, "cannot be run: SettingsError"),
    ],
)
def test_differences_are_told(plain, words):
    """Each failure is a sentence; a vector that cannot be run fails alone."""
    (failure,) = run(plain)

    assert words in failure


def test_defaults_of_the_file_hold_for_every_vector():
    """A vector's own options come on top."""
    plain = {
        "action": events(),
        "expect": {"state": {"rules": {"lock_min": 6, "plain_cross": True}}},
        "options": {"last_number_below_min": "plain_cross"},
    }

    assert run(plain, default_options={"lock_min_including_last": 6}) == []


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ({}, "expected game to be one of generic_qwixx, got None"),
        ({"game": "chess"}, "got 'chess'"),
        ({"game": "generic_qwixx"}, "expected a list under 'vectors', got None"),
    ],
)
def test_file_of_another_form_is_refused(document, words):
    """No game, an unknown one, or no list."""
    with pytest.raises(NotationError) as caught:
        run_vectors(document, {"generic_qwixx": Generic()})

    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("wanted", "got", "where", "failures"),
    [
        ([1, 2], [2, 1], "bag", []),
        ([1, 2], [2, 1], "list", ["list: expected [1, 2], got [2, 1]"]),
        ([1, 1], (1,), "bag", ["bag: expected [1, 1], got (1,)"]),
        ({"a": 1}, {"a": 1, "b": 2}, "it", []),
        ({"a": 1}, {"b": 2}, "it", ["it.a: expected 1, got nothing"]),
        ({"a": {"b": 1}}, {"a": {"b": 2}}, "it", ["it.a.b: expected 1, got 2"]),
        ({"a": 1}, 5, "it", ["it: expected {'a': 1}, got 5"]),
        (None, None, "it", []),
        (True, False, "it", ["it: expected True, got False"]),
    ],
)
def test_expectations_are_partial(wanted, got, where, failures):
    """Objects may hold more than is expected; lists of sets are compared without order."""
    assert differences(wanted, got, where, frozenset({"bag"})) == failures


def test_player_of_a_refusal_is_no_answer_that_is_missing():
    """Some files name whom a refusal concerns; the codes are compared, not the name."""
    answer = Answer(refusal=refuse("qwixx", "GAME_OVER"), at=0, extra=["found by the adapter"])
    expect = {"ok": False, "reason": "GAME_OVER", "player": "A"}

    assert judge(expect, answer, frozenset()) == ["found by the adapter"]
    assert judge({"player": "A"}, Answer(), frozenset()) == ["player: the engine gave no answer"]


def test_adapter_is_found_by_the_games_name():
    """A game without one uses the generic form."""
    assert adapter_for("qwixx").SETS
    assert adapter_for("generic_qwixx") is None


def test_adapter_that_lacks_something_is_not_taken_for_a_missing_one(monkeypatch):
    """What fails inside an adapter is an error, never the generic form."""

    def broken(name):
        raise ModuleNotFoundError(name, name="something_else")

    monkeypatch.setattr(vectors, "importlib", importlib)
    monkeypatch.setattr(importlib, "import_module", broken)

    with pytest.raises(ModuleNotFoundError):
        adapter_for("qwixx")
