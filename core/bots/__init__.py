"""Bots: a View in, a move out, as for a human. Each game has a policy module; none sees a State.

`search.py` plays every choice out in the same imagined states by a quick policy, and `values.py`
gives the worth of every move of a View, with its error. Games of tricks grow one tree over many
imagined deals instead (`core.tricks`). Their strength is measured in docs/research/bots.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from core.bots.search import Stop, never
from core.game import Move, Seat, ViewT_contra
from core.games import FACTS, GAMES, Registry

if TYPE_CHECKING:
    from core.bots.values import Rollouts

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""Weakest first. A game with fewer levels lists them as LEVELS in its folder."""

RULE_OF_THUMB: Final = "rule of thumb"
"""Not a level: a policy that imagines nothing and has none of the lapses of easy bots."""


class Policy(Protocol[ViewT_contra]):
    """A game's module of its bots: they choose moves, and play out each move to compare it."""

    def choose(
        self, view: ViewT_contra, level: str, rng: Random, stop: Stop = never, temper: str = ""
    ) -> Move:
        """Return a legal move for the view's seat, which is to act; soon, once `stop` says so.

        `level` is one of the game's levels or RULE_OF_THUMB.
        `temper` is one of `core.bots.search.TEMPERS`, or empty.
        """
        ...

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
        among `asked`; if `among` names moves, it compares only these, unless that saves nothing.
        Counts no ends out once `stop` says so.
        """
        ...


BOTS: Final[Registry[Policy[Any]]] = Registry("core.games", "bot")
"""Name of a game -> its policy, if it has one."""


def levels(game: str) -> Sequence[str]:
    """List the levels of a game's bots, weakest first; none if it has no bots."""
    return getattr(FACTS[game], "LEVELS", LEVELS) if game in BOTS else ()


def choose(game: str, view: Any, level: str, rng: Random, stop: Stop = never) -> Move:
    """Return the move of a bot of this level for the view's seat, which is to act.

    A level that the game lacks falls back to the next weaker one, or to the weakest. In a game
    without a policy it is a random legal move, as a bot also stands in for players who are away.
    The same generator gives the same move unless `stop` cuts the search short. A level may carry a
    temper, as in "expert:bold", or be RULE_OF_THUMB.
    """
    if game not in BOTS:
        return rng.choice(GAMES[game].legal(view))
    level, _, temper = level.partition(":")
    return BOTS[game].choose(view, _known(game, level), rng, stop, temper)


def chance_of(seed: bytes, seat: Seat, decision: int) -> int:
    """Return the seed of a bot's generator for a decision of its seat, counted from 0.

    It follows from the seed of the match: the same moves give the same match, even if some were
    taken back in between, or if an expert plays the same cards.
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
