"""The values behind a hint: the worth of moves, with the best one settled by deals at a table.

Batches of imagined deals measure the worth of moves, but see no plan. Where a game can have deals
played out by players who think again at each turn, these settle which move is best.
"""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, Final

from core.bots.search import Stop, never
from core.bots.values import ROLLERS, Sample, note, sample
from core.game import Move

_LIKELY: Final = 4
"""This many of the best moves are played out at a table."""
_WORK: Final = 1600
"""The most work at the table for a hint, in deals times moves times `Rollouts.work`: 0.3 s."""
_SETTLED: Final = 2.0
"""A lead at the table counts if it is greater than this many of its errors."""
_FEW_DEALS: Final = 8
"""With fewer deals nothing is settled."""
_MANY_DEALS: Final = 60
"""With more deals hardly more is settled."""


def settled_sample(
    game: str,
    view: Any,
    rng: Random,
    playouts: int,
    stop: Stop = never,
) -> Sample | None:
    """Sample a position as a hint does: the table settles which move is best."""
    found = sample(game, view, rng, playouts, stop=stop)
    return found and settle(found, game, view, rng, stop)


def settle(found: Sample, game: str, view: Any, rng: Random, stop: Stop = never) -> Sample:
    """Have deals played at a table settle which of the sampled moves is best.

    The values are those of the sample, from many small batches. If another of its best moves is
    ahead of the first at the table, by more than two standard errors, they are those of the table.
    """
    asked = found.at_table and found.settles
    if not asked or found.exact or found.sure or not found.differs:
        return found
    chance, some = rng.getrandbits(32), sorted(found.order()[:_LIKELY])
    likely, best = [found.moves[at] for at in some], some.index(found.order()[0])
    tried = at_table(game, view, chance, likely, stop=stop)
    if tried is None:
        return found
    late, behind = found.cut_short or tried.cut_short, _all_behind(tried, likely[best])
    ahead, doubt = min(behind.values())
    if -ahead <= _SETTLED * doubt:
        return replace(found, second=behind, cut_short=late)
    if len(likely) < len(found.moves):
        deals = len(tried.ahead[0])
        tried = at_table(game, view, chance, found.moves, deals, stop)
        if tried is None:
            return replace(found, second=behind, cut_short=True)
    return replace(
        tried,
        beyond=found.beyond,
        second=_all_behind(found, tried.best),
        cut_short=late,
    )


def _all_behind(found: Sample, best: Move) -> dict[Move, tuple[float, float]]:
    first = found.moves.index(best)
    return {move: found.behind(at, first) for at, move in enumerate(found.moves)}


def at_table(
    game: str,
    view: Any,
    chance: int,
    moves: Sequence[Move],
    deals: int | None = None,
    stop: Stop = never,
) -> Sample | None:
    """Have imagined deals played out after each of these moves as at a table; `chance` seeds them.

    None if the game cannot, if it would take too long, or if there is no time. Without `deals`
    there are as many as the time of a hint allows.
    """
    rng = Random(chance)
    rolled = ROLLERS[game].rollouts(view, moves, Random(chance), moves, lambda: True)
    if rolled is None or rolled.at_table is None:
        return None
    if deals is None:
        deals = min(_MANY_DEALS, _WORK // (len(moves) * rolled.work))
    if deals < _FEW_DEALS:
        return None
    own: list[list[float]] = [[] for _ in moves]
    ahead: list[list[float]] = [[] for _ in moves]
    for done in range(deals):
        if stop():
            if done < _FEW_DEALS:
                return None
            break
        note(rolled, [rolled.at_table(moves, rng.getrandbits(32))], view.seat, own, ahead)
    return Sample(
        tuple(moves),
        tuple(map(tuple, ahead)),
        tuple(map(tuple, own)),
        exact=False,
        cut_short=len(ahead[0]) < deals,
        against=rolled.against,
    )
