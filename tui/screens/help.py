"""Which keys a screen has and what it is for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.console import Console, ConsoleOptions, Group
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.drawing.canvas import fitted, text_width
from tui.language.text import t
from tui.program import look_of
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.keybar import Key

PALETTE: Final = "Ctrl+P"

_APART: Final = 4
"""Columns between two keys side by side."""


@dataclass(frozen=True, slots=True)
class KeyLines:
    """Keys and what they do as aligned lines, in two columns if there is room."""

    keys: Sequence[tuple[str, str]]
    ink: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        named = max(text_width(shown) for shown, _ in self.keys) + 2
        half = -(-len(self.keys) // 2)
        columns = [self.keys[:half], self.keys[half:]]
        wide = [named + max(text_width(said) for _, said in column) for column in columns]
        if sum(wide) + _APART > options.max_width:
            columns = [self.keys]
        for y in range(len(columns[0])):
            line = Text()
            for column, across in zip(columns, wide, strict=False):
                for shown, said in column[y : y + 1]:
                    line.append(fitted(shown, named), f"bold {self.ink}")
                    line.append(said.ljust(across - named + _APART))
            line.rstrip()
            yield line


class HelpScreen(ActiveOnly, ModalScreen[None]):
    """Explains the page it was called from: its heading and text, in English, and its keys."""

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,question_mark,f1,q,й", "close", "back"),
        Binding("ctrl+c", "close", show=False, priority=True),
    ]

    def __init__(self, heading: str, text: str, keys: Sequence[Key]) -> None:
        super().__init__()
        self._heading = t(heading)
        self._text = t(text)
        self._keys = keys

    def compose(self) -> ComposeResult:
        keys = [(key.shown, key.text) for key in self._keys]
        keys.append((PALETTE, t("search for an action")))
        words = Text("\n" + self._text.replace("\n", "\n\n"))
        with Vertical(classes="dialog wide help"):
            yield Static(self._heading, classes="question", markup=False)
            with VerticalScroll():
                yield Static(Group(KeyLines(keys, look_of(self).active), words))
            yield Static(t("↑↓ scrolls · Esc goes back"), classes="muted", markup=False)

    def on_click(self) -> None:
        self.action_close()

    def action_close(self) -> None:
        """Go back."""
        self.dismiss()
