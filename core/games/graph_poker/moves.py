"""Graph-Poker's only move as a typed value. The rules read it faster: see grid.py."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final

from core.game import Move
from core.games.graph_poker.grid import COORDINATE, place_move
from core.games.graph_poker.poker import HIDDEN

_PLACE: Final = re.compile(
    rf"place ([2-9TJQKA][shdc]|{re.escape(HIDDEN)}) ({COORDINATE}) ({COORDINATE})", re.ASCII
)


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card is placed on a cell (G-R5), x to the right and y up."""

    verb: ClassVar = "place"

    card: str
    """HIDDEN if it lies face down and the viewer may not know it."""
    x: int
    y: int

    def __str__(self) -> str:
        return place_move(self.card, self.x, self.y)

    @property
    def cell(self) -> tuple[int, int]:
        """Where it lies."""
        return self.x, self.y


@lru_cache(256)  # a board reads the same ones at each key
def parse_move(text: Move) -> PlaceCard:
    """Read a placement. Raises ValueError if it is not written as `str` writes it."""
    found = _PLACE.fullmatch(text)
    if found is None:
        raise ValueError(f"{text[:40]!r} is not a move of Graph-Poker")
    return PlaceCard(found[1], int(found[2]), int(found[3]))
