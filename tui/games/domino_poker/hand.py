"""The hand of Domino Poker: tiles by strength, their moves, one's own tile of the fifth stage.

Everywhere at this table trumps and 1-1 have a sign on the dividing line and a tint.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Unpack

from core.game import Move
from core.games.domino_poker import rules as domino_poker
from core.games.domino_poker.moves import Bid, Count, Keep, Pick, PlayTile, Show, parse_move
from core.games.domino_poker.rules import View
from core.games.domino_poker.tricks import BY_STRENGTH, POKER, is_trump, strength
from tui.boards.scene import Choice, Piece, Scene
from tui.boards.words import barred
from tui.drawing.art import sign_ink
from tui.drawing.art.tiles import WAYS, Marks, TileKind, back, paint_tiles, size, tile
from tui.drawing.canvas import Canvas, Painting, text_width
from tui.drawing.look import Look, mix
from tui.games.domino_poker.row import own_tile
from tui.games.domino_poker.words import pips_text
from tui.language.text import language, t
from tui.language.words import tile_name


def strength_text(tile: str) -> str:
    """Name the rank of a tile among all of them: "trump, no. 3 of 28" (D-R2, D-R3)."""
    kind = t("poker") if tile == POKER else t("trump") if is_trump(tile) else pips_text(tile)
    return t("{kind}, no. {n} of 28", kind=kind, n=_rank(tile))


@lru_cache
def _rank(tile: str) -> int:
    """Return a tile's rank in strength, 1 for the strongest; equal tiles share the better rank."""
    return 1 + sum(strength(other) > strength(tile) for other in BY_STRENGTH)


def label(view: View, move: Move) -> str:
    """Word the play of a tile."""
    found = parse_move(move)
    if not isinstance(found, PlayTile):
        return move
    return f"{tile_name(found.tile)}, {strength_text(found.tile)}"


def sign(look: Look, token: str) -> str:
    """Return the sign of 1-1 or of a trump; an ordinary tile has none."""
    if token == POKER:
        return "*" if look.ascii else "★"
    if is_trump(token):
        return "^" if look.ascii else "▲"
    return ""


def drawn(
    look: Look,
    token: str,
    kind: TileKind,
    *,
    upright: bool,
    **marks: Unpack[Marks],
) -> Canvas:
    """Draw a tile face up, with its sign; the rest is as for `tile`."""
    canvas = tile(look, int(token[0]), int(token[2]), kind, upright=upright, **marks)
    mark, dimmed, chosen = sign(look, token), marks.get("dimmed", False), marks.get("chosen")
    if not mark:
        return canvas
    x, y = canvas.width // 2, canvas.height // 2
    face = canvas.styles[y][x][1]
    # A dim tile keeps its colour: with a tint over it the pips could not be read.
    if look.depth in ("true", "256") and not chosen and not dimmed and not look.shapes:
        _recolour(canvas, face, mix(face, look.joker, 0.16))
    ink = sign_ink(look, look.joker, face, dimmed=dimmed, hollow=dimmed and look.shapes)
    canvas.put(x, y, mark, ink, None, "" if dimmed else "b")
    return canvas


def _recolour(canvas: Canvas, old: str, new: str) -> None:
    """Replace a colour as ink and as ground: the rims of a tile have the colour of its face."""
    for row in canvas.styles:
        for x, (ink, ground, attributes) in enumerate(row):
            if old in (ink, ground):
                row[x] = (new if ink == old else ink, new if ground == old else ground, attributes)


def pieces(view: View, legal: Sequence[Move]) -> tuple[Piece, ...]:
    """List the hand, the strongest tile first."""
    return _pieces(view, tuple(legal), language())


@lru_cache(4)
def _pieces(view: View, legal: tuple[Move, ...], _language: str) -> tuple[Piece, ...]:
    found = []
    for token in reversed(view.hand):
        move = str(PlayTile(token))
        if move in legal:
            found.append(Piece(token, (move,)))
        else:
            found.append(barred(domino_poker, view, token, move))
    return tuple(found)


def choices(view: View, legal: Sequence[Move]) -> tuple[Choice, ...]:
    """List bids and positions by number, the directions, or the decision of the fifth stage."""
    return tuple(
        Choice(move, _choice(view, move))
        for move in legal
        if not isinstance(parse_move(move), PlayTile)
    )


def _choice(view: View, move: Move) -> str:
    match parse_move(move):
        case Bid(number) | Pick(number):
            return str(number)
        case PlayTile(tile):
            return tile
        case Count(direction):
            return t("anticlockwise") if direction == "left" else t("clockwise")
        case Show():
            own = own_tile(view)
            return t("show {tile}", tile=tile_name(own)) if own else ""
        case Keep():
            return t("keep it hidden")


def harmless(view: View, legal: Sequence[Move]) -> int:
    """Begin with keeping the tile of the fifth stage hidden: showing a low one costs 30."""
    return next((at for at, move in enumerate(legal) if isinstance(parse_move(move), Keep)), 0)


def paint_hand(scene: Scene, width: int, height: int) -> Painting:
    """Draw the viewer's tiles: the chosen one raised, illegal ones dim, only backs while blind."""
    look, view = scene.look, scene.view
    if view.fifth is not None and not view.hand:
        return _own_tile(scene, width, height)
    if view.phase == "bid" and view.now.stage == "blind":

        def hidden(index: int, kind: TileKind, *, upright: bool, **marks: Unpack[Marks]) -> Canvas:
            return back(look, kind, upright=upright)

        backs = paint_tiles(look, view.now.size, -1, width, height, hidden)
        return Painting(backs.canvas)
    hand = scene.hand or pieces(view, scene.legal)
    playing = view.phase == "play" and bool(scene.legal)

    def face_up(index: int, kind: TileKind, *, upright: bool, **marks: Unpack[Marks]) -> Canvas:
        marks["dimmed"] = playing and not hand[index].moves
        return drawn(look, hand[index].token, kind, upright=upright, **marks)

    chosen = scene.focus.piece if view.phase == "play" or scene.legal else -1
    return paint_tiles(look, len(hand), chosen, width, height, face_up)


def _own_tile(scene: Scene, width: int, height: int) -> Painting:
    """Show the viewer's tile of the fifth stage and its worth there (D-R26)."""
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
