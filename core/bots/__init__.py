"""Bots: a View in, a move out, like a human. One policy module a game; none sees a State."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from core.game import Move
from core.registry import Registry

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""Weakest first."""


class Policy(Protocol):
    """A policy module of a game."""

    def choose(self, view: Any, level: str, rng: Random) -> Move:
        """Return a legal move for the seat of the view, which is to act."""
        ...


if TYPE_CHECKING:
    from core.bots import domino_poker, graph_poker, joker, kozel

    # Here type checkers hold each module to the contract.
    _CHECKED: tuple[Policy, ...] = (joker, domino_poker, kozel, graph_poker)

BOTS: Final[Registry[Policy]] = Registry(
    "core.bots", "joker", "domino_poker", "kozel", "graph_poker"
)
"""Name of the game -> its policy."""


def choose(game: str, view: Any, level: str, rng: Random) -> Move:
    """Return the move of a bot of that level; the view is its own and it is to act."""
    return BOTS[game].choose(view, level, rng)
