"""The board of Domino Poker: seats with bids and tricks, the current trick and earlier ones.

The hand is in `hand`, the fifth stage in `row`, the sheet in `sheet`, words in `words`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from core.game import Event, Seat
from core.games.domino_poker.moves import Moved, PlayTile, parse_event
from core.games.domino_poker.tricks import strength
from core.games.domino_poker.view import View, rest_is_mine
from tui.boards import trick_table
from tui.boards.contract import (
    grid,
    legend,
    may_look_through,
    meaning,
    moments,
    occasion,
    outcome as page_outcome,
    page_told,
    repeats,
    stops,
    sum_up,
    twin,
    untitled as page_title,
    untitled as round_title,
)
from tui.boards.panel import on_panel, put_hands
from tui.boards.scene import PLAY_SECONDS, Focus, Piece, Scene
from tui.boards.seats import StyledText, put_parts
from tui.boards.trick_layout import SeatInfo, TrickLayout, arrange
from tui.boards.trick_mat import look_on_table, matted
from tui.boards.words import balance, bids_for, bids_made
from tui.drawing.art.tiles import VAST, TileKind, size
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.drawing.look import Look
from tui.games.domino_poker import row, sheet, words
from tui.games.domino_poker.bidding import put_bidding
from tui.games.domino_poker.hand import (
    choices,
    drawn,
    harmless,
    label,
    paint_hand,
    pieces,
    strength_text,
)
from tui.games.domino_poker.row import step
from tui.games.domino_poker.sheet import outcome, paint_sheet
from tui.games.domino_poker.words import (
    awaits,
    costly,
    headline,
    noted,
    question,
    sentence,
    spoken_move,
    spoken_part,
    spoken_table,
    title,
    topics,
)
from tui.language.text import t

_SIZES: Final[tuple[tuple[TileKind, bool], ...]] = (
    *(("huge", True), ("large", True), ("pips", True), ("pips", False)),
    *(("digits", True), ("digits", False), ("mini", True), ("mini", False)),
)
"""The ways of drawing a trick's tiles, best first: kind and upright."""


def _sizes(height: int) -> tuple[tuple[TileKind, bool], ...]:
    return _SIZES[height < VAST[1] :]


_NOTED: Final = 12
"""The least rows for a line under the trick that names the tiles to be played."""


def still_focus(scene: Scene, width: int, height: int) -> Focus:
    """Return an empty focus, except in the fifth stage, whose whole row follows the cursor."""
    return scene.focus if scene.view.fifth is not None else Focus()


def paint_still(scene: Scene, width: int, height: int) -> Painting:
    """Draw everything except the words about the bid or the tile at the cursor."""
    look, view = scene.look, scene.view
    if view.fifth is not None:
        return row.paint_row(scene, width, height)
    if scene.hands:
        canvas = Canvas(width, height, look.ink, look.felt)
        tiles = [
            [drawn(on_panel(look), tile, "mini", upright=False) for tile in held]
            for held in dealt(view)
        ]
        put_hands(canvas, scene, tiles)
        return Painting(canvas)
    table = _laid_out(scene, width, height)
    canvas, look_there = matted(look, table, width, height)
    on_mat = replace(scene, look=look_there)
    hits = trick_table.put_players(canvas, look, table, _players(scene))
    _put_corners(canvas, scene, table)
    if view.played or scene.show_last:
        _put_trick(canvas, on_mat, table, _sizes(height)[table.size])
    return Painting(canvas, hits)


def paint_pointed(scene: Scene, still: Painting) -> Painting:
    """Before the first trick, show the current decision and the points of the bid at the cursor.

    At a tile that cannot be played, show its strength.
    """
    view = scene.view
    if view.fifth is not None or scene.hands:
        return still
    waiting = not (view.played or scene.show_last)
    strength = strength_said(scene.look, scene.hand or pieces(view, scene.legal), scene.focus.piece)
    if not waiting and not strength:
        return still
    canvas = still.canvas.copy()
    if waiting:
        table = _laid_out(scene, canvas.width, canvas.height)
        on_mat = replace(scene, look=look_on_table(canvas, scene.look, table))
        put_bidding(canvas, on_mat, table)
    put_strength(canvas, scene.look, strength)
    return Painting(canvas, still.hits)


def _laid_out(scene: Scene, width: int, height: int) -> TrickLayout:
    view = scene.view
    corner = 22 if width >= 90 else 0 if view.seats > 4 else 16 if width > 50 else 14
    sizes = tuple(size(kind, upright=upright) for kind, upright in _sizes(height))
    return arrange(view.seats, view.seat, width, height, sizes, corner)


def _players(scene: Scene) -> list[SeatInfo]:
    """Describe the seats in the current deal."""
    view = scene.view
    laid = [(view.leader + i) % view.seats for i in range(len(view.trick))]
    left = view.now.size - len(view.played) // view.seats
    bidding = view.now.bidding
    ahead = words.taker(view, view.trick, view.leader) if view.trick else None
    players = []
    for seat, taken in enumerate(view.taken):
        players.append(
            SeatInfo(
                name=scene.names[seat],
                bid=view.bids[seat] if bidding else None,
                taken=taken,
                held=left - (seat in laid),
                ahead=seat == ahead,
                role=t("begins") if seat == view.starter else "",
                turn=seat in view.to_act,
                away=seat in scene.away,
                said="" if bidding else t("took {n}", n=taken),
            )
        )
    return players


def _put_corners(canvas: Canvas, scene: Scene, table: TrickLayout) -> None:
    """Write into the upper corners the deal, and the balance of bids and tricks."""
    look, view = scene.look, scene.view
    if not table.corner:
        return
    room = table.corner - 1
    canvas.put(1, 0, cut(words.deal_name(view.now), room), look.active, None, "b")
    canvas.put(1, 1, cut(words.stage_pays(view), room), look.ink)
    right: list[StyledText] = []
    if view.now.bidding:
        right = [(bids_for(bids_made(view), view.now.size, room), look.muted)]
    put_parts(canvas, canvas.width - 1 - room, 0, room, "right", right)
    if view.now.bidding and None not in view.bids:
        text = balance(bids_made(view), view.now.size)
        put_parts(canvas, canvas.width - 1 - room, 1, room, "right", [(text, look.ink)])
    if canvas.height < _NOTED and view.trick and not scene.show_last:
        lead = [(words.lead_word(view), look.active)]
        put_parts(canvas, canvas.width - 5 - room, 2, room + 4, "right", lead)


# --- the trick ---------------------------------------------------------------------------------


def _put_trick(
    canvas: Canvas, scene: Scene, table: TrickLayout, way: tuple[TileKind, bool]
) -> None:
    """Draw the current trick, or the last one until the next lead, with its winner marked."""
    look, view = scene.look, scene.view
    running = bool(view.trick) and not scene.show_last
    tiles, leader = (view.trick, view.leader) if running else (view.last, view.last_leader)
    seats = [(leader + i) % view.seats for i in range(len(tiles))]
    winner = words.taker(view, tiles, leader) if tiles else None
    kind, upright = way
    laid = {
        seat: drawn(
            look,
            token,
            kind,
            upright=upright,
            dimmed=not running and seat != winner,
            marked=seat == winner and len(tiles) > 1,
        )
        for seat, token in zip(seats, tiles, strict=True)
    }
    if running:
        trick_table.put_spots(canvas, look, table, [s for s in range(view.seats) if s not in seats])
    moved = [event.seat for event in scene.events if event.kind == "moved"]
    trick_table.put_pieces(canvas, table, laid, moved[-1] if moved else None, scene.moment)
    if canvas.height < _NOTED:
        return  # the corner names the lead
    note: list[StyledText] = []
    if running:
        note = [(words.lead_word(view), look.active), (": " + words.duty(view), look.ink)]
    elif winner is not None and (view.to_act or scene.show_last):  # otherwise the prompt says it
        note = [(_taken_said(scene, winner, tiles[seats.index(winner)]), look.ink)]
    if note:
        below_tiles = max(y for _, y in table.spots) + table.piece[1]
        trick_table.put_centred(canvas, min(table.middle[1], below_tiles + 2), note)


def _taken_said(scene: Scene, winner: Seat, token: str) -> str:
    """Say who has taken a trick, and with which tile."""
    tile = sheet.tile_text(scene.look, token)
    if winner == scene.view.seat:
        return t("You take the trick with {tile}.", tile=tile)
    return t("{name} takes the trick with {tile}.", name=scene.names[winner], tile=tile)


def dealt(view: View) -> tuple[tuple[str, ...], ...]:
    """Return each seat's hand of a finished deal, the strongest tile first: all were played.

    None in the fifth stage: its tiles lie in the row, and a kept one stays hidden (D-R25).
    """
    if view.fifth is not None:
        return ()
    hands: list[list[str]] = [[] for _ in range(view.seats)]
    leader = view.starter
    for start in range(0, len(view.played), view.seats):
        trick = view.played[start : start + view.seats]
        for at, tile in enumerate(trick):
            hands[(leader + at) % view.seats].append(tile)
        leader = words.taker(view, trick, leader)
    return tuple(tuple(sorted(held, key=strength, reverse=True)) for held in hands)


# --- the strength of a tile that cannot be played -------------------------------------------


def strength_said(look: Look, held: Sequence[Piece], pointed: int) -> str:
    """State the strength of the tile at the cursor, if it cannot be played.

    For a playable tile, the line over the hand does so.
    """
    if not 0 <= pointed < len(held) or held[pointed].moves:
        return ""
    token = held[pointed].token
    return f"{sheet.tile_text(look, token)}: {strength_text(token)}"


def put_strength(canvas: Canvas, look: Look, said: str) -> None:
    """Write the strength of a tile in the lower right corner; only its kind if room is short."""
    y = canvas.height - 1
    for text in (said, said.partition(": ")[2]):
        x = canvas.width - 1 - text_width(text)
        if text and x > 1 and canvas.chars[y][x - 2 : x + len(text)] == [" "] * (len(text) + 2):
            canvas.put(x, y, text, look.muted)
            return


# --- the finished tricks, beside the table ------------------------------------------------------


def tricks(view: View) -> list[trick_table.FinishedTrick]:
    """List the tricks of this deal that have been taken."""
    found, leader = [], view.starter
    for first in range(0, len(view.played) - len(view.trick), view.seats):
        tiles = view.played[first : first + view.seats]
        winner = words.taker(view, tiles, leader)
        found.append(trick_table.FinishedTrick(leader, tiles, winner))
        leader = winner
    return found


def gone(view: View, look: Look) -> tuple[tuple[str, str, str], ...]:
    """List the tiles that have been played, one row for each number; none in the fifth stage."""
    if view.fifth is not None or not may_look_through(view):
        return ()
    ends, unseen = "6543210", "." if look.ascii else "·"
    played = {tile[at] + tile[2 - at] for tile in view.played for at in (0, 2)}
    return tuple(
        (end, "".join(f"  {x if end + x in played else unseen}" for x in ends), look.spade)
        for end in ends
    )


def paint_tricks(scene: Scene, width: int, height: int) -> Painting:
    """Draw the tricks beside the table; none in the fifth stage."""
    look = on_panel(scene.look)
    if scene.view.fifth is not None:
        return Painting(Canvas(width, height, look.panel_ink, look.panel))

    def draw(tile: str, faded: bool) -> Canvas:
        return drawn(look, tile, "mini", upright=False, dimmed=faded)

    return trick_table.paint_history(scene, tricks(scene.view), draw, width, height)


# --- everything else ------------------------------------------------------------------------


def moving_seconds(events: Sequence[Event]) -> float:
    """Return the time of a tile's flight to the trick in which it is played."""
    moves = [found.move for event in events if isinstance(found := parse_event(event), Moved)]
    return PLAY_SECONDS if moves and isinstance(moves[-1], PlayTile) else 0.0


def tricks_in(view: View) -> int:
    """Return the number of tricks in the deal of a view."""
    return view.now.size
