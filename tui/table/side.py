"""The place of the sheet, the log and the chat line: beside the table, in its place, or hidden.

Pure: the style sheet follows the classes.
"""

from collections.abc import Mapping
from typing import Final

NARROW: Final = 28
WIDE: Final = 48
"""Columns of the side, as in the style sheet: in all windows, from 120 columns on."""

ROOMY: Final = 76
"""A window of this width or more has room for the table as well."""

BESIDE: Final = 100
"""From this width on, the side runs beside the hand."""

PIECE: Final = 5
"""The columns that a piece of the hand should have; with fewer, the hand takes the whole width."""


class SidePanel:
    """The side panel, shown depending on the width of the window unless the player has decided."""

    def __init__(self) -> None:
        self.width = 80
        """Columns of the window."""
        self.opened = False
        """Whether the chat line was opened."""
        self.typing = False
        """Whether keys go to that line."""
        self._wanted: bool | None = None
        """The player's decision; None leaves it to the width of the window."""
        self._layout: Mapping[str, bool] = {}

    @property
    def shown(self) -> bool:
        """Whether the side is visible, as it always is while a line is being typed.

        An invisible line would pass its letters on to the table.
        """
        if self.opened or self.typing:
            return True
        return self.width >= ROOMY if self._wanted is None else self._wanted

    def arrange(
        self, pieces: int, *, edgeless: bool, watching: bool, looking: bool = False
    ) -> Mapping[str, bool] | None:
        """Return the classes of the screen, or None if they are as before.

        In a narrow window the side takes the table's place. In a wide one it runs beside the hand,
        unless the `pieces` of the hand need the width; a player who is `watching` has no hand.
        While the player is `looking` back at a table, that table is in front.
        """
        width, roomy = self.width, self.width >= ROOMY
        shown = self.shown and (roomy or not looking)
        room = width - (WIDE if width >= 120 else NARROW)
        layout = {
            "-hide-side": not shown,
            "-only-side": shown and not roomy,
            "-beside": shown and width >= BESIDE and room >= PIECE * pieces,
            "-talking": self.opened,
            "-watching": watching,
            "-edgeless": edgeless,
        }
        if layout == self._layout:
            return None
        self._layout = layout
        return layout

    def toggle(self) -> None:
        """Show or hide the side, at any width."""
        self._wanted = not self.shown

    def talk(self) -> None:
        """Open the chat line."""
        self.opened = self.typing = True

    def fall_silent(self) -> None:
        """Close the chat line, and the side if it was opened for that line."""
        self.opened = self.typing = False
