"""Before the first trick of Joker: the decision that is due, and the draw for the first dealer."""

from collections.abc import Sequence
from functools import lru_cache

from core.game import Seat
from core.games.joker import rules as joker
from core.games.joker.moves import Bid, bid_of
from tui.boards.scene import Scene
from tui.boards.seats import StyledText
from tui.boards.trick_layout import TrickLayout
from tui.boards.trick_mat import heading, put_waiting
from tui.boards.words import why_not
from tui.drawing.art.cards import chip
from tui.drawing.canvas import Canvas, cut, text_width
from tui.drawing.look import Look
from tui.games.joker.words import bid_pays
from tui.language.text import language, t, tn


def put_bidding(canvas: Canvas, scene: Scene, table: TrickLayout) -> None:
    """Write the decision that is due in the middle; before the first bid also the draw for the
    dealer.
    """
    drawn: Sequence[Canvas] = ()
    named = scene.view.phase == "bid" and not scene.view.upcard  # it has been seen by then
    if scene.view.last_draw and not named:
        burnt = scene.view.options.tuzovanie == "burn_first"
        cards = scene.view.last_draw[burnt:]
        first = scene.view.first_dealer
        drawn = _draw_lines(scene.look, scene.names, cards, first, table.roomy, language())
    put_waiting(canvas, table, _awaited(scene), drawn)


def _awaited(scene: Scene) -> list[StyledText]:
    look, view = scene.look, scene.view
    if not view.to_act:
        return []
    if view.to_act[0] != view.seat:
        return []  # the line over the hand says who is bidding
    if view.phase == "trump":
        seen = tn("You have seen {n} card", "You have seen {n} cards", len(view.hand))
        return [(seen, look.muted)]
    if not scene.legal:
        return []
    made, *other = bid_pays(view, bid_of(scene.legal[scene.focus.target % len(scene.legal)]))
    lines = [(made, look.ink), *((text, look.muted) for text in other)]
    barred = [str(Bid(n)) for n in range(view.cards + 1) if str(Bid(n)) not in scene.legal]
    return [*lines, *((why_not(joker, view, bid), look.active) for bid in barred)]


@lru_cache(2)
def _draw_lines(
    look: Look, names: tuple[str, ...], cards: tuple[str, ...], first: Seat, roomy: bool, _: str
) -> tuple[Canvas, ...]:
    """Draw one line per seat: the last cards of the draw for the first dealer (J-R4).

    Kept for a look and a language: no bid at the cursor changes it.
    """
    given = [cards[seat::4] for seat in range(4)]
    most = min(3 if roomy else 2, max(map(len, given)))
    head = heading(look, t("The first ace deals:"))
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
