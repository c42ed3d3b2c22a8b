"""The games of the house. A new game is one module and one line here."""

from __future__ import annotations

from typing import Final

from core.game import Game
from core.games import domino_poker, graph_poker, joker, kozel

GAMES: Final[dict[str, Game]] = {
    joker.NAME: joker,
    domino_poker.NAME: domino_poker,
    kozel.NAME: kozel,
    graph_poker.NAME: graph_poker,
}
"""Name -> game, in the order of menus. Here type checkers hold each module to the contract."""
