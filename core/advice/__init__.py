"""Advice for the player to act: a good move, and the reason why it is good here.

A game may have an advice module. The move is the one with the best value; numbers and reviews show
the same values. Where values do not tell moves apart, a bot chooses. The reason follows from the
View alone, never from anything hidden.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from core.bots import BOTS, LEVELS, choose
from core.bots.search import Stop, never
from core.bots.settled import settled_sample
from core.bots.values import CERTAIN, Sample, mean
from core.game import Move, ViewT_contra
from core.games import NAMES
from core.registry import Registry

LEVEL: Final = LEVELS[-1]
"""The bot that chooses where all moves are worth the same, or their worth is not known."""

PLAYOUTS: Final = 1200
"""Deals played out for a hint or its numbers; with the table 0.4 s in the median."""

SECONDS: float | None = 0.6
"""The time limit of an answer, which is rough if it was cut short; None means no limit."""

GLANCE: float | None = 0.15
"""The time limit of a first, quick answer; None means no limit."""


Fact: TypeAlias = str | int
"""A number, a token ("Ah", "6-4"), several tokens separated by blanks, or an English word."""


class Reason(NamedTuple):
    """The reason why a move is good."""

    template: str
    facts: Mapping[str, Fact]


def because(template: str, /, **facts: Fact) -> Reason:
    """Return a reason. The numbers `points` and `tricks` among the facts are shown with a noun."""
    return Reason(template, facts)


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and the reason for it: an English template, also the key of its translation, with
    the facts that fill it.
    """

    move: Move
    reason: str
    facts: Mapping[str, Fact]
    rough: bool = False
    """Whether it was cut short for lack of time."""


class Explaining(Protocol[ViewT_contra]):
    """A game's module of advice."""

    def explain(self, view: ViewT_contra, move: Move) -> Reason:
        """Explain a legal move of the view's seat, which is to act."""
        ...


ADVISERS: Final[Registry[Explaining[Any]]] = Registry("core.games", "advice", NAMES)
"""Name of a game -> its module of advice, if it has one."""


def can_advise(game_name: str) -> bool:
    """Tell whether a game has hints: a bot that finds the move, and a module that explains it."""
    return game_name in BOTS and game_name in ADVISERS


def advise(game_name: str, view: Any, rng: Random, stop: Stop = never) -> Advice:
    """Advise the view's seat, which is to act, in a game that has hints.

    The same generator gives the same advice unless `stop` cuts it short, which marks it as rough.
    """
    valued = settled_sample(game_name, view, rng, PLAYOUTS, stop=stop)
    if valued is None or not valued.differs:
        return reasoned(game_name, view, choose(game_name, view, LEVEL, rng, stop))
    if spoils(valued):
        return Advice(valued.best, *because(_SPOILS), valued.cut_short)
    return reasoned(game_name, view, valued.best, rough=valued.cut_short)


_SPOILS: Final = "For you alone another move is better, but this one costs the others more."
_WORTH_TELLING: Final = 0.5
"""A smaller loss of points is none, as sheets are kept in whole points."""


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
