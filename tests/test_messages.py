"""Messages and catalogues: sentences in two languages, names, lists, holes that show."""

from __future__ import annotations

import string
from importlib import resources

import pytest

from dicecam.errors import SettingsError
from dicecam.messages import LANGUAGES, Catalogue, Message, load_catalogue

WORDS = Catalogue(
    "en",
    {
        "plain": "Hello.",
        "who": "It is {seat}'s turn.",
        "many": "Waiting for {waiting_seats}.",
        "row": "Cross {row} {number}.",
        "colour.red": "red",
    },
)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        (Message("plain"), "Hello."),
        (Message.of("who", seat=0), "It is Ann's turn."),
        (Message.of("who", seat=1), "It is player 2's turn."),
        (Message.of("who", seat="somebody"), "It is somebody's turn."),
        (Message.of("many", waiting_seats=()), "Waiting for ."),
        (Message.of("many", waiting_seats=(0,)), "Waiting for Ann."),
        (Message.of("many", waiting_seats=(0, 1, 2)), "Waiting for Ann, player 2 and player 3."),
        (Message.of("row", row=Message("colour.red"), number=7), "Cross red 7."),
        (Message.of("row", row=Message("colour.mauve"), number=7), "Cross [colour.mauve] 7."),
        (Message("missing"), "[missing]"),
    ],
)
def test_message_becomes_a_sentence(message, sentence):
    """Seats become names, tuples lists, messages words, and a hole is seen."""
    assert WORDS.say(message, ["Ann"]) == sentence


def test_keyword_form_keeps_the_order():
    """`Message.of` is a value: equal arguments in equal order are equal messages."""
    assert Message.of("k", a=1, b=2) == Message("k", (("a", 1), ("b", 2)))


def test_catalogue_knows_its_keys():
    """Keys are asked for by tests that look for holes."""
    assert "plain" in WORDS
    assert "missing" not in WORDS
    assert WORDS.keys == {"plain", "who", "many", "row", "colour.red"}


def placeholders(template):
    """Return the names of a template's placeholders."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_languages_are_complete_and_take_the_same_arguments():
    """Each sentence is there in French and English with the same placeholders."""
    french, english = (load_catalogue(language) for language in ("fr", "en"))

    assert french.keys == english.keys
    assert len(french.keys) > 200
    for key in french.keys:
        said = [placeholders(each._sentences[key]) for each in (french, english)]
        assert said[0] == said[1], key


def test_language_without_files_is_refused():
    """The message lists the languages there are."""
    with pytest.raises(SettingsError, match="expected one of fr, en, got 'xx'"):
        load_catalogue("xx")


def test_every_folder_of_texts_is_a_language():
    """What is shipped and what is promised are the same."""
    folder = resources.files("dicecam").joinpath("data", "i18n")

    assert {entry.name for entry in folder.iterdir() if entry.is_dir()} == set(LANGUAGES)


def test_added_folders_bring_their_own_sentences(tmp_path):
    """Nested tables become dotted keys under the name of the file."""
    folder = tmp_path / "i18n" / "fr"
    folder.mkdir(parents=True)
    (folder / "yams.toml").write_text(
        'title = "Yams"\n[action]\ntake = "noter"\n', encoding="utf-8"
    )
    french = load_catalogue("fr", [tmp_path])

    assert french.say(Message("yams.title")) == "Yams"
    assert french.say(Message("yams.action.take")) == "noter"
    assert "qwixx.title" in french


def test_broken_catalogue_file_is_named(tmp_path):
    """The message gives the file and what to do."""
    folder = tmp_path / "i18n" / "en"
    folder.mkdir(parents=True)
    (folder / "yams.toml").write_text("title =", encoding="utf-8")

    with pytest.raises(SettingsError, match=r"yams\.toml: not valid TOML .*mend the file"):
        load_catalogue("en", [tmp_path])
