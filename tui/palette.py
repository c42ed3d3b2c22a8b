"""The command palette in the player's language. What can be done is for the application to say."""

from __future__ import annotations

from textual.command import CommandPalette, Hit, Hits
from textual.system_commands import SystemCommandsProvider

from tui.text import t


class Actions(SystemCommandsProvider):
    """Finds what the application offers; Textual's own answer to nothing found is English."""

    async def search(self, query: str) -> Hits:
        """Yield what fits, or one line that says that nothing does."""
        found = False
        async for hit in super().search(query):
            found = True
            yield hit
        if not found:
            yield Hit(1.0, t("nothing of that name can be done here"), lambda: None)


def palette() -> CommandPalette:
    """Return a palette to open."""
    return CommandPalette([Actions], placeholder=t("search what can be done"))
