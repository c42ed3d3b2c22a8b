"""The panel that lays open what everybody held in a finished deal. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tui.boards.panel import put_panel
from tui.boards.scene import Scene
from tui.drawing.canvas import Canvas, cut, text_width
from tui.language.text import t

_NAMES: Final = 12
"""The most columns of a name."""


def put_hands(canvas: Canvas, scene: Scene, hands: Sequence[Sequence[Canvas]]) -> None:
    """Lay a panel over the table with the pieces each seat played, each drawn in one line.

    A hand too wide for one row continues in the next; what does not fit below is left out.
    """
    look, view = scene.look, scene.view
    names = min(_NAMES, max(map(text_width, scene.names)))
    room = canvas.width - names - 5
    widest = max((piece.width for hand in hands for piece in hand), default=1) + 1
    longest = max(map(len, hands), default=0)
    across = max(1, min(longest, room // widest))
    rows = -(-longest // across) if longest else 1
    apart = rows + (2 + len(hands) * (rows + 1) <= canvas.height)
    width = min(canvas.width, names + across * widest + 5)
    height = min(canvas.height, 2 + len(hands) * apart)
    x, y = (canvas.width - width) // 2, (canvas.height - height) // 2
    put_panel(canvas, look, x, y, width, height, t("all hands"))
    for seat, hand in enumerate(hands):
        top = y + 1 + seat * apart
        bold = "b" if seat == view.seat else ""
        if top < y + height - 1:
            canvas.put(x + 2, top, cut(scene.names[seat], names), look.panel_ink, None, bold)
        for at, piece in enumerate(hand):
            row = top + at // across
            if row < y + height - 1:
                canvas.blit(piece, x + names + 3 + at % across * widest, row)
