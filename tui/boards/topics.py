"""What can be asked for separately about a position in plain mode, and by which words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Topic:
    """A question that the `spoken_part` of a game answers."""

    name: str
    aliases: tuple[str, ...]
    """Other names for it; Russian words work in every language."""
    help: str = ""
    """The English line of the help; empty if the line of another topic covers both."""


TRICK: Final = Topic("trick", ("взятка",), "trick, last: this trick, the one before it")
LAST: Final = Topic("last", ("прошлая", "последняя"))
BIDS: Final = Topic("bids", ("заказы", "заказ"), "bids: who bid how much and has taken how many")
TILES: Final = Topic(
    "tiles",
    ("cards", "hands", "кости", "карты", "руки"),
    "tiles or cards: how many everybody holds",
)

COMMON: Final = (TRICK, LAST, BIDS, TILES)
"""Topics that players may try in any game; a game without one says so."""
