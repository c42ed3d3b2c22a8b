"""The places at the table of a trick-taking game with bids, for two to six seats. Pure.

Knows neither cards nor tiles nor rules, and draws nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from core.game import Seat
from tui.boards.seats import SeatBlock, seat_at_bottom

ROOMY: Final = (90, 26)
"""From this size on, a seat has words, marks and drawn backs below its name."""

UPRIGHT: Final = (48, 16)
"""On a table narrower than this, and at least as tall, the players of both sides sit above the
pieces: that leaves room for larger pieces and longer names.
"""

_CORNER_ROWS: Final = 4
"""Rows of such a table that belong to its upper corners."""

_BLOCK_ROWS: Final = 3
"""The rows of a player at the side of a table that is not roomy."""

PieceSize: TypeAlias = tuple[int, int]
"""Width and height of a piece in cells."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """The facts about a seat that the table shows."""

    name: str
    bid: int | None
    """None for a player who has not bid yet."""
    taken: int
    held: int
    """Pieces in the hand."""
    role: str = ""
    """The player's role in this deal, such as "dealer", in the player's language."""
    turn: bool = False
    away: bool = False
    said: str = ""
    """A word about the player's last action, shown if there is room."""
    ahead: bool = False
    """Whether the player may still take the current trick: a piece is laid and not beaten yet."""


@dataclass(frozen=True, slots=True)
class TrickLayout:
    """The places at a table; blocks and spots are by seat."""

    viewer: Seat | None
    me: Seat
    """The seat at the bottom."""
    roomy: bool
    size: int
    """The index of the pieces' size among those offered."""
    piece: PieceSize
    blocks: tuple[SeatBlock, ...]
    lines: tuple[int, ...]
    """The number of lines that a block may have."""
    spots: tuple[tuple[int, int], ...]
    """The upper left corner of each seat's piece."""
    corner: int
    """The columns free at both upper corners."""
    middle: tuple[int, int]
    """The first row below the upper blocks, and the row after the last above the lower block."""
    beside: int
    """The columns at both sides of the middle that belong to the players there."""


# --- the geometry ------------------------------------------------------------------------------


@lru_cache(16)
def arrange(
    seats: int,
    viewer: Seat | None,
    width: int,
    height: int,
    sizes: tuple[PieceSize, ...],
    corner: int = 0,
) -> TrickLayout:
    """Seat the players; of the `sizes` of a piece, largest first, take the first that fits.

    No piece runs into the blocks at the sides, as long as one size is narrow enough for that. Two
    others sit left and right, a third above, more of them left, above and right.
    """
    roomy = width >= ROOMY[0] and height >= ROOMY[1]
    upright = width < UPRIGHT[0] and height >= UPRIGHT[1]
    above = 1 if seats == 2 else max(0, seats - 3)
    upper = (5 if roomy else 2) if above or corner else 0
    top = upper
    if upright:
        top = (_CORNER_ROWS if corner else upper) + (_BLOCK_ROWS if seats > 2 else 0)
    bottom = height - (3 if roomy else 2 if height >= 12 else 1)
    gap = 4 if roomy else 2
    room = width - 2 * (1 if upright else _SIDE)
    row = max(1, above) + 2 * (seats > 2)  # pieces side by side
    size = _fitting(sizes, row, gap, room, bottom - top)
    piece = sizes[size]
    if not upright and (width - row * (piece[0] + gap) + gap) // 2 < _LEAST_SIDE + _APART:
        gap = 1
    spots = _spots(seats, above, width, (top, bottom), piece, gap)
    beside = HANDS[roomy]
    if upright:
        blocks, lines = _blocks_above(seats, above, width, height, (upper, top), corner)
        beside = 0
    else:
        left = spots[1][0]
        side = max(min(_LEAST_SIDE, left - 1), min(left - _APART, beside) - 1)
        blocks, lines = _blocks(seats, above, width, height, (top, bottom), side, corner, roomy)
    me = seat_at_bottom(viewer)
    by_seat = [(seat - me) % seats for seat in range(seats)]
    return TrickLayout(
        viewer,
        me,
        roomy,
        size,
        piece,
        tuple(blocks[i] for i in by_seat),
        tuple(lines[i] for i in by_seat),
        tuple(spots[i] for i in by_seat),
        corner,
        (top, bottom),
        beside,
    )


_SIDE: Final = 10
"""Columns kept free at both sides for the players there."""

_LEAST_SIDE: Final = 9
"""Columns for the words about such a player; the mat begins beside them."""

_APART: Final = 2
"""The columns from the edge of the mat to the pieces, where there is room."""


def _fitting(sizes: Sequence[PieceSize], row: int, gap: int, across: int, down: int) -> int:
    """Return the index of the largest size that fits: side by side, and two above each other."""
    narrow = [at for at, (width, _) in enumerate(sizes) if row * (width + gap) - gap <= across]
    narrow = narrow or [len(sizes) - 1]
    return next((at for at in narrow if 2 * sizes[at][1] <= down), narrow[-1])


def _spots(
    seats: int, above: int, width: int, rows: tuple[int, int], piece: PieceSize, gap: int
) -> list[tuple[int, int]]:
    """Place the pieces in two rows, the sides' pieces between them; clockwise from the bottom."""
    across, tall = piece
    top, bottom = rows
    spare = bottom - top - 2 * tall
    if spare < 0:  # too low for two rows: side by side
        left = (width - seats * (across + 1)) // 2
        row = [(left + i * (across + 1), max(0, (top + bottom - tall) // 2)) for i in range(seats)]
        return [row[-1], *row[:-1]]
    between = min(2, spare // 2) if seats > 2 else min(1, spare)
    upper = top + (spare - between) // 2
    lower = upper + tall + between
    middle = (upper + lower) // 2
    inner = max(1, above) * across + (max(1, above) - 1) * gap
    left = (width - inner) // 2
    row = [(left + i * (across + gap), upper) for i in range(above)]
    spots = [((width - across) // 2, lower)]
    if seats > 2:
        side = lower - (tall // 3) if above > 1 else middle
        spots.append((left - across - gap, side))
        row.append((left + inner + gap, side))
    return spots + row


def _blocks(
    seats: int,
    above: int,
    width: int,
    height: int,
    rows: tuple[int, int],
    side: int,
    corner: int,
    roomy: bool,
) -> tuple[list[SeatBlock], list[int]]:
    """Place the text about each seat, the bottom one first; return the places and their lines."""
    top, bottom = rows
    own = 2 if roomy else 1
    # If there is little room, the hand is often wider than the table: their middles differ.
    blocks: list[SeatBlock] = [(1, height - own, width - 2, "centre" if roomy else "left")]
    lines = [own]
    tall = 5 if roomy else 3
    y = max(top, (top + bottom - tall) // 2)
    if seats > 2:
        blocks.append((1, y, side, "left"))
        lines.append(min(tall, bottom - y))
    for block in _row_above(above, width, corner):
        blocks.append(block)
        lines.append(top)
    if seats > 2:
        blocks.append((width - 1 - side, y, side, "right"))
        lines.append(min(tall, bottom - y))
    return blocks, lines


def _row_above(above: int, width: int, corner: int) -> Iterator[SeatBlock]:
    """Yield the places of the players who sit above, a cell apart from the corners."""
    first = corner + 1
    room = width - 2 * first
    for i in range(above):
        start = first + room * i // above
        end = first + room * (i + 1) // above
        yield start, 0, end - start - (i < above - 1), "centre"


def _blocks_above(
    seats: int, above: int, width: int, height: int, rows: tuple[int, int], corner: int
) -> tuple[list[SeatBlock], list[int]]:
    """Place the blocks of seats without a player beside the pieces; the bottom first."""
    upper, top = rows
    side, y = width // 2 - 2, top - _BLOCK_ROWS
    blocks: list[SeatBlock] = [(1, height - 1, width - 2, "left")]
    lines = [1]
    if seats > 2:
        blocks.append((1, y, side, "left"))
        lines.append(_BLOCK_ROWS)
    for block in _row_above(above, width, corner):
        blocks.append(block)
        lines.append(upper)
    if seats > 2:
        blocks.append((width - 1 - side, y, side, "right"))
        lines.append(_BLOCK_ROWS)
    return blocks, lines


HANDS: Final = (15, 30)
"""The columns that the largest hidden hand reaches, on a usual and on a roomy table."""
