"""Bots: a View in, a move out, like a human. A policy module a game; none sees a State."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, Final, Protocol

from core.game import Move, ViewT_contra
from core.games import FACTS, GAMES, NAMES
from core.registry import Registry

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""Weakest first. A game of fewer lists them as the LEVELS of its folder."""


class Policy(Protocol[ViewT_contra]):
    """A policy module of a game."""

    def choose(self, view: ViewT_contra, level: str, rng: Random) -> Move:
        """Return a legal move for the seat of the view, which is to act."""
        ...


BOTS: Final[Registry[Policy[Any]]] = Registry("core.games", "bot", NAMES)
"""Name of the game -> its policy, where it has one."""


def levels(game: str) -> Sequence[str]:
    """List how well the bots of a game can play, weakest first; none if it has no bots."""
    return getattr(FACTS[game], "LEVELS", LEVELS) if game in BOTS else ()


def choose(game: str, view: Any, level: str, rng: Random) -> Move:
    """Return the move of a bot of that level; the view is its own and it is to act.

    Where a game has no such level it is the next weaker one, or the weakest. Without a policy it
    is any legal move: somebody has to move for players who are away.
    """
    if game not in BOTS:
        rules = GAMES[game]
        return rng.choice(rules.legal(rules.imagine(view, rng), view.seat))
    return BOTS[game].choose(view, _known(game, level), rng)


@cache
def _known(game: str, level: str) -> str:
    known = levels(game)
    weaker = [other for other in known if LEVELS.index(other) <= LEVELS.index(level)]
    return weaker[-1] if weaker else known[0]
