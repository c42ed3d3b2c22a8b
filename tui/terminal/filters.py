"""The last steps of drawing: ASCII where the terminal has no other signs, and sixteen readable
colours.

Boards draw in ASCII by themselves; here that is for borders, bars and all other words. Many
terminals, and the console of a Linux kernel, show bold as the bright half of the sixteen: bold
black comes out grey, which is hard to read on a white card or a yellow button.
"""

from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from tui.drawing.canvas import char_width
from tui.terminal.depth import SIXTEEN

_PLAIN: Final = dict(
    zip(
        "·•●○■□▪×✚–—−…«»„“”‘’‹›←→↑↓▶◀▲▼★☆✓╭╮╰╯┌┐└┘─━│┃▏▕├┤┬┴┼♠♥♦♣♤♡♢♧◆",
        '-*oo##*x+---."""""\'\'<><>^v><^v**v++++++++--||||+++++shdcshdc*',
        strict=True,
    )
)


class _Signs(dict[int, int]):
    """A table for str.translate that decides about a character the first time it occurs."""

    def __missing__(self, code: int) -> int:
        char = chr(code)
        if code < 0x80 or char.isalnum() or char_width(char) != 1:
            plain = code  # letters of any language stay: names and Russian consist of them
        else:
            plain = ord(_PLAIN.get(char, "#" if "▀" <= char <= "▟" else "?"))
        self[code] = plain
        return plain


class AsciiOnly(LineFilter):
    """Replaces characters one by one, so that no column moves."""

    _signs: Final = _Signs()

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Translate the text of a line."""
        return [
            part
            if part.text.isascii()
            else Segment(part.text.translate(self._signs), part.style, part.control)
            for part in segments
        ]


_DARK: Final = frozenset(SIXTEEN[:7])
"""The inks that bold would change for the worse; light grey becomes white, which reads as bold."""


class NoBoldDark(LineFilter):
    """Removes bold from dark inks."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Change the styles of a line."""
        return [
            Segment(part.text, _not_bold(part.style), part.control)
            if part.style is not None and part.style.bold
            else part
            for part in segments
        ]


@lru_cache(1024)
def _not_bold(style: Style) -> Style:
    ink = style.color and style.color.triplet
    return style + Style(bold=False) if ink and ink.hex in _DARK else style
