"""How bots play Domino Poker: count likely tricks, bid them, then take exactly so many.

Knows of other hands only how many unseen tiles are stronger.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Final

import core.games.domino_poker as game
from core.game import Move, Seat
from core.tiles import NUMBER, PIPS, TILES
from core.tricks import actions

_ALL: Final = (1 << 28) - 1
_STRONG: Final = 0.5
"""A tile that takes its trick more often than this is worth spending."""


def choose(view: game.View, level: str, rng: Random) -> Move:
    """Return the move of a bot of that level; all levels play by the same rule of thumb."""
    seat = view.seat
    assert seat is not None
    state = game.imagine(view, rng)
    moves = game.legal(state, seat)
    if len(moves) == 1:
        return moves[0]
    match view.phase:
        case "bid":
            return _bid(state, seat, moves)
        case "play":
            return f"play {game.BY_STRENGTH[_play(state, seat)]}"
        case "decide":
            return _decide(view)
    return rng.choice(moves)  # nobody knows what lies in the row


# --- bids -------------------------------------------------------------------------------------


def _bid(state: game.State, seat: Seat, moves: Sequence[Move]) -> Move:
    """Return the bid nearest to the tricks to be expected; blind, a little under a fair share."""
    now, seats = state.now, state.seats
    if now.stage == "blind":
        likely = now.size / seats - 0.5  # a trick too few costs ten times what one too many does
    else:
        hand = state.tricks.hands[seat]
        likely = sum(_worth(hand, _ALL & ~hand, seats, now.size).values())
    made = [bid for bid in state.bids if bid is not None]
    # Where the others bid little the tricks are easier to have, and the other way round.
    likely += _PULL * (now.size * len(made) / seats - sum(made))
    return min(moves, key=lambda move: abs(int(move.removeprefix("bid ")) - likely))


_PULL: Final = 0.3
"""Which part of the tricks that earlier bids leave over is counted on; 0.3 earned most."""
_FADE: Final = 0.4
"""How fast a tile loses worth with stronger ones about: so bids add up to the tricks that fall."""


def _worth(hand: int, unseen: int, seats: int, size: int) -> dict[int, float]:
    """Say how likely each tile of a hand takes a trick before the deal is over."""
    out = (seats - 1) * size / max(1, unseen.bit_count())
    return {number: exp(-_FADE * out * (unseen >> number).bit_count()) for number in actions(hand)}


# --- tricks -----------------------------------------------------------------------------------


def _play(state: game.State, seat: Seat) -> int:
    """Return the tile to play: to take the trick, to slip under it, or to get rid of a danger."""
    tricks = state.tricks
    numbers = tricks.legal()
    hand = tricks.hands[seat]
    unseen = _ALL & ~hand
    for tile in state.played:
        unseen &= ~(1 << game.NUMBER[tile])
    holds = {number: _holds(state, number, unseen) for number in numbers}
    need = _need(state, seat)
    if need == 0:
        return _slip(state, numbers, holds)
    must = need < 0 or need >= tricks.left
    worth = _worth(hand, unseen, state.seats, tricks.left)
    if not must and sum(worth.values()) > need + 0.8:
        # The hand is too strong for its bid: lose a strong tile where that can be done for sure.
        under = [number for number in numbers if holds[number] == 0]
        if under and worth[under[-1]] > _STRONG:
            return under[-1]
    return _take(numbers, holds, must, leads=tricks.count == 0)


def _need(state: game.State, seat: Seat) -> int:
    """Return how many tricks are still wanted; less than none when more only bring more."""
    if state.now.stage == "mizer":
        return 0
    bid = state.bids[seat]
    return -1 if bid is None else bid - state.tricks.taken[seat]


def _holds(state: game.State, number: int, unseen: int) -> float:
    """Say how likely a tile, played now, takes this trick."""
    tricks = state.tricks
    rules = tricks.rules
    kind = tricks.kind if tricks.count else rules.lead[number]
    power = rules.power[kind][number]
    if tricks.count and power < tricks.best + rules.later_wins:
        return 0.0
    stronger = (unseen >> number).bit_count()
    if not stronger:
        return 1.0
    share = stronger / unseen.bit_count()
    # On a trump lead whoever has trumps must play one; on others few spend a better tile.
    spends = 0.8 if kind == game.TRUMP_LEAD else 0.6
    later = (state.seats - 1 - tricks.count) * tricks.left
    return float((1 - share) ** (spends * later))


def _slip(state: game.State, numbers: tuple[int, ...], holds: dict[int, float]) -> int:
    """Avoid the trick: the strongest tile that loses it, else the one likeliest to lose it."""
    under = [number for number in numbers if holds[number] == 0]
    if under:
        return under[-1]
    if state.tricks.count == state.seats - 1:
        return numbers[-1]  # the trick is mine anyway: it shall cost the most dangerous tile
    return min(numbers, key=lambda number: holds[number])


def _take(numbers: tuple[int, ...], holds: dict[int, float], must: bool, leads: bool) -> int:
    """Take the trick with the weakest tile that is likely to hold it; else keep the strong ones."""
    good = [number for number in numbers if holds[number] > _STRONG]
    if good and must and leads:
        return good[-1]  # the strongest first: it draws the others' best tiles out of their hands
    if good:
        return good[0]
    best = max(numbers, key=lambda number: holds[number])
    return best if must and holds[best] > 0 else numbers[0]


# --- the fifth stage --------------------------------------------------------------------------


def _decide(view: game.View) -> Move:
    """Show a tile that is more likely the highest than not, if the others think alike."""
    fifth = view.fifth
    assert fifth is not None
    assert view.seat is not None
    mine = PIPS[NUMBER[fifth.tiles[view.seat]]]
    shown = [
        PIPS[NUMBER[tile]] for seat, tile in enumerate(fifth.tiles) if tile and seat != view.seat
    ]
    if max(shown, default=-1) >= mine:
        return "keep"
    others = fifth.decisions.count("") - 1
    rest = [PIPS[n] for n, tile in enumerate(TILES) if tile not in (fifth.tile, *fifth.tiles)]
    all_below = (sum(pips < mine for pips in rest) / len(rest)) ** others
    one_above = 1 - (sum(pips <= mine for pips in rest) / len(rest)) ** others
    return "show" if all_below >= one_above else "keep"
