"""The panels laid over the Joker table: how a joker is to be played, how a deal ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from core.game import Event, Move
from core.games.joker import View
from core.joker_sheet import Line, deals
from tui.art.cards import chip
from tui.boards.joker_words import declared
from tui.boards.panel import put_panel
from tui.boards.scene import Scene
from tui.boards.seats import Part
from tui.boards.trick_table import Table
from tui.canvas import Canvas, Hit, cut, text_width
from tui.look import Look, ink_on
from tui.text import t, tn
from tui.words import suit_glyph

# --- the call of a joker -----------------------------------------------------------------------


def put_calls(canvas: Canvas, scene: Scene, table: Table) -> tuple[Hit, ...]:
    """Offer the ways to play a joker in one small panel: suits across, high and low below."""
    look, focus = scene.look, scene.focus
    moves = focus.choosing
    leads = not scene.view.trick
    across = 4 if leads else len(moves)
    heads = [t("high"), t("low")] if leads else [""]
    cell = 6 if leads else 3 + max(text_width(declared(_play(move))) for move in moves)
    left = max(map(text_width, heads)) + (1 if leads else 0)
    title = t("The joker leads as") if leads else t("The joker is played")
    width = min(canvas.width, max(left + across * cell + 4, text_width(title) + 6))
    height = len(heads) + 2
    # In reply the panel takes the place of one's own card: the others' stay in sight.
    first, last = table.middle
    if not leads:
        first = table.spots[table.me][1]
        last = first + table.piece[1]
    x, y = (canvas.width - width) // 2, max(0, (first + last - height) // 2)
    put_panel(canvas, look, x, y, width, height, title)
    hits = []
    start = x + (width - left - across * cell) // 2
    for row, head in enumerate(heads):
        canvas.put(start, y + 1 + row, head, look.panel_ink, look.panel)
    for number, move in enumerate(moves):
        cx, cy = start + left + number % across * cell, y + 1 + number // across
        chosen = number == focus.target % len(moves)
        suit = move[-1] if leads else ""
        said = "" if leads else declared(_play(move))
        sides = "><" if chosen and look.shapes else "  "
        ground = look.chosen if chosen else look.panel
        colour = ink_on(ground) if chosen else look.panel_ink
        text = f"{number + 1}{sides[0]}{said}".ljust(cell - 1) + sides[1]
        canvas.put(cx, cy, text, colour, ground, "b" if chosen else "")
        if suit:
            face = look.chosen if chosen else look.face
            glyph = suit_glyph(suit, ascii_only=look.ascii)
            canvas.put(cx + 2, cy, f" {glyph} ", look.suit(suit), face, "b")
        hits.append(Hit(cx, cy, cell, 1, ("move", move)))
    return tuple(hits)


def _play(move: Move) -> str:
    return move.removeprefix("play ")


# --- the end of a deal -------------------------------------------------------------------------


def last_trick(view: View, events: Sequence[Event]) -> View | None:
    """Return the table with the last trick of a deal on it, from the view before its last card."""
    trick = next((event for event in events if event.kind == "trick"), None)
    if trick is None or trick.seat is None:
        return None
    cards = trick.data["cards"]
    plays = (*view.plays[: 4 * len(view.winners)], *cards)
    played = {play[:2] for play in cards}
    hand = tuple(token for token in view.hand if token not in played)
    return replace(view, plays=plays, winners=(*view.winners, trick.seat), hand=hand, to_act=())


def put_summary(canvas: Canvas, scene: Scene, line: Line) -> None:
    """Lay a panel over the table: bid, tricks, points and total of each, premiums, last trick."""
    look, view = scene.look, scene.view
    premium = next((e.data["premium"] for e in scene.events if e.kind == "premium"), ())
    premium = premium if any(premium) else ()
    trick = next((e for e in scene.events if e.kind == "trick"), None)
    heads = [t("bid"), t("took"), t("wrote"), *([t("premium")] if premium else []), t("total")]
    cells = [max(6, text_width(head) + 1) for head in heads]
    name_width = min(max(map(text_width, scene.names)), 12, canvas.width - sum(cells) - 5)
    last = t("last trick: {name}", name=scene.names[trick.seat or 0]) if trick else ""
    width = max(name_width + sum(cells) + 5, text_width(last) + 22 if last else 0)
    width = min(width, canvas.width)
    name_width = width - sum(cells) - 5
    roomy = canvas.height >= 20
    height = 7 + (2 if roomy else 1) * bool(trick)
    x, y = (canvas.width - width) // 2, max(0, (canvas.height - height) // 2)
    title = (
        t("deal {deal} of {deals}", deal=line.deal, deals=deals(view.options))
        + " · "
        + tn("{n} card", "{n} cards", line.cards)
    )
    put_panel(canvas, look, x, y, width, height, title)
    totals = next((e.data["totals"] for e in reversed(scene.events) if "totals" in e.data), None)
    _put_row(canvas, x + 3 + name_width, y + 1, cells, [(head, look.muted) for head in heads])
    for row, seat in enumerate(view.score_sheet().order):
        entry = line.entries[seat]
        made = look.bad if entry.spoiled else look.good
        name = cut(scene.names[seat], name_width)
        canvas.put(x + 2, y + 2 + row, name, look.panel_ink, None, "b" if seat == view.seat else "")
        texts = [
            (str(entry.bid) if entry.bid else "-", look.panel_ink),
            (str(entry.taken), made),
            (str(entry.points), made),
            *([(f"{premium[seat]:+}" if premium[seat] else "", look.active)] if premium else []),
            (str((totals or view.totals)[seat]), look.panel_ink),
        ]
        _put_row(canvas, x + 3 + name_width, y + 2 + row, cells, texts)
    if trick is not None:
        _put_last_trick(canvas, look, trick.data["cards"], last, (x + 2, y + height - 2, width - 4))


def _put_row(canvas: Canvas, x: int, y: int, cells: Sequence[int], texts: Sequence[Part]) -> None:
    for cell, (text, colour) in zip(cells, texts, strict=True):
        x += cell
        canvas.put(x - text_width(text), y, text, colour)


def _put_last_trick(
    canvas: Canvas, look: Look, cards: Sequence[str], text: str, place: tuple[int, int, int]
) -> None:
    """Show the last trick as chips in one line of the panel, and who took it."""
    x, y, width = place
    for i, token in enumerate(cards):
        canvas.blit(chip(look, token[:2]), x + 4 * i, y)
    canvas.put(x + 17, y, cut(text, width - 17), look.muted, look.panel)
