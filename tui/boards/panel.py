"""Panels: framed areas laid over a table, and what lies on one. Knows no game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tui.drawing.canvas import Canvas, cut
from tui.drawing.look import Look, mix


def put_panel(
    canvas: Canvas, look: Look, x: int, y: int, width: int, height: int, title: str = ""
) -> None:
    """Lay an empty panel with a frame, and a title in the frame, on the canvas."""
    line = mix(look.panel, look.panel_ink, 0.4) if look.depth in ("true", "256") else look.muted
    corners = "++++-|" if look.ascii else "╭╮╰╯─│"
    canvas.fill(x, y, width, height, look.panel)
    canvas.put(x, y, corners[0] + corners[4] * (width - 2) + corners[1], line, look.panel)
    canvas.put(
        x, y + height - 1, corners[2] + corners[4] * (width - 2) + corners[3], line, look.panel
    )
    for row in range(y + 1, y + height - 1):
        canvas.put(x, row, corners[5], line, look.panel)
        canvas.put(x + width - 1, row, corners[5], line, look.panel)
    if title:
        canvas.put(x + 2, y, f" {cut(title, width - 6)} ", look.active, None, "b")


def on_panel(look: Look) -> Look:
    """Return the Look for things on a panel: the rims of cards and tiles show half its ground."""
    return replace(look, felt=look.panel)


_MUCH: Final = 16
"""With this many columns to spare a sheet is centred: a screen has them, a side panel does not."""


def indented(canvas: Canvas, look: Look, width: int) -> Canvas:
    """Return a sheet as wide as its panel: a column from the left, or centred if there is room."""
    whole = Canvas(width, canvas.height, look.panel_ink, look.panel)
    spare = width - canvas.width
    whole.blit(canvas, spare // 2 if spare >= _MUCH else min(1, spare), 0)
    return whole
