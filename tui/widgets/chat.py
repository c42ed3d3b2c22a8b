"""The line in which something is typed for everybody at the table."""

from __future__ import annotations

from collections.abc import Callable

from textual.widgets import Input

from net.wire.names import clean_text
from net.wire.protocol import MAX_TEXT, Message, Say
from tui.language.text import t


class ChatLine(Input):
    """Sends what was typed; who shows it hears `Submitted` as of any line."""

    def __init__(self, send: Callable[[Message], None], *, id: str) -> None:
        super().__init__(
            placeholder=t("say something"),
            max_length=MAX_TEXT,
            select_on_focus=False,  # whoever comes back to half a line goes on with it
            id=id,
        )
        self.cursor_blink = False  # an idle screen sends nothing
        self._send = send

    def on_input_submitted(self) -> None:
        text = clean_text(self.value)
        if text:
            self._send(Say(text))
        self.clear()
