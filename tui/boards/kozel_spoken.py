"""Kozel for those who listen: a move in full, and the table in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from core.game import Move
from core.games.kozel import View
from core.kozel_moves import DRAW, PASS
from tui.boards.kozel_words import label, tiles_of
from tui.text import t, tn
from tui.words import tile_name


def spoken_move(view: View, move: Move) -> str:
    """Word a move: "six-four: left end, 4"."""
    if move == DRAW:
        return t("draw from the market")
    if move == PASS:
        return t("pass")
    tiles = ", ".join(tile_name(token) for token in tiles_of(move))
    return tiles if view.ends is None else f"{tiles}: {label(view, move)}"


def spoken_table(view: View, names: Sequence[str]) -> tuple[str, ...]:
    """Say what lies from end to end, how many tiles the others hold, and the market."""
    said = []
    if view.line:
        line = ", ".join(tile_name(tile) for tile in view.line)
        said.append(t("From left to right: {tiles}.", tiles=line))
    held = [
        f"{name} " + tn("{n} tile", "{n} tiles", count)
        for name, count in zip(names, view.sizes, strict=True)
    ]
    said.append(t("In the hands: {what}.", what=", ".join(held)))
    market = t("market {n}", n=view.market) if view.market else t("market empty")
    said.append(market[:1].upper() + market[1:] + ".")
    return tuple(said)
