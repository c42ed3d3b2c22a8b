"""The page behind `?`: the keys of a screen and a text about it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from rich.console import Console, ConsoleOptions, Group
from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from tui.drawing.canvas import fitted, text_width
from tui.language.text import t
from tui.program import look_of
from tui.widgets.active_screen import ActiveOnly
from tui.widgets.keybar import Doing, Key

PALETTE: Final = "Ctrl+P"

_APART: Final = 4
"""The columns between two keys side by side."""


@dataclass(frozen=True, slots=True)
class KeyLines:
    """Keys and their meanings as aligned lines, in two columns if there is room.

    Each entry carries its index in its style, and each key of an entry with several its own.
    """

    keys: Sequence[Key]
    ink: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        named = max(text_width(key.shown) for key in self.keys) + 2
        half = -(-len(self.keys) // 2)
        columns = [self.keys[:half], self.keys[half:]]
        wide = [named + max(text_width(key.text) for key in column) for column in columns]
        if sum(wide) + _APART > options.max_width:
            columns = [self.keys]
        for y in range(len(columns[0])):
            line = Text()
            for column, across in zip(columns, wide, strict=False):
                for key in column[y : y + 1]:
                    number = Style.from_meta({"key": self.keys.index(key)})
                    start = len(line)
                    line.append(fitted(key.shown, named), Style.parse(f"bold {self.ink}") + number)
                    line.append(key.text.ljust(across - named + _APART), number)
                    for at, (sign, _) in enumerate(key.each):
                        start = line.plain.index(sign, start)
                        line.stylize(Style.from_meta({"sign": at}), start, start + len(sign))
                        start += len(sign)
            line.rstrip()
            yield line


class HelpScreen(ActiveOnly, ModalScreen[Doing | None]):
    """Explains a screen. Returns the action of a key that was clicked, else None."""

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,question_mark,f1,q", "close", "back"),
        Binding("ctrl+c", "close", show=False, priority=True),
    ]

    def __init__(self, heading: str, text: str, keys: Sequence[Key]) -> None:
        super().__init__()
        self._heading = t(heading)
        self._text = text
        search = Key(PALETTE, t("search for an action"), ("app.command_palette", self), "")
        self._keys = (*keys, search)

    def compose(self) -> ComposeResult:
        words = Text("\n" + self._text.replace("\n", "\n\n"))
        with Vertical(classes="dialog wide help"):
            yield Static(self._heading, classes="question", markup=False)
            with VerticalScroll():
                yield Static(Group(KeyLines(self._keys, look_of(self).active), words))
            yield Static(
                t("a click on a key presses it · ↑↓ scrolls · Esc goes back"),
                classes="muted",
                markup=False,
            )

    def on_click(self, event: events.Click) -> None:
        """Close; a click on a key returns its action for the screen behind."""
        meta = event.style.meta
        key = self._keys[meta["key"]] if "key" in meta else None
        if key is None:
            self.dismiss(None)
        else:
            self.dismiss(key.each[meta["sign"]][1] if "sign" in meta else key.doing)

    def action_close(self) -> None:
        """Go back."""
        self.dismiss(None)
