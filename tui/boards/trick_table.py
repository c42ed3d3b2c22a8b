"""The picture of a trick-taking table with bids: players, pieces laid, the finished tricks.

Knows neither cards nor tiles nor rules: boards give the words about each player and draw the
pieces.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from core.game import Seat
from tui.boards.scene import Scene
from tui.boards.seats import (
    Align,
    StyledText,
    backs,
    length_of,
    letters_of,
    mine_first,
    put_badge,
    put_parts,
    put_seat,
)
from tui.boards.trick_layout import SeatInfo, TrickLayout
from tui.drawing.canvas import Canvas, Hit, Painting, text_width
from tui.drawing.look import Look
from tui.language.text import t

# --- the players -------------------------------------------------------------------------------


def marks(look: Look, player: SeatInfo) -> list[StyledText]:
    """Draw bid and tricks: ● taken, ○ still wanted, × out of reach, ✚ too many.

    As many tricks are within reach as there are pieces in the hand, plus the current trick while
    the player is ahead.
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


def _short(look: Look, player: SeatInfo, room: int) -> list[StyledText]:
    """Show bid and tricks in one line: "●○○ 1/3", or without the marks if room is short."""
    if player.bid is None:
        return []
    drawn = marks(look, player)
    if not player.bid:
        passed = (t("pass"), look.good if not player.taken else look.muted)
        return [passed, *([(" ", look.ink), *drawn] if drawn else [])]
    number = f"{player.taken}/{player.bid}"
    said = [*drawn, (f" {number}", look.muted)]
    return said if length_of(said) <= room else [(number, drawn[-1][1])]


_TURN: Final = 4
"""The columns before a name: the pointer and the letter."""


def _words(look: Look, player: SeatInfo) -> list[StyledText]:
    if player.bid is None:
        return []
    bid = t("bid {n}", n=player.bid) if player.bid else t("pass")
    return [(f"{bid} · " + t("took {n}", n=player.taken), look.muted)]


def put_players(
    canvas: Canvas, look: Look, table: TrickLayout, players: Sequence[SeatInfo]
) -> tuple[Hit, ...]:
    """Write the names of the players, with bids, tricks and hidden hands. Hits: ("seat", n)."""
    letters = letters_of(tuple(player.name for player in players))
    return tuple(
        _put_player(canvas, look, table, seat, player, letters[seat])
        for seat, player in enumerate(players)
    )


def _put_player(
    canvas: Canvas, look: Look, table: TrickLayout, seat: Seat, player: SeatInfo, letter: str
) -> Hit:
    block, lines = table.blocks[seat], table.lines[seat]
    sign, beside, details = _said_of(look, table, seat, player)
    hit = put_seat(
        canvas,
        look,
        seat,
        player.name,
        block,
        details[: lines - 1],
        beside=beside,
        sign=sign,
        letter=letter,
        roomy=table.roomy,
        turn=player.turn,
        away=player.away and (table.roomy or lines == 1),
    )
    if table.roomy and seat != table.viewer and player.held:
        put_backs(canvas, look, player.held, block[0], block[1] + 3, block[2], block[3])
    return hit


def _said_of(
    look: Look, table: TrickLayout, seat: Seat, player: SeatInfo
) -> tuple[StyledText, list[StyledText], list[list[StyledText]]]:
    """Return the sign of a player's role, the words beside the name, and the lines below it."""
    block, lines = table.blocks[seat], table.lines[seat]
    sign = ("D" if look.ascii else "◆") if player.role else ""
    beside: list[StyledText] = []
    if player.role:
        fits = _TURN + text_width(f"{player.name} {sign} {player.role}") <= block[2]
        beside += [(f" {player.role}", look.active)] if table.roomy or fits else []
    details = _details(look, table, seat, player)
    if lines == 1:
        short = _short(look, player, block[2])
        beside += [("  ", look.ink), *short] if short else []
        if seat != table.viewer:
            beside += [("  ", look.ink), *_strokes(look, player, 9)]
    if player.said:
        marked = player.bid is not None or table.roomy
        if lines == 1:
            beside.append((f"  {player.said}", look.ink))
        else:
            # After the drawn hand, a dot would look like a dropped card.
            shown = any(text for text, _ in details[0])
            apart = "" if not shown else " · " if marked else "  "
            details[0].append((apart + player.said, look.ink))
    return (sign, look.active), beside, details


def _details(
    look: Look, table: TrickLayout, seat: Seat, player: SeatInfo
) -> list[list[StyledText]]:
    """Return the lines below the name of a player: bid and tricks, and the hidden hand."""
    width, lines = table.blocks[seat][2], table.lines[seat]
    if lines == 1:
        return []
    if table.roomy and lines == 2:
        drawn = marks(look, player)
        return [[*_words(look, player), ("  " if drawn else "", look.ink), *drawn]]
    if table.roomy:
        return [_words(look, player), marks(look, player)]
    said = _short(look, player, width - 1)
    room = width - 1 if lines > 2 else width - length_of(said) - 3
    # If a player is away, that word replaces the hand: there is no room for both.
    hand = [(t("away"), look.bad)] if player.away else _strokes(look, player, room)
    if lines > 2:
        return [said, hand]
    return [[*said, (" ", look.ink), *hand] if seat != table.viewer else said]


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
    table: TrickLayout,
    pieces: Mapping[Seat, Canvas],
    flying: Seat | None = None,
    moment: float = 1.0,
) -> None:
    """Lay each seat's piece before it; the piece of the `flying` seat is still on its way."""
    for seat, piece in pieces.items():
        x, y = table.spots[seat]
        if seat == flying and moment < 1:
            x, y = _between(_home(canvas, table, seat, piece), (x, y), 1 - (1 - moment) ** 3)
        canvas.blit(piece, x, y)


def put_gathering(
    canvas: Canvas, table: TrickLayout, pieces: Mapping[Seat, Canvas], winner: Seat, moment: float
) -> None:
    """Draw a finished trick on its way to the player who took it."""
    for seat, piece in pieces.items():
        home = _home(canvas, table, winner, piece)
        canvas.blit(piece, *_between(table.spots[seat], home, moment**2))


def _home(canvas: Canvas, table: TrickLayout, seat: Seat, piece: Canvas) -> tuple[int, int]:
    """Return a place out of sight behind a seat, where its pieces come from and go to."""
    x, y, width, align = table.blocks[seat]
    if seat == table.me:
        return table.spots[seat][0], canvas.height
    if align == "centre":
        return x + (width - piece.width) // 2, -piece.height
    return -piece.width if align == "left" else canvas.width, y


def _between(start: tuple[int, int], end: tuple[int, int], way: float) -> tuple[int, int]:
    return round(start[0] + (end[0] - start[0]) * way), round(start[1] + (end[1] - start[1]) * way)


def put_spots(canvas: Canvas, look: Look, table: TrickLayout, seats: Sequence[Seat]) -> None:
    """Mark the places that wait for a piece with corners on the felt.

    If shades cannot be relied on, there is no mat round them, and they would look like dirt.
    """
    if look.shapes:
        return
    across, tall = table.piece
    signs = "..''" if look.ascii else "╭╮╰╯"
    for seat in seats:
        x, y = table.spots[seat]
        for sign, dx, dy in zip(
            signs, (0, across - 1, 0, across - 1), (0, 0, tall - 1, tall - 1), strict=True
        ):
            canvas.put(x + dx, y + dy, sign, look.muted)


def put_centred(canvas: Canvas, y: int, parts: Sequence[StyledText]) -> None:
    """Write a line in the middle of the table."""
    put_parts(canvas, 1, y, canvas.width - 2, "centre", parts)


@dataclass(frozen=True, slots=True)
class FinishedTrick:
    """A trick that has been taken."""

    leader: Seat
    pieces: tuple[str, ...]
    """The pieces as they were played, the leader's first."""
    winner: Seat


_LEFT: Final = 4
"""Columns for the number of a trick."""


def put_gone(canvas: Canvas, look: Look, rows: Sequence[tuple[str, str, str]]) -> None:
    """Write the pieces played on the last rows, if the tricks have left these free.

    The sign of a row lies on a face, as its ink is made for that: black would be lost on a panel.
    """
    top = canvas.height - len(rows)
    if not rows or top < 3 or any(line for line in canvas.lines()[top - 1 :]):
        return
    canvas.put(1, top - 1, t("what has been played"), look.active, None, "b")
    for y, (name, pieces, ink) in enumerate(rows, top):
        canvas.put(1, y, name, ink, look.face, look.bold)
        canvas.put(_LEFT, y, pieces, look.panel_ink)


def paint_history(
    scene: Scene,
    tricks: Sequence[FinishedTrick],
    draw: Callable[[str, bool], Canvas],
    width: int,
    height: int,
    order: Sequence[Seat] = (),
) -> Painting:
    """Draw the tricks with leaders and takers, only the newest ones if there is no room for all.

    `draw` gives a piece in one line, and is told whether it is to be faded. The players have the
    `order` of the sheet above; otherwise the viewer's column is the first.
    """
    look, seats = scene.look, scene.view.seats
    canvas = Canvas(width, height, look.panel_ink, look.panel)
    canvas.put(1, 0, t("tricks"), look.active, None, "b")
    column = (width - _LEFT - 1) // seats
    letters, order = letters_of(scene.names), order or mine_first(seats, scene.view.seat)
    named = all(text_width(name) <= column - 3 for name in scene.names)
    for place, seat in enumerate(order):
        x = _LEFT + place * column + 2
        put_badge(canvas, look, x, 1, seat, letters[seat])
        canvas.put(x + 2, 1, scene.names[seat] if named else "", look.muted)
    led, taken = (">", "<") if look.ascii else ("›", "◀")
    first = max(0, len(tricks) - max(0, height - 2))
    for y, trick in enumerate(tricks[first:], 2):
        canvas.put(1, y, str(first + y - 1), look.muted)
        for at, piece in enumerate(trick.pieces):
            seat = (trick.leader + at) % seats
            x = _LEFT + order.index(seat) * column
            if at == 0:
                canvas.put(x + 1, y, led, look.active)
            drawn = draw(piece, seat != trick.winner)
            canvas.blit(drawn, x + 2, y)
            if seat == trick.winner:
                canvas.put(x + 2 + drawn.width, y, taken, look.active)
    return Painting(canvas)
