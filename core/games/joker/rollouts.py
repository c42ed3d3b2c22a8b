"""The worth of every trump, bid or card of Joker, by playouts to the end of the deal.

It is the points of the deal and the premium that can still be won, as bots count it. The others'
points count half, as for the bots, and in full where the last tricks are counted out.
"""

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

import core.games.joker.rules as joker
from core.bots.search import Stop, never
from core.bots.values import Rollouts, Worths
from core.game import Move
from core.games.joker.bot import CardBot
from core.games.joker.moves import bid_of
from core.games.joker.tricks import PLAY_MOVES, trick_rules
from core.tricks.kernel import Tricks
from core.tricks.valuing import PLAYER, ThinkingTable, bid_rollouts, play_rollouts

LEVEL: Final = "expert"
"""The level whose imagined players play the deals out."""


def rollouts(
    view: joker.View,
    asked: Sequence[Move],
    rng: Random,
    among: Collection[Move] = (),
    stop: Stop = never,
) -> Rollouts | None:
    """Compare all moves."""
    moves = [move for move in joker.legal(view) if not among or move in among]
    if view.phase == "trump":
        return _of_trumps(view, moves, rng)
    bot = CardBot(view, LEVEL, rng)
    table = ThinkingTable(joker, view, bot, PLAY_MOVES, lambda seen: CardBot(seen, PLAYER, rng))
    if view.phase == "play":
        return play_rollouts(bot, moves, PLAY_MOVES, table, stop)
    return bid_rollouts(bot, moves, [bid_of(move) for move in moves], table)


def _of_trumps(view: joker.View, moves: Sequence[Move], rng: Random) -> Rollouts:
    trumps = [joker.TRUMP_MOVES.index(move) for move in moves]
    bots = [CardBot(view, LEVEL, rng, trump) for trump in trumps]

    def after(tricks: Tricks, bot: CardBot) -> Worths:
        tricks.rules = trick_rules(view.options, bot.trump)
        bids = bot.bid_on(tricks, view.bids)
        return bot.worths(bids, bot.ended(tricks, bids, bot.unplayed))

    def play() -> Sequence[Worths]:
        dealt = bots[0].hidden.deal(rng)
        return [after(dealt.copy(), bot) for bot in bots]

    return Rollouts(moves, play, beyond=bots[0].beyond, against=CardBot.AGAINST)
