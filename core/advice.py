"""Advice for the player to act: a good move, the reason why it is good here, and the numbers.

A game may have an advice module. The move is the one with the best value; numbers and reviews show
the same values. Where values do not tell moves apart, a bot chooses. The reason follows from the
View alone, never from anything hidden.

Batches of imagined deals measure the worth of moves, but see no plan. Some games can have deals
played out by players who think again at each turn: these deals settle which move is best. All moves
are compared in the same deals, so the differences between them are known better than each number
alone.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from core.bots import BOTS, LEVELS, choose
from core.bots.search import Stop, never
from core.bots.values import CERTAIN, Sample, mean, note, sample, trick_chances
from core.game import Move, ViewT_contra
from core.games import Registry

LEVEL: Final = LEVELS[-1]
"""The bot that chooses where all moves are worth the same, or where their worth is unknown."""

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
    """Whether the search was cut short for lack of time."""


class Explaining(Protocol[ViewT_contra]):
    """A game's module of advice."""

    def explain(self, view: ViewT_contra, move: Move) -> Reason:
        """Explain a legal move of the view's seat, which is to act."""


ADVISERS: Final[Registry[Explaining[Any]]] = Registry("core.games", "advice")
"""Name of a game -> its module of advice, if it has one."""


@cache
def can_advise(game_name: str) -> bool:
    """Tell whether a game has hints: a bot to find the move, and a module to explain it."""
    return game_name in BOTS and game_name in ADVISERS


def advise(game_name: str, view: Any, rng: Random, stop: Stop = never) -> Advice:
    """Advise the view's seat, which is to act, in a game that has hints.

    The same generator gives the same advice unless `stop` cuts it short, which marks it as rough.
    """
    valued = settled_sample(game_name, view, rng, stop)
    if valued is None or not valued.differs:
        return reasoned(game_name, view, choose(game_name, view, LEVEL, rng, stop))
    if spoils(valued):
        return Advice(valued.best, *because(_SPOILS), valued.cut_short)
    return reasoned(game_name, view, valued.best, rough=valued.cut_short)


_SPOILS: Final = "For you alone another move is better, but this one costs the others more."
_WORTH_TELLING: Final = 0.5
"""A loss below this counts as none, as score sheets are kept in whole points."""


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


# --- the values behind a hint ---------------------------------------------------------------------

_LIKELY: Final = 4
"""This many of the best moves are played out at a table."""
_WORK: Final = 1600
"""The most work at the table for a hint, in deals times moves times `Rollouts.work`: 0.3 s."""
_SETTLED: Final = 2.0
"""A lead at the table counts if it is greater than this many of its errors."""
_FEW_DEALS: Final = 8
"""With fewer deals, nothing is settled."""
_MANY_DEALS: Final = 60
"""More deals than this would settle hardly more."""


def settled_sample(game: str, view: Any, rng: Random, stop: Stop = never) -> Sample | None:
    """Sample a position as for a hint: deals at a table settle the best move."""
    found = sample(game, view, rng, PLAYOUTS, stop=stop)
    return found and settle(found, game, view, rng, stop)


def settle(found: Sample, game: str, view: Any, rng: Random, stop: Stop = never) -> Sample:
    """Have deals played at a table settle which of the sampled moves is best.

    The values are those of the sample, from many small batches. If at the table another of its best
    moves leads the first by more than two standard errors, they are those of the table.
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

    None if the game has no such deals, if they would take too long, or if there is no time. Without
    `deals`, their number follows from the time allowed for a hint.
    """
    rng = Random(chance)
    rolled = BOTS[game].rollouts(view, moves, Random(chance), moves, lambda: True)
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


# --- numbers --------------------------------------------------------------------------------------

WORLDS: Final = 200
"""Imagined deals in which a trick is played to its end."""

_WORTH_SHOWING: Final = 40
"""Differences below the largest number divided by this mean nothing to a player."""

_STEPS: Final = (1, 2, 5, 10, 20, 50, 100)
"""The steps that numbers are rounded to, in tenths of a point or in points."""


@dataclass(frozen=True, slots=True)
class Number:
    """A move with its numbers."""

    move: Move
    points: float
    """The player's points from the rest of the deal, rounded to the digits that are known."""
    takes: float | None = None
    """The chance to take the current trick, 0 to 1; None without a trick."""
    error: float = 0.0
    """The standard error of `points`; 0 only if they are proven."""
    behind: float = 0.0
    """The points by which it trails the best move in the lead over the others, rounded like
    `points`; 0 if both come to about the same.
    """
    certain: bool = False
    """Whether it is worse than the best move beyond reasonable doubt."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a position, those of the best move first."""

    moves: tuple[Number, ...]
    better: Advice | None = None
    """The best move and the reason for it, if a rough hint had named another move."""
    sure: bool = False
    """Whether the best move reaches its player's goal, whatever the others hold and do."""
    beyond: str = ""
    """The value counted beside the points of the deal, an English phrase."""
    rough: bool = False
    """Whether the search was cut short for lack of time."""

    @property
    def tricks(self) -> bool:
        """Whether the moves are plays to a trick."""
        return any(number.takes is not None for number in self.moves)

    @property
    def by_points(self) -> bool:
        """Whether the points shown explain the order of the moves and the lead of the first."""
        points = [number.points for number in self.moves]
        leads = [round(points[0] - number.points, 1) for number in self.moves[:2]]
        in_order = points == sorted(points, reverse=True)
        return in_order and leads == [number.behind for number in self.moves[:2]]


def numbers(game: str, view: Any, rng: Random, hint: Move, stop: Stop = never) -> Numbers:
    """Compare the moves of the view's seat, which is to act.

    The best move puts its player furthest ahead of the others, and does not always bring the most
    points. There are no moves if there is no choice, or if no move makes a difference in any world.
    The same generator gives the same numbers unless `stop` cuts them short.
    """
    taken = settled_sample(game, view, rng, stop)
    if taken is None or not taken.differs:
        return Numbers(())
    chances = trick_chances(game, view, rng, WORLDS, stop)
    own = [mean(points) for points in taken.own]
    errors = [
        0.0 if move in taken.settled else taken.error(points)
        for move, points in zip(taken.moves, taken.own, strict=True)
    ]
    step = step_of(max(map(abs, own)), max(errors), exact=taken.exact)
    best, *_ = order = taken.order()
    found = []
    for at in order:
        behind, _ = taken.behind(at, best)
        move = taken.moves[at]
        found.append(
            Number(
                move,
                _rounded(own[at], step),
                chances.get(move),
                errors[at],
                max(0.0, _rounded(behind, step)),
                taken.certain(at, best),
            )
        )
    first = found[0].move
    better = None if first == hint else reasoned(game, view, first)
    return Numbers(tuple(found), better, first in taken.sure, taken.beyond, taken.cut_short)


def _rounded(points: float, step: float) -> float:
    return round(round(points / step) * step, 1)


def step_of(greatest: float, known: float, *, exact: bool = False) -> float:
    """Return the rounding step of numbers, given the largest of them and the largest error."""
    unit = 0.1 if greatest < _SMALL else 1.0
    if exact:
        return unit
    least = max(known, greatest / _WORTH_SHOWING)
    return next((unit * step for step in _STEPS if unit * step >= least), unit * _STEPS[-1])


_SMALL: Final = 3.0
"""Tenths are shown below this many points."""
