"""Tells a player who is looking at another window that it is his turn: bell, title, message.

The title before is put back as soon as he looks or the turn is over.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

NAME: Final = "Kozyr"


class Notice:
    """Writes to the terminal with `write`; nothing is written that was not asked for."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._up = False

    def give(self, text: str) -> None:
        """Ring, say the text as a message of the desktop, and put it into the title."""
        said = "".join(char for char in text if char.isprintable())
        keep = "" if self._up else "\x1b[22;2t"
        self._up = True
        self._write(f"\a{keep}\x1b]2;● {said} - {NAME}\a\x1b]9;{NAME}: {said}\a")

    def take_back(self) -> None:
        """Put the title back."""
        if self._up:
            self._up = False
            # Terminals that keep no stack of titles are left with the program's name.
            self._write(f"\x1b]2;{NAME}\a\x1b[23;2t")
