"""Judges a decision that has just been made, as a review judges it later."""

from typing import Any, Final

from core.game import Game, Move, Seat
from core.games import GAMES
from core.records.replay import Replay, Step
from core.review.decision import PLAYOUTS, Decision, judge

CERTAIN: Final = 3.0
"""A decision must have cost this many standard errors before the player is disturbed."""


def judged(game: str, view: Any, move: Move, seed: int = 0) -> Decision | None:
    """Judge what the view's seat, which was to act, has chosen; None unless it was costly.

    The same seed gives the same judgement. Takes up to a second or so.
    """
    found = judge(_Moment(GAMES[game], view, move), 0, seed, PLAYOUTS)
    if found is None or not found.costly or found.loss <= CERTAIN * found.error:
        return None
    return found


class _Moment(Replay):
    """A single position and the move made in it, to be judged like one of a record."""

    def __init__(self, game: Game, view: Any, move: Move) -> None:
        self.game = game
        self.steps = (Step(view.seat, move, ()),)
        self._view = view

    def view(self, at: int, seat: Seat | None) -> Any:
        return self._view

    def legal(self, at: int) -> tuple[Move, ...]:
        return tuple(self.game.legal(self._view))

    def deal_of(self, at: int) -> int:
        return 0
