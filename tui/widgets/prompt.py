"""Two lines over the hand: what is going on, and the buttons of what may be chosen now."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.scene import Choice
from tui.canvas import Canvas, Hit, Painting
from tui.look import Look


def paint_prompt(
    look: Look,
    status: str,
    below: str,
    buttons: Sequence[Choice],
    chosen: int | None,
    width: int,
    height: int,
    *,
    bad: bool = False,
    mine: bool = False,
) -> Painting:
    """Draw the status and, under it, buttons or else a sentence. Hits: ("button", index)."""
    canvas = Canvas(width, height, look.ink, look.felt)
    ink = look.bad if bad else look.active if mine else look.ink
    canvas.put(1, 0, _cut(status, width - 2), ink, None, "b" if mine or bad else "")
    if height < 2:
        return Painting(canvas)
    if not buttons:
        canvas.put(1, 1, _cut(below, width - 2), look.muted)
        return Painting(canvas)
    texts = _texts(buttons)
    first, last = _window([len(text) + 1 for text in texts], chosen or 0, width - 4)
    x = 1
    hits = []
    if first:
        canvas.put(x, 1, "‹" if not look.ascii else "<", look.muted)
    x += 1
    for number in range(first, last):
        text = texts[number]
        if number == chosen:
            sides = (">", "<") if look.shapes else (" ", " ")
            canvas.put(x, 1, sides[0] + text[1:-1] + sides[1], look.spade, look.chosen, "b")
        else:
            canvas.put(x, 1, text, look.ink, look.felt_line)
        hits.append(Hit(x, 1, len(text), 1, ("button", number)))
        x += len(text) + 1
    if last < len(buttons):
        canvas.put(x, 1, "›" if not look.ascii else ">", look.muted)
    return Painting(canvas, tuple(hits))


def _texts(buttons: Sequence[Choice]) -> list[str]:
    """Number the buttons that do not say a number themselves."""
    if any(button.label.isdecimal() for button in buttons) or len(buttons) == 1:
        return [f" {button.label} " for button in buttons]
    return [
        f" {number} {button.label} " if number < 10 else f" {button.label} "
        for number, button in enumerate(buttons, 1)
    ]


def _window(widths: Sequence[int], chosen: int, room: int) -> tuple[int, int]:
    """Return which buttons fit, the chosen one among them."""
    first = 0
    while sum(widths[first : chosen + 1]) > room and first < chosen:
        first += 1
    last = first
    used = 0
    while last < len(widths) and used + widths[last] <= room:
        used += widths[last]
        last += 1
    return first, max(last, first + 1)


def _cut(text: str, width: int) -> str:
    return text if len(text) <= width else text[: max(0, width - 1)] + "…"
