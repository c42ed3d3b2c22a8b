"""A program that plays on although its files have been replaced while it runs."""

import logging

from textual.app import App
from textual.message import Message
from textual.message_pump import MessagePump

from tui.program import warn
from tui.terminal.own_files import gone_said, is_gone

_log = logging.getLogger(__name__)


def goes_on(app: App[None], error: Exception) -> bool:
    """Tell whether an error comes from replaced files, and if so warn the player."""
    if not is_gone(error):
        return False
    _log.warning("the program has been replaced", exc_info=error)
    warn(app, gone_said())
    return True


class PlaysOn(MessagePump):
    """Leaves a message unanswered if the answer needs a part of the program that is gone.

    Otherwise Textual would end the program: a player would lose the match, and a host the table.
    """

    async def _dispatch_message(self, message: Message) -> None:
        try:
            await super()._dispatch_message(message)
        except Exception as error:
            if not goes_on(self.app, error):
                raise
