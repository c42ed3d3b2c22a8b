"""Positions to learn from, and duels to judge by: hands each game's work to its self-play."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType
from typing import Final

from train import kozel, tricks
from train.work import Position, Work

_PLAYERS: Final[Mapping[str, ModuleType]] = {
    "joker": tricks,
    "domino_poker": tricks,
    "kozel": kozel,
}


def gather(work: Work) -> list[Position]:
    """Play deals; return the positions to learn from. The same work, the same positions."""
    found: list[Position] = _PLAYERS[work.game].gather(work)
    return found


def duel(work: Work, other: tuple[int, ...] | None) -> list[float]:
    """Play each deal twice, some seats by `work.weights`, the rest by `other`, and swapped.

    Return by deal how far a seat of the first kind is ahead of one of the other.
    """
    ahead: list[float] = _PLAYERS[work.game].duel(work, other)
    return ahead
