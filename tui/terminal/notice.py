"""Tells a player who is looking at another window that it is their turn: bell, title, message.

The old title is restored as soon as the player looks or the turn is over.
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
        """Ring, show the text as a desktop message, and put it into the title."""
        said = "".join(char for char in text if char.isprintable())
        keep = "" if self._up else "\x1b[22;2t"
        self._up = True
        self._write(f"\a{keep}\x1b]2;● {said} - {NAME}\a\x1b]9;{NAME}: {said}\a")

    def take_back(self) -> None:
        """Restore the title."""
        if self._up:
            self._up = False
            # Terminals without a stack of titles are left with the program's name.
            self._write(f"\x1b]2;{NAME}\a\x1b[23;2t")
