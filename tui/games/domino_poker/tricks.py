"""Domino Poker: the finished tricks of a deal, beside the table."""

from __future__ import annotations

from core.games.domino_poker.view import View
from tui.boards.panel import on_panel
from tui.boards.scene import Scene
from tui.boards.trick_table import FinishedTrick, paint_history
from tui.drawing.canvas import Canvas, Painting
from tui.games.domino_poker.tiles import drawn
from tui.games.domino_poker.words import taker


def tricks(view: View) -> list[FinishedTrick]:
    """List the tricks of this deal that have been taken."""
    found, leader = [], view.starter
    for first in range(0, len(view.played) - len(view.trick), view.seats):
        tiles = view.played[first : first + view.seats]
        winner = taker(view, tiles, leader)
        found.append(FinishedTrick(leader, tiles, winner))
        leader = winner
    return found


def paint_tricks(scene: Scene, width: int, height: int) -> Painting:
    """Draw them beside the table; nothing in the fifth stage, which has none."""
    look = on_panel(scene.look)
    if scene.view.fifth is not None:
        return Painting(Canvas(width, height, look.panel_ink, look.panel))

    def draw(tile: str, faded: bool) -> Canvas:
        return drawn(look, tile, "mini", upright=False, dimmed=faded)

    return paint_history(scene, tricks(scene.view), draw, width, height)
