"""Advice for who is to move: a good move, and why it is one in this position.

The move is a bot's; the reason is computed from the View alone and never from what it hides.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from core.advice import domino_poker, graph_poker, joker, kozel
from core.advice.reason import Fact, Reason
from core.bots import choose
from core.game import Move

LEVEL: Final = "hard"
"""The strongest bot that still answers at once."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move and why: `reason` is an English template, the key of its translation, for `facts`."""

    move: Move
    reason: str
    facts: Mapping[str, Fact]


_EXPLAIN: Final[Mapping[str, Callable[[Any, Move], Reason]]] = {
    "joker": joker.explain,
    "domino_poker": domino_poker.explain,
    "kozel": kozel.explain,
    "graph_poker": graph_poker.explain,
}


def advise(game_name: str, view: Any, rng: Random) -> Advice:
    """Advise the seat of the view, which is to act."""
    move = choose(game_name, view, LEVEL, rng)
    return Advice(move, *explain(game_name, view, move))


def explain(game_name: str, view: Any, move: Move) -> Reason:
    """Say what speaks for a legal move of the seat of the view."""
    return _EXPLAIN[game_name](view, move)
