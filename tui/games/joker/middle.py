"""The middle of the Joker table: before the first trick the current decision, and the draw for the
first dealer; then cards as they were played, and the finished tricks.
"""

from collections.abc import Sequence
from functools import lru_cache

from core.game import Seat
from core.games.joker import rules as joker
from core.games.joker.moves import Bid, bid_of, parse_play
from core.games.joker.tricks import DECK
from core.games.joker.view import View, players as who_played
from core.pieces import JOKERS, RANKS
from tui.boards.contract import may_look_through
from tui.boards.scene import Scene
from tui.boards.seats import StyledText
from tui.boards.trick_layout import TrickLayout
from tui.boards.trick_mat import heading, inked, put_waiting
from tui.boards.trick_table import FinishedTrick, paint_history
from tui.boards.words import why_not
from tui.drawing.art.cards import CardSize, card, chip, sign
from tui.drawing.canvas import Canvas, Painting, cut, text_width
from tui.drawing.look import Look
from tui.games.joker.words import bid_pays
from tui.language.text import language, t, tn
from tui.language.words import rank_sign, suit_glyph


def put_bidding(canvas: Canvas, scene: Scene, table: TrickLayout) -> None:
    """Write the current decision in the middle; before the first bid also the dealer's draw."""
    drawn: Sequence[Canvas] = ()
    named = scene.view.phase == "bid" and not scene.view.upcard  # it has been seen by then
    if scene.view.last_draw and not named:
        burnt = scene.view.options.tuzovanie == "burn_first"
        cards = scene.view.last_draw[burnt:]
        first = scene.view.first_dealer
        drawn = _draw_lines(scene.look, scene.names, cards, first, table.roomy, language())
    put_waiting(canvas, table, _awaited(scene), scene.focus.target, drawn)


def _awaited(scene: Scene) -> list[list[StyledText]]:
    """Write the current decision, with the words for each possible bid."""
    look, view = scene.look, scene.view
    if not view.to_act:
        return []
    if view.to_act[0] != view.seat:
        return []  # the line over the hand says who is bidding
    if view.phase == "trump":
        seen = tn("You have seen {n} card", "You have seen {n} cards", len(view.hand))
        return [[(seen, look.muted)]]
    bids = (str(Bid(n)) for n in range(view.cards + 1))
    barred = [(why_not(joker, view, bid), look.active) for bid in bids if bid not in scene.legal]
    return [[*inked(look, bid_pays(view, bid_of(bid))), *barred] for bid in scene.legal]


@lru_cache(2)
def _draw_lines(
    look: Look, names: tuple[str, ...], cards: tuple[str, ...], first: Seat, roomy: bool, _: str
) -> tuple[Canvas, ...]:
    """Draw one line per seat: the last cards of the draw for the first dealer (J-R4).

    Cached for a look and a language: no bid at the cursor changes it.
    """
    given = [cards[seat::4] for seat in range(4)]
    most = min(3 if roomy else 2, max(map(len, given)))
    head = heading(look, t("First ace deals:"))
    lines = (
        _draw_line(look, name, own[-most:], most, first=seat == first, roomy=roomy)
        for seat, (name, own) in enumerate(zip(names, given, strict=False))
    )
    return (head, *lines)


def _draw_line(
    look: Look, name: str, cards: Sequence[str], most: int, *, first: bool, roomy: bool
) -> Canvas:
    """Draw up to `most` cards of a seat as a line of the mat; the first dealer is marked."""
    names = 9 if roomy else 7
    sign = ("D" if look.ascii else "◆") if first else ""
    line = Canvas(names + 2 + 4 * most + (15 if roomy else 2), 1, look.ink, look.felt)
    shown = cut(name, names)
    line.put(names - text_width(shown), 0, shown, look.active if first else look.muted)
    for i, token in enumerate(cards):
        dimmed = not first or i < len(cards) - 1
        line.blit(chip(look, token, dimmed=dimmed), names + 1 + 4 * i, 0)
    said = f"{sign} {t('deals first')}" if roomy and first else sign
    line.put(names + 1 + 4 * most, 0, cut(said, line.width - names - 1 - 4 * most), look.active)
    return line


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
    """List the cards that have been played, one row for each suit, the jokers beside the last."""
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
