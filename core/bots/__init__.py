"""Bots: a View in, a move out, like a human. One policy module a game; none sees a State."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from core.game import Move, ViewT_contra
from core.games import NAMES
from core.registry import Registry

LEVELS: Final = ("easy", "medium", "hard", "expert")
"""Weakest first."""


class Policy(Protocol[ViewT_contra]):
    """A policy module of a game."""

    def choose(self, view: ViewT_contra, level: str, rng: Random) -> Move:
        """Return a legal move for the seat of the view, which is to act."""
        ...


if TYPE_CHECKING:
    from core.games.domino_poker import bot as domino_poker
    from core.games.domino_poker.view import View as DominoPokerView
    from core.games.graph_poker import bot as graph_poker
    from core.games.graph_poker.view import View as GraphPokerView
    from core.games.joker import bot as joker
    from core.games.joker.view import View as JokerView
    from core.games.kozel import bot as kozel
    from core.games.kozel.view import View as KozelView

    # Here type checkers hold each module to the contract, by the View of its game.
    _CHECKED: tuple[
        Policy[JokerView], Policy[DominoPokerView], Policy[KozelView], Policy[GraphPokerView]
    ] = (joker, domino_poker, kozel, graph_poker)

BOTS: Final[Registry[Policy[Any]]] = Registry("core.games", "bot", NAMES)
"""Name of the game -> its policy."""


def choose(game: str, view: Any, level: str, rng: Random) -> Move:
    """Return the move of a bot of that level; the view is its own and it is to act."""
    return BOTS[game].choose(view, level, rng)
