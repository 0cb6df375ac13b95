"""What the strip beside the picture says about dice that do not fit."""

from __future__ import annotations

FACES = ("pink", "yellow", "white", "blue", "green", "joker")


def test_dice_without_colours_are_not_named_by_their_colour(open_window, seen):
    """All six were left lying: the strip says so, and names no colour six times."""
    driver = open_window(game="my_shelfie_dice")
    kind = driver.window.parts.games["my_shelfie_dice"].spec.dice[0]
    names = {face: reading for reading, face in kind.readings}
    dice = [seen(track, names[face]) for track, face in enumerate(FACES, start=1)]
    driver.show(*dice)
    assert driver.history()
    driver.choose(0, "Roll some dice again")
    driver.show(*dice)

    assert driver.state().startswith("The dice were not rolled again.")
    assert "white" not in driver.state()
