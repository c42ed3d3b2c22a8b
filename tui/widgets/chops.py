"""Makes Textual send only the changed cells of a line, not all from the widget's left edge.

Its compositor crops a changed line on the right only (textual#5625): with one wide canvas for a
table that is 4 to 16 times the bytes; the colours it repeats for each piece are another third. One
private method is replaced, and only in versions that have been compared; elsewhere the screens are
the same, just dearer.
"""

from __future__ import annotations

from operator import itemgetter
from typing import Any, Final

import textual
from rich.console import COLOR_SYSTEMS, Console
from rich.control import Control
from textual import _compositor
from textual.strip import Strip

from tui.widgets.pen import Pen

COMPARED: Final = ("8.2.",)
"""Beginnings of the versions whose full and partial output the tests have compared."""


def _render_segments(self: Any, console: Console) -> str:
    pieces: list[tuple[int, int, Strip]] = []
    for y, left, right in self.spans:
        for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
            if strip is None or x >= right or end <= left:
                continue
            start, stop = max(x, left), min(end, right)
            if start != x or stop != end:
                strip = strip.crop(start - x, stop - x)
            pieces.append((start, y, strip))
    # From left to right, not line by line: what stands under each other is of one card, and of
    # the same colours.
    pieces.sort(key=itemgetter(0, 1))
    system = console.color_system
    pen = Pen(COLOR_SYSTEMS[system] if system else None)
    written: list[str] = []
    for x, y, strip in pieces:
        written.append(Control.move_to(x, y).segment.text)
        written += [pen.write(text, style) for text, style, control in strip if not control]
    return "".join(written) + pen.lift()


def send_only_changes() -> bool:
    """Install the replacement if this Textual is one it was made for; tell whether it is in use."""
    if not textual.__version__.startswith(COMPARED):
        return False
    setattr(_compositor.ChopsUpdate, "render_segments", _render_segments)  # noqa: B010
    return True
