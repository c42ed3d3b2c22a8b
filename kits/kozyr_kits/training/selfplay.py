"""Positions to learn from, and duels to judge by: passes each game's work to its self-play."""

from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from kozyr_kits.training import graph_poker, kozel, tricks
from kozyr_kits.training.work import Usual, Work

_PLAYERS: Final[Mapping[str, ModuleType]] = {
    "joker": tricks,
    "domino_poker": tricks,
    "kozel": kozel,
    "graph_poker": graph_poker,
}

USUAL: Final[Mapping[str, Usual]] = {
    "joker": Usual(),
    "domino_poker": Usual(),
    # Many of its weights seldom count, so they decay less.
    "kozel": Usual(rounds=3, deals=25_000, worlds=8, weight_decay=1e-5),
    "graph_poker": Usual(rounds=1, deals=800, duels=40),
}
"""Game -> its default amount of work."""


def gather(work: Work) -> list[Any]:
    """Play deals; return the decisions to learn from. The same work gives the same list."""
    found: list[Any] = _PLAYERS[work.game].gather(work)
    return found


def duel(work: Work, other: tuple[int, ...] | None) -> list[float]:
    """Play each deal twice: some seats by `work.weights`, the rest by `other`, then swapped.

    Return by deal the lead of a seat of the first kind over one of the other.
    """
    ahead: list[float] = _PLAYERS[work.game].duel(work, other)
    return ahead
