"""The table of a trick-taking game with bids: who sits where, what lies before whom.

Two to six seats. Knows neither cards nor tiles nor rules: boards say what each player did and draw
the pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from core.game import Seat
from tui.boards.seats import (
    Align,
    SeatBlock,
    StyledText,
    backs,
    letters_of,
    put_parts,
    put_seat,
    seat_at_bottom,
)
from tui.drawing.canvas import Canvas, Hit, text_width
from tui.drawing.look import Look
from tui.language.text import t

ROOMY: Final = (90, 26)
"""From this size on a seat has words, marks and drawn backs below its name."""

UPRIGHT: Final = (48, 16)
"""On a table narrower than this, and at least as tall, the players of both sides sit above the
pieces: that leaves room for larger pieces and longer names.
"""

_CORNER_ROWS: Final = 4
"""Rows of such a table that belong to its upper corners."""

_BLOCK_ROWS: Final = 3
"""Rows of a player at the side of a table that is not roomy."""

PieceSize: TypeAlias = tuple[int, int]
"""Width and height of a piece in cells."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """What the table shows about one seat."""

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
class TableLayout:
    """Where everything stands; blocks and spots are by seat."""

    viewer: Seat | None
    roomy: bool
    size: int
    """Which of the offered sizes the pieces have."""
    piece: PieceSize
    blocks: tuple[SeatBlock, ...]
    lines: tuple[int, ...]
    """How many lines a block may have."""
    spots: tuple[tuple[int, int], ...]
    """The upper left corner of each seat's piece."""
    corner: int
    """Columns free at both upper corners."""
    middle: tuple[int, int]
    """First row below the upper blocks, and the row after the last one over the lower block."""
    beside: int
    """Columns at both sides of the middle that belong to the players there."""

    @property
    def me(self) -> Seat:
        """Who sits at the bottom."""
        return seat_at_bottom(self.viewer)


# --- the geometry ------------------------------------------------------------------------------


@lru_cache(16)
def arrange(
    seats: int,
    viewer: Seat | None,
    width: int,
    height: int,
    sizes: tuple[PieceSize, ...],
    corner: int = 0,
) -> TableLayout:
    """Seat everybody; of the `sizes` of a piece, largest first, take the first that fits.

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
    row, room = _row(seats, above), width - 2 * (1 if upright else _SIDE)
    fitting = [
        at for at, (across, _) in enumerate(sizes) if row * (across + gap) - gap <= room
    ] or [len(sizes) - 1]
    size = next((at for at in fitting if 2 * sizes[at][1] <= bottom - top), fitting[-1])
    piece = sizes[size]
    spots = _spots(seats, above, width, (top, bottom), piece, gap)
    beside = HANDS[roomy]
    if upright:
        blocks, lines = _blocks_above(seats, above, width, height, (upper, top), corner)
        beside = 0
    else:
        rows, left = (top, bottom), spots[1][0]
        blocks, lines = _blocks(seats, above, width, height, rows, left, corner, roomy)
    me = seat_at_bottom(viewer)
    by_seat = [(seat - me) % seats for seat in range(seats)]
    return TableLayout(
        viewer,
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


def _row(seats: int, above: int) -> int:
    """Return how many pieces stand side by side."""
    return max(1, above) + 2 * (seats > 2)


def _spots(
    seats: int, above: int, width: int, rows: tuple[int, int], piece: PieceSize, gap: int
) -> list[tuple[int, int]]:
    """Place the pieces in two rows, those at the sides between them; clockwise from the bottom."""
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
    left_spot: int,
    corner: int,
    roomy: bool,
) -> tuple[list[SeatBlock], list[int]]:
    """Place what is written about each seat and say in how many lines; the bottom first."""
    top, bottom = rows
    own = 2 if roomy else 1
    # If there is little room, the hand is often wider than the table: their middles differ.
    blocks: list[SeatBlock] = [(1, height - own, width - 2, "centre" if roomy else "left")]
    lines = [own]
    tall = 5 if roomy else 3
    y = max(top, (top + bottom - tall) // 2)
    if seats > 2:
        side = max(8, left_spot - 2)
        blocks.append((1, y, side, "left"))
        lines.append(min(tall, bottom - y))
    for place in _row_above(above, width, corner):
        blocks.append(place)
        lines.append(top)
    if seats > 2:
        blocks.append((width - 1 - side, y, side, "right"))
        lines.append(min(tall, bottom - y))
    return blocks, lines


def _row_above(above: int, width: int, corner: int) -> Iterator[SeatBlock]:
    """Yield the places of those who sit above."""
    room = width - 2 * max(1, corner)
    for i in range(above):
        start = max(1, corner) + room * i // above
        end = max(1, corner) + room * (i + 1) // above
        yield start, 0, end - start - (i < above - 1), "centre"


def _blocks_above(
    seats: int, above: int, width: int, height: int, rows: tuple[int, int], corner: int
) -> tuple[list[SeatBlock], list[int]]:
    """Place the blocks of seats that have nobody beside the pieces; the bottom first."""
    upper, top = rows
    side, y = width // 2 - 2, top - _BLOCK_ROWS
    blocks: list[SeatBlock] = [(1, height - 1, width - 2, "left")]
    lines = [1]
    if seats > 2:
        blocks.append((1, y, side, "left"))
        lines.append(_BLOCK_ROWS)
    for place in _row_above(above, width, corner):
        blocks.append(place)
        lines.append(upper)
    if seats > 2:
        blocks.append((width - 1 - side, y, side, "right"))
        lines.append(_BLOCK_ROWS)
    return blocks, lines


HANDS: Final = (14, 29)
"""Columns that the largest hidden hand takes; on a roomy table the mat may begin there."""


# --- the players -------------------------------------------------------------------------------


def marks(look: Look, player: SeatInfo) -> list[StyledText]:
    """Draw bid and tricks: ● taken, ○ still wanted, × out of reach, ✚ too many.

    Within reach are as many tricks as there are pieces in the hand, and the current trick while the
    player is ahead.
    """
    taken_sign, wanted_sign, lost_sign, over_sign = "*ox+" if look.ascii else "●○×✚"
    bid = player.bid
    if bid is None:
        return []
    missing, over = max(0, bid - player.taken), max(0, player.taken - bid)
    lost = max(0, missing - player.held - player.ahead)
    made = look.good if not missing and not over else look.ink
    return [
        (sign * count, ink)
        for sign, count, ink in (
            (taken_sign, min(bid, player.taken), made),
            (wanted_sign, missing - lost, look.muted),
            (lost_sign, lost, look.bad),
            (over_sign, over, look.bad),
        )
        if count
    ]


def _short(look: Look, player: SeatInfo) -> list[StyledText]:
    """Say bid and tricks in one line: "●○○ 1/3"."""
    if player.bid is None:
        return []
    drawn = marks(look, player)
    if not player.bid:
        passed = (t("pass"), look.good if not player.taken else look.muted)
        return [passed, *([(" ", look.ink), *drawn] if drawn else [])]
    return [*drawn, (f" {player.taken}/{player.bid}", look.muted)]


def _words(look: Look, player: SeatInfo) -> list[StyledText]:
    if player.bid is None:
        return []
    bid = t("bid {n}", n=player.bid) if player.bid else t("pass")
    return [(f"{bid} · " + t("took {n}", n=player.taken), look.muted)]


def put_players(
    canvas: Canvas, look: Look, table: TableLayout, players: Sequence[SeatInfo]
) -> tuple[Hit, ...]:
    """Write who sits where, with bids, tricks and hidden hands. Hits: ("seat", n)."""
    letters = letters_of([player.name for player in players])
    return tuple(
        _put_player(canvas, look, table, seat, player, letters[seat])
        for seat, player in enumerate(players)
    )


def _put_player(
    canvas: Canvas, look: Look, table: TableLayout, seat: Seat, player: SeatInfo, letter: str
) -> Hit:
    place, lines = table.blocks[seat], table.lines[seat]
    hidden = seat != table.viewer
    sign = "D" if look.ascii else "◆"
    beside: list[StyledText] = []
    if player.role:
        role = f" {sign} {player.role}" if table.roomy or place[2] > 20 else f" {sign}"
        beside.append((role, look.active))
    details: list[list[StyledText]] = []
    if lines == 1:
        short = _short(look, player)
        beside += [("  ", look.ink), *short] if short else []
        if hidden:
            beside += [("  ", look.ink), *_strokes(look, player, 9)]
    elif table.roomy and lines == 2:
        drawn = marks(look, player)
        details = [[*_words(look, player), ("  " if drawn else "", look.ink), *drawn]]
    elif table.roomy:
        details = [_words(look, player), marks(look, player)]
    else:
        details = [_short(look, player)]
        room = place[2] - 1 if lines > 2 else place[2] - _length(details[0]) - 3
        # If a player is away, that word takes the place of the hand: there is no room for both.
        hand = [(t("away"), look.bad)] if player.away else _strokes(look, player, room)
        if lines > 2:
            details.append(hand)
        elif hidden:
            details[0] += [(" ", look.ink), *hand]
    if player.said:
        if lines == 1:
            beside.append((f"  {player.said}", look.ink))
        else:
            details[0].append(
                (
                    f" · {player.said}" if any(text for text, _ in details[0]) else player.said,
                    look.ink,
                )
            )
    hit = put_seat(
        canvas,
        look,
        seat,
        player.name,
        place,
        details[: lines - 1],
        beside=beside,
        letter=letter,
        roomy=table.roomy,
        turn=player.turn,
        away=player.away and (table.roomy or lines == 1),
    )
    if table.roomy and hidden and player.held:
        put_backs(canvas, look, player.held, place[0], place[1] + 3, place[2], place[3])
    return hit


def _length(parts: Sequence[StyledText]) -> int:
    return sum(text_width(text) for text, _ in parts)


def _strokes(look: Look, player: SeatInfo, room: int) -> list[StyledText]:
    drawn = backs(look, player.held, room)
    return [(drawn, look.strokes)] if drawn else []


def put_backs(
    canvas: Canvas, look: Look, count: int, x: int, y: int, width: int, align: Align
) -> None:
    """Draw a hidden hand as backs two rows high, closer together if many must fit."""
    step = 3 if count * 3 - 1 <= width else 2
    count = min(count, width // step)
    length = count * step - (step == 3)
    x += {"left": 0, "centre": (width - length) // 2, "right": width - length}[align]
    for row in range(2):
        for i in range(count):
            drawn = "##" if look.ascii else "▚▚" if step == 3 else "▚▏"
            canvas.put(x + i * step, y + row, drawn, look.back_ink, look.back)


# --- the pieces --------------------------------------------------------------------------------


def put_pieces(
    canvas: Canvas,
    table: TableLayout,
    pieces: Mapping[Seat, Canvas],
    flying: Seat | None = None,
    moment: float = 1.0,
) -> None:
    """Lay each seat's piece before it; that of the `flying` seat is still on its way."""
    for seat, piece in pieces.items():
        x, y = table.spots[seat]
        if seat == flying and moment < 1:
            x, y = _between(_home(canvas, table, seat, piece), (x, y), 1 - (1 - moment) ** 3)
        canvas.blit(piece, x, y)


def put_gathering(
    canvas: Canvas, table: TableLayout, pieces: Mapping[Seat, Canvas], winner: Seat, moment: float
) -> None:
    """Draw a finished trick on its way to the player who took it."""
    for seat, piece in pieces.items():
        home = _home(canvas, table, winner, piece)
        canvas.blit(piece, *_between(table.spots[seat], home, moment**2))


def _home(canvas: Canvas, table: TableLayout, seat: Seat, piece: Canvas) -> tuple[int, int]:
    """Return a place out of sight behind a seat, where its pieces come from and go to."""
    x, y, width, align = table.blocks[seat]
    if seat == table.me:
        return table.spots[seat][0], canvas.height
    if align == "centre":
        return x + (width - piece.width) // 2, -piece.height
    return -piece.width if align == "left" else canvas.width, y


def _between(start: tuple[int, int], end: tuple[int, int], way: float) -> tuple[int, int]:
    return round(start[0] + (end[0] - start[0]) * way), round(start[1] + (end[1] - start[1]) * way)


def put_places(canvas: Canvas, look: Look, table: TableLayout, seats: Sequence[Seat]) -> None:
    """Mark the places that wait for a piece with corners on the felt."""
    across, tall = table.piece
    signs = "..''" if look.ascii else "╭╮╰╯"
    for seat in seats:
        x, y = table.spots[seat]
        for sign, dx, dy in zip(
            signs, (0, across - 1, 0, across - 1), (0, 0, tall - 1, tall - 1), strict=True
        ):
            canvas.put(x + dx, y + dy, sign, look.felt_line)


def put_centred(canvas: Canvas, y: int, parts: Sequence[StyledText], attributes: str = "") -> None:
    """Write a line in the middle of the table."""
    put_parts(canvas, 1, y, canvas.width - 2, "centre", parts, attributes)
