"""Tiles as Domino Poker sees them: trumps and 1-1 have a sign on the dividing line and a tint."""

from typing import Unpack

from core.games.domino_poker.tricks import POKER, is_trump
from tui.drawing.art import sign_ink
from tui.drawing.art.tiles import Marks, TileKind, tile
from tui.drawing.canvas import Canvas
from tui.drawing.look import Look, mix


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
