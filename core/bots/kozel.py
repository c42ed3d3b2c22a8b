"""How bots play Kozel: a rule of thumb, and a search that plays deals out with it."""

from __future__ import annotations

from random import Random
from typing import Final

import core.games.kozel as kozel
from core.bots.search import search
from core.game import Move, Seat
from core.kozel_moves import LAYS
from core.tiles import DOUBLES, HALVES, PIPS, WITH

PLAYOUTS: Final = {"medium": 12, "hard": 60, "expert": 800}
"""Level -> imagined deals played out a decision."""

_BLANK: Final = DOUBLES[0]


def choose(view: kozel.View, level: str, rng: Random) -> Move:
    """Return the move of a bot of that level."""
    seat: Seat = view.to_act[0]
    state = kozel.imagine(view, rng)
    if level not in PLAYOUTS:
        return _quick(state, seat)
    moves = kozel.legal(state, seat)
    return search(moves, lambda: kozel.imagine(view, rng), _play_out, PLAYOUTS[level])


def _play_out(state: kozel.State, move: Move) -> float:
    """Play a deal out after a move by rule of thumb; return what it cost the mover."""
    trial = state.copy()
    kozel.apply(trial, state.turn, move)
    while trial.deal == state.deal and not trial.result:
        kozel.apply(trial, trial.turn, _quick(trial, trial.turn))
    return _cost(trial, state.turn)


def _quick(state: kozel.State, seat: Seat) -> Move:
    """Play by the rule of thumb in an imagined state, looking only at what the seat may know.

    The first of equally good moves, so that a seed repeats itself.
    """
    moves = kozel.legal(state, seat)
    if len(moves) == 1:
        return moves[0]
    hand, lacks = state.hands[seat], state.lacks[(seat + 1) % state.seats]
    return max(moves, key=lambda m: _worth(m, hand, state.left, state.right, lacks, state.options))


def _worth(
    move: Move, hand: int, left: int, right: int, lacks: int, options: kozel.Options
) -> float:
    worth = 0.0
    for tile, to_right in LAYS.get(move, ()):
        high, low = HALVES[tile]
        hand ^= 1 << tile
        worth += PIPS[tile]
        if tile == _BLANK and options.zero_double_25 == "always":
            worth += 25
        if high == low:
            worth += 4  # a double has one number: it is the hardest to get rid of later
        if left < 0:
            left, right = high, low
        elif to_right:
            right = low if high == right else high
        else:
            left = low if high == left else high
    worth += 3 * (hand & (WITH[left] | WITH[right])).bit_count()
    for end in {left, right}:
        if lacks >> end & 1:
            worth += 5
    return worth


def _cost(state: kozel.State, seat: Seat) -> float:
    """Own points against the others': as written, and a little as counted, for entries to come."""
    last = state.last
    assert last is not None
    written = state.sheet[-1]
    own = written[seat] + last.left[seat] / 4
    others = sum(written) - written[seat] + (sum(last.left) - last.left[seat]) / 4
    return own - others / (2 * (state.seats - 1))
