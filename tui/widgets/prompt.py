"""The lines over the hand: the situation in words, and the buttons of the moves offered."""

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Final

from tui.boards.scene import Choice
from tui.drawing.canvas import Canvas, Hit, Painting, cut, text_width
from tui.drawing.look import Look

USUAL: Final = 2
MOST: Final = 4
"""The most lines: usually one of words, one of buttons; long words may take some of the table's."""


CLOCK: Final = 8
"""The columns of the running clock, with the gap before it."""


def prompt_lines(status: str, width: int, *, foot: bool, clock: bool = False) -> int:
    """Return the number of lines in which no word is cut off; `foot` if the last one has none."""
    words = len(_wrapped(status, max(1, width - 2 - CLOCK * clock)))
    return min(MOST, max(USUAL, words + foot))


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
    clock: str = "",
    short: bool = False,
) -> Painting:
    """Draw the status and, in the last line, buttons or else a sentence.

    `clock` is the running time, `short` if there is little left. Hits: ("button", index).
    """
    canvas = Canvas(width, height, look.ink, look.felt)
    ink = look.bad if bad else look.active if mine else look.ink
    foot = height - 1
    room = width - 2 - CLOCK * bool(clock)
    if clock:
        shown, colour = (f"! {clock}", look.bad) if short else (clock, look.ink)
        canvas.put(width - 1 - len(shown), 0, shown, colour, None, "b" if short else "")
    for y, row in enumerate(rows_of(status, room, max(1, foot if buttons else height))):
        canvas.put(_middle(row, width, clock), y, row, ink, None, "b" if mine or bad else "")
        below = below if y < foot else ""
    if height < USUAL:
        return Painting(canvas)
    if not buttons:
        below = cut(below, width - 2)
        canvas.put(_middle(below, width), foot, below, look.muted)
        return Painting(canvas)
    return Painting(canvas, _put_buttons(canvas, look, buttons, chosen))


def _middle(text: str, width: int, clock: str = "") -> int:
    """Return the beginning of a text that is centred over the hand."""
    x = max(1, (width - text_width(text)) // 2)
    return min(x, max(1, width - 1 - CLOCK - text_width(text))) if clock else x


def _put_buttons(
    canvas: Canvas, look: Look, buttons: Sequence[Choice], chosen: int | None
) -> tuple[Hit, ...]:
    """Draw the buttons in the last line, with a sign if some do not fit."""
    foot, texts = canvas.height - 1, _texts(buttons)
    first, last = _window([len(text) + 1 for text in texts], chosen or 0, canvas.width - 4)
    shown = sum(len(text) + 1 for text in texts[first:last]) - 1
    x = max(1, (canvas.width - shown) // 2 - 1)
    hits = []
    if first:
        canvas.put(x, foot, "‹" if not look.ascii else "<", look.muted)
    x += 1
    for number in range(first, last):
        text = texts[number]
        if number == chosen:
            sides = (">", "<") if look.shapes else (" ", " ")
            canvas.put(x, foot, sides[0] + text[1:-1] + sides[1], look.spade, look.chosen, "b")
        else:
            canvas.put(x, foot, text, look.ink, look.felt_line)
        hits.append(Hit(x, foot, len(text), 1, ("button", number)))
        x += len(text) + 1
    if last < len(buttons):
        canvas.put(x, foot, "›" if not look.ascii else ">", look.muted)
    return tuple(hits)


def _texts(buttons: Sequence[Choice]) -> list[str]:
    """Number the buttons that do not contain a number themselves."""
    if any(button.label.isdecimal() for button in buttons) or len(buttons) == 1:
        return [f" {button.label} " for button in buttons]
    return [
        f" {number} {button.label} " if number < 10 else f" {button.label} "
        for number, button in enumerate(buttons, 1)
    ]


def _window(widths: Sequence[int], chosen: int, room: int) -> tuple[int, int]:
    """Return the buttons that fit, the chosen one among them."""
    first = 0
    while sum(widths[first : chosen + 1]) > room and first < chosen:
        first += 1
    last = first
    used = 0
    while last < len(widths) and used + widths[last] <= room:
        used += widths[last]
        last += 1
    return first, max(last, first + 1)


@lru_cache(16)
def _wrapped(text: str, width: int) -> tuple[str, ...]:
    """Break a text into lines, cached: the words over the hand are the same from key to key."""
    return tuple(wrap(text, width))


def rows_of(text: str, width: int, most: int) -> list[str]:
    """Break a text into lines, the last one cut if there are too many."""
    rows = [*_wrapped(text, max(1, width))]
    if len(rows) > most:
        rows[most - 1 :] = [cut(" ".join(rows[most - 1 :]), width)]
    return rows
