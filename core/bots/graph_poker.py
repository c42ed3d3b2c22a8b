"""How bots play Graph-Poker: a rule of thumb over all placements. It looks one card ahead."""

from __future__ import annotations

from random import Random
from typing import Final

from core.game import Move
from core.graph_view import View, next_place, open_cells, outlook
from core.grid import place_move
from core.poker import FLUSH, FOUR, NUMBER, ROYAL, STRAIGHT, STRAIGHT_FLUSH, Prospect, rank_of

_HOPED: Final = {ROYAL: 0.7, STRAIGHT_FLUSH: 0.6, FLUSH: 0.5, FOUR: 0.2, STRAIGHT: 0.15, "": 0.0}
"""Points to expect of a window with one card unknown; suited ones mostly end as a flush."""

_EACH_MORE: Final = 0.3
"""What is left of that for each further unknown card or empty cell."""

_GIFT: Final = 0.7
"""How much a point for another player hurts, against a point of one's own."""


def choose(view: View, level: str, rng: Random) -> Move:
    """Return the placement of the greatest worth; every level plays by the same rule of thumb."""
    judge = outlook(view)
    after = next_place(view)
    best, chosen = float("-inf"), ("", 0, 0)
    tokens = tuple(dict.fromkeys(view.hand))
    for x, y in open_cells(view):
        for token in tokens:
            # High cards own windows: where nothing is to be won the low ones go first.
            worth = rng.random() / 1000 - rank_of(NUMBER[token]) / 100
            for prospect in judge.prospects(token, x, y):
                worth += _worth(view, token, prospect, after)
            if worth > best:
                best, chosen = worth, (token, x, y)
    return place_move(*chosen)


def _worth(view: View, token: str, prospect: Prospect, after: int | None) -> float:
    """Judge one window: paid now, perhaps paid now, or begun for later."""
    if prospect.owner is not None:
        mine = prospect.owner == view.seat
        return prospect.points if mine else -_GIFT * prospect.points
    doubts = prospect.missing + prospect.unknown
    hope = _HOPED[prospect.category] * _EACH_MORE ** (doubts - 1)
    if not prospect.missing:
        # The higher the card, the likelier it outranks the hidden ones (G-R18).
        return hope * rank_of(NUMBER[token]) / 14
    if after is None:
        return 0.0
    if _holds_another(view.hand, token, prospect.category):
        # Everybody who begins the next round before this seat may take it first.
        return hope / (1 + after)
    return -hope / 3 if prospect.missing == 1 else 0.0


def _holds_another(hand: tuple[str, ...], token: str, category: str) -> bool:
    """Tell whether a second card of the hand may go on with such a window."""
    rest = list(hand)
    rest.remove(token)
    if category == FOUR:
        return any(card[0] == token[0] for card in rest)
    if category == STRAIGHT:
        rank = rank_of(NUMBER[token])
        return any(0 < abs(rank_of(NUMBER[card]) - rank) < 4 for card in rest)
    return any(card[1] == token[1] for card in rest)
