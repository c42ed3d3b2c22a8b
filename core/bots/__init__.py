"""Bots: a View in, a move out, like a human. One policy module a game; none sees a State."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from core.game import Move
from core.games import NAMES
from core.registry import Registry

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""Weakest first."""


class Policy(Protocol):
    """A policy module of a game."""

    def choose(self, view: Any, level: str, rng: Random) -> Move:
        """Return a legal move for the seat of the view, which is to act."""
        ...


if TYPE_CHECKING:
    from core.games.domino_poker import bot as domino_poker
    from core.games.graph_poker import bot as graph_poker
    from core.games.joker import bot as joker
    from core.games.kozel import bot as kozel

    # Here type checkers hold each module to the contract.
    _CHECKED: tuple[Policy, ...] = (joker, domino_poker, kozel, graph_poker)

BOTS: Final[Registry[Policy]] = Registry("core.games", "bot", NAMES)
"""Name of the game -> its policy."""


def choose(game: str, view: Any, level: str, rng: Random) -> Move:
    """Return the move of a bot of that level; the view is its own and it is to act."""
    return BOTS[game].choose(view, level, rng)
