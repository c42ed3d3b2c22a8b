"""Joker: a card as it was played, a joker with its call."""

from __future__ import annotations

from core.games.joker.moves import parse_play
from tui.drawing.art.cards import Size as CardSize
from tui.drawing.art.cards import card, sign
from tui.drawing.canvas import Canvas
from tui.drawing.look import Look
from tui.language.text import t
from tui.language.words import suit_glyph


def played(
    look: Look, text: str, size: CardSize, *, dimmed: bool = False, marked: bool = False
) -> Canvas:
    """Draw a card as it was played; a joker says what it was called."""
    play = parse_play(text)
    drawn = card(look, play.card, size, dimmed=dimmed, marked=marked)
    if not play.call:
        return drawn
    suit = play.suit
    up, down = "^v" if look.ascii else "▲▼"
    arrow = up if play.call in ("high", "top") else down
    word = {"high": t("HIGH"), "low": t("LOW"), "top": t("TOP"), "bottom": t("BTM")}[play.call]
    style = drawn.styles[drawn.height // 2][1]
    colour, bold = style[0], "" if dimmed else "b"
    suited = look.suit(suit) if suit and not dimmed and not look.shapes else colour
    glyph = suit_glyph(suit, ascii_only=look.ascii) if suit else ""
    star = sign(play.card, look)
    if size == "small":
        x = drawn.put(1, 1, star, colour, None, bold)
        x = drawn.put(x, 1, glyph or " ", suited, None, bold)
        drawn.put(x, 1, arrow, colour, None, bold)
        return drawn
    inner = drawn.width - 2
    row = 2 if size == "medium" else drawn.height - 2
    drawn.put(1, row, (arrow + word[:4]).ljust(inner), colour, None, bold)
    if size == "medium":
        drawn.put(1, 3, glyph.center(inner), suited, None, bold)
    else:
        drawn.put(inner, row, glyph or star, suited, None, bold)
    return drawn
