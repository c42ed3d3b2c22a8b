"""The finished tricks of a deal as a table: a row a trick, a column a seat. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from core.game import Seat
from tui.boards.scene import Scene
from tui.boards.seats import letters_of, put_badge
from tui.drawing.canvas import Canvas, Painting, cut
from tui.language.text import t


@dataclass(frozen=True, slots=True)
class FinishedTrick:
    """A trick that has been taken."""

    leader: Seat
    pieces: tuple[str, ...]
    """As they were played, the leader's first."""
    winner: Seat


_LEFT: Final = 4
"""Columns for the number of a trick."""


def paint_history(
    scene: Scene,
    tricks: Sequence[FinishedTrick],
    draw: Callable[[str, bool], Canvas],
    width: int,
    height: int,
) -> Painting:
    """Draw the tricks, only the newest if there is not room for all: who led, and who took each.

    `draw` gives a piece in one line, and is told whether it is to be faded.
    """
    look, seats = scene.look, scene.view.seats
    canvas = Canvas(width, height, look.panel_ink, look.panel)
    canvas.put(1, 0, t("tricks"), look.active, None, "b")
    column = (width - _LEFT - 1) // seats
    letters = letters_of(scene.names)
    for seat in range(seats):
        x = _LEFT + seat * column + 2
        put_badge(canvas, look, x, 1, seat, letters[seat])
        canvas.put(x + 2, 1, cut(scene.names[seat], max(0, column - 4)), look.muted)
    led, taken = (">", "<") if look.ascii else ("›", "◀")
    first = max(0, len(tricks) - max(0, height - 2))
    for y, trick in enumerate(tricks[first:], 2):
        canvas.put(1, y, str(first + y - 1), look.muted)
        for at, piece in enumerate(trick.pieces):
            seat = (trick.leader + at) % seats
            x = _LEFT + seat * column
            if at == 0:
                canvas.put(x + 1, y, led, look.active)
            drawn = draw(piece, seat != trick.winner)
            canvas.blit(drawn, x + 2, y)
            if seat == trick.winner:
                canvas.put(x + 2 + drawn.width, y, taken, look.active)
    return Painting(canvas)
