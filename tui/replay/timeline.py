"""The control line of a replay: buttons, and a bar with the deals and the position.

Draws it and names what was clicked; the model does the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tui.drawing.canvas import Canvas, Hit, text_width
from tui.drawing.look import Look
from tui.language.text import t


@dataclass(frozen=True, slots=True)
class Timeline:
    """What the line shows."""

    at: int
    last: int
    parts: Sequence[int]
    """Where the deals begin."""
    running: bool
    rate: str
    """How fast, as "x2"."""
    marks: Sequence[int] = ()
    """Positions worth going to."""


def put_timeline(canvas: Canvas, look: Look, timeline: Timeline, y: int) -> tuple[Hit, ...]:
    """Draw the line. Hits: ("part", -1 or 1), ("step", -1 or 1), ("run", 0), ("at", position)."""
    signs = ("<<", "<", ">", ">>") if look.ascii else ("«", "‹", "›", "»")
    run = t("stop") if timeline.running else t("play it")
    buttons = (
        (f" {signs[0]} ", ("part", -1)),
        (f" {signs[1]} ", ("step", -1)),
        (f" {run} ", ("run", 0)),
        (f" {signs[2]} ", ("step", 1)),
        (f" {signs[3]} ", ("part", 1)),
    )
    hits = []
    x = 1
    for text, what in buttons:
        if what[0] == "run":
            canvas.put(x, y, text, look.spade, look.chosen, "b")
        else:
            canvas.put(x, y, text, look.ink, look.felt_line)
        hits.append(Hit(x, y, len(text), 1, what))
        x += len(text) + 1
    # As wide as it can ever get, so that the bar stays in place.
    tail = f"{timeline.at:>{len(str(timeline.last))}}/{timeline.last}"
    rate = f" {timeline.rate:>4}"
    end = canvas.width - 1 - text_width(tail + rate)
    canvas.put(end, y, tail, look.active, None, "b")
    canvas.put(end + text_width(tail), y, rate, look.muted)
    return (*hits, *_put_bar(canvas, look, timeline, x, end - 1, y))


def _put_bar(canvas: Canvas, look: Look, timeline: Timeline, x: int, end: int, y: int) -> list[Hit]:
    """Draw how far the match has come between two columns; each of them can be clicked."""
    width = end - x
    if width < 3:
        return []
    past, rest, tick, here = "-.|O" if look.ascii else "━─┃●"
    last = max(1, timeline.last)
    now = round(timeline.at * (width - 1) / last)
    for column in range(width):
        gone = column < now
        canvas.put(x + column, y, past if gone else rest, look.active if gone else look.felt_line)
    # Marks that would touch one another are left out.
    if len(timeline.parts) * 2 <= width:
        for part in timeline.parts[1:]:
            column = round(part * (width - 1) / last)
            canvas.put(x + column, y, tick, look.active if column < now else look.muted)
    sign = "*" if look.ascii else "\N{BLACK DIAMOND}"
    for mark in timeline.marks:
        canvas.put(x + round(mark * (width - 1) / last), y, sign, look.bad, None, "b")
    canvas.put(x + now, y, here, look.active, None, "b")
    return [
        Hit(x + column, y, 1, 1, ("at", round(column * last / (width - 1))))
        for column in range(width)
    ]
