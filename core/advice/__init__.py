"""Advice for who is to move: a good move, and why it is one in this position. One module a game.

The move is a bot's; the reason is computed from the View alone, never from what it hides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final, Protocol

from core.advice.reason import Fact, Reason
from core.bots import choose
from core.game import Move, ViewT_contra
from core.games import NAMES
from core.registry import Registry

LEVEL: Final = "hard"
"""The strongest bot that still answers at once."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and why: `reason` is an English template, the key of its translation, for `facts`."""

    move: Move
    reason: str
    facts: Mapping[str, Fact]


class Adviser(Protocol[ViewT_contra]):
    """A module of advice on a game."""

    def explain(self, view: ViewT_contra, move: Move) -> Reason:
        """Say what speaks for a legal move of the seat of the view, which is to act."""
        ...


if TYPE_CHECKING:
    from core.games.domino_poker import advice as domino_poker
    from core.games.domino_poker.view import View as DominoPokerView
    from core.games.graph_poker import advice as graph_poker
    from core.games.graph_poker.view import View as GraphPokerView
    from core.games.joker import advice as joker
    from core.games.joker.view import View as JokerView
    from core.games.kozel import advice as kozel
    from core.games.kozel.view import View as KozelView

    # Here type checkers hold each module to the contract, by the View of its game.
    _CHECKED: tuple[
        Adviser[JokerView], Adviser[DominoPokerView], Adviser[KozelView], Adviser[GraphPokerView]
    ] = (joker, domino_poker, kozel, graph_poker)

ADVISERS: Final[Registry[Adviser[Any]]] = Registry("core.games", "advice", NAMES)
"""Name of the game -> who advises on it."""


def advise(game_name: str, view: Any, rng: Random) -> Advice:
    """Advise the seat of the view, which is to act."""
    move = choose(game_name, view, LEVEL, rng)
    return Advice(move, *ADVISERS[game_name].explain(view, move))
