"""What a screen is for and which keys it has."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.text import t
from tui.widgets.keybar import keys_of
from tui.widgets.page import Page

PALETTE: Final = "Ctrl+P"


class HelpScreen(ModalScreen[None]):
    """Explains the page it was called from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,question_mark,f1,q,й", "close", "back"),
        Binding("ctrl+c", "close", show=False, priority=True),
    ]

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._heading = t(page.HEADING)
        self._text = t(page.HELP_TEXT)
        self._keys = keys_of(page)

    def compose(self) -> ComposeResult:
        text = Text(self._text + "\n\n")
        keys = [(key.shown, key.text) for key in self._keys]
        keys.append((PALETTE, t("search what can be done")))
        width = max(len(shown) for shown, _ in keys)
        for shown, said in keys:
            text.append(f" {shown:>{width}}", "bold").append(f"  {said}\n")
        with Vertical(classes="dialog wide help"):
            yield Static(self._heading, classes="question", markup=False)
            with VerticalScroll():
                yield Static(text)
            yield Static(t("↑↓ reads on · Esc goes back"), classes="muted", markup=False)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()

    def on_click(self) -> None:
        self.action_close()

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()
