"""Second programs, written differently, that must agree with the rules on random positions.

They are slow and plain on purpose: they try every way to split the dice, or every number of a
sheet, and share no code with the games but the printed facts of the rule page.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest

from dicecam.dice import Die
from dicecam.rules.games import qwixx, shelfie
from dicecam.rules.games._shelfie_shelf import FILE
from dicecam.tables import load_table

SHELFIE = shelfie.create({FILE: load_table(FILE)})
QWIXX = qwixx.create({})
SYMBOLS = ("pink", "yellow", "white", "blue", "green")


def in_filling_order(labels):
    """Return whether groups are numbered as they come up: groups are interchangeable."""
    met = list(dict.fromkeys(label for label in labels if label))
    return met == list(range(1, len(met) + 1))


LABELLINGS = [labels for labels in product(range(4), repeat=6) if in_filling_order(labels)]
"""Every way to deal six dice out: each idle (0) or in one of three groups."""


def groups_of(dice):
    """Return every way to split six dice into up to three groups, the rest idle."""
    for labels in LABELLINGS:
        yield [
            [die for die, label in zip(dice, labels, strict=True) if label == n]
            for n in range(1, max(labels) + 1)
        ]


def spaces_paid(group, needs, open_spaces):
    """Return the open spaces that exactly this group of dice pays."""
    jokers = group.count("joker")
    symbols = set(group) - {"joker"}
    if len(symbols) != 1 or jokers > 1:
        return []
    row = symbols.pop()
    return [
        (row, column, len(group) - jokers, jokers)
        for column in range(1, 6)
        if (row, column) in open_spaces and needs[row][column - 1] == len(group)
    ]


def shelfie_oracle(dice, needs, open_spaces):
    """Return every choice as a set of items, by trying all ways to deal the dice out."""
    if set(dice) == {"joker"}:
        return {frozenset({(row, column, 0, 6)}) for row, column in open_spaces}
    found = set()
    for groups in groups_of(dice):
        for items in product(*(spaces_paid(group, needs, open_spaces) for group in groups)):
            if items and len({item[:2] for item in items}) == len(items):
                found.add(frozenset(items))
    return found


def as_set(choice):
    """Return the engine's choice in the oracle's words."""
    return frozenset((item.row, item.column, item.dice, item.jokers) for item in choice)


def shelfie_agrees(rng):
    """Compare one random position of a random sheet; return the number of choices."""
    shelf = SHELFIE.shelf
    if rng.random() < 0.5:  # half of the time a sheet with other needs
        rows = tuple(
            replace(row, need=tuple(rng.randint(1, 6) for _ in range(5))) for row in shelf.rows
        )
        shelf = replace(shelf, rows=rows)
    faces = rng.choices((*SYMBOLS, "joker"), weights=(*[1] * 5, rng.choice((1, 3, 30))), k=6)
    marks = tuple("".join(rng.choice("...OX") for _ in range(5)) for _ in range(5))
    needs = {row.id: row.need for row in shelf.rows}
    spaces = {
        (row.id, column + 1)
        for row, line in zip(shelf.rows, marks, strict=True)
        for column, mark in enumerate(line)
        if mark == "."
    }
    engine = [as_set(choice) for choice in shelfie.circle_choices(shelf, marks, tuple(faces))]
    assert len(engine) == len(set(engine))
    assert set(engine) == shelfie_oracle(faces, needs, spaces)
    return len(engine)


def test_shelfie_choices_agree_with_the_oracle():
    """Forty random positions, among them other needs, many jokers and closed spaces."""
    rng = random.Random(7)
    counts = [shelfie_agrees(rng) for _ in range(40)]

    assert max(counts) > 40


@pytest.mark.slow
def test_shelfie_choices_agree_with_the_oracle_on_many_positions():
    """The same on a thousand positions."""
    rng = random.Random(8)
    counts = [shelfie_agrees(rng) for _ in range(1000)]

    assert 0 in counts
    assert max(counts) > 100


def qwixx_oracle(card, locked, dice, coloured, lock_min, plain_cross):
    """Return the numbers that may be crossed, read off a strip of eleven boxes for each row.

    Args:
        card: Crossed numbers by colour.
        locked: Closed colours.
        dice: Pips by colour, white a pair.
        coloured: True for the step with a coloured die.
        lock_min: Crosses that closing a row takes, the last number included.
        plain_cross: True when the last number may be crossed without them.
    """
    found = set()
    for colour in ("red", "yellow", "green", "blue"):
        strip = list(range(2, 13)) if colour in ("red", "yellow") else list(range(12, 1, -1))
        boxes = ["x" if number in card[colour] else "" for number in strip]
        after_last = 11 - boxes[::-1].index("x") if "x" in boxes else 0
        for at in range(after_last, 11):
            enough = boxes.count("x") + 1 >= lock_min or plain_cross
            if colour in locked or (at == 10 and not enough):
                continue
            if coloured:
                pairs = [(white, dice[colour]) for white in dice["white"] if dice[colour]]
            else:
                pairs = list(combinations(dice["white"], 2))
            if any(sum(pair) == strip[at] for pair in pairs):
                found.add((colour, strip[at]))
    return found


def random_card(rng):
    """Return crossed numbers in legal order for each row, and the same as a card."""
    rows = {}
    for colour, numbers in qwixx.NUMBERS.items():
        chosen = set(rng.sample(range(11), k=rng.randint(0, 8)))
        rows[colour] = tuple(number for at, number in enumerate(numbers) if at in chosen)
    return rows, qwixx.Card(rows=tuple(rows[colour] for colour in qwixx.COLOURS))


def qwixx_agrees(rng):
    """Compare one random position in both steps; return the number of marks."""
    options = {
        "lock_min_including_last": rng.choice((5, 6)),
        "last_number_below_min": rng.choice(("forbidden", "plain_cross")),
    }
    rows, card = random_card(rng)
    locked = frozenset(rng.sample(qwixx.COLOURS, k=rng.choice((0, 0, 1))))
    dice = {colour: rng.randint(1, 6) for colour in qwixx.COLOURS if colour not in locked}
    white = (rng.randint(1, 6), rng.randint(1, 6))
    thrown = [Die("white", str(pips)) for pips in white]
    thrown += [Die(colour, str(pips)) for colour, pips in dice.items()]
    by_colour = {"white": white, **{colour: dice.get(colour, 0) for colour in qwixx.COLOURS}}
    state = replace(
        QWIXX.setup(2, options), dice=tuple(sorted(thrown)), locked=locked, cards=(card, card)
    )
    total = 0
    for phase, coloured in ((qwixx.Phase.WHITE, False), (qwixx.Phase.COLOUR, True)):
        actions = QWIXX.legal_actions(replace(state, phase=phase), 0)
        marks = Counter((a.args[0], int(a.args[1])) for a in actions if a != qwixx.PASS)
        wanted = qwixx_oracle(
            rows,
            locked,
            by_colour,
            coloured,
            options["lock_min_including_last"],
            options["last_number_below_min"] == "plain_cross",
        )
        assert marks == Counter(dict.fromkeys(wanted, 1))
        assert qwixx.PASS in actions
        total += len(wanted)
    return total


def test_qwixx_options_agree_with_the_oracle():
    """Five hundred random cards with every lock rule, in the white and the coloured step."""
    rng = random.Random(9)
    counts = [qwixx_agrees(rng) for _ in range(500)]

    assert 0 in counts
    assert max(counts) > 6
