"""A simple automatic player for every game: one step ahead, by points and open cells.

It stands in where nobody can be asked (a pipe, a test). It knows no game: points come from the
game, what a choice costs shows in the cells of the sheet that can no longer be used.
"""

from __future__ import annotations

from typing import Any

from dicecam.rules.core import Action, Game, Played, Seat
from dicecam.rules.sheet import Mark

OPEN_CELL_POINTS = 0.4
"""What an open cell is thought to be worth later; larger values skip fewer numbers."""


def choose(game: Game[Any], state: Any, seat: Seat) -> Action:
    """Return a sensible action.

    Args:
        game: The rules.
        state: A position in which the seat is to act.
        seat: Who chooses.

    Raises:
        ValueError: The seat is not to act.
    """
    actions = game.legal_actions(state, seat)
    if not actions:
        msg = f"automatic player: expected a seat that is to act, got {seat}"
        raise ValueError(msg)
    return max(actions, key=lambda action: _worth(game, state, seat, action))


def _worth(game: Game[Any], state: Any, seat: Seat, action: Action) -> float:
    after = game.apply(state, Played(seat, action))
    # Simultaneous choices only take effect when everybody has decided: let the others decide
    # anything, so that this seat's own choice shows.
    for other in sorted(game.to_act(state) - {seat}):
        if other in game.to_act(after):
            after = game.apply(after, Played(other, game.legal_actions(after, other)[-1]))
    cells = [cell for row in game.sheet(after, seat).rows for cell in row.cells]
    still_open = sum(cell.mark is Mark.OPEN for cell in cells)
    return game.scores(after)[seat] + OPEN_CELL_POINTS * still_open
