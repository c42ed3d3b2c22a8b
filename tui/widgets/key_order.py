"""Keys in the order in which they were pressed: each waits for the effects of the one before.

Textual gives keys to the widget in focus as fast as they come. A line to type into takes letters
straight away, and any other key only after its way up to the application: of `x`, Backspace and `y`
in one write Backspace would be the last.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from textual import events
from textual.app import App
from textual.message import Message
from textual.widgets import Input

from tui.terminal.textual_parts import KNOWN
from tui.widgets.active_screen import ImmediateKeys

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    Behind = App[Any]
else:
    Behind = object  # the application's style sheets follow the first base that is a node


@dataclass
class Followed(Message):
    """Follows a key, from the widget that has it up to the application.

    It goes twice: the binding of the key may have sent a message the same way.
    """

    widget: Widget
    again: bool = False


class KeysInOrder(Behind):
    """A base before the class of the application."""

    under_way: Widget | None = None
    """The widget with a key that could not be handled at once."""
    _for: Screen[Any] | None = None
    """The screen that the key was meant for."""
    _typed: list[events.Key | events.Paste]
    """The keys and texts typed since."""

    async def on_event(self, event: events.Event) -> None:
        """Let typed keys wait for their turn, and a screen handle a key at once if it can."""
        if not isinstance(event, (events.Key, events.Paste)) or event.is_forwarded:
            await super().on_event(event)
        elif self.under_way is None:
            await self._take(event)
        elif self.screen is not self._for or not _is_there(self.under_way):
            await self._let_come()
            await self.on_event(event)
        elif isinstance(event, events.Paste) or not await self._quits(event):
            self._typed.append(event)

    async def _quits(self, key: events.Key) -> bool:
        """Carry out a key that comes before all others; tell whether it is one."""
        return KNOWN and await self._check_bindings(key.key, priority=True)

    async def _take(self, event: events.Key | events.Paste) -> None:
        """Have a key handled, at once or by the widget in focus, and see when that is done."""
        self._typed = []
        screen = self.screen
        if isinstance(event, events.Paste) and isinstance(screen.focused, Input):
            event.text = in_one_line(event.text, screen.focused)
        if isinstance(event, events.Key):
            event.key = meant(event.key, lambda: screen.active_bindings)
        if (
            isinstance(event, events.Key)
            and self.app_focus
            and isinstance(screen, ImmediateKeys)
            and await screen.handle_at_once(event)
        ):
            return
        await super().on_event(event)
        if event.is_forwarded:
            self._for = screen
            self.under_way = screen.focused or screen
            self.under_way.post_message(Followed(self.under_way))

    async def on_followed(self, followed: Followed) -> None:
        """Note that a key is done, together with the action it is bound to."""
        if followed.widget is not self.under_way:
            return
        if followed.again:
            await self._let_come()
        else:
            followed.widget.post_message(Followed(followed.widget, again=True))

    async def _let_come(self) -> None:
        """Take the keys typed after one that is done, unless its screen has been closed."""
        self.under_way, typed = None, self._typed
        if self._for in self.screen_stack:
            for event in typed:
                await self.on_event(event)


def _is_there(widget: Widget) -> bool:
    """Tell whether a widget is still there, and with it the message that follows a key."""
    return widget.is_running and widget.is_attached


def in_one_line(text: str, line: Input) -> str:
    """Join the lines of a text, and cut it to the room of the line to type into."""
    joined = " ".join(filter(None, map(str.strip, text.splitlines())))
    if not line.max_length:
        return joined
    return joined[: max(0, line.max_length - len(line.value) + len(line.selected_text))]


# --- other layouts of the keyboard: a key means the same in all ----------------------------------

_LATIN: Final = "qwertyuiop asdfghjkl zxcvbnm"

_LAYOUTS: Final = {
    "Russian": "йцукенгшщз фывапролд ячсмить",
    "Ukrainian": "йцукенгшщз фівапролд ячсмить",
    "Georgian": "ქწერტყუიოპ ასდფგჰჯკლ ზხცვბნმ",
    "Georgian with Shift": "ქჭეღთყუიოპ აშდფგჰჟკლ ძხჩვბნმ",
}
"""The three rows of letters, each letter in its place; no letter has two places."""

LETTERS: Final = {
    there: here
    for rows in _LAYOUTS.values()
    for there, here in zip(rows, _LATIN, strict=True)
    if there != " "
}
"""Letter of another layout -> the one on the same key in the Latin layout."""


def meant(key: str, bound: Callable[[], Container[str]]) -> str:
    """Return the key itself or, if it is not `bound`, the bound one in the same place.

    `bound` is called only if it is needed.
    """
    held, plus, last = key.rpartition("+")
    if not last.isalpha() or len(last) > 1 or (last.isascii() and last.islower()):
        return key
    known = bound()
    return next((name for name in _names(held + plus, last) if name in known), key)


def _names(held: str, letter: str) -> Iterator[str]:
    """Give the possible meanings of a key: itself, a capital that may be bound, a small letter."""
    small = letter.lower()
    here = LETTERS.get(small, small)
    yield held + letter
    if letter != small:
        yield held + here.upper()
    yield held + here
