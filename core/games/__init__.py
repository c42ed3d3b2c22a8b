"""The games. A new game is a folder here, one in tui.games, and its name in NAMES."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from core.game import Game, Rules
from core.registry import Registry

NAMES: Final = ("joker", "domino_poker", "kozel", "graph_poker")
"""Every game, in the order of menus."""

if TYPE_CHECKING:
    from core.games.domino_poker import rules as domino_poker
    from core.games.graph_poker import rules as graph_poker
    from core.games.joker import rules as joker
    from core.games.kozel import rules as kozel

    # Here type checkers hold each module to the contract, by its own classes.
    _CHECKED: tuple[
        Rules[joker.Options, joker.State, joker.View],
        Rules[domino_poker.Options, domino_poker.State, domino_poker.View],
        Rules[kozel.Options, kozel.State, kozel.View],
        Rules[graph_poker.Options, graph_poker.State, graph_poker.View],
    ] = (joker, domino_poker, kozel, graph_poker)

GAMES: Final[Registry[Game]] = Registry("core.games", "rules", NAMES)
"""Name -> the module of its rules."""
