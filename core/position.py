"""What can be asked of a View alone: which moves are legal, why one is not, what there is to see.

What the viewer knows is the same in every state that looks like the View, so any of them gives the
answer.
"""

from __future__ import annotations

from random import Random
from typing import Any

from core.game import FINISHED, OVER, IllegalMoveError, Move, Rules, StateT, View, ViewT


def possible(game: Rules[Any, StateT, ViewT], view: ViewT) -> StateT:
    """Return one of the states that look like the view, always the same one."""
    return game.imagine(view, Random(0))


def legal(game: Rules[Any, StateT, ViewT], view: ViewT) -> tuple[Move, ...]:
    """Return the moves of the viewer; none unless it is the viewer's turn."""
    if view.seat is None or view.seat not in view.to_act:
        return ()
    return tuple(game.legal(possible(game, view), view.seat))


def why_not(game: Rules[Any, StateT, ViewT], view: ViewT, move: Move) -> IllegalMoveError | None:
    """Return what forbids the viewer, a seat, to make a move; None if it is legal."""
    assert view.seat is not None
    try:
        game.apply(possible(game, view), view.seat, move)
    except IllegalMoveError as error:
        return error
    return None


def between_deals(view: View) -> bool:
    """Whether a deal is over and lies open, for people to read before the next one."""
    return view.phase == FINISHED


def is_deal_over(view: View) -> bool:
    """Whether a deal is over and lies open, either between two deals or at the end of the match."""
    return view.phase in (FINISHED, OVER)
