"""The block that describes a player on every board: name, turn, holdings. Knows no game."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from core.game import Seat
from tui.drawing.canvas import Canvas, Hit, cut, text_width
from tui.drawing.look import Look, ink_on
from tui.language.text import t

Align: TypeAlias = Literal["left", "centre", "right"]

SeatBlock: TypeAlias = tuple[int, int, int, Align]
"""x, y, width and alignment of a block."""

StyledText: TypeAlias = tuple[str, str]
"""Text and ink."""


def seat_at_bottom(viewer: Seat | None) -> Seat:
    """Return the seat at the bottom: the viewer's; watchers look from seat 0."""
    return viewer or 0


def others(seats: int, viewer: Seat | None) -> tuple[Seat, ...]:
    """Return the other seats clockwise, as they sit from the left to the right."""
    me = seat_at_bottom(viewer)
    return tuple((me + i) % seats for i in range(1, seats))


def mine_first(seats: int, viewer: Seat | None) -> tuple[Seat, ...]:
    """Return all seats clockwise from the viewer's: the order wherever players are listed."""
    return (seat_at_bottom(viewer), *others(seats, viewer))


@lru_cache(64)
def letters_of(names: tuple[str, ...]) -> tuple[str, ...]:
    """Give every seat a letter of its own.

    It is the initial of the name, otherwise another letter of the name that is no player's initial,
    otherwise a digit: Root gets R, and Rook after him O.
    """
    initials = {name[:1].upper() for name in names}
    given: list[str] = []
    for seat, name in enumerate(names):
        wanted = [name[:1].upper(), *(i for i in name[1:].upper() if i not in initials)]
        free = (
            letter
            for letter in wanted
            if text_width(letter) == 1 and letter.isalpha() and letter not in given
        )
        given.append(next(free, str((seat + 1) % 10)))
    return tuple(given)


def put_badge(canvas: Canvas, look: Look, x: int, y: int, seat: Seat, letter: str) -> int:
    """Write a player's letter on the player's colour: a badge. Return the x after it."""
    ground = look.owners[seat % len(look.owners)]
    return canvas.put(x, y, letter, ink_on(ground), ground, "b")


_CUT: Final = 9
"""From this many columns on, a name that is too long may lose its end."""


def headings(names: tuple[str, ...], column: int) -> tuple[Sequence[str], bool]:
    """Return the heads of a sheet's columns, a cell apart, and whether they are badges.

    In narrow columns a name is never cut: if one has no room, letters replace them all. Letters
    also replace names if two would look alike.
    """
    shown = [cut(name, column - 1) for name in names]
    alike = len(set(shown)) < len(shown)
    if alike or (column < _CUT and shown != list(names)):
        return letters_of(names), True
    return shown, False


def put_badges(
    canvas: Canvas,
    look: Look,
    letters: Sequence[str],
    seats: Sequence[Seat],
    ends: Sequence[int],
    acting: Collection[Seat] = (),
) -> None:
    """Head the columns that end there with badges; a pointer marks the players to act."""
    for seat, end in zip(seats, ends, strict=True):
        put_badge(canvas, look, end - 3, 0, seat, f" {letters[seat]} ")
        if seat in acting:
            canvas.put(end - 4, 0, ">" if look.ascii else "▶", look.active)


def columns(count: int, width: int) -> tuple[tuple[int, int, Align], ...]:
    """Divide a line among the other players: x, width, alignment of each; both ends stay free."""
    if count == 1:
        return ((1, width - 2, "centre"),)
    blocks = []
    for i in range(count):
        start, end = 1 + (width - 2) * i // count, 1 + (width - 2) * (i + 1) // count
        align: Align = "left" if i == 0 else "right" if i == count - 1 else "centre"
        blocks.append((start, end - start - (i < count - 1), align))
    return tuple(blocks)


def length_of(parts: Sequence[StyledText]) -> int:
    """Return the number of columns of texts side by side."""
    return sum(text_width(text) for text, _ in parts)


def put_parts(
    canvas: Canvas,
    x: int,
    y: int,
    width: int,
    align: Align,
    parts: Sequence[StyledText],
    first: str = "",
) -> int:
    """Write texts of different inks as one aligned line, cut to its width; return where it begins.

    `first` are the attributes of the first part.
    """
    room = max(0, width - length_of(parts))
    x += {"left": 0, "centre": room // 2, "right": room}[align]
    begin = x
    left = width
    for text, ink in parts:
        piece = cut(text, left)
        left -= text_width(piece)
        x = canvas.put(x, y, piece, ink, None, first)
        first = ""
    return begin


def put_seat(
    canvas: Canvas,
    look: Look,
    seat: Seat,
    name: str,
    block: SeatBlock,
    details: Sequence[Sequence[StyledText]] = (),
    *,
    beside: Sequence[StyledText] = (),
    sign: StyledText = ("", ""),
    letter: str = "",
    roomy: bool = False,
    turn: bool = False,
    away: bool = False,
) -> Hit:
    """Write a seat's block at (x, y, width, alignment): the name's line, then the details.

    The player's `letter` stands before the name on the player's colour, in three cells if the block
    is `roomy`, and the `sign` of a role after it. Where room is short, the cells between them are
    dropped and the sign stands before the name; if even that is too wide, the name takes
    precedence.
    """
    x, y, width, align = block
    absent = [(f" ({t('away')})", look.bad)] if away else []
    after = [(f" {sign[0]}", sign[1])] if sign[0] else []
    behind = [*absent, *after, *beside]
    turned = (">" if look.ascii else "▶") if turn else ""
    after_turn = f"{turned} " if turn else ""
    ways = (
        (after_turn, f" {letter} " if roomy else letter, " ", behind),
        (after_turn, letter, " ", behind),
        (turned, letter, sign[0] or " ", [*absent, *beside]),
    )
    for pointer, badge, apart, told in ways:
        row = pointer + badge + apart + name
        if letter and text_width(row) + length_of(told) <= width:
            break
    else:
        pointer, badge, apart, told = after_turn, "", "", behind
    before = text_width(pointer + badge + apart)
    if away and details and length_of(told) + before + text_width(name) > width:
        told = [*after, *beside]  # no room after the name: below it
        details = ([*details[0], (f" · {t('away')}", look.bad)], *details[1:])
    shown = cut(name, max(4, width - before - length_of(told)))
    ink = look.active if turn else look.muted if away else look.ink
    line = [(pointer + " " * text_width(badge) + apart + shown, ink), *told]
    begin = put_parts(canvas, x, y, width, align, line, "b")
    put_badge(canvas, look, begin + text_width(pointer), y, seat, badge)
    if apart == sign[0]:
        canvas.put(begin + before - text_width(apart), y, apart, sign[1], None, "b")
    for i, parts in enumerate(details, 1):
        put_parts(canvas, x, y + i, width, align, parts)
    return Hit(x, y, width, 1 + len(details), ("seat", seat))


def backs(look: Look, count: int, room: int) -> str:
    """Draw another player's cards or tiles as strokes, if there is room for all."""
    stroke = "|" if look.ascii else "▐"
    return stroke * count if count <= room else ""
