"""Why the viewer may not make a move, asked from the rules themselves. Knows no game."""

from __future__ import annotations

from random import Random
from typing import Any

from core.game import MATCH_OVER, NOT_YOUR_TURN, Game, IllegalMoveError, Move
from tui.text import t
from tui.words import refusal


def why_not(game: Game, view: Any, move: Move) -> str:
    """Say in the player's language why the viewer may not make a move; empty if he may.

    What the viewer knows decides what he may do, so any state that looks the same gives the reason.
    """
    if view.result is not None:
        return t(MATCH_OVER)
    if view.seat not in view.to_act:
        return t(NOT_YOUR_TURN)
    try:
        game.apply(game.imagine(view, Random(0)), view.seat, move)
    except IllegalMoveError as error:
        return refusal(error.reason, error.facts, error.rule)
    return ""
