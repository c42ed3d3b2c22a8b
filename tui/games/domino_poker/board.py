"""The board of Domino Poker: the hand by strength, seats with bids and tricks, the trick.

Words are in `tui.games.domino_poker.words`, the sheet in `tui.games.domino_poker.sheet`, the
fifth stage in `tui.games.domino_poker.row`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from core.game import Event, Move
from core.games.domino_poker import rules as domino_poker
from core.games.domino_poker.events import Moved, parse_event
from core.games.domino_poker.moves import Bid, Count, Keep, Pick, Play, Show, parse_move
from core.games.domino_poker.rules import View
from core.games.domino_poker.tricks import strength
from tui.boards.bid_words import balance, bids_for
from tui.boards.played_hands import put_hands
from tui.boards.reasons import barred
from tui.boards.scene import Choice, Focus, Piece, Scene
from tui.boards.seats import StyledText, put_parts
from tui.boards.tile_hand import WAYS, paint_tiles
from tui.boards.timing import PLAY_SECONDS
from tui.boards.trick_mat import lay_mat, look_on_table
from tui.boards.trick_table import (
    SeatInfo,
    TableLayout,
    arrange,
    put_centred,
    put_pieces,
    put_places,
    put_players,
)
from tui.drawing.art.tiles import TileKind, back, size
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.games.domino_poker.bidding import put_bidding
from tui.games.domino_poker.pointed import put_strength, strength_said
from tui.games.domino_poker.row import own_tile, paint_row, step
from tui.games.domino_poker.sheet import paint_sheet, put_summary, tile_text
from tui.games.domino_poker.spoken import TOPICS, spoken_move, spoken_part, spoken_table
from tui.games.domino_poker.tiles import drawn
from tui.games.domino_poker.tricks import paint_tricks
from tui.games.domino_poker.words import (
    awaits,
    bids_made,
    costly,
    deal_name,
    duty,
    headline,
    label,
    lead_word,
    pips_text,
    question,
    sentence,
    stage_pays,
    taker,
    title,
)
from tui.language.text import language, t
from tui.language.words import tile_name

__all__ = [
    "TOPICS",
    "awaits",
    "choices",
    "costly",
    "hands_of",
    "harmless",
    "headline",
    "label",
    "moving_seconds",
    "paint_hand",
    "paint_pointed",
    "paint_sheet",
    "paint_still",
    "paint_table",
    "paint_tricks",
    "pieces",
    "question",
    "sentence",
    "spoken_move",
    "spoken_part",
    "spoken_table",
    "step",
    "still_focus",
    "title",
]


def moving_seconds(events: Sequence[Event]) -> float:
    """Return how long a tile flies to the trick in which it is played."""
    moves = [found.move for event in events if isinstance(found := parse_event(event), Moved)]
    return PLAY_SECONDS if moves and isinstance(moves[-1], Play) else 0.0


# --- the hand as moves -------------------------------------------------------------------------


def pieces(view: View, legal: Sequence[Move]) -> tuple[Piece, ...]:
    """List the hand, the strongest tile first."""
    return _pieces(view, tuple(legal), language())


@lru_cache(4)
def _pieces(view: View, legal: tuple[Move, ...], _language: str) -> tuple[Piece, ...]:
    found = []
    for token in reversed(view.hand):
        move = str(Play(token))
        if move in legal:
            found.append(Piece(token, (move,)))
        else:
            found.append(barred(domino_poker, view, token, move))
    return tuple(found)


def choices(view: View, legal: Sequence[Move]) -> tuple[Choice, ...]:
    """List bids and positions by their number, the directions, the decision of the fifth stage."""
    return tuple(Choice(move, _choice(view, move)) for move in legal if not _is_play(move))


def _is_play(move: Move) -> bool:
    return isinstance(parse_move(move), Play)


def _choice(view: View, move: Move) -> str:
    match parse_move(move):
        case Bid(number) | Pick(number):
            return str(number)
        case Play(tile):
            return tile
        case Count(direction):
            return t("anticlockwise") if direction == "left" else t("clockwise")
        case Show():
            own = own_tile(view)
            return t("show {tile}", tile=tile_name(own)) if own else ""
        case Keep():
            return t("keep it hidden")


def hands_of(view: View) -> tuple[tuple[str, ...], ...]:
    """Return what each seat held in a finished deal, the strongest first: all of it was played."""
    hands: list[list[str]] = [[] for _ in range(view.seats)]
    leader = view.starter
    for start in range(0, len(view.played), view.seats):
        trick = view.played[start : start + view.seats]
        for at, tile in enumerate(trick):
            hands[(leader + at) % view.seats].append(tile)
        leader = taker(view, trick, leader)
    return tuple(tuple(sorted(hand, key=strength, reverse=True)) for hand in hands)


def harmless(view: View, moves: Sequence[Move]) -> int:
    """Begin with keeping the tile of the fifth stage hidden: showing a low one costs 30."""
    return next((at for at, move in enumerate(moves) if isinstance(parse_move(move), Keep)), 0)


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the viewer's tiles: the chosen one raised, illegal ones dim, only backs while blind."""
    look, view = scene.look, scene.view
    if view.fifth is not None and not view.hand:
        return _own_tile(scene, width, height)
    if view.phase == "bid" and view.now.stage == "blind":

        def hidden(
            index: int, kind: TileKind, *, upright: bool, chosen: bool, marked: bool, apart: bool
        ) -> Canvas:
            return back(look, kind, upright=upright)

        backs = paint_tiles(look, view.now.size, -1, width, height, hidden)
        return Painting(backs.canvas)
    hand = pieces(view, scene.legal)
    playing = view.phase == "play" and bool(scene.legal)

    def face_up(
        index: int, kind: TileKind, *, upright: bool, chosen: bool, marked: bool, apart: bool
    ) -> Canvas:
        piece = hand[index]
        dimmed = playing and not piece.moves
        return drawn(
            look,
            piece.token,
            kind,
            upright=upright,
            dimmed=dimmed,
            chosen=chosen,
            marked=marked,
            apart=apart,
        )

    chosen = scene.focus.piece if view.phase == "play" or scene.legal else -1
    return paint_tiles(look, len(hand), chosen, width, height, face_up)


def _own_tile(scene: Scene, width: int, height: int) -> Painting:
    """Show the viewer's tile of the fifth stage and what it is worth there (D-R26)."""
    look, own = scene.look, own_tile(scene.view)
    canvas = Canvas(width, height, look.ink, look.felt)
    if not own:
        return Painting(canvas)
    ways = [way for way in WAYS if size(way[0], upright=way[1])[1] <= height]
    kind, upright = ways[0] if ways else ("mini", False)
    shown = drawn(look, own, kind, upright=upright)
    said = pips_text(own)
    x = (width - shown.width - text_width(said) - 2) // 2
    canvas.blit(shown, x, (height - shown.height) // 2)
    canvas.put(x + shown.width + 2, height // 2, said, look.ink)
    return Painting(canvas)


# --- the table ---------------------------------------------------------------------------------

_SIZES: Final[tuple[tuple[TileKind, bool], ...]] = (
    *(("huge", True), ("large", True), ("pips", True), ("pips", False)),
    *(("digits", True), ("digits", False), ("mini", True), ("mini", False)),
)
"""How the tiles of a trick may be drawn, best first: kind and upright."""


_VAST: Final = 38
"""With this many rows the largest tiles leave room around them."""


def _sizes(height: int) -> tuple[tuple[TileKind, bool], ...]:
    return _SIZES[height < _VAST :]


_NOTED: Final = 12
"""Rows from which on a line under the trick says what has to be played."""


def paint_table(scene: Scene, width: int, height: int) -> Painting:
    """Draw seats and trick, in the fifth stage the row; over a finished deal, how it ended."""
    return paint_pointed(scene, paint_still(scene, width, height))


def still_focus(scene: Scene, width: int, height: int) -> Focus:
    """Return nothing: only in the row of the fifth stage does everything depend on the cursor."""
    return scene.focus if scene.view.fifth is not None else Focus()


def paint_still(scene: Scene, width: int, height: int) -> Painting:
    """Draw everything except what is said about the bid or the tile at the cursor."""
    look, view = scene.look, scene.view
    if view.fifth is not None:
        return paint_row(scene, width, height)
    canvas = Canvas(width, height, look.ink, look.felt)
    table = _laid_out(scene, width, height)
    if scene.hands:
        tiles = [
            [drawn(look, tile, "mini", upright=False) for tile in hand] for hand in hands_of(view)
        ]
        put_hands(canvas, scene, tiles)
        return Painting(canvas)
    if scene.shows_summary and not table.roomy:  # the panel needs the room and names everybody
        put_summary(canvas, scene, 0, height)
        return Painting(canvas)
    if scene.shows_summary:
        hits = put_players(canvas, look, table, _players(scene))
        put_summary(canvas, scene, *table.middle)
        return Painting(canvas, hits)
    on_mat = replace(scene, look=lay_mat(canvas, look, table))
    hits = put_players(canvas, look, table, _players(scene))
    _put_corners(canvas, scene, table)
    if view.played or scene.show_last:
        _put_trick(canvas, on_mat, table, _sizes(height)[table.size])
    return Painting(canvas, hits)


def paint_pointed(scene: Scene, still: Painting) -> Painting:
    """Say before the first trick what is awaited and what the bid at the cursor brings.

    Say how strong a tile is that cannot be played.
    """
    view = scene.view
    if view.fifth is not None or scene.shows_summary:
        return still
    waiting = not (view.played or scene.show_last)
    strength = strength_said(scene.look, pieces(view, scene.legal), scene.focus.piece)
    if not waiting and not strength:
        return still
    canvas = still.canvas.copy()
    if waiting:
        table = _laid_out(scene, canvas.width, canvas.height)
        on_mat = replace(scene, look=look_on_table(canvas, scene.look, table))
        put_bidding(canvas, on_mat, table)
    put_strength(canvas, scene.look, strength)
    return Painting(canvas, still.hits)


def _laid_out(scene: Scene, width: int, height: int) -> TableLayout:
    view = scene.view
    corner = 22 if width >= 90 else 0 if view.seats > 4 else 16 if width > 50 else 14
    sizes = tuple(size(kind, upright=upright) for kind, upright in _sizes(height))
    return arrange(view.seats, view.seat, width, height, sizes, corner)


def _players(scene: Scene) -> list[SeatInfo]:
    """Describe the seats in the deal at hand."""
    view = scene.view
    laid = [(view.leader + i) % view.seats for i in range(len(view.trick))]
    left = view.now.size - len(view.played) // view.seats
    bidding = view.now.bidding
    ahead = taker(view, view.trick, view.leader) if view.trick else None
    players = []
    for seat, taken in enumerate(view.taken):
        players.append(
            SeatInfo(
                name=scene.names[seat],
                bid=view.bids[seat] if bidding else None,
                taken=taken,
                held=left - (seat in laid),
                ahead=seat == ahead,
                role=t("begins") if seat == view.starter and not scene.shows_summary else "",
                turn=seat in view.to_act,
                away=seat in scene.away,
                said="" if bidding else t("took {n}", n=taken),
            )
        )
    return players


def _put_corners(canvas: Canvas, scene: Scene, table: TableLayout) -> None:
    """Say in the upper corners which deal it is and how the bids stand to the tricks."""
    look, view = scene.look, scene.view
    if not table.corner:
        return
    room = table.corner - 1
    canvas.put(1, 0, cut(deal_name(view.now), room), look.active, None, "b")
    canvas.put(1, 1, cut(stage_pays(view), room), look.ink)
    right: list[StyledText] = []
    if view.now.bidding:
        right = [(bids_for(bids_made(view), view.now.size, room), look.muted)]
    put_parts(canvas, canvas.width - 1 - room, 0, room, "right", right)
    if view.now.bidding and None not in view.bids:
        text = balance(bids_made(view), view.now.size)
        put_parts(canvas, canvas.width - 1 - room, 1, room, "right", [(text, look.ink)])
    if canvas.height < _NOTED and view.trick and not scene.show_last:
        lead = [(lead_word(view), look.active)]
        put_parts(canvas, canvas.width - 5 - room, 2, room + 4, "right", lead)


# --- the trick ---------------------------------------------------------------------------------


def _put_trick(
    canvas: Canvas, scene: Scene, table: TableLayout, way: tuple[TileKind, bool]
) -> None:
    """Draw the current trick, or the last one until somebody leads; whoever takes it is marked."""
    look, view = scene.look, scene.view
    running = bool(view.trick) and not scene.show_last
    tiles, leader = (view.trick, view.leader) if running else (view.last, view.last_leader)
    seats = [(leader + i) % view.seats for i in range(len(tiles))]
    winner = taker(view, tiles, leader) if tiles else None
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
        put_places(canvas, look, table, [s for s in range(view.seats) if s not in seats])
    moved = [event.seat for event in scene.events if event.kind == "moved"]
    put_pieces(canvas, table, laid, moved[-1] if moved else None, scene.moment)
    if canvas.height < _NOTED:
        return  # the lead stands in the corner
    note: list[StyledText] = []
    if running:
        note = [(lead_word(view), look.active), (": " + duty(view), look.ink)]
    elif winner is not None and (view.to_act or scene.show_last):  # else the prompt says it
        tile = tile_text(look, tiles[seats.index(winner)])
        if winner == view.seat:
            said = t("You take the trick with {tile}.", tile=tile)
        else:
            said = t("{name} takes the trick with {tile}.", name=scene.names[winner], tile=tile)
        note = [(said, look.ink)]
    else:
        return
    below_tiles = max(y for _, y in table.spots) + table.piece[1]
    put_centred(canvas, min(table.middle[1], below_tiles + 2), note)
