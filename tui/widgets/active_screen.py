"""Screens that take keys and clicks only while they are in front, and draw the frame of a key at
once; and keys in the order in which they were pressed.

Keys hammered faster than screens change come too late: a dialog answered twice would also close the
screen behind it. Textual also takes each key from the application to the screen and back, tells the
screen of every widget that has changed, and draws when a timer wakes: that takes as long again as
handling the key.

Textual gives keys to the widget in focus as fast as they come. A line to type into takes letters
straight away, and any other key only after its way up to the application: of `x`, Backspace and `y`
in one write Backspace would be the last. So each key waits for the effects of the one before.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.await_complete import AwaitComplete
from textual.events import Click
from textual.message import Message
from textual.reactive import Reactive
from textual.screen import UPDATE_PERIOD, Screen
from textual.widgets import Input, OptionList

from tui.terminal.textual_parts import KNOWN

if TYPE_CHECKING:
    from textual.app import App
    from textual.binding import Binding
    from textual.geometry import Offset
    from textual.widget import Widget

    from tui.actions import Action

    BehindScreen = Screen[Any]
    BehindApp = App[Any]
else:
    # Textual's style sheets follow the first base that is itself a node.
    BehindScreen = BehindApp = object


class UserAction(Message):
    """A wish of the player, sent by a widget of ours."""


USER_ACTIONS: Final = (UserAction, OptionList.OptionSelected, Input.Submitted, Click)


class ActiveOnly(BehindScreen):
    """A base before the class of the screen: drops actions that come too late."""

    ACTIONS: ClassVar[Sequence[Action]] = ()
    """The actions of the screen, if it declares them in rows: keys, help and words follow from
    them.
    """

    # Textual draws the whole screen when the focus moves, although both widgets draw themselves.
    focused: Reactive[Widget | None] = Reactive(None, repaint=not KNOWN)

    async def _on_message(self, message: Message) -> None:
        if not isinstance(message, USER_ACTIONS) or (self.is_active and self._is_inside(message)):
            await super()._on_message(message)

    def _is_inside(self, message: Message) -> bool:
        """Tell whether a click is still inside the window, which may have become smaller."""
        if not isinstance(message, Click):
            return True
        return message.screen_x < self.size.width and message.screen_y < self.size.height

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Find the widget under the mouse, unless it has been removed and is only still shown.

        Textual asks for the place of its parent as soon as the button is pressed, and would crash.
        """
        found, offset = super().get_widget_and_offset_at(x, y)
        gone = found is not None and found is not self and found.parent is None
        return (None, None) if gone else (found, offset)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow actions only once all widgets are mounted."""
        return self.is_mounted and super().check_action(action, parameters)

    def meaning_of(self, binding: Binding) -> str:
        """Name the present meaning of a key, in English; empty if it has none."""
        return binding.description

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close the screen, once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class ImmediateKeys(BehindScreen):
    """A base before the class of the screen: handles keys at once."""

    _handling = 0
    """The number of the screen's own messages that are being handled."""
    _has_key = False
    """Whether a key is being handled: a frame follows it anyway."""
    drawn_at = 0.0
    """The time at which the last frame began."""

    async def handle_at_once(self, key: events.Key) -> bool:
        """Carry out a key and draw its frame; tell whether that was possible now."""
        if not KNOWN or not self.is_free:
            return False
        app = self.app
        if await app._check_bindings(key.key, priority=True):
            return True
        key._set_forwarded()
        setattr(key, "bubble", False)  # noqa: B010 - the application is told here, not by its queue
        self._has_key = True
        try:
            with self._context():
                await self._dispatch_message(key)
            if not key._stop_propagation:
                await app._on_key(key)
        finally:
            self._has_key = False
        self._draw_now()
        return True

    @property
    def is_free(self) -> bool:
        """Whether a key would be the next thing that the screen handles."""
        return (
            self.is_mounted
            and self.focused is None
            and self.maximized is None
            and not self._handling
            and self._message_queue.empty()
        )

    async def _dispatch_message(self, message: Message) -> None:
        self._handling += 1
        try:
            await super()._dispatch_message(message)
        finally:
            self._handling -= 1

    def redraw(self, widget: Widget) -> None:
        """Have a widget asked for its changed regions in the next frame."""
        if self in self._compositor:
            self._dirty_widgets.add(widget)
            if not self._has_key:
                self.check_idle()

    def _draw_now(self) -> None:
        """Draw a frame; leave it to Textual's timer soon after another one, or if more is to do."""
        if not self._dirty_widgets:
            return
        more = (
            self._layout_required
            or self._scroll_required
            or self._repaint_required
            or self._recompose_required
            or not self._message_queue.empty()
        )
        if more or monotonic() - self.drawn_at < UPDATE_PERIOD:
            self.check_idle()
        else:
            self._on_timer_update()

    def _on_timer_update(self) -> None:
        self.drawn_at = monotonic()
        super()._on_timer_update()


@dataclass
class Followed(Message):
    """Follows a key, from the widget that has it up to the application.

    It is sent twice: the binding of the key may have sent a message the same way.
    """

    widget: Widget
    again: bool = False


class KeysInOrder(BehindApp):
    """A base before the class of the application."""

    under_way: Widget | None = None
    """The widget with a key that could not be handled at once."""
    _for: Screen[Any] | None = None
    """The screen for which the key was meant."""
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
        """Carry out a key that precedes all others; tell whether it was one."""
        return KNOWN and await self._check_bindings(key.key, priority=True)

    async def _take(self, event: events.Key | events.Paste) -> None:
        """Have a key handled, at once or by the widget in focus, and learn when that is done."""
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
        """Note that a key is done, together with the action bound to it."""
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
    """Yield the possible meanings of a key: itself, a capital that may be bound, a small letter."""
    small = letter.lower()
    here = LETTERS.get(small, small)
    yield held + letter
    if letter != small:
        yield held + here.upper()
    yield held + here
