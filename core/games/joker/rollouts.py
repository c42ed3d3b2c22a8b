"""Plays out every trump, bid or card of Joker to the end of the deal, as experts do, to value it.

What a deal brings is its points and the premium that can still be won, as bots count it. The others
count half, as for the bots, and in full where the last tricks are counted out.
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
from core.tricks.at_table import PLAYER, ThinkingTable
from core.tricks.kernel import Tricks
from core.tricks.valuing import of_bids, of_plays

LEVEL: Final = "expert"
"""In playouts everybody plays as bots of this level imagine others to play."""


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
    if view.phase == "play":
        table = ThinkingTable(joker, view, bot, PLAY_MOVES, lambda seen: CardBot(seen, PLAYER, rng))
        return of_plays(bot, moves, PLAY_MOVES, table, stop)
    return of_bids(bot, moves, [bid_of(move) for move in moves])


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
