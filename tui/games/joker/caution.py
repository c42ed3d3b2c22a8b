"""Which moves of Joker are costly to make by mistake, and where the cursor starts."""

from __future__ import annotations

from collections.abc import Sequence

from core.cards import JOKERS
from core.game import Move
from core.games.joker.moves import Bid, NameTrump, Play, parse_move
from core.games.joker.rules import View


def costly(view: View, move: Move) -> bool:
    """Tell whether a move is costly to make by mistake.

    Such moves are a joker, naming trumps, and a bid of more than half the cards.
    """
    match parse_move(move):
        case Bid(tricks):
            return tricks > max(1, view.cards // 2)
        case Play(card):
            return card in JOKERS
        case NameTrump():
            return True


def harmless(view: View, moves: Sequence[Move]) -> int:
    """Start with a joker that takes nothing if no trick is wanted any more."""
    found = [parse_move(move) for move in moves]
    wanted = view.seat is None or (view.bids[view.seat] or 0) > view.taken[view.seat]
    calls = [play.call if isinstance(play, Play) else "" for play in found]
    if wanted:
        return 0
    return next((at for at, call in enumerate(calls) if call in ("low", "bottom")), 0)
