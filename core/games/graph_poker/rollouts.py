"""Plays out placements of Graph-Poker, to value them as its experts do.

There are hundreds of placements; only the ones that an expert would try, and the ones asked for,
are compared.
"""

from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from core.bots.search import Stop, never
from core.bots.values import Rollouts, Worths
from core.game import Move
from core.games.graph_poker import bot
from core.games.graph_poker.grid import place_move
from core.games.graph_poker.view import View


def rollouts(
    view: View,
    asked: Sequence[Move],
    rng: Random,
    among: Collection[Move] = (),
    stop: Stop = never,
) -> Rollouts | None:
    """Compare the placements worth trying: their points, and the worth of the lines left."""
    plan = bot.plan_of(bot.learnt_for(view, "expert"), view, "expert")
    judged = bot.judge_all(view, rng, ahead=True)
    tried = bot.worth_trying(view, plan.now, judged, _COMPARED)
    tried += [each for each in judged if _move(each) in asked and each not in tried]
    if among:
        tried = [each for each in judged if _move(each) in among]
    counted = bot.last_card(view, plan.now, tried)
    if counted is not None:
        return Rollouts([_move(each) for each in tried], lambda: counted, exact=True)
    imagine = bot.imagination(view, plan, rng)

    def play() -> Sequence[Worths]:
        world = imagine()
        return [plan.play(world, placing) for placing in tried]

    later = "what the lines will bring later" if view.round < view.rounds else ""
    return Rollouts([_move(each) for each in tried], play, beyond=lambda: later)


_COMPARED: Final = 10
"""How many of the best placements are compared, and how many cells where others wait for a card."""


def _move(placing: bot.Placing) -> Move:
    return place_move(placing.token, placing.x, placing.y)
