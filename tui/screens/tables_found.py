"""The tables found on the LAN as lines of text, in columns as wide as they need or can be. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from net.lan.found import Found
from tui.drawing.canvas import fitted, text_width
from tui.language.games import game_title
from tui.language.text import t

NAMES: Final = (1, 3)
"""The columns cut if there is little room: tables and hosts."""

LEAST: Final = 8


def found_lines(tables: Sequence[Found], width: int) -> list[str]:
    """Return the headings and a line per table, in `width` columns if possible."""
    titles = (t("game"), t("table"), t("seats free"), t("host"), t("ms"))
    rows = [titles, *map(_cells, tables)]
    widths = [max(map(text_width, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + 2 * len(widths) > width:
        widest = max(NAMES, key=lambda column: widths[column])
        if widths[widest] <= LEAST:
            break
        widths[widest] -= 1
    return ["  ".join(map(fitted, row, widths)).rstrip() for row in rows]


def place_of(table: Found) -> str:
    """Return what tells a table at a host from all others."""
    return f"{table.id}@{table.where}"


def _cells(table: Found) -> tuple[str, ...]:
    free = f"{table.free}/{table.seats}"
    if table.phase != "gathering":
        free += " " + t("plays")
    if table.code:
        free += " " + t("code")
    if table.locked:
        free += " " + t("locked")
    latency = f"{table.latency * 1000:.0f}"
    game = game_title(table.game)
    name = table.name if table.same_version else f"{table.name} (!)"
    return game, name, free, table.host, latency
