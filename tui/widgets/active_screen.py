"""A screen acts only while it is in front: keys hammered faster than screens change come too late.

Otherwise a dialog answered twice would also close what is behind it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from textual.await_complete import AwaitComplete
from textual.events import Click
from textual.message import Message
from textual.widgets import Input, OptionList

if TYPE_CHECKING:
    from textual.binding import Binding
    from textual.screen import Screen

    Behind = Screen[Any]
else:
    Behind = object  # Textual's style sheets follow the first base that is a node of its own


class UserAction(Message):
    """Something that the player wants done, by a widget of ours."""


USER_ACTIONS: Final = (UserAction, OptionList.OptionSelected, Input.Submitted, Click)


class ActiveOnly(Behind):
    """Stands before the class of the screen; an action that comes too late is dropped."""

    async def _on_message(self, message: Message) -> None:
        if not isinstance(message, USER_ACTIONS) or (self.is_active and self._is_inside(message)):
            await super()._on_message(message)

    def _is_inside(self, message: Message) -> bool:
        """Tell whether a click is still inside the window, which may have become smaller."""
        if not isinstance(message, Click):
            return True
        return message.screen_x < self.size.width and message.screen_y < self.size.height

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Do nothing until everything is there to act on."""
        return self.is_mounted and super().check_action(action, parameters)

    def meaning_of(self, binding: Binding) -> str:
        """Say in English what a key does now; empty if nothing."""
        return binding.description

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close, once."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
