"""The owner's question to a player who does not move: are you there? Any key or click answers.

It stays while a bot plays for the player: the key that takes the seat back makes no move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Static

from net.wire.to_host import Here
from tui.language.text import t
from tui.room.words import idle_said

if TYPE_CHECKING:
    from tui.program import Program
    from tui.table.session import TableSession


class AreYouThere(ModalScreen[None]):
    """The question; any key or click answers it."""

    def __init__(self, session: TableSession) -> None:
        super().__init__()
        self._session = session

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(t("Are you there?"), classes="question", markup=False)
            yield Static(self._text(), id="idle", markup=False)
            yield Static(t("Any key says yes."), classes="muted", markup=False)

    def _text(self) -> str:
        asked, now = self._session.client.presence.until, self._session.now()
        return idle_said(0 if asked is None else max(1, round(asked - now)))

    def renew(self) -> None:
        """Show the seconds left."""
        if self.is_mounted:
            self.query_one("#idle", Static).update(self._text())

    def on_key(self, event: events.Key) -> None:
        """Answer; the key does nothing else."""
        event.stop()
        event.prevent_default()
        self._answer()

    def on_click(self, event: events.Click) -> None:
        """Answer; the click does nothing else."""
        event.stop()
        self._answer()

    def _answer(self) -> None:
        self._session.send(Here())
        if self.is_current:
            self.dismiss()


async def follow_question(app: Program, session: TableSession) -> None:
    """Show the question until it is answered."""
    asking = [screen for screen in app.screen_stack if isinstance(screen, AreYouThere)]
    if not session.client.questioned:
        for screen in asking:
            if screen.is_current:
                screen.dismiss()
    elif asking:
        asking[0].renew()
    else:
        app.call_to_table(t("are you there?"))
        await app.push_screen(AreYouThere(session))
