"""The line in which something is typed for everybody at the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from textual.widgets import Input

from net.wire.bounds import MAX_TEXT
from net.wire.message import Message
from net.wire.names import clean_text
from net.wire.to_host import Say
from tui.language.text import t

TypingState: TypeAlias = Literal["begun", "left", "sent"]


class ChatLine(Input):
    """Sends what was typed; `typing` is told when it has the keys and when it is done with."""

    def __init__(
        self,
        send: Callable[[Message], None],
        typing: Callable[[TypingState], None] = lambda _: None,
        *,
        id: str,
    ) -> None:
        super().__init__(
            placeholder=t("say something"),
            max_length=MAX_TEXT,
            select_on_focus=False,  # whoever comes back to half a line goes on with it
            id=id,
        )
        self.cursor_blink = False  # an idle screen sends nothing
        self._send = send
        self._typing = typing

    def on_focus(self) -> None:
        self._typing("begun")

    def on_blur(self) -> None:
        self._typing("left")

    def on_input_submitted(self) -> None:
        text = clean_text(self.value)
        if text:
            self._send(Say(text))
        self.clear()
        self._typing("sent")
