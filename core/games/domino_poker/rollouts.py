"""The worth of every bid, tile or decision of Domino Poker, by playouts as experts do them."""

from collections.abc import Collection, Sequence
from functools import partial
from random import Random
from typing import Final

import core.games.domino_poker.rules as game
from core.bots.search import Stop, never
from core.bots.values import Rollouts, Worths
from core.game import Move
from core.games.domino_poker.bot import TileBot, fifth_worths, imagined_fifth
from core.games.domino_poker.moves import DECISIONS, PLAY_MOVES, bid_of
from core.tricks.valuing import PLAYER, ThinkingTable, bid_rollouts, play_rollouts

_LEVEL: Final = "expert"
"""The level whose imagined players play the deals out."""


def rollouts(
    view: game.View,
    asked: Sequence[Move],
    rng: Random,
    among: Collection[Move] = (),
    stop: Stop = never,
) -> Rollouts | None:
    """Compare all moves, except picks from the row of the fifth stage, where nothing is known."""
    moves = [move for move in game.legal(view) if not among or move in among]
    match view.phase:
        case "bid":
            return bid_rollouts(TileBot(view, _LEVEL, rng), moves, [bid_of(move) for move in moves])
        case "play":
            bot = TileBot(view, _LEVEL, rng)
            table = ThinkingTable(
                game, view, bot, PLAY_MOVES, lambda seen: TileBot(seen, PLAYER, rng)
            )
            return play_rollouts(bot, moves, PLAY_MOVES, table, stop)
        case "decide":
            decide = partial(_decide, view, rng)
            return Rollouts(DECISIONS, decide, beyond=lambda: "what a place is worth")
    return None


def _decide(view: game.View, rng: Random) -> Sequence[Worths]:
    values = imagined_fifth(view, rng)
    return [fifth_worths(view, values, move) for move in DECISIONS]
