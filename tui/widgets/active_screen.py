"""Screens that take keys and clicks only while they are in front, and draw the frame of a key at
once.

Keys hammered faster than screens change come too late: a dialog answered twice would also close the
screen behind it. And Textual takes each key from the application to the screen and back, tells the
screen of every widget that has changed, and draws when a timer wakes: that takes as long again as
handling the key.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    from textual.binding import Binding
    from textual.geometry import Offset
    from textual.widget import Widget

    from tui.actions import Action

    Behind = Screen[Any]
else:
    Behind = object  # Textual's style sheets follow the first base that is a node of its own


class UserAction(Message):
    """A wish of the player, sent by a widget of ours."""


USER_ACTIONS: Final = (UserAction, OptionList.OptionSelected, Input.Submitted, Click)


class ActiveOnly(Behind):
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

        Textual asks for the place of its parent as soon as the button is pressed, and would end.
        """
        found, offset = super().get_widget_and_offset_at(x, y)
        gone = found is not None and found is not self and found.parent is None
        return (None, None) if gone else (found, offset)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow actions only once all widgets are mounted."""
        return self.is_mounted and super().check_action(action, parameters)

    def meaning_of(self, binding: Binding) -> str:
        """Name the meaning of a key now, in English; empty if it has none."""
        return binding.description

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close the screen, once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class ImmediateKeys(Behind):
    """A base before the class of the screen: handles keys at once."""

    _handling = 0
    """The number of the screen's own messages that are being handled."""
    _has_key = False
    """Whether a key is being handled: a frame follows it anyway."""
    drawn_at = 0.0
    """The time at which the last frame began."""

    async def handle_at_once(self, key: events.Key) -> bool:
        """Carry a key out and draw its frame; tell whether that was possible now."""
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
        """Draw a frame; leave it to Textual's timer after a recent one, or if there is more to
        do.
        """
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
