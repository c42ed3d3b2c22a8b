"""QR codes in the cells of a terminal: two modules a cell where half blocks can be shown."""

import re
from functools import lru_cache
from typing import Final

from tui.drawing.canvas import Canvas
from tui.drawing.look import Look

QUIET: Final = 2
"""The light margin in modules; readers ask for four, and manage with two on a screen."""

NARROW: Final = 1
"""The margin where a module takes a whole line: with more, even the smallest code would not fit
into 24 lines."""

LIGHT: Final = "#ffffff"
DARK: Final = "#000000"

_HALVES: Final = ("█", "▀", "▄", " ")
"""The character by which half is dark: none, the lower, the upper, both. It draws the light
modules, so a terminal without colours, which is dark, shows the code as well.
"""


@lru_cache(8)
def modules(text: str, margin: int = QUIET) -> tuple[tuple[bool, ...], ...]:
    """Return the rows of the smallest code for a text, with its margin; True is dark."""
    import segno  # only for those who open the page: nothing else needs it

    # A part of capitals and digits alone is stored in fewer modules than with "/#code=" in it.
    parts = [part for part in re.split("(/#[a-z]+=)", text) if part]
    code = segno.make(parts, error="l", micro=False)  # type: ignore[arg-type]  # takes parts
    return tuple(tuple(map(bool, row)) for row in code.matrix_iter(border=margin))


def qr_size(text: str, look: Look) -> tuple[int, int]:
    """Return the columns and rows that a code takes."""
    side = len(_rows(text, look))
    return (2 * side, side) if look.ascii else (side, (side + 1) // 2)


def paint_qr(text: str, look: Look) -> Canvas:
    """Draw a code, dark on light in any theme: a camera does not know our colours."""
    rows = _rows(text, look)
    canvas = Canvas(*qr_size(text, look), LIGHT, DARK)
    for y in range(canvas.height):
        for x, dark in enumerate(rows[y] if look.ascii else rows[2 * y]):
            if look.ascii:
                canvas.put(2 * x, y, "  ", LIGHT, DARK, "" if dark else "r")
            else:
                # An odd number of rows leaves half a line: more margin.
                below = 2 * y + 1 < len(rows) and rows[2 * y + 1][x]
                canvas.put(x, y, _HALVES[2 * dark + below], LIGHT, DARK)
    return canvas


def _rows(text: str, look: Look) -> tuple[tuple[bool, ...], ...]:
    return modules(text, NARROW if look.ascii else QUIET)
