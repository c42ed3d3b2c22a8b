"""Kozel's moves: the legal ones, the tiles of each, the reasons to refuse one; also the events.

A refusal is worded from the View of the player who tried the move, so that it gives away no
secret. docs/protocol.md is written from the events.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from core.game import UNKNOWN_MOVE, IllegalMoveError, Move, Seat
from core.games.kozel.sheet import Options
from core.games.kozel.view import View
from core.moves import EventTable, MoveTable, SentAs, TypedEvent, TypedMove
from core.notation import OPEN, SECRET, MoveText, Tile
from core.pieces import DOUBLES, NUMBER, TILES, WITH, bits

Side: TypeAlias = Literal["left", "right"]

DRAW: Final = "draw"
PASS: Final = "pass"

LAY_LEFT: Final = tuple(f"lay {tile} left" for tile in TILES)
LAY_RIGHT: Final = tuple(f"lay {tile} right" for tile in TILES)
"""Tile number -> the move that lays it there."""
LAY_PAIR: Final = {
    (left, right): f"lay {left}-{left} left {right}-{right} right"
    for left in range(7)
    for right in range(7)
    if left != right
}
"""The numbers at the two ends -> the move that lays both their doubles (K-R9)."""
LAYS: Final[dict[Move, tuple[tuple[int, bool], ...]]] = {
    **{move: ((tile, False),) for tile, move in enumerate(LAY_LEFT)},
    **{move: ((tile, True),) for tile, move in enumerate(LAY_RIGHT)},
    **{
        move: ((DOUBLES[left], False), (DOUBLES[right], True))
        for (left, right), move in LAY_PAIR.items()
    },
}
"""Move -> the tiles it lays, each with whether it goes to the right: for rules and bots."""


@dataclass(frozen=True, slots=True)
class Lay(TypedMove):
    """Lay a tile at the left end or at the right (K-R6), or two doubles at both (K-R9)."""

    verb: ClassVar = "lay"

    left: str = ""
    right: str = ""

    def __str__(self) -> str:
        laid = ((self.left, "left"), (self.right, "right"))
        return " ".join(["lay", *(f"{tile} {side}" for tile, side in laid if tile)])

    @property
    def tiles(self) -> tuple[str, ...]:
        """The tiles that are laid, one or two."""
        return tuple(filter(None, (self.left, self.right)))

    @property
    def sides(self) -> tuple[Side, ...]:
        """The ends at which they are laid, one for each tile."""
        if self.left and self.right:
            return ("left", "right")
        return ("left",) if self.left else ("right",) if self.right else ()


@dataclass(frozen=True, slots=True)
class Draw(TypedMove):
    """Draw a tile from the market (K-R8)."""

    verb: ClassVar = DRAW


@dataclass(frozen=True, slots=True)
class Pass(TypedMove):
    """The player passes: no tile fits, and none may be drawn (K-R8)."""

    verb: ClassVar = PASS


AnyMove: TypeAlias = Lay | Draw | Pass

_MOVES: Final[MoveTable[AnyMove]] = MoveTable(
    "Kozel",
    (
        *(Lay(left=tile) for tile in TILES),
        *(Lay(right=tile) for tile in TILES),
        *(Lay(f"{left}-{left}", f"{right}-{right}") for left, right in LAY_PAIR),
        Draw(),
        Pass(),
    ),
)


parse_move: Final = _MOVES.read
"""Reads a move. Raises ValueError if it is not a move of this game."""


def lay_of(text: Move) -> Lay:
    """Return the tiles and ends of a move; an empty Lay if it draws or passes."""
    move = parse_move(text)
    return move if isinstance(move, Lay) else Lay()


# --- legal moves ------------------------------------------------------------------------------


def of_hand(options: Options, hand: int, left: int, right: int, opening: int) -> Sequence[Move]:
    """Return the moves that lay tiles of a hand; `left` is -1 before the opening move.

    The opening move is made with the tile `opening`, or with any tile if that is -1.
    """
    if left < 0:
        return (LAY_LEFT[opening],) if opening >= 0 else [LAY_LEFT[tile] for tile in bits(hand)]
    return _lays(hand, left, right, pairs=options.double_double == "on")


def _lays(hand: int, left: int, right: int, *, pairs: bool) -> list[Move]:
    """Return the moves that lay a tile of a hand: left end before right, the pair last (K-R9)."""
    fits_left, fits_right = WITH[left], WITH[right]
    moves = []
    for tile in bits(hand & (fits_left | fits_right)):
        if fits_left >> tile & 1:
            moves.append(LAY_LEFT[tile])
        if fits_right >> tile & 1:
            moves.append(LAY_RIGHT[tile])
    if pairs and left != right:
        pair = 1 << DOUBLES[left] | 1 << DOUBLES[right]
        if hand & pair == pair:
            moves.append(LAY_PAIR[left, right])
    return moves


# --- refusals ---------------------------------------------------------------------------------

_LAY: Final = re.compile(r"lay (\d-\d) (left|right)(?: (\d-\d) (left|right))?")


def refused_move(view: View, move: Move) -> IllegalMoveError:
    """Return why a move is not legal for the seat of the view, which may lay a tile."""
    text = _LAY.fullmatch(move)
    if move not in (DRAW, PASS) and not (text and {text[1], text[3] or text[1]} <= NUMBER.keys()):
        return IllegalMoveError(UNKNOWN_MOVE, "K-R6", move=move[:40])
    if view.ends is None:
        return _opening(view, text)
    if not text:
        return _must_lay(view, move, view.ends)
    if text[3]:
        return _pair(view, text, view.ends)
    return _lay(view, text[1], text[2], view.ends)


def _opening(view: View, text: re.Match[str] | None) -> IllegalMoveError:
    if text and text[3]:
        return IllegalMoveError("the opening move is a single tile", "K-R9")
    if view.opening and not (text and text[1] == view.opening):
        return IllegalMoveError("you must open with {tile}", "K-R4", tile=view.opening)
    if not text:
        return IllegalMoveError("you open this deal: lay any tile", "K-R5")
    if text[1] not in view.hand:
        return IllegalMoveError("you do not hold {tile}", "K-R6", tile=text[1])
    return IllegalMoveError("the opening move is written lay {tile} left", "K-R4", tile=text[1])


def _must_lay(view: View, move: Move, ends: tuple[int, int]) -> IllegalMoveError:
    tile = next(tile for tile in reversed(view.hand) if any(_fits(tile, end) for end in ends))
    if move == DRAW:
        return IllegalMoveError("you may not draw: {tile} fits", "K-R7", tile=tile)
    return IllegalMoveError("you may not pass: {tile} fits", "K-R7", tile=tile)


def _fits(tile: str, end: int) -> bool:
    return bool(WITH[end] >> NUMBER[tile] & 1)


def _lay(view: View, tile: str, side: str, ends: tuple[int, int]) -> IllegalMoveError:
    if tile not in view.hand:
        return IllegalMoveError("you do not hold {tile}", "K-R6", tile=tile)
    left, right = ends
    if side == "left":
        reason = "{tile} does not fit the left end, {end}"
        return IllegalMoveError(reason, "K-R6", tile=tile, end=left)
    reason = "{tile} does not fit the right end, {end}"
    return IllegalMoveError(reason, "K-R6", tile=tile, end=right)


def _pair(view: View, text: re.Match[str], ends: tuple[int, int]) -> IllegalMoveError:
    tiles = (text[1], text[3])
    if view.options.double_double == "off":
        return IllegalMoveError("two tiles in one move are off in the house rules", "K-R9")
    if not all(NUMBER[tile] in DOUBLES for tile in tiles):
        return IllegalMoveError("only two doubles may be laid in one move", "K-R9")
    if (text[2], text[4]) != ("left", "right"):
        return IllegalMoveError("with two doubles, name the left end first", "K-R9")
    for tile, side, end in zip(tiles, ("left", "right"), ends, strict=True):
        if tile not in view.hand or not _fits(tile, end):
            return _lay(view, tile, side, ends)
    return IllegalMoveError(
        "both ends show {end}: there is no pair of doubles for them", "K-R9", end=ends[0]
    )


# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Began(TypedEvent):
    """A deal has been dealt."""

    kind: ClassVar = "began"

    deal: int
    """Deals count from 1."""
    opener: Seat
    tile: Annotated[Tile | None, OPEN]
    """The tile that has to open; nil if any may."""


@dataclass(frozen=True, slots=True)
class Redealt(TypedEvent):
    """A hand is bad by the house rule `redeal`: all hands are thrown in and dealt again."""

    kind: ClassVar = "redealt"
    whose: ClassVar = "the first player with such a hand"

    seat: Seat


@dataclass(frozen=True, slots=True)
class Moved(TypedEvent):
    """A move has been made."""

    kind: ClassVar = "moved"
    whose: ClassVar = "the player who has moved"

    seat: Seat
    move: Annotated[AnyMove, SentAs(MoveText, parse_move)]
    opens: bool = False
    """True if this is the first tile of the line."""


@dataclass(frozen=True, slots=True)
class Drew(TypedEvent):
    """A tile has been drawn from the market; follows its `moved`."""

    kind: ClassVar = "drew"
    whose: ClassVar = "the player who has drawn"

    seat: Seat
    count: int
    """Its number among the tiles drawn in this turn, from 1."""
    market: int
    """Tiles left in the market."""
    tile: Annotated[Tile, SECRET] = ""
    """The tile, which only the seat that drew it is told."""


@dataclass(frozen=True, slots=True)
class Shown(TypedEvent):
    """The deal is over and all hands lie open."""

    kind: ClassVar = "shown"
    whose: ClassVar = "the player who has laid the last tile"
    nobody: ClassVar = "after a fish"

    seat: Seat | None
    hands: tuple[tuple[Tile, ...], ...]
    """The hand of each seat."""


@dataclass(frozen=True, slots=True)
class DealCounted(TypedEvent):
    """A deal is over; as in the record."""

    kind: ClassVar = "deal"

    deal: int
    """Deals count from 1."""
    points: tuple[int, ...]
    """The points each seat has written."""
    totals: tuple[int, ...]
    left: tuple[int, ...]
    """Points counted in each hand."""


AnyEvent: TypeAlias = Began | Redealt | Moved | Drew | Shown | DealCounted

EVENTS: Final[EventTable[AnyEvent]] = EventTable((Began, Redealt, Moved, Drew, Shown, DealCounted))


parse_event: Final = EVENTS.read
"""Reads an event; None for a kind that this game does not have."""


@lru_cache(4096)
def moved(seat: Seat, move: Move) -> Moved:
    """Return the event of a move that does not open the line; equal moves share one."""
    return Moved(seat, parse_move(move))
