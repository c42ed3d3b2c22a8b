"""Pips on cards: as many suits as the rank says, for decks in the style of real cards."""

from __future__ import annotations

from typing import Final

from tui.drawing.canvas import Canvas

_ROWS: Final = {
    "A": ("     ", "  o  ", "     "),
    "2": ("  o  ", "     ", "  o  "),
    "3": ("  o  ", "  o  ", "  o  "),
    "4": ("o   o", "     ", "o   o"),
    "5": ("o   o", "  o  ", "o   o"),
    "6": ("o   o", "o   o", "o   o"),
    "7": ("o   o", "o o o", "o   o"),
    "8": ("o o o", "o   o", "o o o"),
    "9": ("o o o", "o o o", "o o o"),
    "T": ("o o o", "oo oo", "o o o"),
}
"""There are three rows between the corners, so a ten is broader than on paper."""

_COURT: Final = ("  o  ", "  x  ", "  o  ")

_TOP: Final = 2
"""The first row below the corner."""


def put_pips(canvas: Canvas, rank: str, suit: str, figure: str, colour: str) -> None:
    """Put the pips of a rank between the corners, a court card's `figure` between two of them."""
    apart = (canvas.height - 3) // 3
    for row, signs in enumerate(_ROWS.get(rank, _COURT)):
        text = signs.replace("o", suit).replace("x", figure)
        canvas.put((canvas.width - len(signs)) // 2, _TOP + apart * row, text, colour)
