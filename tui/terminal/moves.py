"""The ways to move a cursor over the screen that take the fewest bytes. Knows no colours."""

import sys
from collections.abc import Mapping
from typing import Final, NamedTuple

ERASING: Final = (
    *("xterm", "tmux", "alacritty", "foot", "kitty", "ghostty", "wezterm", "konsole", "vte"),
    *("rxvt", "mintty", "putty", "contour", "st-", "linux"),
)
"""Beginnings of TERM for terminals that erase in the colour they write in. GNU screen does not."""

LEAST_ERASED: Final = 6
"""Blanks that are cheaper to erase than to write."""

_LINE_DOWN: Final = "" if sys.platform == "win32" else "\v"
"""One line down, in any column: a line feed that no driver turns into two characters."""

_FURTHEST_DOWN: Final = 3


class CursorPosition(NamedTuple):
    """Where the cursor stands."""

    y: int
    x: int
    sure: bool
    """Whether the column is certain: all that was written has the same width everywhere."""


def erases(environment: Mapping[str, str]) -> bool:
    """Tell whether cells erased in this terminal get the ground that is being written on."""
    return environment.get("TERM", "").startswith(ERASING)


def has_sure_width(text: str) -> bool:
    """Tell whether a text has one cell per character on every terminal: ASCII, lines, blocks."""
    return text.isascii() or all(char < "\x7f" or "\u2500" <= char <= "\u259f" for char in text)


def way(at: CursorPosition | None, y: int, x: int) -> str:
    """Return the codes that move the cursor to a cell; its position is None if it is not known.

    Columns are absolute if terminals may disagree about the width of the text before.
    """
    if at is None:
        return f"\x1b[{y + 1};{x + 1}H"
    down = y - at.y
    if not down and x == at.x:
        return ""
    if down and not (_LINE_DOWN and 0 < down <= _FURTHEST_DOWN):
        return f"\x1b[{y + 1};{x + 1}H"
    column = f"\x1b[{x + 1}G"
    aside = min(_aside(x - at.x), column, key=len) if at.sure else column
    return _LINE_DOWN * down + aside


def _aside(columns: int) -> str:
    """Return the codes that move the cursor to the right, or to the left if negative."""
    if columns < 0:
        return min("\b" * -columns, f"\x1b[{-columns}D", key=len)
    return f"\x1b[{columns}C" if columns else ""
