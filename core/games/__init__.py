"""The games of the house. A new game is one module and two lines here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.game import Game
from core.registry import Registry

if TYPE_CHECKING:
    from core.games import domino_poker, graph_poker, joker, kozel

    # Here type checkers hold each module to the contract.
    _CHECKED: tuple[Game, ...] = (joker, domino_poker, kozel, graph_poker)

GAMES: Final[Registry[Game]] = Registry(
    "core.games", "joker", "domino_poker", "kozel", "graph_poker"
)
"""Name -> game, in the order of menus."""
