"""The interface of the application to its screens: settings, look, navigation.

Screens import this module; `tui.app`, the application itself, imports the screens.
"""

from __future__ import annotations

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from textual.app import App
from textual.message import Message

from tui.appearance import Appearance
from tui.drawing.look import Look
from tui.preferences.settings import Settings
from tui.start import AnyStart
from tui.terminal.output import Notice

if TYPE_CHECKING:
    from textual.dom import DOMNode

    from net.client.events import ClientEvent
    from net.lan.discovery import Found
    from tui.guest.stay import GuestStay
    from tui.table.log import TableLog
    from tui.table.session import TableSession


class CurrentTable(Protocol):
    """The way to tables and back; the program is at one table at a time."""

    session: TableSession | None
    open_here: TableSession | None
    """The player's own table, which stays open while the player is elsewhere."""

    def step_out(self) -> None:
        """Leave the player's own table, and keep it open for the others."""

    def step_in(self) -> None:
        """Go back to the player's own table."""

    def go(self, start: AnyStart, earlier: TableLog | None = None) -> None:
        """Open or join a table, and carry its messages until it closes.

        Its log continues an `earlier` one of the same table.
        """

    def do_instead(self, answer: str) -> bool:
        """Carry out an answer other than leaving; tell whether it is one."""
        ...

    def leave(self, *, give_up: bool) -> None:
        """Leave the table, with `give_up` for good: the seat is given up."""

    def settle(self, answer: str) -> None:
        """Keep or end a match, as answered, before the player leaves it."""

    def stop_waiting(self) -> bool:
        """Give up an attempt to reach a table; tell whether there was one."""
        ...


class Program(App[None]):
    """The application as screens use it."""

    settings: Settings
    folder: Path | None
    """The folder of the settings; None keeps them in memory."""
    appearance: Appearance
    navigator: CurrentTable
    stay: GuestStay | None
    """The stay of a guest, whose screen this computer draws; None for everyone else."""
    begin_with: AnyStart
    notice: Notice
    """Notifies a player whose window is not in front."""
    focus_told: bool = True
    """Whether the terminal reports when its window comes to the front."""
    bot_seconds: float
    trick_seconds: float
    """How long a finished trick stays before the next lead covers it."""

    @abstractmethod
    async def change_settings(self, **changes: Any) -> None:
        """Change settings, save them, and update the open screens."""

    @abstractmethod
    def begin(self, start: AnyStart) -> None:
        """Open the screen or the table of a start."""

    @abstractmethod
    def call_to_table(self, why: str = "") -> None:
        """Notify a player in another window of their turn, or of something else."""

    @abstractmethod
    def action_ask_quit(self) -> None:
        """Leave the program; ask first if that would abandon a match or other people."""


class EventReceived(Message):
    """An event at the table, which the session has taken in."""

    def __init__(self, event: ClientEvent) -> None:
        super().__init__()
        self.event = event


class TablesFound(Message):
    """The tables on the LAN, after a change."""

    def __init__(self, tables: tuple[Found, ...]) -> None:
        super().__init__()
        self.tables = tables


def kozyr_of(node: DOMNode) -> Program:
    """Return the application of a widget."""
    return cast("Program", node.app)


def look_of(node: DOMNode) -> Look:
    """Return the current look of a widget's application."""
    return kozyr_of(node).appearance.look


def warn(app: App[None], said: str) -> None:
    """Show a warning, unless it is shown already."""
    if all(notice.message != said for notice in getattr(app, "_notifications", ())):
        app.notify(said, severity="warning", timeout=15)
