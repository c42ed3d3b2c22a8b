"""The View of a match of Kozel: a seat's knowledge, and its conclusions about hidden hands.

Shared by the rules, boards and bots; it plays nothing.
"""

from dataclasses import dataclass
from typing import Annotated

from core.game import FINISHED, OVER, SHUFFLE, Result, Seat
from core.games.kozel.sheet import Options, opens_before
from core.notation import BY_SEAT, OPEN, OWN, Tile, TileAsItLies
from core.pieces import ALL_TILES, NUMBER, WITH


@dataclass(frozen=True, slots=True)
class LastDeal:
    """The end of the previous deal; its points are the last row of the sheet."""

    left: Annotated[tuple[int, ...], BY_SEAT]
    """Points counted in each hand."""
    out: Seat | None
    """The seat that laid the last tile; None after a fish."""


@dataclass(frozen=True, slots=True)
class View:
    """All that a seat, or a spectator, may know (K-R16)."""

    seat: Seat | None
    seats: int
    options: Options
    to_act: tuple[Seat, ...]
    deal: int
    totals: Annotated[tuple[int, ...], BY_SEAT]
    result: Result | None
    hand: Annotated[tuple[Tile, ...], OWN]
    """Lowest tile first; empty for a spectator."""
    sizes: Annotated[tuple[int, ...], BY_SEAT]
    """Tiles in each hand."""
    market: int
    """Tiles in the market."""
    line: tuple[TileAsItLies, ...]
    """The tiles from left to right as they lie, "4-6" if its 6 is on the right."""
    opened_at: int
    """Index in the line of the tile that opened the deal."""
    opener: Seat
    opening: Annotated[Tile | None, OPEN]
    """The tile that has or had to open; None when the opener was free to choose."""
    drawn: int
    """Tiles drawn in this turn, even if the last of them has ended the deal."""
    taken: Annotated[tuple[int, ...], BY_SEAT]
    """Tiles each seat has drawn in this deal."""
    lacks: Annotated[tuple[tuple[int, ...], ...], BY_SEAT]
    """Numbers each seat has shown it lacks, lowest first.

    After a draw these are only the numbers at both ends, which the tile just drawn may have all the
    same; a pass adds to them.
    """
    hanging: Annotated[tuple[int, ...], BY_SEAT]
    """Points carried over towards the entry."""
    sheet: tuple[Annotated[tuple[int, ...], BY_SEAT], ...]
    """Each finished deal: the points that each seat wrote."""
    last: LastDeal | None
    hands: tuple[tuple[Tile, ...], ...]
    """All hands, lowest tile first, once a deal is over and they lie open; empty before."""
    dealt: tuple[tuple[Tile, ...], ...]
    """All hands as they were dealt, lowest tile first, once a deal is over.

    Empty where `open_hands` is `hidden`.
    """

    @property
    def phase(self) -> str:
        """The step that is awaited: "play" or, as in every game, "shuffle", "deal" or "over"."""
        over = self.result is not None
        return phase_of(over=over, playing=bool(self.to_act), dealt=bool(self.line))

    @property
    def ends(self) -> tuple[int, int] | None:
        """The numbers at the left and the right end of the line."""
        return (int(self.line[0][0]), int(self.line[-1][2])) if self.line else None

    @property
    def entered(self) -> tuple[bool, ...]:
        """The seats with an open sheet (K-R14), by the total: a first entry is never small."""
        return tuple(self.options.entry == 0 or total > 0 for total in self.totals)


def phase_of(*, over: bool, playing: bool, dealt: bool) -> str:
    """Return the awaited step; `dealt` tells whether tiles of a finished deal lie on the table."""
    if over:
        return OVER
    if playing:
        return "play"
    return FINISHED if dealt else SHUFFLE


def check(view: View) -> None:
    """Raise ValueError if fields contradict one another: no match has such a View."""
    if view.line and not 0 <= view.opened_at < len(view.line):
        raise ValueError("no tile lies where the deal was opened")
    if view.phase in (FINISHED, OVER) and (view.last is None or len(view.sheet) != view.deal):
        raise ValueError("a finished deal lacks its points")


def may_hold(view: View, seat: Seat) -> list[int]:
    """Return, for each tile of a hidden hand, the mask of the tiles it may be."""
    known = ALL_TILES
    for number in view.lacks[seat]:
        known &= ~WITH[number]
    opening = None if view.opening is None else NUMBER[view.opening]
    if opening is not None and not view.taken[seat]:
        # A player with a tile that opens before this one would have opened with it (K-R2).
        known &= ~opens_before(view.options, opening)
    masks = [known] * view.sizes[seat]
    if opening is not None and not view.line and seat == view.opener:
        masks[0] = 1 << opening
    if view.drawn and seat in view.to_act:
        masks[0] = ALL_TILES  # the tile just drawn may fit
    return masks
