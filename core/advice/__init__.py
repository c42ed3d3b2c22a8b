"""Advice for whoever is to move: a good move, and why it is good here.

Each game may have an advice module. The move comes from a bot; the reason is worked out from the
View alone, never from what it hides.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from core.advice.reason import Fact, Reason
from core.bots import BOTS, choose
from core.game import Move, ViewT_contra
from core.games import NAMES
from core.registry import Registry

LEVEL: Final = "hard"
"""The strongest bot that still answers without a noticeable wait."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and the reason for it: `reason` is an English template, also the key of its
    translation; `facts` fill it.
    """

    move: Move
    reason: str
    facts: Mapping[str, Fact]


class Adviser(Protocol[ViewT_contra]):
    """A game's module of advice."""

    def explain(self, view: ViewT_contra, move: Move) -> Reason:
        """Explain a legal move of the view's seat, which is to act."""
        ...


ADVISERS: Final[Registry[Adviser[Any]]] = Registry("core.games", "advice", NAMES)
"""Name of a game -> its adviser, if it has one."""


def can_advise(game_name: str) -> bool:
    """Tell whether a game has hints: a bot that finds the move, an adviser that explains it."""
    return game_name in BOTS and game_name in ADVISERS


def advise(game_name: str, view: Any, rng: Random) -> Advice:
    """Advise the view's seat, which is to act, in a game that has hints."""
    move = choose(game_name, view, LEVEL, rng)
    return Advice(move, *ADVISERS[game_name].explain(view, move))
