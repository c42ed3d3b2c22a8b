"""The last step of drawing if only ASCII can be shown: every other character becomes a plain one.

Boards draw in ASCII by themselves; this is for borders, bars and all other words.
"""

from __future__ import annotations

from typing import Final

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tui.drawing.canvas import char_width

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
