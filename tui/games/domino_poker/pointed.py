"""How strong the tile at the cursor is where it cannot be played: a word in the lower corner."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.scene import Piece
from tui.drawing.canvas import Canvas, text_width
from tui.drawing.look import Look
from tui.games.domino_poker.sheet import tile_text
from tui.games.domino_poker.words import strength_text


def strength_said(look: Look, hand: Sequence[Piece], pointed: int) -> str:
    """Say how strong the tile at the cursor is, if it cannot be played.

    For one that can be played the line over the hand says so.
    """
    if not 0 <= pointed < len(hand) or hand[pointed].moves:
        return ""
    token = hand[pointed].token
    return f"{tile_text(look, token)}: {strength_text(token)}"


def put_strength(canvas: Canvas, look: Look, said: str) -> None:
    """Write it in the lower right corner, as much of it as has room beside what stands there."""
    y = canvas.height - 1
    for text in (said, said.partition(": ")[2]):
        x = canvas.width - 1 - text_width(text)
        if text and x > 1 and canvas.chars[y][x - 2 : x + len(text)] == [" "] * (len(text) + 2):
            canvas.put(x, y, text, look.muted)
            return
