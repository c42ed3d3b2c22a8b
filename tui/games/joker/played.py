"""Joker: a card as it was played, a joker with its call, and the finished tricks of a deal."""

from core.cards import JOKERS, RANKS
from core.games.joker.moves import parse_play
from core.games.joker.tricks import DECK
from core.games.joker.view import View, players as who_played
from tui.boards.contract import may_look_through
from tui.boards.scene import Scene
from tui.boards.trick_table import FinishedTrick, paint_history
from tui.drawing.art.cards import CardSize, card, chip, sign
from tui.drawing.canvas import Canvas, Painting
from tui.drawing.look import Look
from tui.language.text import t
from tui.language.words import rank_sign, suit_glyph


def played(
    look: Look, text: str, size: CardSize, *, dimmed: bool = False, marked: bool = False
) -> Canvas:
    """Draw a card as it was played; a joker shows its call."""
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


def tricks(view: View) -> list[FinishedTrick]:
    """List the tricks of this deal that have been taken."""
    seats = who_played(view)
    return [
        FinishedTrick(seats[4 * at], view.plays[4 * at : 4 * at + 4], winner)
        for at, winner in enumerate(view.winners)
    ]


def gone(view: View, look: Look) -> tuple[tuple[str, str, str], ...]:
    """List the cards that have been played, a row a suit, the jokers beside the last."""
    if not may_look_through(view):
        return ()
    played = {parse_play(play).card for play in view.plays}
    rows = []
    for suit in "shcd":
        held = [rank for rank in reversed(RANKS) if rank + suit in DECK]
        unseen, glyph = "." if look.ascii else "·", suit_glyph(suit, ascii_only=look.ascii)
        signs = [rank_sign(rank) if rank + suit in played else unseen for rank in held]
        rows.append((glyph, "".join(each.rjust(3) for each in signs), look.suit(suit)))
    star = "*" if look.ascii else "★"
    jokers = sum(card in JOKERS for card in played)
    return (*rows, (star, f"  {jokers}/2", look.joker))


def paint_tricks(scene: Scene, width: int, height: int) -> Painting:
    """Draw the finished tricks beside the table."""

    def draw(text: str, faded: bool) -> Canvas:
        look, play = scene.look, parse_play(text)
        drawn = Canvas(7 if play.card in JOKERS else 3, 1, look.muted, look.panel)
        drawn.blit(chip(look, play.card, dimmed=faded), 0, 0)
        if play.card in JOKERS:
            up, down = "^v" if look.ascii else "▲▼"
            arrow = up if play.call in ("high", "top") else down
            suit = suit_glyph(play.suit, ascii_only=look.ascii) if play.suit else ""
            drawn.put(3, 0, arrow + suit)
        return drawn

    view = scene.view
    return paint_history(scene, tricks(view), draw, width, height, view.score_sheet().order)
