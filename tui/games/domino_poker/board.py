"""The board of Domino Poker: the hand by strength, seats with bids and tricks, the trick.

Words are in `tui.games.domino_poker.words`, the sheet in `tui.games.domino_poker.sheet`, the
fifth stage in `tui.games.domino_poker.row`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from core.game import Event, Move, Seat
from core.games.domino_poker import rules as domino_poker
from core.games.domino_poker.events import Moved, parse_event
from core.games.domino_poker.moves import Bid, Count, Keep, Pick, Play, Show, bid_of, parse_move
from core.games.domino_poker.rules import View
from tui.boards.reasons import barred, why_not
from tui.boards.scene import Choice, Piece, Scene
from tui.boards.seats import Part, put_parts
from tui.boards.tile_hand import WAYS, paint_tiles
from tui.boards.timing import PLAY_SECONDS
from tui.boards.trick_cloth import lay_cloth, put_waiting
from tui.boards.trick_table import (
    Player,
    Table,
    arrange,
    put_centred,
    put_pieces,
    put_places,
    put_players,
)
from tui.drawing.art.tiles import Kind, back, size
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.games.domino_poker.row import own_tile, paint_row, step
from tui.games.domino_poker.sheet import paint_sheet, put_summary, tile_text
from tui.games.domino_poker.spoken import TOPICS, spoken_move, spoken_part, spoken_table
from tui.games.domino_poker.tiles import drawn
from tui.games.domino_poker.words import (
    bid_pays,
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
    strength_text,
    taker,
    title,
)
from tui.language.text import language, t
from tui.language.words import tile_name

__all__ = [
    "TOPICS",
    "choices",
    "costly",
    "headline",
    "label",
    "moving_seconds",
    "paint_hand",
    "paint_sheet",
    "paint_table",
    "pieces",
    "question",
    "sentence",
    "spoken_move",
    "spoken_part",
    "spoken_table",
    "step",
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
            return t("left") if direction == "left" else t("right")
        case Show():
            own = own_tile(view)
            return t("show {tile}", tile=tile_name(own)) if own else ""
        case Keep():
            return t("keep it hidden")


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the viewer's tiles, the chosen one raised, what may not be played dim; blind, backs."""
    look, view = scene.look, scene.view
    if view.fifth is not None and not view.hand:
        return _own_tile(scene, width, height)
    if view.phase == "bid" and view.now.stage == "blind":

        def hidden(
            index: int, kind: Kind, *, upright: bool, chosen: bool, marked: bool, apart: bool
        ) -> Canvas:
            return back(look, kind, upright=upright)

        backs = paint_tiles(look, view.now.size, -1, width, height, hidden)
        return Painting(backs.canvas)
    hand = pieces(view, scene.legal)
    playing = view.phase == "play" and bool(scene.legal)

    def face_up(
        index: int, kind: Kind, *, upright: bool, chosen: bool, marked: bool, apart: bool
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

_SIZES: Final[tuple[tuple[Kind, bool], ...]] = (
    *(("large", True), ("pips", True), ("pips", False), ("digits", True), ("digits", False)),
    *(("mini", True), ("mini", False)),
)
"""How the tiles of a trick may be drawn, best first: kind and upright."""


_NOTED: Final = 12
"""Rows from which on a line under the trick says what has to be played."""


def paint_table(scene: Scene, width: int, height: int) -> Painting:
    """Draw seats and trick, the row in the fifth stage; over a finished deal how it has ended."""
    look, view = scene.look, scene.view
    if view.fifth is not None:
        return paint_row(scene, width, height)
    canvas = Canvas(width, height, look.ink, look.felt)
    corner = 22 if width >= 90 else 0 if view.seats > 4 else 16 if width > 50 else 11
    sizes = [size(kind, upright=upright) for kind, upright in _SIZES]
    table = arrange(view.seats, view.seat, width, height, sizes, corner)
    if scene.shows_summary and not table.roomy:  # the panel needs the room and names everybody
        put_summary(canvas, scene, 0, height)
        return Painting(canvas)
    if scene.shows_summary:
        hits = put_players(canvas, look, table, _players(scene))
        put_summary(canvas, scene, *table.middle)
        return Painting(canvas, hits)
    on_cloth = replace(scene, look=lay_cloth(canvas, look, table))
    hits = put_players(canvas, look, table, _players(scene))
    _put_corners(canvas, scene, table)
    if not (view.played or scene.focus.show_last):
        put_waiting(canvas, table, _awaited(scene), _draw_lines(on_cloth, roomy=table.roomy))
    else:
        _put_trick(canvas, on_cloth, table, _SIZES[table.size])
    _put_strength(canvas, scene)
    return Painting(canvas, hits)


def _players(scene: Scene) -> list[Player]:
    """Describe the seats in the deal at hand."""
    view = scene.view
    laid = [(view.leader + i) % view.seats for i in range(len(view.trick))]
    left = view.now.size - len(view.played) // view.seats
    bidding = view.now.bidding
    players = []
    for seat, taken in enumerate(view.taken):
        players.append(
            Player(
                name=scene.names[seat],
                bid=view.bids[seat] if bidding else None,
                taken=taken,
                held=left - (seat in laid),
                role=t("begins") if seat == view.starter and not scene.shows_summary else "",
                turn=seat in view.to_act,
                away=seat in scene.away,
                said="" if bidding else t("took {n}", n=taken),
            )
        )
    return players


def _put_corners(canvas: Canvas, scene: Scene, table: Table) -> None:
    """Say in the upper corners which deal it is and how the bids stand to the tricks."""
    look, view = scene.look, scene.view
    if not table.corner:
        return
    room = table.corner - 1
    canvas.put(1, 0, cut(deal_name(view.now), room), look.active, None, "b")
    canvas.put(1, 1, cut(stage_pays(view), room), look.ink)
    right: list[Part] = []
    if view.now.bidding:
        counted = t("bids {n} of {cards}", n=bids_made(view), cards=view.now.size)
        right = [(counted, look.muted)]
    put_parts(canvas, canvas.width - 1 - room, 0, room, "right", right)
    if view.now.bidding and None not in view.bids:
        text = _balance(bids_made(view) - view.now.size)
        put_parts(canvas, canvas.width - 1 - room, 1, room, "right", [(text, look.ink)])
    if canvas.height < _NOTED and view.trick and not scene.focus.show_last:
        lead = [(lead_word(view), look.active)]
        put_parts(canvas, canvas.width - 5 - room, 2, room + 4, "right", lead)


def _balance(over: int) -> str:
    """Say how many tricks too many, or too few, have been bid."""
    if over > 0:
        return t("{n} too few", n=over)
    return t("{n} to spare", n=-over) if over else t("just enough")


def _put_strength(canvas: Canvas, scene: Scene) -> None:
    """Say at the right of the lowest line how strong the tile at the cursor is.

    Of one that can be played the line over the hand says it.
    """
    hand = pieces(scene.view, scene.legal)
    if not 0 <= scene.focus.piece < len(hand) or canvas.width < 40:
        return
    piece = hand[scene.focus.piece]
    if piece.moves:
        return
    token = piece.token
    room = canvas.width // 2
    text = f"{tile_text(scene.look, token)}: {strength_text(token)}"
    place = (canvas.width - 1 - room, canvas.height - 1, room)
    put_parts(canvas, *place, "right", [(text, scene.look.muted)])


# --- the trick ---------------------------------------------------------------------------------


def _put_trick(canvas: Canvas, scene: Scene, table: Table, way: tuple[Kind, bool]) -> None:
    """Draw the trick at hand, or the last one until somebody leads; who takes it is marked."""
    look, view = scene.look, scene.view
    running = bool(view.trick) and not scene.focus.show_last
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
    if running:
        note = [(lead_word(view), look.active), (": " + duty(view), look.ink)]
    elif winner is not None:
        tile = tile_text(look, tiles[seats.index(winner)])
        if winner == view.seat:
            said = t("You take the trick with {tile}.", tile=tile)
        else:
            said = t("{name} takes the trick with {tile}.", name=scene.names[winner], tile=tile)
        note = [(said, look.ink)]
    below_tiles = max(y for _, y in table.spots) + table.piece[1]
    put_centred(canvas, min(table.middle[1], below_tiles + 2), note)


# --- before the first trick --------------------------------------------------------------------


def _awaited(scene: Scene) -> list[Part]:
    look, view = scene.look, scene.view
    if not view.to_act:
        return []
    seat = view.to_act[0]
    name, mine = scene.names[seat], seat == view.seat
    stage = view.now.stage
    lines: list[Part] = []
    if stage == "hapok":
        lines.append((t("Hapok: nobody bids, every trick brings 10."), look.active))
    elif stage == "mizer":
        lines.append((t("Mizer: nobody bids, every trick costs 10."), look.active))
    elif stage == "blind" and view.phase == "bid":
        lines.append((t("Blind: everybody bids before seeing a tile."), look.active))
    if view.phase == "play":
        said = t("You lead: any tile") if mine else t("{name} leads", name=name)
        return [*lines, (said, look.ink)]
    if not mine:
        return [*lines, (t("{name} is bidding", name=name), look.ink)]
    bids = [move for move in scene.legal if not _is_play(move)]
    if bids:
        bid = bid_of(bids[scene.focus.target % len(bids)])
        made, *other = bid_pays(view, bid)
        lines += [(made, look.ink), *((text, look.muted) for text in other)]
    forbidden = [n for n in range(view.now.size + 1) if bids and str(Bid(n)) not in bids]
    if forbidden:
        lines.append((why_not(domino_poker, view, str(Bid(forbidden[0]))), look.bad))
    return lines


def _draw_lines(scene: Scene, *, roomy: bool) -> list[Canvas]:
    """Draw for each seat the tiles it drew for the start (D-R8), the last two; a line each."""
    view = scene.view
    if not view.last_draw or view.phase != "bid":
        return []
    tiles = [
        [drawn[seat] for drawn in view.last_draw if drawn[seat]][-2:] for seat in range(view.seats)
    ]
    most = max(map(len, tiles))
    return [_draw_line(scene, seat, own, most, roomy) for seat, own in enumerate(tiles)]


def _draw_line(scene: Scene, seat: Seat, tokens: Sequence[str], most: int, roomy: bool) -> Canvas:
    look, first = scene.look, seat == scene.view.starter
    names, apart = (9, 6) if roomy else (7, 5)
    line = Canvas(names + 2 + most * apart + (15 if roomy else 1), 1, look.ink, look.felt)
    name = cut(scene.names[seat], names)
    line.put(names - text_width(name), 0, name, look.active if first else look.muted)
    for i, token in enumerate(tokens):
        tile = drawn(look, token, "mini", upright=False, dimmed=not first)
        line.blit(tile, names + 1 + i * apart, 0)
    if first:
        x = names + 1 + most * apart
        said = f"{'D' if look.ascii else '◆'} {t('begins')}"
        line.put(x, 0, cut(said, line.width - x) if roomy else said[0], look.active)
    return line
