"""Plays out every bid, tile or decision of Domino Poker by rule of thumb, to value it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import core.games.domino_poker.rules as game
from core.bots.values import Rollouts, Worths
from core.game import Move
from core.games.domino_poker.bot import (
    bid_on,
    fifth_worths,
    imagined_fifth,
    needed,
    play_out,
    unplayed_in,
)
from core.games.domino_poker.bot import play as rule_of_thumb
from core.games.domino_poker.hidden import HiddenTiles
from core.games.domino_poker.moves import DECISIONS, PLAYS, bid_of
from core.tiles import ALL_TILES
from core.tricks.kernel import Tricks


def rollouts(view: game.View, asked: Sequence[Move], rng: Random) -> Rollouts | None:
    """Compare all moves, except picking from the row of the fifth stage, where nothing is known."""
    seat = view.seat
    assert seat is not None
    moves = game.legal(game.imagine(view, rng), seat)
    hidden = HiddenTiles(view) if view.phase in ("bid", "play") else None

    def bid() -> Sequence[Worths]:
        assert hidden is not None
        dealt = hidden.deal(rng)
        found = []
        for move in moves:
            tricks, bids = dealt.copy(), [*view.bids]
            bids[seat] = bid_of(move)
            bid_on(view, tricks, bids)
            found.append(play_out(view, tricks, bids, ALL_TILES))
        return found

    def play() -> Sequence[Worths]:
        assert hidden is not None
        dealt = hidden.deal(rng)
        found = []
        for move in moves:
            tricks, number = dealt.copy(), PLAYS.index(move)
            tricks.apply(number)
            found.append(play_out(view, tricks, view.bids, unplayed_in(view) & ~(1 << number)))
        return found

    def takes() -> Sequence[bool]:
        assert hidden is not None
        dealt = hidden.deal(rng)
        return [_takes(view, dealt.copy(), move) for move in moves]

    def decide() -> Sequence[Worths]:
        values = imagined_fifth(view, rng)
        return [fifth_worths(view, values, move) for move in DECISIONS]

    match view.phase:
        case "bid":
            return Rollouts(moves, bid)
        case "play":
            return Rollouts(moves, play, takes=takes)
        case "decide":
            return Rollouts(DECISIONS, decide)
    return None


def _takes(view: game.View, tricks: Tricks, move: Move) -> bool:
    """Play a trick to its end; tell whether the move has taken it."""
    number, seat = PLAYS.index(move), tricks.turn
    unplayed, before = unplayed_in(view), tricks.taken[seat]
    while True:
        unplayed &= ~(1 << number)
        tricks.apply(number)
        if not tricks.count:
            return tricks.taken[seat] > before
        need = needed(view.now.stage, view.bids[tricks.turn], tricks)
        number = rule_of_thumb(tricks, need, unplayed)
