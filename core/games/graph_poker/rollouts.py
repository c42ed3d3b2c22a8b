"""Plays out placements of Graph-Poker, to value them: this round and the next, as its experts do.

There are hundreds of placements; those that an expert would try and those asked for are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from core.bots.values import Rollouts, Worths
from core.game import Move
from core.games.graph_poker.bot import (
    BEYOND,
    Placing,
    imagination,
    judge_all,
    round_of,
    worth_trying,
)
from core.games.graph_poker.bot_round import play_out
from core.games.graph_poker.grid import cell_of, place_move
from core.games.graph_poker.poker import NUMBER
from core.games.graph_poker.view import View


def rollouts(view: View, asked: Sequence[Move], rng: Random) -> Rollouts | None:
    """Compare the placements worth trying: the points of two rounds, and what follows."""
    now = round_of(view, 2)
    judged = judge_all(view, rng, ahead=True)
    tried = worth_trying(view, now, judged, "expert")
    tried += [each for each in judged if _move(each) in asked and each not in tried]
    seat, imagine = view.to_act[0], imagination(view, now, rng)

    def play() -> Sequence[Worths]:
        world = imagine()
        found = []
        for placing in tried:
            won = play_out(now, world, NUMBER[placing.token], cell_of(placing.x, placing.y))
            worths = [float(points) for points in won]
            worths[seat] += BEYOND * placing.worth
            found.append(worths)
        return found

    return Rollouts([_move(each) for each in tried], play)


def _move(placing: Placing) -> Move:
    return place_move(placing.token, placing.x, placing.y)
