"""Forced moves that are made without being asked for: only where they tell nobody a secret.

The full screen and plain mode ask the same. Whoever sees such a move come at once knows that there
was no other, and where a hand decides what is legal, that is a piece of news about the hand.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Move
from core.games import FACTS
from net.client.happenings import RoomState
from tui.boards.scene import Piece


def among_people(room: RoomState | None) -> bool:
    """Whether somebody else who could watch the time sits at the table."""
    return room is not None and sum(line.kind == "human" for line in room.seats) > 1


def plays_itself(
    wanted: str, game: str, legal: Sequence[Move], hand: Sequence[Piece], *, watched: bool
) -> bool:
    """Tell whether the only move is to be made for the player.

    `wanted` is the player's setting: "off", "bids", "last" or "every"; `watched` says whether other
    people are at the table.
    """
    if wanted == "off" or len(legal) != 1:
        return False
    facts, (move,) = FACTS[game], legal
    known = (*getattr(facts, "FORCED_MOVES", ()), *getattr(facts, "OPEN_MOVES", ()))
    if move.partition(" ")[0] in known:
        return True
    if len(hand) == 1 and move in hand[0].moves:
        return wanted in ("last", "every")  # everybody sees that it is the last one
    return wanted == "every" and not watched
