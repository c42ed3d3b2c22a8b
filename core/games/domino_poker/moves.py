"""Domino Poker's moves as texts and as typed values, the reasons to refuse one, and the events.

The reasons against playing a tile are in core.games.domino_poker.tricks. docs/protocol.md is
written from the events.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar, Final, TypeAlias

from core.game import UNKNOWN_MOVE, IllegalMoveError, Move, Seat
from core.games.domino_poker.sheet import Deal
from core.games.domino_poker.tricks import BY_STRENGTH
from core.moves import (
    Bid as Bid,
    DealScored as DealScored,
    EventTable,
    MoveTable,
    SentAs,
    TypedEvent,
    TypedMove,
    tricks_bid,
)
from core.notation import SECRET, Among, MoveText, Tile, TileOrNone

PLAY_MOVES: Final = tuple(f"play {tile}" for tile in BY_STRENGTH)
"""Tile number -> the move that plays it."""
BIDS: Final = tuple(f"bid {n}" for n in range(8))
PICKS: Final = tuple(f"pick {n}" for n in range(28))
COUNTS: Final = ("count left", "count right")
DECISIONS: Final = ("show", "keep")


@dataclass(frozen=True, slots=True)
class PlayTile(TypedMove):
    """Play a tile (D-R9)."""

    verb: ClassVar = "play"

    tile: str


@dataclass(frozen=True, slots=True)
class Pick(TypedMove):
    """A position of the row, 0..27 (D-R22)."""

    verb: ClassVar = "pick"

    position: int

    @property
    def number(self) -> int:
        """The position."""
        return self.position


@dataclass(frozen=True, slots=True)
class Count(TypedMove):
    """Count to the "left" or to the "right" from the picked tile (D-R22)."""

    verb: ClassVar = "count"

    direction: str


@dataclass(frozen=True, slots=True)
class Show(TypedMove):
    """Show the player's tile in the fifth stage (D-R25)."""

    verb: ClassVar = "show"


@dataclass(frozen=True, slots=True)
class Keep(TypedMove):
    """Keep the player's tile of the fifth stage hidden (D-R25)."""

    verb: ClassVar = "keep"


AnyMove: TypeAlias = Bid | PlayTile | Pick | Count | Show | Keep

_MOVES: Final[MoveTable[AnyMove]] = MoveTable(
    "Domino Poker",
    (
        *map(Bid, range(8)),
        *map(PlayTile, BY_STRENGTH),
        *map(Pick, range(28)),
        Count("left"),
        Count("right"),
        Show(),
        Keep(),
    ),
)


parse_move: Final = _MOVES.read
"""Reads a move. Raises ValueError if it is not a move of this game."""


def bid_of(text: Move) -> int:
    """Return the number of tricks that a move bids."""
    return tricks_bid(parse_move(text))


# --- refusals ---------------------------------------------------------------------------------

AWAITED: Final = {
    "bid": ("everybody bids first", "D-R10"),
    "play": ("now a tile is played", "D-R9"),
    "pick": ("now a tile is picked from the row", "D-R22"),
    "count": ("now the direction is named: left or right", "D-R22"),
    "decide": ("show your tile or keep it hidden", "D-R25"),
}
"""Phase -> the step due now, in words, and its paragraph of the rules."""


def refused_move(now: Deal, phase: str, barred_bid: int, move: Move) -> IllegalMoveError:
    """Return the refusal of a move that plays no tile, or plays one at the wrong time.

    `barred_bid` is the bid that the hook forbids; -1 if there is none.
    """
    awaited, rule = AWAITED[phase]
    verb, _, what = move.partition(" ")
    is_number = verb in ("bid", "pick") and what.isdecimal()
    if move not in _MOVES and not is_number:
        return IllegalMoveError(UNKNOWN_MOVE, rule, move=move[:40])
    if verb == "bid" and now.stage in ("hapok", "mizer"):
        return IllegalMoveError("nobody bids in this deal", "D-R19")
    if verb != phase:
        return IllegalMoveError(awaited, rule)
    if verb == "pick":
        return IllegalMoveError("the positions of the row are 0 to 27", rule)
    if verb == "count":
        return IllegalMoveError("at this table the tiles are counted to the right", rule)
    if what == str(barred_bid):
        return IllegalMoveError("the bids may not add up to {size}", "D-R11", size=now.size)
    return IllegalMoveError("a bid is a number from 0 to {size}", rule, size=now.size)


# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Began(TypedEvent):
    """A deal has been dealt, or the row of the fifth stage laid out."""

    kind: ClassVar = "began"

    deal: int
    """Deals count from 1."""
    stage: Annotated[str, Among("plain", "blind", "hapok", "mizer", "fifth")]
    size: int
    """The number of tiles dealt to each player."""
    starter: Seat


@dataclass(frozen=True, slots=True)
class Moved(TypedEvent):
    """A move has been made."""

    kind: ClassVar = "moved"
    whose: ClassVar = "the player who has moved"

    seat: Seat
    move: Annotated[AnyMove | None, SentAs(MoveText, parse_move), SECRET] = None
    """Left out for others where it is secret: `show` and `keep`, if all disclose at once."""


@dataclass(frozen=True, slots=True)
class TrickTaken(TypedEvent):
    """A trick is complete."""

    kind: ClassVar = "trick"
    whose: ClassVar = "the player who has taken it"

    seat: Seat
    winner: Seat
    leader: Seat
    tiles: tuple[Tile, ...]
    """The leader's first."""

    @property
    def best(self) -> str:
        """The tile that took it."""
        return self.tiles[(self.seat - self.leader) % len(self.tiles)]


@dataclass(frozen=True, slots=True)
class Turned(TypedEvent):
    """A tile of the row lies open."""

    kind: ClassVar = "turned"
    whose: ClassVar = "the player who shows it"
    nobody: ClassVar = "the tile that the chooser has picked"

    seat: Seat | None
    position: int
    """The position in the row, 0..27."""
    tile: Tile


@dataclass(frozen=True, slots=True)
class Shown(TypedEvent):
    """All decisions of the fifth stage are open. Everything is by seat."""

    kind: ClassVar = "shown"

    decisions: tuple[Annotated[str, Among("show", "keep")], ...]
    tiles: tuple[TileOrNone, ...]
    """"" for a tile that is kept."""


AnyEvent: TypeAlias = Began | Moved | TrickTaken | Turned | Shown | DealScored

EVENTS: Final[EventTable[AnyEvent]] = EventTable(
    (Began, Moved, TrickTaken, Turned, Shown, DealScored)
)


parse_event: Final = EVENTS.read
"""Reads an event; None for a kind that this game does not have."""


@lru_cache(4096)
def moved(seat: Seat, move: Move) -> Moved:
    """Return the event of a move; equal moves share one."""
    return Moved(seat, parse_move(move))
