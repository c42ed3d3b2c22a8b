"""Where the sheet, the log and the line to talk stand: beside the table, in its place, or nowhere.

Sets classes of the page; the style sheet does the rest.
"""

from __future__ import annotations

from typing import Any, Final

from textual.screen import Screen
from textual.widgets import Input

from tui.table.selection import Turn

NARROW: Final = 28
WIDE: Final = 48
"""Columns of the side, as in the style sheet: in all windows, from 120 columns on."""

ROOMY: Final = 76
"""From this width on there is room for the table as well."""

BESIDE: Final = 100
"""From this width on the side runs beside the hand."""

PIECE: Final = 5
"""Columns a piece of the hand should have; with fewer the hand takes the whole width."""


class Side:
    """Follows the width of the window, unless the player wants it otherwise."""

    def __init__(self, page: Screen[Any], turn: Turn) -> None:
        self._page = page
        self._turn = turn
        self._wanted: bool | None = None
        """None leaves it to the width of the window."""

    def arrange(self, width: int) -> None:
        """Show or hide the side; in a narrow window it takes the place of the table.

        In a wide one it runs beside the hand, unless the hand needs the width. What is being
        typed stays where it can be seen: a line out of sight would give its letters to the table.
        """
        page = self._page
        roomy = width >= ROOMY
        shown = self._talking or (roomy if self._wanted is None else self._wanted)
        room = width - (WIDE if width >= 120 else NARROW)
        page.set_class(not shown, "-hide-side")
        page.set_class(shown and not roomy, "-only-side")
        beside = width >= BESIDE and room >= PIECE * len(self._turn.pieces)
        page.set_class(shown and beside, "-beside")

    def toggle(self) -> None:
        """Show or hide it, whatever the width; whoever is talking only stops."""
        if self._talking:
            self.fall_silent()
            return
        self._wanted = self._page.has_class("-hide-side")
        self.arrange(self._page.size.width)

    def talk(self) -> None:
        """Give the line to type into."""
        self._page.add_class("-talking")
        self.arrange(self._page.size.width)
        # At once: the next letters may have been typed already.
        self._page.set_focus(self._page.query_one("#chat"))

    def fall_silent(self) -> None:
        """Take the line to type into away, and what was opened for it."""
        self._page.set_focus(None)
        self._page.remove_class("-talking")
        self.arrange(self._page.size.width)

    @property
    def _talking(self) -> bool:
        return self._page.has_class("-talking") or isinstance(self._page.focused, Input)
