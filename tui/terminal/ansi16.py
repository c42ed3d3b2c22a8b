"""The last step of drawing with sixteen colours: what is dark stays dark.

Many terminals, and the console of a Linux kernel, show bold as the bright half of the sixteen: bold
black comes out grey, which is hard to read on a white card or a yellow button.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter

from tui.terminal.depth import SIXTEEN

_DARK: Final = frozenset(SIXTEEN[:7])
"""The inks that bold would change for the worse; light grey becomes white, which reads as bold."""


class NoBoldDark(LineFilter):
    """Removes bold from dark inks."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Change the styles of a line."""
        return [
            Segment(part.text, _plain(part.style), part.control)
            if part.style is not None and part.style.bold
            else part
            for part in segments
        ]


@lru_cache(1024)
def _plain(style: Style) -> Style:
    ink = style.color and style.color.triplet
    return style + Style(bold=False) if ink and ink.hex in _DARK else style
