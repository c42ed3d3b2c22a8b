"""Before the first trick of Joker: what is awaited, and how the first dealer was chosen."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Seat
from core.games.joker import rules as joker
from core.games.joker.moves import Bid, bid_of
from tui.boards.reasons import why_not
from tui.boards.scene import Scene
from tui.boards.seats import StyledText
from tui.boards.trick_mat import heading, put_waiting
from tui.boards.trick_table import TableLayout
from tui.drawing.art.cards import chip
from tui.drawing.canvas import Canvas, cut, text_width
from tui.games.joker.words import bid_pays
from tui.language.text import t, tn


def put_bidding(canvas: Canvas, scene: Scene, table: TableLayout) -> None:
    """Write in the middle what is awaited; before the first bid also the draw for the dealer."""
    draw = _draw_lines(scene) if scene.view.last_draw else []
    most = min(3 if table.roomy else 2, max((len(cards) for _, cards in draw), default=0))
    drawn = [_drawn(scene, seat, cards[-most:], most, roomy=table.roomy) for seat, cards in draw]
    if drawn:
        drawn.insert(0, heading(scene.look, t("The first ace deals:")))
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


def _draw_lines(scene: Scene) -> list[tuple[Seat, list[str]]]:
    """Return the cards that each seat was given in the draw for the first dealer (J-R4)."""
    view = scene.view
    burnt = 1 if view.options.tuzovanie == "burn_first" else 0
    return [(seat, list(view.last_draw[burnt + seat :: 4])) for seat in range(4)]


def _drawn(scene: Scene, seat: Seat, cards: Sequence[str], most: int, *, roomy: bool) -> Canvas:
    """Draw up to `most` cards of a seat as a line of the mat; the first dealer is marked."""
    look, first = scene.look, seat == scene.view.first_dealer
    names = 9 if roomy else 7
    sign = ("D" if look.ascii else "◆") if first else ""
    line = Canvas(names + 2 + 4 * most + (15 if roomy else 2), 1, look.ink, look.felt)
    name = cut(scene.names[seat], names)
    line.put(names - text_width(name), 0, name, look.active if first else look.muted)
    for i, token in enumerate(cards):
        dimmed = not first or i < len(cards) - 1
        line.blit(chip(look, token, dimmed=dimmed), names + 1 + 4 * i, 0)
    said = f"{sign} {t('deals first')}" if roomy and first else sign
    line.put(names + 1 + 4 * most, 0, cut(said, line.width - names - 1 - 4 * most), look.active)
    return line
