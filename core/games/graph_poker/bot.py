"""How bots play Graph-Poker: a rule of thumb over all placements.

A beginner overlooks places and thinks of this round alone. From level medium on they look one card
ahead and play this round out after the best placements, then also the next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Final, NamedTuple

from core.bots.search import Stop, never, search
from core.bots.temper import weight_of_others
from core.game import Move
from core.games.graph_poker.bot_round import Payouts, Round, World, gaps_at, play_out
from core.games.graph_poker.grid import cell_of, place_move
from core.games.graph_poker.poker import (
    FLUSH,
    FOUR,
    FREE,
    NUMBER,
    ROYAL,
    STRAIGHT,
    STRAIGHT_FLUSH,
    Prospect,
    rank_of,
)
from core.games.graph_poker.view import (
    View,
    forecast,
    line_rules,
    next_place,
    open_cells,
    placer_of,
)

_HOPED: Final = {ROYAL: 0.7, STRAIGHT_FLUSH: 0.6, FLUSH: 0.5, FOUR: 0.2, STRAIGHT: 0.15, "": 0.0}
"""Points to expect of a window with one card unknown; suited ones mostly end as a flush."""

_EACH_MORE: Final = 0.3
"""What is left of that for each further unknown card or empty cell."""

_GIFT: Final = 0.7
"""How much a point for another player hurts, against a point of one's own."""

PLAYOUTS: Final = {"medium": 20, "hard": 80, "expert": 800}
"""Level -> imagined ends of the round played out per decision.

More of them hardly matter. Seeing the next round as well does, and one more than that does not.
"""

_TRIED: Final = {"medium": 4, "hard": 8, "expert": 10}
"""Level -> how many placements are tried; as many cells where others wait for a card besides."""

_SEES_NEXT: Final = ("hard", "expert")
"""The levels that play the next round out too."""


def choose(view: View, level: str, rng: Random, stop: Stop = never, temper: str = "") -> Move:
    """Return the move of a bot of that level."""
    judged = judge_all(view, rng, ahead=level in PLAYOUTS)
    if level not in PLAYOUTS:
        return place_move(*max(judged, key=lambda placing: placing.worth)[1:])
    return place_move(*_searched(view, judged, level, rng, stop, temper)[1:])


_SEEN: Final = 0.6
"""The chance that a beginner notices an open cell at all."""


class Placing(NamedTuple):
    """A card on a cell, and what the rule of thumb thinks of it."""

    worth: float
    token: str
    x: int
    y: int


def judge_all(view: View, rng: Random, *, ahead: bool) -> list[Placing]:
    """Judge every placement by rule of thumb; a beginner not all of them."""
    judge = forecast(view)
    after = next_place(view) if ahead else None
    tokens = tuple(dict.fromkeys(view.hand))
    judged = []
    cells = open_cells(view)
    if not ahead:
        cells = tuple(cell for cell in cells if rng.random() < _SEEN) or cells
    for x, y in cells:
        for token in tokens:
            # High cards own windows: where nothing is to be won the low ones go first.
            worth = rng.random() / 1000 - rank_of(NUMBER[token]) / 100
            for prospect in judge.prospects(token, x, y):
                worth += _worth(view, token, prospect, after)
            judged.append(Placing(worth, token, x, y))
    return judged


def _searched(
    view: View, judged: list[Placing], level: str, rng: Random, stop: Stop, temper: str
) -> Placing:
    """Play on in imagined worlds after the best placements; return what paid most."""
    seat = view.to_act[0]
    now = round_of(view, 2 if level in _SEES_NEXT else 1)
    tried = worth_trying(view, now, judged, level)
    others = weight_of_others(temper)

    def cost(world: World, placing: Placing) -> float:
        won = play_out(now, world, NUMBER[placing.token], cell_of(placing.x, placing.y))
        mine = won[seat]
        return others * (sum(won) - mine) / (view.seats - 1) - mine - BEYOND * placing.worth

    # A playout of ten players takes longer than one of four.
    playouts = PLAYOUTS[level] * 4 // max(4, view.seats)
    return search(tried, imagination(view, now, rng), cost, playouts, stop, temper)


def worth_trying(view: View, now: Round, judged: list[Placing], level: str) -> list[Placing]:
    """Sort placements by what they promise; return the best, and those where others wait."""
    judged.sort(reverse=True)
    tried = judged[: _TRIED[level]]
    wanted = sorted(now.gaps, key=lambda gap: -sum(map(sum, now.gaps[gap])))[: _TRIED[level]]
    for cell in wanted:
        best = next((each for each in judged if cell_of(each.x, each.y) == cell), None)
        if best and best not in tried:
            tried.append(best)
    return tried


BEYOND: Final = 0.5
"""The weight of the rule of thumb beside playouts, which look no further than a round."""


def round_of(view: View, rounds: int) -> Round:
    """Collect what everybody knows; `rounds` are to be played out."""
    begun = len(view.sheet) * view.seats
    rules = line_rules(view.options)
    grid = {cell_of(x, y): NUMBER[token] for x, y, token in view.grid[: max(begun, 1)]}
    rounds = min(rounds, view.rounds - view.round + 1)
    return Round(
        rules,
        view.options.multi_deck_tie == "later",
        view.seats,
        tuple(placer_of(view, begun + i) for i in range(rounds * view.seats)),
        tuple(cell_of(x, y) for x, y, _ in view.grid[begun:]),
        gaps_at(grid, grid, rules),
    )


def imagination(view: View, now: Round, rng: Random) -> Callable[[], World]:
    """Return what shares the unseen cards out over those that lie face down and the other hands.

    Of a whole state nothing else is needed, and with several decks that would take long.
    """
    known = {cell_of(x, y): NUMBER.get(token, FREE) for x, y, token in view.grid}
    hidden = [cell for cell, card in known.items() if card == FREE]
    mine = [NUMBER[token] for token in view.hand]
    seen = Counter([*known.values(), *mine])
    pack = [card for card in range(52) for _ in range(view.options.decks - seen[card])]
    have_placed = now.placers[: len(now.laid)]
    sizes = [view.rounds - view.round + (seat not in have_placed) for seat in range(view.seats)]

    def imagine() -> World:
        unseen = pack[:]
        rng.shuffle(unseen)
        grid = known.copy()
        for cell in hidden:
            grid[cell] = _face(now.gaps.get(cell), unseen, rng)
        hands = []
        for seat, size in enumerate(sizes):
            hand = mine if seat == view.seat else [unseen.pop() for _ in range(size)]
            hands.append(_mask(hand))
        return World(grid, hands)

    return imagine


def _face(wanted: tuple[Payouts, ...] | None, unseen: list[int], rng: Random) -> int:
    """Guess the face of a hidden card; where some cards would pay, it is mostly one of those."""
    if wanted and rng.random() < _PAID:
        for at in range(len(unseen)):
            if any(table[unseen[at]] for table in wanted):
                return unseen.pop(at)
    return unseen.pop()


_PAID: Final = 0.85
"""The chance that a card laid where some cards pay at once is one of those."""


def _mask(cards: Iterable[int]) -> int:
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


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
