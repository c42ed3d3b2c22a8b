"""Bots: a View in, a move out, as for a person. Each game has a policy module; none sees a State.

`search.py` plays every choice out in the same imagined states by a quick policy, and `values.py`
gives the worth of every move of a View, with its error. Games of tricks grow one tree over many
imagined deals instead (`core.tricks`). Their strength is measured in docs/research/bots.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from core.bots.search import Stop, never
from core.game import Move, Seat, ViewT_contra
from core.games import FACTS, GAMES, Registry

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""Weakest first. A game with fewer levels lists them as LEVELS in its package."""

RULE_OF_THUMB: Final = "rule of thumb"
"""Not a level: a policy that imagines nothing and has none of the lapses of easy bots."""


Worths: TypeAlias = Sequence[float]
"""The points that the rest of a deal brings to each seat; in every game more is better."""


class Rollouts(NamedTuple):
    """The moves of one position that are compared, and the functions that compare them."""

    moves: Sequence[Move]
    play: Callable[[], Sequence[Worths]]
    """Imagines a world; returns for each move the worths of the deal in it."""
    exact: bool = False
    """Whether one call of `play` is enough, because nothing is left to imagine."""
    anew: Callable[[], Rollouts] | None = None
    """Starts afresh with the same moves, for games in which a world depends on those before it:
    replies get better, or deals are drawn from one pool. Errors are then computed from batches that
    start afresh.
    """
    worlds: int | None = None
    """The most worlds worth trying, if each takes long or no more exist; None for no limit."""
    takes: Callable[[], Sequence[bool]] | None = None
    """Imagines a world; returns whether each move takes the trick in it. None without tricks."""
    beyond: Callable[[], str] = str
    """Names the value counted beside the points of the deal: an English phrase, or nothing."""
    sure: Collection[Move] = ()
    """The moves that reach the player's goal, whatever the others hold and do."""
    settled: Collection[Move] = ()
    """The moves after which the player's own points are the same in every world."""
    against: float = 1.0
    """The weight of the others' mean against the player's own points, as for the game's bots."""
    at_table: Callable[[Sequence[Move], int], Sequence[Worths]] | None = None
    """Imagines the deal of a seed and has it played out after each of some moves by players who
    think again at each turn: slower, but closer to real play. None where `play` is as close.
    """
    work: int = 1
    """The work of `at_table` for each move: the square of the pieces in hand."""
    settles: bool = True
    """Whether `at_table` is quick enough to settle a hint."""
    kept: Callable[[], Sequence[float]] | None = None
    """Returns for each move the share of the worlds so far in which the player has kept the bid, 0
    to 1. None without a bid.
    """


class Policy(Protocol[ViewT_contra]):
    """A game's module of its bots: they choose moves, and play out each move to compare it."""

    def choose(
        self, view: ViewT_contra, level: str, rng: Random, stop: Stop = never, temper: str = ""
    ) -> Move:
        """Return a legal move for the view's seat, which is to act; soon, once `stop` says so.

        `level` is one of the game's levels or RULE_OF_THUMB.
        `temper` is one of `core.bots.search.TEMPERS`, or empty.
        """

    def rollouts(
        self,
        view: ViewT_contra,
        asked: Sequence[Move],
        rng: Random,
        among: Collection[Move] = (),
        stop: Stop = never,
    ) -> Rollouts | None:
        """Compare the moves of the view's seat, which is to act; None if they are all alike.

        Compares all legal moves or, if they are too many, those worth trying and the legal ones
        among `asked`; if `among` names moves, only these are compared, unless that saves nothing.
        Stops counting out ends once `stop` says so.
        """


BOTS: Final[Registry[Policy[Any]]] = Registry("core.games", "bot")
"""Name of a game -> its policy, if it has one."""


def levels(game: str) -> Sequence[str]:
    """List the levels of a game's bots, weakest first; none if it has no bots."""
    return getattr(FACTS[game], "LEVELS", LEVELS) if game in BOTS else ()


def choose(game: str, view: Any, level: str, rng: Random, stop: Stop = never) -> Move:
    """Return the move of a bot of this level for the view's seat, which is to act.

    If the game lacks the level, the next weaker one plays, or the weakest. In a game without a
    policy the move is a random legal one, because bots also stand in for players who are away. The
    same generator gives the same move unless `stop` cuts the search short. A level may carry a
    temper, as in "expert:bold", or be RULE_OF_THUMB.
    """
    if game not in BOTS:
        return rng.choice(GAMES[game].legal(view))
    level, _, temper = level.partition(":")
    return BOTS[game].choose(view, _known(game, level), rng, stop, temper)


def chance_of(seed: bytes, seat: Seat, decision: int) -> int:
    """Return the seed of a bot's generator for a decision of its seat, counted from 0.

    It follows from the seed of the match: the same moves give the same match, even if some were
    taken back in between, or if an expert plays the same cards again.
    """
    text = b"kozyr/bot/1/" + seed + seat.to_bytes(2) + decision.to_bytes(4)
    return int.from_bytes(hashlib.sha256(text).digest()[:8])


@cache
def _known(game: str, level: str) -> str:
    if level == RULE_OF_THUMB:
        return level
    known = levels(game)
    weaker = [other for other in known if LEVELS.index(other) <= LEVELS.index(level)]
    return weaker[-1] if weaker else known[0]
