"""Before the first trick of Joker: what is awaited, and how the first dealer was drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from core.game import Seat
from tui.art.cards import chip
from tui.boards.scene import Scene
from tui.boards.seats import Part
from tui.boards.trick_table import Table, put_centred
from tui.canvas import Canvas, cut, text_width
from tui.text import t, tn


def put_bidding(canvas: Canvas, scene: Scene, table: Table) -> None:
    """Say in the middle what is awaited; before the first bid also how the dealer was drawn."""
    view = scene.view
    lines = _awaited(scene)
    top, bottom = table.middle
    draw = _draw_lines(scene) if view.last_draw else []
    if draw and len(draw) + len(lines) + 1 > bottom - top:
        lines = lines[-1:]
    y = top + max(0, (bottom - top - len(lines) - len(draw) - bool(draw)) // 2)
    for seat, cards in draw:
        _put_draw(canvas, scene, y, seat, cards)
        y += 1
    y += bool(draw)
    for text, colour in lines:
        if y < bottom:
            put_centred(canvas, y, [(text, colour)])
        y += 1


def _awaited(scene: Scene) -> list[Part]:
    look, view = scene.look, scene.view
    if not view.to_act:
        return []
    seat = view.to_act[0]
    name, mine = scene.names[seat], seat == view.seat
    if view.phase == "trump":
        if not mine:
            return [(t("{name} names the trump", name=name), look.ink)]
        seen = tn("You have seen {n} card", "You have seen {n} cards", len(view.hand))
        return [(t("You name the trump"), look.active), (seen, look.muted)]
    if not mine:
        return [(t("{name} is bidding", name=name), look.ink)]
    lines = [(t("How many tricks will you take?"), look.active)]
    barred = [n for n in range(view.cards + 1) if f"bid {n}" not in scene.legal]
    if scene.legal and barred:
        forced = t("you deal, so not {n} (J-R12)", n=barred[0])
        lines.append((forced, look.bad))
    return lines


def _draw_lines(scene: Scene) -> list[tuple[Seat, list[str]]]:
    """Return the cards that each seat was given in the draw for the first dealer (J-R4)."""
    view = scene.view
    burnt = 1 if view.options.tuzovanie == "burn_first" else 0
    return [(seat, list(view.last_draw[burnt + seat :: 4])) for seat in range(4)]


_SHOWN: Final = 3
"""Cards of the draw shown for each seat: with more the line would run into who sits beside."""


def _put_draw(canvas: Canvas, scene: Scene, y: int, seat: Seat, cards: Sequence[str]) -> None:
    look = scene.look
    shown = cards[-_SHOWN:]
    name = cut(scene.names[seat], 9)
    x = (canvas.width - 10 - 4 * _SHOWN - text_width(t("deals first"))) // 2
    canvas.put(x + 9 - text_width(name), y, name, look.muted)
    x += 10
    for i, token in enumerate(shown):
        drawn = chip(look, token, dimmed=seat != scene.view.first_dealer or i < len(shown) - 1)
        canvas.blit(drawn, x, y)
        x += 4
    if seat == scene.view.first_dealer:
        canvas.put(x, y, t("deals first"), look.active)
