"""What can lie on a My Shelfie sheet: marks and their points, items and the dice that pay them.

Pure combinatorics over the printed sheet, a player's marks and six faces; whose turn it is and
what follows from a choice is the game's business. Sections are those of the rule page's summary.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from dicecam.messages import Message
from dicecam.rules.core import Action, refuse
from dicecam.rules.games._shelfie_shelf import COLUMNS, DICE, ROWS, Shelf

KEY = "my_shelfie_dice"
OPEN, CIRCLED, CROSSED = ".", "O", "X"
MAX_ITEMS = 3
MIN_TO_SCORE = 3
CIRCLE = "circle"

STANDARD_LABELS = {
    "shelfie_plant": "Plants",
    "shelfie_game": "Games",
    "shelfie_book": "Books",
    "shelfie_trophy": "Awards",
    "shelfie_cat": "Cats",
}
"""Labels of the shipped sheet; these are translated, an owner's own words are left alone."""

_ITEM = re.compile(r"([a-z0-9_-]+)\.([0-9])=([0-9])(?:\+([1-9]))?")

Marks = tuple[str, ...]
"""A player's shelf: one text of five marks (`.` open, `O` circled, `X` crossed) for each row."""


@dataclass(frozen=True, slots=True)
class Item:
    """A space of the shelf and the dice paid for it.

    Attributes:
        row: Name of the row.
        column: Column from 1.
        dice: Dice of the row's symbol.
        jokers: Joker dice.
        text: Its form in an action, such as `pink.3=2+1`; made once, because thousands of choices
            share a few items.
    """

    row: str
    column: int
    dice: int
    jokers: int = 0
    text: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        jokers = f"+{self.jokers}" if self.jokers else ""
        object.__setattr__(self, "text", f"{self.row}.{self.column}={self.dice}{jokers}")


def row_label(shelf: Shelf, row: str) -> Message:
    """Return what to call a row: the owner's word, or the translated one of the shipped sheet."""
    at = shelf.index(row)
    if at is None:
        return Message.of("core.verbatim", text=row)
    printed = shelf.rows[at]
    if STANDARD_LABELS.get(printed.face) == printed.label:
        return Message(f"{KEY}.row.{printed.face}")
    return Message.of("core.verbatim", text=printed.label)


def row_points(shelf: Shelf, marks: Marks) -> tuple[int, ...]:
    """Return the points of each row: nothing below three circled items (section 9)."""
    return tuple(
        _line(list(zip(row.points, line, strict=True)))
        for row, line in zip(shelf.rows, marks, strict=True)
    )


def column_points(shelf: Shelf, marks: Marks) -> tuple[int, ...]:
    """Return the points of each column, by the same rule as rows."""
    return tuple(
        _line([(row.points[at], line[at]) for row, line in zip(shelf.rows, marks, strict=True)])
        for at in range(COLUMNS)
    )


def _line(items: list[tuple[int, str]]) -> int:
    circled = [points for points, mark in items if mark == CIRCLED]
    return sum(circled) if len(circled) >= MIN_TO_SCORE else 0


def score(shelf: Shelf, marks: Marks) -> int:
    """Return a shelf's points; an item may count in its row and in its column (section 9)."""
    return sum(row_points(shelf, marks)) + sum(column_points(shelf, marks))


def completed(before: Marks, after: Marks) -> tuple[list[int], list[int]]:
    """Return the rows and columns, from 0, whose five spaces became circled."""
    full = CIRCLED * COLUMNS
    rows = [at for at in range(ROWS) if after[at] == full != before[at]]
    columns = [
        at
        for at in range(COLUMNS)
        if all(line[at] == CIRCLED for line in after)
        and any(line[at] != CIRCLED for line in before)
    ]
    return rows, columns


def with_mark(marks: Marks, row: int, column: int, mark: str) -> Marks:
    """Return the marks with one space changed; row and column from 0."""
    line = marks[row][:column] + mark + marks[row][column + 1 :]
    return (*marks[:row], line, *marks[row + 1 :])


def close_lines(marks: Marks, rows: Sequence[int], columns: Sequence[int]) -> Marks:
    """Return the marks with every open space of some rows and columns crossed."""
    return tuple(
        "".join(
            CROSSED if mark == OPEN and (at in rows or column in columns) else mark
            for column, mark in enumerate(line)
        )
        for at, line in enumerate(marks)
    )


def unavailable_rows(marks: Marks) -> int:
    """Return how many rows have no open space left (section 8)."""
    return sum(OPEN not in line for line in marks)


def circle(items: Sequence[Item]) -> Action:
    """Return the action that circles items, in the order given (rows from the top, then columns)."""
    return Action(CIRCLE, tuple([item.text for item in items]))


def payments(shelf: Shelf, marks: Marks, dice: Sequence[str]) -> list[tuple[int, int, Item]]:
    """Return every way to pay one open item with dice (section 6).

    Args:
        shelf: The printed sheet.
        marks: A player's marks.
        dice: Faces of the six dice.

    Returns:
        Row and column from 0 with the item, in sheet order, without a joker first.
    """
    have = Counter(dice)
    jokers = have[shelf.joker]
    every = [(at, column) for at in range(ROWS) for column in range(COLUMNS)]
    places = [place for place in every if marks[place[0]][place[1]] == OPEN]
    if jokers == DICE:  # section 6: six jokers take any one item
        return [(at, col, Item(shelf.rows[at].id, col + 1, 0, DICE)) for at, col in places]
    found: list[tuple[int, int, Item]] = []
    for at, column in places:
        row = shelf.rows[at]
        need = row.need[column]
        if need <= have[row.id]:
            found.append((at, column, Item(row.id, column + 1, need)))
        if jokers and 1 <= need - 1 <= have[row.id]:  # one joker, and never alone
            found.append((at, column, Item(row.id, column + 1, need - 1, 1)))
    return found


def circle_choices(shelf: Shelf, marks: Marks, dice: Sequence[str]) -> list[tuple[Item, ...]]:
    """Return every set of one to three items the dice pay, each with every way to pay it.

    A die is used once; with six jokers only one item may be circled (section 6).
    """
    ways = payments(shelf, marks, dice)
    found: list[tuple[Item, ...]] = []
    have = {shelf.joker: 0, **{row.id: 0 for row in shelf.rows}, **Counter(dice)}
    _extend(ways, 0, have, shelf.joker, (), found)
    return found


def _extend(
    ways: list[tuple[int, int, Item]],
    start: int,
    left: Mapping[str, int],
    joker: str,
    chosen: tuple[Item, ...],
    found: list[tuple[Item, ...]],
) -> None:
    for index in range(start, len(ways)):
        item = ways[index][2]
        same_place = chosen and (chosen[-1].row, chosen[-1].column) == (item.row, item.column)
        if same_place or item.dice > left[item.row] or item.jokers > left[joker]:
            continue
        picked = (*chosen, item)
        found.append(picked)
        if len(picked) < MAX_ITEMS:
            rest = {
                **left,
                item.row: left[item.row] - item.dice,
                joker: left[joker] - item.jokers,
            }
            _extend(ways, index + 1, rest, joker, picked, found)


def parse_items(action: Action) -> tuple[Item, ...] | None:
    """Return the items of a circle action, None when it is no such action or has another form."""
    if action.verb != CIRCLE:
        return None
    items: list[Item] = []
    for text in action.args:
        match = _ITEM.fullmatch(text)
        if match is None:
            return None
        row, column, dice, jokers = match.groups()
        items.append(Item(row, int(column), int(dice), int(jokers or 0)))
    return tuple(items)


def check_payment(shelf: Shelf, dice: tuple[str, ...], at: int, item: Item) -> None:
    """Refuse an item that is not paid as it must be; whether the dice are there is not checked.

    Args:
        shelf: The printed sheet.
        dice: Faces of the six dice.
        at: The item's row from 0.
        item: The item, in a column of the sheet.

    Raises:
        IllegalActionError: A joker too many or alone, too few dice or too many.
    """
    if dice == (shelf.joker,) * DICE and (item.dice, item.jokers) == (0, DICE):
        return  # section 6: six jokers take any one item
    row, need = row_label(shelf, item.row), shelf.rows[at].need[item.column - 1]
    if item.jokers > 1:
        raise refuse(KEY, "MORE_THAN_ONE_JOKER")
    if item.dice == 0 and item.jokers:
        raise refuse(KEY, "JOKER_ALONE", row=row)
    if item.dice + item.jokers < need:
        raise refuse(KEY, "NOT_ENOUGH_DICE")
    if item.dice + item.jokers > need:  # Decided afterwards
        raise refuse(KEY, "WRONG_DICE_COUNT", row=row, column=item.column, need=need)
