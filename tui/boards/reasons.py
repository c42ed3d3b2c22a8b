"""Why the viewer may not make a move, as told by the rules themselves. Knows no game."""

from __future__ import annotations

from typing import Any

from core.game import MATCH_OVER, NOT_YOUR_TURN, Game, IllegalMoveError, Move
from tui.boards.scene import Piece
from tui.language.text import t
from tui.language.words import refusal


def _untimely(view: Any) -> str:
    if view.result is not None:
        return t(MATCH_OVER)
    return "" if view.seat in view.to_act else t(NOT_YOUR_TURN)


def why_not(game: Game, view: Any, move: Move) -> str:
    """Say in the player's language why the viewer may not make a move; empty if it is legal."""
    return _untimely(view) or _worded(game.refusal(view, move))


def _worded(error: IllegalMoveError | None) -> str:
    return refusal(error.reason, error.facts, error.rule) if error else ""


def barred(game: Game, view: Any, token: str, move: Move, said: str = "") -> Piece:
    """Return a piece that cannot be played, why, and by which paragraph.

    `move` is what would be tried with it; `said` is the board's own wording of the reason.
    """
    untimely = _untimely(view)
    if untimely:
        return Piece(token, (), untimely)
    error = game.refusal(view, move)
    return Piece(token, (), said or _worded(error), error.rule if error else "")
