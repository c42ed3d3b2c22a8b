"""Marks on the fields of Views and events, for docs/protocol.md and for conformance checks.

They stand in the types of the fields, as in `hand: tuple[Card, ...]`; the games ignore them.
"""

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from core.pieces import DECK_52, JOKERS, TILES


@dataclass(frozen=True, slots=True)
class Among:
    """A text that is one of a few words."""

    values: tuple[str, ...]

    def __init__(self, *values: str) -> None:
        object.__setattr__(self, "values", values)


@dataclass(frozen=True, slots=True)
class Written:
    """A text that matches a pattern or is one of a few; `what` is the name for such a text."""

    what: str
    pattern: str = ""
    """A regular expression that matches the whole text."""
    texts: tuple[str, ...] = ()
    """All such texts, if they are few: a look-up is much faster than a pattern."""


@dataclass(frozen=True, slots=True)
class FieldNote:
    """A note about the field as a whole."""

    text: str


OWN: Final = FieldNote("differs from viewer to viewer")
"""A field hidden from the other seats."""

OPEN: Final = FieldNote("known to all, also while it is in a hand")
"""A card or tile of a hand that every seat may know."""

SECRET: Final = FieldNote("")
"""A field of an event hidden from the other seats; see core.moves.secret."""

EARLIER: Final = FieldNote("pieces of before this deal")
"""A field whose cards or tiles have been shuffled again since: they may be in any hand now."""


BY_SEAT: Final = FieldNote("one for each seat")
"""A list with one entry for every seat of the table, at any time."""


@dataclass(frozen=True, slots=True)
class Span:
    """A whole number from `least` to `most`."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class SeatNumber:
    """A whole number that is a seat of the table."""


SEAT: Final = SeatNumber()


def or_empty(written: Written) -> Written:
    """Also allow the empty text."""
    return Written(f'{written.what} or ""', texts=("", *written.texts))


_CARD: Final = Written("card", texts=(*DECK_52, *JOKERS))
_TILE: Final = Written("tile", texts=TILES)
_LYING: Final = Written(
    "tile as it lies", texts=(*dict.fromkeys((*TILES, *(t[::-1] for t in TILES))),)
)

Card: TypeAlias = Annotated[str, _CARD]
CardOrNone: TypeAlias = Annotated[str, or_empty(_CARD)]
Tile: TypeAlias = Annotated[str, _TILE]
TileOrNone: TypeAlias = Annotated[str, or_empty(_TILE)]
TileAsItLies: TypeAlias = Annotated[str, _LYING]

MoveText: TypeAlias = Annotated[str, Written("move", r"[a-z]+( \S+)*")]
