"""Domino Poker's moves as texts, and why one is refused: bids, and the moves of the fifth stage.

Why a tile may not be played is told in core.games.domino_poker.tricks.
"""

from __future__ import annotations

from typing import Final

from core.game import UNKNOWN_MOVE, IllegalMoveError, Move
from core.games.domino_poker.sheet import Deal
from core.games.domino_poker.tricks import BY_STRENGTH

PLAYS: Final = tuple(f"play {tile}" for tile in BY_STRENGTH)
"""Tile number -> the move that plays it."""
BIDS: Final = tuple(f"bid {n}" for n in range(8))
PICKS: Final = tuple(f"pick {n}" for n in range(28))
COUNTS: Final = ("count left", "count right")
DECISIONS: Final = ("show", "keep")
_MOVES: Final = frozenset((*PLAYS, *BIDS, *PICKS, *COUNTS, *DECISIONS))

AWAITED: Final = {
    "bid": ("first everybody bids", "D-R10"),
    "play": ("now a tile is played", "D-R9"),
    "pick": ("now a tile of the row is picked", "D-R22"),
    "count": ("now the direction is named: left or right", "D-R22"),
    "decide": ("show your tile or keep it hidden", "D-R25"),
}
"""Phase -> what is to be done now, and the paragraph that says so."""


def refusal(now: Deal, phase: str, barred_bid: int, move: Move) -> IllegalMoveError:
    """Say why a move is refused that plays no tile where tiles are played.

    `barred_bid` is the bid that the hook forbids; -1 if none.
    """
    awaited, rule = AWAITED[phase]
    verb, _, what = move.partition(" ")
    is_number = verb in ("bid", "pick") and what.isdecimal()
    if move not in _MOVES and not is_number:
        return IllegalMoveError(UNKNOWN_MOVE, rule, move=move[:40])
    if verb == "bid" and now.stage in ("hapok", "mizer"):
        return IllegalMoveError("nobody bids in this deal", "D-R19")
    if verb != phase:
        return IllegalMoveError(awaited, rule)
    if verb == "pick":
        return IllegalMoveError("the positions of the row are 0 to 27", rule)
    if verb == "count":
        return IllegalMoveError("at this table the tiles are counted to the right", rule)
    if what == str(barred_bid):
        return IllegalMoveError("the bids may not add up to {size}", "D-R11", size=now.size)
    return IllegalMoveError("a bid is a number from 0 to {size}", rule, size=now.size)
