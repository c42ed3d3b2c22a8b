"""The fifth stage of Domino Poker: the row of 28 as a ring, the tile of each seat, and its points.

Pure functions, and a seat's knowledge of the row; the turns are in core.games.domino_poker.rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from core.game import Seat
from core.notation import BY_SEAT, Among, TileOrNone
from core.pieces import TILES, pips_of


def fifth_points(values: Sequence[int | None], top_tie: str = "zero") -> tuple[int, ...]:
    """Return the points of the fifth stage (D-R26); None stands for a hidden tile."""
    shown = [value for value in values if value is not None]
    best = max(shown, default=0)
    tied = {"zero": 0, "plus": 30, "minus": -30}[top_tie]
    top = 30 if shown.count(best) == 1 else tied
    return tuple(0 if value is None else top if value == best else -30 for value in values)


def counted(position: int, tile: str, direction: str, dealt: int) -> tuple[tuple[int, ...], ...]:
    """Go round the ring from a picked tile: positions counted off, and those dealt (D-R24)."""
    step = 1 if direction == "right" else -1
    pips = pips_of(tile)
    way = [(position + step * i) % 28 for i in range(1, pips + dealt + 1)]
    return tuple(way[:pips]), tuple(way[pips:])


@dataclass(frozen=True, slots=True)
class Fifth:
    """The fifth stage as one seat knows it. For each seat "" means unknown, or not yet dealt."""

    chooser: Seat
    position: int | None
    """The position that the chooser picked, 0..27, and the tile that lay there."""
    tile: TileOrNone
    direction: Annotated[str, Among("left", "right", "")]
    decisions: Annotated[tuple[Annotated[str, Among("show", "keep", "")], ...], BY_SEAT]
    """The viewer's own decision at once, the other players' once all are open (D-R25)."""
    tiles: Annotated[tuple[TileOrNone, ...], BY_SEAT]
    """The viewer's own tile and the tiles that are shown."""

    def positions(self) -> tuple[int, ...]:
        """Return the position in the row of each seat's tile; nothing before the count (D-R23)."""
        if self.position is None or not self.direction:
            return ()
        seats = len(self.tiles)
        dealt = counted(self.position, self.tile, self.direction, seats)[1]
        return tuple(dealt[(seat - self.chooser) % seats] for seat in range(seats))

    def seen_by(self, seat: Seat | None, *, is_open: bool) -> Fifth:
        """Return the stage as a seat knows it; tiles that are kept stay hidden for good (D-R25).

        With `is_open` the others' decisions are known.
        """
        decisions = tuple(
            made if is_open or other == seat else "" for other, made in enumerate(self.decisions)
        )
        tiles = tuple(
            tile if other == seat or made == "show" else ""
            for other, (tile, made) in enumerate(zip(self.tiles, decisions, strict=True))
        )
        return replace(self, decisions=decisions, tiles=tiles)

    def points(self, top_tie: str) -> tuple[int, ...]:
        """Return the points of each seat once all tiles that are shown are known (D-R26)."""
        values = [
            pips_of(tile) if made == "show" else None
            for tile, made in zip(self.tiles, self.decisions, strict=True)
        ]
        return fifth_points(values, top_tie)


def imagined_row(fifth: Fifth, rng: Random) -> tuple[str, ...]:
    """Return a random row of 28 that agrees with the known part of it."""
    known = {} if fifth.position is None else {fifth.position: fifth.tile}
    known |= {at: tile for at, tile in zip(fifth.positions(), fifth.tiles, strict=False) if tile}
    rest = [tile for tile in TILES if tile not in known.values()]
    rng.shuffle(rest)
    return tuple(known.get(position) or rest.pop() for position in range(28))
