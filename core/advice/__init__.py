"""Advice for whoever is to move: a good move, and why it is good here.

Each game may have an advice module. The move is the one with the best value; numbers and reviews
show the same values. Where values do not tell moves apart, a bot chooses. The reason is worked out
from the View alone, never from what it hides, or it is what the move does to the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from core.advice.reason import Fact, Reason, because
from core.bots import BOTS, LEVELS, choose
from core.bots.search import Stop, never
from core.bots.settled import settled_sample
from core.bots.values import CERTAIN, Sample, mean
from core.game import Move, ViewT_contra
from core.games import NAMES
from core.registry import Registry

LEVEL: Final = LEVELS[-1]
"""The bot that is asked where all moves are worth the same, or nothing is known of them."""

PLAYOUTS: Final = 1200
"""Deals played out for a hint or its numbers; with the table 0.4 s in the median."""

SECONDS: float | None = 0.6
"""An answer takes no longer than this, and is a rougher one where that does not suffice; None means
no limit.
"""

GLANCE: float | None = 0.15
"""A first, quick answer takes no longer than this."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and the reason for it: `reason` is an English template, also the key of its
    translation; `facts` fill it.
    """

    move: Move
    reason: str
    facts: Mapping[str, Fact]
    rough: bool = False
    """Whether time ran out before it was finished."""


class Explaining(Protocol[ViewT_contra]):
    """A game's module of advice."""

    def explain(self, view: ViewT_contra, move: Move) -> Reason:
        """Explain a legal move of the view's seat, which is to act."""
        ...


ADVISERS: Final[Registry[Explaining[Any]]] = Registry("core.games", "advice", NAMES)
"""Name of a game -> its adviser, if it has one."""


def can_advise(game_name: str) -> bool:
    """Tell whether a game has hints: a bot that finds the move, an adviser that explains it."""
    return game_name in BOTS and game_name in ADVISERS


def advise(game_name: str, view: Any, rng: Random, stop: Stop = never) -> Advice:
    """Advise the view's seat, which is to act, in a game that has hints.

    The same generator gives the same advice unless `stop` says so; then it is marked as rough.
    """
    valued = settled_sample(game_name, view, rng, PLAYOUTS, stop=stop)
    if valued is None or not valued.differs:
        return reasoned(game_name, view, choose(game_name, view, LEVEL, rng, stop))
    if spoils(valued):
        return Advice(valued.best, *because(_SPOILS), valued.cut_short)
    return reasoned(game_name, view, valued.best, rough=valued.cut_short)


_SPOILS: Final = "For you alone another move is better, but this one costs the others more."
_WORTH_TELLING: Final = 0.5
"""A smaller loss of points is none, as sheets are written."""


def spoils(valued: Sample) -> bool:
    """Tell whether the best move clearly brings its player less than another one."""
    best, own = valued.order()[0], valued.own
    if valued.moves[best] in valued.sure:
        return False
    richest = max(own, key=mean)
    lost = [most - mine for most, mine in zip(richest, own[best], strict=True)]
    return mean(lost) > max(_WORTH_TELLING, CERTAIN * valued.error(lost))


def reasoned(game_name: str, view: Any, move: Move, *, rough: bool = False) -> Advice:
    """Return a move with the reason for it."""
    return Advice(move, *ADVISERS[game_name].explain(view, move), rough)
